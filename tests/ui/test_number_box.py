"""A number is what was typed, in whatever language the desktop speaks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.engine.plugin import SetupField
from app.ui.kit.controls import NumberBox
from app.ui.setup.setup_form import FieldRow
from app.workflows.debate.setup import DebateSetup


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
