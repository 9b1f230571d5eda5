"""Seats by command, seen from the engine: a ModelGateway as any other, whose models are programs.

Rules: only what the person set up and approved is started, as it was when they approved it; its environment
is what its settings name. A call costs nothing here: what the program's own provider asks for is paid there.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.domain import fault_hints, fault_messages
from app.domain.errors import ProviderErrorKind, RoundtableError
from app.domain.i18n import Message, words
from app.domain.ids import SeatName
from app.domain.messages import ChatMessage, ModelRequest, ToolCall
from app.domain.seats import COMMAND, NamedServer, Obstacle, Seat
from app.domain.usage import Estimate, Usage
from app.engine.ports import Completed, Failed, ModelEvent, ModelInfo, Sent, TestResult, TextDelta
from app.gateway.commands.host import MOST_BYTES
from app.gateway.commands.reading import Printed, cleaned, read_answer
from app.gateway.host.textcalls import read_calls, with_tools_as_text
from app.gateway.offline import estimated_tokens, free_estimate, prompt_tokens
from app.processes.child import ChildProcess, kill_group, own_program
from app.processes.child_env import chosen, environment

if TYPE_CHECKING:
    from app.settings.programs import CommandFile, CommandSettings


ARGUMENT = "--command-host"
"""Hidden argument of the program that makes it a command host."""
_GONE: Mapping[str, Any] = {"end": "gone"}


class CommandProcess:
    """One question to a program; used from one loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._frames: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._process = ChildProcess("command host", own_program(ARGUMENT), self._hear, self._end)
        self._group: int | None = None
        self._over = False

    @property
    def pid(self) -> int | None:
        """The host's process id."""
        return self._process.pid

    async def frames(self, job: Mapping[str, Any]) -> AsyncIterator[Mapping[str, Any]]:
        """Ask; yield what the host says, to the frame that tells the end."""
        if not self._over:
            await asyncio.to_thread(self._process.start, chosen(os.environ))
            # Its environment stands in there, and may hold what is secret: never in argv.
            self._process.send(json.dumps(job).encode("ascii"))
        while True:
            frame = await self._frames.get()
            self._group = frame.get("group", self._group)
            if "end" in frame:
                # It ended what it started itself; another process may have its number by now.
                self._group = self._group if frame is _GONE else None
            yield frame

    def _hear(self, body: bytes) -> None:
        """Take a frame, in the thread that reads."""
        frame = json.loads(body)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._frames.put_nowait, frame)

    def _end(self) -> None:
        with contextlib.suppress(RuntimeError):
            # A loop that is closed has nobody who waits.
            self._loop.call_soon_threadsafe(self._frames.put_nowait, _GONE)

    def kill(self) -> None:
        """End the program and its host at once."""
        self._over = True
        self._frames.put_nowait(_GONE)
        self._process.kill()
        self._kill_group()

    def _kill_group(self) -> None:
        kill_group(self._group)
        self._group = None

    async def close(self) -> None:
        """End the host, and the program where it is still at work."""
        self._over = True
        await asyncio.to_thread(self._process.end)
        self._kill_group()


_TRIED = "Say the word “ready” and nothing else."


