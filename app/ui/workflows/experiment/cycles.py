"""The choice of a cycle, as several tabs offer it."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from app.ui.texts import tr
from app.workflows.experiment.state import Cycle, ExperimentState


def cycle_number(number: int, attempt: int) -> str:
    """Return “4”, or “4.2” for a second attempt."""
    return f"{number}.{attempt}" if attempt > 1 else str(number)


def cycle_words(cycle: Cycle, state: ExperimentState) -> str:
    """Return “Cycle 4”, with its attempt where it was done more than once."""
    again = cycle.attempt > 1 or cycle.accepted is False
    name = tr("Cycle {n}", n=cycle.number)
    if not again:
        return name
    name = tr("Cycle {n}, attempt {a}", n=cycle.number, a=cycle.attempt)
    return tr("{name} (redone)", name=name) if cycle.accepted is False else name


WIDTH = 18
"""Characters of the choice that are shown at least."""


class CycleBox(QComboBox):
    """All cycles, or one; what is new is added, and the choice is kept."""

    def __init__(self, name: str, everything: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        # Of one width from the beginning: a thousand names need not be measured, nor may the first be cut.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(WIDTH)
        self._everything = everything
        self._shown: list[str] = []
        self._known: tuple[object, ...] = ()

    def refresh(self, cycles: list[Cycle], state: ExperimentState) -> None:
        """Offer these cycles."""
        newest = cycles[-1] if cycles else None
        # Only the newest can still be done again: a thousand names need not be made for each record.
        known = (id(state), len(cycles), newest.opened if newest else 0, newest.accepted if newest else None)
        if known == self._known:
            return
        self._known = known
        words = [cycle_words(cycle, state) for cycle in cycles]
        if words == self._shown:
            return
        chosen = self.currentData()
        self.blockSignals(True)
        if words[: len(self._shown)] == self._shown and self._shown:
            fresh = list(zip(cycles, words, strict=True))[len(self._shown) :]
        else:
            self.clear()
            if self._everything:
                self.addItem(self._everything, 0)
            fresh = list(zip(cycles, words, strict=True))
        for cycle, text in fresh:
            self.addItem(text, cycle.opened)
        self._shown = words
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.blockSignals(False)

    def chosen(self, cycles: list[Cycle]) -> Cycle | None:
        """Return which of these cycles is chosen, None where all are or none is."""
        opened = self.currentData()
        return next((cycle for cycle in cycles if cycle.opened == opened), None)
