"""Wrong input: one clear sentence with the next action, exit 2 (5: damaged store), nothing else harmed."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Ran, call, debate, spawn
from tests.support.dots import png
from tests.support.examples import sampled

Make = Callable[[Path], list[str]]
RUN = ("run", "debate", "--question", "Must we?", "--approve", "none")


def crowded(folder: Path) -> str:
    """Make more files than anybody means to send."""
    for number in range(501):
        (folder / f"{number}.txt").touch()
    return str(folder)


def file(folder: Path, name: str, content: str | bytes) -> str:
    """Write a file and return its name."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def refused(ran: Ran, code: int = 2) -> dict[str, str]:
    """Check that a command was refused with a sentence and a next action; return the error."""
    assert ran.code == code, ran
    error = ran.error
    assert error["message"]
    assert error["message"].rstrip()[-1] in ".!?", error
    assert error["next"], error
    assert "Traceback" not in ran.out + ran.err
    assert "\n" not in error["message"], error
    return error


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("draft", "NOVEL", "--brief", "@plan.png"), "is a picture, and a text belongs here"),
        (("experiment", "--run-id", "t", "--prompt", "@plan.png"), "is a picture, and a text belongs here"),
        (("research", "papers", "--brief", "@plan.png"), "is a picture, and a text belongs here"),
        (("debate", "--question", "@plan.png"), "is a picture, and a text belongs here"),
        (("draft", "NOVEL", "--brief", "x", "--context", "plan.png"), "“roundtable run debate”"),
        (
            ("research", "papers", "--brief", "x", "--context", "plan.png"),
            "“roundtable run debate”",
        ),
    ],
)
def test_a_picture_where_no_workflow_takes_one_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "plan.png", png(3, 2))
    (tmp_path / "papers").mkdir()
    assert says in refused(call("run", *typed, "--json"))["message"]
    assert sessions() == []


def sessions() -> list[dict[str, Any]]:
    """Return the rows of all sessions."""
    rows: list[dict[str, Any]] = call("list", "--json").value
    return rows


def team_file(folder: Path, line: str) -> str:
    """Write a team whose one member has this line."""
    return file(
        folder,
        "t.toml",
        f'[[member]]\nname = "A"\nmodel = "offline/analyst"\n{line}\n'
        '[chair]\nname = "C"\nmodel = "offline/editor"\n',
    )


