"""What is refused again and again becomes a proposed rule, and changes nothing unless it is accepted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from app.services.library_rows import Refusals
from tests.support.commands import call

NOTES = """North charges a price of 40 euros a month for each of us.

The risk of North is an outage: it had two in March, of nine hours each.

South charges a price of 55 euros a month, and the risk is low by the audit of May.

The price of East is 38 euros, without support at night, and nobody knows its risk.
"""
REASON = "Nobody reads it for that."


def refuse(folder: Path, number: int) -> str:
    """Run a debate in which the person dismisses the first critique; return its category."""
    notes = folder / "notes.md"
    notes.write_text(NOTES)
    question = f"Which supplier, case {number}? The answer must name the price. It must name the risk."
    given = ("run", "debate", "--question", question, "--context", notes, "--set", "review_critiques=true")
    waiting = call(*given, "--approve", "none", "--json").value
    (gate,) = call("gates", waiting["session"], "--json").value
    point = gate["payload"]["critiques"][0]
    data = folder / "data.json"
    data.write_text(json.dumps({"critiques": {point["id"]: {"verdict": "dismiss", "reason": REASON}}}))
    call("answer", waiting["session"], gate["id"], "--verb", "send", "--data", f"@{data}", "--json")
    return str(point["category"])


def prompts(session: str) -> Sequence[str]:
    """Return the prompts of a session's critics."""
    records = call("log", session, "--json").value
    return [
        message["text"]
        for record in records
        if record["type"] == "call_asked" and record["body"]["purpose"] == "critique"
        for message in record["body"]["messages"]
    ]


def run_one() -> str:
    given = ("run", "debate", "--question", "And now?", "--approve", "all", "--set", "max_rounds=1")
    return str(call(*given, "--json").value["session"])


def test_an_accepted_rule_stands_in_the_prompts_of_new_sessions_and_no_other_does(tmp_path: Path) -> None:
    kinds = [f"dismissed {refuse(tmp_path, number).casefold()}" for number in range(5)]
    (kind,) = set(kinds)
    listed = call("rules", "list", "--json").value
    (proposed,) = listed["proposed"]
    assert (proposed["kind"], proposed["use"], len(proposed["cases"])) == (kind, "critics", 5)
    assert all(REASON in case for _title, case in proposed["cases"])
    text = "Make no points of that kind."
    assert not any("The person asks of critics" in one for one in prompts(run_one()))
    assert call("rules", "accept", kind, "--text", text, "--json").value["text"] == text
    assert call("rules", "list", "--json").value["proposed"] == []
    ruled = prompts(run_one())
    assert ruled
    assert any(text in one for one in ruled)
    call("rules", "forget", kind, "--json")
    assert call("rules", "never", kind, "--json").code == 0
    assert call("rules", "list", "--json").value["proposed"] == []
    assert not any("The person asks of critics" in one for one in prompts(run_one()))
    refused = call("rules", "accept", kind, "--json")
    assert (refused.code, refused.error["kind"]) == (2, "input")


def test_what_was_refused_before_a_fork_is_no_refusal_of_the_fork() -> None:
    from app.domain.fact_base import Record
    from app.domain.facts import CritiqueDecided, CritiqueFiled, Parent, SessionForked
    from app.domain.marks import mark_point

    fold, record = Refusals(), Record.__new__(Record)
    refused = CritiqueDecided(critique="c1", verdict="dismiss", reason=REASON)
    fold.apply(
        record,
        CritiqueFiled(
            critique="c1", critic="Ada", target="Ben", label="B", claim="Long.", suggestion="",
            severity="low", category="length", quote="",
        ),
    )  # fmt: skip
    fold.apply(record, mark_point("m1", "Ada", 3, "unclear", "so many words", ""))
    fold.apply(record, refused)
    assert sorted(fold.kinds()) == ["dismissed length", "mark unclear"]
    fold.apply(record, SessionForked(session="f", parent=Parent(session="s", seq=9), title="t"))
    assert fold.kinds() == {}
    fold.apply(record, refused)
    assert sorted(fold.kinds()) == ["dismissed length"]


def test_marks_that_say_the_same_of_every_text_are_refusals_of_a_kind() -> None:
    from app.domain.fact_base import Record
    from app.domain.facts import CritiqueDecided
    from app.domain.marks import mark_point

    fold, record = Refusals(), Record.__new__(Record)
    for number, mark in enumerate(("unsourced", "comment", "strike", "too_long")):
        point = mark_point(f"m{number}", "Ada", 3, mark, "so many words", "a remark")  # type: ignore[arg-type]
        fold.apply(record, point)
        fold.apply(record, CritiqueDecided(critique=point.critique, verdict="accept"))
    assert sorted(fold.kinds()) == ["mark too_long", "mark unsourced"]
