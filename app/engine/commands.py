"""What a person asks for at an open gate or after the end: priced calls beside the graph, which stays put.

Rules:
- CommandAsked is committed before anything is asked; the command's calls lie in the open entry, under parts
  of their own, so that a finished one is found again and never paid for twice.
- A command sees the session as it was when it was asked for: run again, it asks the same.
- What stands in its way is a hold and no gate: it is decided beside the open gate, which is left as it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from app.domain.canonical import JsonValue, sound_value
from app.domain.command_facts import AFTER_END, CommandAsked, CommandEnded, CommandHeld, CommandResumed
from app.domain.errors import Bug, InputError, RoundtableError, one_of
from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import (
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueFiled,
    GateOpened,
    HelpFailed,
    ReplyMended,
    TextAssessed,
    TextProposed,
)
from app.domain.gates import Data, GateData, GateKind
from app.domain.i18n import words
from app.domain.ids import CallKey
from app.domain.interruption_gates import CUT_OFF, INTERRUPTIONS
from app.domain.messages import ModelRequest, Outcome, PromptText
from app.domain.sentences import sentence_of
from app.domain.usage import Estimate
from app.engine.answering import open_gate
from app.engine.calling import CallRunner
from app.engine.context import LiveContext
from app.engine.fold import SessionFold
from app.engine.folders import SessionPorts
from app.engine.interruptions import Blocked, Halted, events_of, gate_for, uncertain_item, uncertain_verbs
from app.engine.node import Ask, GateReply, GateRequest, Lost
from app.engine.plugin import PersonCommand, Wanted, WorkflowPlugin
from app.engine.ports import ModelGateway, Prompts
from app.projections.commands import Command
from app.projections.gate_inbox import Gate

T = TypeVar("T")
_log = logging.getLogger(__name__)

_PRODUCED: tuple[type[Fact], ...] = (
    TextProposed,
    TextAssessed,
    CritiqueFiled,
    CritiqueAnswered,
    CriterionMeasured,
    HelpFailed,
    ReplyMended,
)
"""Shared facts that a command may leave behind, beside the workflow's own."""

_WAYS = frozenset({"retry", "ask_again", "use_stored", "use_partial", "drop", "raise"})
"""The verbs of an interruption that a held command takes; to leave it needs none."""


# --- what there is --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is asked for: an open gate (its id, kind and payload), or the end (`AFTER_END`)."""

    id: str
    kind: str
    payload: Mapping[str, JsonValue]


def place_at(fold: SessionFold, place_id: str) -> Place:
    """Return a place by its id; raises GateError where it is no open gate and the session has not ended."""
    if place_id == AFTER_END and fold.session.state == "finished":
        return Place(AFTER_END, AFTER_END, {})
    return _at_gate(open_gate(fold, place_id))


def place_now(fold: SessionFold) -> Place | None:
    """Return where something can be asked for now; None while it runs."""
    gate = fold.gates.open_gate()
    if gate is not None:
        return _at_gate(gate)
    return place_at(fold, AFTER_END) if fold.session.state == "finished" else None


def _at_gate(gate: Gate) -> Place:
    return Place(gate.id, gate.fact.kind, gate.fact.payload)


def commands_at(fold: SessionFold, place: Place) -> Sequence[PersonCommand]:
    """Return what can be asked for at a place, in the order of the description."""
    return [
        command
        for command in fold.plugin.person_commands
        if place.kind in command.gates and command.offered(fold.state, place.payload)
    ]


def command_of(plugin: WorkflowPlugin, name: str) -> PersonCommand:
    """Return a command by its name; raises InputError where this program has none of that name."""
    for command in plugin.person_commands:
        if command.name == name:
            return command
    raise InputError(
        words("Nothing is called “{name}” here that could be asked for.", name=name),
        one_of(command.name for command in plugin.person_commands),
    )


def checked(fold: SessionFold, place_id: str, name: str, data: Data) -> tuple[PersonCommand, Place, GateData]:
    """Return a command that is offered at a place, and its data; raises InputError, GateError."""
    place, command = place_at(fold, place_id), command_of(fold.plugin, name)
    if command not in commands_at(fold, place):
        if place.id == AFTER_END:
            raise InputError(
                words("“{name}” cannot be asked for in this session any more.", name=name),
                words("See what there is with “roundtable ask {session}”.", session=fold.session.session),
            )
        raise InputError(
            words("“{name}” cannot be asked for at this gate.", name=name),
            words("Answer the gate; it is still open."),
        )
    return command, place, parsed(command, place, data)


