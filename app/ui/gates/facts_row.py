"""The second line of the bar: what lies before the person, with links, and how far a round has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.popup import Popup
from app.ui.kit.screen import room_around
from app.ui.kit.spinner import is_still
from app.ui.kit.texts import count, escaped, label, link_button, restyle, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.bar import Bar
from app.ui.view.draft_store import Choice, DraftStore


class Progress(QProgressBar):
    """A thin line that moves by itself only while nobody knows how much there is to do, and may move."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setFixedHeight(4)
        self.setMinimumWidth(60)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def event(self, event: QEvent) -> bool:
        """End the style's animation, which Qt forgets where none is done: sixty paintings a second."""
        if event.type() == QEvent.Type.StyleAnimationUpdate and (self.maximum() > 0 or is_still()):
            event.ignore()
            return True
        return super().event(event)

    def setValue(self, value: int) -> None:
        """Show how much is done with what is painted next: Qt puts the window together for it at once."""
        known = self.testAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)
        self.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, True)
        super().setValue(value)
        self.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, known)
        self.update()


def link(text: str = "", picture: str = "") -> QPushButton:
    """Return a button that looks like a link, in the size of a caption."""
    found = link_button(text, small=True)
    found.setCursor(Qt.CursorShape.PointingHandCursor)
    if picture:
        set_icon(found, picture, "accent", 14)
    return found


_LEAST = 120
"""Pixels of the row."""
_LEAST_DETAILS = 100
"""Pixels that the details keep beside links with words."""


