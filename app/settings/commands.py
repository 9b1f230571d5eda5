"""Programs that answer for a seat: `commands.toml` in the config folder. No secret is ever in it.

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
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.domain.canonical import digest
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.refusals import first_refusal
from app.domain.untrusted_files import is_there
from app.settings.toml_files import read_model, write_toml
from app.settings.tool_servers import NAME, VARIABLE

SECONDS = 600.0
_LONGEST_ARGUMENT = 4096
_NO_LINE = re.compile("[\0\n\r]")


def _is_name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError(words("a program's name has small letters, digits, “-” and “_”, a letter first"))
    return text


_CommandName = Annotated[str, AfterValidator(_is_name)]
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
    seconds: float = Field(default=SECONDS, ge=1, le=7200)

    @model_validator(mode="after")
    def _is_sound(self) -> CommandSettings:
        for name in (*self.variables, *self.env):
            if not VARIABLE.fullmatch(name):
                raise ValueError(words("“{name}” cannot be the name of a variable or header", name=name[:60]))
        if any(_NO_LINE.search(text) for text in (self.command, *self.arguments, *self.env.values())):
            raise ValueError(
                words("a command, its arguments and values are one line each, without control characters")
            )
        return self

    @property
    def line(self) -> str:
        """The whole command line, as a person approves it: what it is given of the environment, too."""
        given = [f"{name}=…" for name in self.variables]
        told = shlex.join([*(f"{n}={v}" for n, v in self.env.items()), self.command, *self.arguments])
        return " ".join([*given, told])


class _CommandTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    approved: tuple[str, ...] = ()
    commands: dict[_CommandName, CommandSettings] = Field(default_factory=dict)


class CommandFile:
    """Reads and writes the file."""

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
        self._write(table.model_copy(update={"commands": {**table.commands, **added}}))
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
        self._write(table.model_copy(update={"approved": kept, "commands": left}))

    def approved(self, settings: CommandSettings) -> bool:
        """Tell whether seats may have a program run as it is now."""
        return digest(settings.line) in {*self._table().approved, *self._allowed}

    def approve(self, line: str) -> None:
        """Remember that seats may have this command line run."""
        table, own = self._table(), digest(line)
        self._write(table.model_copy(update={"approved": tuple(dict.fromkeys([*table.approved, own]))}))

    def allow(self, line: str) -> None:
        """Let seats have it run for as long as this process lasts."""
        self._allowed.add(digest(line))

    def _write(self, table: _CommandTable) -> None:
        write_toml(self.path, table.model_dump(mode="json", exclude_defaults=True, exclude_none=True))
