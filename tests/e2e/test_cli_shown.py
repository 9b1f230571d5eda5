"""What somebody without a window sees: gates and how to answer them, causes of failures, records."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from tests.e2e.test_cli_terminal import NO_QUESTIONS, terminal
from tests.faults.server import Act, Asked, FaultServer
from tests.support.commands import Ran, call

ASKING = """Should the library open on Sundays?

The opening must not raise the yearly cost by more than 40,000 euros. The hours are open: morning or
afternoon (TBD). The staff shall keep two free days in a row."""


def waiting(question: str = "Must we move the office to the river?", *options: str) -> str:
    """Run a debate to its first gate; return its id."""
    options = options or NO_QUESTIONS
    ran = call("run", "debate", "--question", question, "--approve", "none", "--json", *options)
    assert ran.value["state"] == "waiting", ran.err
    session: str = ran.value["session"]
    return session


def commands(text: str) -> dict[str, list[str]]:
    """Return the commands that a gate prints, by their verb."""
    found = [shlex.split(line) for line in text.splitlines() if " answer " in line and "--verb" in line]
    return {words[words.index("--verb") + 1]: words[1:] for words in found}


def test_questions_are_printed_with_options_and_a_command_that_answers_them_as_it_stands() -> None:
    session = waiting(ASKING, "--set", "interactive_clarifications=true", "--approve", "ask")
    assert "Figures" not in call("show", session).out, "there are none before the first round"
    gate = call("gates", session, "--json").value[0]
    assert gate["kind"] == "clarification"
    listing = call("gates", session).out
    shown = call("show", session).out
    for question in gate["payload"]["questions"]:
        for text in (listing, shown):
            assert question["text"] in text
            assert [option for option in question["options"] if option not in text] == []
    ways = commands(listing)
    assert set(ways) == set(gate["verbs"])
    answered = call(*ways["answer"], "--json")
    assert answered.code in (0, 3), answered
    assert answered.value["gate"] is None or answered.value["gate"]["id"] != gate["id"]


def test_a_round_is_printed_with_its_figures_and_every_verb_with_its_label_and_command() -> None:
    session = waiting()
    gate = call("gates", session, "--json").value[0]
    listing = call("gates", session).out
    assert "The round is ready for your decision · round 1" in listing
    for figure in gate["payload"]["criteria"]:
        # Rules judge nothing; what is computed has its figure.
        value = r" \d+ %" if figure["value"] is not None else ": not judged"
        assert re.search(rf"(?i)\b{figure['name']}{value}", listing), listing
    for label in ("Approve and continue", "Approve and finish", "Reject with feedback"):
        assert label in listing
    assert "(recommended)" in listing
    rejected = call(*commands(listing)["reject"], "--json")
    assert (rejected.code, rejected.value["gate"]["kind"]) == (3, "approval"), rejected
    assert call("gates", session, "--json").value[0]["attempt"] == 2
    assert ", attempt 2" in call("gates", session).out
    assert "Nothing is asked" in call("gates", finished()).out


def finished() -> str:
    """Run a debate to its end; return its id."""
    ran = call("run", "debate", "--question", "Must we?", "--approve", "all", "--json")
    session: str = ran.value["session"]
    return session


@pytest.mark.parametrize("command", ["show", "log", "gates"])
def test_no_machine_value_is_read_by_a_person(command: str) -> None:
    for session in (waiting(), finished()):
        output = call(command, session).out
        for value in (
            "max_rounds_reached",
            "models_converged",
            "no_significant_changes",
            "{'",
            '": ',
            "None",
        ):
            prose = "\n".join(line for line in output.splitlines() if "--data" not in line)
            assert value not in prose, prose


def test_records_are_lines_with_time_round_and_who_did_what() -> None:
    session = finished()
    lines = call("log", session).out.splitlines()
    assert len(lines) == len(call("log", session, "--json").value)
    assert all(re.match(r" *\d+  \d\d:\d\d:\d\d  ", line) for line in lines)
    text = "\n".join(lines)
    for passage in ("Session begun: Must we?", "Ada is asked: answering", "Ada: done with answering ("):
        assert passage in text
    assert "Round 1 begins, attempt 1" in text
    assert re.search(r"Finished: [a-z]", text)


def test_reflections_are_shown_each_under_its_cycle() -> None:
    options = ("--run-id", "pools", "--prompt", "Look at tide pools.", "--cycles", "2", "--approve", "all")
    ran = call("run", "experiment", *options)
    assert ran.code == 0
    assert "Cycle 2 · agent" in ran.out
    session = call("list", "--json").value[0]["session"]
    shown = call("show", session).out
    assert shown.index("Cycle 1 · agent") < shown.index("Cycle 2 · agent")
    reflections = [
        record["body"]["text"]
        for record in call("log", session, "--json").value
        if record["type"] == "text_proposed"
    ]
    assert len(reflections) == 2
    assert all(text.splitlines()[0] in shown for text in reflections)


def test_hidden_names_stay_hidden_on_the_way_and_are_told_at_the_end() -> None:
    ran = call(
        "run",
        "debate",
        "--question",
        "Must we?",
        "--set",
        "hide_names=true",
        *NO_QUESTIONS,
        "--approve",
        "none",
        "--json",
    )
    session = ran.value["session"]
    output = ran.err + call("gates", session).out + call("log", session).out
    prose = "\n".join(line for line in output.splitlines() if "--data" not in line)
    for name in ("Ada", "Bram", "Cleo", "analyst", "sceptic"):
        assert not re.search(rf"\b{name}\b", prose), (name, prose)
    assert re.search(r"Answer [A-C]", prose)
    for whole in (("log", session, "--jsonl"), ("log", session, "--json"), ("show", session, "--json")):
        asked = call(*whole)
        assert "Ada" in asked.out
        assert "names are hidden in this session; this is its whole record" in asked.err
    ended = call("resume", session, "--approve", "all")
    assert ended.code == 0
    assert "Ada" in call("log", session).out
    assert "names are hidden" not in call("log", session, "--jsonl").err
    assert "with names, hidden or not" in " ".join(call("log", "--help").out.replace("│", " ").split())


def broken(asked: Asked) -> Act:
    """Refuse every question."""
    body = json.dumps({"error": {"message": "The account is closed.", "code": "account_closed"}}).encode()
    return Act([body], 403, {"content-type": "application/json"}, "length")


def team_with_a_stranger(server: FaultServer) -> None:
    """Keep a team called “mixed” with one member at a server."""
    folder = Path(os.environ["ROUNDTABLE_CONFIG_DIR"])
    (folder / "teams").mkdir(parents=True, exist_ok=True)
    (folder / "providers.toml").write_text(
        f'[endpoints.work]\nbase_url = "{server.url}/v1"\n', encoding="utf-8"
    )
    members = (("Ada", "offline/analyst"), ("Bram", "offline/sceptic"), ("Dora", "work/one"))
    table = "".join(f'[[member]]\nname = "{name}"\nmodel = "{model}"\n' for name, model in members)
    (folder / "teams" / "mixed.toml").write_text(
        f'name = "Mixed"\n{table}[chair]\nname = "Chair"\nmodel = "offline/judge"\n', encoding="utf-8"
    )


RUN = (
    "run",
    "debate",
    "--question",
    "Must we?",
    "--team",
    "mixed",
    "--set",
    "interactive_clarifications=false",
)


@pytest.mark.loopback
def test_a_member_that_fails_is_asked_about_in_a_terminal_and_may_sit_out() -> None:
    with FaultServer(broken) as server:
        team_with_a_stranger(server)
        with terminal(*RUN) as screen:
            screen.until("Some models did not answer")
            screen.until("Dora: ")
            screen.until("May sit out this round: Dora.")
            screen.until("Your choice")
            screen.types("fallback\n")
            screen.until("Another model for Dora")
            screen.types("\n")
            screen.until("The round is ready for your decision")
            screen.until("Your choice")
            screen.types("finish\n")
            screen.until("Guidance for the final answer (empty: none)")
            screen.types("\n")
            code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (0, "finished")
    shown = call("show", value["session"]).out
    assert "What failed:" in shown
    assert re.search(r"Dora \(round 1.*\): .*The account is closed", shown), shown
    assert "Dora sat out round 1." in shown


@pytest.mark.loopback
def test_an_empty_line_leaves_the_failure_open_and_show_says_how_it_is_answered() -> None:
    with FaultServer(broken) as server:
        team_with_a_stranger(server)
        with terminal(*RUN) as screen:
            screen.until("Some models did not answer")
            screen.until("Your choice")
            screen.types("\n")
            code, value = screen.ends(), screen.value
        assert (code, value["state"]) == (3, "waiting")
        shown = call("show", value["session"]).out
        assert "The account is closed" in shown
        ways = commands(shown)
        assert set(ways) == {"retry", "fallback", "stop"}
        assert json.loads(ways["fallback"][-1]) == {"replace": {"Dora": None}}
        went: Ran = call(*ways["fallback"], "--json")
    assert (went.code, went.value["gate"]["kind"]) == (3, "approval"), went


@pytest.mark.loopback
def test_without_a_terminal_a_member_that_fails_still_sits_out_by_itself() -> None:
    with FaultServer(broken) as server:
        team_with_a_stranger(server)
        ran = call(*RUN, "--approve", "all", "--json")
    assert (ran.code, ran.value["state"]) == (0, "finished")


def test_a_workflows_own_records_are_told_in_words_in_the_log_and_its_figures_in_show() -> None:
    debate = finished()
    options = ("--run-id", "spoken", "--prompt", "Look at tide pools.", "--cycles", "2", "--approve", "all")
    run = call("run", "experiment", *options, "--json").value["session"]
    lines = {session: call("log", session).out for session in (debate, run)}
    for passage in ("Each answer has a letter", "’s answer stays as it was", "The rounds end: "):
        assert passage in lines[debate]
    for passage in ("The agent calls list, ", "write: stored ", "% similar to cycle 1’s", "The run begins"):
        assert passage in lines[run]
    for text in lines.values():
        words = [line.split("  ")[-1] for line in text.splitlines()]
        # No type of a record, no signal and no id stands for words.
        for machine in ("(by flag)", "Tool called", "Model answered", "done (", "0.0 s"):
            assert [line for line in words if machine in line] == []
    shown = call("show", run).out
    assert "Each cycle is given: all messages of the cycles before" in shown
    assert "Memory operations: " in shown
    assert "_" not in shown.partition("Figures:")[2]
