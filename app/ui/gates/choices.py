"""Which text of each member goes on: the revised one, the previous one, or the person's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QComboBox, QTabWidget, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.controls import combo_box
from app.ui.kit.dialog import Reader, editor
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.text.passages import PassageEditor
from app.ui.kit.texts import label, restyle, single_line, tr
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
