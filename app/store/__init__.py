"""The disk: one SQLite file per session, the library's index, and the machine's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.lazy import lazy_names

if TYPE_CHECKING:
    from app.store import journal

__all__ = ["journal"]
# For start-up cost: files are listed before any is opened, and records bring pydantic.
__getattr__ = lazy_names(__name__, {"journal": ""})
