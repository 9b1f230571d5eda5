"""The tool servers that the person configured, as the engine sees them (`engine.tool_source`)."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import ValidationError

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.fault_hints import INSTALL_MCP
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.tool_facts import ListedTool
from app.engine.tool_source import ServerTools, ToolAnswer, ToolChoice
from app.gateway.host_client import host_environment
from app.gateway.keys import Keys
from app.gateway.tools.serve import LARGEST, decode, encode
from app.processes.child import ChildProcess, kill_group, own_program
from app.settings.programs import ToolServerFile, ToolServerSettings, secret_name

ARGUMENT = "--tool-host"
"""Hidden argument of the program that makes it a tool host."""
END_SECONDS = 6.0
GRACE = 45.0
"""Seconds that a host has beyond a question's own, to start its server and to end one; then it is dead."""
Answer = Mapping[str, Any]
_DEAD: Answer = {"problem": "ended", "said": ""}


class ToolChild:
    """One life of a tool host. Used from one loop; started with its first question."""

    def __init__(self, server: Mapping[str, Any]) -> None:
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._process = ChildProcess(
            "tool host", own_program(ARGUMENT), self._hear, self._end, largest=LARGEST
        )
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._server_group: int | None = None
        self._starting = asyncio.Lock()
        self.over = False

    async def ask(self, op: str, seconds: float, **more: object) -> Answer:
        """Return what came of a question; one that was given up takes the host with it."""
        async with self._starting:
            # Members at work at once ask at once: there is one host for all of them.
            if self._process.pid is None and not self.over:
                await asyncio.to_thread(self._start)
        if self.over:
            return _DEAD
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._process.send(encode({"id": number, "op": op, "seconds": seconds, **more}))
        try:
            async with asyncio.timeout(seconds + GRACE):
                return await answer
        except TimeoutError:
            self.kill()
            return {"problem": "timeout", "said": ""}
        except asyncio.CancelledError:
            # Nobody waits for it any more: it is not to go on unseen.
            self.kill()
            raise
        finally:
            self._waiting.pop(number, None)

    def _start(self) -> None:
        self._process.start(host_environment(os.environ))
        self._process.send(encode(self._server))

    def _hear(self, body: bytes) -> None:
        """Take a frame, in the thread that reads."""
        self._loop.call_soon_threadsafe(self._take, decode(body))

    def _end(self) -> None:
        with contextlib.suppress(RuntimeError):
            # A loop that is closed has nobody who waits.
            self._loop.call_soon_threadsafe(self._ended)

    def _take(self, frame: Mapping[str, Any]) -> None:
        if isinstance(frame.get("started"), int):
            self._server_group = frame["started"]
            return
        waiting = self._waiting.get(frame.get("id", 0))
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)

    def _ended(self) -> None:
        self.over = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(_DEAD)

    def kill(self) -> None:
        """End the host and its server at once."""
        self.over = True
        self._process.kill()
        self._kill_server()

    def _kill_server(self) -> None:
        kill_group(self._server_group)
        self._server_group = None

    async def close(self) -> None:
        """End it in good order: its input closes, and it ends its server."""
        self.over = True
        if not await asyncio.to_thread(self._process.end, END_SECONDS):
            self._kill_server()


LIST_SECONDS = 30.0
"""For a list of tools."""
_TROUBLES: Mapping[str, str] = {
    "timeout": "it gave no answer in {seconds:g} seconds",
    "too_large": "it sent more than is taken in at once, and was ended",
    "flood": "it sent message after message, and was ended",
    "ended": "it ended before it answered",
    "not_started": "it cannot be started",
    "not_connected": "it cannot be reached",
    "start_timeout": "it was started and did not answer",
    "refused": "it refused",
    "bad_reply": "what it answered cannot be understood",
    "changed": "it describes the tool otherwise than before; it was not called",
    "gone": "it has no such tool any more",
}

_MAYBE_DONE = frozenset({"timeout", "too_large", "flood", "ended", "bad_reply"})
"""Troubles after which nobody knows what a call has done."""


class Choices(Protocol):
    """Which session was given which servers."""

    def choose(self, session: SessionId, names: Sequence[str]) -> None: ...

    def chosen(self, session: SessionId) -> ToolChoice: ...


