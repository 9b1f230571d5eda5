"""Starting, running, stopping and forking sessions."""

from __future__ import annotations

import asyncio
import logging
import math
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from app.domain.canonical import JsonValue, sound_value
from app.domain.errors import GateError, InputError, NotFound, RoundtableError, SessionBusy, one_of
from app.domain.fact_base import Actor, Fact, NewRecord, Record
from app.domain.facts import Parent, SessionCreated, SessionForked, WhoAnswers
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.refusals import field_of, refusal
from app.domain.seats import Seat, Team
from app.engine.answering import answer_facts
from app.engine.bus import RunEnded
from app.engine.commands import hold_cut_off
from app.engine.fold import SessionFold
from app.engine.folders import OpenedFolder, PortName, folders_of, named_alone
from app.engine.loop import StopMode
from app.engine.plugin import WorkflowPlugin, go_on
from app.services.live import Live, end_commands, following, read_stored
from app.services.open_sessions import OpenSessions
from app.services.run_log import notice
from app.services.session_per_folder import check_commits, lost_folders, session_of_folders
from app.settings.folders import expanded

_FORK = re.compile(r" \(([^\W\d_]+)(?: (\d{1,4}))?\)$")
_FORK_WORD = words("fork", "title")
_log = logging.getLogger(__name__)


def _absolute(name: str) -> Path:
    return expanded(name).absolute()


def fork_title(title: str) -> str:
    """Return what a fork of a session with this title is called: “… (fork)”, of that one “… (fork 2)”.

    In the language that is spoken.
    """
    found, word = _FORK.search(title), str(_FORK_WORD)
    if found is None or found[1] not in (word, _FORK_WORD.source):
        return f"{title} ({word})"
    return f"{title[: found.start()]} ({word} {int(found[2] or 1) + 1})"


def check_setup(plugin: WorkflowPlugin, setup: Mapping[str, object]) -> BaseModel:
    """Return the workflow's setup; raises InputError naming the field and what it takes."""
    try:
        checked = plugin.setup.model_validate(dict(setup))
        for name, value in checked:
            if isinstance(value, float) and not math.isfinite(value):
                raise InputError(
                    words("{title} ({name}): this is no number.", title=_title(plugin, name), name=name),
                    words("Correct {name} and start again.", name=name),
                )
        return checked
    except ValidationError as error:
        first = error.errors()[0]
        if not first["loc"]:
            # It is of several fields, and says which.
            why = str(_why(plugin, first))
            raise InputError(
                Message(f"{why[:1].upper()}{why[1:]}."), words("Correct that and start again.")
            ) from error
        name = str(first["loc"][0])
        raise InputError(
            words("{title} ({name}): {why}.", title=_title(plugin, name), name=name, why=_why(plugin, first)),
            words("Correct {name} and start again.", name=name),
        ) from error


def _title(plugin: WorkflowPlugin, name: str) -> Message | str:
    field = plugin.setup.model_fields.get(name)
    # Workflows declare their fields' words for the form of a new session.
    return Message(field.title, context="setup") if field is not None and field.title else name


def _why(plugin: WorkflowPlugin, error: Any) -> Message | str:
    reason = refusal(error, field_of(plugin.setup, error["loc"]))
    return reason if isinstance(reason, Message) else reason[:1].lower() + reason[1:]


