"""Whether this program knows where a session stands: its node, the way it left the last one, its open gate.

Records come from other versions and from strangers' files. What was passed long ago may have any name; where
the session stands, the program must know its way, or say in words that it does not.
"""

from __future__ import annotations

from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.fold import SessionFold


def unknown_step(fold: SessionFold) -> Message | None:
    """Return why this program cannot go on from where a session stands, None where it can."""
    plugin, position = fold.plugin, fold.position
    if fold.session.state == "finished":
        return None
    if position.entry and position.node not in plugin.nodes:
        return words(
            "The session stands at the step “{node}”, which this program does not know.", node=position.node
        )
    if not position.entry and position.left and position.left not in plugin.graph.targets:
        node, signal = position.left
        return words(
            "The session left the step “{node}” with “{signal}”, and this program does not know the way on.",
            node=node,
            signal=signal,
        )
    return None


def unknown_gate(fold: SessionFold) -> Message | None:
    """Return which open gate this program does not know, None where it knows it or there is none."""
    gate = fold.gates.open_gate()
    if gate is None or gate.fact.kind in fold.plugin.gates or gate.fact.kind in INTERRUPTIONS:
        return None
    return words(
        "The session waits at the gate “{kind}”, which this program does not know.", kind=gate.fact.kind
    )


def check_step(fold: SessionFold) -> None:
    """Raise InputError where this program cannot go on from where a session stands."""
    wrong = unknown_step(fold)
    if wrong is not None:
        raise InputError(
            wrong, words("Open the session with the version of Roundtable that wrote it, or a newer one.")
        )
