"""The filters of a described list: one of several values, words, ticks. What passes is a pure question."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from app.engine.tabs import Choice, Search, Switch
from app.ui.kit.controls import ComboBox, check_box, icon_button, search_line
from app.ui.kit.layouts import boxed, in_row
from app.ui.kit.texts import rescale, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.cells import cell_text
from app.ui.view.naming import Names

_Filter = Choice[Any, Any] | Search[Any] | Switch[Any]
_WIDTH = 18
"""Characters of a choice that are shown at least."""


class OptionBox(ComboBox):
    """Values by their titles; what is new is added, and the choice is kept."""

    def __init__(self, name: str, everything: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(name)
        # Of one width from the beginning: a thousand names need not be measured, nor one be cut.
        self.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(_WIDTH)
        self._shown: list[tuple[Hashable, str]] = []
        self._values: list[Hashable] = []
        if everything:
            self.addItem(everything)
            self._values.append(None)
        self._fixed = len(self._values)

    def offer(self, options: Sequence[tuple[Hashable, str]]) -> None:
        """Offer these values, and keep what is chosen where it is among them."""
        fresh, known = list(options), len(self._shown)
        if fresh == self._shown:
            return
        chosen = self.value()
        with QSignalBlocker(self):
            if fresh[:known] != self._shown:
                while self.count() > self._fixed:
                    self.removeItem(self.count() - 1)
                del self._values[self._fixed :]
                known = 0
            self.addItems([title for _, title in fresh[known:]])
            self._values += [value for value, _ in fresh[known:]]
            self._shown = fresh
            self.choose(chosen)

    def value(self) -> Hashable:
        """Return the chosen value, None where all are."""
        at = self.currentIndex()
        return self._values[at] if 0 <= at < len(self._values) else None

    def choose(self, value: Hashable) -> None:
        """Choose a value; the first one where it is not offered."""
        self.setCurrentIndex(self._values.index(value) if value in self._values else 0)


def narrow(box: ComboBox) -> None:
    """Let a box of few and short words be as wide as these, in the letters of captions."""
    rescale(box, CAPTION)
    box.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMinimumContentsLength(0)


class Filters(QObject):
    """The filters of one list, above it."""

    changed = Signal()

    def __init__(self, described: Sequence[_Filter], row: QHBoxLayout, *, apart: bool = False) -> None:
        """`apart`: what is searched for stands in a row of its own, once it is asked for."""
        super().__init__()
        self.line: QWidget | None = None
        """The row for what is searched for; None: it stands among the others."""
        self.toggle: QToolButton | None = None
        """Shows that row, and lets everything pass where it puts it away."""
        self.boxes: list[tuple[Choice[Any, Any], OptionBox]] = []
        self.searches: list[tuple[Search[Any], QLineEdit]] = []
        self.switches: list[tuple[Switch[Any], QCheckBox]] = []
        self._stamps: dict[OptionBox, object] = {}
        self._names: Names | None = None
        apart = apart and any(not isinstance(one, Search) for one in described)
        for one in described:
            control = self._make_control(one)
            if apart and isinstance(one, Search):
                self._put_apart(control, tr(one.name))
            else:
                row.addWidget(control, 1 if isinstance(one, Search) else 0)

    def _put_apart(self, words: QWidget, name: str) -> None:
        self.line = boxed(in_row(words, margins=(14, 0, 12, 6)), "ground")
        self.line.hide()
        self.toggle = icon_button("search", name)
        self.toggle.setCheckable(True)
        self.toggle.toggled.connect(self._on_search_toggled)

    def _on_search_toggled(self, on: bool) -> None:
        assert self.line is not None
        self.line.setVisible(on)
        for _, words in self.searches:
            if on:
                words.setFocus()
            else:
                words.clear()

    def _make_control(self, one: _Filter) -> QWidget:
        match one:
            case Choice():
                box = OptionBox(tr(one.name), tr(one.everything))
                self.boxes.append((one, box))
                box.currentIndexChanged.connect(lambda _at: self.changed.emit())
                return box
            case Search():
                words = search_line(tr(one.name))
                words.setObjectName("typed")
                self.searches.append((one, words))
                words.textChanged.connect(lambda _text: self.changed.emit())
                return words
            case Switch():
                tick = check_box(tr(one.title), name=tr(one.name))
                self.switches.append((one, tick))
                tick.toggled.connect(lambda _on: self.changed.emit())
                return tick

    def refresh(self, state: object, names: Names, looking_at: int) -> None:
        """Offer what there is to choose; turn to the round that the person looks at."""
        self._names = names
        for one, box in self.boxes:
            stamp = one.stamp(state) if one.stamp is not None else None
            if stamp is None or self._stamps.get(box) != stamp:
                self._stamps[box] = stamp
                box.offer([(option.value, cell_text(option.title, names)) for option in one.options(state)])
            looked = one.of_round(state, looking_at) if one.of_round is not None and looking_at else None
            if looked is not None:
                box.choose(looked)

    def clear(self) -> None:
        """Let everything pass."""
        self._choose_all()
        for _, tick in self.switches:
            tick.setChecked(True)

    def forget(self) -> None:
        """Begin anew: another session is shown."""
        self._stamps.clear()
        self._choose_all()

    def _choose_all(self) -> None:
        for _, box in self.boxes:
            box.setCurrentIndex(0)
        for _, words in self.searches:
            words.clear()
        if self.toggle is not None:
            self.toggle.setChecked(False)

    @property
    def named(self) -> tuple[object, ...]:
        """What is filtered by: the same for the same rows."""
        return (
            *(box.value() for _, box in self.boxes),
            *(words for _, words in self._searched()),
            *(tick.isChecked() for _, tick in self.switches),
        )

    @property
    def ungrouped(self) -> bool:
        """Whether what passes stands alone."""
        return any(one.ungrouped and box.value() is not None for one, box in self.boxes)

    @property
    def slow(self) -> bool:
        """Whether a row cannot be asked at once whether it passes."""
        return any(one.slow and words for one, words in self._searched())

    @property
    def active(self) -> bool:
        """Whether something was chosen or searched for."""
        return any(box.value() is not None for _, box in self.boxes) or any(w for _, w in self._searched())

    def _searched(self) -> list[tuple[Search[Any], str]]:
        return [(one, words.text().strip().casefold()) for one, words in self.searches]

    def passes(self) -> Callable[[Any], bool] | None:
        """Return the question whether a row passes, as the filters stand now; None where every row does."""
        chosen = [(one.admits, box.value()) for one, box in self.boxes if box.value() is not None]
        wanted = [(one.texts, words) for one, words in self._searched() if words]
        # Hidden names are not found either: what is found would tell whose it is.
        veil = self._names.veil if self._names is not None else str
        left_out = [one.about for one, tick in self.switches if not tick.isChecked()]
        if not (chosen or wanted or left_out):
            return None
        if len(chosen) == 1 and not (wanted or left_out):
            # The usual filter of a long list: asked a hundred thousand times, the question below takes long.
            admits, value = chosen[0]
            return lambda row: admits(row, value)

        def passes(row: Any) -> bool:
            return (
                all(admits(row, value) for admits, value in chosen)
                and not any(about(row) for about in left_out)
                and all(any(words in veil(text).casefold() for text in texts(row)) for texts, words in wanted)
            )

        return passes
