"""Every action of the window, once: menus, shortcuts and tooltips are made from this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow

from app.ui.texts import tr


@dataclass(frozen=True, slots=True)
class ActionDef:
    """One action: its place in the menus, its words, its key."""

    id: str
    menu: str
    text: str
    tip: str
    key: str = ""
    check: str = ""
    """The group it is a choice of; `-` for a switch on its own."""
    separate: bool = False


MENUS = ("File", "Edit", "Session", "Review", "View", "Help")

ACTIONS: tuple[ActionDef, ...] = (
    ActionDef("new", "File", "New debate…", "Ask several models one question", "Ctrl+N"),
    ActionDef("find", "File", "Search all sessions", "Search titles and everything said", "Ctrl+Shift+F"),
    ActionDef(
        "export_md", "File", "Export as Markdown…", "Write a readable file", "Ctrl+Shift+E", separate=True
    ),
    ActionDef("export_json", "File", "Export as JSON…", "Write a complete file that can be imported"),
    ActionDef("quit", "File", "Quit", "Close Roundtable", "Ctrl+Q", separate=True),
    ActionDef("undo", "Edit", "Undo", "Take back the last decision that was not sent", "Ctrl+Z"),
    ActionDef("redo", "Edit", "Redo", "Make it again", "Ctrl+Shift+Z"),
    ActionDef("resume", "Session", "Resume", "Go on where the session stands", "Ctrl+R"),
    ActionDef("stop_menu", "Session", "Open the Stop menu", "Choose how to stop", "Ctrl+."),
    ActionDef("pause", "Session", "Pause", "Begin no new call; running ones end", separate=True),
    ActionDef("stop_after_round", "Session", "Stop after this round", "End once this round is decided"),
    ActionDef("stop_now", "Session", "Stop now", "End running calls at once; their text is kept"),
    ActionDef(
        "stop_with_answer", "Session", "Stop with a final answer", "Write the answer from the accepted rounds"
    ),
    ActionDef(
        "fork", "Session", "Continue from here… (forks)", "Go on in a copy of this session", separate=True
    ),
    ActionDef("next_waiting", "Session", "Next session that needs you", "Open it", "Ctrl+J"),
    ActionDef(
        "approve", "Review", "Approve and continue", "Accept this round and run the next", "Ctrl+Return"
    ),
    ActionDef("finish", "Review", "Approve and finish", "Accept this round and write the final answer"),
    ActionDef("reject", "Review", "Reject with feedback…", "Have the round done again", "Ctrl+Shift+Return"),
    ActionDef("next_change", "Review", "Next change", "Go to the next change", "F8", separate=True),
    ActionDef("previous_change", "Review", "Previous change", "Go to the previous change", "Shift+F8"),
    ActionDef("next_view", "View", "Next view", "Go to the next tab", "Ctrl+Tab"),
    ActionDef("sessions", "View", "Session list", "Show or hide the list of sessions", "Ctrl+B", check="-"),
    ActionDef(
        "theme_system", "View", "Appearance: system", "Follow the desktop", check="theme", separate=True
    ),
    ActionDef("theme_light", "View", "Appearance: light", "Dark text on a light ground", check="theme"),
    ActionDef("theme_dark", "View", "Appearance: dark", "Light text on a dark ground", check="theme"),
    ActionDef("shortcuts", "Help", "Keyboard shortcuts", "List every key", "F1"),
    ActionDef("about", "Help", "About Roundtable", "Version and licence"),
)


def build_actions(window: QMainWindow) -> Mapping[str, QAction]:
    """Make the actions and the menu bar; return the actions by id."""
    made: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    menus = {name: window.menuBar().addMenu("&" + tr(name)) for name in MENUS}
    for entry in ACTIONS:
        action = QAction(tr(entry.text), window)
        tip = tr(entry.tip) + (f" ({entry.key})" if entry.key else "")
        action.setToolTip(tip)
        action.setStatusTip(tip)
        if entry.key:
            action.setShortcut(QKeySequence(entry.key))
        if entry.check:
            action.setCheckable(True)
        if entry.check not in ("", "-"):
            group = groups.setdefault(entry.check, QActionGroup(window))
            group.addAction(action)
        if entry.separate:
            menus[entry.menu].addSeparator()
        menus[entry.menu].addAction(action)
        made[entry.id] = action
    return made
