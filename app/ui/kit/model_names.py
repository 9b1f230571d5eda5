"""Offers the models that can be asked now wherever a model is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QCompleter
from shiboken6 import isValid

from app.domain.errors import RoundtableError
from app.domain.no_model import no_model
from app.ui.kit.controls import ComboBox
from app.ui.kit.model_box import ModelBox
from app.ui.kit.pick_list import GROUP, RIGHT, Group, PopupRows
from app.ui.kit.texts import tr

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
