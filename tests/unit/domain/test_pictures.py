"""Pictures in answers: marks with sizes where a model reads, the pictures where a person wants them."""

from __future__ import annotations

import base64

import pytest

from app.domain.pictures import LARGEST_SHOWN, Pictures, pictures_in, raster_at, without_pictures
from tests.support.dots import data_address, gif, jpeg, png, webp

LARGE = base64.b64encode(b"\x89PNG" + b"x" * 450_000).decode()
SMALL = base64.b64encode(b"\x89PNG" + b"x" * 300).decode()


def test_a_large_picture_is_a_mark_with_its_name_and_size() -> None:
    text = f"Here:\n\n![plan](data:image/png;base64,{LARGE})\n\nand data:image/jpeg;base64,{LARGE} too."
    assert without_pictures(text) == "Here:\n\n[picture “plan”, 450 kB]\n\nand [picture, 450 kB] too."


def test_a_small_sign_in_a_file_stays() -> None:
    text = f'<img src="data:image/png;base64,{SMALL}">' + "word " * 9000
    assert without_pictures(text) == text


def test_the_pictures_of_a_text_are_found_again() -> None:
    text = f"![a](data:image/png;base64,{SMALL}) ![b](data:image/svg+xml;base64,{LARGE})"
    assert [(one.suffix, len(one.data)) for one in pictures_in(text)] == [("png", 304), ("svg", 450_004)]


@pytest.mark.parametrize(
    ("kind", "data"), [("png", png(3, 2)), ("gif", gif()), ("jpeg", jpeg()), ("webp", webp())]
)
def test_a_whole_picture_is_known_by_its_own_bytes(kind: str, data: bytes) -> None:
    # Whatever the address says that it is.
    raster = raster_at(data_address(data, "image/svg+xml"))
    assert raster is not None
    assert (raster.kind, raster.data) == (kind, data)
    assert raster_at(data_address(data[:-12], "image/png")) is None, "a picture that broke off"


def test_a_picture_has_the_size_that_its_bytes_say() -> None:
    raster = raster_at(data_address(png(640, 480)))
    assert raster is not None
    assert (raster.width, raster.height) == (640, 480)


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        png(60_000, 60_000),
        png(0, 5),
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8" + b"\xff" * 200 + b"\xff\xd9",
        b"GIF89a;",
        b"RIFF\x00\x00\x00\x00WEBP",
        b"",
    ],
)
def test_what_is_no_picture_or_too_large_for_one_is_not_shown(data: bytes) -> None:
    assert raster_at(data_address(data)) is None


def test_more_bytes_than_a_screen_is_for_are_not_shown() -> None:
    assert raster_at(data_address(png(2, 2, more=b"x" * LARGEST_SHOWN))) is None


def test_an_address_elsewhere_is_nobodys_picture() -> None:
    for address in (
        "https://a.example/x.png",
        "file:///etc/passwd",
        "data:text/html;base64,AAAA",
        "data:image/",
    ):
        assert raster_at(address) is None


def test_a_mark_leads_back_to_its_picture() -> None:
    large = png(40, 30, more=b"x" * 30_000)
    known = Pictures([f"See ![plan]({data_address(large)})."])
    found = known.find("[picture “plan”, 30 kB]")
    assert found is not None
    assert found.data == large
    assert known.find("[picture “plan”, 31 kB]") is None


def test_a_mark_of_two_different_pictures_shows_neither() -> None:
    one, other = (png(side, 30, more=b"x" * 30_000) for side in (40, 41))
    texts = [f"![plan]({data_address(data)})" for data in (one, other)]
    assert Pictures([texts[0], texts[0]]).find("[picture “plan”, 30 kB]") is not None
    assert Pictures(texts).find("[picture “plan”, 30 kB]") is None
