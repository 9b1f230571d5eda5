"""Dialogs for what a decision takes: a limit, a reason, a model, picked changes, data of a verb or a copy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from app.domain.canonical import JsonValue
from app.domain.gate_lines import limit_of
from app.domain.payload import items_of
from app.domain.sentences import sentence_of
from app.engine.plugin import SetupField, WorkflowPlugin
from app.ui.gates.base import DecisionDialog, FormRequest
from app.ui.kit.controls import NumberBox, check_box, combo_box, line_edit
from app.ui.kit.layouts import boxed, nest, scrolled
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import label, single_line, tr
from app.ui.setup.field_row import first_free
from app.ui.setup.setup_form import SetupForm, check
from app.ui.view.draft_store import DraftStore

LONGEST_NAME = 90
_INDENT = 24


class PiecesDialog(DecisionDialog):
    """The payload's files, each with its changes below it."""

    size_at_100 = (680, 520)

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        title = tr(request.choice.label).rstrip("…")
        super().__init__(parent, title, title)
        note = label(tr("What is not ticked stays as it was."), muted=True, wrap=True)
        self.body.addWidget(note)
        self.files: dict[str, QCheckBox] = {}
        self.pieces: dict[str, dict[int, QCheckBox]] = {}
        column = QVBoxLayout()
        column.setSpacing(4)
        for item in items_of(request.about.payload, "files"):
            self._add_file(column, item)
        column.addStretch(1)
        self.area = scrolled(boxed(column))
        self.area.setAccessibleName(tr("Files and their changes"))
        self.body.addWidget(self.area, 1)

    def _add_file(self, column: QVBoxLayout, item: Mapping[str, JsonValue]) -> None:
        path = str(item.get("path", ""))
        what = single_line(tr(sentence_of(item.get("said"))), LONGEST_NAME)
        told = f"{single_line(path, LONGEST_NAME)} · {what}"
        # What is put together from several has nothing chosen at the beginning.
        ticked = item.get("ticked") is not False
        box = _tick(told, ticked)
        self.files[path], self.pieces[path] = box, {}
        column.addWidget(box)
        hunks = items_of(item, "hunks")
        if len(hunks) == 1:
            # One change is ticked with its file; what it is has to be read all the same.
            told = tr(sentence_of(hunks[0].get("said")))
            box.setAccessibleDescription(told)
            column.addWidget(_below(told))
        for hunk in hunks if len(hunks) > 1 else ():
            number = hunk.get("number")
            if not isinstance(number, int):
                continue
            where, what = (tr(sentence_of(hunk.get(name))) for name in ("where", "said"))
            piece = _tick(single_line(where, LONGEST_NAME), ticked)
            piece.setAccessibleDescription(what)
            below = QVBoxLayout()
            below.setSpacing(0)
            below.setContentsMargins(_INDENT, 0, 0, 2)
            below.addWidget(piece)
            below.addWidget(_below(what))
            nest(column, below)
            self.pieces[path][number] = piece
            piece.toggled.connect(lambda _on, path=path: self._on_piece_toggled(path))
        if self.pieces[path]:
            box.setTristate(True)
        # Not `toggled`: between some and all nothing is toggled.
        box.clicked.connect(lambda _on, path=path: self._on_file_clicked(path))

    def _on_file_clicked(self, path: str) -> None:
        box = self.files[path]
        if box.checkState() == Qt.CheckState.PartiallyChecked:
            # A press means all or nothing; some of it is what the changes below say.
            box.setCheckState(Qt.CheckState.Checked)
        for piece in self.pieces[path].values():
            piece.blockSignals(True)
            piece.setChecked(box.checkState() == Qt.CheckState.Checked)
            piece.blockSignals(False)
        self.show_problem("")

    def _on_piece_toggled(self, path: str) -> None:
        ticked = [piece.isChecked() for piece in self.pieces[path].values()]
        state = Qt.CheckState.Checked if all(ticked) else Qt.CheckState.PartiallyChecked
        self.files[path].setCheckState(state if any(ticked) else Qt.CheckState.Unchecked)
        self.show_problem("")

    def data(self) -> Mapping[str, JsonValue] | None:
        files: list[JsonValue] = []
        hunks: dict[str, JsonValue] = {}
        for path, box in self.files.items():
            if box.checkState() == Qt.CheckState.Checked:
                files.append(path)
            elif box.checkState() == Qt.CheckState.PartiallyChecked:
                hunks[path] = [number for number, piece in self.pieces[path].items() if piece.isChecked()]
        if not files and not hunks:
            self.show_problem(tr("Nothing is ticked. Tick what you want, or reject the change."))
            return None
        return {"files": files, "hunks": hunks}


