"""Every action of the window, once: menus, shortcuts, tooltips, palette and sheet come from this table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow

from app.domain.i18n import QT_TRANSLATE_NOOP, Words
from app.ui.kit.mnemonics import lettered, letters_for
from app.ui.kit.texts import round_noun, tr

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import GateKind, Verb


class ActionDef(NamedTuple):
    """One action: its place in the menus, its words, its keys.

    `{round}` in its words stands for what the workflow in sight calls a round.
    """

    id: str
    menu: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    check: str = ""
    """The group it is a choice of; `-` for a switch on its own."""
    separate: bool = False
    why: str = ""
    """Why it cannot be used, while it cannot."""
    local: bool = False
    """Its key holds only where the focus is in the right place; that widget listens for it itself."""


MENUS = (
    QT_TRANSLATE_NOOP("ui", "File"),
    QT_TRANSLATE_NOOP("ui", "Edit"),
    QT_TRANSLATE_NOOP("ui", "Session"),
    QT_TRANSLATE_NOOP("ui", "Review"),
    QT_TRANSLATE_NOOP("ui", "View"),
    QT_TRANSLATE_NOOP("ui", "Help"),
)

_OPEN = QT_TRANSLATE_NOOP("ui", "no session is open")
_RUNS = QT_TRANSLATE_NOOP("ui", "nothing is running")
_WAITS = QT_TRANSLATE_NOOP("ui", "nothing is waiting for you")
_HALTED = QT_TRANSLATE_NOOP("ui", "the session is not halted")
_NO_ANSWER = QT_TRANSLATE_NOOP("ui", "there is nothing to write a final answer from")
_NOTHING = QT_TRANSLATE_NOOP("ui", "there is nothing to take back")


def _a(
    id: str,
    menu: str,
    text: str,
    tip: str,
    *keys: str,
    check: str = "",
    separate: bool = False,
    why: str = "",
    local: bool = False,
) -> ActionDef:
    return ActionDef(id, menu, text, tip, keys, check, separate, why, local)


ACTIONS: tuple[ActionDef, ...] = (
    _a(
        "new",
        "File",
        QT_TRANSLATE_NOOP("ui", "New session…"),
        QT_TRANSLATE_NOOP("ui", "Ask several models one question"),
        "Ctrl+N",
    ),
    _a(
        "library",
        "File",
        QT_TRANSLATE_NOOP("ui", "Library…"),
        QT_TRANSLATE_NOOP("ui", "Search, filter, compare, export and put away all sessions"),
        "Ctrl+L",
    ),
    _a(
        "find_everywhere",
        "File",
        QT_TRANSLATE_NOOP("ui", "Search all sessions"),
        QT_TRANSLATE_NOOP("ui", "Search titles and everything said"),
        "Ctrl+Shift+F",
    ),
    _a(
        "export",
        "File",
        QT_TRANSLATE_NOOP("ui", "Export…"),
        QT_TRANSLATE_NOOP("ui", "See what a file would hold, and write it"),
        "Ctrl+Shift+E",
        separate=True,
        why=_OPEN,
    ),
    _a(
        "export_json",
        "File",
        QT_TRANSLATE_NOOP("ui", "Export as JSON…"),
        QT_TRANSLATE_NOOP("ui", "Write a complete file"),
        why=_OPEN,
    ),
    _a(
        "import",
        "File",
        QT_TRANSLATE_NOOP("ui", "Import…"),
        QT_TRANSLATE_NOOP("ui", "Take in a session that was exported as JSON"),
    ),
    _a(
        "providers",
        "File",
        QT_TRANSLATE_NOOP("ui", "Models and keys…"),
        QT_TRANSLATE_NOOP("ui", "Connect providers, local models and servers of your own"),
        separate=True,
    ),
    _a(
        "team",
        "File",
        QT_TRANSLATE_NOOP("ui", "Make a team…"),
        QT_TRANSLATE_NOOP("ui", "Choose who sits at the table, with which models"),
    ),
    _a(
        "settings",
        "File",
        QT_TRANSLATE_NOOP("ui", "Settings…"),
        QT_TRANSLATE_NOOP("ui", "Appearance and notifications"),
        "Ctrl+,",
        separate=True,
    ),
    _a(
        "quit",
        "File",
        QT_TRANSLATE_NOOP("ui", "Quit"),
        QT_TRANSLATE_NOOP("ui", "Close Roundtable"),
        "Ctrl+Q",
        separate=True,
    ),
    _a(
        "undo",
        "Edit",
        QT_TRANSLATE_NOOP("ui", "Undo"),
        QT_TRANSLATE_NOOP("ui", "Take back the last decision"),
        "Ctrl+Z",
        why=_NOTHING,
    ),
    _a(
        "redo",
        "Edit",
        QT_TRANSLATE_NOOP("ui", "Redo"),
        QT_TRANSLATE_NOOP("ui", "Make it again"),
        "Ctrl+Shift+Z",
        why=_NOTHING,
    ),
    _a(
        "find",
        "Edit",
        QT_TRANSLATE_NOOP("ui", "Find here…"),
        QT_TRANSLATE_NOOP("ui", "Find words in the tab in sight"),
        "Ctrl+F",
        separate=True,
        why=_OPEN,
    ),
    _a(
        "resume",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Resume"),
        QT_TRANSLATE_NOOP("ui", "Go on where it stands"),
        "Ctrl+R",
        why=_HALTED,
    ),
    _a(
        "stop_menu",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Open the Stop menu"),
        QT_TRANSLATE_NOOP("ui", "Choose how to stop"),
        "Ctrl+.",
        why=_RUNS,
    ),
    _a(
        "pause",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Pause"),
        QT_TRANSLATE_NOOP("ui", "Begin no new call; running ones end"),
        separate=True,
        why=_RUNS,
    ),
    _a(
        "stop_after_round",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Stop after this {round}"),
        QT_TRANSLATE_NOOP("ui", "End once it is decided"),
        why=_RUNS,
    ),
    _a(
        "stop_now",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Stop now"),
        QT_TRANSLATE_NOOP("ui", "End running calls at once; their text is kept"),
        why=_RUNS,
    ),
    _a(
        "stop_with_answer",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Stop with a final answer"),
        QT_TRANSLATE_NOOP("ui", "Write the answer from what was accepted"),
        why=_NO_ANSWER,
    ),
    _a(
        "stop_member",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Stop one member alone"),
        QT_TRANSLATE_NOOP("ui", "End the answer in focus; the others go on"),
        why=_RUNS,
    ),
    _a(
        "fork",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Continue from here… (forks)"),
        QT_TRANSLATE_NOOP("ui", "Go on in a copy of this session"),
        separate=True,
        why=_OPEN,
    ),
    _a(
        "branches",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Branches of this {round}"),
        QT_TRANSLATE_NOOP("ui", "Go to a session that was forked here, or to where this one comes from"),
        "Alt+B",
        why=QT_TRANSLATE_NOOP("ui", "nothing was forked in this {round}"),
    ),
    _a(
        "follow_up",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Start a follow-up…"),
        QT_TRANSLATE_NOOP("ui", "Ask a further question"),
        why=_OPEN,
    ),
    _a(
        "rename",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Rename…"),
        QT_TRANSLATE_NOOP("ui", "Give the session another title"),
        "F2",
        why=_OPEN,
    ),
    _a(
        "next_waiting",
        "Session",
        QT_TRANSLATE_NOOP("ui", "Next session that needs you"),
        QT_TRANSLATE_NOOP("ui", "Open it"),
        "Ctrl+J",
        why=QT_TRANSLATE_NOOP("ui", "no session needs you"),
    ),
    _a(
        "approve",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Approve"),
        QT_TRANSLATE_NOOP("ui", "Give the answer that goes on; elsewhere the filled button"),
        "Ctrl+Return",
        "Ctrl+Enter",
        why=_WAITS,
    ),
    _a(
        "finish",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Finish"),
        QT_TRANSLATE_NOOP("ui", "Give the answer that ends the session"),
        why=_WAITS,
    ),
    _a(
        "reject",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Reject…"),
        QT_TRANSLATE_NOOP("ui", "Give the answer that has it done again"),
        "Ctrl+Shift+Return",
        why=_WAITS,
    ),
    _a(
        "choose_texts",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Choose whose text goes on…"),
        QT_TRANSLATE_NOOP("ui", "As refined, as before, or your own"),
        separate=True,
        why=_WAITS,
    ),
    _a(
        "auto_off",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Take back control"),
        QT_TRANSLATE_NOOP("ui", "Approve nothing by itself any more"),
        why=QT_TRANSLATE_NOOP("ui", "nothing is approved by itself"),
    ),
    _a(
        "next_change",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Next change"),
        QT_TRANSLATE_NOOP("ui", "Go to the next change"),
        "F8",
        "Alt+Down",
        separate=True,
        why=_OPEN,
    ),
    _a(
        "previous_change",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Previous change"),
        QT_TRANSLATE_NOOP("ui", "Go to the previous change"),
        "Shift+F8",
        "Alt+Up",
        why=_OPEN,
    ),
    _a(
        "mark_reviewed",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Mark change as reviewed"),
        QT_TRANSLATE_NOOP("ui", "Tick the change, and go to the next that is not ticked"),
        "Space",
        why=QT_TRANSLATE_NOOP("ui", "no change is in sight"),
        local=True,
    ),
    _a(
        "compare",
        "Review",
        QT_TRANSLATE_NOOP("ui", "Compare any two…"),
        QT_TRANSLATE_NOOP("ui", "Two texts side by side"),
        "Ctrl+D",
        why=_OPEN,
    ),
    _a(
        "previous_round",
        "View",
        QT_TRANSLATE_NOOP("ui", "Previous {round}"),
        QT_TRANSLATE_NOOP("ui", "Look at the {round} before"),
        "Alt+Left",
        why=_OPEN,
    ),
    _a(
        "next_round",
        "View",
        QT_TRANSLATE_NOOP("ui", "Next {round}"),
        QT_TRANSLATE_NOOP("ui", "Look at the {round} after"),
        "Alt+Right",
        why=_OPEN,
    ),
    _a(
        "next_view",
        "View",
        QT_TRANSLATE_NOOP("ui", "Next view"),
        QT_TRANSLATE_NOOP("ui", "Go to the next tab"),
        "Ctrl+Tab",
        why=_OPEN,
    ),
    *(
        _a(
            f"member_{n}",
            "",
            QT_TRANSLATE_NOOP("ui", "Go to member {n}"),
            QT_TRANSLATE_NOOP("ui", "Read this member's answer"),
            f"Ctrl+{n}",
            why=_OPEN,
        )
        for n in range(1, 10)
    ),
    _a(
        "next_pane",
        "View",
        QT_TRANSLATE_NOOP("ui", "Next pane"),
        QT_TRANSLATE_NOOP("ui", "List, answers, decision, insights"),
        "F6",
    ),
    _a(
        "previous_pane",
        "View",
        QT_TRANSLATE_NOOP("ui", "Previous pane"),
        QT_TRANSLATE_NOOP("ui", "Insights, decision, answers, list"),
        "Shift+F6",
    ),
    _a(
        "sessions",
        "View",
        QT_TRANSLATE_NOOP("ui", "Session list"),
        QT_TRANSLATE_NOOP("ui", "Show or hide the list of sessions"),
        "Ctrl+B",
        check="-",
        separate=True,
    ),
    _a(
        "insights",
        "View",
        QT_TRANSLATE_NOOP("ui", "Insights"),
        QT_TRANSLATE_NOOP("ui", "Show or hide map and figures"),
        "Ctrl+I",
        check="-",
    ),
    _a(
        "reset_layout",
        "View",
        QT_TRANSLATE_NOOP("ui", "Reset layout"),
        QT_TRANSLATE_NOOP("ui", "All panels where they were at first"),
    ),
    _a(
        "zoom_in",
        "View",
        QT_TRANSLATE_NOOP("ui", "Larger text"),
        QT_TRANSLATE_NOOP("ui", "Zoom in"),
        "Ctrl++",
        "Ctrl+=",
        separate=True,
    ),
    _a(
        "zoom_out",
        "View",
        QT_TRANSLATE_NOOP("ui", "Smaller text"),
        QT_TRANSLATE_NOOP("ui", "Zoom out"),
        "Ctrl+-",
    ),
    _a(
        "zoom_reset",
        "View",
        QT_TRANSLATE_NOOP("ui", "Normal text size"),
        QT_TRANSLATE_NOOP("ui", "Zoom to 100 %"),
        "Ctrl+0",
    ),
    _a(
        "theme_system",
        "View",
        QT_TRANSLATE_NOOP("ui", "Appearance: system"),
        QT_TRANSLATE_NOOP("ui", "Follow the desktop"),
        check="theme",
        separate=True,
    ),
    _a(
        "theme_light",
        "View",
        QT_TRANSLATE_NOOP("ui", "Appearance: light"),
        QT_TRANSLATE_NOOP("ui", "Dark text on a light ground"),
        check="theme",
    ),
    _a(
        "theme_dark",
        "View",
        QT_TRANSLATE_NOOP("ui", "Appearance: dark"),
        QT_TRANSLATE_NOOP("ui", "Light text on a dark ground"),
        check="theme",
    ),
    _a(
        "palette",
        "Help",
        QT_TRANSLATE_NOOP("ui", "Search or run a command"),
        QT_TRANSLATE_NOOP("ui", "Find any action, session or {round} by its name"),
        "Ctrl+K",
        "Ctrl+Shift+P",
    ),
    _a(
        "shortcuts",
        "Help",
        QT_TRANSLATE_NOOP("ui", "Keyboard shortcuts"),
        QT_TRANSLATE_NOOP("ui", "List every key"),
        "F1",
        "Ctrl+/",
    ),
    _a(
        "messages",
        "Help",
        QT_TRANSLATE_NOOP("ui", "Messages"),
        QT_TRANSLATE_NOOP("ui", "Everything the program told you"),
        separate=True,
    ),
    _a(
        "about",
        "Help",
        QT_TRANSLATE_NOOP("ui", "About Roundtable"),
        QT_TRANSLATE_NOOP("ui", "Version and licence"),
    ),
)

BY_ID: Mapping[str, ActionDef] = {entry.id: entry for entry in ACTIONS}


_LETTER, WHY = "letter", "why"
ROUND = "Round"
"""What a round is called while no session is in sight."""


ANSWERS = ("approve", "finish", "reject")
"""Actions that give an answer, and are called what the open gate calls it."""


def words_of(entry: ActionDef, word: str | Words = ROUND, verb: Verb | None = None) -> str:
    """Return an action's words in the person's language.

    `word`: what the workflow calls a round; `verb`: the answer that the action gives now.
    """
    if verb is not None:
        return tr(verb.label)
    return tr(entry.text, n=entry.id.rpartition("_")[2], round=round_noun(word))


def why_of(entry: ActionDef, word: str | Words = ROUND) -> str:
    """Return why an action cannot be used, while it cannot."""
    return tr(entry.why, round=round_noun(word)) if entry.why else ""


def key_text(entry: ActionDef) -> str:
    """Return an action's first key as the platform writes it."""
    if not entry.keys:
        return ""
    return QKeySequence(entry.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)


