"""A file is called in an answer as it was shown, whatever signs its name has; no slip in a name loses one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.messages import ModelRequest
from app.prompts.fences import one_line, read_fences
from app.prompts.templates import PromptTemplates
from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.rules.file_names import Refused, confined, meant
from app.workflows.draft.rules.files_reply import block, level_after, read_files
from tests.support.desk import desk
from tests.support.drafting import Draft
from tests.support.git_reading import git

ODD = (
    "Chapter 1 (rain), it's on.md",
    "Chapter 2 & after – “dusk”.md",
    "Chapter 3; the quay!.md",
    "Kapitel 4 Übergang, größer.md",
    normalize("NFD", "Kapitel 5 Öde Höhe.md"),
    'Chapter 6 "quoted" & more.md',
    "'Chapter 7 begins with a quote.md",
    " Chapter 8 begins with a blank.md",
    "Chapter 9: who? *all* <them> | [x].md",
    "Chapter 10  two blanks.md",
    "第十一章.md",
    "Chapter 12 " + "ä" * 100 + ".md",
    "Chapter 13.MD",
    "A deep/folder (two)/Chapter 14 = 50 %.md",
    "con.md",
    "back\\slash.md",
    "Chapter 15 </data>.md",
    "Chapitre 16\xa0: la pluie.md",
)
PATTERNS = ("*.md", "**/*.md")
TEMPLATES = PromptTemplates()


def prompt(names: Mapping[str, str]) -> str:
    """Return what a writer is sent for a level of these files."""
    files = tuple(FileText(path=path, text=text) for path, text in names.items())
    asked = LevelAsked(title="Document", patterns=PATTERNS, feedback="x", files=files)
    return TEMPLATES.render("draft/write", asked.model_dump(mode="json"))


def shown(text: str) -> list[str]:
    """Return the names of the level's files as a prompt shows them."""
    fences, _ = read_fences(text)
    first = next(at for at, fence in enumerate(fences) if fence.before.startswith("This is “"))
    return [fence.name for fence in fences[first:] if fence.name != "request"]


@given(
    st.lists(
        st.sampled_from(ODD) | st.text(max_size=40).map("{}.md".format),
        unique_by=one_line,
        max_size=8,
        min_size=1,
    )
)
@example(list(ODD))
@example(["tab\tand\nline.md", "b.md"])
@example(["A.md", "a.md", "Ä.md", normalize("NFD", "Ä.md")])
def test_each_name_that_a_prompt_shows_is_that_file_in_an_answer(names: list[str]) -> None:
    old = {name: f"Text {number}.\n" for number, name in enumerate(names)}
    told = shown(prompt(old))
    assert len(told) == len(names)
    answer = "".join(block(name, f"New {number}.", "FILE") for number, name in enumerate(told))
    read = read_files(answer, PATTERNS, known=names)
    assert read.files == {name: f"New {number}.\n" for number, name in enumerate(names)}
    for word in ("KEEP", "DROP"):
        marks = "".join(f"<<<{word} FILE {name}>>>\n" for name in told)
        read = read_files(marks, PATTERNS, known=names)
        assert set(read.kept if word == "KEEP" else read.dropped) == set(names)
    assert [meant(name, names) for name in told] == names
    assert [meant(f"new {name}", names) for name in told] == names or "new" in "".join(names)


@pytest.mark.parametrize(
    "written",
    [
        lambda name: normalize("NFC", name),
        lambda name: normalize("NFD", name),
        lambda name: f"“{name}”",
        lambda name: f"`{name}`",
        lambda name: f" '{name}' ",
        lambda name: f"./{name}",
        str.upper,
    ],
)
def test_a_name_in_another_normal_form_or_in_quotes_is_the_shown_file(written: Callable[[str], str]) -> None:
    for name in ODD:
        if "\n" not in name:
            assert confined(written(name), PATTERNS, ODD) == name


def test_of_two_files_that_differ_in_case_alone_each_is_itself_and_neither_is_guessed() -> None:
    both = ("Rain.md", "rain.md")
    assert [confined(name, PATTERNS, both) for name in both] == list(both)
    refused = confined("RAIN.md", PATTERNS, both)
    assert isinstance(refused, Refused)
    assert "Rain.md, rain.md" in str(refused.why)


OLD = {
    "Chapter 1 (rain), it's on.md": "Rain.\n",
    "Chapter 2 & after.md": "After.\n",
    "Chapter 3; the quay!.md": "Quay.\n",
}


def test_a_name_that_lacks_signs_is_the_file_that_was_shown_with_them_and_it_is_told() -> None:
    answer = (
        block("Chapter 1 rain its on.md", "Snow.")
        + "<<<KEEP FILE Chapter 2 after.md>>>\n<<<DROP FILE chapter 3 the quay.md>>>\n"
    )
    read = read_files(answer, PATTERNS, known=tuple(OLD))
    after = level_after(OLD, read)
    assert after.files == {"Chapter 1 (rain), it's on.md": "Snow.\n", "Chapter 2 & after.md": "After.\n"}
    assert read.dropped == ("Chapter 3; the quay!.md",)
    assert "“Chapter 1 rain its on.md” was taken for Chapter 1 (rain), it's on.md, which was shown." in map(
        str, read.mends
    )


