"""A model that never comes to an end."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.ports import ModelEvent, TextDelta


class Endless(Sequence[ModelEvent]):
    """Some words, and then a piece of nothing again and again: a member that never comes to an end."""

    def __init__(self, first_text: str) -> None:
        self._first_text = first_text

    def __len__(self) -> int:
        return 2**31

    def __getitem__(self, at: object) -> ModelEvent:  # type: ignore[override]  # read by iteration alone
        return TextDelta(self._first_text if at == 0 else "")