def tip_of(entry: ActionDef, word: str | Words = ROUND, verb: Verb | None = None) -> str:
    """Return what an action does, and its key."""
    key, noun = key_text(entry), round_noun(word)
    tip = tr(entry.tip, round=noun) if verb is None or verb.tip is None else tr(verb.tip.filled(round=noun))
    return tip + (f" ({key})" if key else "")


def letters_of(menu: str) -> Mapping[str, str]:
    """Return the letter that chooses each action of an open menu, by id."""
    return letters_for({entry.id: words_of(entry) for entry in ACTIONS if entry.menu == menu})


def name_action(action: QAction, words: str) -> None:
    """Show an action by these words."""
    action.setText(lettered(words, str(action.property(_LETTER) or "")))


def build_actions(window: QMainWindow) -> Mapping[str, QAction]:
    """Make the actions and the menu bar; return the actions by id."""
    made: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    menus = {name: window.menuBar().addMenu("&" + tr(name)) for name in MENUS}
    letters = {name: letter for menu in MENUS for name, letter in letters_of(menu).items()}
    for entry in ACTIONS:
        action = QAction(window)
        action.setObjectName(entry.id)
        action.setProperty(_LETTER, letters.get(entry.id, ""))
        name_action(action, words_of(entry))
        if entry.keys:
            action.setShortcuts([QKeySequence(key) for key in entry.keys])
        if entry.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if entry.check:
            action.setCheckable(True)
        if entry.check not in ("", "-"):
            groups.setdefault(entry.check, QActionGroup(window)).addAction(action)
        if entry.menu:
            if entry.separate:
                menus[entry.menu].addSeparator()
            menus[entry.menu].addAction(action)
        else:
            window.addAction(action)
        made[entry.id] = action
        describe(action, True)
    return made


