"""Settings: everything takes effect at once, and nothing has to be saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QComboBox, QFrame, QLayout, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.settings.defaults import COST, MOST_TRASH_DAYS, TRASH_DAYS
from app.settings.folders import Folders
from app.ui.kit.controls import NumberBox, check_box, combo_box
from app.ui.kit.dialog import Reader
from app.ui.kit.files import ask_folder, export_folder
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import button, error_text, label, shown, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.turning import keep_still

if TYPE_CHECKING:
    from app.settings.defaults import Defaults
    from app.settings.teams import TeamFiles

THEMES = (
    ("system", QT_TRANSLATE_NOOP("ui", "System")),
    ("light", QT_TRANSLATE_NOOP("ui", "Light")),
    ("dark", QT_TRANSLATE_NOOP("ui", "Dark")),
)
REPEATS = (
    (0, QT_TRANSLATE_NOOP("ui", "never")),
    (5, QT_TRANSLATE_NOOP("ui", "after 5 minutes")),
    (10, QT_TRANSLATE_NOOP("ui", "after 10 minutes")),
    (30, QT_TRANSLATE_NOOP("ui", "after 30 minutes")),
)
SWITCHES = (
    (
        "notify/desktop",
        True,
        QT_TRANSLATE_NOOP("ui", "Notify on the desktop while another program is in front"),
    ),
    ("notify/ask_sound", True, QT_TRANSLATE_NOOP("ui", "Sound when a session needs me")),
    ("notify/done_sound", False, QT_TRANSLATE_NOOP("ui", "Sound when a session is finished")),
    ("notify/content", False, QT_TRANSLATE_NOOP("ui", "Show titles and questions in notifications")),
)
STANDARD = 2.0
"""Dollars of the cost limit where nobody set another one."""


class SettingsDialog(Reader):
    """Appearance, what new sessions begin with, notifications, folders and keys, on one page."""

    theme_chosen = Signal(str)
    zoom_chosen = Signal(int)
    shortcuts_wanted = Signal()

    inset = (0, 0, 0, 0)
    size_at_100 = (600, 640)

    def __init__(
        self,
        parent: QWidget | None,
        preferences: Preferences,
        teams: TeamFiles | None = None,
        defaults: Defaults | None = None,
    ) -> None:
        super().__init__(parent, tr("Settings"))
        self._preferences, self._teams, self._defaults = preferences, teams, defaults
        sections = in_column(
            _section(tr("Appearance"), *self._appearance()),
            *([_section(tr("New sessions"), *self._new_sessions())] if teams is not None else []),
            _section(tr("Notifications"), *self._notifications()),
            _section(tr("Folders"), *self._folders()),
            *([_section(tr("Deleted sessions"), *self._trash())] if defaults is not None else []),
            _section(tr("Keyboard"), *self._keyboard(), last=True),
            SPACE,
            spacing=14,
            margins=(20, 16, 20, 16),
        )
        self.body.addWidget(scrolled(boxed(sections)))

    def _appearance(self) -> Sequence[QLayout]:
        preferences = self._preferences
        self.theme = _choice(tr("Appearance"), THEMES, preferences.theme)
        self.zoom = NumberBox(tr("Text size"), 200, suffix=" %", decimals=0)
        self.zoom.setMinimum(70)
        self.zoom.setSingleStep(10)
        self.zoom.setValue(preferences.number("zoom", 100))
        self.zoom.valueChanged.connect(lambda percent: self.zoom_chosen.emit(round(percent)))
        self.theme.currentIndexChanged.connect(lambda _=0: self.theme_chosen.emit(self.theme.currentData()))
        self.still = check_box(tr("Reduce motion: nothing on the screen turns"), on=preferences.still)
        self.still.toggled.connect(self._on_still_toggled)
        rows = _row(tr("Colours"), self.theme), _row(tr("Text size"), self.zoom)
        return *rows, in_row(self.still, SPACE)

    def _on_still_toggled(self, still: bool) -> None:
        self._preferences.still = still
        app = QApplication.instance()
        if isinstance(app, QApplication):
            keep_still(app, still)

    def _new_sessions(self) -> Sequence[QLayout]:
        assert self._teams is not None
        self.team = combo_box(
            tr("Default team"), [(shown(name, 60), name) for name in self._teams.names()], tip=""
        )
        self.team.setCurrentIndex(self.team.findData(self._default_team()))
        self.team.activated.connect(lambda _at: self._keep_team())
        self.limit = NumberBox(tr("Cost limit"), 100_000, prefix="$")
        self.no_limit = check_box(tr("No limit"))
        found = self._read_limit()
        self.no_limit.setChecked(found is None)
        self.limit.setValue(STANDARD if found is None else found)
        self.limit.setDisabled(found is None)
        self.no_limit.toggled.connect(self.limit.setDisabled)
        self.no_limit.toggled.connect(lambda _on: self._keep_limit())
        self.limit.editingFinished.connect(self._keep_limit)
        return _row(tr("Default team"), self.team), _row(tr("Cost limit"), self.limit, self.no_limit)

    def _default_team(self) -> str:
        assert self._teams is not None
        try:
            return self._teams.called(self._teams.default().name)
        except RoundtableError:
            # The team that came with the program, or one whose file is not sound.
            return "offline"

    def _read_limit(self) -> float | None:
        try:
            return (self._defaults.read() if self._defaults is not None else {}).get(COST, STANDARD)
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return STANDARD

    def _keep_team(self) -> None:
        assert self._teams is not None
        self._try(partial(self._teams.make_default, str(self.team.currentData())))

    def _keep_limit(self) -> None:
        limit = None if self.no_limit.isChecked() else self.limit.value()
        if self._defaults is not None and limit != self._read_limit():
            self._try(partial(self._defaults.write, COST, limit))

    def _notifications(self) -> Sequence[QLayout]:
        preferences = self._preferences
        minutes = preferences.number("notify/repeat", 10)
        self.repeat = _choice(tr("Remind me once more"), REPEATS, minutes)
        self.repeat.currentIndexChanged.connect(
            lambda _=0: preferences.write("notify/repeat", self.repeat.currentData())
        )
        boxes = []
        for key, default, words in SWITCHES:
            box = check_box(tr(words), on=preferences.flag(key, default))
            box.toggled.connect(lambda on, which=key: preferences.write(which, int(on)))
            boxes.append(in_row(box, SPACE))
        return (*boxes, _row(tr("Remind me once more"), self.repeat))

    def _folders(self) -> Sequence[QLayout]:
        there = Folders.of_this_machine()
        self.export_folder = label("", muted=True, scale=CAPTION, wrap=True)
        self.export_folder.setText(str(export_folder(self._preferences)))
        choose = button(tr("Choose…"), name=tr("Choose a folder: {title}", title=tr("Exports")))
        choose.clicked.connect(self._on_export_folder_wanted)
        rows = [
            _folder_row(tr("Sessions"), there.data),
            _folder_row(tr("Settings and teams"), there.config),
            _row(tr("Exports"), (self.export_folder, 1), choose),
        ]
        note = tr(
            "ROUNDTABLE_DATA_DIR and ROUNDTABLE_CONFIG_DIR name other folders for sessions and settings."
        )
        return (*rows, in_row(label(note, muted=True, scale=CAPTION, wrap=True)))

    def _on_export_folder_wanted(self) -> None:
        def take(folder: str) -> None:
            self._preferences.write("export/folder", folder)
            self.export_folder.setText(folder)

        ask_folder(self, tr("Exports"), export_folder(self._preferences), take)

    def _trash(self) -> Sequence[QLayout]:
        self.trash_days = NumberBox(tr("Days in the trash"), MOST_TRASH_DAYS, decimals=0)
        self.trash_days.setMinimum(1)
        self.trash_days.setValue(self._read_days())
        self.trash_days.editingFinished.connect(self._keep_days)
        note = tr(
            "A session that has been there for longer is removed for good when the program starts. "
            "Until then “roundtable delete SESSION --undo” takes it back."
        )
        return (
            _row(tr("Days in the trash"), self.trash_days),
            _folder_row(tr("Trash"), Folders.of_this_machine().trash),
            in_row(label(note, muted=True, scale=CAPTION, wrap=True)),
        )

    def _read_days(self) -> int:
        assert self._defaults is not None
        try:
            return self._defaults.trash_days()
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return TRASH_DAYS

    def _keep_days(self) -> None:
        days = round(self.trash_days.value())
        if self._defaults is not None and days != self._read_days():
            self._try(partial(self._defaults.keep_trash, days))

    def _keyboard(self) -> Sequence[QLayout]:
        keys = button(tr("Keyboard shortcuts…"))
        keys.clicked.connect(self.shortcuts_wanted)
        return (in_row(keys, SPACE),)

    def _try(self, work: Callable[[], object]) -> None:
        self.show_problem("")
        try:
            work()
        except RoundtableError as error:
            self.show_problem(error_text(error))


def _section(title: str, *rows: QLayout, last: bool = False) -> QWidget:
    column = in_column(label(title, bold=True), spacing=8)
    for row in rows:
        column.addLayout(row)
    if not last:
        line = QFrame()
        line.setObjectName("hairline")
        line.setFixedHeight(1)
        column.addSpacing(6)
        column.addWidget(line)
    return boxed(column)


def _row(title: str, *controls: QWidget | tuple[QWidget, int]) -> QLayout:
    """Return a line with a name and what is set."""
    name = label(title)
    name.setMinimumWidth(name.fontMetrics().averageCharWidth() * 24)
    first = controls[0]
    if isinstance(first, QWidget):
        name.setBuddy(first)
    return in_row(name, *controls, *(() if isinstance(first, tuple) else (SPACE,)), spacing=8)


def _folder_row(title: str, folder: Path) -> QLayout:
    where = label(str(folder), muted=True, scale=CAPTION, wrap=True)
    where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    show = button(tr("Open"), name=tr("Open the folder: {title}", title=title))
    show.setEnabled(folder.is_dir())
    show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
    return _row(title, (where, 1), show)


def _choice(name: str, options: Sequence[tuple[object, str]], chosen: object) -> QComboBox:
    box = combo_box(name, [(tr(words), value) for value, words in options], tip="")
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box
