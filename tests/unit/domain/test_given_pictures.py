"""Pictures that are given: told by their bytes, within the limits of who is asked, and counted."""

from __future__ import annotations

import base64
import hashlib

import pytest

from app.domain.counting import picture_tokens
from app.domain.errors import InputError
from app.domain.given_pictures import LARGEST, MOST, about, check_sendable, picture_of
from app.domain.messages import ChatMessage, GivenPicture, ModelRequest
from tests.support.dots import gif, jpeg, png, webp


def given(content: bytes) -> GivenPicture:
    found = picture_of(content, "a.png")
    assert found is not None
    return found


def request(*messages: ChatMessage) -> ModelRequest:
    return ModelRequest(purpose="say", seat="Ann", model="m/m", messages=messages)


@pytest.mark.parametrize(("kind", "content"), [("png", png(3, 2)), ("jpeg", jpeg()), ("webp", webp())])
def test_a_picture_is_kept_byte_by_byte_and_known_by_its_bytes(kind: str, content: bytes) -> None:
    # Whatever its name says.
    found = picture_of(content, "notes.txt")
    assert found is not None
    assert (found.kind, found.content) == (kind, content)
    assert found.sha256 == hashlib.sha256(content).hexdigest()
    check_sendable([found])


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"Plain text.", b"RIFF....WAVE", b"\xff\xd8 no"])
def test_what_is_no_picture_is_none(content: bytes) -> None:
    assert picture_of(content, "plan.png") is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (gif(), "of the kind GIF"),
        (png(3, 2)[:-6], "is no whole picture"),
        (png(3, 2, b"x" * LARGEST), "more than 3.75 MB"),
        (png(8_001, 1), "wider or higher than 8000 dots"),
        (png(0, 0), "is no whole picture"),
        (png(60_000, 60_000), "is no whole picture"),
    ],
)
def test_what_not_all_models_take_is_refused_in_words(content: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        picture_of(content, "plan.png")


def test_too_many_too_large_or_forged_ones_are_no_setup() -> None:
    small, large = given(png(3, 2)), given(png(3, 2, b"x" * (LARGEST - 200)))
    with pytest.raises(ValueError, match=f"at most {MOST}"):
        check_sendable([small] * (MOST + 1))
    with pytest.raises(ValueError, match="12 MB can be sent"):
        check_sendable([large] * 4)
    for forged in (
        small.model_copy(update={"width": 4}),
        small.model_copy(update={"kind": "jpeg"}),
        small.model_copy(update={"data": base64.b64encode(b"#!/bin/sh").decode()}),
        small.model_copy(update={"data": "=not base64"}),
    ):
        with pytest.raises(ValueError, match="not what it is said to be"):
            check_sendable([forged])


def test_a_request_is_another_one_with_other_pictures_and_the_same_for_every_model() -> None:
    one, other = (
        ChatMessage(role="user", text="Look.", pictures=(given(c),)) for c in (png(3, 2), png(2, 3))
    )
    plain = ChatMessage(role="user", text="Look.")
    assert len({request(message).identity() for message in (one, other, plain)}) == 3
    sees = request(one).model_copy(update={"sees": False, "model": "m/n"})
    assert sees.identity() == request(one).identity()
    # A message without any is written as it was before there were pictures.
    assert "pictures" not in plain.model_dump()
    assert ChatMessage.model_validate(one.model_dump(mode="json")) == one


def test_who_sees_none_is_told_behind_the_prompt() -> None:
    shown = request(ChatMessage(role="user", text="Look.", pictures=(given(png(3, 2)),)))
    blind = shown.without_pictures()
    assert blind.pictures == ()
    assert blind.messages[0].text.startswith("Look.\n\nYou are not shown pictures")
    assert blind.without_pictures() is blind


def test_a_picture_is_counted_by_its_dots() -> None:
    assert [picture_tokens(*size) for size in ((1, 1), (1000, 750), (1568, 784), (8000, 8000))] == [
        *(258, 1000, 1640),
        5000,
    ]


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        # A megapixel: four tiles, and 1 024 patches.
        ("openai/gpt-4o-mini", 2_833 + 4 * 5_667),
        ("openrouter/openai/gpt-4o-mini-2024-07-18", 2_833 + 4 * 5_667),
        ("openai/gpt-4.1-nano", int(2.46 * 1_024)),
        ("openai/gpt-5-mini", int(1.62 * 1_024)),
        ("openai/gpt-4o", 1_399),
        ("anthropic/claude-sonnet-4-5", 1_399),
    ],
)
def test_a_model_that_counts_pictures_otherwise_has_its_own_rule(model: str, tokens: int) -> None:
    assert picture_tokens(1_024, 1_024, model) == tokens


def test_pictures_of_all_shapes_are_cut_into_the_tiles_that_the_guide_names() -> None:
    tiles = {(4_096, 8_192): 6, (100, 100): 1, (2_048, 512): 4, (8_000, 10): 4}
    for (width, height), number in tiles.items():
        assert picture_tokens(width, height, "openai/gpt-4o-mini") == 2_833 + number * 5_667


def test_a_picture_is_described_by_its_size() -> None:
    assert about(given(png(640, 480))) == "PNG, 640 × 480 dots, 2 kB"
