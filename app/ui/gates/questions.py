"""Clarifying questions: an option or words for each; what stays open is sent as not answered."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.domain.i18n import Message
from app.domain.payload import items_of
from app.ui.gates.base import DecisionDialog, FormRequest
from app.ui.kit.controls import line_edit
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_row, nest, scrolled
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.texts import button, label, single_line, tr
from app.ui.kit.theme import CAPTION, TITLE
from app.ui.view.draft_store import Given
from app.ui.view.naming import Names

Item = Mapping[str, JsonValue]


class _QuestionPage(QWidget):
    """One question: its options, the other ways out, and a note that always goes along."""

    def __init__(
        self, item: Item, given: Given, called: Names, outs: Mapping[str, Message] | None = None
    ) -> None:
        """`outs`: what may be said of it besides an answer; None: the usual two of a question by a model."""
        super().__init__()
        self.id = str(item.get("id", ""))
        text = str(item.get("question") or item.get("text") or "")
        column = QVBoxLayout(self)
        # The focus ring of an option is drawn a little outside of it.
        column.setContentsMargins(4, 2, 8, 2)
        column.addWidget(label(text, bold=True, wrap=True, scale=TITLE))
        self.group = QButtonGroup(self)
        options = item.get("options")
        choices = [("answered", str(option)) for option in options] if isinstance(options, list) else []
        explained = [("none_fits", tr("None of these fit – let me explain"))] if choices else []
        choices += [
            *(
                [("assume", tr("I'm not sure – assume and say so")), *explained]
                if outs is None
                else [(status, tr(words)) for status, words in outs.items()]
            ),
            # A choice made by mistake must not have to be sent.
            ("not_answered", tr("Leave unanswered")),
        ]
        for status, words in choices:
            radio = QRadioButton(single_line(words, 160))
            radio.setAccessibleName(f"{single_line(words, 160)} – {single_line(text, 80)}")
            radio.setProperty("status", status)
            radio.setProperty("option", words if status == "answered" else "")
            self.group.addButton(radio)
            column.addWidget(radio)
            if given.status == status and (status != "answered" or given.option == words):
                radio.setChecked(True)
        self.note = line_edit(
            tr("Answer or note – {question}", question=single_line(text, 80)),
            tr("Your answer, or a note sent with your choice"),
            text=given.note,
        )
        self.note.textChanged.connect(self._on_note_changed)
        column.addWidget(self.note)
        why = str(item.get("why") or "")
        if why:
            # Where no model asks, it is how the question stands.
            known = tr("So far: {what}", what=single_line(why, 300)) if outs is not None else ""
            said = known or tr("Why it asks: {why}", why=single_line(why, 300))
            column.addWidget(label(said, wrap=True, muted=True, scale=CAPTION))
        askers = item.get("asked_by") or item.get("seats")
        if isinstance(askers, list):
            who = ", ".join(called.of(str(asker)) for asker in askers)
            column.addWidget(label(tr("From: {who}", who=who), muted=True, scale=CAPTION))
        column.addStretch(1)

    def _on_note_changed(self, text: str) -> None:
        """Take a question for answered once an answer is written, and for open again when that is gone."""
        left = self.group.buttons()[-1]
        if text.strip() and left.isChecked():
            self.group.setExclusive(False)
            left.setChecked(False)
            self.group.setExclusive(True)
        elif not text.strip() and self.group.checkedButton() is None:
            left.setChecked(True)

    def first(self) -> QWidget:
        """Return where an answer begins: the first of its own choices, else the line to type in."""
        first = self.group.buttons()[0]
        return first if first.property("option") else self.note

    def given(self) -> Given:
        """Return the answer as it stands: words without a choice are an answer."""
        chosen, note = self.group.checkedButton(), self.note.text().strip()
        status = str(chosen.property("status")) if chosen else "not_answered"
        if note and status == "not_answered":
            status = "answered"
        option = str(chosen.property("option") or "") if chosen and status == "answered" else ""
        return Given(status=status, option=option, note=note)


class QuestionsDialog(DecisionDialog):
    """One page per question, earlier answers above, everything typed kept in the draft."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        outs = request.choice.verb.outs
        title = tr("The models ask") if outs is None else tr(request.choice.label).rstrip("…")
        super().__init__(parent, title, tr("Send answers"), tr("Later"))
        self._draft_store = request.draft_store
        earlier = items_of(request.about.payload, "earlier")
        if earlier:
            known = "\n".join(map(_settled, earlier))
            box = ScrollArea()
            box.setMaximumHeight(90)
            box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            box.setAccessibleName(tr("Earlier questions and answers"))
            box.setWidget(label(known, wrap=True, muted=True))
            self.body.addWidget(label(tr("Earlier questions and answers"), muted=True))
            self.body.addWidget(box)
        given, names = self._draft_store.draft.answers, request.view.names
        self.pages = [
            _QuestionPage(item, given.get(str(item.get("id", "")), Given()), names, outs)
            for item in items_of(request.about.payload, "questions")
        ]
        self.stack = QStackedWidget()
        for page in self.pages:
            scroll = scrolled(page)
            # An option is a line that does not break.
            scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
            scroll.setAccessibleName(tr("Question"))
            self.stack.addWidget(scroll)
            page.group.buttonToggled.connect(lambda _button, _on: self._on_changed())
            page.note.textChanged.connect(self._on_changed)
        self.body.addWidget(self.stack, 1)
        self.progress = label("", muted=True)
        self.back = button(tr("Back"), name=tr("Previous question"))
        self.back.setIcon(icon("chevron-left"))
        self.next = button(tr("Next"), name=tr("Next question"))
        self.next.setIcon(icon("chevron-right"))
        self.next.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        nest(self.body, in_row((self.progress, 1), self.back, self.next))
        self.back.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.resize(620, 500)
        self._go(0)

    def _go(self, step: int) -> None:
        self.stack.setCurrentIndex(max(0, min(len(self.pages) - 1, self.stack.currentIndex() + step)))
        at = self.stack.currentIndex()
        self.back.setEnabled(at > 0)
        more = at < len(self.pages) - 1
        self.next.setEnabled(more)
        # Enter after an answer goes to the next question: it must not send the rest as not answered.
        (self.next if more else self.main).setDefault(True)
        if self.pages:
            # Else the button that sends has the focus, and a space typed would send.
            self.pages[at].first().setFocus()
        self._tell()

    def _tell(self) -> None:
        done = sum(page.given().status != "not_answered" for page in self.pages)
        at = self.stack.currentIndex() + 1
        self.progress.setText(
            tr("Question {at} of {all}. Answered {done} of {all}.", at=at, done=done, all=len(self.pages))
        )

    def _on_changed(self) -> None:
        self._tell()
        self._draft_store.type(answers={page.id: page.given() for page in self.pages})

    def data(self) -> Mapping[str, JsonValue] | None:
        answers: dict[str, JsonValue] = {}
        for page in self.pages:
            given = page.given()
            extra = {name: text for name, text in (("option", given.option), ("note", given.note)) if text}
            answers[page.id] = {"status": given.status, **extra}
        return {"answers": answers}


def _settled(item: Item) -> str:
    """Return what was asked and answered before, as the members are told it."""
    answer = str(item.get("answer") or item.get("note") or "–")
    return f"{single_line(str(item.get('text', '')), 200)}\n    {single_line(answer, 300)}"
