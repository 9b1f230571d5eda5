"""What a workflow has to tell of a session beyond the shared facts: folded anew from its records."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.ids import SessionId
from app.engine.plugin import follow_up_of, rival_of
from app.services.live import read_fold
from app.services.parts import Parts


@dataclass(frozen=True, slots=True)
class Account:
    """The workflow's own sections and summary of one session."""

    sections: Sequence[tuple[str, str]]
    """(title, Markdown); none is empty."""
    summary: Mapping[str, JsonValue]
    rival: int | None
    """Seq of the text that the result competes with."""
    follow_up: Mapping[str, JsonValue] | None = None
    """Setup values that a follow-up begins with, None where the workflow has none."""


class Accounts:
    """Accounts of sessions, for a face that shows them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def of(self, session: SessionId) -> Account:
        """Return a session's account; raises NotFound or StorageError."""
        reader = await self._parts.store.follow(session)
        try:
            fold = await read_fold(self._parts, reader)
            plugin, state = fold.plugin, fold.state

            def tell() -> Account:
                sections, summary = tuple(plugin.parts(state)), dict(plugin.summary(state))
                return Account(sections, summary, rival_of(plugin, state), follow_up_of(plugin, state))

            return await asyncio.to_thread(tell)
        finally:
            await reader.close()


def summary_lines(summary: Mapping[str, JsonValue]) -> list[str]:
    """Return a workflow's summary for a person, a line per figure and per row of a table."""
    lines: list[str] = []
    for name, value in summary.items():
        rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
        if rows:
            lines += [
                ", ".join(f"{_spelled(key)} {_told(cell)}" for key, cell in row.items()) for row in rows
            ]
        else:
            lines.append(f"{_spelled(name)}: {_told(value)}")
    return lines


def _spelled(name: str) -> str:
    return name.replace("_", " ")


def _told(value: JsonValue) -> str:
    match value:
        case list():
            return ", ".join(map(_told, value)) or "–"
        case dict():
            return ", ".join(f"{name} {_told(item)}" for name, item in value.items()) or "–"
        case float():
            return f"{value:.1f}"
        case _:
            return "–" if value is None else str(value)
