"""What a person lets sessions start or reach: two files in the config folder. No secret is ever in them.

`tools.toml`, servers whose tools sessions may use:

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

`commands.toml`, programs that answer for a seat:

approved = ["3f…"]                      # command lines that seats may have run, by their digests

[commands.claude]                       # its model is command/claude
command = "/usr/local/bin/claude"
arguments = ["-p", "--output-format", "json"]
answer = "json"                         # the answer is a member of what it prints; else all of it is
member = "result"
variables = ["HOME", "PATH"]            # of yours that it is given; it has no others
seconds = 600
[commands.claude.env]                   # and what it is given besides
NO_COLOR = "1"
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.domain.canonical import digest
from app.domain.errors import InputError, one_of
from app.domain.frozen import Frozen
from app.domain.i18n import words
from app.domain.refusals import first_refusal
from app.domain.untrusted_files import is_there
from app.settings.options import HEADER
from app.settings.providers import Address, ServerName, named
from app.settings.toml_files import read_model, write_model

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_CONTROL = re.compile("[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
"""What ends a line or steers a terminal: in a header it would begin another one."""


def _refuse_unsound(
    names: Iterable[str], form: re.Pattern[str], values: Iterable[str], kept_out: re.Pattern[str]
) -> None:
    for name in names:
        if not form.fullmatch(name):
            raise ValueError(words("“{name}” cannot be the name of a variable or header", name=name[:60]))
    if any(map(kept_out.search, values)):
        raise ValueError(
            words("a command, its arguments and values are one line each, without control characters")
        )


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
    seconds: float = Field(default=60.0, ge=1, le=3600)
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
        values = (self.command, *self.arguments, *self.env.values(), *self.headers.values())
        _refuse_unsound((*self.env, *self.headers, *self.secrets), form, values, _CONTROL)
        return self

    @property
    def where(self) -> str:
        """Where it runs: its command line or address."""
        return self.url if self.url is not None else shlex.join([self.command, *self.arguments])


class ToolServerTable(Frozen):
    """The whole of `tools.toml`."""

    servers: dict[ServerName, ToolServerSettings] = Field(default_factory=dict)


def secret_name(server: str, settings: ToolServerSettings, name: str) -> str:
    """Return the name under which a secret is kept: another command or address has none of it."""
    return f"tool:{server}:{name}@{digest(settings.where)[:16]}"


class ToolServerFile:
    """Reads and writes `tools.toml`."""

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
            raise InputError(
                words("There is no tool server “{name}”.", name=name[:60]),
                one_of(servers)
                if servers
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
        write_model(self.path, ToolServerTable(servers=dict(servers)))


# --- programs that answer for a seat ------------------------------------------------------------------------

_LONGEST_ARGUMENT = 4096
_NO_LINE = re.compile("[\0\n\r]")


_CommandName = Annotated[
    str, named(words("a program's name has small letters, digits, “-” and “_”, a letter first"))
]
_Argument = Annotated[str, Field(max_length=_LONGEST_ARGUMENT)]


class CommandSettings(BaseModel):
    """One program: how it is started, what it is given, and where its answer stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    command: str = Field(min_length=1, max_length=_LONGEST_ARGUMENT)
    arguments: tuple[_Argument, ...] = ()
    answer: Literal["text", "json"] = "text"
    member: str = Field(default="result", min_length=1, max_length=100)
    """Where the answer is JSON: the member that holds it."""
    variables: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    seconds: float = Field(default=600.0, ge=1, le=7200)

    @model_validator(mode="after")
    def _is_sound(self) -> CommandSettings:
        values = (self.command, *self.arguments, *self.env.values())
        _refuse_unsound((*self.variables, *self.env), VARIABLE, values, _NO_LINE)
        return self

    @property
    def line(self) -> str:
        """The whole command line, as a person approves it: what it is given of the environment, too."""
        given = [f"{name}=…" for name in self.variables]
        told = shlex.join([*(f"{n}={v}" for n, v in self.env.items()), self.command, *self.arguments])
        return " ".join([*given, told])


class _CommandTable(Frozen):
    approved: tuple[str, ...] = ()
    commands: dict[_CommandName, CommandSettings] = Field(default_factory=dict)


class CommandFile:
    """Reads and writes `commands.toml`."""

    def __init__(self, config: Path) -> None:
        self.path = config / "commands.toml"
        self._allowed: set[str] = set()
        """Digests of command lines that count as approved until this process ends."""

    def read(self) -> Mapping[str, CommandSettings]:
        """Return the programs by name; raises InputError naming the place that is wrong."""
        return self._table().commands

    def _table(self) -> _CommandTable:
        return read_model(self.path, _CommandTable) if is_there(self.path) else _CommandTable()

    def put(self, name: str, values: Mapping[str, object]) -> CommandSettings:
        """Add a program, or change one; raises InputError naming what does not fit, or StorageError."""
        table = self._table()
        try:
            added = _CommandTable.model_validate({"commands": {name: dict(values)}}).commands
        except ValidationError as error:
            _, why = first_refusal(error, _CommandTable)
            raise InputError(
                words("The program “{name}” cannot be added: {why}.", name=name[:60], why=why),
                words("Correct it and add it again."),
            ) from error
        write_model(self.path, table.model_copy(update={"commands": {**table.commands, **added}}))
        return added[name]

    def remove(self, name: str) -> None:
        """Forget a program and its approval; raises InputError or StorageError."""
        table = self._table()
        if name not in table.commands:
            raise InputError(
                words("There is no program “{name}”.", name=name[:60]),
                words("“roundtable command” lists those there are."),
            )
        gone = digest(table.commands[name].line)
        left = {key: one for key, one in table.commands.items() if key != name}
        kept = tuple(one for one in table.approved if one != gone)
        write_model(self.path, table.model_copy(update={"approved": kept, "commands": left}))

    def approved(self, settings: CommandSettings) -> bool:
        """Tell whether seats may have a program run as it is now."""
        return digest(settings.line) in {*self._table().approved, *self._allowed}

    def approve(self, line: str) -> None:
        """Remember that seats may have this command line run."""
        table = self._table()
        approved = tuple(dict.fromkeys([*table.approved, digest(line)]))
        write_model(self.path, table.model_copy(update={"approved": approved}))

    def allow(self, line: str) -> None:
        """Let seats have it run for as long as this process lasts."""
        self._allowed.add(digest(line))
