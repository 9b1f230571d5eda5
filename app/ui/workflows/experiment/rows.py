"""A table over a list that only grows: what is new is added, so that the place is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from app.ui.tables import TitledModel

T = TypeVar("T")


class GrowingModel(TitledModel[T]):
    """Items of a source that pass a filter."""

    def __init__(self, titles: Sequence[str], cell: Callable[[T, int], str]) -> None:
        super().__init__(titles, cell)
        self._source: Sequence[T] = ()
        self._seen = 0
        self._key: object = None
        self._passes: Callable[[T], bool] = lambda _item: True

    def fill(
        self, source: Sequence[T], passes: Callable[[T], bool] | None = None, key: object = None
    ) -> bool:
        """Show what passes; tell whether rows were only added. `key` names the filter: another one resets."""
        grown = source is self._source and key == self._key and len(source) >= self._seen
        if not grown:
            self.beginResetModel()
            self._source, self._key = source, key
            self._passes = passes or (lambda _item: True)
            self._restart()
            self.items = self._admit([item for item in source if self._passes(item)])
            self._seen = len(source)
            self.endResetModel()
            return False
        fresh = self._admit([item for item in source[self._seen :] if self._passes(item)])
        self._seen = len(source)
        self.add(fresh)
        return True

    def _restart(self) -> None:
        """Forget what was learnt of earlier items; the rows are made anew."""

    def _admit(self, fresh: list[T]) -> list[T]:
        """Return which of the new items get a row."""
        return fresh
