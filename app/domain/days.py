"""Times as a person reads them, in the language that is spoken."""

from __future__ import annotations

from datetime import datetime

from app.domain.i18n import translate, words

MONTHS = (
    words("January"),
    words("February"),
    words("March"),
    words("April"),
    words("May"),
    words("June"),
    words("July"),
    words("August"),
    words("September"),
    words("October"),
    words("November"),
    words("December"),
)


def when(at: datetime) -> str:
    """Return a time to the minute, in UTC."""
    return translate(
        "{day} {month} {year}, {hour} UTC",
        day=at.day,
        month=MONTHS[at.month - 1],
        year=at.year,
        hour=f"{at:%H:%M}",
    )
