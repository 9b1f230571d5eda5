"""An open gate as a person reads it: what is asked, with options and figures, and how it is answered."""

from __future__ import annotations

from collections.abc import Iterator

from app.cli.inputs import data_option
from app.cli.names import Names
from app.cli.output import program, show, show_wrapped
from app.cli.status import round_noun
from app.engine.answering import kind_of
from app.engine.commands import commands_at, place_at
from app.engine.fold import SessionFold
from app.projections.gate_inbox import Gate


def headline(gate: Gate, fold: SessionFold) -> str:
    """Return what the gate is about, and where it stands."""
    kind = kind_of(fold.plugin, gate.fact.kind)
    where = f" · {round_noun(fold.plugin)} {gate.round}" if gate.round else ""
    attempt = f", attempt {gate.attempt}" if gate.attempt > 1 else ""
    sign = "◇" if gate.fact.idle else "◆"
    return f"{sign} {kind.title}{where}{attempt}"


def asked(gate: Gate, fold: SessionFold) -> list[str]:
    """Return what the gate says, a line each."""
    names = Names(fold)
    lines = kind_of(fold.plugin, gate.fact.kind).payload_lines(gate.fact.payload)
    # A text of a model may have lines of its own: they stay below the one they belong to.
    return [line for sentence in lines for line in names.veil(str(sentence)).splitlines()]


def labelled(gate: Gate, fold: SessionFold, verb: str) -> str:
    """Return what a verb is called, and whether the rules recommend it."""
    label = kind_of(fold.plugin, gate.fact.kind).verb(verb).plain
    return f"{label} (recommended)" if verb == gate.fact.primary else label


def ways(gate: Gate, fold: SessionFold, session: str) -> Iterator[tuple[str, str]]:
    """Return each answer: what it is called, and the command that gives it."""
    kind = kind_of(fold.plugin, gate.fact.kind)
    for verb in gate.fact.verbs:
        data = data_option(kind.verb(verb).sample(gate.fact.payload))
        yield labelled(gate, fold, verb), f"{program()} answer {session} {gate.id} --verb {verb}{data}"


def show_gate(gate: Gate, fold: SessionFold, session: str) -> None:
    """Print a gate whole: its headline, what is asked, and the commands that answer it."""
    show_wrapped(f"{headline(gate, fold)} · gate {gate.id}")
    for line in asked(gate, fold):
        show_wrapped(f"  {line}")
    if gate.fact.verbs:
        show("  Answer with one of these commands:")
    for label, command in ways(gate, fold, session):
        show(f"    {label}")
        show(f"      {command}")
    if commands_at(fold, place_at(fold, gate.id)):
        show(f"  What can be asked for before you answer: {program()} ask {session}")
