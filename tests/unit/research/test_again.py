"""A later research takes up what an earlier one knew, each citation looked up anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.workflows.research.face import exports
from app.workflows.research.model import Finding
from app.workflows.research.rules import again
from app.workflows.research.rules.citations import Source, recheck
from app.workflows.research.rules.integration import Known, Ledger, assemble
from app.workflows.research.setup import ResearchSetup
from tests.support.claims import claim, ledger, place, relation
from tests.support.study import DOUBLES, FILES, FIVE, Council, found, study

NEVER = {"gate_policy": "never_ask"}
CONFIRMED = found("A failed charge is retried five times.", ("docs/billing.md", "3", "retried five times"))


def council() -> Council:
    return Council(
        {"explore 1": [FIVE, DOUBLES], "citation 1": [CONFIRMED]},
        relate=lambda pair: "same" if pair["a"] == pair["b"] else "unrelated",
    )


def by_words(known: Known, beginning: str) -> Finding:
    """Return the finding whose description begins so."""
    (one,) = (finding for finding in known.findings if finding.description.startswith(beginning))
    return one


async def earlier(tmp_path: Path) -> str:
    """Run a first research and return its export."""
    async with study(tmp_path / "first", council()) as one:
        assert await one.open(**NEVER, max_iterations=1) == "finished"
        return str(exports.follow_up(one.state)["earlier"])


async def test_what_holds_is_known_from_the_start_with_both_its_voices(tmp_path: Path) -> None:
    text = await earlier(tmp_path)
    async with study(tmp_path / "second", Council({})) as one:
        await one.open(**NEVER, max_iterations=1, earlier=text)
        (carried,) = await one.facts("research_carried_checked")
        assert (carried.held, carried.moved, carried.gone, carried.lost) == (3, 0, 0, ())
        first = by_words(one.state.known, "A failed charge is retried five times.")
        assert first.source_agents == ("earlier citation 1", "earlier explore 1")
        assert first.row == "confirmed"
        assert first.awaits_counter
        assert first.iteration_discovered == 0
        assert {citation.check for citation in first.citations} == {"verified"}
        assert "Citations that hold: 3, moved: 0, gone: 0." in one.state.report


async def test_what_moved_is_found_and_what_is_gone_opens_a_gap_and_is_told(tmp_path: Path) -> None:
    text = await earlier(tmp_path)
    files = {
        **FILES,
        "src/retry.py": "# A new head.\n" * 30 + FILES["src/retry.py"].replace("* 2 **", "* 3 **"),
        "docs/billing.md": FILES["docs/billing.md"] + "One more line.\n",
    }
    async with study(tmp_path / "second", Council({}), files) as one:
        await one.open(**NEVER, max_iterations=1, earlier=text)
        (carried,) = await one.facts("research_carried_checked")
        assert (carried.held, carried.changed, carried.moved, carried.gone) == (1, 1, 1, 1)
        assert carried.lost == ("The wait doubles with each attempt.",)
        first, second = by_words(one.state.known, "A failed"), by_words(one.state.known, "The wait")
        assert {citation.lines for citation in first.citations} == {(33, 33), (3, 3)}
        assert second.confidence == 0.60
        (citation,) = second.citations
        assert (citation.check, citation.lost) == ("unverified", True)
        gaps = {gap.id: gap for gap in one.state.gaps}
        assert gaps[f"gone:{second.id}"].priority == "important"
        assert "No longer in the files: The wait doubles with each attempt." in one.state.report
        assert "Of those that hold, in files that have changed since: 1." in one.state.report
        assert "it stood there in the earlier research, and no longer does" in one.state.report
        assert "it stands at these lines now" in one.state.report


async def test_new_evidence_for_what_was_lost_closes_its_gap(tmp_path: Path) -> None:
    text = await earlier(tmp_path)
    files = {**FILES, "src/retry.py": FILES["src/retry.py"].replace("* 2 **", "* 4 **")}
    again_found = found(
        "The wait doubles with each attempt.",
        ("docs/billing.md", "4", "The wait doubles each time."),
        confirms="f2",
    )
    async with study(tmp_path / "second", Council({"explore 1": [again_found]}), files) as one:
        await one.open(**NEVER, max_iterations=1, earlier=text)
        doubles = by_words(one.state.known, "The wait")
        assert (doubles.id, doubles.confidence) == ("f2", 0.85)
        assert f"gone:{doubles.id}" not in {gap.id for gap in one.state.gaps if gap.status == "open"}


async def test_a_file_left_out_since_is_not_opened_for_an_earlier_citation(tmp_path: Path) -> None:
    text = await earlier(tmp_path)
    async with study(tmp_path / "second", Council({})) as one:
        await one.open(**NEVER, max_iterations=1, earlier=text, left_out=["src/"])
        (carried,) = await one.facts("research_carried_checked")
        assert (carried.held, carried.gone) == (1, 2)
        assert not any(path.startswith("src/") for path in carried.excerpts)


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        "[]",
        "{}nonsense",
        '{"form": "something else"}',
        '{"findings": [{"id": 5}]}',
        '{"form": "roundtable research findings", "version": 99}',
    ],
)
def test_what_is_no_export_is_refused_in_words(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        ResearchSetup(folder=str(tmp_path), brief="?", earlier=text)
    said = str(refused.value)
    assert "no export of findings" in said or "newer version" in said


def told() -> Known:
    disputed = ledger(
        claim("explore 2", "It is five", place("a.py", 1)),
        claim("citation 1", "It is 5 indeed", place("b.py", 1), iteration=2),
        claim("explore 1", "It is seven", place("c.py", 1)),
        claim("explore 1", "It is five on Sundays", place("c.py", 9), number=2),
        claim("explore 1", "A dead end", place("c.py", 20), number=3),
        relations=(
            relation("f4", "f5", "enhances"),
            relation("f1", "f4", "contradicts"),
            relation("f2", "f4", "qualifies"),
        ),
    )
    return assemble(disputed)


def written(known: Known) -> again.Earlier:
    return again.written(known, session="s1", brief="?", folder="src", questions=())


def test_a_research_is_taken_up_as_it_stood() -> None:
    before = written(told())
    read = again.read(before.model_dump_json())
    assert read == before
    same = {name: recheck(c, None) for name, c in again.citations(read).items()}
    held = {name: ("holds", c) for name, c in again.citations(read).items()}
    carried = again.carried(read, held)  # type: ignore[arg-type]  # a word of the standings
    now = assemble(Ledger(claims=list(carried.claims), relations=list(carried.relations)))
    old = told()
    by_words = {finding.description: finding for finding in now.findings}
    assert set(by_words) == {finding.description for finding in old.findings}
    for finding in old.findings:
        after = by_words[finding.description]
        assert (after.confidence, after.status, after.details) == (
            finding.confidence,
            finding.status,
            finding.details,
        )
    assert len(now.conflicts) == len(old.conflicts) == 1
    assert carried.lost == ()
    assert all(standing == "gone" for standing, _ in same.values())
    assert again.carried(read, {}).claims, "what nobody looked up stays, without its citations"


def test_a_third_research_takes_up_what_the_second_took_up() -> None:
    first = written(told())
    held = {name: ("holds", c) for name, c in again.citations(first).items()}
    carried = again.carried(first, held)  # type: ignore[arg-type]  # a word of the standings
    second = written(assemble(Ledger(claims=[*carried.claims, claim("explore 1", "New", place("n.py", 1))])))
    held = {name: ("holds", c) for name, c in again.citations(second).items()}
    third = again.carried(second, held)  # type: ignore[arg-type]  # a word of the standings
    assert len({one.id for one in third.claims}) == len(third.claims)
    assert not any(one.agent.startswith("earlier earlier") for one in third.claims)
    assert {one.description for one in assemble(Ledger(claims=list(third.claims))).findings} >= {"New"}


def test_a_citation_that_never_stood_is_not_counted_as_lost() -> None:
    invented = ledger(claim("explore 1", "Invented", place("a.py", 3, check="unverified")))
    before = written(assemble(invented))
    found_now = {
        name: recheck(c, Source("a.py", "another text\n", "x")) for name, c in again.citations(before).items()
    }
    carried = again.carried(before, found_now)
    assert carried.lost == ()
    assert (carried.held, carried.moved, carried.gone) == (0, 0, 0)


async def test_the_exports_say_what_is_known(tmp_path: Path) -> None:
    async with study(tmp_path, council()) as one:
        await one.open(**NEVER, max_iterations=2)
        points = exports.checkpoints(one.state)
        assert [point["iteration"] for point in points] == list(range(1, one.state.iteration + 1))  # type: ignore[index,call-overload]  # JSON
        first = json.loads(json.dumps(points[0]))
        assert set(first) == {
            "session_id",
            "iteration",
            "timestamp",
            "findings",
            "coverage",
            "files_analyzed",
            "unresolved_conflicts",
            "convergence_status",
            "gaps_identified",
        }
        assert first["session_id"] == one.id
        assert first["timestamp"].endswith("Z")
        assert first["findings"][0]["citations"] == ["docs/billing.md:3", "src/retry.py:3"]
        assert first["convergence_status"] in ("not_converged", "converged", "early", "partial")
        assert all(gap["type"].endswith("_gap") and gap["reason"] for gap in first["gaps_identified"])

        ris = exports.ris(one.state)
        assert ris.count("TY  - ") == ris.count("ER  - ") == 2
        assert "TY  - COMP\r\nTI  - retry\r\nL1  - src/retry.py\r\n" in ris
        assert "N1  - line 3: “retried five times”" in ris
        bib = exports.bibtex(one.state)
        assert "@misc{billing,\n  title = {billing},\n  howpublished = {docs/billing.md}," in bib
        assert r"MAX\_ATTEMPTS = 5" in bib

        exporting = Exporting(one.desk.parts, EXPORTERS, read_json_export)
        files = await exporting.files(one.id, "checkpoints")
        assert sorted(files) == [f"{one.id}-iter-{n}.json" for n in range(1, one.state.iteration + 1)]
        whole = tmp_path / "whole.json"
        await exporting.export(one.id, "json", whole)
        assert json.loads(whole.read_text())["details"]["checkpoints"] == json.loads(json.dumps(points))
