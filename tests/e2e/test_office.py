"""What goes out as a Word document, opened and worked on by LibreOffice itself, without a screen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import pytest

from app.diffing import compare
from app.export.word.frame import word_file
from app.export.word.markup import Stamp
from app.export.word.setting import lists_of
from app.export.word.tracked import Numbers, Remark, tracked_paragraphs
from app.services.returning import Returning
from tests.e2e.test_returning import END, run_to_acceptance, sent, sentences
from tests.support.drafting import CHAPTERS, drafting
from tests.support.office import Office, missing, no_comments

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(bool(missing()), reason=missing() or "LibreOffice is here"),
    pytest.mark.timeout(900),
]
AT = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
ADA, BO = Stamp("Ada", AT), Stamp("Bo", AT)
PIECES = (
    *("The sea was calm.", "Mara waited for the boat.", "# One", "- item", "> said", "**bold** word", "x"),
    *("\n", "\n\n", " ", "\t tab", "é", "日本語 text", "1. two", "The keeper of the lighthouse slept on."),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with Office(tmp_path_factory.mktemp("office")) as one:
        yield one


@pytest.fixture(scope="module")
def comments(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Leave out what needs comments where LibreOffice has no window for them."""
    reason = no_comments(tmp_path_factory.mktemp("plain"))
    if reason:
        pytest.skip(reason)


def document(old: str, new: str, *remarks: Remark) -> bytes:
    numbers = Numbers()
    body, notes = tracked_paragraphs(old, new, ADA, numbers, remarks)
    return word_file(body, title="A text", at=AT, notes=notes, numbering=lists_of(numbers.lists))


def forty() -> tuple[str, str]:
    """Return a text of forty paragraphs, each with one word of its own changed."""
    old = [f"Paragraph {n} says that the boat number {n} came late to the harbour." for n in range(40)]
    new = [line.replace("late", f"early in month {n}") for n, line in enumerate(old)]
    return "# Boats\n\n" + "\n\n".join(old) + "\n", "# Boats\n\n" + "\n\n".join(new) + "\n"


def mixed() -> tuple[str, str]:
    """Return a text with forty changes of all kinds: words, lines that go or come, lists, headings."""
    old, new = ["# Boats"], ["# Boats"]
    for n in range(40):
        line = f"Paragraph {n} says that the boat number {n} came late to the harbour."
        old += [f"The watch of night {n} was long and nobody spoke.", line] if n % 4 == 1 else [line]
        new += (
            [line, f"- A list tells of boat {n}", f"- and of its crew of {n}"]
            if n % 4 == 2
            else [f"## Night {n}", line.replace("late", "early")]
            if n % 4 == 3
            else [line.replace("came late", "never came")]
            if n % 4 == 0
            else [line]
        )
    return "\n\n".join(old) + "\n", "\n\n".join(new) + "\n"


@pytest.mark.parametrize("texts", [forty(), mixed()], ids=["words", "of all kinds"])
def test_forty_changes_accepted_give_the_new_text_and_rejected_the_old_byte_for_byte(
    office: Office, tmp_path: Path, texts: tuple[str, str]
) -> None:
    old, new = texts
    assert len(compare(old, new).hunks) >= 40
    path = tmp_path / "text.docx"
    path.write_bytes(document(old, new))
    office.do("open", str(path))
    assert len(office.do("changes")) >= 40
    assert {author for _, author in office.do("changes")} == {"Ada"}
    office.do("command", "AcceptAllTrackedChanges")
    assert office.do("text") == new
    assert office.do("changes") == []
    office.do("close")
    office.do("open", str(path))
    office.do("command", "RejectAllTrackedChanges")
    assert office.do("text") == old
    office.do("close")


def test_changes_are_accepted_and_rejected_one_by_one(office: Office, tmp_path: Path) -> None:
    old, new = forty()
    compared = compare(old, new)
    path = tmp_path / "text.docx"
    path.write_bytes(document(old, new))
    office.do("open", str(path))
    rejected = [3, 7, 20, 39]
    # Each is a word that goes and one that comes.
    office.do("decide", False, [place for n in rejected for place in (2 * n, 2 * n + 1)])
    assert len(office.do("changes")) == 72
    office.do("command", "AcceptAllTrackedChanges")
    assert office.do("text") == compared.compose([n for n in range(40) if n not in rejected])
    office.do("close")


