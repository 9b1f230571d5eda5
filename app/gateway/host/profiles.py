"""Request profiles: what litellm makes of a request, kept so that it need not be asked again.

What it makes of one hardly depends on the messages: address, headers but for the key, names and values of
options, dropped and added members, where tools and schema go. A profile is that, for one version of litellm,
provider, model, set of options, tools and schema; the dialect's module writes the messages into it. It holds
for messages whose neighbours (a system text before a user's, a result behind a call) were all seen to be
written alike when it was learned; any other request is composed by litellm.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast

from app.domain.canonical import digest, dumps
from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects.writing import Feature, set_options
from app.gateway.host.memory import read_json, write_json
from app.gateway.host.textcalls import with_tools_as_text
from app.gateway.host.wire import Composed, WireRequest
from app.gateway.providers import Provider, origin

FORMAT = 1
"""Raised when the dialects' modules write otherwise."""
MARK = "key-0f3b9c5e71d24a"
"""Stands for the key wherever litellm puts it."""
MOST = 400
"""Profiles kept; the longest unchecked go first."""


@dataclass(frozen=True)
class Profile:
    """How requests of one kind look."""

    model: str
    url: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    """Without messages, seed and longest answer."""
    style: str
    """How the dialect's module writes the messages."""
    seed: Sequence[str] = ()
    """The path to the seed in the body; empty: it is not sent."""
    longest: Sequence[str] = ()
    """The path to the longest answer; empty: it holds for requests of `limit` tokens alone."""
    limit: int = 0
    neighbours: Sequence[str] = ()
    """Pairs of kinds of messages that were seen side by side."""
    dropped: Sequence[str] = ()
    carried: Sequence[Feature] = ()
    reply_tool: str = ""
    tools_as_text: bool = False
    checked: int = field(default=0, compare=False)
    """When litellm last said so, in Unix seconds."""

    def fill(self, request: ModelRequest, provider: Provider, key: str | None) -> Composed | None:
        """Return a request written by this profile; None where it does not hold for its messages."""
        messages = with_tools_as_text(request) if self.tools_as_text else request.messages
        pairs = neighbours(messages)
        if pairs is None or not pairs.issubset(self.neighbours):
            return None
        if not self.longest and request.options.max_output_tokens != self.limit:
            return None
        if origin(self.url) != origin(request.base_url or provider.base):
            return None
        body = {**self.body, **provider.dialect.STYLES[self.style](messages)}
        if self.seed:
            _put(body, self.seed, request.options.seed)
        if self.longest:
            _put(body, self.longest, request.options.max_output_tokens)
        headers = {name: value.replace(MARK, key or "none") for name, value in self.headers.items()}
        data = json.dumps(body, separators=(",", ":")).encode("ascii")
        return Composed(
            WireRequest("POST", self.url, headers, data),
            tuple(self.dropped),
            self.tools_as_text,
            frozenset(self.carried),
            self.reply_tool,
        )


def _put(body: dict[str, Any], path: Sequence[str], value: object) -> None:
    for name in path[:-1]:
        body[name] = dict(body.get(name) or {})
        body = body[name]
    body[path[-1]] = value


def neighbours(messages: Sequence[Message]) -> frozenset[str] | None:
    """Return which kinds of messages stand side by side; None where one is of no kind (blank, unreadable)."""
    kinds = [_kind(message) for message in messages]
    if None in kinds or not kinds:
        return None
    line = "".join(("^", *cast("list[str]", kinds), "$"))
    return frozenset(line[at : at + 2] for at in range(len(line) - 1))


def _kind(message: Message) -> str | None:
    if message.tool_calls:
        for call in message.tool_calls:
            try:
                if not isinstance(json.loads(call.arguments), dict):
                    return None
            except (ValueError, RecursionError):
                return None
        kind = "d" if message.text else "c"
        return kind.upper() if len(message.tool_calls) > 1 else kind
    if not message.text.strip():
        return None
    return {"system": "s", "user": "u", "assistant": "a", "tool": "t"}[message.role]


def name_of(request: ModelRequest, provider: Provider, without: frozenset[Feature]) -> str:
    """Return the name of the profile that a request would use."""
    options = request.options
    # Providers that know JSON alone as a form want the word in the prompt.
    speaks = request.reply_schema is not None and "schema" in without
    spoken = speaks and any("json" in message.text.lower() for message in request.messages)
    return digest(
        dumps(
            {
                "provider": provider.name,
                "model": request.model,
                "base_url": request.base_url,
                "options": [options.temperature, options.top_p],
                "seed": "seed" in set_options(request, without),
                "tools": [tool.model_dump(mode="json") for tool in request.tools],
                "schema": request.reply_schema,
                "without": sorted(without),
                "json": spoken,
            }
        )
    )


class ProfileStore:
    """The profiles of the installed litellm, in a cache file that may be deleted."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / "profiles.json" if folder is not None else None
        self._profiles: dict[str, Profile] | None = None

    @cached_property
    def _stamp(self) -> str:
        try:
            return f"{FORMAT} litellm {version('litellm')}"
        except PackageNotFoundError:
            return f"{FORMAT} litellm"

    def find(self, name: str) -> Profile | None:
        """Return a profile; None where there is none for this version of litellm."""
        if self._profiles is None:
            self._profiles = self._read()
        return self._profiles.get(name)

    def put(self, name: str, profile: Profile) -> None:
        """Keep a profile, checked now."""
        # Another host may have learned meanwhile.
        profiles = self._read() if self._path is not None else self._profiles or {}
        # A request like the last one may have neighbours that it had not.
        profiles[name] = Profile(**{**_fields(profile), "checked": int(time.time())})
        kept = sorted(profiles, key=lambda one: profiles[one].checked)[-MOST:]
        self._profiles = {one: profiles[one] for one in kept}
        if self._path is not None:
            bodies = {one: asdict(profile) for one, profile in self._profiles.items()}
            write_json(self._path, {"stamp": self._stamp, "profiles": bodies})

    def drop(self, name: str) -> None:
        """Forget a profile."""
        self._profiles = self._read() if self._path is not None else self._profiles or {}
        if self._profiles.pop(name, None) is not None and self._path is not None:
            bodies = {one: asdict(profile) for one, profile in self._profiles.items()}
            write_json(self._path, {"stamp": self._stamp, "profiles": bodies})

    def _read(self) -> dict[str, Profile]:
        value = read_json(self._path) if self._path is not None else None
        try:
            if value is None or value["stamp"] != self._stamp:
                return {}
            return {str(name): Profile(**body) for name, body in value["profiles"].items()}
        except (TypeError, KeyError, AttributeError):
            return {}


def _fields(profile: Profile) -> dict[str, Any]:
    return dict(vars(profile))
