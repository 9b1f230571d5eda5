"""What is compared in a batch: teams, and the workflows and settings that the same question ran with.

Rule: what is chosen or counted (a number, a switch, one of some words) is a setting; texts and files are what
is asked. Rows that ask the same are one question, however they, or the fields it stands in, are called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import dumps
from app.projections.evaluation import Outcome
from app.services.batches.batch_rows import RUBRIC
from app.services.batches.plan import Entry


def settings_of(model: type[BaseModel], setup: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the settings that are not as by default, as they are written in a table."""
    return {
        name: _written(setup[name])
        for name, field in model.model_fields.items()
        if name in setup and _is_setting(model, name, setup[name])
        if setup[name] != field.get_default(call_default_factory=True)
    }


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def asked_of(model: type[BaseModel], setup: Mapping[str, Any], expected: str) -> str:
    """Return what tells a question from others: its texts, its files and what it expects, digested."""
    said = sorted(
        dumps(setup[name])
        for name, field in model.model_fields.items()
        if name in setup and name != RUBRIC and not _is_setting(model, name, setup[name])
        if setup[name] not in ("", [], {}, field.get_default(call_default_factory=True))
    )
    return hashlib.sha256(dumps([said, expected]).encode()).hexdigest()[:16]


def _is_setting(model: type[BaseModel], name: str, value: object) -> bool:
    if isinstance(value, str):
        return model.model_fields[name].annotation is not str
    return value is None or isinstance(value, bool | int | float)


class Variants:
    """What each session of a batch is compared as; `models`: of setups, by the entries' workflows."""

    def __init__(self, told: Sequence[tuple[Entry, Outcome]], models: Mapping[str, type[BaseModel]]) -> None:
        self._fields = {workflow: model.model_fields for workflow, model in models.items()}
        self._of_row = {(entry.row, entry.workflow): one for entry, one in told if not entry.baseline}
        self._asked: dict[str, str] = {}
        by_question: dict[tuple[str, str], list[Mapping[str, str]]] = {}
        for (_, workflow), one in self._of_row.items():
            # Rows of one id, and the workflows of one row, are asked the same, whatever they ask for besides.
            asked = self._asked.setdefault(one.question, one.unit)
            by_question.setdefault((workflow, asked), []).append(one.settings)
        self._varied = {
            workflow: [
                name
                for name in fields
                if any(
                    len({one.get(name) for one in own}) > 1
                    for (kind, _), own in by_question.items()
                    if kind == workflow
                )
            ]
            for workflow, fields in self._fields.items()
        }

    def arm(self, entry: Entry) -> str:
        """Return the team, workflow and settings where a question ran with several, and which baseline."""
        return _joined(self._compared(entry), entry.baseline)

    def named(self, entry: Entry, outcome: Outcome) -> Outcome:
        """Return an outcome as one of its arm; a baseline's is of the question of its session."""
        return replace(
            outcome,
            team=self.arm(entry),
            baseline_of=self._compared(entry) if entry.baseline else "",
            asked=self._asked.get(entry.id, outcome.asked),
        )

    def _compared(self, entry: Entry) -> str:
        own = self._of_row.get((entry.row, entry.workflow))
        if own is None:
            return _joined(entry.team, entry.kind)
        told = ", ".join(
            f"{name}={own.settings.get(name, self._default(entry.workflow, name))}"
            for name in self._varied[entry.workflow]
        )
        return _joined(entry.team, entry.kind, told)

    def _default(self, workflow: str, name: str) -> str:
        return _written(self._fields[workflow][name].get_default(call_default_factory=True))


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))