def parsed(command: PersonCommand, place: Place, data: Data) -> GateData:
    """Return the data as the command's model; raises GateError naming what does not fit."""
    kind = GateKind(command.name, command.verb.label, (command.verb,))
    return kind.check((command.name,), place.payload, command.name, data)


def asked_facts(fold: SessionFold, place_id: str, name: str, data: Data) -> Sequence[Fact]:
    """Return what asking for a command appends; raises InputError, GateError where it does not fit."""
    sound = sound_value(dict(data), zero="")
    assert isinstance(sound, dict)
    checked(fold, place_id, name, sound)
    for other in fold.commands.at_gate(place_id):
        if other.unfinished and (other.name, dict(other.data)) == (name, sound):
            raise InputError(
                words("This is being asked already."),
                words("Wait for what comes of it, or stop it first."),
            )
    return (CommandAsked(command=name, gate=place_id, data=sound),)


def held_kind(name: str) -> GateKind:
    """Return the description of what holds a command."""
    return INTERRUPTIONS.get(name, CUT_OFF)


def resumed_facts(fold: SessionFold, asked: int, verb: str, data: Data) -> Sequence[Fact]:
    """Return what a decision about a held command appends; raises InputError, GateError."""
    command = fold.commands.by_asked.get(asked)
    if command is None or command.hold is None:
        raise InputError(
            words("Nothing stands in the way of {asked}.", asked=asked),
            words(
                "Look at what was asked for with “roundtable ask {session}”.", session=fold.session.session
            ),
        )
    hold = command.hold
    place_at(fold, command.gate)
    decided = held_kind(hold.kind).check(hold.verbs, hold.payload, verb, data)
    # It is described as an interruption's gate, and means what that would mean.
    opened = GateOpened(kind=hold.kind, payload=hold.payload, verbs=hold.verbs)
    return (*events_of(opened, verb, decided, "person"), CommandResumed(asked=asked, verb=verb))


def left_facts(fold: SessionFold, asked: int) -> Sequence[Fact]:
    """Return what leaving a held command appends, nothing where it is over."""
    command = fold.commands.by_asked.get(asked)
    return (CommandEnded(asked=asked, outcome="left"),) if command is not None and command.hold else ()


# --- doing it -------------------------------------------------------------------------------------


class CommandContext(LiveContext):
    """The Context of one running of a command: its calls have parts of their own in the open entry."""

    def __init__(self, runner: CallRunner, asked: int) -> None:
        super().__init__(runner)
        self._command = asked

    def _key(self, purpose: str, seat: str, part: str) -> CallKey:
        own = f"command-{self._command}"
        return super()._key(purpose, seat, f"{own}-{part}" if part else own)

    async def gate(self, request: GateRequest) -> GateReply:
        """Refuse: the gate at which it is asked for stays the open one."""
        raise Bug("a person's command opens no gate")


async def _state_at(runner: CallRunner, catalogue: FactCatalogue, seq: int) -> Any:
    """Return the workflow's state as it was right after a record."""
    records = await runner.writer.journal.read()
    plugin = runner.writer.fold.plugin
    work = (plugin, catalogue, records[:seq])
    return await asyncio.to_thread(_folded, *work) if seq > 2000 else _folded(*work)


def _folded(plugin: WorkflowPlugin, catalogue: FactCatalogue, records: Sequence[Record]) -> Any:
    state = plugin.state()
    for record in records:
        state.apply(record, catalogue.decode(record, "messages" if record.type == "call_asked" else ""))
    return state


