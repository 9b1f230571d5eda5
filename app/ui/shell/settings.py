"""Settings, made from the list of them: everything takes effect at once, and nothing has to be saved.

Backups are asked for there: everything written to one file, and taken from it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QLayout, QLineEdit, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import words
from app.settings.folders import Folders
from app.settings.options import (
    APPEARANCE,
    DATA,
    GROUPS,
    OPTIONS,
    TEAM,
    Choice,
    FolderPath,
    Number,
    Option,
    Switch,
    TeamName,
    Text,
    Value,
)
from app.ui.kit.controls import NumberBox, check_box, combo_box
from app.ui.kit.dialog import Confirm, Reader, TellOnly, show_once
from app.ui.kit.files import ask_folder, export_folder, remember_export_folder
from app.ui.kit.layouts import SPACE, boxed, hairline, in_column, in_row, nest, scrolled
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import button, count, error_text, label, single_line, team_titles, tr
from app.ui.kit.theme import CAPTION

if TYPE_CHECKING:
    from app.services.backups import Restored
    from app.settings.teams import TeamFiles
    from app.ui.shell.workspace import Workspace


class SettingsDialog(Reader):
    """Every setting under the title of its group, then the folders and the keys."""

    set_anew = Signal(str)
    """The key of a setting that has another value now."""
    shortcuts_wanted = Signal()
    backup_wanted = Signal()
    restore_wanted = Signal()

    inset = (0, 0, 0, 0)
    size_at_100 = (600, 640)
    begins_where_is_written = False

    def __init__(self, parent: QWidget | None, preferences: Preferences, teams: TeamFiles) -> None:
        super().__init__(parent, tr("Settings"))
        self._preferences, self._teams = preferences, teams
        self.controls: dict[str, QWidget] = {}
        """What each setting is changed with, by its key."""
        extra = {DATA: self._folders, APPEARANCE: self._keyboard}
        sections = [
            _section(
                tr(group),
                *(row for option in OPTIONS if option.group == group for row in self._rows(option)),
                *(extra[group]() if group in extra else ()),
                last=group == GROUPS[-1],
            )
            for group in GROUPS
        ]
        self.body.addWidget(
            scrolled(boxed(in_column(*sections, SPACE, spacing=14, margins=(20, 16, 20, 16))))
        )

    def _rows(self, option: Option) -> Sequence[QLayout]:
        title, value = tr(option.title), self._preferences.setting(option.key)
        match option:
            case Switch():
                row = self._switch(option, title, on=value is True)
            case Choice():
                row = self._choice(option, title, value)
            case Number():
                row = self._number(option, title, value)
            case TeamName():
                row = self._team(option, title)
            case FolderPath():
                row = self._folder(option, title)
            case Text():
                row = self._line(option, title, str(value))
            case _:
                raise TypeError(option)
        return (row, _note(tr(option.hint))) if option.hint else (row,)

    def _switch(self, option: Option, title: str, *, on: bool) -> QLayout:
        box = self.controls[option.key] = check_box(title, on=on)
        box.toggled.connect(lambda now: self._set(option.key, now))
        return in_row(box, SPACE)

    def _choice(self, option: Choice, title: str, value: Value) -> QLayout:
        box = combo_box(title, [(tr(words), one) for one, words in option.choices], tip="")
        box.setCurrentIndex(max(0, box.findData(value)))
        box.currentIndexChanged.connect(lambda _at: self._set(option.key, box.currentData()))
        self.controls[option.key] = box
        return _row(title, box)

    def _number(self, option: Number, title: str, value: Value) -> QLayout:
        box = NumberBox(
            title, option.most, prefix=option.prefix, suffix=option.suffix, decimals=0 if option.whole else 2
        )
        box.setMinimum(option.least)
        box.setSingleStep(option.step)
        shown_value = option.default if value is None else value
        assert isinstance(shown_value, int | float)
        box.setValue(shown_value)
        self.controls[option.key] = box

        def keep() -> None:
            self._set(option.key, round(box.value()) if option.whole else box.value())

        # Each step takes effect at once, a typed number when it is whole.
        box.setKeyboardTracking(False)
        if not option.endless:
            box.valueChanged.connect(lambda _value: keep())
            return _row(title, box)
        endless = self.controls[f"{option.key}/none"] = check_box(tr(option.endless), on=value is None)
        box.setDisabled(value is None)
        box.valueChanged.connect(lambda _value: None if endless.isChecked() else keep())
        endless.toggled.connect(box.setDisabled)
        endless.toggled.connect(lambda on: self._set(option.key, None) if on else keep())
        return _row(title, box, endless)

    def _team(self, option: Option, title: str) -> QLayout:
        teams = [(called, name) for name, called in team_titles(self._teams.titles()).items()]
        box = combo_box(title, teams, tip="")
        box.setCurrentIndex(box.findData(self._default_team()))
        box.activated.connect(
            lambda _at: self._try(option.key, partial(self._teams.make_default, str(box.currentData())))
        )
        self.controls[option.key] = box
        return _row(title, box)

    def _default_team(self) -> str:
        try:
            called = self._teams.called(self._teams.default().name)
        except RoundtableError:
            called = ""
        # Else the team that came with the program, or one whose file is not sound.
        return called if called in self._teams.names() else str(self._preferences.setting(TEAM))

    def _line(self, option: Option, title: str, value: str) -> QLayout:
        line = QLineEdit(value)
        line.setAccessibleName(title)

        def take() -> None:
            value = line.text().strip()
            if option.accepts(value):
                self._set(option.key, value)
                return
            # By the name that stands before it: the file's is for the terminal.
            wrong = tr("“{title}” cannot be “{value}”.", title=title, value=single_line(value, 60))
            self.show_problem(f"{wrong} {tr(words('It takes {what}.', what=option.expected()))}")

        line.editingFinished.connect(take)
        self.controls[option.key] = line
        return _row(title, (line, 1))

    def _folder(self, option: Option, title: str) -> QLayout:
        where = label("", muted=True, scale=CAPTION, wrap=True)
        where.setText(str(export_folder(self._preferences)))
        choose = button(tr("Choose…"), beside=True, name=tr("Choose a folder: {title}", title=title))

        def take(folder: str) -> None:
            self._set(option.key, folder)
            where.setText(folder)

        choose.clicked.connect(lambda: ask_folder(self, title, export_folder(self._preferences), take))
        self.controls[option.key] = choose
        return _row(title, (where, 1), choose)

    def _folders(self) -> Sequence[QLayout]:
        there = Folders.of_this_machine()
        note = tr(
            "ROUNDTABLE_DATA_DIR and ROUNDTABLE_CONFIG_DIR name other folders for sessions and settings."
        )
        return (
            _folder_row(tr("Trash"), there.trash),
            _folder_row(tr("Sessions"), there.data),
            _folder_row(tr("Settings and teams"), there.config),
            _note(note),
            self._backups(),
        )

    def _backups(self) -> QLayout:
        back_up, restore = button(tr("Back up…")), button(tr("Restore…"))
        back_up.clicked.connect(self.backup_wanted)
        restore.clicked.connect(self.restore_wanted)
        return in_row(back_up, restore, SPACE, spacing=8)

    def _keyboard(self) -> Sequence[QLayout]:
        keys = button(tr("Keyboard shortcuts…"))
        keys.clicked.connect(self.shortcuts_wanted)
        return (in_row(keys, SPACE),)

    def _set(self, key: str, value: Value) -> None:
        self._try(key, partial(self._preferences.set, key, value))

    def _try(self, key: str, work: Callable[[], object]) -> None:
        self.show_problem("")
        try:
            work()
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return
        self.set_anew.emit(key)


def _section(title: str, *rows: QLayout, last: bool = False) -> QWidget:
    column = in_column(label(title, bold=True), spacing=8)
    for row in rows:
        nest(column, row)
    if not last:
        column.addSpacing(6)
        column.addWidget(hairline())
    return boxed(column)


def _note(words: str) -> QLayout:
    return in_row(label(words, muted=True, scale=CAPTION, wrap=True))


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


_MOST_NAMED = 8
"""Files named one by one in what is told of a backup."""


class BackingUp:
    """Asks for the file, and tells what came of it."""

    def __init__(self, window: Workspace) -> None:
        self._w = window

    def ask_where(self, owner: QWidget) -> None:
        """Ask for a new file and write everything to it."""
        w = self._w
        dialog = QFileDialog(owner, tr("Back up"), str(export_folder(w.preferences)), _kind())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("zip")
        # A backup replaces nothing: Qt need not ask whether it may.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(f"roundtable-{time.strftime('%Y-%m-%d')}.zip")
        dialog.fileSelected.connect(lambda path: w.run(self._back_up(owner, Path(path))))
        show_once(dialog)

    async def _back_up(self, owner: QWidget, path: Path) -> None:
        remember_export_folder(self._w.preferences, path.parent)
        done = await self._w.core.backups.write(path)
        lines = [
            count(
                done.sessions,
                "{n} session, the settings, teams and templates are in the file.",
                "{n} sessions, the settings, teams and templates are in the file.",
            ),
            tr("Keys and approved servers are not in it, nor the folders that sessions work in."),
        ]
        if done.damaged:
            lines.append(
                count(
                    len(done.damaged),
                    "{n} session could not be read; its file went along as it is.",
                    "{n} sessions could not be read; their files went along as they are.",
                )
            )
        lines += [tr("Not in it, or not whole: {why}", why=tr(why)) for _, why in done.missing[:_MOST_NAMED]]
        if len(done.missing) > _MOST_NAMED:
            lines.append(tr("Files that could not be read, in all: {n}.", n=len(done.missing)))
        self._tell(owner, tr("Backed up to {path}", path=single_line(str(path))), lines)

    def ask_which(self, owner: QWidget) -> None:
        """Ask for a backup, tell what it would bring, and take that in when the person agrees."""
        w = self._w
        dialog = QFileDialog(owner, tr("Restore a backup"), str(export_folder(w.preferences)), _kind())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: w.run(self._look(owner, Path(path))))
        show_once(dialog)

    async def _look(self, owner: QWidget, path: Path) -> None:
        found = await self._w.core.backups.look_into(path)
        words = "\n\n".join(
            (
                count(len(found.sessions), "It holds {n} session.", "It holds {n} sessions.")
                + " "
                + tr("Here already: {n}.", n=len(found.known)),
                tr("What is here stays as it is; only what is missing is taken in."),
            )
        )
        dialog = Confirm(owner, tr("Restore {file}?", file=single_line(path.name)), words, tr("Restore"))
        dialog.accepted.connect(lambda: self._w.run(self._restore(owner, path)))
        dialog.show_once()

    async def _restore(self, owner: QWidget, path: Path) -> None:
        done = await self._w.core.backups.restore(path)
        self._w.preferences.look_again()
        self._w.refresh_rows()
        self._tell(owner, tr("Restored"), list(_lines(done)))

    def _tell(self, owner: QWidget, title: str, lines: list[str]) -> None:
        TellOnly(owner, title, "\n\n".join(lines)).show_once()


def _lines(done: Restored) -> list[str]:
    lines = [
        count(len(done.taken), "{n} session was taken in.", "{n} sessions were taken in.")
        + " "
        + tr("Here already: {n}.", n=len(done.same))
    ]
    if done.differing:
        lines.append(
            count(
                len(done.differing),
                "{n} session has gone on differently here and was left as it is.",
                "{n} sessions have gone on differently here and were left as they are.",
            )
        )
    lines += [f"{single_line(name)}: {tr(why)}" for name, why in done.refused[:_MOST_NAMED]]
    if len(done.refused) > _MOST_NAMED:
        lines.append(tr("Refused in all: {n}.", n=len(done.refused)))
    if done.settings:
        lines.append(tr("Settings taken: {names}.", names=", ".join(done.settings)))
    if done.kept:
        lines.append(tr("Settings left as they are here: {names}.", names=", ".join(done.kept)))
    return lines


def _kind() -> str:
    return tr("Backups") + " (*.zip)"
