"""Backing everything up and taking it back: nothing lost, nothing replaced, no key in it."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.commands import call

CANARY = "sk-canary-0123456789abcdef"


def run(data: Path, question: str) -> str:
    """Make a finished session."""
    asked = ("run", "debate", "--question", question, "--approve", "all", "--set", "max_rounds=1", "--json")
    return str(call(*asked, data=data).value["session"])


def listed(data: Path) -> list[str]:
    return [row["session"] for row in call("list", "--json", data=data).value]


def exported(data: Path, session: str) -> bytes:
    path = data / f"{session}.json"
    call("export", session, "--format", "json", "--output", str(path), data=data)
    return path.read_bytes()


@pytest.fixture
def config() -> Path:
    """Give the folder of settings, with a team and a provider of one's own in it."""
    folder = Path(os.environ["ROUNDTABLE_CONFIG_DIR"])
    (folder / "teams").mkdir(parents=True, exist_ok=True)
    team = 'name = "Mine"\n[[member]]\nname = "Ada"\nmodel = "offline/analyst"\n'
    (folder / "teams" / "mine.toml").write_text(team, encoding="utf-8")
    (folder / "providers.toml").write_text(f"# {CANARY}\n", encoding="utf-8")
    return folder


def test_all_that_is_backed_up_comes_back_elsewhere_to_the_byte(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "all.zip"
    ids = [run(here, "Why?"), run(here, "And then?")]
    call("config", "theme", "dark", data=here)
    ran = call("backup", str(file), data=here)
    assert ran.out.splitlines()[0] == f"Wrote {file}: 2 sessions, with settings, teams and templates."
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "other"))
    looked = call("restore", str(file), "--look", data=there)
    assert looked.out == f"{file} holds 2 sessions; 0 of them are here already.\n"
    assert listed(there) == []
    assert call("restore", str(file), data=there).out.splitlines() == [
        "2 sessions taken in; 0 were here already.",
        "Settings taken: settings.toml, teams/mine.toml",
    ]
    assert sorted(listed(there)) == sorted(ids)
    for session in ids:
        assert exported(there, session) == exported(here, session)
    assert call("config", "theme", "--json", data=there).value == {"theme": "dark"}
    assert call("restore", str(file), data=there).out == "0 sessions taken in; 2 were here already.\n"


def test_what_is_here_stays_as_it_is(tmp_path: Path, config: Path) -> None:
    file = tmp_path / "all.zip"
    session = run(tmp_path, "Why?")
    call("backup", str(file), data=tmp_path)
    call("rename", session, "Another title", data=tmp_path)
    (config / "teams" / "mine.toml").write_text('name = "Mine"\n', encoding="utf-8")
    before = exported(tmp_path, session)
    told = call("restore", str(file), "--json", data=tmp_path).value
    if exported(tmp_path, session) != before:
        raise AssertionError("what is here was replaced")
    assert told["kept"] == ["teams/mine.toml"]
    assert (config / "teams" / "mine.toml").read_text("utf-8") == 'name = "Mine"\n'
    again = call("backup", str(file), data=tmp_path)
    assert again.code == 2
    assert f"There is a file {file} already." in again.err


def test_no_key_and_no_approved_server_goes_along(tmp_path: Path, config: Path) -> None:
    file = tmp_path / "all.zip"
    run(tmp_path, "Why?")
    assert call("tools", "add", "--env", f"KEY={CANARY}", "files", "npx", "files", data=tmp_path).code == 0
    call("backup", str(file), data=tmp_path)
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        assert not any(private in name for name in names for private in ("providers", "tools"))
        assert CANARY.encode() not in b"".join(archive.read(name) for name in names)


def test_a_backup_says_not_whom_another_machine_tells_of_its_sessions(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.zip"
    call("config", "theme", "dark", data=tmp_path)
    call("config", "trace_address", "https://elsewhere.example/v1/traces", data=tmp_path)
    call("config", "trace_texts", "on", data=tmp_path)
    call("backup", str(file), data=tmp_path)
    assert "kept" not in call("restore", str(file), data=tmp_path).out, "here nothing differs"
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "other"))
    assert call("restore", str(file), data=tmp_path / "there").code == 0
    found = call("config", "--json", data=tmp_path / "there").value
    assert (found["theme"], found["trace_address"], found["trace_texts"]) == ("dark", "", False)


def test_a_session_that_cannot_be_read_goes_along_as_it_is(tmp_path: Path) -> None:
    file, sound, broken = tmp_path / "all.zip", run(tmp_path, "Why?"), run(tmp_path, "And?")
    path = tmp_path / "sessions" / f"{broken}.roundtable"
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE records")
    db.close()
    told = call("backup", str(file), "--json", data=tmp_path).value
    assert told == {"file": str(file), "sessions": 1, "damaged": [broken], "missing": []}
    with zipfile.ZipFile(file) as archive:
        assert archive.read(f"damaged/{broken}.roundtable") == path.read_bytes()
    elsewhere = tmp_path / "there"
    call("restore", str(file), data=elsewhere)
    assert listed(elsewhere) == [sound]


