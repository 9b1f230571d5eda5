"""An error in a method that Qt calls is told; what the interpreter itself had raised ended the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.commands import ROOT
from tests.support.waiting import AMPLE

PROGRAM = """
import sys
import app.ui
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QWidget
from shiboken6 import delete

def index():
    return [][0]

def number():
    return int("x")

def gone():
    label = QLabel("x")
    delete(label)
    label.text()

class Beside:
    def resizeEvent(self, event):
        globals()[sys.argv[1]]()

class Before(Beside, QWidget):
    pass

class Filter(QWidget):
    def eventFilter(self, watched, event):
        globals()[sys.argv[1]]()
        return False

class Leaving(QDialog):
    def reject(self):
        print("left")
        super().reject()

application = QApplication(["x", "-platform", "offscreen"])
watched, filtering, before, leaving, button = QWidget(), Filter(), Before(), Leaving(), QPushButton()
watched.installEventFilter(filtering)
button.clicked.connect(leaving.reject)
for widget in (watched, before):
    try:
        widget.show()
        widget.resize(300, 300)
    except Exception as error:
        print(type(error).__name__)
button.click()
"""


@pytest.mark.parametrize(
    ("raises", "told"), [("index", "IndexError"), ("number", "ValueError"), ("gone", "RuntimeError")]
)
def test_what_the_interpreter_raises_where_qt_calls_a_method_is_told_and_ends_nothing(
    raises: str, told: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, raises],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=AMPLE,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, [told, told, "left"]), done.stderr[-2000:]
