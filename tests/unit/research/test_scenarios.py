"""The source's five scenarios, and those of agents that fail or invent, from the brief to the report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.workflows.research.face.finding_tabs import FINDINGS
from app.workflows.research.state import ResearchState
from tests.support.clocks import ManualClock
from tests.support.lab import calling
from tests.support.scripted import Line
from tests.support.study import DOUBLES, FILES, FIVE, Council, findings_shown, found, study

NEVER = {"gate_policy": "never_ask"}
THREE = found(
    "A failed charge is retried three times.", ("docs/old.md", "3", "retried three times"), question="q1"
)
IN_NOTES = found("A failed charge is retried five times.", ("docs/billing.md", "3", "retried five times"))
DOUBLES_IN_NOTES = found(
    "The wait doubles with each attempt.", ("docs/billing.md", "4", "The wait doubles each time.")
)


def same_words(pair: Mapping[str, Any]) -> str:
    """Judge as somebody would who reads the two findings."""
    if pair["a"] == pair["b"]:
        return "same"
    both = pair["a"] + pair["b"]
    return "contradicts" if "five" in both and "three" in both else "unrelated"


async def test_one_iteration_whose_criteria_hold_ends_with_a_report(tmp_path: Path) -> None:
    council = Council({"explore 1": [FIVE, DOUBLES]})
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER, early_exit=False, min_confidence_threshold=0.75)
        assert ended == "finished"
        assert one.reason == "full_convergence"
        assert one.state.iteration == 1
        assert [finding.confidence for finding in one.state.findings] == [0.75, 0.75]
        report = one.state.report
        assert "A failed charge is retried five times. [1]" in report
        assert "1. `src/retry.py`, line 3: “MAX_ATTEMPTS = 5”" in report
        assert "It is retried five times [f1]." in report
        assert "Sentences above: 1; naming a finding: 1." in report


async def test_a_coverage_gap_is_closed_in_a_second_iteration(tmp_path: Path) -> None:
    council = Council(
        {
            "explore 1": {"findings": [FIVE], "files": ["src/retry.py"]},
            "citation 1": {"findings": [DOUBLES], "files": ["src/retry.py"]},
            "explore 2": [found("The first wait is an hour.", ("src/clock.py", "1", "FIRST_WAIT = 3600"))],
            "explore 3": [DOUBLES_IN_NOTES],
        },
    )
    async with study(tmp_path, council) as one:
        ended = await one.open(
            **NEVER, early_exit=False, min_confidence_threshold=0.7, max_agents_per_iteration=2
        )
        assert ended == "finished"
        assert one.reason == "full_convergence"
        assert one.state.iteration == 2
        tables = await one.facts("research_criteria_tested")
        assert [round(table.metrics.coverage, 2) for table in tables] == [0.25, 1.0]
        assert [table.metrics.coverage_gain for table in tables] == [25, 75]
        assert "coverage" in {gap.type for gap in tables[0].gaps}
        second = [agent.task for agent in one.state.agents.values() if agent.task.iteration == 2]
        # Two places share the files that nobody has read; what is known is not read again.
        assert sorted(path for task in second for path in task.files) == sorted(set(FILES) - {"src/retry.py"})
        assert {task.gap.type for task in second if task.gap is not None} == {"coverage"}
        assert [task.focus for task in second] == [", ".join(task.files) for task in second]


async def test_four_iterations_without_convergence_end_as_partial_with_the_gaps_listed(
    tmp_path: Path,
) -> None:
    def one_more(request: ModelRequest) -> Any:
        number = int(council.agent_of(request).split()[1])
        return [found(f"Something number {number} is inferred, and nothing shows it.")]

    council = Council(dict.fromkeys((f"{role} {n}" for role in ("explore", "citation", "pattern",
                                     "verification") for n in range(1, 20)), one_more),
                      answered=lambda iteration, question: "open")  # fmt: skip
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER)
        assert ended == "finished"
        assert one.reason == "partial_convergence"
        assert one.state.iteration == 4
        assert len(await one.facts("research_criteria_tested")) == 4
        report = one.state.report
        assert "## Criteria not met" in report
        assert "0 of 2 critical questions answered" in report.lower()
        assert "## Gaps\n" in report
        assert "– not answered; nearest to it: f1" in report
        assert one.desk.live(one.id).fold.session.state == "finished"


async def test_findings_that_contradict_each_other_are_settled_by_a_verification(tmp_path: Path) -> None:
    def verified(request: ModelRequest) -> Any:
        assert "The gap to close (conflict)" in request.messages[1].text
        five = next(name for name, said in findings_shown(request).items() if "five" in said)
        return {
            "findings": [{**IN_NOTES, "confirms": five}],
            "resolves": {"keep": [five], "root_cause": "The notes are old.", "why": "The code says five."},
            "files": ["docs/billing.md"],
        }

    council = Council(
        {"explore 1": [FIVE], "citation 1": [DOUBLES], "pattern 1": [THREE], "verification 1": verified},
        relate=same_words,
    )
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER, early_exit=False, min_confidence_threshold=0.75)
        assert ended == "finished"
        assert one.state.iteration == 2
        assert one.reason == "full_convergence"
        (conflict,) = one.state.conflicts
        assert conflict.state == "resolved"
        assert conflict.resolved_by == "verification 1"
        assert conflict.root_cause == "The notes are old."
        (kept,) = conflict.kept
        assert one.state.known.by_id[kept].description == FIVE["description"]
        assert "The notes are old. The code says five." in one.state.report


async def test_a_contradiction_that_nobody_looked_at_keeps_it_from_ending_and_sends_a_verifier(
    tmp_path: Path,
) -> None:
    council = Council(
        {"explore 1": [FIVE], "citation 1": [DOUBLES], "pattern 1": [THREE], "verification 1": []},
        relate=same_words,
    )
    async with study(tmp_path, council) as one:
        setup = {"min_confidence_threshold": 0.5, "max_unresolved_conflicts": 0, "max_iterations": 2}
        assert await one.open(**NEVER, early_exit=False, **setup) == "finished"
        tables = [table.convergence for table in await one.facts("research_criteria_tested")]
        assert [row.passes for row in tables[0].criteria] == [True, True, False, True]
        assert (tables[0].outcome, tables[0].criteria[2].unchecked) == ("not_converged", 1)
        second = [agent.name for agent in one.state.agents.values() if agent.task.iteration == 2]
        assert "verification 1" in second
        assert (tables[1].outcome, tables[1].criteria[2].unchecked) == ("partial", 0)
        assert "1 conflict not settled, at most 0." in one.state.report


async def test_high_confidence_ends_it_early_and_says_so(tmp_path: Path) -> None:
    council = Council(
        {
            "explore 1": [{**FIVE, "category": "important"}],
            "citation 1": [{**DOUBLES, "category": "important"}],
        },
        answered=lambda iteration, question: "answered" if iteration > 1 else "partial",
        relate=same_words,
    )
    council.reports |= {f"{role} {n}": _confirming for role in ("citation", "explore") for n in range(2, 6)}
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER)
        assert ended == "finished"
        assert one.reason == "early_convergence"
        assert one.state.iteration == 2
        assert "High confidence reached (iteration 2): coverage 100 % (threshold 70 %)" in one.state.report
        assert "concluded early, 2 iterations not needed" in one.state.report


def _confirming(request: ModelRequest) -> Any:
    """Find in the notes what the code says."""
    by_text = {said: name for name, said in findings_shown(request).items()}
    told = [
        {**one, "category": "important", "confirms": by_text[one["description"]]}
        for one in (IN_NOTES, DOUBLES_IN_NOTES)
        if one["description"] in by_text
    ]
    return {"findings": told, "files": ["docs/billing.md"]}


# --- agents that fail -------------------------------------------------------------------------------


async def test_an_agent_that_times_out_marks_its_gap_and_the_others_go_on(tmp_path: Path) -> None:
    def late(request: ModelRequest) -> Line:
        return Failed("timeout", verbatim("no answer within 120 s"), sent=True)

    council = Council(
        {"explore 1": [FIVE], "citation 1": [DOUBLES], "explore 2": late, "explore 3": late},
        answered=lambda iteration, question: "open" if question == "q2" else "answered",
    )
    async with study(tmp_path, council) as one:
        await one.open(**NEVER, retries=0, max_iterations=2, min_confidence_threshold=0.7)
        tables = await one.facts("research_criteria_tested")
        assert tables[1].metrics.failed_agents == 1
        gap = next(gap for gap in tables[1].gaps if gap.question_ids == ("q2",))
        assert gap.status == "unresolved"
        assert one.state.agents["explore 2"].state == "failed"
        assert one.state.agents["explore 2"].ended.why == "no answer within 120 s"  # type: ignore[union-attr]
        assert "its agent failed" in one.state.report
        # The question stays open: nobody has looked in vain.
        assert {question.id: question.state for question in one.state.questions}["q2"] == "open"
        assert one.desk.live(one.id).fold.session.state == "finished"


async def test_what_an_agent_without_an_answer_was_shown_counts_for_nothing_and_is_dealt_again(
    tmp_path: Path,
) -> None:
    def reads_and_fails(request: ModelRequest) -> Line:
        if any(message.role == "tool" for message in request.messages):
            return Failed("timeout", verbatim("no answer within 120 s"), sent=True)
        return calling(("read_file", {"path": "docs/old.md"}))

    mine = [path for path in FILES if path != "docs/old.md"]
    council = Council(
        {
            "explore 1": {"findings": [FIVE], "files": mine},
            "citation 1": {"findings": [DOUBLES], "files": mine},
            "pattern 1": reads_and_fails,
            **dict.fromkeys(("explore 2", "explore 3"), reads_and_fails),
        },
        answered=lambda iteration, question: "open" if question == "q2" else "answered",
    )
    async with study(tmp_path, council) as one:
        await one.open(**NEVER, retries=0, max_iterations=2, early_exit=False, min_confidence_threshold=0.7)
        tables = await one.facts("research_criteria_tested")
        assert [table.metrics.coverage for table in tables] == [0.75, 0.75]
        again = next(gap for gap in tables[0].gaps if gap.type == "coverage")
        assert (again.files, again.wanted) == (("docs/old.md",), "again")
        dealt = [agent.task.files for agent in one.state.agents.values() if agent.task.iteration == 2]
        assert ("docs/old.md",) in dealt
        assert "- Not read: `docs/old.md` (its agent gave no answer)." in one.state.report


async def test_an_agent_that_calls_tools_for_ever_is_stopped_at_its_cap_and_told_before(
    tmp_path: Path,
) -> None:
    def looping(request: ModelRequest) -> Line:
        return calling(("list_files", {}))

    council = Council({"explore 1": looping, "citation 1": [FIVE, DOUBLES]})
    async with study(tmp_path, council) as one:
        await one.open(**NEVER, tool_cap=5, early_exit=False, min_confidence_threshold=0.7)
        ended = one.state.agents["explore 1"].ended
        assert ended is not None
        assert (ended.ended, ended.calls) == ("capped", 5)
        asked = [r for r in one.requests if r.purpose == "research_explore" and r.seat == "Ann"]
        assert len(asked) == 6
        assert asked[-1].messages[-1].text == "No tool call is left. Give your answer now."
        assert one.desk.live(one.id).fold.session.state == "finished"


async def test_an_agent_whose_time_is_over_is_told_so_and_may_still_answer(tmp_path: Path) -> None:
    clock = ManualClock()
    turns = 0

    def slow(request: ModelRequest) -> Any:
        nonlocal turns
        turns += 1
        clock.time += 40_000_000
        if request.messages[-1].text.startswith("No tool call"):
            return [FIVE]
        return calling(("list_files", {}))

    council = Council({"explore 1": slow, "citation 1": [DOUBLES]})
    async with study(tmp_path, council, clock=clock) as one:
        await one.open(**NEVER, agent_timeout=100, max_agents_per_iteration=2, max_iterations=1)
        assert turns == 3, "the last quarter of its time is for its answer"
        asked = [request for request in one.requests if request.purpose == "research_explore"]
        assert [request.options.timeout for request in asked] == [75, 35, 20]
        assert one.state.agents["explore 1"].state == "done"
        assert any(finding.description == FIVE["description"] for finding in one.state.findings)


async def test_a_call_that_takes_all_the_time_of_an_agent_is_ended_and_the_agent_still_answers(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    limits: list[float] = []

    def slow(request: ModelRequest) -> Any:
        seconds = request.options.timeout
        assert seconds is not None
        limits.append(seconds)
        if request.messages[-1].text.startswith("No tool call"):
            return [FIVE]
        if len(limits) == 1:
            clock.time += 30_000_000
            return calling(("read_file", {"path": "src/retry.py"}))
        clock.time += int(seconds * 1e6)
        return Failed("timeout", verbatim("The answer was not complete in time."), sent=True)

    council = Council({"explore 1": slow, "citation 1": [DOUBLES]})
    async with study(tmp_path, council, clock=clock) as one:
        await one.open(
            **NEVER,
            agent_timeout=200,
            call_timeout=130,
            max_agents_per_iteration=2,
            max_iterations=1,
            retries=0,
        )
        assert limits == [130, 120, 50], "at most 200 seconds in all, and 130 for one call"
        agent = one.state.agents["explore 1"]
        assert agent.state == "done"
        assert agent.ended is not None
        assert agent.ended.seconds == 150
        assert any(finding.description == FIVE["description"] for finding in one.state.findings)


HALF = (
    '{"findings": [{"description": "A failed charge is retried five times.", "citations": [{"file": '
    '"src/retry.py", "lines": "3", "quote": "MAX_ATTEMPTS = 5"}]}, {"descri'
)


@pytest.mark.parametrize(
    ("reply", "descriptions"), [(HALF, 1), ("I could not do it, sorry.", 0)], ids=["half a JSON", "prose"]
)
async def test_half_an_answer_is_read_as_far_as_it_goes_and_none_is_told(
    tmp_path: Path, reply: str, descriptions: int
) -> None:
    council = Council({"explore 1": lambda request: reply, "citation 1": [DOUBLES]})
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER, max_agents_per_iteration=2, max_iterations=1)
        assert ended == "finished"
        agent = one.state.agents["explore 1"]
        assert agent.state == ("done" if descriptions else "failed")
        found_by = [finding for finding in one.state.findings if "explore 1" in finding.source_agents]
        assert len(found_by) == descriptions


# --- questions and files -----------------------------------------------------------------------------


async def test_a_question_that_nothing_answers_ends_as_not_in_these_sources_with_the_searches(
    tmp_path: Path,
) -> None:
    def in_vain(request: ModelRequest) -> Any:
        if not any(message.role == "tool" for message in request.messages):
            return calling(("search_text", {"text": "refund"}), ("search_text", {"text": "chargeback"}))
        return {"findings": [], "missing": ["refunds"]}

    council = Council(
        {"explore 1": [FIVE], "explore 2": in_vain},
        questions=["How does billing retry?", "What handles refunds?"],
        answered=lambda iteration, question: "open" if question == "q2" else "answered",
    )
    async with study(tmp_path, council) as one:
        await one.open(**NEVER, max_agents_per_iteration=1, early_exit=False, min_confidence_threshold=0.7)
        absent = one.state.questions[1]
        assert absent.state == "absent"
        assert set(absent.searched) == {"refund", "chargeback"}
        assert "What handles refunds?** – not in these sources" in one.state.report
        assert "Looked for: “refund”, “chargeback”" in one.state.report
        assert one.reason == "full_convergence"


async def test_a_state_folded_from_the_journal_is_the_one_that_was_folded_live(tmp_path: Path) -> None:
    council = Council({"explore 1": [FIVE], "citation 1": [DOUBLES], "pattern 1": [THREE]}, relate=same_words)
    async with study(tmp_path, council) as one:
        await one.open(**NEVER, max_iterations=2)
        live, again = one.state, ResearchState()
        for record in await one.desk.sessions.records(one.id):
            again.apply(record, one.desk.parts.catalogue.decode(record))
        for name in (
            "findings",
            "conflicts",
            "questions",
            "gaps",
            "coverage",
            "report",
            "reason",
            "excerpts",
        ):
            assert getattr(again, name) == getattr(live, name), name
        assert list(again.agents) == list(live.agents)
        assert [agent.files for agent in again.agents.values()] == [
            agent.files for agent in live.agents.values()
        ]
        assert again.conflicts


async def test_files_that_nobody_can_read_stand_below_the_findings_with_why(tmp_path: Path) -> None:
    files = {**FILES, "old/tide-tables.pdf": "no document at all"}
    async with study(tmp_path, Council({"explore 1": [FIVE, DOUBLES]}), files) as one:
        await one.open(**NEVER, early_exit=False, max_iterations=1)
        assert FINDINGS.missed is not None
        missed = FINDINGS.missed(one.state)
        assert missed is not None
        assert str(missed.head) == f"1 of {len(files)} files was not read"
        assert str(missed.text).startswith("tide-tables.pdf: ")


async def test_a_citation_of_lines_or_files_that_do_not_exist_gives_no_confidence(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("A failed charge is retried nine times.\n", encoding="utf-8")
    invented = [
        found("Lines that are not there.", ("src/clock.py", "900", "FIRST_WAIT = 3600 * 9")),
        found("Words that are not there.", ("src/clock.py", "1", "FIRST_WAIT = 7200 seconds")),
        found("A file outside.", ("../outside.txt", "1", "retried nine times")),
        found("A link that leads out.", ("docs/link.txt", "1", "retried nine times")),
        found("No file at all.", ("src/nowhere.py", "1", "x = 1")),
    ]
    council = Council({"explore 1": invented})
    async with study(tmp_path, council) as one:
        (one.folder / "docs" / "link.txt").symlink_to(tmp_path / "outside.txt")
        await one.open(**NEVER, max_iterations=1, max_agents_per_iteration=1)
        checks = {finding.description: finding.citations[0] for finding in one.state.findings}
        assert not any(citation.verified for citation in checks.values())
        assert checks["A file outside."].check == "refused"
        assert checks["A link that leads out."].check == "refused"
        assert max(finding.confidence for finding in one.state.findings) <= 0.60
        assert all(
            finding.confidence <= 0.50
            for finding in one.state.findings
            if finding.citations[0].check == "refused"
        )
        # Nothing of what lies outside was kept anywhere.
        shown = [text for texts in one.state.excerpts.values() for text in [texts.text]]
        assert not any("nine times" in text for text in shown)
