"""What a person decides at the two gates, and what becomes of it: plan, files, gaps, conflicts, answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import GateError, InputError
from app.engine.record_words import own_line
from app.workflows.research.face.gates import GATES
from app.workflows.research.face.record_words import RECORD_WORDS
from app.workflows.research.face.telling import scope_lines
from app.workflows.research.nodes.scoping import BYTES_A_TOKEN
from tests.support.documents import docx, paragraph
from tests.support.laid_out import lay_out
from tests.support.study import DOUBLES, FILES, FIVE, Council, found, study
from tests.unit.research.test_scenarios import THREE, same_words

OPEN = {"max_agents_per_iteration": 2, "early_exit": False}


def open_ended(**reports: Any) -> Council:
    """Return a council that leaves the second question open."""
    return Council(
        {"explore 1": [FIVE], "citation 1": [DOUBLES], **reports},
        answered=lambda iteration, question: "open" if question == "q2" else "answered",
        relate=same_words,
    )


async def test_the_scope_says_what_leaves_this_machine_before_a_file_is_read(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        (one.folder / ".env").write_text("KEY=1\n", encoding="utf-8")
        assert await one.open(**OPEN) == "waiting"
        payload = one.gate.fact.payload
        assert one.gate.fact.kind == "scope"
        assert payload["hosts"] == []
        assert payload["all_files"] == len(FILES)
        assert payload["kept_back"] == {"hidden": 1} or payload["kept_back"] == {"secret": 1}
        assert {request.purpose for request in one.requests} == {"research_scope"}
        # The lead model reads the names of files, and none of their lines.
        assert not any("MAX_ATTEMPTS" in message.text for message in one.requests[0].messages)


async def test_files_that_nobody_can_read_are_named_at_the_gate_in_the_log_and_in_the_report(
    tmp_path: Path,
) -> None:
    async with study(tmp_path, Council({"explore 1": [FIVE, DOUBLES]})) as one:
        (one.folder / "annex.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
        (one.folder / "photo.raw").write_bytes(b"\0\1")
        (one.folder / "notes.md").write_bytes(b"\n")
        (one.folder / "odd\nname.txt").write_bytes(b"x")
        await one.open(**OPEN, min_confidence_threshold=0.75)
        payload = one.gate.fact.payload
        said = [str(line) for line in scope_lines(payload)]
        locked = "annex.docx is locked with a password."
        assert f"Not read: {locked}" in said
        assert "Not read: photo.raw is a binary file." in said
        # An empty file would be asked for again and again: nobody can read any of it.
        assert "Not read: notes.md holds no text." in said
        assert "Not read: odd�name.txt (its name is no text)." in said
        assert payload["all_files"] == len(FILES)
        assert one.state.scope is not None
        assert str(own_line(RECORD_WORDS, one.state.scope)).endswith(
            "not read: annex.docx, notes.md, odd�name.txt, photo.raw"
        )
        await one.answer("confirm")
        if not one.state.report:
            await one.answer("finish")
        report = one.state.report
        assert "## Files that were not read" in report
        assert f"- Not read: {locked}" in report


async def test_files_that_nobody_took_for_relevant_and_guessed_encodings_are_told(tmp_path: Path) -> None:
    council = Council({"explore 1": [FIVE, DOUBLES]})
    async with study(tmp_path, council) as one:
        (one.folder / "mill.txt").write_bytes("Die Mühle mahlt für fünf Dörfer.\n".encode("cp1252"))
        await one.open(**OPEN, min_confidence_threshold=0.75)
        guessed = "mill.txt: It is no UTF-8 text and was read as Windows-1252."
        assert guessed in [str(line) for line in scope_lines(one.gate.fact.payload)]
        await one.answer("confirm")
        if not one.state.report:
            await one.answer("finish")
        assert "- Not taken for relevant, and read by nobody: `mill.txt`." in one.state.report
        assert "- `mill.txt`: It is no UTF-8 text and was read as Windows-1252." in one.state.report


async def test_a_picture_in_a_document_counts_for_nothing(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        (one.folder / "plan.docx").write_bytes(docx(paragraph("Two wheels."), {"media/x": "0" * 50_000}))
        await one.open(**OPEN)
        size = sum(len(text.encode()) for text in FILES.values()) + len("Two wheels.")
        assert one.gate.fact.payload["tokens"] == size // BYTES_A_TOKEN


async def test_questions_and_files_are_edited_and_what_is_left_out_is_never_shown(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await one.open(**OPEN)
        await one.answer(
            "change",
            questions=["How does billing retry?", "Why is the wait doubled?"],
            left_out=["docs/"],
        )
        assert [(q.id, q.kind) for q in one.state.plan] == [("q1", "architecture"), ("q3", "rationale")]
        assert one.state.estimate == ("src/clock.py", "src/retry.py")
        shown = {
            passage.path
            for agent in one.state.agents.values()
            if agent.ended
            for passage in agent.ended.shown
        }
        assert shown == {"src/clock.py", "src/retry.py"}
        assert not any(
            "retried three times" in message.text for request in one.requests for message in request.messages
        )


async def test_a_scope_without_files_is_refused_in_words_and_the_gate_stays_open(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await one.open(**OPEN)
        with pytest.raises(GateError, match="No file is left to study"):
            await one.answer("change", left_out=["*"])
        assert one.gate.fact.kind == "scope"


async def at_the_iteration(one: Any, **setup: Any) -> None:
    await one.open(**OPEN, **setup)
    await one.answer("confirm")
    assert one.gate.fact.kind == "iteration"


def test_an_end_is_recommended_once_an_iteration_brought_nothing_new() -> None:
    recommended = GATES["iteration"].safest
    assert recommended({"new_findings": 0, "findings": 7}) == "finish"
    for goes_on in ({"new_findings": 2, "findings": 7}, {"new_findings": 0, "findings": 0}, {}):
        assert recommended(goes_on) is None


async def test_an_answer_of_the_person_settles_a_question_and_the_table_is_made_anew(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await at_the_iteration(one, min_confidence_threshold=0.7)
        assert one.gate.fact.payload["outcome"] == "not_converged"
        asked = len(one.requests)
        with pytest.raises(GateError, match="what is to be assumed of q2"):
            await one.answer("answer", answers={"q2": {"status": "assume"}})
        await one.answer("answer", answers={"q2": {"status": "answered", "note": "The clock does."}})
        # Nobody is asked again: only the table changes.
        assert len(one.requests) == asked
        assert one.gate.fact.payload["outcome"] == "full"
        assert one.gate.fact.payload["primary"] == "finish"
        assert one.state.questions[1].by == "person"
        # What they answered can be answered anew; what the sources answered is not asked any more.
        asked_now: Any = one.gate.fact.payload["questions"]
        assert [(item["id"], item["why"]) for item in asked_now] == [("q2", "The clock does.")]
        await one.answer("answer", answers={"q2": {"status": "answered", "note": "The scheduler does."}})
        await one.answer("finish")
        assert one.reason == "full_convergence"
        assert "The scheduler does." in one.state.report
        assert "The clock does." not in one.state.report


async def test_nobody_is_offered_to_answer_where_every_question_is_answered(tmp_path: Path) -> None:
    council = open_ended()
    council.answered = lambda iteration, question: "answered"
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        assert one.gate.fact.payload["questions"] == []
        assert "answer" not in one.gate.fact.verbs


async def test_a_dismissed_gap_gets_no_agent_and_a_note_reaches_the_next_iteration_alone(
    tmp_path: Path,
) -> None:
    council = open_ended()
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        items: Any = one.gate.fact.payload["items"]
        dismissed = [item["key"] for item in items if item["kind"] == "gap" and "q2" not in item["key"]]
        await one.answer("decide", items=dict.fromkeys(dismissed, "dismiss"))
        await one.answer("continue", note="Look at the tests too.")
        second = [agent.task for agent in one.state.agents.values() if agent.task.iteration == 2]
        assert [task.gap.id for task in second if task.gap is not None] == ["question:q2"]
        noted = [
            one.state.agents[council.agent_of(request)].task.iteration
            for request in one.requests
            if "Look at the tests too." in request.messages[-1].text and request.purpose != "research_gaps"
        ]
        assert set(noted) == {2}
        assert {gap.id for gap in one.state.gaps if gap.status == "dismissed"} == set(dismissed)


async def test_a_conflict_is_settled_by_the_person_and_the_other_side_no_longer_stands(
    tmp_path: Path,
) -> None:
    council = open_ended()
    council.reports["citation 1"] = [THREE]
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        (conflict,) = one.state.conflicts
        sides = {one.state.known.by_id[name].description: name for name in (conflict.a, conflict.b)}
        keep = "keep_a" if sides[FIVE["description"]] == conflict.a else "keep_b"
        await one.answer("decide", items={conflict.id: keep})
        (settled,) = one.state.conflicts
        assert (settled.state, settled.resolved_by) == ("resolved", "person")
        assert settled.kept == (sides[FIVE["description"]],)


async def test_data_of_the_command_line_decide_and_go_on_at_once(tmp_path: Path) -> None:
    council = open_ended()
    council.reports["citation 1"] = [THREE]
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        (conflict,) = one.state.conflicts
        with pytest.raises(GateError, match="is no side of"):
            await one.answer("continue", conflicts={conflict.id: ["f99"]})
        with pytest.raises(GateError, match="There is no gap “evidence:f99”"):
            await one.answer("continue", gaps={"evidence:f99": {"dismiss": "no"}})
        with pytest.raises(GateError, match="There is no question “q9”"):
            await one.answer("continue", answers={"q9": "x"})
        await one.answer("continue", conflicts={conflict.id: [conflict.a]}, answers={"q2": "The clock."})
        assert one.state.iteration == 2
        assert one.state.conflicts[0].state == "resolved"
        assert one.state.questions[1].state == "answered"


async def test_a_gap_is_given_to_another_agent_with_another_focus(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await at_the_iteration(one)
        word = {"focus": "Only the clock, please.", "agent": "security"}
        await one.answer("continue", gaps={"question:q2": word})
        task = next(
            agent.task
            for agent in one.state.agents.values()
            if agent.task.gap is not None and agent.task.gap.id == "question:q2"
        )
        assert (task.role, task.focus) == ("security", "Only the clock, please.")
        assert task.seat == "Verifier"
        asked = [request for request in one.requests if request.purpose == "research_security"]
        assert "Only the clock, please." in asked[0].messages[-1].text


async def test_continuing_at_the_last_iteration_allows_one_more(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await at_the_iteration(one, max_iterations=1)
        assert one.gate.fact.payload["outcome"] == "partial"
        assert one.gate.fact.primary == "finish"
        await one.answer("continue")
        assert one.state.max_iterations == 2
        assert one.state.iteration == 2
        await one.answer("stop_with_report")
        assert one.reason == "user_stopped"
        assert "A failed charge is retried five times." in one.state.report


async def test_finishing_before_the_criteria_hold_is_the_persons_end(tmp_path: Path) -> None:
    async with study(tmp_path, open_ended()) as one:
        await at_the_iteration(one)
        await one.answer("finish")
        assert one.reason == "user_stopped"
        assert one.desk.live(one.id).fold.session.state == "finished"


async def test_where_nothing_is_missing_the_folder_is_looked_through_once_more_and_then_it_ends(
    tmp_path: Path,
) -> None:
    # All gaps are dismissed, and the criteria do not hold.
    async with study(tmp_path, open_ended()) as one:
        await at_the_iteration(one)
        for number in (1, 2):
            items: Any = one.gate.fact.payload["items"]
            gaps = [item["key"] for item in items if item["kind"] == "gap" and not item["dismissed"]]
            if gaps:
                await one.answer("decide", items=dict.fromkeys(gaps, "dismiss"))
            await one.answer("continue")
            if number == 1:
                assert one.state.wide_in == 2
                assert len(await one.facts("research_went_wide")) == 1
        assert one.desk.live(one.id).fold.session.state == "finished"
        assert one.reason == "partial_convergence"
        assert len(await one.facts("research_went_wide")) == 1


async def test_a_finding_that_a_person_dismisses_is_told_as_left_out_alone(tmp_path: Path) -> None:
    council = open_ended()
    council.reports["explore 1"] = [FIVE, found("It is all done by magic.")]
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        magic = next(f for f in one.state.findings if "magic" in f.description)
        before = one.gate.fact.payload["findings"]
        await one.answer("decide", items={magic.id: "drop"}, reasons={magic.id: "No line says so"})
        assert one.gate.fact.payload["findings"] == int(str(before)) - 1
        await one.answer("finish")
        told = "“It is all done by magic”: dismissed by the person. No line says so."
        assert f"## Dismissed findings\n\n- {told}" in one.state.report
        assert one.state.report.count("magic") == 1


async def test_a_folder_without_files_is_said_before_anybody_is_asked_and_can_be_filled(
    tmp_path: Path,
) -> None:
    async with study(tmp_path, open_ended(), {}) as one:
        one.folder.mkdir(exist_ok=True)
        (one.folder / ".env").write_text("KEY=1\n", encoding="utf-8")
        with pytest.raises(InputError, match="There is no file in this folder that a model may read"):
            await one.open(**OPEN)
        assert one.requests == []
        lay_out(one.folder, FILES)
        assert await one.desk.run(one.id) == "waiting"
        assert one.gate.fact.payload["all_files"] == len(FILES)


async def test_of_two_decisions_of_one_iteration_the_later_holds(tmp_path: Path) -> None:
    council = open_ended()
    council.reports["explore 1"] = [FIVE]
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        name = one.state.findings[0].id
        for taken, decided in (
            ("drop", "dismiss"),
            ("confirm", "confirm"),
            ("reopen", ""),
            ("confirm", "confirm"),
        ):
            await one.answer("decide", items={name: taken})
            found = one.state.known.finding(name)
            assert found is not None
            assert found.decided == decided


async def test_what_the_gate_does_not_list_can_be_decided_and_what_is_not_there_cannot(
    tmp_path: Path,
) -> None:
    council = open_ended()
    reported = [
        found(f"Matter {n} is settled in place {n}.", ("src/retry.py", "3", "MAX_ATTEMPTS = 5"))
        for n in range(1, 61)
    ]
    council.reports["explore 1"] = reported
    async with study(tmp_path, council) as one:
        await at_the_iteration(one)
        payload = one.gate.fact.payload
        items: Any = payload["items"]
        listed = {item["key"] for item in items}
        beyond = next(finding.id for finding in reversed(one.state.findings) if finding.id not in listed)
        gap = next(gap for gap in one.state.gaps if gap.id not in listed and gap.status == "open")
        await one.answer(
            "decide",
            items={beyond: "drop", gap.id: "dismiss"},
            reasons={beyond: "Said twice.", gap.id: "Of no use."},
        )
        dropped = one.state.known.finding(beyond)
        assert dropped is not None
        assert dropped.dismissed == "Said twice."
        assert one.state.decided[gap.id].reason == "Of no use."
        refused: tuple[tuple[dict[str, Any], str], ...] = (
            ({"items": {"f9999": "drop"}}, "nothing called"),
            ({"items": {beyond: "keep_a"}}, "does not fit"),
            ({"items": {}, "reasons": {beyond: "why"}}, "nothing is decided of it"),
        )
        for wrong, why in refused:
            with pytest.raises(GateError, match=why):
                await one.answer("decide", **wrong)