def _below(told: str) -> QWidget:
    """Return the words of a change, set in below its tick."""
    said = label(told, muted=True, wrap=True)
    said.setContentsMargins(_INDENT, 0, 0, 0)
    return said


def _tick(text: str, ticked: bool) -> QCheckBox:
    box = QCheckBox(text.replace("&", "&&"))
    box.setChecked(ticked)
    return box


class LimitDialog(DecisionDialog):
    """A limit in dollars or in tokens that is high enough to go on, or none."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        reached = limit_of(request.about.payload)
        tokens = reached.tokens
        title = tr("Raise the token limit") if tokens else tr("Raise the cost limit")
        super().__init__(parent, title, tr("Raise and go on"))
        self._tokens, self._least = tokens, reached.spent + reached.needs
        more = 1.5 * max(reached.limit, self._least)
        if tokens:
            self.amount = NumberBox(tr("New limit in tokens"), 1_000_000_000, decimals=0)
            self.amount.setValue(round(more + 0.5))
        else:
            self.amount = NumberBox(tr("New limit in dollars"), 100_000, prefix="$")
            self.amount.setValue(round(more + 0.005, 2))
        self.none = check_box(tr("No limit"))
        self.none.toggled.connect(self.amount.setDisabled)
        self.body.addWidget(label(tr("New limit for this session"), bold=True))
        self.body.addWidget(self.amount)
        self.body.addWidget(self.none)

    def data(self) -> Mapping[str, JsonValue] | None:
        if not self.none.isChecked() and self.amount.value() < self._least:
            # The same question would be asked again at once.
            enough = math.ceil(self._least) if self._tokens else math.ceil(self._least * 100) / 100
            amount = tr("{n} tokens", n=f"{enough:,}") if self._tokens else f"${enough:,.2f}"
            self.show_problem(tr("At least {amount} is needed to go on.", amount=amount))
            self.amount.setFocus()
            return None
        return {"limit": None if self.none.isChecked() else self.amount.value()}


class ReasonDialog(DecisionDialog):
    """Why a critique is dismissed or put off."""

    def __init__(self, parent: QWidget | None, title: str, draft_store: DraftStore, critique: str) -> None:
        super().__init__(parent, title, tr("Save"))
        key = f"reason/{critique}"
        self.reason = line_edit(tr("Reason"), text=str(draft_store.draft.typed.get(key, "")))
        self.reason.setMinimumWidth(380)
        self.body.addWidget(label(tr("Reason (kept in the log)")))
        self.body.addWidget(self.reason)
        self.reason.textChanged.connect(
            lambda text: draft_store.type(typed={**draft_store.draft.typed, key: text})
        )

    def data(self) -> Mapping[str, JsonValue] | None:
        text = self.reason.text().strip()
        if not text:
            self.show_problem(tr("A reason is needed."))
            return None
        return {"reason": text}


class ReplaceDialog(DecisionDialog):
    """A model's name, chosen from those at the table or typed; `model` is empty where it is not told."""

    def __init__(self, parent: QWidget | None, name: str, model: str, known: Sequence[str]) -> None:
        super().__init__(parent, tr("Another model for {name}", name=name), tr("Use it"))
        self._model = model
        others = [(other, other) for other in known if other != model]
        self.box = combo_box(tr("Model for {seat}", seat=name), others, tip="")
        self.box.setEditable(True)
        self.box.setMinimumWidth(340)
        self.box.setEditText("")
        edit = self.box.lineEdit()
        if edit is not None:
            edit.setPlaceholderText(tr("provider/model"))
        if model:
            self.body.addWidget(label(tr("Current model: {model}", model=single_line(model, 60)), wrap=True))
        self.body.addWidget(self.box)
        hint = tr("The other model answers from the next call on. Nothing is lost.")
        self.body.addWidget(label(hint, wrap=True, muted=True))

    def data(self) -> Mapping[str, JsonValue] | None:
        model = self.box.currentText().strip()
        if not model or model == self._model:
            self.show_problem(tr("Name another model, such as openai/gpt-4o-mini."))
            return None
        return {"model": model}


