"""Gates at a terminal: what is asked, how it is answered, and how one gets away without answering."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest

from tests.support.commands import born, call
from tests.support.laid_out import lay_out
from tests.support.study import BRIEF, FILES
from tests.support.terminal import Terminal


def terminal(*arguments: str) -> Terminal:
    """Run a command with a terminal for its input and its progress."""
    return Terminal(*arguments, "--json", apart=True)


NO_QUESTIONS = ("--set", "interactive_clarifications=false")
RUN = ("run", "debate", "--question", "Must we move the office to the river?", *NO_QUESTIONS)


def test_a_whole_round_is_decided_at_the_terminal() -> None:
    with terminal(*RUN) as screen:
        screen.until("The round is ready for your decision")
        screen.until("Your choice")
        screen.types("nonsense\n")
        screen.until("“nonsense” is none of")
        # A digit of a kind, and more of them than anybody writes.
        for line in ("²", "9" * 4_000):
            screen.types(f"{line}\n")
            screen.until(f"{line[:20]}” is none of" if len(line) < 20 else "” is none of")
        screen.types("reject\n")
        screen.until("What should change?")
        screen.types("\n")
        screen.until("What should change?")
        screen.types("Mention the bridge — and the ferry 😀.\n")
        screen.until("attempt 2")
        screen.until("Your choice")
        screen.types("finish\n")
        screen.until("Guidance for the final answer (empty: none)")
        screen.types("Name the fare.\n")
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (0, "finished")
    records = call("log", value["session"], "--json").value
    closed = [record["body"] for record in records if record["type"] == "round_closed"]
    assert closed[0]["feedback"] == "Mention the bridge — and the ferry 😀."
    answered = [record["body"] for record in records if record["type"] == "gate_answered"]
    assert {one["by"] for one in answered if one["verb"] in ("reject", "finish")} == {"person"}
    assert answered[-1]["data"] == {"guidance": "Name the fare."}


def test_an_empty_line_leaves_the_gate_open_and_another_terminal_can_answer_it() -> None:
    with terminal(*RUN) as screen:
        screen.until("Your choice")
        screen.types("\n")
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (3, "waiting")
    with terminal("resume", str(value["session"])) as screen:
        screen.until("Your choice")
        # A number stands for the verb that is listed under it.
        screen.until("(empty: leave it open)")
        screen.types("2\n")
        screen.until("Guidance for the final answer (empty: none)")
        screen.types("\n")
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (0, "finished")


@pytest.mark.parametrize("keys", ["\x03", "\x04"], ids=["interrupt", "end of input"])
def test_a_person_gets_away_from_a_question_with_one_key(keys: str) -> None:
    with terminal(*RUN) as screen:
        screen.until("Your choice")
        time.sleep(0.2)
        screen.types(keys)
        code, value = screen.ends(), screen.value
        assert (code, value["state"]) == (3, "waiting")
    assert "gate" in value
    done = call("resume", value["session"], "--approve", "all", "--json")
    assert (done.code, done.value["state"]) == (0, "finished")


def test_a_stop_from_elsewhere_takes_the_question_back() -> None:
    with terminal(*RUN) as screen:
        screen.until("Session ")
        screen.until("Your choice")
        session = re.findall(r"[0-9a-z]{26}", " ".join(p.name for p in _sessions()))[0]
        assert born("stop", session, "--json").code == 0
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (4, "stopped")


def _sessions() -> list[Path]:
    return list((Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "sessions").glob("*.roundtable"))


def test_a_folder_is_studied_at_the_terminal_and_what_is_missing_decided_one_by_one(tmp_path: Path) -> None:
    lay_out(tmp_path, FILES)
    # One question: what the gate shows fits on one page.
    brief = BRIEF.partition("?")[0] + "?"
    begun = call("run", "research", str(tmp_path), "--brief", brief, "--approve", "none", "--json")
    gate = begun.value["gate"]["id"]
    call("answer", str(begun.value["session"]), gate, "--verb", "confirm", "--json")
    (opened,) = call("gates", str(begun.value["session"]), "--json").value
    items = opened["payload"]["items"]
    assert len(items) > 1
    with terminal("resume", str(begun.value["session"])) as screen:
        screen.until("An iteration is done")
        screen.until("Your choice")
        screen.types("decide\n")
        for _ in items:
            # What stands first is what Enter takes.
            screen.until("(Enter: ")
            screen.types("\n")
        screen.until("An iteration is done")
        screen.until("Your choice")
        screen.types("finish\n")
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (0, "finished")


def test_files_outside_a_table_s_folder_are_asked_about_once_and_refused_without_a_terminal(
    tmp_path: Path,
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    rows = []
    for name in ("tea", "milk"):
        (notes / f"{name}.md").write_text(f"{name} is warm", encoding="utf-8")
        rows.append(f"{name},Is it warm?,{notes / name}.md\n")
    (tmp_path / "table").mkdir()
    table = tmp_path / "table" / "q.csv"
    table.write_text("id,question,context\n" + "".join(rows), encoding="utf-8")
    out = tmp_path / "out"
    line = ("batch", "run", str(table), "--out", str(out), "--approve", "all", "--set", "max_rounds=1")
    refused = call(*line, "--json")
    assert refused.code == 2
    assert "--allow-files" in refused.value["error"]["next"]
    assert not out.exists()
    with terminal(*line) as screen:
        screen.until("The table names 2 files outside its own folder")
        screen.until(str(notes / "tea.md"))
        screen.until("(y/N)")
        screen.types("n\n")
        assert screen.ends() == 2
    assert not out.exists()
    with terminal(*line, "--workers", "1") as screen:
        screen.until("(y/N)")
        screen.types("y\n")
        code, value = screen.ends(), screen.value
    assert (code, value["states"]) == (0, {"finished": 2})
    # Who names their folder is not asked.
    assert call(*line, "--allow-files", str(notes), "--json").value["states"] == {"finished": 2}


SOURCE_BRIEF = (
    "How does the app handle password resets? Is it possible to add OAuth providers? "
    "What handles session management?"
)
SOURCE_PROMPT = """\
You are ExploreAgent, specialized in codebase discovery.

