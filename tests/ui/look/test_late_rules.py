"""The start builds its window before the rules of the look are in force: nobody must see that."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.services.core import Core
from app.ui.kit.theme import apply_theme
from app.ui.shell.main_window import MainWindow
from tests.support.quiet_desktop import QuietDesktop


def _picture(window: MainWindow) -> QImage:
    window.resize(1366, 768)
    window.show()
    # What is not in force yet is laid out with the events that follow.
    for _ in range(3):
        QApplication.processEvents()
    picture = window.grab().toImage()
    window.close()
    window.deleteLater()
    return picture


def test_a_window_that_gets_the_rules_of_the_look_when_it_is_built_looks_as_one_built_under_them(
    qapp: QApplication, core: Core
) -> None:
    apply_theme(qapp, "light")
    under = _picture(MainWindow(core, desktop=QuietDesktop()))
    try:
        apply_theme(qapp, "light", rules=False)
        window = MainWindow(core, desktop=QuietDesktop())
        bare = window.grab().toImage()
        apply_theme(qapp, "light")
        late = _picture(window)
    finally:
        apply_theme(qapp, "light")
    assert late == under
    assert bare != under
