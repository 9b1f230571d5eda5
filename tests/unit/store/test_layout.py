"""The session file itself: what is no database is refused and let go."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from app.store.layout import connect, connect_to_read, lay_out


@pytest.mark.parametrize("opening", [connect, connect_to_read], ids=lambda way: way.__name__)
def test_a_file_that_is_no_database_is_not_kept_open(opening, tmp_path: Path) -> None:
    path = tmp_path / "x.roundtable"
    path.write_text("This is not a database. " * 50, encoding="utf-8")
    # The error holds on to where it was raised: an open connection would still be there.
    with pytest.raises(sqlite3.DatabaseError) as caught:
        opening(path)
    assert str(path) not in {file.path for file in psutil.Process().open_files()}
    assert caught.tb is not None


@pytest.mark.parametrize("how", ["appending", "reading", "reading for good", "in memory"])
def test_what_a_file_defines_runs_nothing_dangerous(how: str, tmp_path: Path) -> None:
    """A schema may name functions: those with effects are refused where it is not trusted."""
    path = tmp_path / "x.roundtable"
    lay_out(path)
    opened = {
        "appending": lambda: connect(path),
        "reading": lambda: connect_to_read(path),
        "reading for good": lambda: connect(path, read_only=True, immutable=True),
        "in memory": lambda: connect(None),
    }[how]()
    with closing(opened) as db:
        assert db.execute("PRAGMA trusted_schema").fetchone() == (0,)
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
