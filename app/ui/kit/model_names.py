"""Offers the models that can be asked now wherever a model is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QStyledItemDelegate
from shiboken6 import isValid

from app.domain.errors import RoundtableError

if TYPE_CHECKING:
    from app.services.providers import Providers

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
            add_models(box, [(choice.info.name, choice.price) for choice in choices[:MOST]])
            box.setEditText(typed)
        search_anywhere(box)


def add_models(box: QComboBox, models: Iterable[tuple[str, str]]) -> None:
    """Offer models that a box does not hold yet, each with its price for a tip."""
    there = {box.itemText(at) for at in range(box.count())}
    for name, price in models:
        if name not in there:
            box.addItem(name, name)
            box.setItemData(box.count() - 1, f"{name}: {price}", Qt.ItemDataRole.ToolTipRole)


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
            popup.setItemDelegate(QStyledItemDelegate(popup))
