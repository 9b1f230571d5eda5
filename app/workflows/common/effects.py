"""Reading what a session keeps of an effect: a file that somebody has meddled with may hold anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.domain.errors import StorageError
from app.domain.i18n import words


@contextmanager
def as_recorded() -> Iterator[None]:
    """Refuse in words what cannot be read of a recorded value; raises StorageError."""
    try:
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise StorageError(
            "damaged",
            words("What this session keeps of an earlier step cannot be read: its file was changed."),
            words("Restore the session from a backup or an export; its file was left untouched."),
        ) from error
