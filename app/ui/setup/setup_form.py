"""A form derived from a plug-in's setup model: one control per field, its error beside it."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import BaseModel, TypeAdapter, ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.domain.refusals import field_of, forms_of, out_of_range, refusal, speaks_for_itself
from app.engine.plugin import SetupField, WorkflowPlugin
from app.ui.kit.dialog import add_lines
from app.ui.kit.files import ask_folder, near_folder
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, nest
from app.ui.kit.one_line import CutButton, OneLine
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import button, count, label, link_button, tr
from app.ui.kit.theme import CAPTION, text_scale
from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.field_row import FieldRow, translated
from app.ui.setup.file_list import FileList
from app.ui.setup.typed import CheckList, QuestionText, is_share

LEAST, BETWEEN = 240, 20
"""Pixels of a column at 100 % text, and between two."""


class _GroupColumns(SizeAware, QWidget):
    """Puts groups into rows of one width, each at the top of its place."""

    def __init__(self, groups: Sequence[QWidget]) -> None:
        super().__init__()
        self._groups, self._columns = groups, 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(BETWEEN)
        self._grid.setVerticalSpacing(18)
        self._fit()

    def _fit(self) -> None:
        wide = LEAST * max(1.0, text_scale(self))
        columns = min(len(self._groups), max(1, int((self.width() + BETWEEN) / (wide + BETWEEN))))
        if columns == self._columns:
            return
        for at in range(self._columns):
            self._grid.setColumnStretch(at, 0)
        self._columns = columns
        for at, group in enumerate(self._groups):
            self._grid.removeWidget(group)
            row, column = divmod(at, columns)
            self._grid.addWidget(group, row, column, Qt.AlignmentFlag.AlignTop)
            self._grid.setColumnStretch(column, 1)


BESIDE = 150
"""Pixels of a choice that has room beside its name, at 100 % text."""
ASIDE = 225
"""Pixels of the column of choices, at 100 % text."""
_BASIC = ("question", "context_files", "files", "max_rounds", "gate_policy")
"""Shown first where the plug-in marks nothing as basic itself."""
_ANY = 16777215
"""Pixels: as high as there is room for."""


def _folder_button(line: QWidget, title: str) -> QPushButton:
    """Return a button that asks for a folder and writes it into a line."""
    assert isinstance(line, QLineEdit)
    # What is dropped on it is its path, not an address: the form takes it.
    line.setAcceptDrops(False)
    chooser = button(tr("Choose…"), beside=True, name=tr("Choose a folder: {title}", title=title))

    def ask() -> None:
        ask_folder(line, title, near_folder(line.text()), line.setText)

    chooser.clicked.connect(ask)
    return chooser


class _Counted(OneLine):
    """How long a text is: the first to go where its question is long and the letters are large."""

    LEAST = 24


def _show_length(text: PlainEditor, counted: QLabel) -> None:
    words = len(text.toPlainText().split())
    kinds = tr("plain text or Markdown")
    counted.setText(f"{count(words, '{n} word', '{n} words')} · {kinds}" if words else kinds)


def in_groups(fields: Sequence[SetupField]) -> list[SetupField]:
    """Return fields as they are shown: those under no title, then each title's in the order of the titles."""
    titles = list(dict.fromkeys(str(field.group) for field in fields if field.group is not None))
    return sorted(fields, key=lambda field: titles.index(str(field.group)) + 1 if field.group else 0)


Shape = Literal["above", "aside", "wide", "sheet"]
"""How a page lays its fields out: names above, names left of small controls in one column or in as many as
there is room for, or as the part that takes the room: the first long text grows."""