def test_a_new_file_of_like_letters_is_new_where_the_shown_one_came_too() -> None:
    answer = block("Chapter 1 (rain), it's on.md", "One.") + block("Chapter 1 rain its on.md", "Two.")
    read = read_files(answer, PATTERNS, known=tuple(OLD))
    assert set(read.files) == {"Chapter 1 (rain), it's on.md", "Chapter 1 rain its on.md"}


def test_nothing_goes_by_a_slip_in_a_name_and_what_is_dropped_by_name_goes() -> None:
    others = "<<<KEEP FILE Chapter 1 (rain), it's on.md>>>\n<<<KEEP FILE Chapter 2 & after.md>>>\n"
    slipped = read_files(others + block("Chapter 3 the quays.md", "New."), PATTERNS, known=tuple(OLD))
    assert set(level_after(OLD, slipped).files) == {*OLD, "Chapter 3 the quays.md"}
    assert level_after(OLD, slipped).unsaid == ()
    dropped = "<<<DROP FILE Chapter 3; the quay!.md>>>\n"
    renamed = read_files(
        others + dropped + block("Chapter 3 the quays.md", "New."), PATTERNS, known=tuple(OLD)
    )
    assert "Chapter 3; the quay!.md" not in level_after(OLD, renamed).files
    other = read_files(others + block("Chapter 4 the sea.md", "New."), PATTERNS, known=tuple(OLD))
    assert level_after(OLD, other).unsaid == ("Chapter 3; the quay!.md",), "as before: nobody names it"


# --- a whole draft -----------------------------------------------------------------------------------


@asynccontextmanager
async def document(tmp_path: Path, names: tuple[str, ...]) -> AsyncIterator[Draft]:
    """Open a draft over a folder of files with these names, under git."""
    folder = tmp_path / "text"
    for name in names:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"Mara walks. This is {len(name)}.\n", encoding="utf-8")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "One"]):
        git(folder, *command)
    made: list[Draft] = []
    async with desk(tmp_path / "data", lambda request: made[0].say(request)) as d:  # noqa: PLW0108  it is made below
        made.append(Draft(d, folder))
        yield made[0]


def renaming(request: ModelRequest, name: Callable[[str], str] = lambda name: name) -> str:
    """Write every file anew, under the names that the prompt shows."""
    text = request.messages[1].text
    fences, rest = read_fences(text)
    tag = re.findall(r"<<<END (\S+)>>>", rest)[0]
    told = {fence.name: fence.text for fence in fences if "Mara" in fence.text and fence.name != "request"}
    return "".join(block(name(one), body.replace("Mara", "Nora"), tag) for one, body in told.items())


@pytest.mark.asyncio
async def test_a_word_is_changed_in_files_of_every_name_and_none_is_deleted_or_made(tmp_path: Path) -> None:
    async with document(tmp_path, ODD) as draft:
        draft.scripts["draft_write"] = renaming
        await draft.open(template="document")
        await draft.change("Call her Nora.")
        made = draft.state.now.attempts[-1].made  # type: ignore[union-attr]
        assert (sorted(made.paths), made.deleted, made.told) == (sorted(ODD), (), ())
        await draft.answer("accept")
        told = git(draft.folder, "show", "-z", "--name-status", "--format=")
        status = told.strip("\0").split("\0")
        changed = dict(zip(status[1::2], status[::2], strict=True))
        assert {name: how for name, how in changed.items() if not name.startswith(".")} == dict.fromkeys(
            ODD, "M"
        )


@pytest.mark.asyncio
async def test_a_file_whose_name_no_commit_can_hold_is_left_out_and_told(tmp_path: Path) -> None:
    async with document(tmp_path, ("a.md", "tab\tand\nline.md")) as draft:
        draft.scripts["draft_write"] = renaming
        await draft.open(template="document")
        await draft.change("Call her Nora.")
        await draft.answer("accept")
        assert "Nora" in (draft.folder / "a.md").read_text(encoding="utf-8")
        assert list(draft.state.left_out) == ["tab\tand\nline.md"]


@pytest.mark.asyncio
async def test_a_writer_that_slips_in_a_name_is_asked_again_and_the_file_stays_whatever_it_says(
    tmp_path: Path,
) -> None:
    async with document(tmp_path, ("Chapter 1 the rain.md", "Chapter 2 the quay.md")) as draft:
        draft.scripts["draft_write"] = lambda r: renaming(r, lambda name: name.replace("rain", "rains"))
        await draft.open(template="document")
        await draft.change("Call her Nora.")
        first, second = [request for request in draft.requests if request.purpose == "draft_write"]
        del first
        assert "“Chapter 1 the rains.md” was not shown to you" in second.messages[-1].text
        made = draft.state.now.attempts[-1].made  # type: ignore[union-attr]
        assert made.deleted == ()
        assert any("Chapter 1 the rain.md stays as it is" in str(line) for line in made.told)


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["What? (1) *.md", "a:b & c.md"])
async def test_one_file_alone_may_have_any_name_and_no_other_is_touched(tmp_path: Path, name: str) -> None:
    async with document(tmp_path, (name, "Whatx (1) y.md")) as draft:
        draft.scripts["draft_write"] = renaming
        await draft.open(template="document", file=name)
        await draft.change("Call her Nora.")
        await draft.answer("accept")
        assert "Nora" in (draft.folder / name).read_text(encoding="utf-8")
        assert "Mara" in (draft.folder / "Whatx (1) y.md").read_text(encoding="utf-8")