@pytest.mark.usefixtures("comments")
def test_a_reviewers_comment_stands_at_its_words(office: Office, tmp_path: Path) -> None:
    old, new = forty()
    path = tmp_path / "text.docx"
    remarks = [
        Remark(BO, "Which month?", "early in month 7"),
        Remark(ADA, "Is it a heading?\nSurely.", "Boats"),
        Remark(BO, "All of them?", "the boat number 30 came"),
    ]
    path.write_bytes(document(old, new, *remarks))
    office.do("open", str(path))
    assert office.do("comments") == [
        ["Ada", "Is it a heading?\nSurely.", "Boats"],
        ["Bo", "All of them?", "the boat number 30 came"],
        ["Bo", "Which month?", "early in month 7"],
    ]
    office.do("close")


def not_so(office: Office, folder: Path, old: str, new: str) -> list[tuple[str, str, str]]:
    """Return what it makes of a tracked change that is taken in or back, where that is not the text."""
    path, found = folder / "text.docx", []
    path.write_bytes(document(old, new))
    for name, wanted in (("AcceptAllTrackedChanges", new), ("RejectAllTrackedChanges", old)):
        office.do("open", str(path))
        office.do("command", name)
        found.append((name, wanted, office.do("text")))
        office.do("close")
    return [one for one in found if one[1] != one[2]]


def test_texts_of_every_shape_come_back_from_it(office: Office, tmp_path: Path) -> None:
    wrong: list[tuple[object, ...]] = []
    for seed in range(120):
        chance = random.Random(seed)
        old = "".join(chance.choice(PIECES) for _ in range(chance.randint(0, 14)))
        kept = [one for one in old.split(" ") if chance.random() > 0.2]
        new = " ".join(kept) + "".join(chance.choice(PIECES) for _ in range(chance.randint(0, 3)))
        wrong += [(seed, *one) for one in not_so(office, tmp_path, old, new)]
    assert wrong == []


TINY = ("", "a", "b\n", "\n", "c\nb", "c\nb\n\n", "c d\n\n", "a\n\n", "aa\n", "\na\n", "c e\n\n\n")


def test_tiny_texts_keep_their_empty_lines_in_it(office: Office, tmp_path: Path) -> None:
    wrong: list[tuple[object, ...]] = []
    for old, new in permutations(TINY, 2):
        wrong += [(old, new, *one) for one in not_so(office, tmp_path, old, new)]
    assert wrong == []


@pytest.mark.usefixtures("comments")
async def test_what_is_done_in_it_comes_back_as_decisions_edits_marks_and_moves(
    office: Office, tmp_path: Path
) -> None:
    moved = "The watch of the second night was long and nobody spoke a word."
    texts = {**CHAPTERS, END: CHAPTERS[END] + f"\n{moved}\n\nThe morning came.\n\nThey went home.\n"}
    async with drafting(tmp_path, texts) as draft:
        await run_to_acceptance(draft, texts)
        path, back = tmp_path / "out.docx", tmp_path / "back.docx"
        path.write_bytes(await sent(draft.desk.parts, draft.id))
        office.do("author", "Anna")
        office.do("open", str(path))
        assert len(office.do("changes")) == 4
        office.do("decide", False, [2, 3])
        office.do("decide", True, [0, 1])
        office.do("recording", True)
        office.do("replace", "The morning came.", "A grey morning came.")
        office.do("recording", False)
        office.do("move_line", moved, "They went home.")
        office.do("comment", "went home", "Bea", "Which home?")
        office.do("save", str(back))
        office.do("close")
        returning = Returning(draft.desk.sessions)
        found = await returning.read(back)
        (text,) = found.texts
        assert text.back.changes == ("taken", "not_taken")
        assert set(found.authors) == {"Anna", "Bea"}
        assert [one.moved for one in text.back.edits].count(True) == 1
        (comment,) = found.comments
        assert (comment.author, comment.text, comment.quote) == ("Bea", "Which home?", "went home")
        assert "Of 2 changes that went out: 1 accepted, 1 rejected." in sentences(found)
        await returning.take_in(found)
        assert await draft.answer("accept") == "draft_feedback"
        want = texts[END].replace("wins clearly", "barely wins").replace("The morning", "A grey morning")
        want = want.replace(f"{moved}\n\n", "").rstrip("\n") + f"\n\n{moved}\n"
        assert draft.read(END) == want
        (note,) = await draft.facts("note_added")
        assert note.text == "Bea: Which home?\n\n“went home”"


@pytest.mark.usefixtures("comments")
async def test_a_report_opens_with_its_headings_tables_and_comments(office: Office, tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        await run_to_acceptance(draft)
        await draft.answer("accept")
        path = tmp_path / "report.docx"
        path.write_bytes(await sent(draft.desk.parts, draft.id, "docx"))
        office.do("open", str(path))
        text = office.do("text")
        assert "Who took part, and what it cost" in text
        assert office.do("tables") >= 1
        office.do("command", "AcceptAllTrackedChanges")
        assert "barely wins" in office.do("text")
        office.do("close")
