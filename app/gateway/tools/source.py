"""The tool servers that the person configured, as the engine sees them (`engine.tool_source`)."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import ValidationError

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.tool_facts import ListedTool
from app.engine.tool_source import ServerTools, ToolAnswer, ToolChoice
from app.gateway.keys import Keys
from app.gateway.tools.child import ToolChild
from app.settings.tool_servers import ToolServerFile, ToolServerSettings, secret_name

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
    """The servers of `tools.toml`; secrets are looked up when one is started, and go to it alone."""

    def __init__(self, file: ToolServerFile, keys: Callable[[], Keys], choices: Choices) -> None:
        self._file, self._keys, self._choices = file, keys, choices

    def connect(self, name: str) -> ChildServer:
        """Return the way to a server; nothing is started yet. Raises InputError where there is none."""
        settings = self._file.one(name)
        self.check(())
        return ChildServer(name, settings, lambda: self._begin(name, settings))

    def check(self, names: Sequence[str]) -> None:
        """Raise InputError where a server is not configured, or what it needs is not installed."""
        if importlib.util.find_spec("mcp") is None:
            raise InputError(
                words("Tools of servers need a part of Roundtable that is not installed."),
                words(
                    "Install it beside Roundtable: {python} -m pip install 'mcp>=2,<3'", python=sys.executable
                ),
            )
        for name in names:
            self._file.one(name)

    def choose(self, session: SessionId, names: Sequence[str]) -> None:
        """Keep which servers a session is given. Raises StorageError."""
        self._choices.choose(session, names)

    def chosen(self, session: SessionId) -> ToolChoice:
        """Return what was chosen here; nothing for a session from elsewhere."""
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
    """One server behind a host process of its own; both end with it, and are made anew after they died."""

    def __init__(
        self, name: str, settings: ToolServerSettings, begin: Callable[[], Mapping[str, Any]]
    ) -> None:
        self._name, self._settings, self._begin = name, settings, begin
        self._child: ToolChild | None = None
        self._changing = asyncio.Lock()

    @property
    def where(self) -> str:
        """Where it runs: its command line or address."""
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
        """End it with all it started."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
