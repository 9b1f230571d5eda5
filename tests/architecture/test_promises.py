"""Every promise is held by tests that are there: `tests/promises.toml` names them."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.promises import Held, line, promises


def names_in(path: Path) -> set[str]:
    """Return the tests of a file; of a state machine its class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    return {name for name in functions if name.startswith("test_")}


def test_each_promise_has_its_number_once_and_none_is_missing() -> None:
    assert [promise.number for promise in promises()] == list(range(1, len(promises()) + 1))
    assert len(promises()) >= 34


def test_each_promise_is_held_by_tests_that_are_there(repository: Path) -> None:
    missing = []
    for promise in promises():
        assert promise.tests, promise.says
        for named in promise.tests:
            file, _, name = named.partition("::")
            there = names_in(repository / file) if (repository / file).is_file() else set()
            if not there or (name and name not in there):
                missing.append(f"{promise.number}: {named}")
    assert missing == [], "these hold a promise: name in promises.toml what took their place"


def test_a_line_of_the_table_says_what_was_tried_and_what_held() -> None:
    told = line(promises()[1], Held(tried=3, held=2, left_out=1))
    assert told.startswith(" 2      2 of 3     a session is the fold of its journal")
    assert "1 left out here (500 walks" in told
