"""Compare any two texts: a member and a round on either side, or the final answers of two sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.ui.kit.controls import combo_box, icon_button
from app.ui.kit.dialog import Reader
from app.ui.kit.diff.strip import OverviewStrip
from app.ui.kit.diff.view import DiffView
from app.ui.kit.layouts import SPACE, in_row, nest
from app.ui.kit.texts import count, label, tr
from app.ui.panels.picking import titles_of
from app.ui.view.session_view import SessionView


class Comparable(NamedTuple):
    """A text that can be compared, and what it is called."""

    name: str
    text: str
    group: str = ""
    """Texts of one group are versions of each other."""
    seq: int = 0


def texts_of(view: SessionView) -> list[Comparable]:
    """Return every text of a session, the final answer last."""
    found = []
    for seat in view.members():
        versions = view.fold.texts.of_seat(seat, view.slot)
        for version, title in zip(versions, titles_of(view, versions), strict=True):
            name = f"{view.names.of(seat)} · {title}"
            found.append(Comparable(name, version.text, seat, version.seq))
    final = view.final()
    if final is not None:
        found.append(Comparable(tr("Final answer"), view.final_text(), final.seat, final.seq))
    return found


class CompareDialog(Reader):
    """Two choices, a button that swaps them, and the diff."""

    size_at_100 = (980, 640)

    def __init__(
        self, parent: QWidget | None, texts: Sequence[Comparable], title: str = "", against: int = 0
    ) -> None:
        """Begin with the first text and the one at `against`; 0: its own newest version, else the second."""
        super().__init__(parent, title or tr("Compare any two"))
        self._texts = texts
        names = [(text.name, None) for text in texts]
        self.left, self.right = (combo_box(called, names) for called in (tr("Text A"), tr("Text B")))
        for box in (self.left, self.right):
            box.setMinimumWidth(200)
            box.currentIndexChanged.connect(self._show)
        self.swap = icon_button("arrow-left-right", tr("Swap the two"))
        self.swap.clicked.connect(self._on_swap_clicked)
        self.status = label("", muted=True)
        self.diff = DiffView()
        self.diff.compared.connect(
            lambda: self.status.setText(count(self.diff.changes, "{n} change", "{n} changes"))
        )
        self.strip = OverviewStrip(self.diff)
        self.diff.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left, right = (label("A"), self.left), (label("B"), self.right)
        nest(self.body, in_row(*left, self.swap, *right, SPACE, self.status))
        nest(self.body, in_row((self.diff, 1), self.strip, spacing=0), 1)
        if len(self._texts) > 1:
            first = self._texts[0]
            same = [at for at, text in enumerate(self._texts) if first.group and text.group == first.group]
            self.right.setCurrentIndex(against or (same[-1] if len(same) > 1 else 1))
        self._show()

    def choose(self, left: int, right: int) -> None:
        """Show what lies between two texts, by the seq of their records."""
        seqs = [text.seq for text in self._texts]
        for box, seq in ((self.left, left), (self.right, right)):
            if seq in seqs:
                box.setCurrentIndex(seqs.index(seq))

    def _on_swap_clicked(self) -> None:
        left, right = self.left.currentIndex(), self.right.currentIndex()
        self.left.setCurrentIndex(right)
        self.right.setCurrentIndex(left)

    def _show(self) -> None:
        if not self._texts:
            self.status.setText(tr("There is no text yet."))
            return
        old, new = self._texts[self.left.currentIndex()], self._texts[self.right.currentIndex()]
        if not self.diff.compare(old.text, new.text):
            self.status.setText(tr("Comparing…"))
