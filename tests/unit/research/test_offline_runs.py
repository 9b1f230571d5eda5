"""The offline agents over folders that nobody made for them: packages of the environment, PDFs and notes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from app.domain.messages import ModelRequest, Reply
from app.domain.usage import Usage
from app.engine.ports import Completed
from app.workflows.common.offline.statements import folded
from app.workflows.research.offline.voices import RESEARCH_VOICES
from tests.support.documents import docx, heading, paragraph, pdf
from tests.support.scripted import Line
from tests.support.study import Study, study

JINJA = (
    "How does Jinja compile a template? What handles loading of templates from the file system? "
    "How are undefined variables treated?"
)
PYGMENTS = (
    "How does Pygments guess a lexer for a text? Where are tokens written as HTML? "
    "What handles the command line? Where is the tram to Samarkand?"
)


def offline(request: ModelRequest) -> Line:
    """Answer as the offline agents do."""
    said = RESEARCH_VOICES["*", request.purpose](request)
    if isinstance(said, Reply):
        usage = Usage(tokens_in=1, tokens_out=1, source="provider", cost=0.0)
        return Completed(said.text, tool_calls=said.tool_calls, finish=said.finish, usage=usage)
    return said


def package(name: str) -> Path:
    """Return the folder of an installed package."""
    found = find_spec(name)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


async def finished(one: Study, folder: Path, brief: str) -> str:
    """Study a folder to the end; return the report."""
    one.folder = folder
    assert await one.open(brief=brief, gate_policy="never_ask") == "finished"
    return one.state.report


def all_verified(one: Study) -> bool:
    """Tell whether every finding is a line that stands where it says, and nothing besides."""
    citations = [citation for finding in one.state.findings for citation in finding.citations]
    assert all(
        folded(finding.description) in folded(citation.quote)
        for finding in one.state.findings
        for citation in finding.citations
    )
    return bool(citations) and all(citation.check == "verified" for citation in citations)


@pytest.mark.nightly
async def test_of_a_package_lines_are_quoted_and_whether_they_answer_is_left_open(tmp_path: Path) -> None:
    async with study(tmp_path, offline, {}) as one:
        report = await finished(one, package("jinja2"), JINJA)
        assert all_verified(one)
        assert "FileSystemLoader" in report
        assert "Rules wrote this, no AI" in report
        assert "Whether they answer it was not judged." in report
        assert {question.state for question in one.state.questions} == {"open"}
        assert one.reason == "partial_convergence", "rules never say that a question is answered"
        assert one.state.coverage.fraction >= 0.7


@pytest.mark.nightly
async def test_a_package_of_more_than_three_hundred_files_is_studied_to_the_end(tmp_path: Path) -> None:
    async with study(tmp_path, offline, {}) as one:
        report = await finished(one, package("pygments"), PYGMENTS)
        scope = one.state.scope
        assert scope is not None
        assert scope.files > 300
        assert all_verified(one)
        for expected in ("lexers/__init__.py", "formatters/html.py", "cmdline.py"):
            assert expected in report
        (absent,) = [question for question in one.state.questions if "Samarkand" in question.text]
        assert absent.state == "absent"
        assert "samarkand" in absent.searched


def notes(folder: Path) -> Path:
    """Write minutes as PDFs, a lease as a DOCX, and notes."""
    folder.mkdir()
    pages = [
        ["Minutes of 3 May", "The tenants of Elm Street met in the hall."],
        ["The rent of the hall is 900 euros a month.", "It was said that the heating is loud."],
        ["The lease of the hall ends on 31 December 2027."],
    ]
    (folder / "minutes-may.pdf").write_bytes(pdf(pages))
    (folder / "minutes-june.pdf").write_bytes(
        pdf([["Minutes of 7 June"], ["Tea was served."], ["The rent of the hall is 950 euros a month."]])
    )
    (folder / "lease.docx").write_bytes(
        docx(
            heading("Term") + paragraph("The lease of the hall ends on 31 December 2027.") + heading("Annex")
        )
    )
    (folder / "note.md").write_text("# Note\n\nThe caretaker has the keys of the hall.\n", encoding="utf-8")
    return folder


async def test_of_documents_the_page_or_heading_is_told_and_what_differs_is_a_conflict(
    tmp_path: Path,
) -> None:
    brief = "What is the rent of the hall? When does the lease of the hall end? Who has the keys of the hall?"
    async with study(tmp_path, offline, {}) as one:
        report = await finished(one, notes(tmp_path / "notes"), brief)
        assert all_verified(one)
        places = {
            (citation.file, citation.place)
            for finding in one.state.findings
            for citation in finding.citations
        }
        assert {
            ("minutes-may.pdf", "page 2"),
            ("minutes-may.pdf", "page 3"),
            ("minutes-june.pdf", "page 3"),
            ("lease.docx", "“Term”"),
            ("note.md", ""),
        } <= places
        assert "page 2" in report
        (conflict,) = one.state.conflicts
        sides = {
            finding.description for finding in one.state.findings if finding.id in (conflict.a, conflict.b)
        }
        assert sides == {
            "The rent of the hall is 900 euros a month.",
            "The rent of the hall is 950 euros a month.",
        }
        ends = next(f for f in one.state.findings if f.description.startswith("The lease of the hall ends"))
        assert {citation.file for citation in ends.citations} == {"minutes-may.pdf", "lease.docx"}
