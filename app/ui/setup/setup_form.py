"""A form derived from a plug-in's setup model: one control per field, its error beside it."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Literal, TypeGuard

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.domain.i18n import Words
from app.domain.refusals import field_of, forms_of, refusal, speaks_for_itself
from app.engine.plugin import SetupField
from app.ui.kit.controls import ComboBox
from app.ui.kit.dialog import add_lines, editor, show_once
from app.ui.kit.files import ask_folder
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.texts import button, label, shown, tr

_TEXT = Qt.ItemDataRole.UserRole
_MOST_SUGGESTIONS = 200
"""So many names in a row that are taken: the person finds another kind of name sooner."""


class FileList(QWidget):
    """Chosen files, listed before they are sent."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(name)
        self.list.setMaximumHeight(92)
        self.list.setToolTip(tr("Text, Markdown, code, PDF and DOCX; of a folder, every file in it"))
        add, folder = button(tr("Add files…")), button(tr("Add folder…"))
        remove = button(tr("Remove"), name=tr("Remove the chosen file"))
        self.setLayout(in_row((self.list, 1), in_column(add, folder, remove, SPACE, spacing=3)))
        modes = QFileDialog.FileMode
        add.clicked.connect(lambda: self._ask(tr("Add files"), modes.ExistingFiles))
        folder.clicked.connect(lambda: self._ask(tr("Add folder"), modes.Directory))
        remove.clicked.connect(lambda: self.list.takeItem(self.list.currentRow()))
        self.list.model().rowsInserted.connect(self.changed)
        self.list.model().rowsRemoved.connect(self.changed)

    def _ask(self, title: str, mode: QFileDialog.FileMode) -> None:
        last = self.paths()[-1:]
        near = last[0].parent if last and last[0].parent.is_dir() else Path.home()
        dialog = QFileDialog(self, title, str(near))
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self.list.addItems)
        show_once(dialog)

    def put(self, texts: Sequence[Mapping[str, JsonValue]]) -> None:
        """List texts that another session was given; their files may have changed since, or be gone."""
        self.list.clear()
        for text in texts:
            item = QListWidgetItem(tr("{name} (as given before)", name=shown(str(text.get("name", "")), 120)))
            item.setData(_TEXT, dict(text))
            self.list.addItem(item)

    def kept(self) -> list[dict[str, JsonValue]]:
        """Return the texts of another session that are still listed."""
        return [item.data(_TEXT) for item in self._items() if item.data(_TEXT) is not None]

    def paths(self) -> list[Path]:
        """Return the chosen files and folders."""
        return [Path(item.text()) for item in self._items() if item.data(_TEXT) is None]

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]


def _translated(text: str) -> str:
    """Return a field's word in the person's language; workflows declare them without Qt."""
    return tr(Words(text, context="setup")) if text else ""


def _folder_button(line: QWidget, title: str) -> QPushButton:
    """Return a button that asks for a folder and writes it into a line."""
    assert isinstance(line, QLineEdit)
    chooser = button(tr("Choose…"), name=tr("Choose a folder: {title}", title=title))

    def ask() -> None:
        there = Path(line.text()).expanduser() if line.text().strip() else Path.home()
        ask_folder(line, title, there if there.is_dir() else Path.home(), line.setText)

    chooser.clicked.connect(ask)
    return chooser


class FieldRow:
    """One field: its control, its error line, and how its value is read."""

    def __init__(self, field: SetupField, info: FieldInfo) -> None:
        self.name = field.name
        self.title = _translated(info.title or field.name.replace("_", " ").capitalize())
        self.suggest = field.suggest
        kind = forms_of(info.annotation)[0]
        self._optional = type(None) in typing.get_args(info.annotation)
        self._as_lines = typing.get_origin(kind) in (tuple, list)
        """Whether each line of the control is a value of its own."""
        self._items: dict[str, object] = {}
        """What was put in, by the line it is shown as: a line that stays as it is stays what it was."""
        self.error: QLabel = label("", wrap=True, scale=0.92)
        self.error.setProperty("bad", True)
        self.error.hide()
        about = _translated(info.description or "")
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
            files = FileList(self.title)
            return files, files.changed
        if field.widget == "long_text":
            text = editor(self.title, about)
            text.setMaximumHeight(text.minimumHeight() + 40)
            return text, text.textChanged
        choices = list(typing.get_args(kind)) if typing.get_origin(kind) is Literal else []
        if isinstance(kind, type) and issubclass(kind, Enum):
            choices = [member.value for member in kind]
        if choices:
            combo = ComboBox()
            for choice in choices:
                combo.addItem(_translated(str(choice).replace("_", " ").capitalize()), choice)
            return combo, combo.currentIndexChanged
        if kind is bool:
            check = QCheckBox(self.title)
            return check, check.toggled
        if self._as_lines:
            lines = editor(self.title, tr("One per line") if field.empty is None else tr(field.empty), 2)
            lines.setMaximumHeight(80)
            return lines, lines.textChanged
        line = QLineEdit()
        if self._optional:
            line.setPlaceholderText(tr("none") if field.empty is None else tr(field.empty))
        if kind in (int, float):
            line.setMaximumWidth(120)
        return line, line.textChanged

    def value(self) -> object:
        """Return what is in the control, as pydantic takes it; of files their paths."""
        control = self.control
        if isinstance(control, FileList):
            return control.paths()
        if isinstance(control, QComboBox):
            return control.currentData()
        if isinstance(control, QCheckBox):
            return control.isChecked()
        if isinstance(control, QPlainTextEdit):
            text = control.toPlainText()
            lines = (line.strip() for line in text.splitlines())
            return text if not self._as_lines else [self._items.get(line, line) for line in lines if line]
        assert isinstance(control, QLineEdit)
        return control.text().strip() or (None if self._optional else "")

    @property
    def words(self) -> str | None:
        """The words as they were typed, None where nothing is typed."""
        if isinstance(self.control, QPlainTextEdit):
            return self.control.toPlainText()
        return self.control.text() if isinstance(self.control, QLineEdit) else None

    def put(self, value: object) -> None:
        """Put a value of the setup in, as far as the control can hold it."""
        control = self.control
        if isinstance(control, QComboBox):
            chosen = value.value if isinstance(value, Enum) else value
            control.setCurrentIndex(max(0, control.findData(chosen)))
        elif isinstance(control, QCheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, FileList):
            control.put([item for item in value if isinstance(item, Mapping)] if _listed(value) else [])
        elif isinstance(control, QPlainTextEdit) and _listed(value):
            self._items = {_line(item): item for item in value}
            control.setPlainText("\n".join(self._items))
        elif isinstance(control, QPlainTextEdit):
            control.setPlainText("" if value is None else str(value))
        elif isinstance(control, QLineEdit):
            control.setText("" if value is None else str(value))

    def show_error(self, text: str) -> None:
        """Say beside the field what is wrong with it."""
        self.error.setText(text)
        self.error.setVisible(bool(text))


