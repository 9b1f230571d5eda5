"""Pictures in answers: marks with sizes where a model reads, the pictures where a person wants them."""

from __future__ import annotations

import base64

from app.domain.pictures import pictures_in, without_pictures

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
