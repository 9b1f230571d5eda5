"""How an action is drawn and asked for: words, keys, tooltip, its place in the menus.

Which actions there are, when each can be used and what it runs is the window's table (`shell.actions`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NewType

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenuBar

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.ui.kit.popup import REFUSAL, Menu, native_key
from app.ui.kit.texts import round_noun, tr

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import GateKind, Verb

ActionId = Literal[
    "agent_off",
    "agent_on",
    "auto_off",
    "decision",
    "export",
    "follow_up",
    "fork",
    "outcome",
    "page",
    "resume",
    "stop_menu",
    "stop_with_answer",
]
"""The actions that rooms below the window's offer too."""
GateChoice = NewType("GateChoice", str)
"""What a button does that is no action of the window: answer the open gate, or ask for something there."""
MENUS = (
    QT_TRANSLATE_NOOP("ui", "File"),
    QT_TRANSLATE_NOOP("ui", "Edit"),
    QT_TRANSLATE_NOOP("ui", "Session"),
    QT_TRANSLATE_NOOP("ui", "Review"),
    QT_TRANSLATE_NOOP("ui", "View"),
    QT_TRANSLATE_NOOP("ui", "Help"),
)
ANSWERS = ("approve", "finish", "reject")
"""Actions that give an answer, and are called what the open gate calls it."""
ROUND = "Round"
"""What a round is called while no session is in sight."""
_LETTER = "letter"


def gate_choice(id: str) -> GateChoice:
    return GateChoice(f"gate:{id}")


def ask_choice(command: str) -> GateChoice:
    return GateChoice(f"ask:{command}")


@dataclass(frozen=True)
class ActionDef:
    """What is seen of an action. `{round}` in its words stands for what the workflow calls a round."""

    id: str
    menu: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    check: str = ""
    """The group it is a choice of; `-` for a switch on its own."""
    separate: bool = False
    local: bool = False
    """Its key holds only where the focus is in the right place; that widget listens for it itself."""
    icon: str = ""
    """In the palette, and in the menus where nothing is ticked; empty: that of its menu."""
    unlisted: bool = False
    """Stands in no menu, which stay short: the palette, its key and a control on the page have it."""

    def words(self, word: str | Message = ROUND, verb: Verb | None = None) -> str:
        """Return what it is called; `verb`: the answer that it gives now."""
        if verb is not None:
            return tr(verb.label)
        return tr(self.text, n=self.id.rpartition("_")[2], round=round_noun(word))

    @property
    def key(self) -> str:
        """Its first key as the platform writes it, empty where it has none."""
        return native_key(next(iter(self.keys), ""))

    @property
    def every_key(self) -> str:
        """Return all its keys as the platform writes them."""
        return " / ".join(dict.fromkeys(map(native_key, self.keys)))

    def help(self, word: str | Message = ROUND, verb: Verb | None = None) -> str:
        """Return what it does, and its key."""
        noun, own = round_noun(word), verb.tip if verb is not None else None
        tip = tr(own.filled(round=noun)) if own is not None else tr(self.tip, round=noun)
        return tip + (f" ({self.key})" if self.key else "")


def give_keys(action: QAction, entry: ActionDef) -> None:
    """Let an action be run by the keys of its row."""
    action.setShortcuts([QKeySequence(key) for key in entry.keys])


def letters_of(table: Sequence[ActionDef], menu: str) -> Mapping[str, str]:
    """Return the letter that chooses each action of an open menu, by id, each once.

    It is the first of one of its words where that is free, else any of theirs, in any language.
    """
    found: dict[str, str] = {}
    for entry in table:
        text = entry.words() if entry.menu == menu and not entry.unlisted else ""
        every = [*(word[0] for word in text.split()), *text]
        letter = next((c.lower() for c in every if c.isalpha() and c.lower() not in found.values()), "")
        if letter:
            found[entry.id] = letter
    return found


def lettered(words: str, letter: str) -> str:
    """Return an entry's words with its letter marked, where it stands in them."""
    positions = [at for at, c in enumerate(words) if letter and c.lower() == letter]
    begins = [at for at in positions if at == 0 or words[at - 1] == " "]
    at = next(iter((*begins, *positions)), None)
    if at is None:
        return words.replace("&", "&&")
    return words[:at].replace("&", "&&") + "&" + words[at:].replace("&", "&&")


def name_action(action: QAction, words: str) -> None:
    """Show an action by these words."""
    action.setText(lettered(words, str(action.property(_LETTER) or "")))


def build_actions(
    window: QMainWindow, menu_bar: QMenuBar, table: Sequence[ActionDef]
) -> Mapping[str, QAction]:
    """Make the actions and fill the menu bar; return the actions by id."""
    actions: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    menus = {name: Menu("&" + tr(name), menu_bar) for name in MENUS}
    for menu in menus.values():
        menu_bar.addMenu(menu)
    letters = {name: letter for menu in MENUS for name, letter in letters_of(table, menu).items()}
    for entry in table:
        action = actions[entry.id] = QAction(window)
        action.setObjectName(entry.id)
        action.setProperty(_LETTER, letters.get(entry.id, ""))
        name_action(action, entry.words())
        give_keys(action, entry)
        if entry.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setCheckable(bool(entry.check))
        if entry.check not in ("", "-"):
            groups.setdefault(entry.check, QActionGroup(window)).addAction(action)
        if entry.unlisted or not entry.menu:
            window.addAction(action)
            continue
        if entry.separate:
            menus[entry.menu].addSeparator()
        menus[entry.menu].addAction(action)
    return actions


def describe(
    entry: ActionDef,
    action: QAction,
    refusal: str,
    word: str | Message = ROUND,
    kind: GateKind | None = None,
) -> None:
    """Let an action be used, or say in its tooltip why it cannot.

    `word`: what the workflow in sight calls a round; `kind`: the open gate, which names its answers.
    """
    verb = kind.by_action(entry.id) if kind is not None else None
    if "{round}" in entry.text or entry.id in ANSWERS:
        # Only these: Undo and Redo carry the name of what they would take back.
        name_action(action, entry.words(word, verb))
    tip = entry.help(word, verb) + (f" – {refusal}" if refusal else "")
    action.setProperty(REFUSAL, refusal)
    action.setEnabled(not refusal)
    action.setToolTip(tip)
    action.setStatusTip(tip)


def refusal_of(action: QAction) -> str:
    """Return why an action cannot be used, empty while it can."""
    return str(action.property(REFUSAL) or "")
