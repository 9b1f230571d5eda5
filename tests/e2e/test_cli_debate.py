"""What the command line has for debates alone: answers given beforehand, warnings, the rounds' figures."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.commands import call

QUESTION = """Should the library open on Sundays?

The opening must not raise the yearly cost by more than 40,000 euros. The hours are open: morning or
afternoon (TBD). The staff shall keep two free days in a row."""


def test_an_answers_file_settles_questions_beforehand_and_the_start_is_warned(tmp_path: Path) -> None:
    (tmp_path / "answers.toml").write_text(
        """[[known]]
question = "How many people?"
answer = "Forty of us."

[[answer]]
gate = "clarification"
verb = "answer"
data.answers.q1 = { status = "none_fits", note = "in turns" }
""",
        encoding="utf-8",
    )
    options = ("--answers", tmp_path / "answers.toml", "--approve", "none", "--set", "max_rounds=4")
    ran = call("run", "debate", "--question", QUESTION, *options, "--json")
    assert ran.value["gate"]["kind"] == "approval", "the file answered the one question"
    assert ran.value["rounds"] == 0, "rounds count once they are accepted"
    assert "More than 3 rounds are rarely better" in ran.err
    log = call("log", ran.value["session"], "--json")
    asked = [r["body"] for r in log.value if r["type"] == "call_asked" and r["body"]["purpose"] == "proposal"]
    assert len(asked) == 3
    assert all("Forty of us." in json.dumps(body) and "in turns" in json.dumps(body) for body in asked)
    shown = call("show", ran.value["session"])
    assert "Round 1: answers changed" in shown.out
