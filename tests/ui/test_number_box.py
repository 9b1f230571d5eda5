"""A number is what was typed, in whatever language the desktop speaks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.engine.plugin import SetupField
from app.ui.kit.controls import NumberBox
from app.ui.setup.field_row import FieldRow
from app.ui.setup.setup_form import check
from app.workflows.debate.setup import DebateSetup
from app.workflows.research.setup import ResearchSetup


@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.German])
@pytest.mark.parametrize(
    ("typed", "value"), [("0.5", 0.5), ("0,5", 0.5), ("12.25", 12.25), ("7", 7.0), (",5", 0.5)]
)
def test_a_point_and_a_comma_are_the_same_mark(
    qtbot: QtBot, language: QLocale.Language, typed: str, value: float
) -> None:
    box = NumberBox()
    qtbot.addWidget(box)
    box.setLocale(QLocale(language))
    box.setRange(-1, 10_000)
    box.setPrefix("price, in dollars: ")
    box.setSuffix(" per 1,000,000 tokens")
    box.setSpecialValueText("unknown")
    box.setValue(-1)
    box.show()
    box.selectAll()
    qtbot.keyClicks(box, typed)
    assert box.value() == value


def test_a_number_is_shown_as_the_language_writes_it(qtbot: QtBot) -> None:
    box = NumberBox()
    qtbot.addWidget(box)
    box.setLocale(QLocale(QLocale.Language.German))
    box.setValue(0.5)
    assert box.text() == "0,50"


@pytest.mark.parametrize(("language", "shown"), [("en", "2.50"), ("de", "2,50")])
def test_a_sum_of_a_new_session_is_shown_and_read_as_the_language_writes_it(
    qtbot: QtBot, language: str, shown: str
) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(language))
    try:
        row = FieldRow(SetupField("cost_limit", unit="$"), DebateSetup.model_fields["cost_limit"])
        row.put(2.5)
    finally:
        QLocale.setDefault(before)
    line = row.control
    qtbot.addWidget(line)
    assert isinstance(line, QLineEdit)
    assert (line.text(), row.value()) == (shown, "2.50")
    for typed in ("0,75", "0.75"):
        line.setText(typed)
        assert row.value() == "0.75"


def share_row(qtbot: QtBot) -> tuple[FieldRow, QLineEdit]:
    name = "min_coverage_threshold"
    row = FieldRow(SetupField(name), ResearchSetup.model_fields[name])
    line = row.control
    qtbot.addWidget(line)
    assert isinstance(line, QLineEdit)
    return row, line


@pytest.mark.parametrize(
    ("typed", "value"),
    [("70", 0.7), ("70 %", 0.7), ("0", 0), ("100", 1), ("7.5", 0.075), ("7,5", 0.075), ("1,", 0.01)],
)
def test_a_share_is_read_and_typed_in_percent_and_stored_as_before(
    qtbot: QtBot, typed: str, value: float
) -> None:
    row, line = share_row(qtbot)
    assert (line.text(), row.value()) == ("70", "0.70")
    line.setText(typed)
    folder = {"folder": "/srv", "brief": "What is there?"}
    read = ResearchSetup.model_validate({**folder, row.name: row.value()})
    assert read.min_coverage_threshold == value
    # What a template or a draft of an answer keeps is put in again as the same share.
    row.put(row.words)
    assert float(str(row.value())) == value
    row.put(value)
    assert float(str(row.value())) == value


@pytest.mark.parametrize(("kept", "shown"), [("0.7", "70"), ("0,7", "70"), (0.29, "29"), ("many", "many")])
def test_a_share_that_an_earlier_template_kept_is_shown_in_percent(
    qtbot: QtBot, kept: object, shown: str
) -> None:
    row, line = share_row(qtbot)
    row.put(kept)
    assert line.text() == shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("101", "Coverage needed: 0 to 100\N{NO-BREAK SPACE}% are allowed."),
        ("-1", "Coverage needed: 0 to 100\N{NO-BREAK SPACE}% are allowed."),
        ("9" * 3000, "Coverage needed: 0 to 100\N{NO-BREAK SPACE}% are allowed."),
        ("many", "Coverage needed: a number is needed."),
        ("", "Coverage needed: a number is needed."),
    ],
)
def test_a_share_that_does_not_fit_is_refused_in_percent(qtbot: QtBot, typed: str, told: str) -> None:
    row, line = share_row(qtbot)
    line.setText(typed)
    values = {"folder": "/srv", "brief": "What?", row.name: row.value()}
    assert check(ResearchSetup, values) == {row.name: told}
