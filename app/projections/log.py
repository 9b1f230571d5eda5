"""One row per record. The envelope is kept, a row's line is made when somebody looks at it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.i18n import format_number

_LONGEST = 120
_TELLING = (
    "title",
    "server",
    "tool",
    "node",
    "seat",
    "purpose",
    "model",
    "kind",
    "verb",
    "critic",
    "target",
    "severity",
    "status",
    "answer",
    "verdict",
    "name",
    "value",
    "reason",
    "state",
    "message",
    "claim",
    "agent",
    "summary",
    "note",
    "text",
)
"""Fields of a body that say most, in the order of the line."""


@dataclass(slots=True)
class Log:
    """All records in order; a row has `seq`, `at`, `type`, `round` and `attempt`."""

    rows: list[Record] = field(default_factory=list)

    wants = None

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record's envelope."""
        self.rows.append(record)


def summary(record: Record) -> str:
    """Return one line on a record that nobody has words for: its telling fields, shortened."""
    body = record.body()
    line = " · ".join(filter(None, (_short(body[name]) for name in _TELLING if name in body)))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _short(value: JsonValue) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    if isinstance(value, float):
        return format_number(f"{value:,.1f}")
    return " ".join(str(value)[: 4 * _LONGEST].split())
