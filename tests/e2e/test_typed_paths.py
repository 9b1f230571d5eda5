"""Whatever path a person types, in whatever place one can be typed, a command ends in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.commands import call
from tests.support.examples import sampled
from tests.support.odd_paths import PATHS

SESSION = "SESSION"
"""Stands for the id of a session that is there."""
PLACES: tuple[tuple[str, ...], ...] = (
    ("import", "PATH"),
    ("import", "PATH", "--look"),
    ("restore", "PATH"),
    ("restore", "PATH", "--look"),
    ("backup", "PATH"),
    ("export", SESSION, "-o", "PATH"),
    ("export", SESSION, "--format", "md", "-o", "PATH"),
    ("run", "debate", "--question", "Why?", "--team", "PATH"),
    ("run", "debate", "--question", "Why?", "--context", "PATH"),
    ("run", "debate", "--question", "Why?", "--answers", "PATH"),
    ("run", "debate", "--question", "Why?", "--set", "context_files=PATH"),
    ("run", "research", "PATH", "--brief", "Why?", "--approve", "none"),
    ("run", "draft", "PATH", "--template", "report", "--brief", "Why?", "--approve", "none"),
    ("run", "experiment", "--run-id", "r", "--prompt", "Why?", "--cycles", "1", "--run-folder", "PATH"),
    ("batch", "run", "PATH", "--out", "OUT"),
    ("batch", "run", "TABLE", "--out", "PATH", "--approve", "all"),
    ("batch", "run", "TABLE", "--out", "OUT", "--team", "PATH"),
    ("batch", "run", "TABLE", "--out", "OUT", "--answers", "PATH"),
    ("batch", "run", "TABLE", "--out", "OUT", "--allow-files", "PATH"),
    ("batch", "run", "TABLE", "--out", "OUT", "--approve", "all", "--junit", "PATH"),
    ("batch", "status", "PATH"),
    ("batch", "report", "PATH"),
    ("answer", SESSION, "g", "--verb", "approve", "--data", "@PATH"),
    ("ask", SESSION, "continuity", "--data", "@PATH"),
    ("resume", SESSION, "--folder", "folder=PATH"),
    ("show", "PATH"),
    ("graph", "PATH"),
    ("tools", "add", "words", "PATH"),
)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    data = tmp_path_factory.mktemp("data")
    done = call(
        "run",
        "debate",
        "--question",
        "Why?",
        "--set",
        "max_rounds=1",
        "--approve",
        "all",
        "--json",
        data=data,
    )
    return data, done.value["session"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
@pytest.mark.parametrize("place", sampled(PLACES, {PLACES[0], PLACES[8], PLACES[14]}), ids=" ".join)
def test_a_path_of_any_kind_ends_in_words(place, session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    data, known = session
    (tmp_path / "table.csv").write_text("question\nWhy?\n", encoding="utf-8")
    for number, (name, make) in enumerate(PATHS.items()):
        at = tmp_path / f"p{number}"
        words = {
            "PATH": make(at),
            SESSION: known,
            "OUT": str(tmp_path / f"out{number}"),
            "TABLE": "table.csv",
        }
        given = [words.get(one, one.replace("PATH", words["PATH"])) for one in place]
        done = call(*given, data=data)
        assert "Traceback" not in done.err, (name, done.err)
        told = done.err + done.out
        assert not {"\x1b", "\u202e"} & set(told), (name, told)
        for refused in ("No such option", "No such command", "unexpected extra"):
            assert refused not in told, "a place where nothing can be typed tries nothing"
        assert done.code in range(8), (name, done)
        assert done.code == 0 or done.err.strip(), (name, done)
        if at.is_dir():
            at.chmod(0o700)


@pytest.mark.parametrize("kind", sorted(PATHS.keys() - {"a folder", "nothing", "blanks", "a device"}))
def test_a_folder_for_agents_of_any_kind_ends_in_words(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = call("mcp", "--folder", PATHS[kind](tmp_path / "p"), data=tmp_path / "data")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("✕ ")
    assert "\x1b" not in done.err
