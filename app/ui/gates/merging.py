"""One text made of passages of several answers, then edited, in place of a member's or of everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtWidgets import QTabWidget, QWidget

from app.ui.gates.choices import Texts
from app.ui.kit.controls import combo_box
from app.ui.kit.dialog import Dialog, editor
from app.ui.kit.diff.passages import PassageList
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.texts import button, count, label, shown, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.draft_store import DraftStore

_KEPT = "merge/text"


class MergeDialog(Dialog):
    """Each answer's passages at the left, the text they are taken into at the right."""

    size_at_100: ClassVar[tuple[int, int] | None] = (1040, 680)

    def __init__(self, parent: QWidget | None, members: Sequence[Texts], draft_store: DraftStore) -> None:
        super().__init__(parent, tr("Merge answers"), tr("Use this text"))
        self._members, self._draft_store = members, draft_store
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Answers"))
        self.tabs.setDocumentMode(True)
        self.lists: dict[str, PassageList] = {}
        for texts in members:
            name = shown(texts.name, 30)
            passages = PassageList(tr("Passages of {name}", name=name), texts.refined)
            passages.taken.connect(self.add)
            self.lists[texts.seat] = passages
            self.tabs.addTab(passages, name.replace("&", "&&"))
        self.take = button(tr("Take passage"), tip=tr("Put the chosen passages into your text (Enter)"))
        self.take.clicked.connect(self._take)
        self.text = editor(tr("Merged text"), tr("Take passages at the left, or write."))
        self.words = label("", muted=True, scale=CAPTION)
        self.warning = label("", muted=True, scale=CAPTION, wrap=True)
        left = boxed(in_column((self.tabs, 1), in_row(self.take, SPACE), spacing=8))
        right = boxed(in_column(self.words, (self.text, 1), self.warning, spacing=8, margins=(10, 8, 0, 0)))
        parts = split(left, right, sizes=(500, 500))
        parts.setStretchFactor(1, 1)
        self.body.addWidget(parts, 1)
        everybody = [(tr("all members"), "")] if len(members) > 1 else []
        seats = [(shown(texts.name, 30), texts.seat) for texts in members]
        self.target = combo_box(tr("Whose answer it becomes"), (*seats, *everybody))
        self.row.insertWidget(0, label(tr("Use it as the answer of")))
        self.row.insertWidget(1, self.target)
        self.text.textChanged.connect(self._on_typed)
        self.target.currentIndexChanged.connect(self._tell)
        self.text.setPlainText(str(draft_store.draft.typed.get(_KEPT, "")))
        self._tell()
        self.main.clicked.connect(self._use)

    def _take(self) -> None:
        self.lists[self._members[self.tabs.currentIndex()].seat].take()

    def add(self, passages: str) -> None:
        """Put passages behind the one in which the cursor stands; the editor's undo takes them out."""
        cursor = self.text.textCursor()
        before, after = self.text.toPlainText(), ""
        if before.strip():
            cursor.movePosition(cursor.MoveOperation.EndOfBlock)
            after = "\n\n"
        cursor.insertText(after + passages)
        self.text.setTextCursor(cursor)
        self.text.ensureCursorVisible()

    def _on_typed(self) -> None:
        # Closed by mistake, it is there again.
        typed = {**self._draft_store.draft.typed, _KEPT: self.text.toPlainText()}
        self._draft_store.type(typed=typed)
        self._tell()

    def _targets(self) -> list[Texts]:
        chosen = self.target.currentData()
        return [texts for texts in self._members if chosen in ("", texts.seat)]

    def _tell(self) -> None:
        """Say how long the text is, and which edits it would replace."""
        text, draft = self.text.toPlainText(), self._draft_store.draft
        self.words.setText(tr("Your text") + " · " + count(len(text.split()), "{n} word", "{n} words"))
        edited = [
            texts.name
            for texts in self._targets()
            if draft.text_of(texts.seat, texts.decided, texts.own, texts.refined)[0] == "edit"
        ]
        names = ", ".join(shown(name, 30) for name in edited)
        self.warning.setText(tr("This replaces your edit of: {names}", names=names) if names else "")
        self.warning.setVisible(bool(names))
        self.main.setEnabled(bool(text.strip()))

    def _use(self) -> None:
        text, draft, targets = self.text.toPlainText(), self._draft_store.draft, self._targets()
        choices = {**draft.choices, **dict.fromkeys((texts.seat for texts in targets), "edit")}
        edits = {**draft.edits, **{texts.seat: text for texts in targets}}
        # One step of the undo, which brings the edits before it back, too.
        self._draft_store.choose(tr("merged text"), choices=choices, edits=edits)
        kept = {key: value for key, value in self._draft_store.draft.typed.items() if key != _KEPT}
        self._draft_store.type(typed=kept)
        self.accept()
