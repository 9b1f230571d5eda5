"""One field of a form: its control, what stands in it, what is suggested, and what a session is made of."""

from __future__ import annotations

import asyncio
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Literal, TypeGuard

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import QLocale, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QWidget,
)

from app.domain.errors import RoundtableError
from app.domain.i18n import Message
from app.domain.refusals import forms_of
from app.engine.plugin import SetupField
from app.services.context_files import Chosen, ContextFiles
from app.ui.kit.controls import ComboBox
from app.ui.kit.dialog import editor
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import error_text, problem_label, say, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.wrapped import WrappedCheck
from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.file_list import FileList, thumbnails_of
from app.ui.setup.typed import CheckList, QuestionText, UnitLine, is_share, percents_of, share_of


def translated(text: str) -> str:
    """Return a field's word in the person's language; workflows declare them without Qt."""
    return tr(Message(text, context="setup")) if text else ""


class FieldRow:
    """One field: its control, its error line, and how its value is read."""

    def __init__(self, field: SetupField, info: FieldInfo) -> None:
        self.name = field.name
        self.title = translated(info.title or field.name.replace("_", " ").capitalize())
        self.suggest = field.suggest
        self._share = is_share(info)
        """Whether percents are shown and typed, of which its value is the share."""
        self.field = field = replace(field, unit="%") if self._share else field
        self.ask = self.title if field.ask is None else tr(field.ask)
        """What is asked for, as a person would."""
        kind = forms_of(info.annotation)[0]
        self.is_figure = kind in (int, float)
        self._optional = type(None) in typing.get_args(info.annotation)
        self._as_lines = typing.get_origin(kind) in (tuple, list)
        """Whether each line of the control is a value of its own."""
        self._items: dict[str, object] = {}
        """What was put in, by the line it is shown as: a line that stays as it is stays what it was."""
        self._lines: Sequence[object] | None = None
        """What was read of the lines last; None: they have changed since."""
        self.error = problem_label(scale=CAPTION)
        about = self.about = translated(info.description or "")
        self.control, self.changed = self._make(field, kind, about)
        """What the value is put into, and its signal that another one is in it."""
        if not self.control.accessibleName():
            self.control.setAccessibleName(self.title)
        self.control.setToolTip(about)
        self.control.setAccessibleDescription(about)
        if not info.is_required():
            self.put(info.get_default(call_default_factory=True))

    def _make(self, field: SetupField, kind: Any, about: str) -> tuple[QWidget, SignalInstance]:
        if field.widget == "files":
            item = next(iter(typing.get_args(kind)), None)
            fields = item.model_fields if isinstance(item, type) and issubclass(item, BaseModel) else {}
            for_one = "only" in fields
            files = FileList(self.title, for_one=for_one, pastes=not for_one)
            return files, files.changed
        if field.widget == "long_text":
            text = editor(self.title, about, widget=QuestionText())
            text.document().setDocumentMargin(6)
            text.setMaximumHeight(text.minimumHeight() + 40)
            return text, text.textChanged
        choices = list(typing.get_args(kind)) if typing.get_origin(kind) is Literal else []
        if isinstance(kind, type) and issubclass(kind, Enum):
            choices = [member.value for member in kind]
        if field.cards:
            shown = {value: (field.choices[value], card) for value, card in field.cards.items()}
            cards = ChoiceCards(self.title, shown)
            return cards, cards.changed
        if choices:
            combo = ComboBox()
            for choice in choices:
                called = field.choices.get(str(choice))
                plain = translated(str(choice).replace("_", " ").capitalize())
                combo.addItem(plain if called is None else tr(called), choice)
            return combo, combo.currentIndexChanged
        if kind is bool:
            check = WrappedCheck(self.title)
            return check, check.toggled
        if self._as_lines and (field.choices or field.widget == "tool_servers"):
            list_ = CheckList(self.title, {value: tr(called) for value, called in field.choices.items()})
            return list_, list_.changed
        if self._as_lines:
            lines = editor(self.title, tr("One per line") if field.empty is None else tr(field.empty), 2)
            lines.document().setDocumentMargin(6)
            lines.setMaximumHeight(80)
            # First of all who are told: they read it.
            lines.textChanged.connect(self._on_lines_changed)
            return lines, lines.textChanged
        line = UnitLine(field.unit) if field.unit else QLineEdit()
        if field.empty is not None or self._optional:
            line.setPlaceholderText(tr("none") if field.empty is None else tr(field.empty))
        if kind in (int, float):
            line.setMaximumWidth(120)
        return line, line.textChanged

    def value(self) -> object:
        """Return what is in the control, as pydantic takes it; of files their paths, behind texts."""
        control = self.control
        if isinstance(control, FileList):
            return [*control.kept(), *control.paths()]
        if isinstance(control, CheckList | ChoiceCards):
            return control.chosen()
        if isinstance(control, QComboBox):
            return control.currentData()
        if isinstance(control, QCheckBox):
            return control.isChecked()
        if isinstance(control, PlainEditor):
            return [*self._typed_lines(control)] if self._as_lines else control.toPlainText()
        assert isinstance(control, QLineEdit)
        text = control.text().strip()
        if self.is_figure:
            # A point and a comma both mark the decimals, whatever the language.
            text = share_of(text) if self._share else text.replace(",", ".")
        return text or (None if self._optional else "")

    def _typed_lines(self, text: PlainEditor) -> Sequence[object]:
        """Return a value for each line; thousands of them are not taken apart anew at every key elsewhere."""
        if self._lines is None:
            lines = (line.strip() for line in text.toPlainText().splitlines())
            self._lines = [self._items.get(line, line) for line in lines if line]
        return self._lines

    def _on_lines_changed(self) -> None:
        self._lines = None

    @property
    def words(self) -> str | None:
        """The words as they were typed, to be put in again; None where nothing is typed."""
        if isinstance(self.control, PlainEditor):
            return self.control.toPlainText()
        if not isinstance(self.control, QLineEdit):
            return None
        return share_of(self.control.text()) if self._share else self.control.text()

    def put(self, value: object) -> None:
        """Put a value of the setup in, as far as the control can hold it."""
        control = self.control
        if isinstance(control, QComboBox):
            chosen = value.value if isinstance(value, Enum) else value
            control.setCurrentIndex(max(0, control.findData(chosen)))
        elif isinstance(control, ChoiceCards):
            control.choose(str(value))
        elif isinstance(control, QCheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, CheckList):
            control.put([str(item) for item in value] if _listed(value) else [])
        elif isinstance(control, FileList):
            control.put([item for item in value if isinstance(item, Mapping)] if _listed(value) else [])
        elif isinstance(control, PlainEditor) and _listed(value):
            self._items, self._lines = {_line(item): item for item in value}, None
            control.setPlainText("\n".join(self._items))
        elif isinstance(control, PlainEditor):
            control.setPlainText("" if value is None else str(value))
        elif isinstance(control, QLineEdit):
            shown = "" if value is None else str(value)
            if self._share:
                shown = percents_of(shown)
            elif self.is_figure and value is not None:
                shown = _figure(value, self.field.unit)
            control.setText(shown)

    def show_error(self, text: str) -> None:
        """Say beside the field what is wrong with it."""
        say(self.error, text)


