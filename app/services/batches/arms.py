"""What is compared in a batch: teams, and the settings that the same question ran with.

Rule: what is chosen or counted (a number, a switch, one of some words) is a setting; texts and files are what
is asked. Rows that ask the same are one question, however they are called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import dumps
from app.projections.worth import Outcome
from app.services.batches.manifest import RUBRIC
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
    said = {
        name: setup[name]
        for name in model.model_fields
        if name in setup and name != RUBRIC and not _is_setting(model, name, setup[name])
    }
    return hashlib.sha256(dumps([said, expected]).encode()).hexdigest()[:16]


def _is_setting(model: type[BaseModel], name: str, value: object) -> bool:
    if isinstance(value, str):
        return model.model_fields[name].annotation is not str
    return value is None or isinstance(value, bool | int | float)


class Arms:
    """What each session of a batch is compared as. `model`: of the workflow's setup."""

    def __init__(self, told: Sequence[tuple[Entry, Outcome]], model: type[BaseModel]) -> None:
        self._fields = model.model_fields
        self._of_row = {entry.row: one for entry, one in told if not entry.baseline}
        by_question: dict[str, list[Mapping[str, str]]] = {}
        for one in self._of_row.values():
            by_question.setdefault(one.unit, []).append(one.settings)
        self._varied = [
            name
            for name in self._fields
            if any(len({one.get(name) for one in own}) > 1 for own in by_question.values())
        ]

    def arm(self, entry: Entry) -> str:
        """Return the team, the settings that the same question ran with several of, and which baseline."""
        return _joined(self._team(entry), entry.baseline)

    def named(self, entry: Entry, outcome: Outcome) -> Outcome:
        """Return an outcome as one of its arm; a baseline's is of the question of its session."""
        team, own = self._team(entry), self._of_row.get(entry.row)
        return replace(
            outcome,
            team=self.arm(entry),
            baseline_of=team if entry.baseline else "",
            asked=own.asked if own is not None else outcome.asked,
        )

    def _team(self, entry: Entry) -> str:
        own = self._of_row.get(entry.row)
        if own is None:
            return entry.team
        told = ", ".join(f"{name}={own.settings.get(name, self._default(name))}" for name in self._varied)
        return _joined(entry.team, told)

    def _default(self, name: str) -> str:
        return _written(self._fields[name].get_default(call_default_factory=True))


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))
