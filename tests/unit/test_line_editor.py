"""What is typed and pasted at a terminal, key by key: one answer, however it was handed over."""

from __future__ import annotations

import codecs

import pytest

from app.cli.line_editor import LineEditor


def taken(*pieces: str) -> LineEditor:
    editor = LineEditor(codecs.getincrementaldecoder("utf-8")("replace"))
    for piece in pieces:
        editor.take(piece.encode())
    return editor


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("Make it darker\r",), "Make it darker"),
        (("1. rain\r2. snow\r",), "1. rain\n2. snow"),
        (("1. rain\r2. sn", "ow", "\r"), "1. rain\n2. snow"),
        (("\x1b[200~1. rain\r2. snow\x1b[201~", "\r"), "1. rain\n2. snow"),
        (("\x1b[20", "0~one\rtwo\x1b[2", "01~\r"), "one\ntwo"),
        (("Nebe\x7f\x7fight\r",), "Neight"),
        (("one two  \x17three\r",), "one three"),
        (("no\x15yes\r",), "yes"),
        (("le\x1b[Dft\x1b[3~\x1bOA\r",), "left"),
        (("灯塔\x7f\r",), "灯"),
        (("x" * 9000, "\r"), "x" * 9000),
    ],
)
def test_what_is_typed_or_pasted_before_enter_is_one_answer(pieces: tuple[str, ...], text: str) -> None:
    editor = taken(*pieces)
    assert (editor.text, editor.ended) == (text, True)


def test_the_end_of_input_closes_an_empty_line_and_ends_one_with_words() -> None:
    assert taken("\x04").closed
    assert (taken("half\x04").text, taken("half\x04").closed) == ("half", False)


def test_lines_that_were_typed_ahead_stay_lines_of_their_own_and_marked_ones_one() -> None:
    editor = LineEditor(codecs.getincrementaldecoder("utf-8")("replace"))
    assert editor.take_line("first\nsecond\n") == "second\n"
    assert editor.text == "first"
    editor = LineEditor(codecs.getincrementaldecoder("utf-8")("replace"))
    assert editor.take_line("\x1b[200~one\ntwo\x1b[201~\nyes\n") == "yes\n"
    assert editor.text == "one\ntwo"


def test_a_letter_of_several_bytes_may_come_in_pieces() -> None:
    editor = LineEditor(codecs.getincrementaldecoder("utf-8")("replace"))
    for byte in "für\r".encode():
        editor.take(bytes([byte]))
    assert editor.text == "für"
