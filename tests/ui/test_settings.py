"""The settings page: made from the list of settings, each changed by mouse and by keys and kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStyle,
    QStyleOptionSpinBox,
)

from app.settings.folders import Folders
from app.settings.options import (
    BY_KEY,
    EXPORTS,
    LANGUAGE,
    OPTIONS,
    REPEAT,
    TEAM,
    TEXT_SIZE,
    THEME,
    TRACE,
    Choice,
    HeaderName,
    Number,
    Switch,
    Text,
)
from app.ui.kit.dialog import Confirm, TellOnly
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import DARK
from app.ui.shell.settings import SettingsDialog
from app.ui.startup.qt_app import speak
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def opened(d):
    d.window.actions_by_id["settings"].trigger()
    (dialog,) = d.window.findChildren(SettingsDialog)
    return dialog


def others(option):
    """Return a value that is not the default."""
    match option:
        case Switch():
            return not option.default
        case Choice():
            return next(value for value, _title in option.choices if value != option.default)
        case Number():
            assert isinstance(option.default, int | float)
            return type(option.default)(option.default + option.step)
        case HeaderName():
            return "Authorization"
        case Text():
            return "http://127.0.0.1:4318"
    raise TypeError(option)


async def test_every_setting_is_changed_with_the_keyboard_and_kept_over_a_restart(desk, core):
    wanted = {option.key: others(option) for option in OPTIONS if option.key not in (TEAM, EXPORTS)}
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        for key, value in wanted.items():
            control, option = dialog.controls[key], BY_KEY[key]
            control.setFocus()
            if isinstance(control, QCheckBox):
                QTest.keyClick(control, Qt.Key.Key_Space)
            elif isinstance(control, QComboBox):
                steps = control.findData(value) - control.currentIndex()
                for _ in range(abs(steps)):
                    QTest.keyClick(control, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
            elif isinstance(control, QLineEdit):
                QTest.keyClicks(control, value)
                QTest.keyClick(control, Qt.Key.Key_Tab)
            else:
                assert isinstance(control, QAbstractSpinBox), option
                QTest.keyClick(control, Qt.Key.Key_Up)
        box = dialog.controls[TEAM]
        assert box.currentText(), "the team that came with the program is one, too"
        other = (box.currentIndex() + 1) % box.count()
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Down if other else Qt.Key.Key_Up)
        found = core.settings.values()
        assert {key: found[key] for key in wanted} == wanted
        assert found[TEAM] == box.currentData()
        assert dialog.controls.keys() >= BY_KEY.keys()
        await d.settle()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        for key, value in wanted.items():
            control = dialog.controls[key]
            if isinstance(control, QCheckBox):
                assert control.isChecked() is value
            elif isinstance(control, QComboBox):
                assert control.currentData() == value
            elif isinstance(control, QLineEdit):
                assert control.text() == value
            else:
                assert control.value() == value
        dialog.reject()


def click_on(control):
    """Change a control with the mouse alone; return what it then says."""
    left = Qt.MouseButton.LeftButton
    if isinstance(control, QCheckBox):
        QTest.mouseClick(control, left, pos=QPoint(8, control.height() // 2))
        return control.isChecked()
    if isinstance(control, QComboBox):
        wanted = (control.currentIndex() + 1) % control.count()
        QTest.mouseClick(control, left)
        view = control.view()
        place = view.visualRect(view.model().index(wanted, 0)).center()
        QTest.mouseMove(view.viewport(), place)
        QTest.mouseClick(view.viewport(), left, pos=place)
        return control.currentData()
    around = QStyleOptionSpinBox()
    control.initStyleOption(around)
    style = QStyle.SubControl.SC_SpinBoxUp
    arrow = control.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, around, style, control)
    QTest.mouseClick(control, left, pos=arrow.center())
    return control.value()


async def test_every_setting_is_changed_with_the_mouse_and_kept_over_a_restart(desk, core):
    # The folder of exports is chosen in a dialog of the desktop, and has a test of its own.
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        # What is typed is changed with keys alone.
        typed = {key for key, control in dialog.controls.items() if isinstance(control, QLineEdit)}
        keys = [option.key for option in OPTIONS if option.key not in {EXPORTS, *typed}]
        before, said = core.settings.values(), {}
        for key in keys:
            control = dialog.controls[key]
            dialog.findChild(QScrollArea).ensureWidgetVisible(control)
            await d.settle()
            said[key] = click_on(control)
        found = core.settings.values()
        assert {key: found[key] for key in keys} == said
        assert [key for key in keys if found[key] == before[key]] == []
        dialog.reject()
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        assert {key: core.settings.values()[key] for key in keys} == said
        dialog.reject()


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
async def test_the_folder_of_exports_is_chosen_and_kept_over_a_restart(desk, core, tmp_path, by):
    folder = tmp_path / "reports"
    folder.mkdir()
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        control = dialog.controls[EXPORTS]
        if by == "mouse":
            dialog.findChild(QScrollArea).ensureWidgetVisible(control)
            QTest.mouseClick(control, Qt.MouseButton.LeftButton)
        else:
            control.setFocus()
            QTest.keyClick(control, Qt.Key.Key_Space)
        (asked,) = dialog.findChildren(QFileDialog)
        line, buttons = asked.findChild(QLineEdit), asked.findChild(QDialogButtonBox)
        (choose,) = (
            one for one in buttons.buttons() if buttons.buttonRole(one) == buttons.ButtonRole.AcceptRole
        )
        if by == "mouse":
            asked.setDirectory(str(folder))
            QTest.mouseClick(choose, Qt.MouseButton.LeftButton)
        else:
            line.setFocus()
            line.selectAll()
            # Typed faster than a person does, Qt's dialog goes to each folder on the way.
            QApplication.clipboard().setText(str(folder))
            QTest.keySequence(line, QKeySequence.StandardKey.Paste)
            choose.setFocus()
            QTest.keyClick(choose, Qt.Key.Key_Space)
        await d.settle()
        assert core.settings.value(EXPORTS) == str(folder)
        assert str(folder) in [one.text() for one in dialog.findChildren(QLabel)]
        dialog.reject()
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        assert core.settings.value(EXPORTS) == str(folder)
        assert str(folder) in [one.text() for one in dialog.findChildren(QLabel)]
        dialog.reject()


async def test_what_an_earlier_version_kept_for_the_window_moves_to_the_settings(desk, core):
    before = QSettings(str(Folders.of_this_machine().config / "window.ini"), QSettings.Format.IniFormat)
    for key, value in {"theme": "dark", "zoom": 120, "notify/repeat": 30, "notify/content": "1"}.items():
        before.setValue(key, value)
    before.sync()
    async with desk() as d:
        assert d.window.zoom == 120
        assert core.settings.value(THEME) == "dark"
        assert core.settings.value(REPEAT) == 30
        assert core.settings.value("notify_content") is True
        d.window.set_zoom(100)
        d.window.set_theme("light")
    # The first paint reads no settings: it goes by what was seen last.
    assert Preferences().theme == "light"
    assert Preferences().read("zoom") is None


def test_what_is_remembered_already_is_not_written_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path))
    file = tmp_path / "window.ini"
    values = {"sessions": 1, "session": "01ABC", "layout/debate": "1,0,216", "diff/strike": "true"}
    for key, value in values.items():
        Preferences().write(key, value)
    before = file.read_bytes()
    # It is written as a new file each time.
    written = file.stat().st_ino
    again = Preferences()
    again.write("sessions", 1)
    again.write("session", "01ABC")
    again._file.sync()
    assert (file.stat().st_ino, file.read_bytes()) == (written, before)
    again.write("sessions", 0)
    again._file.sync()
    assert Preferences().number("sessions", 1) == 0


async def test_a_damaged_file_of_settings_is_told_of_when_the_window_opens(desk, core):
    core.settings.set(TEXT_SIZE, 110)
    core.settings.path.write_bytes(b"text_size = ")
    async with desk() as d:
        told = [one.text() for one in d.window.findChildren(QLabel) if "put aside" in one.text()]
        assert told
        assert "settings.damaged-1.toml; the settings saved before are in force again." in told[0]
        assert d.window.zoom == 110
        d.window.set_zoom(100)


async def test_settings_that_cannot_be_written_are_said_and_the_window_goes_on(desk, core):
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        core.settings.path.unlink(missing_ok=True)
        core.settings.path.mkdir()
        box = dialog.controls[THEME]
        box.setCurrentIndex(box.findData("dark"))
        assert QApplication.palette().window().color().name() != DARK.window
        assert any("settings.toml" in one.text() for one in dialog.findChildren(QLabel))
        core.settings.path.rmdir()
        dialog.reject()


async def test_another_process_changing_a_setting_is_seen_when_the_page_is_opened(desk, core):
    async with desk() as d:
        core.settings.set(TEXT_SIZE, 140)
        dialog = opened(d)
        assert dialog.controls[TEXT_SIZE].value() == 140
        dialog.reject()
        core.settings.reset(TEXT_SIZE)
        d.window.preferences.look_again()


def test_a_language_without_words_leaves_everything_english(app):
    assert not speak(app, "fr")
    assert BY_KEY[LANGUAGE].accepts("de")


async def test_everything_is_backed_up_and_taken_back_from_the_settings(desk, core, tmp_path):
    session, file = await core.begin(), tmp_path / "all.zip"
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        await d.click("Back up…")
        (asked,) = dialog.findChildren(QFileDialog)
        asked.fileSelected.emit(str(file))
        asked.close()
        await until(lambda: bool(dialog.findChildren(TellOnly)))
        (told,) = dialog.findChildren(TellOnly)
        assert told.windowTitle() == f"Backed up to {file}"
        assert "1 session, the settings, teams and templates are in the file." in told.text.text()
        told.accept()
        await d.settle()
        await core.sessions.shutdown()
        await core.admin.delete(session)
        await d.click("Restore…")
        (asked,) = (one for one in dialog.findChildren(QFileDialog) if one.isVisible())
        asked.fileSelected.emit(str(file))
        asked.close()
        await until(lambda: bool(dialog.findChildren(Confirm)))
        (sure,) = dialog.findChildren(Confirm)
        assert "It holds 1 session. Here already: 0." in sure.text.text()
        sure.accept()
        await until(lambda: bool(dialog.findChildren(TellOnly)))
        (told,) = dialog.findChildren(TellOnly)
        assert "1 session was taken in. Here already: 0." in told.text.text()
        assert await core.parts.store.ids() == [session]
        told.accept()
        dialog.reject()


async def test_an_address_that_is_none_is_refused_by_the_name_that_stands_before_it(desk, core):
    async with desk() as d:
        dialog = opened(d)
        await d.settle()
        line = dialog.controls[TRACE]
        line.setFocus()
        QTest.keyClicks(line, "traces.example:4318")
        dialog.controls[THEME].setFocus()
        assert dialog.problem.text().startswith("“Send traces to” cannot be “traces.example:4318”. It ")
        assert core.settings.values()[TRACE] == ""
        line.setFocus()
        line.clear()
        QTest.keyClicks(line, "http://127.0.0.1:4318/v1/traces")
        dialog.controls[THEME].setFocus()
        assert not dialog.problem.text()
        assert core.settings.values()[TRACE] == "http://127.0.0.1:4318/v1/traces"
        dialog.reject()
