"""Programs of the person's own that answer for a seat: set up, or known and installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.seats import COMMAND
from app.engine.ports import ModelGateway, ProviderGateway, TestResult
from app.settings.programs import (
    CommandFile,
    CommandSettings,
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
                    words("There is no program {file} that may be executed.", file=program[0][:200]),
                    words("Check the name, install it, or allow its file to be executed."),
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
