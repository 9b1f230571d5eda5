"""One label for each verb: a gate describes itself, and every face calls an answer as it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from app.domain.gate_choices import choices
from app.domain.gates import GateKind
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.plugin import ENDS
from app.workflows.registry import Registry

EVERYWHERE = {
    "Accept",
    "Cancel",
    "Finish",
    "Leave it",
    "Reject",
    "Ask again",
    "Stop",
    "Stop with a final answer",
    "Undo",
}
"""Words that also stand on what answers no gate: actions of the menu, verdicts on a critique, forms."""
TOLD_APART = {"failure", "context"}
"""Gates whose window has a button for each way of a verb, and whose command line has one verb."""


def kinds() -> list[GateKind]:
    own = [kind for plugin in Registry().plugins.values() for kind in plugin.gates.values()]
    return [*INTERRUPTIONS.values(), *own]


def test_the_window_and_the_command_line_have_one_label_for_each_verb() -> None:
    for kind in kinds():
        for choice in choices(kind, {}, kind.names):
            if kind.name not in TOLD_APART and choice.id != "each":
                assert choice.label == kind.label(choice.verb.name), (kind.name, choice.id)


def test_no_face_has_a_label_of_a_verb_or_an_end_of_its_own(repository: Path) -> None:
    labels = {str(verb.label) for kind in kinds() for verb in kind.verbs}
    labels |= {str(kind.short) for kind in kinds()} | {str(words) for words in ENDS.values()}
    for plugin in Registry().plugins.values():
        labels |= {str(words) for words in plugin.vocabulary.reasons.values()}
    found = {
        (path.name, text)
        for face in ("ui", "cli", "export")
        for path in (repository / "app" / face).rglob("*.py")
        for text in _texts(path)
        if text in labels - EVERYWHERE
    }
    assert found == set()


def _texts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