_GOES_ON, _WIDE, _ANY = 250, 560, 16777215
"""Pixels: of a text that is gone on with and of the form around it, which fits into the lowest window; Qt's
largest."""


def _takes_lines(info: FieldInfo) -> bool:
    """Tell whether what a field takes may be long; a model says `one_line` of what is a name."""
    extra = info.json_schema_extra
    return info.annotation is str and not (isinstance(extra, dict) and extra.get("one_line") is True)


class VerbDialog(DecisionDialog):
    """Whatever a verb takes, as a form derived from its data model; a plug-in's own gates work by it."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        what = tr(request.choice.label).rstrip("…")
        super().__init__(parent, what, what, tr("Cancel – text is kept"))
        self._draft_store, self._verb = request.draft_store, request.choice.verb
        payload, model = request.about.payload, self._verb.data
        fields = [
            SetupField(name, True, "long_text" if _takes_lines(info) else "auto")
            for name, info in model.model_fields.items()
        ]
        self.form = SetupForm(model, fields, "above")
        for name, row in self.form.rows.items():
            before = self._draft_store.draft.typed.get(f"{self._verb.name}/{name}", payload.get(name))
            before = request.choice.begins.get(name, before)
            if before is not None:
                row.put(before)
            if isinstance(row.control, PlainEditor | QLineEdit):
                row.control.textChanged.connect(self._on_typed)
        asked = payload.get("message")
        if isinstance(asked, str) and asked.strip():
            # What is answered stays in sight while the answer is written.
            message = SafeTextView(tr("What is asked"))
            message.show_source(asked)
            message.setMaximumHeight(message.fontMetrics().lineSpacing() * 7)
            self.body.addWidget(message)
        self.body.addWidget(self.form, 1)
        self.resize(560, self.sizeHint().height())
        left = [row for name, row in self.form.rows.items() if name not in request.choice.begins]
        texts = [row.control for row in self.form.rows.values() if isinstance(row.control, PlainEditor)]
        if request.choice.begins and left:
            # What is begun already is seen, and what is missing is typed at once.
            left[0].control.setFocus()
        elif request.choice.begins and texts:
            # A text that is gone on with is read first, and in more than a few lines.
            texts[-1].setMaximumHeight(_ANY)
            texts[-1].setMinimumHeight(_GOES_ON)
            self.resize(_WIDE, self.sizeHint().height())
            texts[-1].setFocus()

    def _on_typed(self) -> None:
        rows = self.form.rows.values()
        typed = {f"{self._verb.name}/{row.name}": row.words for row in rows if row.words is not None}
        self._draft_store.type(typed={**self._draft_store.draft.typed, **typed})

    def data(self) -> Mapping[str, JsonValue] | None:
        values = {name: value for name, value in self.form.values().items() if value not in ("", None, [])}
        model = self._verb.data
        problems = check(model, values)
        for name, row in self.form.rows.items():
            row.show_error(problems.get(name, ""))
        if problems:
            self.show_problem(problems.get("", "") or tr("Please correct the marked fields."))
            return None
        # As the data model reads them: what is typed is text, what is recorded may be a figure.
        return model.model_validate(values).model_dump(mode="json", exclude_unset=True)


class ForkDialog(DecisionDialog):
    """A form of the fields that a fork may not share with the session it comes from."""

    def __init__(
        self,
        parent: QWidget | None,
        plugin: WorkflowPlugin,
        setup: Mapping[str, object],
        taken: Callable[[Mapping[str, object]], bool],
    ) -> None:
        """`setup` is that of the session copied; `taken` tells of values another session has already."""
        super().__init__(parent, tr("Go on in a copy"), tr("Make the copy"))
        known = {field.name: field for field in plugin.form}
        fields = [known.get(name, SetupField(name)) for name in plugin.fork_fields]
        self.form = SetupForm(plugin.setup, fields, "above")
        for row in self.form.rows.values():
            row.put(first_free(row, setup, taken))
        self.body.addWidget(label(tr("The copy needs a value of its own here:"), wrap=True))
        self.body.addWidget(self.form)
        self.setMinimumWidth(420)

    def data(self) -> Mapping[str, object] | None:
        values = self.form.values()
        for name, row in self.form.rows.items():
            row.show_error("" if values[name] else tr("Fill this in."))
        return values if all(values.values()) else None
