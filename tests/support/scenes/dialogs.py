"""Pictures of the dialogs that are asked for seldom: export, another model, crash report, messages, about."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app.documents.edited_file import EditedText, Letters
from app.domain.i18n import Message
from app.engine.exporting import ExportText
from app.services.returned_texts import returned
from app.services.returning import ReturnedComment, ReturnedFile, ReturnedText
from app.ui.kit.texts import tr
from app.ui.shell.exchange import ReturningDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.shortcuts import ShortcutSheet
from app.ui.startup.crash_dialog import CrashReportDialog
from app.ui.startup.crash_reports import CrashReports

Step = Callable[[MainWindow], object]
REPORT = """Roundtable 0 · 21 September 2026, 14:16
Linux 6.1 · Python 3.12.4 · Qt 6.11.3

Traceback (most recent call last):
  File "app/ui/session/page.py", line 212, in refresh
    self.strip.refresh(view, state)
  File "app/ui/session/strip.py", line 178, in refresh
    self.setCurrentIndex(self.rounds.index(number - 1))
RuntimeError: Internal C++ object (RoundStrip) already deleted.
"""


def _action(name: str) -> Step:
    return lambda window: window.actions_by_id[name].trigger()


def _crashed(window: MainWindow) -> None:
    folder = Path(os.environ["ROUNDTABLE_CONFIG_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report-sample.txt"
    report.write_text(REPORT, encoding="utf-8")
    CrashReportDialog(window, CrashReports(folder, "0"), report).open()


def _messages(window: MainWindow) -> None:
    window.tell(tr("{round} was approved for you.", round=f"{tr(Message('Round'))} 1"))
    window.tell(tr("{round} was approved for you.", round=f"{tr(Message('Round'))} 2"))
    window.actions_by_id["messages"].trigger()


def _replaced(window: MainWindow) -> None:
    window.page.seat_actions.replace("Grace")


def _taken_key(window: MainWindow) -> None:
    window.actions_by_id["shortcuts"].trigger()
    sheet = window.findChild(ShortcutSheet)
    assert sheet is not None
    window.keys.give("export_json", ("Ctrl+Alt+E",))
    sheet.search.setText(tr("Export"))
    sheet.table.selectRow(1)
    sheet.field.setFocus()
    sheet.field.setKeySequence("Ctrl+L")


def _export_as(format: str, *, alone: bool = False) -> Step:
    def show(window: MainWindow) -> None:
        window.preferences.write("export/format", format)
        window.preferences.write("export/answer_only", int(alone))
        window.actions_by_id["export"].trigger()

    return show


def _import(window: MainWindow) -> None:
    async def look() -> None:
        file = Path(os.environ["ROUNDTABLE_CONFIG_DIR"]) / "four-day-week.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        session = window.page.session
        assert session is not None
        exporting = window.core.exporting
        await exporting.export(session, "json", file)
        await window.core.admin.rename(session, "Should we move?")
        await window.commands.exchange.look_into(file)

    window.run(look())


OLD = "We should open on Sundays.\n\nThe hall is free.\n\nNobody asked for it, and nobody would pay for it.\n"
NEW = "We should open on Sunday afternoons.\n\nThe hall is free.\n\nNobody asked for it.\n"
BACK = "We should open on Sunday mornings.\n\nThe big hall is free.\n\nNobody asked for it.\n"


def _returned(window: MainWindow) -> None:
    view = window.page.view
    assert view is not None
    texts = [
        ReturnedText(
            ExportText("answer", seat, view.names.of(seat), OLD, NEW, NEW, ("1", "2")),
            returned(OLD, NEW, EditedText((Letters(back),))),
        )
        for seat, back in (("Ada", BACK), ("Blaise", NEW))
    ]
    comment = ReturnedComment(
        "Bea", "Which hall is meant? There are two.", "The big hall", "answer", "Ada", 2
    )
    found = ReturnedFile(
        view.session_id,
        view.fold.session.title,
        tuple(texts),
        (comment, replace(comment, author="Carl", text="And who cleans it?", quote="open on Sunday")),
        ("Bea", "Carl"),
        not_read=("pictures",),
        marks=True,
    )
    ReturningDialog(window, "answers, edited by Bea and Carl.docx", found).open()


DIALOG_SCENES: tuple[tuple[str, Step], ...] = (
    ("dialog-export", _action("export")),
    ("dialog-export-pdf", _export_as("pdf")),
    ("dialog-export-csv", _export_as("csv")),
    ("dialog-export-tracked", _export_as("tracked")),
    ("dialog-import", _import),
    ("dialog-returned", _returned),
    ("dialog-replace", _replaced),
    ("dialog-crash", _crashed),
    ("dialog-messages", _messages),
    ("dialog-about", _action("about")),
    ("shortcut-taken", _taken_key),
    ("find", _action("find")),
)
"""Each over a debate that waits for a decision."""