WRONG: dict[str, tuple[Make, str]] = {
    "blank question": (lambda p: ["run", "debate", "--question", "  "], "question"),
    "question from an absent file": (lambda p: ["run", "debate", "--question", "@/no/such"], "/no/such"),
    "question from an empty file": (
        lambda p: ["run", "debate", "--question", f"@{file(p, 'e', ' ')}"],
        "question",
    ),
    "no question": (lambda p: ["run", "debate"], "--question"),
    "unknown team": (lambda p: [*RUN, "--team", "dreamers"], "dreamers"),
    "team outside the folder": (lambda p: [*RUN, "--team", "../offline"], "../offline"),
    "absent team file": (lambda p: [*RUN, "--team", "gone.toml"], "gone.toml"),
    "team that is no TOML": (lambda p: [*RUN, "--team", file(p, "t.toml", "name = ")], "t.toml"),
    "team without members": (lambda p: [*RUN, "--team", file(p, "t.toml", "name='x'")], "member"),
    "team in another encoding": (lambda p: [*RUN, "--team", file(p, "t.toml", b"name='\xff'")], "UTF-8"),
    "absent context": (lambda p: [*RUN, "--context", str(p / "gone.md")], "gone.md"),
    "binary context": (lambda p: [*RUN, "--context", file(p, "b.bin", b"a\0b")], "binary"),
    "context that is no PDF": (lambda p: [*RUN, "--context", file(p, "x.pdf", "no")], "x.pdf"),
    "context that is no DOCX": (lambda p: [*RUN, "--context", file(p, "x.docx", "no")], "x.docx"),
    "context folder with everything in it": (
        lambda p: [*RUN, "--context", crowded(p)],
        "more than 500 files",
    ),
    "empty context folder": (lambda p: [*RUN, "--context", str(p)], "holds no files"),
    "answers that are no TOML": (lambda p: [*RUN, "--answers", file(p, "a.toml", "[[")], "a.toml"),
    "answers of another form": (
        lambda p: [*RUN, "--answers", file(p, "a.toml", "[[answer]]\ngate='x'")],
        "verb",
    ),
    "answers to a gate there is not": (
        lambda p: [*RUN, "--answers", file(p, "a.toml", "[[answer]]\ngate='aproval'\nverb='approve'")],
        "aproval",
    ),
    "answers with a verb there is not": (
        lambda p: [*RUN, "--answers", file(p, "a.toml", "[[answer]]\ngate='approval'\nverb='aprove'")],
        "aprove",
    ),
    "absent answers": (lambda p: [*RUN, "--answers", str(p / "no.toml")], "no.toml"),
    "unknown field": (lambda p: [*RUN, "--set", "colour=red"], "colour"),
    "field without a value": (lambda p: [*RUN, "--set", "max_rounds"], "max_rounds"),
    "value out of range": (lambda p: [*RUN, "--set", "max_rounds=0"], "max_rounds"),
    "value of another type": (lambda p: [*RUN, "--set", "max_rounds=many"], "max_rounds"),
    "unknown approve": (lambda p: ["run", "debate", "--question", "x", "--approve", "some"], "some"),
    "unknown command": (lambda p: ["dance"], "dance"),
    "unknown option": (lambda p: ["list", "--colour"], "--colour"),
    "unknown session": (lambda p: ["show", "zzz"], "zzz"),
    "empty session": (lambda p: ["show", ""], "session"),
    "session with a path": (lambda p: ["show", "../../etc"], "../../etc"),
    "unknown session to resume": (lambda p: ["resume", "zzz"], "zzz"),
    "unknown workflow": (lambda p: ["graph", "tango"], "tango"),
    "number without end": (lambda p: [*RUN, "--set", "cost_limit=1e999"], "cost_limit"),
    "infinity": (lambda p: [*RUN, "--set", "cost_limit=Infinity"], "cost_limit"),
    "no number": (lambda p: [*RUN, "--set", "threshold=NaN"], "threshold"),
    "value nested without end": (lambda p: [*RUN, "--set", "max_rounds=" + "[" * 50_000], "max_rounds"),
    "context of nobody": (lambda p: [*RUN, "--context", "~nobody-here/x"], "~nobody-here/x"),
    "context with an endless name": (lambda p: [*RUN, "--context", "a" * 5000], "cannot be read"),
    "question of nobody": (lambda p: ["run", "debate", "--question", "@~nobody-here/x"], "~nobody-here"),
    "team of nobody": (lambda p: [*RUN, "--team", "~nobody-here/x.toml"], "~nobody-here"),
    "team with an endless name": (lambda p: [*RUN, "--team", "a" * 5000], "cannot be read"),
    "team nested without end": (
        lambda p: [*RUN, "--team", file(p, "t.toml", "a = " + "[" * 5000)],
        "nested too deeply",
    ),
    "team with a price without end": (lambda p: [*RUN, "--team", team_file(p, "price_in = inf")], "price_in"),
    "team with a temperature that is none": (
        lambda p: [*RUN, "--team", team_file(p, "temperature = nan")],
        "temperature",
    ),
    "team with half an address": (
        lambda p: [*RUN, "--team", team_file(p, 'base_url = "http://[::1"')],
        "::1",
    ),
    "import of nobody": (lambda p: ["import", "~nobody-here/x"], "~nobody-here"),
    "absent import": (lambda p: ["import", str(p / "gone.json")], "gone.json"),
    "folder as import": (lambda p: ["import", str(p)], "is a folder"),
}
IMPORTS: dict[str, str | bytes] = {
    "empty": b"",
    "no JSON": "hello",
    "not UTF-8": b"\xff\xfe{}",
    "a list": "[]",
    "another format": '{"format": "x", "version": 1, "records": []}',
    "a future version": '{"format": "roundtable-session", "version": 99, "records": [{}]}',
    "nested without end": "[" * 100_000,
    "a field twice": '{"format": "x", "format": "roundtable-session"}',
    "not a number": '{"format": "roundtable-session", "version": NaN}',
    "no records": '{"format": "roundtable-session", "version": 1, "records": []}',
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused_in_one_sentence_with_the_way_out(name: str, tmp_path: Path) -> None:
    make, named = WRONG[name]
    error = refused(call(*make(tmp_path), "--json"))
    assert named.casefold() in error["message"].casefold()
    assert sessions() == []


@pytest.mark.parametrize("name", IMPORTS)
def test_a_crafted_import_is_refused_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    error = refused(call("import", file(tmp_path, "crafted.json", IMPORTS[name]), "--json"))
    assert error["kind"] == "import"
    assert "crafted.json" in error["message"]
    assert sessions() == []


@pytest.mark.nightly
def test_changed_records_of_an_export_are_refused_or_shown_as_a_problem_but_never_crash(
    tmp_path: Path,
) -> None:
    session = debate()
    whole = tmp_path / "whole.json"
    call("export", session, "--format", "json", "-o", whole)
    value = json.loads(whole.read_bytes())
    first = value["records"][0]
    changes: list[dict[str, Any]] = [
        {"body": {"session": first["body"]["session"]}},
        {"body": {**first["body"], "workflow": "tango"}},
        {"body": {**first["body"], "setup": 3}},
        {"body": {**first["body"], "setup": {}}},
        {"body": {**first["body"], "setup": {"question": 3, "max_rounds": "x"}}},
        {"body": {**first["body"], "seats": {}}},
        {"body": {**first["body"], "session": "../../x"}},
        {"type": "note_added"},
        {"seq": 5},
        {"at": -1},
        {"at": 2**63 - 1},
        {"schema": 77},
        {"round": "x"},
    ]
    last = value["records"][-1]
    later = {**last, "seq": last["seq"] + 1, "schema": 1}
    strangers: list[dict[str, Any]] = [
        {"type": "seat_replaced", "body": {"seat": "nobody", "model": "x"}},
        {"type": "node_left", "body": {"node": "nowhere", "signal": "X"}},
        {"type": "gate_opened", "body": {"kind": "failure", "payload": {"items": [{}]}, "verbs": []}},
        {"type": "text_decided", "body": {"slot": "answer", "seat": "nobody", "choice": "refined"}},
        {"type": "limit_changed", "body": {"limit": "tokens", "value": 1e308}},
    ]
    crafts = [[{**first, **change}, *value["records"][1:]] for change in changes]
    crafts += [[*value["records"], {**later, **stranger}] for stranger in strangers]
    for number, records in enumerate(crafts):
        change = records[0] if number < len(changes) else records[-1]
        crafted = {**value, "records": records}
        target = file(tmp_path, f"crafted{number}.json", json.dumps(crafted))
        ran = call("import", target, "--as-copy", "--json")
        assert ran.code in (0, 2), (change, ran)
        if ran.code == 2:
            refused(ran)
        else:
            copy = ran.value["session"]
            assert call("show", copy, "--json").code == 0, change
            assert call("log", copy, "--json").code == 0, change
            # However it ends: `call` lets no mistake of the program pass.
            assert call("resume", copy, "--approve", "all", "--json").code != 1, change
            assert call("export", copy, "--format", "md", "-o", tmp_path / "copy.md", "--json").code == 0, (
                change
            )
        listed = call("list", "--json")
        assert listed.code == 0, (change, listed)
        assert any(row["session"] == session and row["state"] == "finished" for row in listed.value)


def test_an_unknown_format_is_refused_naming_those_there_are(tmp_path: Path) -> None:
    error = refused(call("export", debate(), "--format", "odt", "-o", tmp_path / "x", "--json"))
    assert "odt" in error["message"]
    assert "jsonl" in error["next"]
    assert not (tmp_path / "x").exists()


def test_a_wrong_team_file_is_told_and_hides_no_other(tmp_path: Path) -> None:
    teams = Path(os.environ["ROUNDTABLE_CONFIG_DIR"]) / "teams"
    teams.mkdir(parents=True)
    (teams / "broken.toml").write_text("name = ", encoding="utf-8")
    ran = call("teams", "--json")
    assert ran.code == 0
    assert "broken.toml" in next(team["problem"] for team in ran.value if team["name"] == "broken")
    assert "offline" in [team["name"] for team in ran.value if "members" in team]


def test_a_bad_settings_file_is_named(tmp_path: Path) -> None:
    config = Path(os.environ["ROUNDTABLE_CONFIG_DIR"])
    config.mkdir(parents=True)
    (config / "settings.toml").write_text("team = 'nobody", encoding="utf-8")
    assert "settings.toml" in refused(call(*RUN, "--json"))["message"]
    (config / "settings.toml").write_text("team = 'nobody'", encoding="utf-8")
    assert "nobody" in refused(call(*RUN, "--json"))["message"]


def _overwritten(whole: bytes) -> bytes:
    end = len(whole) * 3 // 4
    return whole[:4096] + b"\x5a" * (end - 4096) + whole[end:]


def _foreign() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE records (seq INTEGER)")
        return db.serialize()


DAMAGES: dict[str, Callable[[bytes], bytes] | str] = {
    "truncate": lambda whole: whole[: len(whole) // 2],
    "overwrite": _overwritten,
    "text": lambda _: b"This is not a database. " * 50,
    "empty": lambda _: b"",
    "foreign": lambda _: _foreign(),
    "newer": "PRAGMA user_version=99",
    "trigger": "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq = 2; END",
    "broken_body": "UPDATE records SET body = '{\"a' WHERE seq = 3",
    "changed_text": "UPDATE blobs SET text = 'something else'",
    "lost_text": "DELETE FROM blobs",
}
"""What becomes of the bytes of a session's file, or what is done in it."""
AT_PUSH = ("truncate", "empty", "trigger", "broken_body", "lost_text")


@pytest.mark.parametrize("damage", sampled(list(DAMAGES), AT_PUSH))
def test_a_damaged_session_is_named_and_left_untouched_and_the_others_work(
    damage: str, tmp_path: Path
) -> None:
    hurt, sound = debate(question="Must we move " + "by the river " * 200 + "?"), debate()
    path = Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "sessions" / f"{hurt}.roundtable"
    db = sqlite3.connect(path)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("PRAGMA journal_mode=DELETE")
    db.close()
    done = DAMAGES[damage]
    if isinstance(done, str):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(done)
    else:
        path.write_bytes(done(path.read_bytes()))
    before = path.read_bytes()
    commands: list[list[object]] = [
        ["show", hurt],
        ["log", hurt],
        ["resume", hurt],
        ["fork", hurt, "--at", 9],
        ["export", hurt, "--format", "json", "-o", tmp_path / "x.json"],
    ]
    for command in commands:
        error = refused(call(*command, "--json"), 5)
        assert error["kind"] == "storage"
        assert hurt in error["message"]
    assert path.read_bytes() == before
    rows = {row["session"]: row for row in sessions()}
    assert set(rows) == {hurt, sound}
    assert rows[sound]["state"] == "finished"
    assert call("show", sound, "--json").code == 0


def test_without_json_an_error_is_a_sentence_on_standard_error() -> None:
    ran = spawn("show", "zzz")
    assert (ran.code, ran.out) == (2, "")
    assert "zzz" in ran.err
    assert "roundtable list" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "message", "step"),
    [
        (("run", "debate"), "--question", "roundtable run debate --help"),
        (("log",), "session", "roundtable log --help"),
        (("fork", "s", "--at", "three"), "a whole number is needed", "roundtable fork --help"),
        (("fork", "s", "--at", "0"), "'--at': at least 1 is needed.", "roundtable fork --help"),
        (("serve", "--port", "99999"), "'--port': at most 65535 is allowed.", "roundtable serve --help"),
        (("resume", "s", "--approve", "on"), "'--approve': 'on' is not one of", "roundtable resume --help"),
        (("run", "debate", "--question", "x", "--set", "max_rounds"), "no value", "max_rounds=VALUE"),
    ],
)
def test_what_is_missing_is_named_with_the_help_of_its_own_command(
    arguments: tuple[str, ...], message: str, step: str
) -> None:
    error = refused(call(*arguments, "--json"))
    assert message in error["message"]
    assert step in error["next"]


@pytest.mark.parametrize("group", ["run", "batch", "outcome", "rules"])
def test_a_group_without_a_command_shows_its_commands_and_no_error(group: str) -> None:
    ran = call(group)
    assert (ran.code, ran.err) == (2, "")
    assert f"Usage: roundtable {group}" in ran.out


@pytest.mark.parametrize("typed", [("show",), ("run",), ()])
def test_of_a_page_pasted_for_a_name_a_refusal_tells_the_beginning(tmp_path: Path, typed: tuple[str, ...]):
    page = "x" * 50_000
    ran = call(*typed, page if typed else f"--{page}", data=tmp_path)
    assert ran.code == 2
    assert f"{page[:200]}" in ran.err
    assert len(ran.err) < 1_000
