"""One file alone as a document: its folder's other files are neither read nor touched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import InputError
from app.domain.gates import GatePlace
from app.domain.messages import ModelRequest
from app.engine.ports import Completed
from app.engine.record_words import own_line
from app.services.sessions import check_setup
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.face.record_words import RECORD_WORDS
from tests.support.drafting import TEAM, drafting, files, files_shown, history_shown
from tests.support.scripted import Line

LETTER = "Dear Ilse,\n\nI am well.\n"
OTHERS = {"shopping.md": "Bread.\n", "notes/diary.md": "Rain.\n", "data.csv": "1,2\n"}


def warmer(request: ModelRequest) -> Line:
    del request
    return files({"letter.md": "Dear Ilse,\n\nI am very well.\n"})


def named(file: Path, **more: Any) -> dict[str, Any]:
    return {"project": str(file), "template": "", **more}


async def test_only_the_file_is_read_changed_and_committed(tmp_path: Path) -> None:
    async with drafting(tmp_path, {"letter.md": LETTER, **OTHERS}) as draft:
        draft.scripts["draft_write"] = warmer
        assert await draft.open(**named(draft.folder / "letter.md")) == "waiting"
        assert (draft.payload["project"], draft.payload["paths"]) == ("letter.md", ["letter.md"])
        assert (draft.payload["kind"], draft.payload["target"]) == ("Single document", "document")
        assert await draft.change("Say it more warmly", target="document") == "draft_acceptance"
        (asked,) = draft.asked("draft_write")
        assert [*files_shown(asked, "as it is, ")] == ["letter.md"]
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read("letter.md").endswith("I am very well.\n")
        assert draft.git("show", "--name-only", "--format=", "HEAD").split() == [
            ".roundtable/project.toml", "letter.md",
        ]  # fmt: skip
        assert "Roundtable-File: letter.md" in draft.git("log", "-1", "--format=%B")
        untracked = draft.git("status", "--porcelain").split()
        assert untracked == ["??", "data.csv", "??", "notes/", "??", "shopping.md"]
        for path, text in OTHERS.items():
            assert draft.read(path) == text


async def test_a_folder_of_chapters_is_called_no_single_document(tmp_path: Path) -> None:
    async with drafting(tmp_path, {"01.md": "# One\n", "02.md": "# Two\n"}) as draft:
        await draft.open(**named(draft.folder))
        assert draft.payload["kind"] == "Folder of texts"


async def test_each_file_has_one_session_and_what_was_asked_of_another_is_not_given_with_it(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, {"letter.md": LETTER, **OTHERS}) as draft:
        draft.scripts["draft_write"] = warmer
        await draft.open(**named(draft.folder / "letter.md"))
        await draft.change("Say it more warmly", target="document")
        await draft.answer("accept")
        sessions, first = draft.desk.sessions, draft.id
        for file, found in (("letter.md", first), ("shopping.md", None), ("", None)):
            setup = named(draft.folder / file)
            assert await sessions.going_on("draft", setup) == found
        await sessions.detach(first)
        draft.scripts["draft_write"] = lambda request: files({"shopping.md": "Bread and salt.\n"})
        await draft.open(**named(draft.folder / "shopping.md"))
        await draft.change("Add salt", target="document")
        assert history_shown(draft.asked("draft_write")[-1]) == []
        await draft.answer("accept")
        assert draft.state.past[-1].number == 2
        assert [one["number"] for one in draft.payload["undoable"]] == [2]
        assert await draft.take_back() == "draft_feedback"
        assert draft.read("shopping.md") == OTHERS["shopping.md"]
        assert draft.read("letter.md").endswith("I am very well.\n")
        draft.git("fsck", "--strict")


async def test_a_file_that_is_not_there_yet_is_written_where_it_was_named(tmp_path: Path) -> None:
    async with drafting(tmp_path, OTHERS) as draft:
        draft.scripts["draft_write"] = lambda request: "# A plan\n\nFirst of all.\n"
        await draft.open(**named(draft.folder / "plan.md"))
        assert await draft.answer("generate", level="document") == "draft_acceptance"
        assert not (draft.folder / "plan.md").exists()
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read("plan.md") == "# A plan\n\nFirst of all.\n"


async def test_a_file_of_a_project_with_levels_is_refused_and_the_way_is_named(tmp_path: Path) -> None:
    mine = {".roundtable/project.toml": 'id = "x"\ntemplate = "novel"\n', "ideas.md": "Ideas.\n"}
    async with drafting(tmp_path, mine) as draft:
        with pytest.raises(InputError, match=r"ideas\.md lies in a project of the template") as refused:
            await draft.open(**named(draft.folder / "ideas.md"))
        assert str(refused.value.next) == "Open the folder in place of the file."


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"file": "letter.docx"}, "lies in the folder itself and ends in .md, .markdown, .txt"),
        ({"file": "sub/letter.md"}, "lies in the folder itself"),
        ({"file": ".hidden.md"}, "lies in the folder itself"),
        ({"file": "letter.md", "template": "novel"}, "one file alone is a single document"),
    ],
)
async def test_a_file_that_a_draft_cannot_work_on_is_refused_in_words(
    tmp_path: Path, values: dict[str, str], says: str
) -> None:
    async with drafting(tmp_path) as draft:
        plugin = draft.desk.parts.plugin("draft")
        with pytest.raises(InputError, match=re.escape(says)):
            check_setup(plugin, {"project": str(tmp_path), **values})
        if "docx" in values["file"]:
            # Also where it is there: a name like that is no folder's.
            (draft.folder / "letter.docx").write_bytes(b"PK")
        with pytest.raises(InputError, match=r"ends in \.md"):
            await draft.desk.sessions.create("draft", named(draft.folder / "letter.docx"), TEAM)


SHORTER = "Dear Ilse, I am well, and so are the cats and the neighbours."


async def test_an_answer_without_marks_is_taken_for_the_only_file_where_it_is_a_form_of_its_text(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, {"letter.md": LETTER}) as draft:
        draft.scripts["draft_write"] = lambda request: SHORTER
        await draft.open(template="document")
        assert await draft.change("Say more", target="document") == "draft_acceptance"
        assert draft.told("warnings") == ["The answer names no file; it was taken for letter.md."]
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read("letter.md").strip() == SHORTER


@pytest.mark.parametrize(
    ("answer", "finish", "told"),
    [
        ("Sure! What would the author like to have?", "stop", "The answer begins: “Sure! What would"),
        (SHORTER, "length", "The answer was cut off; it begins: “Dear Ilse, I am well"),
    ],
)
async def test_an_answer_that_is_no_text_of_the_level_is_shown_and_judged_by_nobody(
    tmp_path: Path, answer: str, finish: str, told: str
) -> None:
    async with drafting(tmp_path, {"letter.md": LETTER}) as draft:
        draft.scripts["draft_write"] = lambda request: Completed(answer, finish=finish)
        await draft.open(template="document")
        assert await draft.change("Say more", target="document") == "draft_judge"
        assert draft.payload["issues"] == ["The answer holds no file of this level."]
        assert draft.told("told")[0].startswith(told)
        brief = GATES["draft_judge"].lines(draft.payload, GatePlace())
        assert str(brief[0]).startswith(told), "and it stands in the bar: no file says why there is none"
        (made,) = await draft.facts("draft_attempted")
        assert told in str(own_line(RECORD_WORDS, made)), "the log and the terminal tell it, too"
        assert not draft.asked("draft_judge")
        assert draft.lines()[1].startswith(told)
        assert "accept" not in draft.gate.fact.verbs, "there is nothing to take"
        assert await draft.answer("cancel") == "draft_feedback"
        assert not draft.asked("draft_explain")
        assert draft.read("letter.md") == LETTER
