"""A gate describes itself: outside its workflow nobody knows one by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.workflows.registry import Registry

LOOKED_AT = ("ui", "cli", "services", "projections", "export")
NOUNS = {("app/ui/kit/texts.py", "cycle")}
"""What a workflow calls its rounds, for the translators; its gate happens to be called the same."""


def gate_kinds() -> frozenset[str]:
    """Return the names of all gates of workflows; the engine's interruptions belong to no workflow."""
    return frozenset(kind for plugin in Registry().plugins.values() for kind in plugin.gates)


def named(source: str, kinds: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each gate that a source names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in kinds:
            yield node.lineno, str(node.value)


def test_no_face_service_projection_or_export_names_a_gate_of_a_workflow(repository: Path) -> None:
    kinds, found, looked_at = gate_kinds(), [], 0
    for layer in LOOKED_AT:
        for path in sorted((repository / "app" / layer).rglob("*.py")):
            name = path.relative_to(repository).as_posix()
            looked_at += 1
            source = path.read_text(encoding="utf-8")
            found += [
                f"{name}:{line}: {kind}" for line, kind in named(source, kinds) if (name, kind) not in NOUNS
            ]
    assert found == []
    assert looked_at > 150


@pytest.mark.parametrize(
    "source",
    [
        'if gate.kind == "{kind}":\n    pass',
        'match gate.kind:\n    case "{kind}":\n        pass',
        'LABELS = {{"{kind}": "Decide"}}',
        'SENT = {{("{kind}", "verb"): ()}}',
    ],
    ids=["compared", "matched", "a table", "a table of verbs"],
)
def test_a_module_that_names_a_gate_would_be_found(source: str) -> None:
    kinds = gate_kinds()
    assert len(kinds) >= 5
    for kind in kinds:
        assert [name for _, name in named(source.format(kind=kind), kinds)] == [kind]
