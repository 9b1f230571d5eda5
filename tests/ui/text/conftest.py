"""A view of model text, as one answer has it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.kit.text.safe_view import SafeTextView, warm


@pytest.fixture
def view(qtbot, app: QApplication) -> SafeTextView:
    warm()
    view = SafeTextView("Answer")
    qtbot.addWidget(view)
    view.resize(420, 500)
    view.show()
    return view