class SetupForm(QWidget):
    """The fields of one page of the form."""

    sample_wanted = Signal()
    """The workflow's sample is to be seen."""

    def __init__(
        self,
        model: type[BaseModel],
        fields: Sequence[SetupField],
        shape: Shape,
        *,
        after: SetupForm | None = None,
        sees_sample: bool = False,
    ) -> None:
        """`after`: a page that stands before this one; its fields are among the rows of this one.

        `sees_sample`: a sample can be opened from it.
        """
        super().__init__()
        # In the order in which they stand: Tab goes as they were made.
        own = {field.name: FieldRow(field, model.model_fields[field.name]) for field in in_groups(fields)}
        self.rows: dict[str, FieldRow] = {**(after.rows if after is not None else {}), **own}
        if (files := self.file_list()) is not None and files.for_one:
            for row in own.values():
                if isinstance(row.control, QuestionText):
                    row.control.picture_pasted.connect(files.add_picture)
        self._sees_sample = sees_sample
        self.sample: QPushButton | None = None
        """Opens the sample, where there is one."""
        self._sections: dict[str, QWidget] = {}
        """What is not always in sight, by the field's name."""
        self._own = own
        self.first: QBoxLayout | None = None
        """The first group of settings; what else belongs there may stand below it."""
        self._crowded, self._all = False, False
        self.family: list[SetupForm] = [self]
        """The pages of one form: a suggestion looks at all of them."""
        if shape == "above":
            self._lay_out_above(own)
        elif shape == "sheet":
            self._lay_out_sheet(own)
            self._show_sections()
        else:
            self._lay_out_groups(own, wide=shape == "wide")

    def _lay_out_above(self, rows: Mapping[str, FieldRow]) -> None:
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for row in rows.values():
            title = label("" if isinstance(row.control, QCheckBox) else row.title)
            title.setBuddy(row.control)
            layout.addRow(title, boxed(self._cell(row)))

    def _lay_out_groups(self, rows: Mapping[str, FieldRow], *, wide: bool) -> None:
        groups: list[QWidget] = []
        for title, members in groupby(rows.values(), lambda row: row.field.group):
            column = in_column(spacing=10)
            groups.append(boxed(column))
            if self.first is None:
                self.first = column
            if title is not None:
                column.addWidget(label(tr(title), bold=True))
            for row in members:
                self._put_aside(column, row)
        self.setLayout(in_column(_GroupColumns(groups)) if wide else in_column(*groups, spacing=18))

    def _put_aside(self, column: QBoxLayout, row: FieldRow) -> None:
        control = row.control
        title = label(row.title, bold=row.field.basic, wrap=True)
        title.setBuddy(control)
        if isinstance(control, QCheckBox):
            about = label(row.about, wrap=True, muted=True, scale=CAPTION)
            about.setVisible(row.field.basic and bool(row.about))
            below = in_row(about, margins=(25, 0, 0, 0))
            nest(column, in_column(control, below, row.error, spacing=0))
        elif (
            isinstance(control, PlainEditor | FileList | CheckList)
            or (isinstance(control, QLineEdit) and not row.is_figure)
            or (isinstance(control, QComboBox) and not self._fits_beside(control, title.text()))
        ):
            if isinstance(control, PlainEditor):
                control.setMinimumHeight(control.line_step() * 3 + 16)
                control.setMaximumHeight(control.minimumHeight())
            elif isinstance(control, QComboBox):
                # Its longest words must not push the column out of sight; the list shows them whole.
                control.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
                control.view().setMinimumWidth(control.view().sizeHintForColumn(0) + 8)
            cell = in_column(title, self._cell(row), spacing=4)
            if not isinstance(control, CheckList):
                nest(column, cell)
                return
            # There is nothing to choose from where none is set up.
            cell.setContentsMargins(0, 0, 0, 0)
            cell.addWidget(label(row.about, wrap=True, muted=True, scale=CAPTION))
            part = boxed(cell)
            column.addWidget(part)
            part.setHidden(not control.boxes)
            control.offered.connect(part.setVisible)
        else:
            control.setMinimumWidth(84 if row.is_figure else 110)
            if row.is_figure:
                control.setMaximumWidth(96)
            # A name may break; its control keeps its room.
            nest(column, in_column(in_row((title, 1), control, spacing=8), row.error, spacing=2))

    def _fits_beside(self, control: QComboBox, name: str) -> bool:
        """Tell whether a choice has room beside its name: next to long words it would stand a word a line."""
        scale, needed = text_scale(self), control.sizeHint().width()
        two_lines = 1.6 * (ASIDE * scale - needed)
        return needed <= BESIDE * scale and self.fontMetrics().horizontalAdvance(name) <= two_lines

    def _lay_out_sheet(self, rows: Mapping[str, FieldRow]) -> None:
        column = in_column(spacing=6)
        self.setLayout(column)
        titles = [row.control.title for row in rows.values() if isinstance(row.control, FileList)]
        for asked in titles:
            # What can be done with the one stands below what can be done with the other.
            asked.setMinimumWidth(max(one.sizeHint().width() for one in titles))
            asked.show()
        for row in rows.values():
            control = row.control
            if isinstance(control, FileList):
                section = in_column(self._cell(row), spacing=6)
                if control.pastes:
                    # What becomes of them is not to be guessed from their name.
                    section.addWidget(label(row.about, wrap=True, muted=True, scale=CAPTION))
                self._add_section(column, row, section)
                continue
            if isinstance(control, ChoiceCards):
                title = label(row.ask, bold=True)
                title.setBuddy(control)
                section = in_column(title, self._cell(row), spacing=6, margins=(0, 6, 0, 0))
                self._add_section(column, row, section)
                continue
            title = label(row.ask, bold=True)
            title.setBuddy(control)
            # Beside a long question its end may go; its column must not be pushed out of sight.
            counted = label("", muted=True, scale=CAPTION, widget=_Counted())
            if column.count():
                column.addSpacing(6)
            head = in_row(title, counted, SPACE, spacing=8)
            if self._sees_sample and self.sample is None and isinstance(control, PlainEditor):
                head.addWidget(self._sample_link())
            nest(column, head)
            grows = isinstance(control, PlainEditor) and row.field.widget == "long_text"
            nest(column, self._cell(row), 1 if grows else 0)
            if grows and isinstance(control, PlainEditor):
                control.setMaximumHeight(_ANY)
                # A file that is dropped is to be listed, not written out.
                control.setAcceptDrops(False)
                control.viewport().setAcceptDrops(False)
                control.textChanged.connect(partial(_show_length, control, counted))
                _show_length(control, counted)

    def _add_section(self, column: QBoxLayout, row: FieldRow, section: QLayout) -> None:
        """Put in what may be out of sight: with another card, or where something else needs the room."""
        self._sections[row.name] = boxed(section)
        column.addWidget(self._sections[row.name])
        row.changed.connect(self._show_sections)

    def make_room(self, on: bool) -> None:
        """Keep texts low, and ask for nothing but them and material, while something else needs the room."""
        self._crowded = on
        self._show_sections()

    def show_all(self, on: bool) -> None:
        """Show what is asked with other cards too, and keep texts low: all settings are looked at."""
        self._all = on
        self._show_sections()

    def _show_sections(self) -> None:
        if self.sample is not None:
            self.sample.setHidden(self._crowded)
        for text in self.findChildren(QuestionText):
            text.setMinimumHeight(text.line_step() * 3 + 8 if self._crowded else text.line_step() * 4 + 14)
            text.setMaximumHeight(text.minimumHeight() if self._crowded or self._all else _ANY)
        chosen = [row.value() for row in self._own.values() if isinstance(row.control, ChoiceCards)]
        for name, section in self._sections.items():
            row = self._own[name]
            control = row.control
            filled = isinstance(control, FileList) and control.list.count() > 0
            asked = row.field.with_card in ("", *chosen) or self._all
            if self._crowded:
                # Of lists that of the material is left: rules quote from it.
                asked = isinstance(control, FileList) and not control.pastes
            section.setHidden(not (asked or filled))

    def _sample_link(self) -> QPushButton:
        """Return what opens a sample: a session of this kind that was written by hand."""
        link = self.sample = link_button(
            tr("See a sample"),
            tip=tr("A session written by hand: it shows how one goes. No model takes part."),
        )
        link.clicked.connect(self.sample_wanted)
        return link

    def _cell(self, row: FieldRow) -> QBoxLayout:
        """Return a field's control with what belongs to it."""
        cell = in_column(spacing=2)
        if row.field.widget == "folder":
            nest(cell, in_row((row.control, 1), _folder_button(row.control, row.title), spacing=8))
        else:
            # Not in a row: it would grow with the cell, and a short figure stand in its middle.
            cell.addWidget(row.control)
        if row.suggest is not None and isinstance(row.control, PlainEditor):
            nest(cell, self._suggesting(row, row.control, row.suggest))
        cell.addWidget(row.error)
        return cell

    def _suggesting(
        self, row: FieldRow, control: PlainEditor, suggest: Callable[[Mapping[str, object]], JsonValue]
    ) -> QHBoxLayout:
        """Return a line with a button that fills a field from the others; nothing is put in unasked."""
        offer = CutButton(tr("Suggest from the question"), tr("Suggest: {field}", field=row.title))

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

    def file_list(self) -> FileList | None:
        """Return the field that lists files, where there is one."""
        controls = (row.control for row in self.rows.values())
        return next((control for control in controls if isinstance(control, FileList)), None)


