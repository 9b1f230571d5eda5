"""The parts of a face know each other by type: none finds a method or a signal of another by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

FACES = ("ui", "cli")
LOOK_UPS = frozenset(
    {"getattr", "attrgetter", "methodcaller", "__getattribute__", "invokeMethod", "connectSlotsByName"}
)
MAY = {
    "app/ui/startup/end_signals.py": "which signals end a program differs by platform",
    "app/ui/view/draft_store.py": "the fields of a draft are data, told apart and put back one by one",
}
"""Who may look something up by its name, and why."""


def look_ups(source: str) -> Iterator[int]:
    """Yield the lines that find a part of an object by its name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in LOOK_UPS:
                yield node.lineno


def test_no_face_finds_a_method_or_a_signal_by_its_name(repository: Path) -> None:
    found, looked_at = set(), 0
    for face in FACES:
        for path in sorted((repository / "app" / face).rglob("*.py")):
            name = path.relative_to(repository).as_posix()
            looked_at += 1
            found |= {(name, line) for line in look_ups(path.read_text(encoding="utf-8")) if name not in MAY}
    assert sorted(found) == []
    assert looked_at > 100


def test_who_may_look_something_up_still_does(repository: Path) -> None:
    assert [name for name in MAY if not list(look_ups((repository / name).read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize(
    "source",
    [
        'show = getattr(panel, "show_member", None)',
        "getattr(panel, name).connect(slot)",
        'operator.methodcaller("refresh")(panel)',
        'QMetaObject.invokeMethod(panel, "refresh")',
        "QMetaObject.connectSlotsByName(page)",
    ],
)
def test_a_part_found_by_its_name_would_be_noticed(source: str) -> None:
    assert list(look_ups(source)) == [1]
