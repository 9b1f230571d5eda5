"""What Qt notes of the style of widgets goes when they go."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QTextEdit, QVBoxLayout, QWidget

from app.ui.kit.dispose import dispose
from app.ui.kit.theme import dress

ROUNDS, EACH = 40, 5


class _Figures(ctypes.Structure):
    """What `mallinfo2` tells: ten sizes in bytes."""

    _fields_ = [(f"before_{n}", ctypes.c_size_t) for n in range(7)] + [
        (name, ctypes.c_size_t) for name in ("in_use", "free", "top")
    ]


_C = ctypes.CDLL(ctypes.util.find_library("c") or None)
pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.skipif(
        not hasattr(_C, "mallinfo2"),
        reason="only GNU's C library tells what is in use",
    ),
]


def in_use() -> int:
    """Return the bytes that are in use of what C and C++ have asked for."""
    _C.mallinfo2.restype = _Figures
    return int(_C.mallinfo2().in_use)


def settle() -> None:
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()


@pytest.fixture
def window(app: QApplication) -> Iterator[QWidget]:
    found = QWidget()
    dress(found)
    QVBoxLayout(found)
    found.resize(400, 300)
    found.show()
    yield found
    found.close()
    found.deleteLater()


def filled(window: QWidget) -> QWidget:
    """Show widgets with inner ones of their own."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    for _ in range(EACH):
        box = QComboBox()
        box.addItem("One")
        for one in (box, QSpinBox(), QTextEdit()):
            column.addWidget(one)
    layout = window.layout()
    assert layout is not None
    layout.addWidget(holder)
    QCoreApplication.processEvents()
    return holder


@pytest.mark.nightly
def test_widgets_that_are_let_go_leave_nothing_behind_in_memory(window: QWidget) -> None:
    chance = Random(1)
    taken = [bytearray(chance.randrange(600, 3_000)) for _ in range(2_000)]

    def some() -> None:
        for _ in range(ROUNDS):
            holder = filled(window)
            # Whatever comes next lies elsewhere: what was noted of an address is not found again.
            for number in range(200):
                taken.append(bytearray(len(taken.pop(chance.randrange(len(taken) - number)))))
            dispose(holder)
            settle()

    some()
    before = in_use()
    some()
    # Without it a combo box alone leaves 750 bytes, and a box for numbers as many.
    assert (in_use() - before) / (ROUNDS * EACH) < 500