def _listed(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _line(item: object) -> str:
    """Return an item of a list as one line; of one with fields their texts."""
    text = " ".join(map(str, item.values())) if isinstance(item, Mapping) else str(item)
    return " ".join(text.split())


class SetupForm(QWidget):
    """The fields of one page of the form."""

    def __init__(self, model: type[BaseModel], fields: Sequence[SetupField], *, above: bool = False) -> None:
        """`above` puts each field's name above it, for the few fields of a narrow dialog."""
        super().__init__()
        self.rows: dict[str, FieldRow] = {}
        self.family: list[SetupForm] = [self]
        """The pages of one form: a suggestion looks at all of them."""
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        if above:
            layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for field in fields:
            row = self.rows[field.name] = FieldRow(field, model.model_fields[field.name])
            cell = in_column(spacing=2)
            if field.widget == "folder":
                cell.addLayout(in_row((row.control, 1), _folder_button(row.control, row.title)))
            else:
                # Not in a row: it would grow with the cell, and a short figure stand in its middle.
                cell.addWidget(row.control)
            if field.suggest is not None and isinstance(row.control, QPlainTextEdit):
                cell.addLayout(self._suggesting(row, row.control, field.suggest))
            cell.addWidget(row.error)
            title = label("" if isinstance(row.control, QCheckBox) else row.title)
            title.setBuddy(row.control)
            layout.addRow(title, boxed(cell))

    def place(self, title: str, content: QWidget, *, first: bool = False) -> None:
        """Put a row that is no field of the setup into the form's columns: at its end, or before all."""
        layout = self.layout()
        assert isinstance(layout, QFormLayout)
        layout.insertRow(0 if first else layout.rowCount(), label(title), content)

    def _suggesting(
        self, row: FieldRow, control: QPlainTextEdit, suggest: Callable[[Mapping[str, object]], JsonValue]
    ) -> QHBoxLayout:
        """Return a line with a button that fills a field from the others; nothing is put in unasked."""
        offer = button(tr("Suggest from the question"), name=tr("Suggest: {field}", field=row.title))

        def fill() -> None:
            values = {name: other.value() for form in self.family for name, other in form.rows.items()}
            found = suggest(values)
            lines = [str(item) for item in found] if isinstance(found, list | tuple) else [str(found or "")]
            typed = control.toPlainText().splitlines()
            # What is there already stays: it was typed, or kept from the last suggestion.
            add_lines(control, [line for line in lines if line and line not in typed])

        offer.clicked.connect(fill)
        return in_row(offer, SPACE)

    def values(self) -> dict[str, object]:
        return {name: row.value() for name, row in self.rows.items()}


def first_free(
    row: FieldRow, values: Mapping[str, object], taken: Callable[[Mapping[str, object]], bool]
) -> str:
    """Return what a line may hold, suggested anew until it is not taken; empty: nothing to suggest."""
    suggestion = ""
    for _ in range(_MOST_SUGGESTIONS):
        suggestion = str(row.suggest(values) or "") if row.suggest is not None else ""
        values = {**values, row.name: suggestion}
        if not suggestion or not taken(values):
            break
    return suggestion


def check(model: type[BaseModel], values: Mapping[str, object]) -> dict[str, str]:
    """Return what is wrong, by field; errors of the whole setup under ''."""
    found: dict[str, str] = {}
    try:
        model.model_validate(dict(values))
    except ValidationError as error:
        for item in error.errors():
            where = str(item["loc"][0]) if item["loc"] else ""
            why = tr(refusal(item, field_of(model, item["loc"])))
            if speaks_for_itself(item):
                sentence = why[:1].upper() + why[1:] + "."
            else:
                field = model.model_fields.get(where)
                title = _translated((field.title if field else None) or where)
                sentence = tr("{title}: {why}.", title=title, why=why)
            found.setdefault(where, sentence)
    return found
