"""What a person asks for at an open gate or after the end: listed, priced, asked, gone on with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.cli.approving import approve_servers
from app.cli.inputs import agrees, attended, data_file, data_option
from app.cli.interrupts import listening
from app.cli.names import Names
from app.cli.outcome import folded
from app.cli.output import (
    print_json,
    program,
    say,
    say_markdown,
    say_wrapped,
    show,
    show_markdown,
    show_wrapped,
)
from app.cli.reading_changes import changed_texts, read_changes
from app.cli.status import EXIT
from app.domain.canonical import JsonValue
from app.domain.errors import GateError, InputError
from app.domain.gates import GatePlace, Verb, spelled
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.money import limit_words
from app.engine.commands import Place, command_of, held_kind, place_now
from app.engine.fold import SessionFold
from app.projections.commands import Command
from app.projections.gate_inbox import Gate
from app.projections.texts import Texts
from app.services.core import Core
from app.services.review import Offer

_SAID = {
    "running": "not finished",
    "stopped": "stopped",
    "left": "left",
    "overtaken": "ended by your answer",
    "failed": "failed",
    "done": "done",
    "held": "waits for your decision",
}
_EXITS = {"done": "finished", "held": "waiting", "running": "waiting", "failed": "failed"}


@dataclass
class AskOptions:
    """What `ask` takes."""

    command: str = ""
    data: str | None = None
    yes: bool = False
    go_on: int = 0
    verb: str = ""
    leave: int = 0
    allowed: list[str] = field(default_factory=list)
    as_json: bool = False


async def ask(core: Core, session: SessionId, options: AskOptions) -> int:
    """List what can be asked for now, ask for it, or decide about what holds it."""
    if options.leave:
        await core.commands.leave(session, options.leave)
        return await _listed(core, session, options.as_json)
    if options.go_on and not options.verb:
        await core.commands.take_up(session)
        return await _listed(core, session, options.as_json)
    if options.go_on:
        live = await core.sessions.attach(session)
        await approve_servers(core, live.fold.session.seats, options.allowed)
        await core.commands.resume(session, options.go_on, options.verb, data_file(options.data))
        return await _followed(core, session, options.go_on, options.as_json)
    if not options.command:
        return await _listed(core, session, options.as_json)
    place, given = _place(await core.sessions.fold(session)), data_file(options.data)
    asked = await _asked(
        core, session, place, options.command, given, consent=not options.yes, allowed=options.allowed
    )
    return EXIT["waiting"] if asked is None else await _followed(core, session, asked, options.as_json)


async def _asked(
    core: Core,
    session: SessionId,
    place: Place,
    name: str,
    data: Mapping[str, JsonValue] | None,
    *,
    consent: bool,
    allowed: Sequence[str],
) -> int | None:
    """Say what it may cost and ask for it; return its number, None where the person would not pay."""
    price = await core.commands.estimate(session, place.id, name, data)
    live = await core.sessions.attach(session)
    say(f"Estimate: {_price(price.cost_max, again=command_of(live.fold.plugin, name).again)}")
    if consent and price.cost_max != 0 and attended() and not await agrees("Ask? (y/N) "):
        say("Nothing was asked.")
        return None
    await approve_servers(core, live.fold.session.seats, allowed)
    return await core.commands.ask(session, place.id, name, data)


class AskedInLine:
    """What a person at a terminal asks for while a gate is put to them; the gate stays open."""

    def __init__(self, core: Core, session: SessionId, allowed: Sequence[str]) -> None:
        self._core, self._session, self._allowed = core, session, allowed

    async def offers(self) -> Sequence[tuple[Verb, str]]:
        """Return what there is now, each with its price in words."""
        return [
            (one.command.verb, _price(one.price.cost_max, again=one.command.again) if one.price else "")
            for one in await self._core.commands.offered(self._session)
        ]

    async def ask(self, name: str, data: Mapping[str, JsonValue]) -> None:
        """Ask for it, with the person's consent where it costs something, and show what comes of it."""
        core, session = self._core, self._session
        place = _place(await core.sessions.fold(session))
        try:
            # A look is what was typed, and its price stands beside it.
            consent = not command_of((await core.sessions.fold(session)).plugin, name).verb.looks
            asked = await _asked(core, session, place, name, data, consent=consent, allowed=self._allowed)
        except (InputError, GateError) as error:
            # The gate is still put to the person: they may ask in other words, or answer.
            say(f"  {error.message} {error.next}")
            return
        if asked is not None:
            await core.commands.wait(session, asked)
            fold = await core.sessions.fold(session)
            _show(fold.commands.by_asked[asked], fold, session, _BESIDE)

    async def changes(self, gate: Gate) -> Sequence[str]:
        """Return the texts that would change by what lies before the person, by their slots."""
        return [one.slot for one in changed_texts(await self._texts(), gate)]

    async def read(self, gate: Gate, wanted: str) -> str:
        """Show the changes that lie before the person: of the text that is named, or of all.

        Returns what was typed instead of reading on.
        """
        fold = await self._core.sessions.fold(self._session)
        return await read_changes(await self._texts(), gate, fold, wanted)

    async def _texts(self) -> Texts:
        fold = await self._core.sessions.fold(self._session)
        records = await self._core.sessions.records(self._session)
        return folded(fold, self._core.catalogue, records).texts


