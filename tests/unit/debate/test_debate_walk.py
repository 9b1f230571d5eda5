"""Any person at any table: whatever is answered, told, failed and reopened, the record tells it all."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.domain.facts import (
    AutoApproveChanged,
    CritiqueDecided,
    DecisionWithdrawn,
    GuidanceGiven,
    LimitChanged,
    SeatDropped,
    SeatReplaced,
    TextDecided,
)
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.domain.verdict_facts import ResultJudged
from app.engine.ports import Failed
from app.workflows.debate import get_iteration_summary, iteration_state
from app.workflows.debate.nodes.presenting import approval_payload
from app.workflows.debate.state import DebateState
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, critique, evaluate, refine, seated

pytestmark = pytest.mark.asyncio
MOST_STEPS = 60
REASONS = {
    "max_rounds_reached", "models_converged", "user_stopped", "no_significant_changes", "error_occurred",
    "context_limit_reached", None,
}  # fmt: skip


class Walk:
    """One person who does anything that is allowed, and members that fail now and then."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.random = table, Random(seed)
        self.trouble = self.random.choice([0.0, 0.0, 0.05, 0.15])
        for purpose in (
            "proposal",
            "critique",
            "refinement",
            "evaluation",
            "clarification",
            "compare",
            "drafts",
        ):
            table.scripts[purpose] = self.say
        table.scripts["synthesis"] = table.scripts["summarization"] = self.say

    def say(self, request: ModelRequest) -> Line:
        if self.random.random() < self.trouble:
            kind: Any = self.random.choice(["auth", "host_died", "bad_reply", "timeout"])
            return Failed(kind, verbatim("Trouble."), sent=True, partial=self.random.choice(["", "Half a"]))
        if self.random.random() < 0.03 and self.table.id and self.table.sessions.running(self.table.id):
            # The running calls end, no other begins: what is said meanwhile must not change what is asked.
            self.table.live.loop.pause()
        if self.random.random() < 0.05:
            return "no JSON at all"
        match request.purpose:
            case "clarification":
                asked = [{"question": f"Question {self.random.randrange(9)}?"}] * self.random.randrange(2)
                return json.dumps({"questions": asked})
            case "critique":
                return critique(request, self.random.choice(["high", "low"]))
            case "refinement":
                more = self.random.choice([None, " A little.", " Much more of it, in many words indeed."])
                text = f"{read(request)['text']}{more}" if more else None
                return refine(request, text, self.random.choice(["fixed", "held"]))
            case "evaluation":
                return evaluate(self.random.uniform(0, 100), self.random.uniform(0, 100))
            case "compare":
                return json.dumps({"winner": self.random.choice(["first", "second", "tie"])})
            case "drafts":
                return json.dumps({"best": "Draft 2"})
            case "synthesis":
                return json.dumps({"answer": "Do it.", "confidence": "low"})
            case _:
                return f"{request.seat} says {self.random.randrange(99)}."

    def setup(self) -> dict[str, Any]:
        pick = self.random.choice
        return {
            "interactive_clarifications": pick([True, False]),
            "enabled": self.random.random() > 0.1,
            "max_rounds": pick([1, 2, 3, 5]),
            "termination": pick(["fixed", "convergence", "quality"]),
            "auto_stop_on_convergence": pick([True, False]),
            "gate_policy": pick(["every_round", "every_round", "if_changed", "on_conflict", "never_ask"]),
            "review_critiques": pick([True, False]),
            "hide_names": pick([True, False]),
            "context_budget": pick([1000, 5000, None]),
            "cost_limit": pick([0.2, None]),
            "must_haves": pick([[], ["A price"]]),
            "summarization_threshold": pick([60, 5000]),
            "summarization_target": 50,
            "retries": 0,
        }

    def events(self) -> list[Any]:
        """Return what the person says between the gates."""
        state = self.table.state
        events: list[Any] = []
        if self.random.random() < 0.2:
            events.append(GuidanceGiven(text="Be brief."))
        if self.random.random() < 0.15:
            events.append(SeatDropped(seat=self.random.choice(state.members)))
        if self.random.random() < 0.1:
            events.append(AutoApproveChanged(rounds=self.random.randrange(3)))
        if self.random.random() < 0.1:
            events.append(LimitChanged(limit="tokens", value=float(self.random.choice([2000, 90_000]))))
        if state.points and self.random.random() < 0.3:
            point = self.random.choice(list(state.points))
            events.append(CritiqueDecided(critique=point, verdict="accept"))
        if self.random.random() < 0.1:
            events.append(SeatReplaced(seat=self.random.choice([*state.members, "judge"]), model="m/new"))
        if state.attempts and self.random.random() < 0.1:
            seat = self.random.choice(state.members)
            events.append(TextDecided(slot="answer", seat=seat, choice="edit", edit="In between."))
        if state.drops and self.random.random() < 0.5:
            events.append(DecisionWithdrawn(seq=state.drops[0][0]))
        return events

    def answer(self) -> tuple[str, dict[str, Any]]:
        """Return any answer that fits the open gate."""
        gate, pick = self.table.gate, self.random.choice
        payload: Any = gate.fact.payload
        match gate.fact.kind:
            case "clarification":
                ends = [{"status": "assume"}, {"status": "answered", "note": "Forty."}]
                return "answer", {
                    "answers": {
                        q["id"]: pick(ends) for q in payload["questions"] if self.random.random() < 0.7
                    }
                }
            case "critique_review":
                return "send", {"critiques": self.verdicts(payload)}
            case "approval":
                assert payload["rule"] != "error_occurred", "too few answers are for the failure gate"
                verb = pick(gate.fact.verbs)
                if verb == "stop_with_answer":
                    return verb, {}
                answer_data: dict[str, Any] = {
                    "critiques": self.verdicts(payload),
                    "guidance": pick(["", "Go."]),
                }
                live = [seat for seat, one in payload["statuses"].items() if one["status"] != "skipped"]
                if verb == "reject":
                    named = self.random.sample(live, self.random.randrange(len(live) + 1))
                    return verb, {**answer_data, "feedback": "Again.", "seats": named}
                choices = ["refined", "previous", {"edit": "My own text."}]
                if verb == "take":
                    answer_data["seat"] = pick(live)
                return verb, {
                    **answer_data,
                    "texts": {seat: pick(choices) for seat in live if pick([True, False])},
                }
            case "failure":
                assert payload["items"]
                seats = list(dict.fromkeys(item["seat"] for item in payload["items"]))
                self.trouble = 0.0 if self.random.random() < 0.3 else self.trouble
                out = [seat for seat in seats if seat in payload["may_sit_out"]][: payload["most_absent"]]
                replace = {seat: None if seat in out and pick([True, False]) else "m/other" for seat in seats}
                return pick([("retry", {}), ("fallback", {"replace": replace})])
            case "uncertain":
                verb = pick(gate.fact.verbs)
                fits = all(verb in item["verbs"] for item in payload["items"])
                return (verb if fits else payload["items"][0]["verbs"][0]), {
                    "items": {item["key"]: pick(item["verbs"]) for item in payload["items"]}
                }
            case _:
                return "raise", {"limit": None}

    async def stop(self) -> None:
        """Stop at the open gate, with an answer where one is possible."""
        table = self.table
        with_answer = table.live.loop.can_answer() and self.random.random() < 0.7
        await table.sessions.stop(table.id, "with_answer" if with_answer else "now")
        await table.sessions.wait(table.id)

    def verdicts(self, payload: Any) -> dict[str, Any]:
        return {
            point["id"]: {"verdict": self.random.choice(["accept", "dismiss", "defer"]), "reason": "so"}
            for point in payload["critiques"]
            if self.random.random() < 0.3
        }