class _WholeText(Popup):
    """All of the details, over the page until something else is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("All of it"))
        self.text = label("", wrap=True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLayout(in_column(self.text, margins=(14, 12, 14, 12)))

    def open_above(self, control: QWidget, text: str, wide: int) -> None:
        """Open over a control, as wide as asked."""
        self.text.setText(text)
        self.text.setFixedWidth(wide - 30)
        self.adjustSize()
        corner = control.mapToGlobal(control.rect().topLeft())
        self.move(corner.x(), max(room_around(control).top(), corner.y() - self.height() - 4))
        self.show()
        self.text.setFocus()


class FactsRow(SizeAware, QWidget):
    """Details, what they lead to, and the way to say something about what comes next."""

    links_moved = Signal()
    """There is room for the links now, or no longer."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self._draft_store = draft_store
        self._decided: dict[str, Choice] = {}
        """Which text of each seat goes on by what was decided on its changes."""
        self._takes_words = self._takes_texts = self._busy = False
        self._points = ""
        """What leads to the points, of which less is said where room is short."""
        self._guidance = ""
        """What the link to the line for words says where it has room."""
        self.details = label("", scale=CAPTION, widget=OneLine())
        self.details.setProperty("soft", True)
        assert isinstance(self.details, OneLine)
        self.more = link(tr("More"))
        self.more.setAccessibleName(tr("Show all of the details"))
        self.progress = Progress()
        self.progress.setAccessibleName(tr("Calls that are done"))
        self.show_points = link()
        self.texts = link()
        self._links: list[QWidget] = []
        """What else can be done, as links."""
        self.add_guidance = link(tr("Add guidance"), "message-square-plus")
        self.in_force = label("", muted=True, scale=CAPTION, widget=OneLine())
        """What was said for all rounds, which is sent again with each."""
        parts: list[QLabel | QWidget] = [self.details, self.more, self.show_points, self.texts]
        parts += [self.add_guidance, self.in_force]
        self._row = in_row(*parts, (self.progress, 100), SPACE, spacing=8)
        self.setLayout(self._row)
        self._whole = _WholeText(self)
        self.more.clicked.connect(self._on_more_clicked)
        draft_store.changed.connect(self._fill)

    @property
    def links_shown(self) -> bool:
        return all(not one.isHidden() for one in self._links)

    def show_links(self, links: Sequence[QWidget]) -> None:
        """Show these before the way to say something."""
        for old in self._links:
            self._row.removeWidget(old)
            old.hide()
            dispose(old)
        self._links = list(links)
        for one in links:
            self._row.insertWidget(self._row.indexOf(self.add_guidance), one)
        self._fit()

    def show_bar(self, bar: Bar) -> None:
        self.details.setText("\n".join(bar.details))
        assert isinstance(self.details, OneLine)
        self._points = bar.show
        self.show_points.setAccessibleName(bar.show)
        self.show_points.setVisible(bool(bar.show))
        self._busy = bar.busy
        self.progress.setVisible(bar.busy)
        self.progress.setRange(0, 0 if bar.progress is None else 100)
        self.progress.setValue(bar.progress or 0)
        pinned = " · ".join(f"“{single_line(text, 120)}”" for text in bar.pinned)
        self.in_force.setText(tr("For all rounds: {what}", what=pinned) if pinned else "")
        self.in_force.setVisible(bar.words and bool(pinned))
        self._takes_words, self._takes_texts = bar.words and not bar.typing, bar.texts
        self._decided = dict(bar.decided)
        self._fill()

    def widths(self) -> tuple[int, int]:
        """Return the pixels in which all of it is whole, and those in which what matters of it is."""
        gap = self._row.spacing()
        whole = {self.show_points: self._points, self.add_guidance: self._guidance}
        links, others = 2 * gap, sum(one.sizeHint().width() + gap for one in self._links)
        for one in (self.show_points, self.texts, self.add_guidance):
            if not one.isHidden():
                letters, words = one.fontMetrics(), whole.get(one, one.text())
                links += one.sizeHint().width() - letters.horizontalAdvance(one.text())
                links += letters.horizontalAdvance(words) + gap
        details = self.details.sizeHint().width() if self.details.text() else 0
        return links + others + details, max(_LEAST, links + min(details, 2 * _LEAST_DETAILS))

    def minimumSizeHint(self) -> QSize:
        """What it costs, beside it, goes first."""
        return QSize(_LEAST, super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        """Hide once more what was hidden while the row was being shown: Qt shows it all the same."""
        super().showEvent(event)
        for part in (self.details, self.more):
            if part.isHidden() and part.isVisible():
                part.show()
        self._fit()

    def _fit(self) -> None:
        """Say less where room is short: the links stay."""
        self.add_guidance.setText(self._guidance)
        self.show_points.setText(self._points)
        self.show_points.setToolTip("")
        links = [one for one in (self.show_points, self.texts, self.add_guidance) if not one.isHidden()]
        needed = sum(one.sizeHint().width() + 8 for one in links)
        others_too = sum(one.sizeHint().width() + 8 for one in self._links)
        fits = needed + others_too + _LEAST_DETAILS <= self.width()
        if self._links and self.links_shown != fits:
            self.links_moved.emit()
        for one in self._links:
            # Where there is no room they lie behind the button with the other choices.
            one.setVisible(fits)
        needed += others_too if fits else 0
        if needed + _LEAST_DETAILS > self.width():
            # Its icon, its name and its tip say it too.
            needed -= self.add_guidance.sizeHint().width()
            self.add_guidance.setText("")
            needed += self.add_guidance.sizeHint().width()
        if needed > self.width() and self._points:
            self.show_points.setToolTip(escaped(self._points))
            room = self.show_points.sizeHint().width() - (needed - self.width()) - 12
            letters, cut = self.show_points.fontMetrics(), Qt.TextElideMode.ElideRight
            self.show_points.setText(letters.elidedText(self._points, cut, max(24, room)))
            needed = self.width()
        self._lead()
        others = [one for one in (self.progress, self.in_force) if not one.isHidden()]
        room = self.width() - needed - sum(one.minimumSizeHint().width() + 8 for one in others) - 8
        # By the room there is without it: its own width would make it come and go.
        told, whole = bool(self.details.text()), self.details.sizeHint().width() <= room
        self.more.setVisible(told and not whole)
        self.more.setText(tr("More"))
        beside = room - self.more.sizeHint().width() - 8
        self.details.setVisible(told and (whole or beside >= self.details.minimumSizeHint().width()))
        if self.details.isHidden():
            # Beside nothing, “more” says nothing; cut, the longer word would say less.
            self.more.setText(tr("Details"))
            if self.more.sizeHint().width() > room:
                self.more.setText(tr("More"))

    def _lead(self) -> None:
        """Let the first begin where the bar's words do, where nothing stands before it."""
        links = (self.show_points, self.texts, *self._links, self.add_guidance)
        shown = [one for one in links if not one.isHidden()]
        for one in shown:
            leads = one is shown[0] and not self.details.text()
            if bool(one.property("leads")) != leads:
                one.setProperty("leads", leads)
                restyle(one)

    def _fill(self) -> None:
        draft = self._draft_store.draft
        self.texts.setText(_texts_label({**self._decided, **draft.choices}))
        self.texts.setAccessibleName(tr("Choose texts to carry forward"))
        chosen = any(choice != "refined" for choice in {**self._decided, **draft.choices}.values())
        # Each card says which text of it goes on: here only what is not the usual way.
        self.texts.setVisible(self._takes_texts and chosen)
        words = tr("Add guidance for what comes next") if self._busy else tr("Add guidance")
        self._guidance = tr("Edit guidance") if draft.guidance.strip() else words
        self.add_guidance.setAccessibleName(self._guidance)
        self.add_guidance.setToolTip(escaped(single_line(draft.guidance, 300)) or self._guidance)
        self.add_guidance.setVisible(self._takes_words)
        self._fit()

    def _on_more_clicked(self) -> None:
        window = self.window()
        wide = min(560, window.width() - 60)
        # Over the whole bar: none of its buttons may be covered.
        self._whole.open_above(self.parentWidget() or self, self.details.text().replace("\n", "\n\n"), wide)


def _texts_label(choices: Mapping[str, Choice]) -> str:
    """Return what the link says of the texts that go on, by seat."""
    chosen = list(choices.values())
    kept, edited = chosen.count("previous"), chosen.count("edit")
    if not kept and not edited:
        return tr("Carry forward: revised answers…")
    parts = [count(kept, "{n} previous", "{n} previous")] if kept else []
    if edited:
        parts.append(count(edited, "{n} edited by you", "{n} edited by you"))
    return tr("Carry forward: {what}…", what=", ".join(parts))
