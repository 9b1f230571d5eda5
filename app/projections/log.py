"""One row per record. The envelope is kept, a row's line is made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.facts import ReplyMended
from app.domain.i18n import format_number
from app.domain.reply_repairs import mended
from app.projections.base import Change

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

    name = "log"
    wants = None

    def apply(self, record: Record, fact: Fact | None) -> Change | None:
        """Take in one record's envelope; the key is its seq."""
        del fact
        self.rows.append(record)
        return Change(self.name, (str(record.seq),))


def summary(record: Record, said: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Return one line on a record of any type, known or not: its telling fields, shortened.

    `said`: by field, what its values are called where a person reads them.
    """
    body = record.body()
    for name, called in (said or {}).items():
        value = body.get(name)
        if isinstance(value, str) and value in called:
            body = {**body, name: called[value]}
    if isinstance(seat := body.get("seat"), dict):
        # A place that joined the table is told whole.
        body = {**body, "seat": seat.get("name"), "model": seat.get("model")}
    how = body.get("how")
    if record.type == ReplyMended.tag() and isinstance(how, list):
        body = {**body, "note": mended(str(one) for one in how)}
    parts = [_short(body[name]) for name in _TELLING if name in body]
    line = " · ".join(part for part in parts if part)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def agent_of(record: Record) -> str:
    """Return the name of the agent that did what a record tells of, empty where no agent did."""
    # Most records name nobody: their bodies stay packed.
    actor = record.body().get("actor") if '"actor"' in record.packed else None
    named = isinstance(actor, dict) and actor.get("kind") == "agent"
    return str(actor.get("name") or "") if isinstance(actor, dict) and named else ""


def _short(value: JsonValue) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    if isinstance(value, float):
        return format_number(f"{value:,.1f}")
    return " ".join(str(value)[: 4 * _LONGEST].split())
