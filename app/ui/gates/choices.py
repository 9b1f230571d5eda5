"""Which text goes on: the revised or the previous one, the person's, or one made of passages of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QTabWidget, QWidget

from app.domain.canonical import JsonValue
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.taken import TakenPassage, titles_of
from app.ui.kit.controls import combo_box
from app.ui.kit.dialog import Dialog, Reader, editor
from app.ui.kit.diff.passages import PassageList
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.text.passages import PassageEditor
from app.ui.kit.texts import button, count, escaped, label, restyle, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.draft_store import Choice, DraftStore

CHOICES: tuple[tuple[Choice, str], ...] = (
    ("refined", QT_TRANSLATE_NOOP("ui", "Revised")),
    ("previous", QT_TRANSLATE_NOOP("ui", "Previous")),
    ("edit", QT_TRANSLATE_NOOP("ui", "My edit")),
)


@dataclass(frozen=True, slots=True)
class Texts:
    """The two texts of a member a person may choose between."""

    seat: str
    name: str
    refined: str
    previous: str
    decided: Choice = "refined"
    """Which one goes on by what was decided on its changes."""
    own: str = ""
    """What the person made of it there."""


class ChoicesDialog(Reader):
    """A tab per member; what is edited is kept although another text is chosen."""

    def __init__(self, parent: QWidget | None, members: Sequence[Texts], draft_store: DraftStore) -> None:
        super().__init__(parent, tr("Choose the texts for the next round"), tr("Done"))
        self._draft_store = draft_store
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Members"))
        self.boxes: dict[str, QComboBox] = {}
        self.editors: dict[str, PlainEditor] = {}
        for texts in members:
            self.tabs.addTab(self._page(texts), single_line(texts.name, 30))
        self.body.addWidget(self.tabs, 1)
        hint = tr("Your choice is sent when you approve the round; until then Undo takes it back.")
        self.body.addWidget(label(hint, wrap=True, muted=True))
        self.resize(680, 480)

    def _page(self, texts: Texts) -> QWidget:
        name, both = single_line(texts.name, 40), texts.previous != texts.refined
        offered = [(tr(words), choice) for choice, words in CHOICES if both or choice != "previous"]
        box = combo_box(tr("Text of {name} that goes on", name=name), offered, tip="")
        text = PassageEditor()
        editor(tr("Text of {name}", name=name), "", 8, text)
        text.pasted.connect(lambda passage: self._draft_store.take((texts.seat,), (passage,)))
        self.boxes[texts.seat], self.editors[texts.seat] = box, text
        box.setCurrentIndex(max(0, box.findData(self._going(texts)[0])))
        self._show(texts)
        box.currentIndexChanged.connect(lambda _=0: self._on_chosen(texts))
        text.textChanged.connect(lambda: self._on_typed(texts))
        row = in_row(label(tr("Use:")), box, SPACE)
        return boxed(in_column(row, (text, 1), margins=(9, 9, 9, 9)))

    def _going(self, texts: Texts) -> tuple[Choice, str]:
        return self._draft_store.draft.text_of(texts.seat, texts.decided, texts.own, texts.refined)

    def _show(self, texts: Texts) -> None:
        choice, text = self.boxes[texts.seat].currentData(), self.editors[texts.seat]
        own = self._going(texts)[1]
        text.setReadOnly(choice != "edit")
        # What cannot be typed into does not look like it; how it can is said where it would be.
        text.setToolTip("" if choice == "edit" else tr("Choose “My edit” to change it."))
        restyle(text)
        wanted = {"refined": texts.refined, "previous": texts.previous, "edit": own}[choice]
        if text.toPlainText() != wanted:
            text.blockSignals(True)
            text.setPlainText(wanted)
            text.blockSignals(False)

    def _on_chosen(self, texts: Texts) -> None:
        choice: Choice = self.boxes[texts.seat].currentData()
        words = tr("text of {name}", name=single_line(texts.name, 40))
        self._draft_store.choose_text(words, texts.seat, choice)
        self._show(texts)

    def _on_typed(self, texts: Texts) -> None:
        if self.boxes[texts.seat].currentData() == "edit":
            self._draft_store.type_text(texts.seat, self.editors[texts.seat].toPlainText())


_KEPT, _TAKEN = "merge/text", "merge/taken"


class MergeDialog(Dialog):
    """Each answer's passages at the left, the text they are taken into at the right."""

    session_wanted = Signal()
    """Passages of another session are to be offered (`add_session`)."""
    size_at_100: ClassVar[tuple[int, int] | None] = (1040, 680)

    def __init__(self, parent: QWidget | None, members: Sequence[Texts], draft_store: DraftStore) -> None:
        super().__init__(parent, tr("Merge answers"), tr("Use this text"))
        self._members, self._draft_store = members, draft_store
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Answers"))
        self.tabs.setDocumentMode(True)
        self.lists: dict[str, PassageList] = {}
        for texts in members:
            name = single_line(texts.name, 30)
            passages = PassageList(tr("Passages of {name}", name=name), texts.refined)
            passages.taken.connect(self.add)
            self.lists[texts.seat] = passages
            self.tabs.addTab(passages, name.replace("&", "&&"))
        self.take = button(tr("Take passage"), tip=tr("Put the chosen passages into your text (Enter)"))
        self.take.clicked.connect(self._take)
        self.another = button(
            tr("Another session…"), tip=tr("Offer passages of another session; where they come from is kept")
        )
        self.another.clicked.connect(self.session_wanted)
        self.text = PassageEditor()
        editor(tr("Merged text"), tr("Take passages at the left, or write."), widget=self.text)
        self.text.pasted.connect(self._note)
        self.words = label("", muted=True, scale=CAPTION)
        self.warning = label("", muted=True, scale=CAPTION, wrap=True)
        left = boxed(in_column((self.tabs, 1), in_row(self.take, self.another, SPACE), spacing=8))
        right = boxed(in_column(self.words, (self.text, 1), self.warning, spacing=8, margins=(10, 8, 0, 0)))
        parts = split(left, right, sizes=(500, 500))
        parts.setStretchFactor(1, 1)
        self.body.addWidget(parts, 1)
        everybody = [(tr("all members"), "")] if len(members) > 1 else []
        seats = [(single_line(texts.name, 30), texts.seat) for texts in members]
        self.target = combo_box(tr("Whose answer it becomes"), (*seats, *everybody))
        self.row.insertWidget(0, label(tr("Use it as the answer of")))
        self.row.insertWidget(1, self.target)
        self.text.textChanged.connect(self._on_typed)
        self.target.currentIndexChanged.connect(self._tell)
        self._taken = _passages(draft_store.draft.typed.get(_TAKEN))
        self.text.setPlainText(str(draft_store.draft.typed.get(_KEPT, "")))
        self._tell()
        self.main.clicked.connect(self._use)

    def _take(self) -> None:
        current = self.tabs.currentWidget()
        assert isinstance(current, PassageList)
        current.take()

    def add_session(self, session: str, title: str, text: str) -> None:
        """Offer passages of another session's text; what is taken of them keeps where it comes from."""
        name = single_line(title, 30)
        passages = PassageList(tr("Passages of {name}", name=name), text)
        passages.taken.connect(lambda words: self._add_from(session, title, words))
        self.tabs.setCurrentIndex(self.tabs.addTab(passages, name.replace("&", "&&")))
        self.tabs.setTabToolTip(self.tabs.currentIndex(), escaped(single_line(title)))
        passages.setFocus()

    def _add_from(self, session: str, title: str, words: str) -> None:
        self.add(words)
        self._note(TakenPassage(session=session, title=single_line(title), text=words))

    def _note(self, passage: TakenPassage) -> None:
        self._taken.append(passage)
        self._on_typed()

    def _standing(self) -> tuple[TakenPassage, ...]:
        """Return what was taken from other sessions and still stands in the text."""
        text = self.text.toPlainText()
        return tuple(dict.fromkeys(passage for passage in self._taken if passage.stands_in(text)))

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
        taken: list[JsonValue] = [passage.model_dump(mode="json") for passage in self._taken]
        typed = {**self._draft_store.draft.typed, _KEPT: self.text.toPlainText(), _TAKEN: taken}
        self._draft_store.type(typed=typed)
        self._tell()

    def _targets(self) -> list[Texts]:
        chosen = self.target.currentData()
        return [texts for texts in self._members if chosen in ("", texts.seat)]

    def _tell(self) -> None:
        """Say how long the text is, and which edits it would replace."""
        text, draft = self.text.toPlainText(), self._draft_store.draft
        parts = [tr("Your text"), count(len(text.split()), "{n} word", "{n} words")]
        titles = titles_of(self._standing())
        if titles:
            named = ", ".join(tr("“{title}”", title=single_line(title, 40)) for title in titles)
            parts.append(tr("with passages of {names}", names=named))
        self.words.setText(" · ".join(parts))
        edited = [
            texts.name
            for texts in self._targets()
            if draft.text_of(texts.seat, texts.decided, texts.own, texts.refined)[0] == "edit"
        ]
        names = ", ".join(single_line(name, 30) for name in edited)
        self.warning.setText(tr("This replaces your edit of: {names}", names=names) if names else "")
        self.warning.setVisible(bool(names))
        self.main.setEnabled(bool(text.strip()))

    def _use(self) -> None:
        text, draft, targets = self.text.toPlainText(), self._draft_store.draft, self._targets()
        choices = {**draft.choices, **dict.fromkeys((texts.seat for texts in targets), "edit")}
        edits = {**draft.edits, **{texts.seat: text for texts in targets}}
        # One step of the undo, which brings the edits before it back, too.
        taken = {**draft.taken, **{texts.seat: self._standing() for texts in targets}}
        self._draft_store.choose(tr("merged text"), choices=choices, edits=edits, taken=taken)
        mine = (_KEPT, _TAKEN)
        kept = {key: value for key, value in self._draft_store.draft.typed.items() if key not in mine}
        self._draft_store.type(typed=kept)
        self.accept()


def _passages(found: JsonValue) -> list[TakenPassage]:
    """Return what was kept of passages with a text that was not used yet; nothing of what is none."""
    try:
        return [TakenPassage.model_validate(one) for one in found] if isinstance(found, list) else []
    except ValidationError:
        return []
