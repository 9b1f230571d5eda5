"""A dialect that the program does not know: one object with what is to be known of it, and all works."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest

from app.domain.messages import ChatMessage, ModelRequest, Options
from app.gateway.host.composing import compose
from app.gateway.host.dialects.dialect import Dialect, Embedding
from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.registry import DIALECTS, WORDS
from app.gateway.host.dialects.stream import StreamReader
from app.gateway.host.dialects.stream_state import StreamState, add_finish
from app.gateway.host.dialects.words import ServerWords, joined
from app.gateway.host.dialects.writing import OPTIONS, Body, Feature, Marks, set_options
from app.gateway.host.embedding import VectorReader, wire_of
from app.gateway.host.errors import fault_of_end
from app.gateway.providers import Provider


class Letters:
    """Vectors by the number of letters."""

    def address(self, base: str) -> str:
        """Return where."""
        return f"{base}/measure"

    def body_of(self, model: str, texts: Sequence[str]) -> Body:
        """Return the body."""
        return {"bird": model, "letters": [*texts]}

    def read(self, value: Any, count: int) -> tuple[list[list[float]], int | None]:
        """Return the vectors."""
        if len(value["lengths"]) != count:
            raise ValueError("not one per text")
        return [[float(length)] for length in value["lengths"]], None


class Pigeon:
    """One JSON object a line, `coo` for a piece of text, `landed` at the end."""

    NAME: str = "pigeon"
    WORDS: ServerWords = ServerWords(finishes={"landed": "whole", "hawk": "cut"})
    VERSION_PATH: str = "/loft"
    LINES: bool = True
    KNOWN_BY: frozenset[str] = frozenset({"coo", "end"})
    ENDS_WITH_BODY: bool = False
    SIZED: bool = False
    LISTED_UNDER: str = "birds"
    EMBEDDING: Embedding | None = Letters()

    def address(self, base: str, model: str, /) -> str:
        """Return where."""
        return f"{base}/loft/{model}"

    def headers(self, key: str | None, /) -> Mapping[str, str]:
        """Return the ring."""
        return {"ring": key} if key else {}

    def messages_of(self, messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks, /) -> Body:
        """Return what it carries."""
        return {"letters": [message.text for message in messages]}

    def body_of(
        self, request: ModelRequest, without: Collection[Feature], quirks: Quirks, /
    ) -> tuple[Body, frozenset[Feature]]:
        """Return how it flies."""
        options = set_options(request, without, quirks)
        return dict(options), frozenset(name for name in OPTIONS if name in options)

    def read(self, state: StreamState, event: dict[str, Any], /) -> bool:
        """Take a line."""
        state.text.add(event.get("coo"))
        if event.get("end"):
            add_finish(state, event["end"])
            state.ended = True
        return False

    def unstreamed(self, value: dict[str, Any], /) -> Iterator[dict[str, Any]]:
        """Yield what a letter stands for."""
        if "coo" in value:
            yield value

    def listing(self, base: str, key: str | None, /) -> tuple[str, Mapping[str, str]]:
        """Return where the birds are."""
        return f"{base}/birds", self.headers(key)


# The type checker holds that nothing is missing.
PIGEON: Dialect = Pigeon()
LOFT = Provider("loft", "The loft", "http://127.0.0.1:9", PIGEON, local=True)


def asked(*texts: str) -> ModelRequest:
    """Return a request for the loft."""
    return ModelRequest(
        purpose="answer",
        seat="Ada",
        model="loft/homer",
        messages=tuple(ChatMessage(role="user", text=text) for text in texts),
        options=Options(temperature=0.5, seed=7),
    )


def test_a_request_is_written_and_an_answer_read_as_the_dialect_says() -> None:
    composed = compose(asked("Home?"), LOFT, "42", frozenset({"seed"}))
    assert composed.wire.url == "http://127.0.0.1:9/loft/homer"
    assert composed.wire.headers["ring"] == "42"
    assert json.loads(composed.wire.body) == {"letters": ["Home?"], "temperature": 0.5}
    assert (composed.dropped, composed.carried) == (("seed",), frozenset({"temperature"}))
    reader = StreamReader(LOFT.dialect)
    reader.feed(b'{"coo": "Yes, "}\n{"coo": "home."}\n{"end": "stop"}\n')
    reader.close()
    assert "".join(reader.state.text) == "Yes, home."
    assert fault_of_end(reader.state, clean=True, limit=9, head=b"{") is None


def test_an_answer_that_broke_off_is_none_in_a_new_dialect_either() -> None:
    reader = StreamReader(LOFT.dialect)
    reader.feed(b'{"coo": "Yes, "}\n')
    reader.close()
    fault = fault_of_end(reader.state, clean=True, limit=9, head=b"{")
    assert fault is not None
    assert fault.kind == "truncated"


def test_vectors_are_asked_for_and_read_as_the_dialect_says() -> None:
    wire = wire_of(asked("one", "three"), LOFT, None)
    assert (wire.url, json.loads(wire.body)) == (
        "http://127.0.0.1:9/measure",
        {"bird": "homer", "letters": ["one", "three"]},
    )
    reader = VectorReader(Letters(), 2)
    reader.feed(b'{"lengths": [3, 5]}')
    reader.close()
    assert reader.state.vectors == [[3.0], [5.0]]


def test_the_words_of_a_new_dialect_count_beside_those_of_the_others() -> None:
    words = joined([WORDS, Pigeon.WORDS])
    assert words.finishes["hawk"] == "cut"
    assert {name: words.finishes[name] for name in WORDS.finishes} == WORDS.finishes
    assert words.errors == WORDS.errors


def test_two_dialects_that_mean_different_things_by_a_word_are_noticed() -> None:
    with pytest.raises(ValueError, match="landed"):
        joined([Pigeon.WORDS, ServerWords(finishes={"landed": "cut"})])


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_word_is_written_as_it_is_looked_for(name: str) -> None:
    words = DIALECTS[name].WORDS
    tables = (words.errors, words.error_types, words.parts)
    found = [word for table in tables for some in table.values() for word in some]
    every = [*words.finishes, *words.unknown, *found]
    assert every == [word.lower() for word in every]