def _figure(value: object, unit: str) -> str:
    """Return a number as it is typed: 80, 2.00, 0.075, the decimals marked as the language has them."""
    if not isinstance(value, float):
        return str(value)
    typed = f"{value:.2f}" if unit == "$" and value == round(value, 2) else f"{value:g}"
    return typed.replace(".", QLocale().decimalPoint())


def _listed(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _line(item: object) -> str:
    """Return an item of a list as one line; of one with fields their texts."""
    text = " ".join(map(str, item.values())) if isinstance(item, Mapping) else str(item)
    return " ".join(text.split())


class FieldValues:
    """Reads the fields of one form, its files anew only where one has changed since."""

    def __init__(self) -> None:
        self._files = ContextFiles()
        self._left_out: dict[str, tuple[Message, ...]] = {}
        """Files of chosen folders that hold no text, a sentence each, by the field they were chosen in."""

    async def of(self, row: FieldRow) -> object:
        """Return what a field holds: of files their texts, behind those given before; raises InputError."""
        files = row.control
        if not isinstance(files, FileList):
            return row.value()
        given = files.given()
        # A large PDF takes seconds: the window must stay alive meanwhile.
        try:
            chosen = await asyncio.to_thread(self._files.texts, given) if given else Chosen([])
        except RoundtableError as error:
            # At once: it has no price either, and nobody would know why.
            row.show_error(error_text(error))
            raise
        self._left_out[row.name] = chosen.left_out
        files.tell(chosen.texts, await asyncio.to_thread(thumbnails_of, chosen.texts))
        return [*files.kept(), *chosen.texts]

    def left_out(self) -> str:
        """Return the sentences of what was left out as the files were read last; empty: nothing was."""
        return " ".join(single_line(tr(one), 300) for said in self._left_out.values() for one in said)


def held_by(rows: Sequence[FieldRow]) -> list[object]:
    """Return what the fields hold, to be compared: of files which ones, with no look into them."""
    return [c.held() if isinstance(c := row.control, FileList) else row.value() for row in rows]


_MOST_SUGGESTIONS = 200
"""So many names in a row that are taken: the person finds another kind of name sooner."""
_OWN = object()
"""Stands for what nobody suggested."""
Taken = Callable[[Mapping[str, object]], bool]


def first_free(row: FieldRow, values: Mapping[str, object], taken: Taken) -> str:
    """Return what a line may hold, suggested anew until it is not taken; empty: nothing to suggest."""
    suggestion = ""
    for _ in range(_MOST_SUGGESTIONS):
        suggestion = str(row.suggest(values) or "") if row.suggest is not None else ""
        values = {**values, row.name: suggestion}
        if not suggestion or not taken(values):
            break
    return suggestion


class Suggestions:
    """What was suggested last, by field."""

    def __init__(self, rows: Callable[[], Sequence[FieldRow]], taken: Taken) -> None:
        self._rows, self._taken = rows, taken
        self._put: dict[str, object] = {}

    def put_in(self) -> None:
        """Put suggestions into lines and choices in which still stands what was suggested before."""
        values = {row.name: row.value() for row in self._rows()}
        for row in self._rows():
            if row.suggest is None:
                continue
            found: object = None
            if isinstance(row.control, QLineEdit):
                if row.control.text() in ("", self._put.get(row.name)) and not row.control.hasFocus():
                    found = first_free(row, {**values, row.name: ""}, self._taken)
            elif isinstance(row.control, QComboBox | ChoiceCards):
                # Where it stands as it was put; as it was made, it stands at what is usual.
                untouched = row.value() == self._put.setdefault(row.name, row.value())
                found = row.suggest(values) if untouched else None
            if found is not None:
                self._put[row.name] = found
                if found != (row.value() if row.words is None else row.words):
                    row.put(found)

    def leave(self, names: Iterable[str]) -> None:
        """Suggest nothing more for choices that were made before: in another session, or a template."""
        self._put.update(dict.fromkeys(names, _OWN))
