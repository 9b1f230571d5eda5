"""The choice of a model, `provider/model`, and what it offers: the models that can be asked now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit
from shiboken6 import isValid

from app.domain.errors import RoundtableError
from app.domain.no_model import no_model
from app.domain.seats import COMMAND
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import ComboBox
from app.ui.kit.icons import paint_icon
from app.ui.kit.pick_list import GROUP, RIGHT, Group, PopupRows
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

if TYPE_CHECKING:
    from app.engine.ports import TestResult
    from app.services.providers import ModelChoice, Providers


MOST = 1000
"""Items of a box; more are typed."""


async def offer_models(boxes: Iterable[QComboBox], providers: Providers) -> None:
    """Put what can be asked now into editable boxes, behind what stands there; contacts nobody."""
    try:
        choices = await providers.models(local=False)
    except RoundtableError:
        # Settings that cannot be read are said where they are mended; a name may still be typed.
        return
    for box in boxes:
        if not isValid(box):
            continue
        typed = box.currentText()
        with QSignalBlocker(box):
            add_models(box, choices[:MOST])
            box.setEditText(typed)
        search_anywhere(box)


def add_models(box: QComboBox, models: Iterable[ModelChoice]) -> None:
    """Offer models that a box does not hold yet, by their providers, each with its price."""
    there, titles = {box.itemText(at) for at in range(box.count())}, dict[str, str]()
    for choice in models:
        name, written = choice.info.name, choice.info.price_out
        titles[choice.info.provider] = tr(choice.title)
        if name in there:
            continue
        box.addItem(name, name)
        at = box.count() - 1
        box.setItemData(at, f"{name}: {choice.price}", Qt.ItemDataRole.ToolTipRole)
        box.setItemData(at, Group(tr(choice.title), _state(choice)), GROUP)
        if written is not None:
            box.setItemData(at, f"${written:,.2f}" if written else tr("free"), RIGHT)
    if isinstance(box, ModelBox):
        box.line.titles = {**box.line.titles, **titles}
    if isinstance(box, ComboBox):
        box.foot = tr("price for a million tokens written")


def _state(choice: ModelChoice) -> str:
    if no_model(choice.info.name) is not None:
        return tr("no AI")
    if choice.local:
        return tr("on this computer")
    if choice.tested is not None:
        return tested_words(choice.tested)
    return tr("set up") if choice.connected else tr("needs a key")


def tested_words(result: TestResult) -> str:
    """Say in a word or two what the last test of a provider found."""
    if result.ok:
        return tr("ready")
    told = {"no_credit": tr("no credit"), "auth": tr("key refused")}
    return told.get(result.kind or "", tr("no answer"))


def search_anywhere(box: QComboBox) -> None:
    """List below an editable box what holds the typed words, wherever they stand in it."""
    completer = box.completer()
    if completer is not None:
        # Completed in place, only what begins with the words is found, and one of it is shown.
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = completer.popup()
        if popup is not None and popup.objectName() != "completions":
            popup.setObjectName("completions")
            popup.setItemDelegate(PopupRows(popup, box))
            if (edit := box.lineEdit()) is not None:
                edit.returnPressed.connect(lambda: _take_found(box))


def _take_found(box: QComboBox) -> None:
    """Take the first model that was found where no whole name was typed: `provider/model` is one."""
    typed, completer = box.currentText(), box.completer()
    if completer is not None and typed.strip() and "/" not in typed:
        box.setEditText(completer.currentCompletion() or typed)


_ICON, _GAP = 16, 8


class ModelBox(ComboBox):
    """Lists the models there are, and takes any other that is typed."""

    def __init__(self, name: str, model: str) -> None:
        """`name`: what a screen reader tells."""
        super().__init__()
        self.line = _ModelLine()
        self.setEditable(True)
        self.setLineEdit(self.line)
        take_words(self, name, model)


class _ModelLine(QLineEdit):
    """Shows an icon, the model's name and at the right its provider's, as long as nothing is typed there."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: Mapping[str, str] = {}
        """What providers are called."""
        self.setTextMargins(_ICON + _GAP, 0, 0, 0)

    def told(self) -> tuple[str, str, str]:
        """Return the icon, the model's name and whose it is."""
        model = self.text().strip()
        owner, _, name = model.partition("/")
        kind = no_model(model)
        if " " in model:
            # What is offered beside models is no model: to ask the same one again, to go on without.
            return "", model, ""
        if kind is not None:
            return "book-open", name or model, tr(kind.short)
        if model.startswith(COMMAND):
            return "keyboard", name, tr("command line")
        return "cpu", name or model, self.titles.get(owner, owner) if name else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        icon, name, owner = self.told()
        reading = not self.hasFocus() and bool(self.text())
        if not reading:
            super().paintEvent(event)
        painter = QPainter(self)
        side = max(_ICON, round(self.fontMetrics().height() * 0.9))
        box = QRectF(2, (self.height() - side) / 2, _ICON, side)
        if icon:
            paint_icon(painter, box, icon, "text2")
        if reading:
            room = self.rect().adjusted(_ICON + _GAP + 2 if icon else 2, 0, -4, 0)
            small = caption_font(self.font())
            shown = QFontMetrics(small).elidedText(owner, Qt.TextElideMode.ElideRight, room.width() // 2)
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.setFont(small)
            painter.setPen(QColor(colours().muted))
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, shown)
            room.setRight(room.right() - QFontMetrics(small).horizontalAdvance(shown) - _GAP)
            painter.setFont(self.font())
            painter.setPen(QColor(colours().text))
            # Of a page that was pasted no more is measured than could be seen.
            seen = name[: max(0, room.width())]
            cut = self.fontMetrics().elidedText(seen, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, cut)


class _Entered(QObject):
    """Chooses all of a line that the mouse enters, as Tab does: what is typed takes its place."""

    _by_mouse = False

    def eventFilter(self, line: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.gotFocus():
            self._by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        elif event.type() == QEvent.Type.MouseButtonRelease and self._by_mouse:
            self._by_mouse = False
            if isinstance(line, QLineEdit) and not line.hasSelectedText():
                line.selectAll()
        return False


def take_words(box: ComboBox, name: str, now: str) -> None:
    """Let a box take words that it does not offer; of those too long for it the beginning is read."""
    box.setEditable(True)
    box.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
    box.setAccessibleName(name)
    box.setEditText(now)
    edit = box.lineEdit()
    if edit is not None:
        edit.setCursorPosition(0)
        entered = _Entered(edit)
        # The box has the focus, whatever of it is pressed; the line has the mouse.
        box.installEventFilter(entered)
        edit.installEventFilter(entered)
        edit.editingFinished.connect(lambda: edit.setCursorPosition(0))
        box.activated.connect(lambda _at: edit.setCursorPosition(0))
        # What is not typed was put in: from another team, or as another server's name.
        edit.textChanged.connect(lambda _text: None if edit.isModified() else edit.setCursorPosition(0))
