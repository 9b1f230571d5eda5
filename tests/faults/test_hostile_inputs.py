"""Sixty inputs that were made to do harm, typed at a terminal, in a batch's folder, a journal or an address.

Each ends with the status of a command that was refused or done, in words, and nothing of the program's own is
replaced. What a session's texts may hold is tried in `test_hostile_words.py`, what files in
`test_untrusted_files.py`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.gateway.host_client import HostClient
from tests.support.commands import call
from tests.support.examples import sampled
from tests.support.one_host import build_over

ENDS = {0, 2, 3, 4, 5}
"""Statuses that are promised; 1 is a mistake of the program."""
MANY = "9" * 400
RUN = ("run", "debate", "--question", "Must?", "--approve", "none")
TYPED: dict[str, tuple[int, tuple[str, ...]]] = {
    "a limit that is no number": (2, (*RUN, "--set", "cost_limit=nan")),
    "a limit beyond all numbers": (2, (*RUN, "--set", "cost_limit=1e309")),
    "rounds of four hundred figures": (2, (*RUN, "--set", f"max_rounds={MANY}")),
    "rounds in other figures": (2, (*RUN, "--set", "max_rounds=٣")),
    "a model of thirty thousand signs": (2, ("run", "experiment", "--set", f"model={'x' * 30_000}")),
    "a list of rounds": (2, (*RUN, "--set", "max_rounds=[1]")),
    "a field of Python's": (2, (*RUN, "--set", "__class__=1")),
    "a field without a name": (2, (*RUN, "--set", "=")),
    "a team with a zero byte": (2, (*RUN, "--team", "a\x00b")),
    "a text that is a number": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", '{"texts": 1e999}')),
    "no number of JSON": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", '{"texts": NaN}')),
    "data nested for ever": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", "[" * 100_000)),
    "a name twice": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", '{"texts":{},"texts":{}}')),
    "half a sign": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", '{"texts":{"\\ud800":{}}}')),
    "a prototype": (2, ("answer", "$S", "$G", "--verb", "approve", "--data", '{"__proto__":{"x":1}}')),
    "a note of two million signs": (2, ("answer", "$S", "$G", "--verb", "no", "--note", "x" * 2_000_000)),
    "a record of four hundred figures": (2, ("fork", "$S", "--at", MANY)),
    "a record below nothing": (2, ("fork", "$S", "--at", "-1")),
    "words of a search engine": (0, ("search", '" OR * NEAR( ^:')),
    "a zero byte to search": (0, ("search", "a\x00b")),
    "half a sign to search": (0, ("search", "\ud800")),
    "a pattern for an id": (2, ("show", "_" * 26)),
    "a way out for an id": (2, ("show", "../$S")),
    "a way out for a setting": (2, ("config", "../../x", "1")),
    "days of four hundred figures": (2, ("config", "trash", MANY)),
    "a way out for a language": (2, ("config", "language", "../../../etc/passwd")),
    "a folder with a zero byte": (2, ("config", "export_folder", "a\x00b")),
    "a way out for a part": (2, ("export", "$S", "--format", "md", "--only", "../x")),
    "a language that paints": (2, ("export", "$S", "--format", "md", "--language", "x\x1b[31m")),
    "a workflow that paints": (2, ("graph", "\x1b[31m")),
    "a server with a way out": (2, ("tools", "add", "a/../b", "--", "x")),
    "a server that turns": (2, ("tools", "add", "\u202ex", "http://127.0.0.1/")),
    "a port there is not": (2, ("tools", "add", "x", "http://127.0.0.1:99999999/mcp")),
    "a port of nothing": (2, ("tools", "add", "x", "http://127.0.0.1:0/mcp")),
    "a backup that is a database": (2, ("restore", "$D/library.db")),
    "a backup over a database": (2, ("backup", "$D/library.db")),
    "a folder of half a sign": (2, ("mcp", "--folder", "\ud800")),
}
AT_PUSH = {"data nested for ever", "a port there is not", "a pattern for an id", "words of a search engine"}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Make a data folder with a session that waits."""
    data = tmp_path_factory.mktemp("ground")
    begun = call(*RUN, "--json", data=data).value
    return {"$S": begun["session"], "$G": begun["gate"]["id"], "$D": str(data)}