@dataclass
class CommandGateway:
    """The person's programs, each a model called command/NAME."""

    file: CommandFile
    running: dict[str, CommandProcess] = field(default_factory=dict, init=False)
    """Of the calls under way, by their ids."""
    _numbers: itertools.count[int] = field(default_factory=itertools.count, init=False)

    # --- which there are ----------------------------------------------------------------------

    def _settings(self, model: str) -> CommandSettings | Failed:
        name = model.removeprefix(COMMAND)
        try:
            found = self.file.read().get(name)
        except RoundtableError as error:
            return Failed("not_found", error.message, False, hint=error.next)
        if found is None:
            told = fault_messages.NO_PROGRAM.filled(name=name)
            return Failed("not_found", told, False, hint=fault_hints.ADD_PROGRAM.filled(name=name))
        return found

    def unapproved(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return the programs that seats name and the person did not approve, with their whole lines."""
        found: dict[str, NamedServer] = {}
        for name, seat in seats.items():
            settings = self._settings(seat.model) if seat.model.startswith(COMMAND) else None
            if settings is None or isinstance(settings, Failed) or self.file.approved(settings):
                continue
            before = found.get(seat.model)
            who = (*before.seats, name) if before is not None else (name,)
            found[seat.model] = NamedServer(seat.model, "", who, settings.line)
        return list(found.values())

    def obstacles(self, seats: Mapping[SeatName, Seat]) -> Sequence[Obstacle]:
        """Return why programs of seats cannot be started; starts none."""
        seated: dict[str, list[SeatName]] = {}
        for name, seat in seats.items():
            seated.setdefault(seat.model, []).append(name)
        found = []
        for model, who in seated.items():
            settings = self._settings(model)
            wrong = settings if isinstance(settings, Failed) else _missing(settings)
            if wrong is not None:
                found.append(Obstacle(wrong.message, wrong.hint, tuple(who)))
        return found

    # --- a call -------------------------------------------------------------------------------

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Nothing can be got ready: a program that is started is asked."""

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask a program."""
        settings = self._settings(request.model)
        if isinstance(settings, Failed):
            yield settings
            return
        if request.embeds:
            told = fault_messages.NO_EMBEDDINGS.filled(server=request.model)
            yield Failed("not_found", told, False, hint=fault_hints.OTHER_EMBEDDING)
            return
        if not self.file.approved(settings):
            told = fault_messages.UNAPPROVED_PROGRAM.filled(line=settings.line)
            hint = fault_hints.APPROVE.filled(host=request.model)
            yield Failed("not_found", told, False, hint=hint)
            return
        wrong = _missing(settings)
        if wrong is not None:
            yield wrong
            return
        process = self.running[call_id] = CommandProcess()
        try:
            async for event in _asked(process, settings, request):
                yield event
        finally:
            self.running.pop(call_id, None)
            await process.close()

    async def cancel(self, call_id: str) -> None:
        """End a call with its program; unknown ids are ignored."""
        process = self.running.get(call_id)
        if process is not None:
            process.kill()

    async def close(self) -> None:
        """End all programs."""
        for process in list(self.running.values()):
            process.kill()

    # --- what is known of them ----------------------------------------------------------------

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """No program tells how much it takes in."""

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return estimates of tokens; a subscription asks for no money by the call."""
        return [free_estimate(request) for request in requests]

    def built_in(self, model: str) -> bool:
        """Tell that no program is part of this one."""
        return False

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return the program's name: where it sends what it is asked, it alone knows."""
        return model

    async def models(self) -> Sequence[ModelInfo]:
        """List the programs that were set up; none where the file is not sound."""
        try:
            names = list(await asyncio.to_thread(self.file.read))
        except RoundtableError:
            return []
        return [
            ModelInfo(COMMAND + name, "command", f"{name} (by command)", None, 0.0, 0.0) for name in names
        ]

    async def test(self, model: str) -> TestResult:
        """Ask a program for a word: whether it is logged in shows only so."""
        message = ChatMessage(role="user", text=_TRIED)
        request = ModelRequest(purpose="test", seat="-", model=model, messages=(message,))
        last: ModelEvent | None = None
        async for event in self.start(f"test-{next(self._numbers)}", request):
            last = event
        if isinstance(last, Completed):
            said = " ".join(last.text.split())[:80]
            return TestResult(True, words("{program} answers: {text}", program=model, text=said))
        assert isinstance(last, Failed)
        return TestResult(False, last.message, last.hint, last.kind)


def _missing(settings: CommandSettings) -> Failed | None:
    """Return that a program is not where its settings say."""
    import shutil  # late: start-up cost

    if shutil.which(settings.command) is not None:
        return None
    told = fault_messages.PROGRAM_MISSING.filled(program=settings.command)
    return Failed("not_found", told, False, hint=fault_hints.INSTALL_PROGRAM)


async def _asked(
    process: CommandProcess, settings: CommandSettings, request: ModelRequest
) -> AsyncIterator[ModelEvent]:
    whole = environment()
    given = {name: whole[name] for name in settings.variables if name in whole}
    seconds = min(settings.seconds, request.options.timeout or settings.seconds)
    job = {
        "argv": [settings.command, *settings.arguments],
        "env": {**given, **settings.env},
        "prompt": prompt_of(request),
        "seconds": seconds,
    }
    sent, printed, shown = False, bytearray(), _Shown()
    async for frame in process.frames(job):
        if frame.get("sent"):
            sent = True
            yield Sent()
        elif "text" in frame:
            printed += str(frame["text"]).encode("latin-1")
            if settings.answer == "text" and (news := shown.news(printed)):
                yield TextDelta(news)
        elif "end" in frame:
            yield _ended(frame, settings, request, bytes(printed), sent=sent, seconds=seconds)
            return


class _Shown:
    """What of a text was shown while it is printed: whole lines, for one may be written over until then."""

    def __init__(self) -> None:
        self._read = 0
        self._held: str | None = None
        """White space behind what was shown, which may be the end of it; None: nothing was shown yet."""

    def news(self, printed: bytearray) -> str:
        """Return what has come to it since the last look."""
        end = printed.rfind(b"\n", self._read) + 1
        if not end:
            return ""
        new = cleaned(printed[self._read : end].decode("utf-8", "replace"))
        self._read = end
        new = new.lstrip() if self._held is None else self._held + new
        said = new.rstrip()
        if said or self._held is not None:
            self._held = new[len(said) :]
        return said


def prompt_of(request: ModelRequest) -> str:
    """Return all that is said to a program, as one text: it is shown no pictures."""
    request = request.without_pictures()
    messages = with_tools_as_text(request) if request.tools else request.messages
    if len(messages) == 1:
        return messages[0].text
    called = {"system": "", "user": "", "assistant": "You said before:\n\n", "tool": "A tool said:\n\n"}
    return "\n\n---\n\n".join(called[message.role] + message.text for message in messages if message.text)


def _ended(
    frame: Mapping[str, Any],
    settings: CommandSettings,
    request: ModelRequest,
    printed: bytes,
    *,
    sent: bool,
    seconds: float,
) -> ModelEvent:
    """Return what came of a call, from its last frame."""
    text, errors = printed.decode("utf-8", "replace"), str(frame.get("said") or "")
    name, end = request.model.removeprefix(COMMAND), frame["end"]
    partial = cleaned(text).strip() if settings.answer == "text" and end != "too_large" else ""

    def failed(kind: ProviderErrorKind, message: Message) -> Failed:
        hint = fault_hints.PROGRAM_BY_KIND.get(kind) or fault_hints.BY_KIND[kind]
        # A program that fails would fail again: nobody asks it unasked.
        return Failed(
            kind,
            message,
            sent,
            hint=hint.filled(program=name),
            received=bool(partial),
            partial=partial,
            passing=False,
        )

    if end == "unstarted":
        return failed("not_found", fault_messages.PROGRAM_UNSTARTED.filled(program=name, why=errors))
    if end == "too_large":
        return failed("bad_reply", fault_messages.TOO_LARGE.filled(n=MOST_BYTES // 2**20))
    if end == "timeout":
        last = read_answer("", errors or text, 1, "").said
        return failed(
            "timeout", fault_messages.PROGRAM_SLOW.filled(program=name, n=f"{seconds:g}", words=last)
        )
    if end == "gone":
        return failed("host_died", fault_messages.HOST_ENDED)
    read = read_answer(
        text, errors, frame.get("status"), settings.member if settings.answer == "json" else ""
    )
    if read.why is not None:
        return failed(read.why, _complaint(name, read))
    calls: tuple[ToolCall, ...] = ()
    answer = read.text
    if request.tools:
        answer, found = read_calls(answer, request.tools)
        before = sum(len(message.tool_calls) for message in request.messages)
        calls = tuple(
            ToolCall(id=f"call_{before + at}", name=one.name, arguments=one.arguments)
            for at, one in enumerate(found)
        )
    usage = Usage(
        tokens_in=read.tokens_in or prompt_tokens(request),
        tokens_out=read.tokens_out or estimated_tokens(read.text),
        source="provider" if read.tokens_in and read.tokens_out else "estimate",
        cost=0.0,
    )
    finish = "tool_calls" if calls else "stop"
    marks = ("pictures_unseen",) if request.pictures else ()
    return Completed(answer, tool_calls=calls, finish=finish, usage=usage, marks=marks)


def _complaint(name: str, read: Printed) -> Message:
    """Return why a program gave no answer, with its own words."""
    by_kind = {
        "auth": fault_messages.PROGRAM_LOGIN,
        "rate_limit": fault_messages.PROGRAM_LIMIT,
        "no_credit": fault_messages.PROGRAM_LIMIT,
        "bad_reply": fault_messages.PROGRAM_UNREADABLE,
    }
    message = by_kind.get(read.why or "", fault_messages.PROGRAM_FAILED)
    return message.filled(program=name, words=read.said or "–")
