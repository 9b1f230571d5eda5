"""Changes: one member's older and newer text beside each other."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.fold import SessionView, TextVersion
from app.ui.panels.diff_view import DiffView, pair_paragraphs
from app.ui.tasks import Tasks
from app.ui.texts import button, label, shown, tr

IN_THREAD_FROM = 20_000


class ChangesPanel(QWidget):
    """Choice of member and of two versions, and the diff."""

    def __init__(self, slot: str = "") -> None:
        super().__init__()
        self._slot = slot or None
        self._view: SessionView | None = None
        self._known: tuple[object, ...] = ()
        self._versions: list[TextVersion] = []
        self._generation = 0
        self._tasks = Tasks(self)
        self.member = _combo(tr("Member"))
        self.old = _combo(tr("Older text"))
        self.new = _combo(tr("Newer text"))
        self.previous = button(tr("▲ Previous"), tip=tr("Previous change (Shift+F8)"))
        self.next = button(tr("▼ Next"), tip=tr("Next change (F8)"))
        self.previous.setAccessibleName(tr("Previous change"))
        self.next.setAccessibleName(tr("Next change"))
        self.counter = label("", muted=True)
        self.diff = DiffView()
        top = QHBoxLayout()
        for widget in (self.member, self.old, label("→"), self.new, self.previous, self.next, self.counter):
            top.addWidget(widget)
        top.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(self.diff, 1)
        self.member.currentIndexChanged.connect(self._on_member_changed)
        self.old.currentIndexChanged.connect(self._on_version_changed)
        self.new.currentIndexChanged.connect(self._on_version_changed)
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))

    def refresh(self, view: SessionView) -> None:
        """Offer the texts there are; the person's choice is kept where nothing new came."""
        self._view = view
        members = view.members()
        known = (view.position.session, tuple((m, len(view.versions(m, self._slot))) for m in members))
        if known == self._known:
            return
        self._known = known
        chosen = self.member.currentText()
        self.member.blockSignals(True)
        self.member.clear()
        self.member.addItems([shown(name, 40) for name in members])
        self.member.setCurrentIndex(max(0, self.member.findText(chosen)))
        self.member.blockSignals(False)
        self._on_member_changed()

    def go(self, step: int) -> None:
        """Go to the next or previous change."""
        self.diff.go(step)
        self._count()

    def _on_member_changed(self) -> None:
        if self._view is None or self.member.currentIndex() < 0:
            return
        name = self._view.members()[self.member.currentIndex()]
        self._versions = self._view.versions(name, self._slot)
        titles = [_title(version) for version in self._versions]
        for box, index in ((self.old, max(0, len(titles) - 2)), (self.new, len(titles) - 1)):
            box.blockSignals(True)
            box.clear()
            box.addItems(titles)
            box.setCurrentIndex(index)
            box.blockSignals(False)
        self._on_version_changed()

    def _on_version_changed(self) -> None:
        if self.old.currentIndex() < 0 or self.new.currentIndex() < 0:
            self.diff.show_pairs(pair_paragraphs("", ""))
            self.counter.setText(tr("No text yet"))
            return
        old, new = self._versions[self.old.currentIndex()], self._versions[self.new.currentIndex()]
        self._generation += 1
        if len(old.text) + len(new.text) > IN_THREAD_FROM:
            self._tasks.start(self._compare(self._generation, old.text, new.text))
        else:
            self.diff.show_pairs(pair_paragraphs(old.text, new.text))
            self._count()

    async def _compare(self, generation: int, old: str, new: str) -> None:
        self.counter.setText(tr("Comparing…"))
        pairs = await asyncio.to_thread(pair_paragraphs, old, new)
        if generation == self._generation:
            self.diff.show_pairs(pairs)
            self._count()

    def _count(self) -> None:
        if len(self._versions) < 2:
            self.counter.setText(tr("Only one text so far"))
        elif not self.diff.changes:
            self.counter.setText(tr("No difference"))
        else:
            self.counter.setText(tr("{at} of {all} changes", at=self.diff.current, all=self.diff.changes))

    def changeEvent(self, event: QEvent) -> None:
        """Take the new theme's tints."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._view is not None:
            self._on_version_changed()


def _combo(name: str) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setToolTip(name)
    return made


def _title(version: TextVersion) -> str:
    text = tr("Round {n}", n=version.round)
    if version.attempt > 1:
        text += tr(", attempt {n}", n=version.attempt)
    text += f" · #{version.seq}"
    return text + (tr(" (your edit)") if version.by_person else "")
