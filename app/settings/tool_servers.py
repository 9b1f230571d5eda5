"""Servers whose tools a person lets sessions use: `tools.toml` in the config folder. No secret is ever in it.

[servers.files]                                # a program that is started
command = "npx"
arguments = ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/papers"]
[servers.files.env]                            # variables it is given, beside the usual few
LOG_LEVEL = "warning"

[servers.search]                               # one that is reached over HTTP
url = "https://tools.example/mcp"
seconds = 30                                   # that one call may take
[servers.search.secrets]                       # headers, of a program variables: kept in the keyring,
Authorization = ""                             # or the value of a variable of yours, where one is named
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from app.domain.canonical import digest
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.untrusted_files import is_there
from app.settings.options import HEADER
from app.settings.providers import Address
from app.settings.toml_files import read_model, write_toml

NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
SECONDS = 60.0
_CONTROL = re.compile("[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
"""What ends a line or steers a terminal: in a header it would begin another one."""


def _is_name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError(words("a server's name has small letters, digits, “-” and “_”, a letter first"))
    return text


ServerName = Annotated[str, AfterValidator(_is_name)]


class ToolServerSettings(BaseModel):
    """One server: a command that is started, or an address."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    command: str = Field(default="", max_length=4096)
    arguments: tuple[str, ...] = ()
    url: Address | None = None
    env: dict[str, str] = Field(default_factory=dict)
    headers: dict[str, str] = Field(default_factory=dict)
    secrets: dict[str, str] = Field(default_factory=dict)
    """By variable or header: the name of a variable of the person's own; empty: the keyring has it."""
    seconds: float = Field(default=SECONDS, ge=1, le=3600)
    """How long one call may take."""

    @model_validator(mode="after")
    def _one_way(self) -> ToolServerSettings:
        if bool(self.command.strip()) == (self.url is not None):
            raise ValueError(words("a tool server has either a command or an address"))
        if "@" in (self.url or "").partition("//")[2].partition("/")[0]:
            raise ValueError(words("no name and no password stand in an address: make them a secret header"))
        if self.url is None and self.headers:
            raise ValueError(words("headers are for a server with an address; a program has variables (env)"))
        if self.url is not None and (self.env or self.arguments):
            raise ValueError(words("variables and arguments are for a program; a server has headers"))
        form = HEADER if self.url is not None else VARIABLE
        for name in (*self.env, *self.headers, *self.secrets):
            if not form.fullmatch(name):
                raise ValueError(words("“{name}” cannot be the name of a variable or header", name=name[:60]))
        values = (self.command, *self.arguments, *self.env.values(), *self.headers.values())
        if any(_CONTROL.search(value) for value in values):
            raise ValueError(
                words("a command, its arguments and values are one line each, without control characters")
            )
        return self

    @property
    def where(self) -> str:
        """Where it runs: its command line or address."""
        return self.url if self.url is not None else shlex.join([self.command, *self.arguments])


class ToolServerTable(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    servers: dict[ServerName, ToolServerSettings] = Field(default_factory=dict)


def secret_name(server: str, settings: ToolServerSettings, name: str) -> str:
    """Return the name under which a secret is kept: another command or address has none of it."""
    return f"tool:{server}:{name}@{digest(settings.where)[:16]}"


class ToolServerFile:
    """Reads and writes the file."""

    def __init__(self, config: Path) -> None:
        self.path = config / "tools.toml"

    def read(self) -> Mapping[str, ToolServerSettings]:
        """Return the servers by name; raises InputError naming the place that is wrong."""
        if not is_there(self.path):
            return {}
        return read_model(self.path, ToolServerTable).servers

    def one(self, name: str) -> ToolServerSettings:
        """Return a server; raises InputError with those there are."""
        servers = self.read()
        if name not in servers:
            known = ", ".join(servers)
            raise InputError(
                words("There is no tool server “{name}”.", name=name[:60]),
                words("Use one of: {names}.", names=known)
                if known
                else words("Add it first: roundtable tools add {name} COMMAND or ADDRESS", name=name[:60]),
            )
        return servers[name]

    def put(self, name: str, settings: ToolServerSettings) -> None:
        """Add a server, or change one; raises InputError or StorageError."""
        self._write({**self.read(), name: settings})

    def remove(self, name: str) -> None:
        """Forget a server; raises InputError or StorageError."""
        self.one(name)
        self._write({key: one for key, one in self.read().items() if key != name})

    def _write(self, servers: Mapping[str, ToolServerSettings]) -> None:
        table = ToolServerTable(servers=dict(servers))
        write_toml(self.path, table.model_dump(mode="json", exclude_defaults=True, exclude_none=True))
