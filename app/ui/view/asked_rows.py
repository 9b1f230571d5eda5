"""What was asked for at the open gate or after the end, as rows: how it stands, what can be done. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.domain.command_facts import AFTER_END, CommandHeld
from app.domain.gate_choices import Choice, choices, primary_of
from app.domain.gates import spelled
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.interruption_gates import CUT_OFF, INTERRUPTIONS
from app.domain.live_text import live_text
from app.projections.commands import Command
from app.ui.kit.actions import GateChoice
from app.ui.kit.texts import tr
from app.ui.view.bar import BarButton
from app.ui.view.gate_bars import place_of, shown_line
from app.ui.view.session_view import SessionView

STOP, LEAVE, TAKE_UP = map(GateChoice, ("stop", "leave", "take_up"))
_ENDS = {
    "running": QT_TRANSLATE_NOOP("ui", "Under way…"),
    "stopped": QT_TRANSLATE_NOOP("ui", "Stopped by you. What had arrived is kept."),
    "failed": QT_TRANSLATE_NOOP("ui", "It could not be done."),
    "done": QT_TRANSLATE_NOOP("ui", "Done. Your decision is still open."),
}


class AskedRow(NamedTuple):
    """One thing that was asked for."""

    asked: int
    title: str
    status: str
    text: str
    live: bool
    bad: bool
    buttons: tuple[BarButton, ...]
    """What they do: `stop`, `leave`, `take_up`, or a choice about what holds it."""


def rows_of(view: SessionView) -> tuple[AskedRow, ...]:
    """Return what is to be seen of commands: what is unfinished, and the newest result.

    What came of one after the end is told where the session is summed up.
    """
    place = view.asking_place()
    found = [command for command in view.fold.commands.at_gate(place) if command.state != "left"]
    ended = [command for command in found if not command.unfinished]
    shown = [command for command in found if command.unfinished or command is ended[-1]]
    return tuple(_row(view, one) for one in shown if place != AFTER_END or one.state != "done")


def held_choices(hold: CommandHeld) -> Sequence[Choice]:
    """Return what can be done about what holds a command."""
    return choices(INTERRUPTIONS.get(hold.kind, CUT_OFF), hold.payload, hold.verbs)


def _row(view: SessionView, command: Command) -> AskedRow:
    veil = view.names.veil
    described = view.command(command.name)
    title = tr(described.verb.label if described is not None else spelled(command.name)).rstrip("…")
    done = tr(command.ended.text) if command.ended is not None else ""
    text = done or "\n\n".join(filter(None, _arrived(view, command)))
    status = tr(_ENDS[command.state]) if command.state in _ENDS else ""
    if command.ended is not None and command.ended.message:
        status = f"{status} {command.ended.message}"
    if command.hold is not None:
        status = _standing(view, command.hold)
    who = dict.fromkeys(view.names.of(call.seat) for call in command.calls.values() if call.running)
    if command.state == "running" and who:
        status = tr("● {who} – under way…", who=", ".join(who))
    running = command.state == "running" and command.asked in view.doing
    if command.state == "running" and not running:
        status = tr("■ It was cut off when the program ended.")
    return AskedRow(
        command.asked,
        veil(title),
        veil(status),
        veil(text),
        running,
        command.state in ("held", "failed"),
        tuple(_buttons(command, running)),
    )


def _arrived(view: SessionView, command: Command) -> Sequence[str]:
    """Return what has arrived of its calls, as a person reads it, each under who says it where several do."""
    fields = view.live_calls.live
    calls = [call for call in command.calls.values() if call.text.strip()]
    texts = [live_text(c.text, fields[c.purpose]).text if c.purpose in fields else c.text for c in calls]
    if len(calls) < 2:
        return texts
    return [f"**{view.names.of(c.seat)}**\n\n{text}" for c, text in zip(calls, texts, strict=True)]


def _standing(view: SessionView, hold: CommandHeld) -> str:
    kind, gate_place = INTERRUPTIONS.get(hold.kind, CUT_OFF), place_of(view, view.gate())
    lines = [kind.heading(hold.payload, gate_place), *kind.lines(hold.payload, gate_place)]
    return "\n".join(shown_line(view, line) for line in lines)


def _buttons(command: Command, running: bool) -> Sequence[BarButton]:
    if command.state == "running":
        return (BarButton(STOP, tr("Stop")) if running else BarButton(TAKE_UP, tr("Take it up again")),)
    if command.hold is None:
        return ()
    hold, found = command.hold, held_choices(command.hold)
    kind = INTERRUPTIONS.get(hold.kind, CUT_OFF)
    primary = primary_of(kind, hold.payload, hold.verbs, None, found)
    ways = [BarButton(GateChoice(way.id), tr(way.label), way.id == primary) for way in found]
    return (BarButton(LEAVE, tr("Leave it")), *ways)
