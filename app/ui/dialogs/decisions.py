"""Dialogs that collect a decision's data: feedback, another model, a limit, a reason, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.ui.dialogs.base import Dialog, editor
from app.ui.texts import label, shown, tr


class DecisionDialog(Dialog):
    """A dialog whose main button hands out the data of a verb."""

    decided = Signal(object)
    """The data, a mapping of JSON values."""


class FeedbackDialog(DecisionDialog):
    """Reject with feedback: what should change, and for whom."""

    def __init__(self, parent: QWidget | None, number: int, members: Sequence[str], draft: str = "") -> None:
        super().__init__(parent, tr("Reject round {n}", n=number), tr("Reject"), tr("Cancel – text is kept"))
        self.body.addWidget(label(tr("What should change?"), bold=True))
        self.text = editor(
            tr("What should change?"), tr("For example: address the sampling objection; cite sources.")
        )
        self.text.setPlainText(draft)
        self.body.addWidget(self.text)
        again = tr("Round {n} is done again with your words; its texts stay in the record.", n=number)
        self.body.addWidget(label(again, wrap=True, muted=True))
        row = QHBoxLayout()
        row.addWidget(label(tr("For:")))
        self.seats = {name: QCheckBox(shown(name, 30)) for name in members}
        for name, box in self.seats.items():
            box.setChecked(True)
            box.setAccessibleName(tr("For {name}", name=shown(name, 30)))
            row.addWidget(box)
        row.addStretch(1)
        self.body.addLayout(row)
        self.resize(560, 300)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        text = self.text.toPlainText().strip()
        chosen = [name for name, box in self.seats.items() if box.isChecked()]
        if not text:
            self.show_problem(tr("Write what should change, so that the models can act on it."))
            self.text.setFocus()
            return
        if not chosen:
            self.show_problem(tr("Choose at least one member."))
            return
        data: dict[str, JsonValue] = {"feedback": text}
        if len(chosen) < len(self.seats):
            data["seats"] = [*chosen]
        self.decided.emit(data)
        self.accept()


class ModelDialog(DecisionDialog):
    """Another model for each seat that failed."""

    def __init__(self, parent: QWidget | None, failing: Mapping[str, str], known: Sequence[str]) -> None:
        super().__init__(parent, tr("Use another model"), tr("Use it"))
        form = QFormLayout()
        self.boxes: dict[str, QComboBox] = {}
        for seat, model in failing.items():
            box = QComboBox()
            box.setEditable(True)
            box.setAccessibleName(tr("Model for {seat}", seat=shown(seat, 30)))
            box.addItems([name for name in known if name != model])
            box.setMinimumWidth(300)
            self.boxes[seat] = box
            form.addRow(label(tr("{seat} (was {model})", seat=shown(seat, 30), model=shown(model, 40))), box)
        self.body.addLayout(form)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        chosen = {seat: box.currentText().strip() for seat, box in self.boxes.items()}
        empty = next((seat for seat, model in chosen.items() if not model), None)
        if empty is not None:
            self.show_problem(tr("Name a model for {seat}.", seat=empty))
            return
        self.decided.emit({"replace": dict(chosen)})
        self.accept()


class LimitDialog(DecisionDialog):
    """A higher cost limit, or none."""

    def __init__(self, parent: QWidget | None, limit: float, needed: float) -> None:
        super().__init__(parent, tr("Raise the cost limit"), tr("Raise and go on"))
        self.amount = QDoubleSpinBox()
        self.amount.setAccessibleName(tr("New limit in dollars"))
        self.amount.setPrefix("$")
        self.amount.setRange(0, 100_000)
        self.amount.setValue(round(max(limit * 1.5, limit + needed) + 0.005, 2))
        self.none = QCheckBox(tr("No limit"))
        self.none.setAccessibleName(tr("No limit"))
        self.none.toggled.connect(self.amount.setDisabled)
        self.body.addWidget(label(tr("New limit for this session"), bold=True))
        self.body.addWidget(self.amount)
        self.body.addWidget(self.none)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        self.decided.emit({"limit": None if self.none.isChecked() else self.amount.value()})
        self.accept()


class ReasonDialog(DecisionDialog):
    """Why a critique is dismissed or put off."""

    def __init__(self, parent: QWidget | None, title: str) -> None:
        super().__init__(parent, title, tr("Save"))
        self.reason = QLineEdit()
        self.reason.setAccessibleName(tr("Reason"))
        self.reason.setMinimumWidth(380)
        self.body.addWidget(label(tr("Reason (the record keeps it)")))
        self.body.addWidget(self.reason)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        text = self.reason.text().strip()
        if not text:
            self.show_problem(tr("A reason is needed."))
            return
        self.decided.emit({"reason": text})
        self.accept()


class QuestionsDialog(DecisionDialog):
    """Clarifying questions: an option or words for each; unanswered is sent as not answered."""

    def __init__(self, parent: QWidget | None, payload: Mapping[str, JsonValue]) -> None:
        super().__init__(parent, tr("The models ask"), tr("Send answers"), tr("Later"))
        inner = QWidget()
        column = QVBoxLayout(inner)
        self._rows: list[tuple[str, QButtonGroup, QLineEdit]] = []
        for item in questions_of(payload):
            self._add(column, item)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        self.body.addWidget(scroll)
        self.resize(620, 460)
        self.main.clicked.connect(self._on_main_clicked)

    def _add(self, column: QVBoxLayout, item: Mapping[str, JsonValue]) -> None:
        text = str(item.get("question") or item.get("text") or "")
        column.addWidget(label(text, bold=True, wrap=True))
        askers = item.get("asked_by") or item.get("seats")
        if isinstance(askers, list):
            column.addWidget(label(tr("From: {who}", who=", ".join(str(a) for a in askers)), muted=True))
        group = QButtonGroup(self)
        options = item.get("options")
        choices = [("answered", str(option)) for option in options] if isinstance(options, list) else []
        choices += [
            ("assume", tr("I'm not sure – assume and say so")),
            ("none_fits", tr("None of these fit")),
        ]
        for status, words in choices:
            radio = QRadioButton(shown(words, 160))
            radio.setAccessibleName(f"{shown(words, 160)} – {shown(text, 80)}")
            radio.setProperty("status", status)
            radio.setProperty("option", words if status == "answered" else "")
            group.addButton(radio)
            column.addWidget(radio)
        note = QLineEdit()
        note.setPlaceholderText(tr("Your answer, or a note sent with your choice"))
        note.setAccessibleName(tr("Answer or note – {question}", question=shown(text, 80)))
        column.addWidget(note)
        column.addSpacing(12)
        self._rows.append((str(item.get("id") or item.get("qid") or ""), group, note))

    def _on_main_clicked(self) -> None:
        answers: dict[str, JsonValue] = {}
        for name, group, note in self._rows:
            chosen, words = group.checkedButton(), note.text().strip()
            status = chosen.property("status") if chosen else "answered" if words else "not_answered"
            answer: dict[str, JsonValue] = {"status": str(status)}
            if chosen and chosen.property("option"):
                answer["option"] = str(chosen.property("option"))
            if words:
                answer["note"] = words
            answers[name] = answer
        self.decided.emit({"answers": answers})
        self.accept()


def questions_of(payload: Mapping[str, JsonValue]) -> list[Mapping[str, JsonValue]]:
    """Return the questions of a clarification gate."""
    found = payload.get("questions")
    if isinstance(found, dict):
        return [{"id": key, **value} for key, value in found.items() if isinstance(value, dict)]
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
