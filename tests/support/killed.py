"""Sessions as a process leaves them that dies while its calls are answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.fact_base import NewRecord, Record
from app.domain.ids import SessionId
from tests.support.desk import Desk


async def as_killed(d: Desk, records: Sequence[Record], partials: Mapping[int, str]) -> SessionId:
    """Return a copy of a session that ends with these records; `partials`: what had come of its calls."""
    facts = [d.parts.catalogue.decode(record) for record in records]
    news = [
        NewRecord(fact, record.entry, record.round, record.attempt)  # type: ignore[arg-type]  # all are known
        for record, fact in zip(records, facts, strict=True)
    ]
    await d.parts.store.create(copy := d.parts.ids.session_id(), news)
    journal = await d.parts.store.open(copy)
    await journal.buffer(partials)
    await journal.close()
    return copy
