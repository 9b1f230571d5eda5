"""Appearance and notifications: everything takes effect at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QSpinBox, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.controls import check_box, combo_box
from app.ui.kit.dialog import Reader
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import inset, label, tr

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


class SettingsDialog(Reader):
    """A form; nothing has to be saved."""

    theme_chosen = Signal(str)

    def __init__(self, parent: QWidget | None, preferences: Preferences) -> None:
        super().__init__(parent, tr("Settings"))
        form = QFormLayout()
        self.theme = _choice(tr("Appearance"), THEMES, preferences.theme)
        self.zoom = QSpinBox()
        inset(self.zoom)
        self.zoom.setRange(70, 200)
        self.zoom.setSingleStep(10)
        self.zoom.setSuffix(" %")
        self.zoom.setValue(preferences.number("zoom", 100))
        self.zoom.setAccessibleName(tr("Text size"))
        minutes = preferences.number("notify/repeat", 10)
        self.repeat = _choice(tr("Remind me once more"), REPEATS, minutes)
        for control in (self.theme, self.zoom, self.repeat):
            form.addRow(label(control.accessibleName()), control)
        self.body.addLayout(form)
        for key, default, words in SWITCHES:
            box = check_box(tr(words), on=preferences.flag(key, default))
            box.toggled.connect(lambda on, which=key: preferences.write(which, int(on)))
            self.body.addWidget(box)
        self.body.addStretch(1)
        self.theme.currentIndexChanged.connect(lambda _=0: self.theme_chosen.emit(self.theme.currentData()))
        self.repeat.currentIndexChanged.connect(
            lambda _=0: preferences.write("notify/repeat", self.repeat.currentData())
        )
        self.resize(460, 320)


def _choice(name: str, options: Sequence[tuple[object, str]], chosen: object) -> QComboBox:
    made = combo_box(name, [(tr(words), value) for value, words in options], tip="")
    made.setCurrentIndex(max(0, made.findData(chosen)))
    return made