def as_far_as_sound(model: type[BaseModel], values: Mapping[str, object]) -> BaseModel:
    """Return a setup in which each value that is wrong, or missing still, is its field's default."""
    with suppress(ValidationError):
        return model.model_validate(dict(values))
    found = usual_of(model)
    for name in values.keys() & found.keys():
        try:
            found[name] = _check_of(model, name).validate_python(values[name])
        except ValidationError:
            if model.model_fields[name].is_required():
                found[name] = values[name]
    return model.model_construct(**found)


def usual_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the default of each field, None where it has none."""
    return {
        name: None if info.is_required() else info.get_default(call_default_factory=True)
        for name, info in model.model_fields.items()
    }


@cache
def _check_of(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """Return the check of one field by itself; made once, it is asked at every key."""
    info = model.model_fields[name]
    bounded: Any = Annotated[info.annotation, info]
    return TypeAdapter(bounded)


def check(model: type[BaseModel], values: Mapping[str, object]) -> dict[str, str]:
    """Return what is wrong, by field; errors of the whole setup under ''."""
    found: dict[str, str] = {}
    try:
        model.model_validate(dict(values))
    except ValidationError as error:
        for item in error.errors():
            where = str(item["loc"][0]) if item["loc"] else ""
            info = field_of(model, item["loc"])
            why = tr(refusal(item, info))
            if info is not None and is_share(info) and out_of_range(item):
                why = tr("0 to 100\N{NO-BREAK SPACE}% are allowed")
            if speaks_for_itself(item):
                sentence = why[:1].upper() + why[1:] + "."
            else:
                field = model.model_fields.get(where)
                title = translated((field.title if field else None) or where)
                sentence = tr("{title}: {why}.", title=title, why=why)
            found.setdefault(where, sentence)
    return found


def fields_of(plugin: WorkflowPlugin) -> tuple[Sequence[SetupField], Sequence[SetupField]]:
    """Return the fields that are asked for at once and those behind a fold; none of the team."""
    fields = plugin.setup.model_fields
    described = {field.name: field for field in plugin.form if field.name in fields}
    every = [described.get(name, SetupField(name)) for name in {**described, **fields}]
    usable = [
        field for field in every if field.on_form and field.widget != "team" and not _is_nested(plugin, field)
    ]
    basic = [field for field in usable if field.basic] or [
        replace(field, basic=True) for field in usable if field.name in _BASIC
    ]
    names = {field.name for field in basic}
    return basic, [field for field in usable if field.name not in names]


def _is_nested(plugin: WorkflowPlugin, field: SetupField) -> bool:
    """Tell whether no plain control can edit a field: it holds models (seats: the team) or named values."""
    annotation = plugin.setup.model_fields[field.name].annotation
    kind = forms_of(annotation)[0]
    kind = typing.get_origin(kind) or kind
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return True
    return "Seat" in str(annotation) or "Team" in str(annotation)