CONTEXT FROM PREVIOUS ITERATIONS:
- Iteration 1 analyzed: AuthController.cs, LoginService.cs, User.cs
- Found: JWT token generation in LoginService.GenerateToken()
- Missing: Token validation implementation

YOUR SPECIFIC TASK (Gap: Missing architectural context):
Trace how JWT tokens are VALIDATED when accessing protected endpoints.

FOCUS AREAS:
1. Find middleware/filters that handle authorization
2. Locate token validation logic
3. Map flow: Protected endpoint → Auth check → Token validation
4. Provide file:line citations for each step

DO NOT re-analyze files already covered (AuthController, LoginService, User).
FOCUS ONLY on the validation pipeline.

Expected output: Complete token validation flow with citations."""
SERVICE = {
    "AuthController.cs": "public class AuthController {\n    // Password resets go by mail to the user.\n}\n",
    "LoginService.cs": "class LoginService {\n    string GenerateToken(User user) { return Jwt(user); }\n}\n",
    "User.cs": "public class User {\n    public string Name;\n}\n",
    "JwtService.cs": "public class JwtService {\n    bool Validate(string token) { return true; }\n}\n",
    "AuthMiddleware.cs": "class AuthMiddleware {\n    // Session management: a token for each session.\n}\n",
}
"""A small program with the names of the source's example."""


def test_the_source_s_research_is_typed_and_pasted_word_for_word_to_its_end(tmp_path: Path) -> None:
    lay_out(tmp_path / "app", SERVICE)
    line = ("run", "research", str(tmp_path / "app"), "--brief", SOURCE_BRIEF, "--set", "early_exit=false")
    with terminal(*line) as screen:
        screen.until("Confirm the scope")
        for question in SOURCE_BRIEF.replace("? ", "?\n").splitlines():
            screen.until(question)
        screen.until("Your choice")
        screen.types("confirm\n")
        screen.until("Iteration 1 of at most 4")
        screen.until("critical questions answered")
        screen.until("An iteration is done")
        screen.until("Your choice")
        screen.types("continue\n")
        screen.until("Note for the next iteration")
        screen.types(f"\x1b[200~{SOURCE_PROMPT}\x1b[201~\n")
        screen.until("Iteration 2 of at most 4")
        screen.until("An iteration is done")
        screen.until("Your choice")
        screen.types("finish\n")
        code, value = screen.ends(), screen.value
    assert (code, value["state"]) == (0, "finished")
    file = tmp_path / "session.jsonl"
    assert call("export", str(value["session"]), "--format", "jsonl", "-o", str(file), "--json").code == 0
    # One note, word for word: nothing that is pasted is an answer to what comes next.
    assert json.dumps(SOURCE_PROMPT, ensure_ascii=False)[1:-1] in file.read_text(encoding="utf-8")
