"""The command line: the same services as the window, for automation and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.lazy import lazy_names

if TYPE_CHECKING:
    from app.cli import (
        batch_looking,
        batches,
        configuring,
        exports,
        looking,
        outcomes,
        reports,
        runs,
        tool_servers,
    )

__all__ = [
    "batch_looking",
    "batches",
    "configuring",
    "exports",
    "looking",
    "outcomes",
    "reports",
    "runs",
    "tool_servers",
]
# For start-up cost: what a command does is read when that command is given, and not for its help.
__getattr__ = lazy_names(__name__, dict.fromkeys(__all__, ""))