def visible_state(state: DebateState) -> Any:
    """Return all of a state that a person can see."""
    shown = approval_payload(state).data() if state.attempts else {}
    rest = (state.accepted, state.questions, state.points, state.degraded, state.reason, state.dropped)
    return shown, rest, state.guidance, state.summaries, state.spend, state.result


async def walk(folder: Path, seed: int) -> None:
    table = Table(folder)
    try:
        person = Walk(table, seed)
        table.gateway.cost = 0.001
        ada = Seat(name="Ada", model="m/Ada", drafts=person.random.choice([1, 2]))
        members = person.random.choice([(ada,), (ada, "Ben"), (ada, "Ben", "Cy"), (ada, "Ben", "Cy", "Dee")])
        state = await table.open(team=seated(*members), **person.setup())
        for _ in range(MOST_STEPS):
            if state == "paused":
                await table.tell(*person.events())
                state = await table.go()
                continue
            if state != "waiting":
                break
            await table.tell(*person.events())
            if person.random.random() < 0.04:
                await person.stop()
                break
            verb, data = person.answer()
            state = await table.answer(verb, **data)
            if state == "waiting" and person.random.random() < 0.1:
                await table.sessions.detach(table.id)
                state = await table.go()
        again = table.parts.plugin("debate").state()
        records = await table.records()
        for record in records:
            again.apply(record, table.parts.catalogue.decode(record))
        assert isinstance(again, DebateState)
        assert visible_state(again) == visible_state(table.state)
        summary = get_iteration_summary(iteration_state(records))
        assert summary == table.parts.plugin("debate").summary(table.state)
        assert table.reason in REASONS
        gates = [record.seq for record in records if record.type == "gate_opened"]
        if gates:
            fork = await table.sessions.fork(table.id, person.random.choice(gates))
            await table.sessions.attach(fork)
            live = table.sessions.live(fork)
            assert live is not None
            assert live.fold.gates.open_gate() is not None or live.fold.position.entry
        page = await table.export("md")
        assert page.startswith("# Shall we?")
        if table.live.fold.session.state == "finished":
            await table.tell(ResultJudged(verdict="same"))
            assert table.state.result is not None
            assert len(await table.facts("session_finished")) == 1
            rounds = [fact for fact in await table.facts("round_closed") if fact.accepted]
            assert [fact.number for fact in rounds] == list(range(1, len(rounds) + 1))
            assert len(rounds) <= 5
            if not table.state.setup.hide_names:
                assert "Ada" in page
    finally:
        await table.sessions.shutdown()


@pytest.mark.parametrize("seed", [3, 7, 11, 52, 109, 322])
async def test_any_walk_through_a_debate_is_told_the_same_by_its_record(seed: int, tmp_path: Path) -> None:
    await walk(tmp_path, seed)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
async def test_many_walks_through_debates_are_told_the_same_by_their_records(tmp_path: Path) -> None:
    for seed in range(1000, 1400):
        await walk(tmp_path / str(seed), seed)
