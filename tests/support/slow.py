"""Models that do not come to an end by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.ports import Completed, ModelEvent, TextDelta


class Endless(Sequence[ModelEvent]):
    """Some words, and then a piece of nothing again and again: a member that never comes to an end."""

    def __init__(self, first_text: str) -> None:
        self._first_text = first_text

    def __len__(self) -> int:
        return 2**31

    def __getitem__(self, at: object) -> ModelEvent:  # type: ignore[override]  # read by iteration alone
        return TextDelta(self._first_text if at == 0 else "")


class Writing(Sequence[ModelEvent]):
    """A word again and again, and the end of the answer once it is `freed`."""

    def __init__(self) -> None:
        self.freed = False

    def __len__(self) -> int:
        return 2**31

    def __getitem__(self, at: object) -> ModelEvent:  # type: ignore[override]  # read by iteration alone
        return Completed("word " * 3) if self.freed else TextDelta("word ")
