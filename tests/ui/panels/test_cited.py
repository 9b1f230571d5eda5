"""What a row stands on: chips in one row, and the lines of the chosen one, numbered, marked and unwrapped."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain.i18n import words
from app.engine.tabs import Cited, Detail, FilePlace, ListTab
from app.ui.kit.text.safe_view import warm
from app.ui.kit.theme import colours
from app.ui.panels.listing.cited import CitedView
from app.ui.panels.listing.panel import ListPanel
from tests.ui.panels.test_described_list import LIST, Row, Rows, view_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
TEXT = "\n".join(f"    line {n} of Cleo" + " and on" * 60 for n in range(111, 121))
PLACE = FilePlace("src/billing/retry.py", 114, TEXT, last=116, first=111)
CITED = (
    Cited("src/billing/retry.py", "114–116", words("checked"), "good", PLACE),
    Cited("docs/a & b.md", "", words("never opened"), "doubtful"),
)
TOLD: ListTab[Rows, Row] = replace(
    LIST, detail=lambda _state, row: Detail(row.text, "Why.", cited=CITED if row.key == 1 else ())
)


def panel_of(qtbot: QtBot, **setup: object) -> ListPanel:
    state = Rows()
    state.rows, state.changes = [Row(1, "One"), Row(2, "Two")], 1
    panel = ListPanel(TOLD)
    qtbot.addWidget(panel)
    panel.resize(1000, 600)
    panel.show()
    panel.refresh(view_of(state, **setup))
    return panel


def cited_of(panel: ListPanel) -> CitedView:
    return panel.detail.cited


def test_the_first_passage_is_shown_with_its_own_numbers_its_lines_marked_and_unwrapped(qtbot: QtBot) -> None:
    cited = cited_of(panel_of(qtbot))
    assert cited.isVisible()
    assert cited.lines.text() == "lines 114–116 quoted"
    assert cited.code.toPlainText() == TEXT
    assert cited.code.marked_text() == "\n".join(TEXT.split("\n")[3:6])
    assert cited.code.document().lastBlock().layout().lineCount() == 1, "code is not wrapped"
    assert cited.code.horizontalScrollBar().maximum() > 0


@pytest.mark.parametrize("path", ["docs/memo.md", "docs/memo.txt", "docs/memo.pdf"])
def test_prose_is_a_page_with_the_quoted_sentence_marked_and_in_its_upper_part(
    qtbot: QtBot, path: str
) -> None:
    warm()
    cited = cited_of(panel_of(qtbot))
    pages = [f"# Part {n}\n\nThe ferry waits for tide {n}. It leaves *late* then.\n\n" for n in range(1, 25)]
    text, quote = "".join(pages), "The ferry waits for tide 9."
    line = text[: text.index(quote)].count("\n") + 1
    place = FilePlace(path, line, text, quote=quote)
    cited.show_cited((Cited(path, "page 3", words("checked"), "good", place),), None)
    page = cited.page.text
    assert cited.page.isVisible()
    assert not cited.code.isVisible()
    qtbot.waitUntil(lambda: page.verticalScrollBar().value() > 0)
    (mark,) = page.extraSelections()
    assert mark.cursor.selectedText() == quote
    assert mark.format.background().color().name() == colours().waiting_row.lower()
    top = page.cursorRect(mark.cursor).top()
    assert 0 <= top < page.viewport().height() / 2
    # A mark of a document that has none is a sign like any other.
    assert ("*late*" in page.toPlainText()) == (not path.endswith(".md"))
    cited.show_cited(CITED, None)
    assert not cited.page.isVisible()
    assert cited.code.isVisible()


def test_arrows_in_the_list_go_from_passage_to_passage(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    cited = cited_of(panel)
    both = (CITED[0], replace(CITED[0], file="src/clock.py", place=replace(PLACE, path="src/clock.py")))
    cited.show_cited(both, None)
    qtbot.keyClick(panel.table, Qt.Key.Key_Right)
    assert cited.chips[1].isChecked()
    assert cited.file.text() == "src/clock.py"
    qtbot.keyClick(panel.table, Qt.Key.Key_Right)
    assert cited.chips[1].isChecked(), "there is no further one"
    qtbot.keyClick(panel.table, Qt.Key.Key_Left)
    assert cited.chips[0].isChecked()


def test_chips_say_file_and_verdict_and_are_pressed_by_key(qtbot: QtBot) -> None:
    cited = cited_of(panel_of(qtbot))
    assert [chip.text() for chip in cited.chips] == ["retry.py 114–116", "a && b.md"]
    assert cited.chips[0].accessibleName() == "src/billing/retry.py 114–116 · checked"
    qtbot.keyClick(cited.chips[1], Qt.Key.Key_Space)
    assert cited.chips[1].isChecked() and not cited.chips[0].isChecked()  # noqa: PT018  # one choice
    assert not cited.code.isVisible()
    assert cited.none.text() == "No lines to show: never opened."


def test_the_lines_are_copied_and_the_place_is_opened(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    cited, opened = cited_of(panel), list[object]()
    panel.open_wanted.connect(opened.append)
    cited.open.click()
    assert opened == [PLACE]
    cited.copy.click()
    assert QGuiApplication.clipboard().text() == cited.code.marked_text()


def test_a_row_that_stands_on_nothing_has_all_the_room_for_its_text(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    low = panel.detail.body.maximumHeight()
    panel.table.selectRow(1)
    assert not cited_of(panel).isVisible()
    assert panel.detail.body.maximumHeight() > 10 * low


def test_names_that_are_hidden_are_hidden_in_what_is_cited(qtbot: QtBot) -> None:
    cited = cited_of(panel_of(qtbot, hide_names=True))
    assert "Cleo" not in cited.code.toPlainText()
