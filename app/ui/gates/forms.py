"""Small dialogs that collect a decision's data: a limit, a reason, and whatever another verb takes."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pydantic import BaseModel
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from app.domain.canonical import JsonValue
from app.engine.plugin import SetupField
from app.ui.gates.base import DecisionDialog
from app.ui.kit.controls import NumberBox
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import inset, label, tr
from app.ui.setup.setup_form import SetupForm, check
from app.ui.view.draft_store import DraftStore


class LimitDialog(DecisionDialog):
    """A limit in dollars or in tokens that is high enough to go on, or none.

    `least`: what is spent and what the next call may use, which the present `limit` does not cover.
    """

    def __init__(self, parent: QWidget | None, limit: float, least: float, *, tokens: bool = False) -> None:
        title = tr("Raise the token limit") if tokens else tr("Raise the cost limit")
        super().__init__(parent, title, tr("Raise and go on"))
        self.amount = NumberBox()
        inset(self.amount)
        self.amount.setAccessibleName(tr("New limit in tokens") if tokens else tr("New limit in dollars"))
        self._tokens, self._least = tokens, least
        more = max(limit * 1.5, least * 1.5)
        if tokens:
            self.amount.setDecimals(0)
            self.amount.setRange(0, 1_000_000_000)
            self.amount.setValue(round(more + 0.5))
        else:
            self.amount.setPrefix("$")
            self.amount.setRange(0, 100_000)
            self.amount.setValue(round(more + 0.005, 2))
        self.none = QCheckBox(tr("No limit"))
        self.none.setAccessibleName(tr("No limit"))
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

    def __init__(
        self, parent: QWidget | None, title: str, draft_store: DraftStore, critique: str = ""
    ) -> None:
        super().__init__(parent, title, tr("Save"))
        self._draft_store, self._key = draft_store, f"reason/{critique}"
        self.reason = QLineEdit(str(draft_store.draft.typed.get(self._key, "")))
        self.reason.setAccessibleName(tr("Reason"))
        self.reason.setMinimumWidth(380)
        self.body.addWidget(label(tr("Reason (the record keeps it)")))
        self.body.addWidget(self.reason)
        self.reason.textChanged.connect(
            lambda text: draft_store.type(typed={**draft_store.draft.typed, self._key: text})
        )

    def data(self) -> Mapping[str, JsonValue] | None:
        text = self.reason.text().strip()
        if not text:
            self.show_problem(tr("A reason is needed."))
            return None
        return {"reason": text}


class VerbDialog(DecisionDialog):
    """Whatever a verb takes, as a form derived from its data model; a plug-in's own gates work by it."""

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        model: type[BaseModel],
        payload: Mapping[str, JsonValue],
        draft_store: DraftStore,
        verb: str,
    ) -> None:
        what = title.rstrip("…")
        super().__init__(parent, what, what, tr("Cancel – text is kept"))
        self._model, self._draft_store, self._verb = model, draft_store, verb
        fields = [
            SetupField(name, True, "long_text" if info.annotation is str else "auto")
            for name, info in model.model_fields.items()
        ]
        self.form = SetupForm(model, fields, above=True)
        for name, row in self.form.rows.items():
            before = draft_store.draft.typed.get(f"{verb}/{name}", payload.get(name))
            if before is not None:
                row.put(before)
            if isinstance(row.control, QPlainTextEdit | QLineEdit):
                row.control.textChanged.connect(self._on_typed)
        said = payload.get("message")
        if isinstance(said, str) and said.strip():
            # What is answered stays in sight while the answer is written.
            message = SafeTextView(tr("What is asked"))
            message.show_source(said)
            message.setMaximumHeight(message.fontMetrics().lineSpacing() * 7)
            self.body.addWidget(message)
        self.body.addWidget(self.form, 1)
        self.resize(560, self.sizeHint().height())

    def _on_typed(self) -> None:
        rows = self.form.rows.values()
        typed = {f"{self._verb}/{row.name}": row.words for row in rows if row.words is not None}
        self._draft_store.type(typed={**self._draft_store.draft.typed, **typed})

    def data(self) -> Mapping[str, JsonValue] | None:
        values = {name: value for name, value in self.form.values().items() if value not in ("", None, [])}
        problems = check(self._model, values)
        for name, row in self.form.rows.items():
            row.show_error(problems.get(name, ""))
        if problems:
            self.show_problem(problems.get("", "") or tr("Please mend the marked fields."))
            return None
        # As the data model reads them: what is typed is text, what is recorded may be a figure.
        return self._model.model_validate(values).model_dump(mode="json", exclude_unset=True)