def describe(
    action: QAction, enabled: bool, word: str | Words = ROUND, kind: GateKind | None = None, why: str = ""
) -> None:
    """Enable an action or not; its tooltip says the key, or why (`why`, else the usual) it cannot be used."""
    entry = BY_ID[action.objectName()]
    verb = kind.by_action(entry.id) if kind is not None else None
    if "{round}" in entry.text or entry.id in ANSWERS:
        # Only these: Undo and Redo carry the name of what they would take back.
        name_action(action, words_of(entry, word, verb))
    tip = tip_of(entry, word, verb)
    refused = "" if enabled else why or why_of(entry, word)
    tip += f" – {refused}" if refused else ""
    action.setProperty(WHY, refused)
    action.setEnabled(enabled)
    action.setToolTip(tip)
    action.setStatusTip(tip)


LOCAL_KEYS: tuple[tuple[str, str], ...] = (
    ("N / P", QT_TRANSLATE_NOOP("ui", "Next or previous change, in a text that is only read")),
    ("A / R", QT_TRANSLATE_NOOP("ui", "Keep the new or the old text of a change, and go to the next")),
    ("E / F", QT_TRANSLATE_NOOP("ui", "Show all unchanged paragraphs of a comparison, or fold them again")),
    ("Esc", QT_TRANSLATE_NOOP("ui", "Close a dialog; what was typed is kept. Esc never stops a run")),
    (
        "Del",
        QT_TRANSLATE_NOOP("ui", "Delete what is chosen in the library; can be undone for 30 seconds"),
    ),
    (
        "F2 / Ctrl+Z",
        QT_TRANSLATE_NOOP("ui", "In the library's list: another title, and take back what was done last"),
    ),
    ("Tab", QT_TRANSLATE_NOOP("ui", "Next control")),
)
"""Keys that hold only where the focus is in the right place."""