def _changed(fold: SessionFold, changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the checked setup fields that a fork changes. Raises InputError."""
    plugin, setup = fold.plugin, fold.session.setup
    for name in plugin.fork_fields:
        if changes.get(name) in (None, "", setup.get(name)):
            option = name.replace("_", "-")
            raise InputError(
                words("A fork of this session needs a new value for “{title}”.", title=_title(plugin, name)),
                words(
                    "Give it with --{option}; the present one is {now}.", option=option, now=setup.get(name)
                ),
            )
    unknown = sorted(set(changes) - set(plugin.setup.model_fields))
    if unknown:
        raise InputError(
            words("“{item}” sets no field of this workflow.", item=unknown[0]),
            words("Leave it out."),
        )
    checked = check_setup(plugin, {**setup, **changes}).model_dump(mode="json")
    return {name: checked[name] for name in changes}


def _title_of_fork(fold: SessionFold, changed: Mapping[str, JsonValue]) -> str:
    """Return the title of its own that a fork has by what was changed, else the session's as a fork's."""
    plugin, setup = fold.plugin, fold.session.setup
    before, after = (
        plugin.title_of(check_setup(plugin, values)).strip() for values in (setup, {**setup, **changed})
    )
    return after if after and after != before else fork_title(fold.session.title)


async def _stop_idle(live: Live, mode: StopMode) -> str:
    await end_commands(live)
    await hold_cut_off(live.runner)
    await live.loop.stop(mode)
    return await live.loop.obey()


class Sessions(OpenSessions):
    """All sessions of one data folder, those this process has open among them."""

    async def create(
        self,
        workflow: str,
        setup: Mapping[str, object],
        team: Team,
        title: str | None = None,
        *,
        known: tuple[SessionId, int] | None = None,
        notes: Sequence[Fact] = (),
        actor: Actor | None = None,
        within: Collection[OpenedFolder] | None = None,
    ) -> SessionId:
        """Check the setup and write the first record; raises InputError, NotApproved for servers it names.

        `known`: its id and its seed, where they follow from something. `notes`: what is known of it from the
        start, behind the first record. `actor`: who begins it, None: the person here. `within`: the folders
        it may use, where not every one.
        """
        plugin = self.parts.plugin(workflow)
        checked = check_setup(plugin, await self._alone(plugin, setup))
        seats = dict(plugin.seats(checked, team))
        self.check_servers(seats)
        session, seed = known or (self.parts.ids.session_id(), self.parts.ids.seed())
        sound = sound_value(checked.model_dump(mode="json"))
        assert isinstance(sound, dict)
        # First: what cannot be said of it must leave no empty session behind.
        first = SessionCreated(
            session=session,
            workflow=workflow,
            title=(title or plugin.title_of(checked)).strip() or workflow,
            setup=sound,
            seats=seats,
            seed=seed,
            app_version=self.parts.version,
            actor=actor,
        )
        chosen_folders = await self._checked_folders(plugin, sound, within)
        tool_servers = self._tool_servers(plugin, sound)
        log = plugin.run_log
        location = log.location(sound) if log is not None else None
        if location is not None:
            # Before the session is there: a location that cannot be written to leaves none behind.
            await self.parts.lines.claim(location, session)
        if chosen_folders:
            await asyncio.to_thread(self.parts.folders.choose, session, chosen_folders)
        if tool_servers:
            await asyncio.to_thread(self.parts.tools.choose, session, tool_servers)
        facts = [NewRecord(fact) for fact in (first, *notes)]
        # Whoever knows the same things beforehand knows the same id.
        await self.parts.store.create(session, facts, contested=known is not None)
        return session

    def _tool_servers(self, plugin: WorkflowPlugin, setup: Mapping[str, JsonValue]) -> Sequence[str]:
        """Return the tool servers that a set-up names; raises InputError for one that cannot be used."""
        named = setup.get(plugin.tool_servers) if plugin.tool_servers else None
        names = [str(one) for one in named] if isinstance(named, list) else []
        if names:
            self.parts.tools.check(names)
        return names

    async def give_tools(self, session: SessionId, names: Sequence[str]) -> None:
        """Give a session from elsewhere tool servers of this machine. Raises InputError or StorageError."""
        self.parts.tools.check(names)
        await asyncio.to_thread(self.parts.tools.choose, session, names)

    async def going_on(self, workflow: str, setup: Mapping[str, object]) -> SessionId | None:
        """Return the session in which a start goes on, None where the folders have none."""
        plugin = self.parts.plugin(workflow)
        if not plugin.session_per_folder:
            return None
        setup = await self._alone(plugin, setup)
        chosen = folders_of(plugin.ports, setup, _absolute)
        alone = {use.alone: setup.get(use.alone) or "" for use in plugin.ports if use.alone}
        return await session_of_folders(self.parts, workflow, chosen, alone)

    async def _alone(self, plugin: WorkflowPlugin, setup: Mapping[str, object]) -> Mapping[str, object]:
        """Return a setup in which a file that was named in place of its folder is that folder's."""
        if not any(use.alone for use in plugin.ports):
            return setup
        return await asyncio.to_thread(named_alone, plugin.ports, setup, _absolute)

    async def _checked_folders(
        self,
        plugin: WorkflowPlugin,
        setup: Mapping[str, JsonValue],
        within: Collection[OpenedFolder] | None,
    ) -> Mapping[PortName, OpenedFolder]:
        """Return the folders that a new session will use; raises InputError for one that cannot be used."""
        found: dict[PortName, OpenedFolder] = {}
        for port, folder in folders_of(plugin.ports, setup, _absolute).items():
            found[port] = await asyncio.to_thread(self.parts.folders.check, port, folder, new=True)
            if within is not None and found[port] not in within:
                raise InputError(
                    words("{file} is another folder than the one that was opened.", file=folder),
                    words("Put that one back in its place, or open this one, too."),
                )
        return found

    def check_servers(self, seats: Mapping[SeatName, Seat]) -> None:
        """Raise NotApproved where seats name servers that the person has not approved."""
        unknown = self.parts.unapproved_servers(seats) if seats else ()
        if unknown:
            from app.services.providers import NotApproved  # late: hardly any session needs it

            raise NotApproved(unknown)

    async def choose_folders(self, session: SessionId, chosen: Mapping[str, Path]) -> None:
        """Choose folders on this machine for a session that is here, by the fields of its setup.

        Raises InputError for a field that holds none, and for a folder that cannot be used or is not the one
        that the session worked in.
        """
        fold, _ = await read_stored(self.parts, session)
        ports = {use.field: use for use in fold.plugin.ports}
        for field in chosen:
            if field not in ports:
                raise InputError(
                    words("This session has no folder “{name}”.", name=field),
                    one_of(ports) if ports else words("Leave it out: sessions of this kind use none."),
                )
        chosen_folders = dict(self.parts.folders.chosen(session))
        for field, folder in chosen.items():
            opened = await asyncio.to_thread(self.parts.folders.check, ports[field].name, folder)
            await check_commits(self.parts.folders, ports[field], opened, fold)
            chosen_folders[ports[field].name] = opened
        await asyncio.to_thread(self.parts.folders.choose, session, chosen_folders)

    async def lost_folders(self, session: SessionId, workflow: str) -> Mapping[str, Path | None]:
        """Return the folders of a session that are not what they were, by field, with where each lay.

        None: none was chosen for it on this machine.
        """
        uses = self.parts.plugin(workflow).ports
        return await asyncio.to_thread(lost_folders, self.parts.folders, uses, session) if uses else {}

    def notice(self, workflow: str, setup: Mapping[str, object]) -> Message | None:
        """Return what a person must know before they start this; raises InputError for a wrong setup."""
        plugin = self.parts.plugin(workflow)
        return notice(self.parts, plugin, check_setup(plugin, setup).model_dump(mode="json"))

    def running(self, session: SessionId) -> bool:
        """Tell whether this process is moving the session."""
        live = self.live(session)
        return live is not None and live.running

    async def start(self, session: SessionId, who: WhoAnswers = "person") -> None:
        """Go on with a session in the background; raises SessionBusy.

        `who`: who answers what its members ask.
        """
        async with self.opened(session) as live:
            if live.run is not None and live.running and live.loop.halted:
                # A halt is told before the loop has returned: who goes on in between must be heard.
                await asyncio.shield(live.run)
            if live.running:
                return
            if live.fold.session.state == "finished":
                raise InputError(words("This session is finished."), go_on(live.fold.plugin))
            if live.due is not None:
                live.due.cancel()
            live.error = None
            # Now, not when the task begins: a pause asked for in between must not be forgotten.
            live.loop.unpause()
            live.loop.halted = False
            live.who = who
            self._move(live, partial(live.loop.run, who))

    def _move(self, live: Live, move: Callable[[], Awaitable[str]]) -> None:
        """Move a session in a task of its own; the task is there before anything is awaited."""
        session = live.writer.session
        live.run = asyncio.create_task(self._run(live, move), name=f"run {session}")
        live.run.add_done_callback(lambda _run: self.let_go(session))

    async def _run(self, live: Live, move: Callable[[], Awaitable[str]]) -> str:
        try:
            live.last_state = await move()
            while live.loop.stop_pending:
                # It was asked for while the loop was just returning.
                live.last_state = await live.loop.obey()
        except Exception as error:  # noqa: BLE001  kept for `wait`, told to the faces: a run has nobody above it
            live.error, live.last_state = error, "interrupted"
            expected = isinstance(error, RoundtableError)
            _log.log(logging.INFO if expected else logging.ERROR, "a run ended", exc_info=not expected)
            problem = f"{error.message} {error.next}" if isinstance(error, RoundtableError) else str(error)
            self.parts.bus.publish(
                RunEnded(live.writer.session, live.last_state, problem.strip(), live.fold.plugin.name)
            )
            return live.last_state
        if live.last_state != "waiting":
            # Nothing is asked of them for a while, or ever.
            await live.runner.tools.connections.close()
        gate = live.fold.gates.open_gate()
        if gate is not None and gate.fact.due_at is not None and gate.fact.due_verb is not None:
            live.due = asyncio.create_task(self._answer_when_due(live, gate.id), name="due gate")
            live.due.add_done_callback(lambda _due: self.let_go(live.writer.session))
        return live.last_state

    async def wait(self, session: SessionId) -> str:
        """Wait until the loop returns; return the state. Raises what ended the run."""
        live = self.live(session)
        if live is None:
            # It has returned already, and was let go.
            return await self._ended(session)
        if live.run is None:
            return live.fold.session.state
        state = await asyncio.shield(live.run)
        if live.error is not None:
            raise live.error
        return state

    async def _ended(self, session: SessionId) -> str:
        error = self._errors.pop(session, None)
        if error is not None:
            raise error
        return (await read_stored(self.parts, session))[0].session.state

    async def _answer_when_due(self, live: Live, gate_id: str) -> None:
        gate = live.fold.gates.open[gate_id]
        assert gate.fact.due_at is not None
        await self.parts.clock.sleep(max(0.0, (gate.fact.due_at - self.parts.clock.now()) / 1e6))
        if gate_id not in live.fold.gates.open:
            return
        verb = gate.fact.due_verb or gate.fact.verbs[0]
        await end_commands(live)
        try:
            await live.writer.decide(lambda head: answer_facts(live.fold, gate_id, verb, {}, by="timeout"))
        except GateError:
            # It was answered in the same moment; who did that goes on.
            return
        live.due = None
        await self.start(live.writer.session, live.who)

    async def stop(self, session: SessionId, mode: StopMode = "now") -> bool:
        """Stop a session; return whether it was here, and not in another process that is asked to."""
        try:
            async with self.opened(session) as live:
                await self._stop(live, mode)
                return True
        except SessionBusy:
            await self.parts.store.request_stop(session, mode)
            return False

    async def _stop(self, live: Live, mode: StopMode) -> None:
        live.loop.check_stop(mode)
        if live.running or mode == "after_round":
            await live.loop.stop(mode)
            if live.loop.stop_pending and not live.running:
                # The loop returned while the wish was being recorded.
                self._move(live, live.loop.obey)
            return
        # Two loops must never move one session.
        live.error = None
        self._move(live, partial(_stop_idle, live, mode))
        await self.wait(live.writer.session)

    async def stop_member(self, session: SessionId, seat: SeatName) -> None:
        """End one member's calls and nobody else's; what has arrived is kept.

        Its seat has then failed, and the session asks what is to become of it once the others are done.
        Raises InputError where it writes nothing.
        """
        live = self.live(session)
        if live is None or not live.running:
            raise InputError(
                words("Nothing is running in this session here."),
                words("Stop the member where the session runs."),
            )
        async with self.opened(session) as live:
            await live.runner.stop_seat(seat)

    async def pause(self, session: SessionId) -> None:
        """Begin no new call in a session; one that waits for its due time is let go."""
        live = self.live(session)
        if live is not None:
            live.loop.pause()

    async def fork(
        self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None
    ) -> SessionId:
        """Copy a session up to its last gate or left node at or before `at`; return the new one's id.

        `changes`: fields of the setup that are another value in the fork. Raises InputError.
        """
        fold, records = await read_stored(self.parts, session)
        refused = fold.plugin.no_fork
        if refused is not None:
            raise InputError(refused, words("Go on in this session, or start a new one."))
        if at > len(records):
            # Taken for the end, a slip of the finger would fork at another place than the one meant.
            raise InputError(
                words("There is no record {at}: the session has {n}.", at=at, n=len(records)),
                words("Choose one of them; “roundtable log” lists them."),
            )
        points = [r.seq for r in records if r.seq <= at and r.type in {"gate_opened", "node_left"}]
        if not points:
            raise InputError(
                words("There is nothing to fork from at record {at}.", at=at),
                words("Choose a record after the first finished step; “roundtable log” lists them."),
            )
        changed = _changed(fold, changes or {})
        target = self.parts.ids.session_id()
        fork_point = records[points[-1] - 1]
        parent = Parent(session=session, seq=fork_point.seq)
        title = _title_of_fork(fold, changed)
        fact = SessionForked(session=target, parent=parent, title=title, setup=changed)
        last = NewRecord(fact, fork_point.entry, fork_point.round, fork_point.attempt)
        if fold.plugin.ports:
            # Chosen for the parent on this machine, or for neither.
            folders = self.parts.folders
            await asyncio.to_thread(folders.choose, target, folders.chosen(session))
        servers = self.parts.tools.chosen(session).servers
        if servers:
            # Under a grant of its own: what was allowed in the parent is asked about again.
            await asyncio.to_thread(self.parts.tools.choose, target, servers)
        await self.parts.store.fork(session, fork_point.seq, target, last)
        return target

    async def fold(self, session: SessionId) -> SessionFold:
        """Return a session as it stands, without taking it. Raises as `read_stored` does."""
        live = self.live(session)
        # Closed meanwhile, a fold stays what it is.
        return live.fold if live is not None else (await read_stored(self.parts, session))[0]

    async def records(self, session: SessionId, after: int = 0) -> Sequence[Record]:
        """Return a session's records with seq > `after`."""
        if self.live(session) is not None:
            async with self.opened(session) as live:
                return await live.writer.journal.read(after)
        async with following(self.parts, session) as reader:
            return await reader.read(after)

    async def resolve(self, text: str) -> SessionId:
        """Return the session with this id or unique prefix; raises NotFound."""
        ids = await self.parts.store.ids()
        wanted = text.strip().lower()
        found = [session for session in ids if session.startswith(wanted)] if wanted else []
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(
                words("“{text}” fits {count} sessions.", text=text, count=len(found)),
                words("Write more of the id; “roundtable list” shows them."),
            )
        raise NotFound(
            words("There is no session “{text}”.", text=text),
            words("“roundtable list” shows the sessions there are."),
        )

    async def shutdown(self) -> Sequence[SessionId]:
        """Stop every running session at once and close all journals; return those that were ever open."""
        await asyncio.gather(*(self._end(session) for session in list(self._live)))
        await self._settle()
        return [*self._opened_here]

    async def close(self) -> Sequence[SessionId]:
        """Shut down for good: no session is opened any more, and one that is just being opened is closed."""
        await self._open_no_more()
        return await self.shutdown()

    async def _end(self, session: SessionId) -> None:
        live = self.live(session)
        if live is None:
            return
        # Between its last record and its return a loop is running and finished: nothing to stop.
        if live.running and live.fold.session.state != "finished":
            try:
                await live.loop.stop("now")
            except RoundtableError as error:
                # Its calls are ended all the same; how they ended is asked when it is opened again.
                _log.warning("a stop could not be recorded: %s", error)
                assert live.run is not None
                live.run.cancel()
        if live.run is not None and live.running:
            await asyncio.wait([live.run], timeout=2.0)
        await self.detach(session)
