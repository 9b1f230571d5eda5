"""The base of plain data."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Base of data that never change and have no other fields, in facts, payloads, files and exports."""

    # Built when first used: no start of the program waits for classes that it may never read.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