@pytest.mark.parametrize("name", sampled(TYPED, AT_PUSH))
def test_what_is_typed_to_do_harm_ends_in_words(name: str, ground: dict[str, str]) -> None:
    code, words = TYPED[name]
    for sign, value in ground.items():
        words = tuple(word.replace(sign, value) for word in words)
    ran = call(*words, data=Path(ground["$D"]))
    assert ran.code == code, ran
    assert not {"\x1b", "\u202e", "\x00"} & set(ran.out + ran.err)


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("member", "says"),
    [
        (f"model = 'offline/analyst'\nseed = {'9' * 5_000}", "not valid TOML"),
        ("model = 'openai/x'\nbase_url = 'http://xn--a-ä.invalid:8/'", "there is no address for the name"),
    ],
    ids=["a number of five thousand figures", "a name that is none in other letters"],
)
def test_a_team_that_was_made_to_do_harm_is_refused_in_words(
    member: str, says: str, tmp_path: Path, host_client: HostClient
) -> None:
    chair = "[chair]\nname = 'C'\nmodel = 'offline/analyst'\n"
    team = tmp_path / "team.toml"
    team.write_text(f"[[member]]\nname = 'a'\n{member}\n{chair}", encoding="utf-8")
    allowed = ("--team", team, "--allow-server", "xn--a-ä.invalid:8")
    ran = call(*RUN, *allowed, data=tmp_path / "data", make=lambda: build_over(host_client))
    assert ran.code in (2, 5), ran
    assert says in ran.err


@pytest.mark.parametrize("which", ["session", "another", "trash", "library", "log", "link"])
def test_an_export_replaces_no_session_and_no_other_database(which: str, tmp_path: Path) -> None:
    sessions = [call(*RUN, "--json", data=tmp_path).value["session"] for _ in range(3)]
    call("delete", sessions[2], data=tmp_path)
    own = tmp_path / "sessions" / f"{sessions[0]}.roundtable"
    target = {
        "session": own,
        "another": own.with_name(f"{sessions[1]}.roundtable"),
        "trash": tmp_path / "trash" / f"{sessions[2]}.roundtable",
        "library": tmp_path / "library.db",
        "log": tmp_path / "mine.db-wal",
        "link": tmp_path / "link.json",
    }[which]
    if which == "log":
        # As somebody's program leaves it that was killed.
        with closing(sqlite3.connect(tmp_path / "mine.db")) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("CREATE TABLE t (x)")
            db.commit()
            kept = target.read_bytes()
        target.write_bytes(kept)
    elif which == "link":
        target.symlink_to(own)
    before = target.read_bytes()
    ran = call("export", sessions[0], "--format", "json", "-o", target, data=tmp_path)
    assert ran.code == 2, ran
    assert "would be replaced" in ran.err
    assert target.read_bytes() == before
    assert call("show", sessions[0], data=tmp_path).code == 0


# --- a batch's folder ---------------------------------------------------------------------------------