async def run_command(runner: CallRunner, asked: int) -> None:
    """Do a command that was asked for, to its end or to what holds it. Cancelled, it leaves that open."""
    fold = runner.writer.fold
    command = fold.commands.by_asked[asked]
    try:
        state = await _state_at(runner, fold.catalogue, asked)
        described, place = command_of(fold.plugin, command.name), place_at(fold, command.gate)
        wanted = Wanted(place.payload, parsed(described, place, command.data))
        async with runner.buffer:
            outcome = await described.run(state, CommandContext(runner, asked), wanted)
        for fact in outcome.facts:
            if not isinstance(fact, (*fold.plugin.facts, *_PRODUCED)):
                raise Bug(f"a person's command may not record {fact.type}")
        ends: Sequence[Fact] = (
            *outcome.facts,
            CommandEnded(asked=asked, outcome="done", text=sentence_of(outcome.text)),
        )
    except Blocked as blocked:
        ends = (_hold(fold, asked, blocked),)
    except Halted:
        ends = (_cut_off(asked),)
    except RoundtableError as error:
        _log.warning("a person's command failed: %s", error)
        ends = (CommandEnded(asked=asked, outcome="failed", message=f"{error.message} {error.next}".strip()),)
    except Exception as error:  # noqa: BLE001  it has nobody above it; the session goes on without
        _log.exception("a person's command failed")
        ends = (CommandEnded(asked=asked, outcome="failed", message=f"{type(error).__name__}: {error}"),)
    await runner.writer.decide(lambda head: ends if command.state == "running" else ())


def _hold(fold: SessionFold, asked: int, blocked: Blocked) -> CommandHeld:
    gate = gate_for(blocked, fold)
    verbs = tuple(verb for verb in gate.verbs if verb in _WAYS)
    return CommandHeld(asked=asked, kind=gate.kind, payload=gate.payload, verbs=verbs)


def _cut_off(asked: int) -> CommandHeld:
    return CommandHeld(asked=asked, kind=CUT_OFF.name, payload={}, verbs=CUT_OFF.names)


async def hold_cut_off(runner: CallRunner) -> None:
    """Record what holds commands that nobody does any more, where none is being done.

    A call that may have been answered is never asked again without the person's word.
    """
    fold = runner.writer.fold

    def holds(head: int) -> Sequence[Fact]:
        return [_held(fold, command) for command in fold.commands.running()]

    await runner.writer.decide(holds)


def _held(fold: SessionFold, command: Command) -> CommandHeld:
    unsure = [
        uncertain_item(track, uncertain_verbs(track))
        for track in fold.calls.by_key.values()
        if track.fact.command == command.asked and track.state == "uncertain" and track.resolved is None
    ]
    return _hold(fold, command.asked, Blocked(unsure)) if unsure else _cut_off(command.asked)


# --- what it may cost -----------------------------------------------------------------------------


class _Enough(Exception):
    """Leaves a command at the first thing that is not known without asking."""


class PricingContext(CommandContext):
    """Asks nobody: notes what a command would ask first, up to where it needs an answer."""

    def __init__(self, fold: SessionFold, gateway: ModelGateway, prompts: Prompts) -> None:
        self._fold, self._gateway, self._prompts = fold, gateway, prompts
        self._command = 0
        self.requests: list[ModelRequest] = []

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Render a prompt template."""
        return self._prompts.render(template, variables)

    @property
    def ports(self) -> SessionPorts:
        """Go no further: nothing is done."""
        raise _Enough

    async def estimate(self, ask: Ask) -> Estimate:
        """Return what a question would use at most."""
        (estimate,) = await self._gateway.estimate([self._request(ask)])
        return estimate

    async def ask(self, ask: Ask, *, tolerate: bool = False) -> Outcome:
        """Note a question and go no further."""
        self.requests.append(self._request(ask))
        raise _Enough

    async def gather(self, *work: Coroutine[Any, Any, T]) -> list[T]:
        """Note what all flows would ask first."""
        results = await asyncio.gather(*work, return_exceptions=True)
        wrong = [error for error in results if isinstance(error, BaseException)]
        if wrong:
            raise next((error for error in wrong if not isinstance(error, _Enough)), wrong[0])
        return [result for result in results if not isinstance(result, BaseException)]

    def fail(self, lost: Sequence[Lost]) -> NoReturn:
        """Go no further."""
        raise _Enough

    async def _once(self, *_key: object, **_how: object) -> NoReturn:
        """Go no further: nothing is done."""
        raise _Enough


async def first_calls(
    fold: SessionFold, gateway: ModelGateway, prompts: Prompts, place_id: str, name: str, data: Data
) -> Sequence[ModelRequest]:
    """Return what a command would ask before it needs an answer; raises InputError, GateError."""
    command, place, given = checked(fold, place_id, name, data)
    context = PricingContext(fold, gateway, prompts)
    with suppress(_Enough):
        await command.run(fold.state, context, Wanted(place.payload, given))
    return context.requests
