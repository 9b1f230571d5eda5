"""What is exported of a draft: every attempt with its verdict and what was decided, and the accepted text."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from app.domain.errors import InputError
from app.engine.exporting import ExportRequest
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.workflows.draft.face.exports import EXPORTS, accepted_text, debug_files
from tests.support.drafting import CHAPTERS, PREMISE, Draft, drafting, explanation, files, verdict

END = "chapter-beats/03-end.md"


def said_twice() -> Any:
    """Return a judge that is not content with the first attempt."""
    words = iter(["needs_revision", "approved", "approved", "approved"])
    return lambda request: verdict(next(words), "Because.", specific_issues=["Too bright"])


async def run_two(draft: Draft) -> None:
    """Accept an iteration of two attempts, and reject another."""
    numbers = iter(range(1, 9))
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: f"# 3\n\nDark {next(numbers)}.\n"})
    draft.scripts["draft_judge"] = said_twice()
    draft.scripts["draft_explain"] = lambda request: explanation(END)
    await draft.open()
    await draft.answer("target", level="chapters")
    assert await draft.change("Make the end darker") == "draft_judge"
    assert await draft.answer("continue") == "draft_acceptance"
    assert await draft.answer("accept") == "draft_feedback"
    assert await draft.change("Brighter again") == "draft_acceptance"
    assert await draft.answer("reject") == "draft_feedback"


async def test_the_debug_folder_holds_every_attempt_its_verdict_and_the_decision(draft: Draft) -> None:
    await run_two(draft)
    found = debug_files(await draft.records())
    folders = list(dict.fromkeys(path.split("/")[0] for path in found))
    assert len(folders) == 2
    assert all(name.startswith("iteration_chapters_") for name in folders)
    parted = {path: path.split("/") for path in found}
    first = {name: found[path] for path, (folder, name) in parted.items() if folder == folders[0]}
    assert sorted(first) == [
        "attempt_1_judge_verdict.json",
        "attempt_1_raw.md",
        "attempt_2_judge_verdict.json",
        "attempt_2_raw.md",
        "final_semantic_diff.md",
        "user_decision.txt",
    ]
    assert "Dark 1." in first["attempt_1_raw.md"].decode()
    assert "Dark 2." in first["attempt_2_raw.md"].decode()
    judged = json.loads(first["attempt_1_judge_verdict.json"])
    assert (judged["verdict"], judged["reasoning"]) == ("needs_revision", "Because.")
    assert judged["specific_issues"] == ["Too bright"]
    assert first["user_decision.txt"] == b"accepted\n"
    assert found[f"{folders[1]}/user_decision.txt"] == b"rejected\n"


async def test_several_writers_have_files_of_their_own_and_hidden_names_stay_hidden(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: f"# 3\n\n{request.seat}.\n"})
    await draft.open(writers=2)
    assert await draft.change("Make the end darker") == "draft_pick"
    records = await draft.records()
    names = sorted(path.split("/")[1] for path in debug_files(records))
    assert names == [
        "attempt_1_Bob_judge_verdict.json",
        "attempt_1_Bob_raw.md",
        "attempt_1_judge_verdict.json",
        "attempt_1_raw.md",
    ]
    hidden = debug_files(records, hide_names=True)
    assert not [path for path in hidden if "Bob" in path]


async def test_the_accepted_text_is_that_of_the_lowest_level_in_its_order(tmp_path: Path) -> None:
    prose = {"chapters/10.md": "Ten.\n", "chapters/2.md": "Two.\n\n"}
    async with drafting(tmp_path, {**CHAPTERS, **prose}) as draft:
        await draft.open()
        assert accepted_text(draft.state) == "Two.\n\nTen.\n"
        request = ExportRequest(draft.id, await draft.records())
        forms = {form.name: form for form in EXPORTS}
        assert dict(forms["text"].files(draft.state, request)) == {"text.md": b"Two.\n\nTen.\n"}
        assert dict(forms["attempts"].files(draft.state, request)) == {}, "nothing was tried yet"


async def test_signs_that_nobody_sees_stand_as_marks_in_the_accepted_text(tmp_path: Path) -> None:
    hidden = "One\u202e, \x1b[31mtwo\u200b. میخواهم 👩\u200d🚀\n"
    async with drafting(tmp_path, {**CHAPTERS, "chapters/1.md": hidden}) as draft:
        await draft.open()
        forms = {one.name: one for one in EXPORTS}
        request = ExportRequest(draft.id, await draft.records())
        made = forms["text"].files(draft.state, request)["text.md"].decode()
    assert made == "One⟦U+202E⟧, ␛[31mtwo⟦U+200B⟧. میخواهم 👩\u200d🚀\n"


async def test_the_accepted_text_is_a_word_document_with_nothing_else_in_it(tmp_path: Path) -> None:
    prose = {
        "chapters/1.md": "# 1 The start\n\nIt *began*.\n\n* * *\n\nLater.\n",
        "chapters/2.md": "# 2 The end\n",
    }
    async with drafting(tmp_path, {**CHAPTERS, **prose}) as draft:
        await draft.open()
        exporting = Exporting(draft.desk.parts, EXPORTERS, read_json_export)
        content = await exporting.content(draft.id, "text-docx")
        document = Document(BytesIO(content))
        written, said = document.paragraphs, document.core_properties
        # No chapter's title, and not as if the program had written it.
        assert (said.title, said.author) == ("My novel", "")
        assert [(one.style and one.style.name, one.text) for one in written if one.text.strip()] == [
            ("Heading 1", "1 The start"),
            ("Normal", "It began."),
            ("Normal", "* * *"),
            ("Normal", "Later."),
            ("Heading 1", "2 The end"),
        ]
        assert await exporting.glance(draft.id, "text-docx") == accepted_text(draft.state)
        assert await exporting.glance(draft.id, "text") is None


@pytest.mark.parametrize("form", ["text", "text-docx"])
async def test_where_nothing_was_written_no_empty_text_is_exported(tmp_path: Path, form: str) -> None:
    async with drafting(
        tmp_path, {"premise/premise_metadata.json": '{"title": "A", "premise": "B"}'}
    ) as draft:
        await draft.open()
        exporting = Exporting(draft.desk.parts, EXPORTERS, read_json_export)
        with pytest.raises(InputError, match="There is no accepted text yet"):
            await exporting.content(draft.id, form)


async def test_figures_of_the_project_stand_in_its_summary_and_its_report(draft: Draft) -> None:
    await run_two(draft)
    plugin = draft.desk.parts.plugins["draft"]
    assert plugin.summary(draft.state)["draft_attempts"] == 2
    report = {one.title: one.markdown for one in plugin.report(draft.state).documents}
    assert "- An acceptance took 2 attempts on average." in report["Figures"]
    assert report["Words per file"] == "- `chapter-beats/03-end.md`: 10 → 4 words, accepted once"


async def test_a_text_that_is_json_stands_in_a_report_with_its_lines_as_they_are(tmp_path: Path) -> None:
    async with drafting(tmp_path, {"taxonomy.json": '{"genre": "fantasy"}\n'}) as draft:
        premise = '{\n  "title": "The *watch*",\n  "premise": "Marcus wakes."\n}\n'
        draft.scripts["draft_write"] = lambda request: files({PREMISE: premise})
        await draft.open()
        await draft.answer("generate", level="premise")
        await draft.answer("accept")
        exporting = Exporting(draft.desk.parts, EXPORTERS, read_json_export)
        report = (await exporting.content(draft.id, "md")).decode()
        quoted = "".join(f"> {line}\n" for line in ("```json", *premise.splitlines(), "```"))
        assert f"**Ann**\n{quoted}" in report