def _place(fold: SessionFold) -> Place:
    place = place_now(fold)
    if place is None:
        raise InputError(
            words("No gate is open in this session; nothing can be asked for."),
            words("Wait until it asks you something."),
        )
    return place


def _price(cost: float | None, *, again: bool) -> str:
    return f"{limit_words(cost)}{' to begin with' if again and cost else ''}"


async def _followed(core: Core, session: SessionId, asked: int, as_json: bool) -> int:
    """Wait for a command; an interrupt stops it, and what has arrived is kept."""
    stops: set[asyncio.Task[None]] = set()

    def interrupt() -> None:
        say("Stopping.")
        task = asyncio.create_task(core.commands.stop(session, asked))
        stops.add(task)
        task.add_done_callback(stops.discard)

    with listening(interrupt):
        await core.commands.wait(session, asked)
        await asyncio.gather(*stops, return_exceptions=True)
    fold = await core.sessions.fold(session)
    command = fold.commands.by_asked[asked]
    if as_json:
        print_json({"session": session, **_value(command)})
    else:
        _show(command, fold, session)
    return EXIT[_EXITS.get(command.state, "stopped")]


async def _listed(core: Core, session: SessionId, as_json: bool) -> int:
    """Print what can be asked for now, and what was."""
    fold = await core.sessions.fold(session)
    offers = await core.commands.offered(session)
    place = place_now(fold)
    asked = list(fold.commands.at_gate(place.id)) if place is not None else []
    if as_json:
        gate = fold.gates.open_gate()
        value = {
            "session": session,
            "gate": gate.id if gate is not None else None,
            "commands": [_offer(offer) for offer in offers],
            "asked": [_value(command) for command in asked],
        }
        print_json(value)
        return 0
    for offer in offers:
        again = offer.command.again
        price = f" – {_price(offer.price.cost_max, again=again)}" if offer.price is not None else ""
        show_wrapped(f"{str(offer.command.verb.label).rstrip('…')}{price}")
        show(f"    {_way(offer, place, session)}")
    if not offers:
        show("Nothing can be asked for now.")
    for command in asked:
        show("")
        _show(command, fold, session)
    return 0


def _way(offer: Offer, place: Place | None, session: str) -> str:
    """Return the command that asks for it."""
    verb = offer.command.verb
    line = f"{program()} ask {session} {verb.name}"
    data = verb.own_example(place.payload) if place is not None else {}
    data = data or {name: "…" for name, info in verb.data.model_fields.items() if info.is_required()}
    return line + data_option(data)


def _offer(offer: Offer) -> Mapping[str, JsonValue]:
    verb, price = offer.command.verb, offer.price
    return {
        "name": verb.name,
        "label": str(verb.label).rstrip("…"),
        "fields": list(verb.data.model_fields),
        "cost": price.cost_max if price is not None else None,
    }


def _value(command: Command) -> dict[str, Any]:
    hold, ended = command.hold, command.ended
    return {
        "asked": command.asked,
        "command": command.name,
        "state": command.state,
        "text": str(ended.text) if ended is not None else "",
        "message": ended.message if ended is not None else "",
        "held": {"kind": hold.kind, "verbs": list(hold.verbs), "payload": hold.payload} if hold else None,
    }


@dataclass(frozen=True)
class _Printer:
    """Where it is printed: as the result, or beside what a person is asked."""

    line: Callable[[str], None]
    wrapped: Callable[[str], None]
    markdown: Callable[[str], None]


_RESULT, _BESIDE = _Printer(show, show_wrapped, show_markdown), _Printer(say, say_wrapped, say_markdown)


def _show(command: Command, fold: SessionFold, session: str, to: _Printer = _RESULT) -> None:
    names = Names(fold)
    known = {one.name: one.verb.label for one in fold.plugin.person_commands}
    label = str(known.get(command.name) or spelled(command.name)).rstrip("…")
    to.wrapped(f"{label} · number {command.asked} · {_SAID[command.state]}")
    if command.ended is not None and command.ended.message:
        to.wrapped(f"  {names.veil(command.ended.message)}")
    if command.ended is not None and str(command.ended.text):
        to.line("")
        to.markdown(names.veil(str(command.ended.text)))
    hold = command.hold
    if command.state == "running":
        to.line(f"  Take it up again: {program()} ask {session} --go-on {command.asked}")
    if hold is None:
        return
    kind = held_kind(hold.kind)
    wording = GatePlace(who=names.of)
    for line in (kind.heading(hold.payload, wording), *kind.lines(hold.payload, wording)):
        to.wrapped(f"  {names.veil(str(line))}")
    for name in hold.verbs:
        more = data_option(kind.verb(name).own_example(hold.payload))
        to.line(f"    {str(kind.label(name)).rstrip('…')}")
        to.line(f"      {program()} ask {session} --go-on {command.asked} --verb {name}{more}")
    to.line("    Leave it")
    to.line(f"      {program()} ask {session} --leave {command.asked}")
