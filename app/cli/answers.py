"""The answers file: what to answer at which gate, in order per kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.plugin import WorkflowPlugin
from app.services.unattended import FileAnswer
from app.settings.toml_files import read_model


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    gate: str
    verb: str
    round: int | None = None
    note: str = ""
    session: str = ""
    data: dict[str, JsonValue] = Field(default_factory=dict)


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str
    answer: str


class _Answers(BaseModel):
    model_config = ConfigDict(extra="forbid")

    answer: list[_Answer] = Field(default_factory=list)
    known: list[_Known] = Field(default_factory=list)
    """Questions settled beforehand: they go into the setup of a new session and are not asked again."""


def read_answers(path: Path, plugins: Mapping[str, WorkflowPlugin]) -> list[FileAnswer]:
    """Return the answers of a TOML file; raises InputError naming the place, also for gates there are not."""
    found = read_model(path, _Answers).answer
    gates: dict[str, set[str]] = {kind.name: set(kind.names) for kind in INTERRUPTIONS.values()}
    for plugin in plugins.values():
        for kind in plugin.gates.values():
            gates.setdefault(kind.name, set()).update(kind.names)
    for answer in found:
        if answer.gate not in gates:
            raise InputError(
                words("{file}: there is no gate “{gate}”.", file=path, gate=answer.gate),
                words("Use one of: {names}.", names=", ".join(sorted(gates))),
            )
        if answer.verb not in gates[answer.gate]:
            raise InputError(
                words(
                    "{file}: the {gate} gate does not take the verb “{verb}”.",
                    file=path,
                    gate=answer.gate,
                    verb=answer.verb,
                ),
                words("Use one of: {verbs}.", verbs=", ".join(sorted(gates[answer.gate]))),
            )
    return [FileAnswer(a.gate, a.verb, a.data, a.note, a.round, a.session) for a in found]


def read_known(path: Path) -> list[dict[str, JsonValue]]:
    """Return the questions that an answers file settles beforehand (`[[known]]`)."""
    return [{"question": one.question, "answer": one.answer} for one in read_model(path, _Answers).known]