@pytest.mark.skipif(sys.platform != "linux", reason="a file whose reading fails is there on Linux alone")
def test_files_that_cannot_be_read_at_all_are_named_and_the_rest_is_backed_up(
    tmp_path: Path, config: Path
) -> None:
    file, sound, gone, piped = tmp_path / "all.zip", *(run(tmp_path, why) for why in ("Why?", "And?", "So?"))
    # At its beginning nothing of a process's memory can be read: the disk's own error, from a regular file.
    for path in (tmp_path / "sessions" / f"{gone}.roundtable", config / "teams" / "worn.toml"):
        path.unlink(missing_ok=True)
        path.symlink_to("/proc/self/mem")
    pipe = tmp_path / "sessions" / f"{piped}.roundtable"
    pipe.unlink()
    os.mkfifo(pipe)
    ran = call("backup", str(file), "--json", data=tmp_path)
    assert ran.code == 5
    assert (ran.value["sessions"], ran.value["damaged"]) == (1, [])
    whys = {one["name"]: one["why"] for one in ran.value["missing"]}
    assert "cannot be read: Input/output error." in whys[f"damaged/{gone}.roundtable"]
    assert "cannot be read: Input/output error." in whys["config/teams/worn.toml"]
    assert "is a pipe or a device" in whys[f"damaged/{piped}.roundtable"]
    assert len(whys) == 3
    again = call("backup", str(tmp_path / "second.zip"), data=tmp_path)
    assert again.code == 5
    assert f"✕ damaged/{gone}.roundtable is not in it, or not whole: " in again.out
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if name.startswith("config/teams/worn")]
    elsewhere = tmp_path / "there"
    assert call("restore", str(file), data=elsewhere).code == 0
    assert listed(elsewhere) == [sound]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in a folder")
def test_sessions_are_listed_where_their_index_cannot_be_kept_on_the_disk(tmp_path: Path) -> None:
    session = run(tmp_path, "Why?")
    for one in tmp_path.glob("library.db*"):
        one.unlink()
    # SQLite says of it what it says where there is no room for an index's log: an error of the disk.
    os.mkfifo(tmp_path / "library.db")
    assert listed(tmp_path) == [session]


def _made(path: Path, members: dict[str, bytes], about: object = None) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        whole = {"format": "roundtable-backup", "version": 1} if about is None else about
        archive.writestr("about.json", json.dumps(whole))


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"format": "roundtable-backup", "version": 2}, "was written by a later version of Roundtable."),
        ({"format": "roundtable-backup", "version": "1"}, "is no backup of Roundtable."),
        ({"format": "other", "version": 1}, "is no backup of Roundtable."),
        ([], "is no backup of Roundtable."),
        ("roundtable-backup", "is no backup of Roundtable."),
    ],
)
def test_a_file_that_is_no_backup_is_refused_in_words(tmp_path: Path, about: object, says: str) -> None:
    file = tmp_path / "all.zip"
    _made(file, {}, about)
    ran = call("restore", str(file), data=tmp_path)
    assert ran.code == 2
    assert says in ran.err


def test_what_a_stranger_put_into_a_backup_leads_nowhere(tmp_path: Path, config: Path) -> None:
    file, session = tmp_path / "all.zip", run(tmp_path, "Why?")
    content = exported(tmp_path, session)
    data = tmp_path / "there"
    _made(
        file,
        {
            "sessions/../../evil.json": content,
            f"sessions/{session}.json": content[:-40],
            "config/../evil.toml": b"a = 1\n",
            "config/teams/../../evil.toml": b"a = 1\n",
            "config/teams/.hidden/evil.toml": b"a = 1\n",
            "config/providers.toml": b"approved = []\n",
            "config/teams/big.toml": b"a" * 2**19,
            "other/evil.txt": b"",
        },
    )
    ran = call("restore", str(file), data=data)
    assert ran.code == 0
    assert "0 sessions taken in" in ran.out
    assert f"✕ sessions/{session}.json: " in ran.out
    assert "config/teams/big.toml is larger than 256 KB." in ran.out
    assert not list(tmp_path.rglob("*evil*"))
    assert (config / "providers.toml").read_text("utf-8") == f"# {CANARY}\n"
    assert listed(data) == []


@pytest.mark.parametrize("cut", [10, 200, 2000])
def test_a_backup_that_is_cut_short_is_refused(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "all.zip"
    run(tmp_path, "Why?")
    call("backup", str(file), data=tmp_path)
    file.write_bytes(file.read_bytes()[:-cut])
    ran = call("restore", str(file), data=tmp_path / "there")
    assert ran.code == 2
    assert "is no backup of Roundtable." in ran.err


def test_a_backup_that_was_changed_inside_takes_in_what_is_sound(tmp_path: Path) -> None:
    file, ids = tmp_path / "all.zip", [run(tmp_path, "Why?"), run(tmp_path, "And?")]
    call("backup", str(file), data=tmp_path)
    with zipfile.ZipFile(file) as archive:
        at = archive.getinfo(f"sessions/{ids[0]}.json").header_offset + 200
    content = bytearray(file.read_bytes())
    content[at : at + 8] = b"\0" * 8
    file.write_bytes(content)
    told = call("restore", str(file), "--json", data=tmp_path / "there").value
    assert told["taken"] == [ids[1]]
    assert [one["name"] for one in told["refused"]] == [f"sessions/{ids[0]}.json"]