class ConfiguredTools:
    """The ToolServers of `tools.toml`; secrets are looked up when one is started, and go to it alone."""

    def __init__(self, file: ToolServerFile, keys: Callable[[], Keys], choices: Choices) -> None:
        self._file, self._keys, self._choices = file, keys, choices

    def connect(self, name: str) -> ChildServer:
        settings = self._file.one(name)
        self.check(())
        return ChildServer(name, settings, lambda: self._begin(name, settings))

    def check(self, names: Sequence[str]) -> None:
        if importlib.util.find_spec("mcp") is None:
            raise InputError(
                words("Tools of servers need a part of Roundtable that is not installed."),
                INSTALL_MCP,
            )
        for name in names:
            self._file.one(name)

    def choose(self, session: SessionId, names: Sequence[str]) -> None:
        self._choices.choose(session, names)

    def chosen(self, session: SessionId) -> ToolChoice:
        return self._choices.chosen(session)

    def _begin(self, name: str, settings: ToolServerSettings) -> Mapping[str, Any]:
        """Return the first frame for a host, with the secrets. Raises InputError where one is missing."""
        secrets: dict[str, str] = {}
        for secret, variable in settings.secrets.items():
            found = self._keys().get(secret_name(name, settings, secret), variable or None)
            if not found:
                raise InputError(
                    words("The tool server “{name}” lacks its secret {secret}.", name=name, secret=secret),
                    words("Give it: roundtable tools secret {name} {secret}", name=name, secret=secret),
                )
            secrets[secret] = found
        return {
            "command": settings.command,
            "arguments": list(settings.arguments),
            "url": settings.url,
            "env": dict(settings.env),
            "headers": dict(settings.headers),
            "secrets": secrets,
            "seconds": settings.seconds,
        }


class ChildServer:
    """A ToolServer behind a host process of its own; both end with it, and are made anew after they died."""

    def __init__(
        self, name: str, settings: ToolServerSettings, begin: Callable[[], Mapping[str, Any]]
    ) -> None:
        self._name, self._settings, self._begin = name, settings, begin
        self._child: ToolChild | None = None
        self._changing = asyncio.Lock()

    @property
    def where(self) -> str:
        return self._settings.where

    async def tools(self) -> ServerTools:
        """Ask which tools there are; raises InputError where a secret is missing."""
        answer = await self._ask("list", LIST_SECONDS)
        if "value" not in answer:
            problem = f"{self._trouble(answer, LIST_SECONDS)}."
            return ServerTools(self.where, problem=f"The tool server “{self._name}”: {problem}")
        value = answer["value"]
        try:
            tools = tuple(
                ListedTool(
                    name=one["name"],
                    description=one["description"],
                    parameters=one["schema"],
                    definition=one["definition"],
                )
                for one in value["tools"]
            )
        except (ValidationError, KeyError, TypeError):
            return ServerTools(
                self.where, problem=f"The tool server “{self._name}”: its tools are not sound."
            )
        return ServerTools(self.where, tools, tuple(map(str, value.get("left_out") or ())))

    async def call(self, tool: str, definition: str, arguments: Mapping[str, JsonValue]) -> ToolAnswer:
        """Call a tool; whatever goes wrong is its answer."""
        seconds = self._settings.seconds
        answer = await self._ask("call", seconds, name=tool, definition=definition, arguments=dict(arguments))
        if "value" in answer:
            value = answer["value"]
            return ToolAnswer(str(value.get("output", "")), value.get("ok") is True)
        trouble = str(answer.get("problem") or "bad_reply")
        said = f"error: the tool server “{self._name}”: {self._trouble(answer, seconds)}"
        if trouble in _MAYBE_DONE:
            said += "; whether it did anything is not known"
        return ToolAnswer(said, ok=False, trouble=trouble)

    def _trouble(self, answer: Mapping[str, Any], seconds: float) -> str:
        kind, said = str(answer.get("problem")), str(answer.get("said") or "").strip()
        why = _TROUBLES.get(kind, _TROUBLES["bad_reply"]).format(seconds=seconds)
        return f"{why} ({said})" if said else why

    async def _ask(self, op: str, seconds: float, **more: object) -> Mapping[str, Any]:
        async with self._changing:
            # Two who find it dead must not begin two anew, of which nobody would end the first.
            if self._child is not None and self._child.over:
                await self._child.close()
                self._child = None
            if self._child is None:
                self._child = ToolChild(self._begin())
            child = self._child
        return await child.ask(op, seconds, **more)

    async def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.close()
