"""Answers: the final answer first where there is one, then one card per member side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.ui.bars import purpose_text
from app.ui.fold import CallRow, SessionView
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import label, shown, tr
from app.ui.theme import seat_colour

CARD_WIDTH = 230
STATUS = {
    "changed": "changed",
    "minor": "changed a little",
    "held": "kept its answer",
    "failed": "failed",
    "skipped": "sat out",
}


class Dot(QWidget):
    """A member's colour."""

    def __init__(self, colour: QColor) -> None:
        super().__init__()
        self._colour = colour
        self.setFixedSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        painter.drawEllipse(1, 1, 10, 10)


class Card(QFrame):
    """One member: dot, name and letter, model, the text, and a status line."""

    def __init__(self, title: str, model: str, colour: QColor | None, view_name: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setMinimumWidth(CARD_WIDTH)
        top = QHBoxLayout()
        if colour is not None:
            top.addWidget(Dot(colour))
        top.addWidget(label(title, bold=True))
        top.addStretch(1)
        top.addWidget(label(shown(model, 28), muted=True, scale=0.9))
        self.text = SafeTextView(view_name)
        self.status = label("", muted=True, wrap=True, scale=0.92)
        self.status.setAccessibleName(tr("Status of {name}", name=title))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(top)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.status)


class AnswersPanel(QWidget):
    """The board of cards."""

    def __init__(self, slot: str = "") -> None:
        super().__init__()
        self._slot = slot or None
        self._cards: dict[str, Card] = {}
        self._shape: tuple[object, ...] = ()
        self.final = Card(tr("Final answer"), "", None, tr("Final answer"))
        self.final.hide()
        self._row = QWidget()
        self._columns = QHBoxLayout(self._row)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(8)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._row)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.final)
        split.addWidget(self._scroll)
        split.setSizes([500, 300])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(split)

    def refresh(self, view: SessionView) -> None:
        """Show what the session holds now."""
        members = view.members()
        shape = (
            view.position.session,
            view.names_hidden,
            tuple(view.letters.items()),
            tuple((name, view.position.seats[name].model) for name in members),
        )
        if shape != self._shape:
            self._rebuild(view, members)
            self._shape = shape
        for name in members:
            self._fill(view, name)
        final, chair = view.final(), self._chair_stream(view)
        text = final.text if final else chair.text if chair else ""
        self.final.setVisible(bool(text))
        if text:
            self.final.text.show_text(text, live=final is None)
            self.final.status.setText("" if final else tr("The chair is writing…"))
            self.final.status.setVisible(not final)

    def _chair_stream(self, view: SessionView) -> CallRow | None:
        call = view.last_call("chair")
        return call if call and call.purpose == "synthesis" and call.state == "running" else None

    def _rebuild(self, view: SessionView, members: list[str]) -> None:
        while (item := self._columns.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._cards.clear()
        for index, name in enumerate(members):
            seat = view.position.seats[name]
            called, letter = view.display_name(name), view.letters.get(name, "")
            title = f"{called} · {letter}" if letter and not view.names_hidden else called
            model = "" if view.names_hidden else seat.model
            card = Card(title, model, seat_colour(index), tr("Answer of {name}", name=called))
            card.status.setAccessibleName(tr("Status of {name}", name=called))
            self._columns.addWidget(card, 1)
            self._cards[name] = card

    def _fill(self, view: SessionView, name: str) -> None:
        card, call = self._cards[name], view.last_call(name) if not view.looking_at else None
        versions = view.versions_in_sight(name, self._slot)
        text = versions[-1].text if versions else ""
        before = versions[-2].text if len(versions) > 1 else None
        live = call is not None and call.state == "running"
        if call is not None and call.text and _is_prose(call) and (live or not versions):
            text, before = call.text, None
        card.text.show_text(text, live=live, before=before)
        card.text.setPlaceholderText(tr("Waiting for this answer…") if view.calls else tr("No answer yet."))
        card.status.setText(_status(view, name, call))
        bad = call is not None and call.state == "failed" and not live
        if bad != bool(card.status.property("bad")):
            # A style is worked out anew only where it changes: this is done twenty times a second.
            card.status.setProperty("bad", bad)
            card.status.style().unpolish(card.status)
            card.status.style().polish(card.status)


def _is_prose(call: CallRow) -> bool:
    return not call.text.lstrip().startswith(("{", "[", "```json"))


def _status(view: SessionView, name: str, call: CallRow | None) -> str:
    if name in view.dropped and not view.looking_at:
        return tr("Left out from the next round on")
    if name in view.absent:
        return tr("Sits out this round. {why}", why=shown(view.absent[name], 120))
    if call is not None and call.state == "running":
        return tr("● {what} · {n} characters", what=purpose_text(call.purpose), n=f"{len(call.text):,}")
    if call is not None and call.state == "failed":
        return tr("✕ {why}", why=shown(call.message, 200))
    if call is not None and call.state in ("cancelled", "interrupted"):
        return tr("■ Incomplete: the call was ended; what had arrived is kept.")
    fact = view.assessed.get((*view.place_in_sight, name))
    if fact is None:
        versions = view.versions_in_sight(name)
        return tr("✓ answered in round {n}", n=versions[-1].round) if versions else ""
    summary = shown(fact.summary or fact.justification, 160)
    ratio = f" {fact.ratio:.0%}" if fact.status in ("changed", "minor") else ""
    return f"{tr(STATUS[fact.status])}{ratio}" + (f": {summary}" if summary else "")