ABOUT: dict[str, dict[str, Any]] = {
    "a name that turns": {"name": "\u202e\x1b[31m../../x" * 50},
    "a workflow elsewhere": {"workflow": "../debate"},
    "a table that never ends": {"manifest": "/dev/zero"},
    "no shard of none": {"shards": ["1/0"]},
    "shards below nothing": {"shards": ["-1/-1"]},
    "shards of many figures": {"shards": [f"1/{MANY}"]},
    "teams that are devices": {"made": {"teams": ["\x00", "/dev/zero"], "columns": ["=", "a=b=c"]}},
    "a format of many figures": {"format": int(MANY)},
}
PLANS: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "a session elsewhere": lambda lines: lines[0].update(session="../../../etc/passwd"),
    "one session twice": lambda lines: lines[0].update(session=lines[1]["session"]),
    "a row below nothing": lambda lines: lines[0].update(row=-5, seed=int(MANY[:30])),
    "an id that paints": lambda lines: lines[0].update(id="\u202e\x1b[2J=cmd()", team="\x9b"),
    "one id twice": lambda lines: lines[0].update(id=lines[1]["id"]),
    "no row": list.clear,
    "a pattern without end": lambda lines: lines[0].update(expected="/(a+)+$/"),
}


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a batch of two rows; return its folder, beside the data."""
    folder = tmp_path_factory.mktemp("batch")
    (folder / "t.csv").write_text("id,question,max-rounds\na,Must we?,1\nb,Which?,1\n", encoding="utf-8")
    made = ("--out", folder / "b", "--approve", "all", "--team", "offline-pair")
    assert call("batch", "run", folder / "t.csv", *made, data=folder / "data").code == 0
    return folder / "b"


def looked_at(batch: Path, named: str) -> None:
    """Look at a batch in every way."""
    report = batch.parent / "report.csv"
    for words in (("status", batch), ("gates", batch), ("report", batch, "-o", report)):
        ran = call("batch", *words, data=batch.parent / "data")
        assert ran.code in ENDS, (named, ran)
        assert not {"\x1b", "\u202e", "\x9b"} & set(ran.out + ran.err), named


@pytest.mark.parametrize("named", sampled(ABOUT, {"no shard of none"}))
def test_a_batch_that_somebody_wrote_otherwise_is_read_or_refused_in_words(named: str, batch: Path) -> None:
    file = batch / "batch.json"
    whole = file.read_text(encoding="utf-8")
    try:
        file.write_text(json.dumps({**json.loads(whole), **ABOUT[named]}), encoding="utf-8")
        looked_at(batch, named)
    finally:
        file.write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("named", sampled(PLANS, {"a session elsewhere"}))
def test_a_plan_that_somebody_wrote_otherwise_is_read_or_refused_in_words(named: str, batch: Path) -> None:
    file = batch / "plan.jsonl"
    whole = file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in whole.splitlines()]
    PLANS[named](lines)
    try:
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        looked_at(batch, named)
    finally:
        file.write_text(whole, encoding="utf-8")


# --- journals -----------------------------------------------------------------------------------------

JOURNALS = {
    "a round of many figures": "UPDATE records SET round = 9223372036854775807 WHERE seq = 9",
    "an attempt below nothing": "UPDATE records SET attempt = -1 WHERE seq = 9",
    "an entry that is to come": "UPDATE records SET entry = 99999 WHERE seq = 9",
    "a version below nothing": "UPDATE records SET schema = -5 WHERE seq = 9",
    "a type that paints": "UPDATE records SET type = char(27) || '[31m' WHERE seq = 9",
    "a type of bytes": "UPDATE records SET type = CAST(x'ff' AS TEXT) WHERE seq = 9",
    "a body of words": "UPDATE records SET body = 'hello' WHERE seq = 9",
    "a body nested for ever": "UPDATE records SET body = replace(hex(zeroblob(50000)),'00','[') WHERE seq=9",
    "another record's body": "UPDATE records SET body = (SELECT body FROM records WHERE seq=3) WHERE seq = 9",
    "a time before all": "UPDATE records SET at = -1 WHERE seq = 9",
    "a time beyond all": "UPDATE records SET at = 9223372036854775807 WHERE seq = 9",
    "an index that computes": "CREATE INDEX evil ON records (lower(type))",
    "a table of somebody else": "CREATE TABLE library (x)",
}


@pytest.mark.parametrize("named", sampled(JOURNALS, {"a type of bytes", "a body nested for ever"}))
def test_a_journal_that_somebody_wrote_otherwise_is_read_or_refused_in_words(
    named: str, tmp_path: Path
) -> None:
    session = call(*RUN, "--json", data=tmp_path).value["session"]
    path = tmp_path / "sessions" / f"{session}.roundtable"
    with closing(sqlite3.connect(path)) as db:
        db.execute(JOURNALS[named])
        db.commit()
    for words in (
        *(("list",), ("show", session), ("log", session), ("gates", session), ("search", "paint")),
        ("export", session, "--format", "json", "-o", tmp_path / "o.json"),
        ("export", session, "--format", "html", "-o", tmp_path / "o.html"),
        ("resume", session, "--approve", "none"),
    ):
        ran = call(*words, data=tmp_path)
        assert ran.code in ENDS, (words, ran)
        assert "\x1b" not in ran.out + ran.err
