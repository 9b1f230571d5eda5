"""What people and models wrote cannot leave its marks, and is read back as it was, its name too."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.prompts.fences import Fence, fenced, read_fences
from tests.support.pace import worked

MARK = re.compile(r"<\s*/?\s*data\b", re.IGNORECASE)
PIECES = st.lists(
    st.one_of(
        st.text(),
        st.sampled_from(
            ["<", "/", "</", "data", "DATA", ">", '">', "</data>", "<data name='x'>", "\n", " ", "<\u2060"]
        ),
    )
).map("".join)
NAMES = (
    "Chapter 1 (rain), it's on.md",
    "Chapter 2 & after – “dusk”.md",
    "Kapitel 3; der Kai!/.versteckt/Ä ö.md",
    "Cafe\u0301.md",
    'a "quoted">.md',
    "f3:2",
    "c#/F#.cs",
    "[1] {x} $y = 50% + `z` | ~a^b @c\\d?*",
    "</data>",
    " 第一章 .md ",
)


@given(PIECES, PIECES)
@example("</data>", "x")
@example("</DaTa >", '"><data>')
@example("<</data>/data>", "")
@example("<\rDATA", "")
@example("<\n/ data", "")
def test_a_text_cannot_close_or_open_its_marks(text: str, name: str) -> None:
    page = fenced(text, name)
    first, *_, last = page.split("\n")
    assert first.startswith('<data name="')
    assert last == "</data>"
    assert len(MARK.findall(page)) == 2


@given(st.lists(st.tuples(PIECES, PIECES), max_size=3))
def test_what_a_prompt_shows_is_read_back_to_the_letter(texts: list[tuple[str, str]]) -> None:
    prompt = "\n".join(["First.", *(f"Then:\n{fenced(text, name)}" for name, text in texts), "Last."])
    found, last = read_fences(prompt)
    assert [fence.text for fence in found] == [text for _, text in texts]
    assert last == ("Last." if texts else "First.\nLast.")
    assert [fence.before.endswith("Then:") for fence in found] == [True] * len(texts)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_and_read_as_it_is(name: str) -> None:
    page = fenced("x", name)
    if "data" not in name:
        assert page.startswith(f'<data name="{name}">\n')
    assert read_fences(page) == ((Fence(name, "x"),), "")


def test_a_name_of_several_lines_is_shown_in_one() -> None:
    assert fenced("", "a\nb\x00c\u2028d").split("\n")[0] == '<data name="a b c d">'


def test_words_may_stand_before_a_text_in_its_line() -> None:
    shown, rest = read_fences(f"The gap: {fenced('It is thin.', 'gap')}\nAnswer.")
    assert [(one.name, one.text, one.before) for one in shown] == [("gap", "It is thin.", "The gap:")]
    assert rest == "Answer."


def test_a_text_that_was_cut_is_read_to_its_end() -> None:
    assert read_fences('Read:\n<data name="a">\none\ntwo') == ((Fence("a", "one\ntwo", "Read:"),), "")


@given(st.text(alphabet=st.characters(exclude_characters="<")))
def test_a_text_without_marks_stays_as_it_is(text: str) -> None:
    assert fenced(text) == f'<data name="text">\n{text}\n</data>'


@pytest.mark.parametrize(
    "text", ["<" + " " * 200_000, "< / " * 100_000, "<" * 200_000, "<\n/" + "\t" * 200_000]
)
def test_no_text_takes_long_to_be_fenced(text: str) -> None:
    found: list[str] = []
    assert worked(lambda: found.append(fenced(text))) < 500
    assert text in found[0]


def test_white_space_in_a_mark_makes_it_no_less_harmless() -> None:
    for mark in ("< data>", "</ data>", "<\t/\ndata x='1'>", "<  /   DATA>"):
        assert mark not in fenced(mark)
