"""What a record says in the log, in the words of the window: its kind, and the values with names. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.plugin import ENDS, POSTS
from app.projections.record_words import RECORDS
from app.ui.kit.texts import tr
from app.ui.panels.critique_rows import ANSWERS, SEVERITY, VERDICTS
from app.ui.panels.summary import STATUS
from app.ui.view.labels import FIGURES, figure_name
from app.ui.view.session_view import SessionView

_HALTS = {
    "paused": words("paused"),
    "stopped": words("stopped"),
    "failed": words("failed"),
    "better": words("better"),
    "same": words("as good"),
    "worse": words("worse"),
}


def names_of(view: SessionView) -> dict[str, str]:
    """Return what records are called, by their types; one that has no name is called by its type."""
    known: dict[str, Message] = {**RECORDS, **view.vocabulary.records}
    types = {*known, *view.catalogue.classes()}
    return {tag: tr(known[tag]) if tag in known else tag.replace("_", " ") for tag in types}


def values_of(view: SessionView) -> dict[str, dict[str, str]]:
    """Return what values of a record's body are called, by field."""
    gates = {**INTERRUPTIONS, **view.gates}
    verbs = {verb.name: verb.label for kind in gates.values() for verb in kind.verbs}
    own = view.vocabulary
    said: dict[str, Mapping[str, Message]] = {
        "purpose": own.purposes,
        "reason": {**ENDS, **own.reasons},
        "kind": {name: kind.title for name, kind in gates.items()},
        "verb": verbs,
        "severity": SEVERITY,
        "answer": ANSWERS,
        "status": STATUS,
        "verdict": {**_HALTS, **VERDICTS},
        "state": _HALTS,
        "seat": {**POSTS, **own.seats},
    }
    values = {name: {value: tr(told).rstrip("…") for value, told in of.items()} for name, of in said.items()}
    values["node"] = {node.name: tr(node.title) for node in view.graph.nodes} if view.graph else {}
    values["name"] = {name.lower(): figure_name(name) for name in FIGURES}
    return values
