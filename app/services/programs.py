"""What a person lets sessions start or reach: programs that answer for a seat, and servers with tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.refusals import first_refusal
from app.domain.seats import COMMAND
from app.engine.ports import KeyStore, ModelGateway, ProviderGateway, TestResult
from app.engine.tool_source import ServerTools, ToolServers
from app.settings.programs import (
    CommandFile,
    CommandSettings,
    ServerName,
    ToolServerFile,
    ToolServerSettings,
    ToolServerTable,
    secret_name,
)

ProgramState = Literal["ready", "unapproved", "missing", "offered"]


@dataclass(frozen=True, slots=True)
class Program:
    """A program, and how it stands."""

    name: str
    line: str
    """The whole command line, with what it is given of the environment."""
    state: ProgramState
    """`offered`: it is installed and known, and not set up; `missing`: it is set up, and not where it was."""

    @property
    def model(self) -> str:
        """What a seat calls it."""
        return COMMAND + self.name


@dataclass(frozen=True, slots=True)
class Programs:
    """What a face needs to set them up; nothing here starts one but `test`."""

    file: CommandFile
    desk: ProviderGateway
    gateway: ModelGateway

    def list(self) -> Sequence[Program]:
        """Return those set up, then those offered; raises InputError where the file is not sound."""
        there = self.file.read()
        known = {
            name: CommandSettings.model_validate(values) for name, values in self.desk.programs().items()
        }
        return [
            *(Program(name, one.line, self._state(one)) for name, one in there.items()),
            *(Program(name, one.line, "offered") for name, one in known.items() if name not in there),
        ]

    def _state(self, settings: CommandSettings) -> ProgramState:
        if _place(settings.command) is None:
            return "missing"
        return "ready" if self.file.approved(settings) else "unapproved"

    def add(
        self,
        name: str,
        program: Sequence[str] = (),
        env: Sequence[str] = (),
        member: str = "",
        seconds: float | None = None,
    ) -> CommandSettings:
        """Add a program, or change one; without `program` a known one with the options it needs.

        `env`: NAME is given as it is, NAME=VALUE with that value. Raises InputError and StorageError.
        """
        values: dict[str, object] = {}
        if program:
            place = _place(program[0])
            if place is None:
                raise InputError(
                    words("There is no program {file}.", file=program[0][:200]),
                    words("Check the name, or install it first."),
                )
            values = {"command": place, "arguments": list(program[1:])}
        elif (known := self.desk.programs().get(name)) is not None:
            values = dict(known)
        else:
            raise InputError(
                words("No known program “{name}” is installed here.", name=name[:60]),
                words("Write how it is started: roundtable command add {name} PROGRAM …", name=name[:60]),
            )
        given = [one.partition("=") for one in env]
        if env:
            values["variables"] = [variable for variable, sign, _ in given if not sign]
            values["env"] = {variable: value for variable, sign, value in given if sign}
        if member:
            values |= {"answer": "json", "member": member}
        if seconds is not None:
            values["seconds"] = seconds
        return self.file.put(name, values)

    async def test(self, name: str) -> TestResult:
        """Start a program once and ask it for a word: whoever asks for that wants it started."""
        settings = self.file.read().get(name)
        if settings is not None:
            self.file.allow(settings.line)
        return await self.gateway.test(COMMAND + name)


def _place(typed: str) -> str | None:
    """Return where a program lies, whole: it is started in another folder. None where there is none."""
    import shutil  # late: start-up cost

    found = shutil.which(typed)
    return None if found is None else str(Path(found).absolute())


@dataclass(frozen=True, slots=True)
class _KnownServer:
    """A configured server; `missing`: secrets that nobody has given yet."""

    name: ServerName
    where: str
    secrets: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class ToolServerAdmin:
    """What a person does with tool servers."""

    def __init__(self, file: ToolServerFile, keys: Callable[[], KeyStore], servers: ToolServers) -> None:
        self._file, self._keys, self._servers = file, keys, servers

    def places(self) -> Mapping[str, str]:
        """Return where each server runs, by its name; none where the file is not sound."""
        try:
            return {name: one.where for name, one in self._file.read().items()}
        except RoundtableError:
            return {}

    def known(self) -> Sequence[_KnownServer]:
        """Return the servers; looks for secrets, and so may wait for the keyring. Raises InputError."""
        return [self._known(name, one) for name, one in self._file.read().items()]

    def _known(self, name: str, one: ToolServerSettings) -> _KnownServer:
        missing = [
            secret
            for secret, variable in one.secrets.items()
            if not self._keys().get(secret_name(name, one, secret), variable or None)
        ]
        return _KnownServer(name, one.where, tuple(one.secrets), tuple(missing))

    def settings(self, name: str) -> ToolServerSettings:
        """Return how a server is reached; raises InputError."""
        return self._file.one(name)

    def add(self, name: str, values: Mapping[str, object]) -> None:
        """Add a server, or change one; raises InputError naming what does not fit."""
        try:
            table = ToolServerTable.model_validate({"servers": {name.strip(): dict(values)}})
        except ValidationError as error:
            _, why = first_refusal(error, ToolServerTable)
            raise InputError(
                words("The tool server “{name}” cannot be added: {why}.", name=name[:60], why=why),
                words("Correct it and add it again."),
            ) from error
        ((sound, settings),) = table.servers.items()
        self._file.put(sound, settings)

    def remove(self, name: str) -> None:
        """Forget a server and its secrets; raises InputError or StorageError."""
        one = self._file.one(name)
        for secret in one.secrets:
            self._keys().forget(secret_name(name, one, secret))
        self._file.remove(name)

    def put_secret(self, name: str, secret: str, value: str) -> str:
        """Keep a secret for a server as it is now; return the place. Raises InputError."""
        one = self._file.one(name)
        if secret not in one.secrets:
            secrets = {**one.secrets, secret: ""}
            self.add(name, {**one.model_dump(exclude_defaults=True), "secrets": secrets})
            one = self._file.one(name)
        return self._keys().put(secret_name(name, one, secret), value, spaces=True)

    async def test(self, name: str) -> ServerTools:
        """Start a server, ask for its tools, and end it. Raises InputError."""
        server = self._servers.connect(name)
        try:
            return await server.tools()
        finally:
            await server.close()
