"""The door to all other settings of a new session: what is set behind it, and what no field of it shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pydantic import BaseModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from app.domain.i18n import Message
from app.services.looking_back import MOST
from app.ui.kit.controls import fold_button, line_edit
from app.ui.kit.layouts import SPACE, boxed, hairline, in_column, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION
from app.ui.setup.field_row import FieldRow
from app.ui.setup.setup_form import SetupForm, as_far_as_sound, usual_of


class AlsoSet:
    """Settings beside the form: `values` by field, and `line`, which names those that are not as usual."""

    def __init__(self, setup: type[BaseModel]) -> None:
        self._setup = setup
        self.values: dict[str, object] = {}
        self.line = label("", muted=True, wrap=True, scale=CAPTION)
        self.line.hide()

    def keep(self, values: Mapping[str, object], rows: Collection[FieldRow]) -> None:
        """Keep those of the values that are fields of the setup and in none of the rows."""
        listed = {row.name for row in rows}
        fields = self._setup.model_fields
        self.values = {name: value for name, value in values.items() if name in fields and name not in listed}
        sound, usual = dict(as_far_as_sound(self._setup, self.values)), usual_of(self._setup)
        titles = [
            tr(Message(field.title or name, context="setup"))
            for name, field in fields.items()
            if name in self.values and sound.get(name) != usual[name]
        ]
        self.line.setText(tr("Also set: {settings}.", settings=", ".join(titles)))
        self.line.setVisible(bool(titles))


class _ForecastLine(QWidget):
    """A line for a forecast; empty: none is made."""

    def __init__(self) -> None:
        super().__init__()
        about = tr("No model is told. Once the first answers are there it stays as it is.")
        self.line = line_edit(tr("What you expect"), tr("In one line, if you like"), most=MOST)
        self.line.setAccessibleDescription(about)
        title = label(tr("What you expect"))
        title.setBuddy(self.line)
        note = label(about, muted=True, wrap=True, scale=CAPTION)
        self.setLayout(in_column(title, self.line, note, spacing=4))

    def text(self) -> str:
        """Return what is expected, in one line."""
        return " ".join(self.line.text().split())


class SettingsFold(QWidget):
    """A line that unfolds the settings; beside or below it stand those that are not as usual, then others."""

    def __init__(
        self, setup: type[BaseModel], advanced: SetupForm, also: AlsoSet, cards: Collection[FieldRow]
    ) -> None:
        """`cards`: the choices before it, on which it may depend what is told; without, all is told below."""
        super().__init__()
        self._setup = setup
        self._rows = {row.name: row for row in (*cards, *advanced.rows.values())}
        self._usual = usual_of(setup)
        self.fold = fold_button(tr("Advanced"))
        self.forecast = _ForecastLine()
        self.low = in_row(SPACE)
        """What a low foot has no room for."""
        self._folded = [advanced, boxed(self.low)]
        if cards and advanced.first is not None:
            advanced.first.addWidget(self.forecast)
        else:
            self._folded.insert(1, self.forecast)
        for part in self._folded:
            part.hide()
        if cards:
            self.told = label("", muted=True, scale=CAPTION, widget=OneLine())
            head = in_row(self.fold, self.told, SPACE, spacing=8)
            self.setLayout(in_column(head, also.line, *self._folded, spacing=10))
        else:
            self.told = label("", muted=True, scale=CAPTION, wrap=True)
            column = in_column(in_row(self.fold, SPACE), self.told, spacing=2)
            self.setLayout(in_column(column, *self._folded, also.line, spacing=10))
        self.fold.toggled.connect(self._on_fold_toggled)
        for row in self._rows.values():
            row.changed.connect(self._tell)
        self._tell()

    def below(self, first: QWidget) -> QWidget:
        """Return itself below a line that parts it from something else."""
        return boxed(in_column(first, hairline(), self, spacing=8))

    def _on_fold_toggled(self, on: bool) -> None:
        for part in self._folded:
            part.setVisible(on)

    def _tell(self) -> None:
        """Tell what differs from what is usual first, then what is good to know at all."""
        setup = as_far_as_sound(self._setup, {name: row.value() for name, row in self._rows.items()})
        typed = dict(setup)
        other: list[str] = []
        usual: list[str] = []
        for name, row in self._rows.items():
            differs = typed[name] != self._usual[name]
            if row.field.told is not None:
                said = row.field.told(setup)
                (other if differs else usual).extend([tr(said)] if said is not None else [])
            elif differs and not row.field.cards:
                other.append(_in_words(row))
        self.told.setText(" · ".join([*other, *usual]))
        self.told.setVisible(bool(other or usual))


def _in_words(row: FieldRow) -> str:
    """Return what a field holds, in a few words."""
    control = row.control
    if isinstance(control, QCheckBox):
        return row.title if control.isChecked() else tr("{title}: off", title=row.title)
    if isinstance(control, QComboBox):
        return tr("{title}: {value}", title=row.title, value=control.currentText())
    if row.is_figure and isinstance(control, QLineEdit):
        value = f"{control.text() or tr('none')} {row.field.unit}".strip()
        return tr("{title}: {value}", title=row.title, value=value)
    return row.title
