"""Single cases a person would notice."""

from __future__ import annotations

import pytest

from app.diffing import change_ratio, diff_texts, similarity
from app.diffing.alignment import align
from app.diffing.tokens import tokenize
from tests.support.readable import rebuilt


def shown(old: str, new: str) -> list[tuple[str, str]]:
    return [(span.kind, span.text) for span in diff_texts(old, new)]


def test_one_changed_word_is_one_change() -> None:
    assert shown("The cat sat here.", "The dog sat here.") == [
        ("equal", "The "),
        ("delete", "cat"),
        ("insert", "dog"),
        ("equal", " sat here."),
    ]


def test_tiny_equal_text_between_two_edits_is_read_as_one_edit() -> None:
    assert shown("alpha or beta tail end", "gamma or delta tail end") == [
        ("delete", "alpha or beta"),
        ("insert", "gamma or delta"),
        ("equal", " tail end"),
    ]


@pytest.mark.parametrize("whole", ["👩\u200d👩\u200d👧", "e\u0301", "🇩🇪", "👍🏽", "\r\n"])
def test_a_grapheme_is_never_cut(whole: str) -> None:
    assert any(whole in token for token in tokenize("a " + whole + " b"))


def test_flags_side_by_side_stay_whole() -> None:
    assert tokenize("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


def test_scripts_without_spaces_are_compared_by_character() -> None:
    assert diff_texts("今日は晴れです", "今日は雨です")[0].text == "今日は"
    assert 0 < change_ratio("今日は晴れです", "今日は雨です") < 0.5


def test_two_empty_texts_have_not_changed() -> None:
    assert change_ratio("", "") == 0.0
    assert diff_texts("", "") == ()
    assert align("", "") == ()


def test_a_text_against_nothing_has_changed_wholly() -> None:
    assert change_ratio("", "new words") == 1.0
    assert change_ratio("old words", "") == 1.0


def test_deletions_and_changed_numbers_count_as_change() -> None:
    assert change_ratio("It costs 12 dollars.", "It costs 21 dollars.") > 0
    assert change_ratio("Keep this. Drop that.", "Keep this.") > 0.4


def test_paragraphs_inside_a_replaced_run_are_paired_by_likeness() -> None:
    old = (
        "Intro stays.\n\nThe first point is about money and time.\n\n"
        "The second point is about people at work.\n"
    )
    new = (
        "Intro stays.\n\nSomething wholly unlike precedes!\n\nThe first point is about money and effort.\n\n"
        "The second point is about teams at work.\n"
    )
    assert [row.kind for row in align(old, new)] == ["unchanged", "inserted", "changed", "changed"]


def test_a_moved_paragraph_names_the_row_it_moved_to() -> None:
    one, two, three = "One is the first.", "Two is another thing.", "Three ends here now."
    rows = align(f"{one}\n\n{two}\n\n{three}", f"{two}\n\n{three}\n\n{one}")
    moved = [(index, row.moved) for index, row in enumerate(rows) if row.moved is not None]
    assert len(moved) == 2
    assert moved[0] == moved[1][::-1]


def test_changed_spacing_alone_is_told_without_a_changed_row() -> None:
    row = align("a b\n\nc", "a b\n\n\n\nc")[0]
    assert row.kind == "unchanged"
    assert row.spacing_changed


def test_long_texts_with_nothing_in_common_end_soon_and_exactly() -> None:
    old = " ".join(f"a{i % 97} b{i % 89}" for i in range(2_000))
    new = " ".join(f"b{i % 83} a{i % 79}" for i in range(2_000))
    found = diff_texts(old, new)
    assert rebuilt(found) == (old, new)
    assert change_ratio(old, new) == change_ratio(old, new)


def test_similarity_is_the_cosine_of_folded_word_counts() -> None:
    assert similarity(["a b", "A c"]) == pytest.approx(0.5)
    assert similarity(["a", "a", "b"]) == pytest.approx(1 / 3)
    assert similarity(["", "a"]) == 0.0
    assert similarity(["", ""]) == 1.0
    assert similarity(["alone"]) == 1.0


@pytest.mark.parametrize("granularity", ["character", "word", "sentence", "line"])
def test_a_long_text_is_cut_as_its_lines_are(granularity: str) -> None:
    lines = [f"Line {n}. It isn't 12.5 long!\r\n" if n % 3 else "e\u0301 文字 👍🏽\n\n" for n in range(9_000)]
    tokens = [token for line in lines for token in tokenize(line, granularity)]
    assert tokenize("".join(lines), granularity) == tokens


@pytest.mark.parametrize(
    "text",
    ["." * 60_000, '."' * 15_000, "x" * 100_000, "\n" * 30_000, "e" + "\u0301" * 50_000, "a. " * 15_000],
)
def test_texts_that_repeat_one_thing_end_soon(text: str) -> None:
    for granularity in ("character", "word", "sentence", "line"):
        found = diff_texts(text, text[1:] + "!", granularity)
        assert rebuilt(found) == (text, text[1:] + "!")
