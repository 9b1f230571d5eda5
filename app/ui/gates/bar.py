"""The bar below the tabs: what is asked, and the buttons that answer it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from app.ui.gates.facts_row import FactsRow, link
from app.ui.gates.guidance import GuidanceLine
from app.ui.gates.limits import LimitsPopup
from app.ui.kit.actions import ActionDef, gate_choice
from app.ui.kit.buttons import PushButton
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, paint_icon, set_icon
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import OneLine
from app.ui.kit.spinner import Turning
from app.ui.kit.states import state_look
from app.ui.kit.tasks import pause
from app.ui.kit.texts import button, label, problem_label, rescale, restyle, say, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.bar import ANSWER, Bar, BarButton, Limits
from app.ui.view.draft_store import DraftStore

_GUARD_MILLISECONDS = 600
"""How long a new decision's buttons stay disabled: a click meant for something else spends nothing."""
_LEAST_HEIGHT = 74
"""Pixels: as high as a decision with its facts; an open line for words takes a few more, and stays open."""
_LEFT, _RIGHT, _BETWEEN = 15, 14, 12
"""Pixels beside the rows, and between the details and what it costs."""
LEAST_TITLE = 170
"""Pixels that the question keeps: buttons for which there is no room then lie behind one of them."""
_FREE = ("stop_menu", "agent_off", "auto_off", "held:undo")
"""What stops spending is never held back."""
_MOST_BUTTONS = 3
"""Buttons side by side, the one with the other choices among them: more are not told apart at a glance."""
_ARROW = 14
_AROUND_WORDS = 90
"""Pixels beside the words in a line: its sign and its edges."""


class _FlowingLabel(QLabel):
    """Takes one line where there is room, and wraps where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def sizeHint(self) -> QSize:
        """As wide as the longest line: Qt would guess a square."""
        wide = max(
            (self.fontMetrics().horizontalAdvance(line) for line in self.text().splitlines()), default=0
        )
        return QSize(wide + 4, super().sizeHint().height())


class StateSign(QWidget):
    """The icon of a state, in the colours of the theme."""

    def __init__(self) -> None:
        super().__init__()
        self.state = ""
        self._turning = Turning(self)
        self.setFixedSize(16, 16)

    def show_state(self, state: str) -> None:
        self.state = state
        self.setVisible(bool(state))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look, painter = state_look(self.state), QPainter(self)
        self._turning.paint(painter, QRectF(self.rect()), look.icon, look.tone)


class _ArrowButton(PushButton):
    """A button with an arrow: behind it lies a menu or what goes with the button beside it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        left = (self.width() - _ARROW) / 2 if not self.text() else self.width() - _ARROW - 10
        box = QRectF(left, (self.height() - _ARROW) / 2, _ARROW, _ARROW)
        tone: Tone = "on_fill" if self.property("filled") else "text" if self.isEnabled() else "disabled"
        paint_icon(painter, box, "chevron-down", tone)


class DecisionBar(FontAware, QFrame):
    """Shows one Bar."""

    answered = Signal(str)
    """The open gate, by this choice."""
    line_sent = Signal()
    """The open gate, by what the line says."""
    asked = Signal(str)
    """For this command, which decides nothing."""
    action_wanted = Signal(str)
    """An action of the window (`ActionId`)."""
    guard_over = Signal()
    resume_each_wanted = Signal()
    """Go on, and decide on each call that was cut off."""
    held_pressed = Signal(str)
    """What is to become of an answer that waits to be sent."""
    show_wanted = Signal()
    """The person asks to see what the details speak of."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Decision"))
        self.table: Mapping[str, ActionDef] = {}
        """The window's actions: some buttons share words and keys with one."""
        self._bar: Bar | None = None
        self._busy = False
        self._in_line = False
        """Whether the last thing was typed: the next is, too, and no button takes the focus."""
        self._buttons: dict[str, QPushButton] = {}
        self._parts: list[QWidget] = []
        """What stands in the row of buttons."""
        self._linked: list[QPushButton] = []
        """What links beside the details press; in no row."""
        self._draft_store = draft_store
        self.sign = StateSign()
        self.title = label(bold=True, wrap=True, widget=_FlowingLabel())
        self.problem = problem_label(scale=CAPTION)
        self.facts = FactsRow(draft_store)
        self.details, self.progress = self.facts.details, self.facts.progress
        self._words, self._line = GuidanceLine(draft_store), GuidanceLine(draft_store)
        """One shares a row with the facts; the other, for whole lines, is open from the start in its own.

        An answer in a word stands beside the facts, open as well.
        """
        self._words.hide()
        self._line.hide()
        self.about = MenuButton("", tr("What the line is about"), chevron=True)
        """Chooses what the words of the line are about."""
        self.about.further = self._turns
        self.about.hide()
        self.cost = OneLine()
        label("", muted=True, scale=CAPTION, widget=self.cost)
        self.cost.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._spare = 0
        """Pixels that it takes beyond its fewest words."""
        self.limits = LimitsPopup(self, draft_store)
        self.arrow: _ArrowButton | None = None
        """Opens the limits of approving by itself, where that is offered."""
        self._row = in_row(spacing=8)
        top = in_row(self.sign, (self.title, 1), boxed(self._row), spacing=8)
        self.more: MenuButton | None = None
        """Shows the buttons that stand in no row."""
        self._below = in_row((self.facts, 1), (self._words, 1), self.cost, spacing=_BETWEEN)
        rows = ((top, 1), in_row(self.about, (self._line, 1), spacing=8), self.problem, self._below)
        self.setLayout(in_column(*rows, spacing=4, margins=(_LEFT, 8, _RIGHT, 7)))
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.facts.show_points.clicked.connect(self.show_wanted)
        # A turn later: the row is asked for its room while the buttons are being made.
        self.facts.links_moved.connect(self._fit_buttons, Qt.ConnectionType.QueuedConnection)
        # A link that comes or grows with what is chosen takes its room from the price's range.
        draft_store.changed.connect(self._on_tick)
        self.facts.add_guidance.clicked.connect(lambda: self.write_guidance(True))
        for line in (self._line, self._words):
            line.text.sent.connect(self._on_line_sent)
        self._words.closed.connect(self._on_words_closed)
        self.limits.go_on.connect(self._on_limits_agreed)
        self._ticks = QTimer(self, interval=1000)
        """Counts while a round runs; no description has it: a reader would tell it each second."""
        self._ticks.timeout.connect(self._on_tick)
        self.guard = pause(self, _GUARD_MILLISECONDS, self._on_guard_over)
        """Holds a new decision's buttons back; a hold that is on begins anew."""

    def offers(self, does: str) -> bool:
        return does in self._buttons and self._buttons[does].isEnabled()

    def button_of(self, verb: str) -> str:
        """Return what a button does that gives an answer; of several ways, the first that is no link."""
        does = gate_choice(verb)
        ways = (one for one, control in self._buttons.items() if control not in self._linked)
        return does if does in self._buttons else next((w for w in ways if w.startswith(f"{does}:")), does)

    def in_use(self, does: str) -> QPushButton | None:
        """Return the button that does this where the focus is on it: it was pressed, or would be."""
        control = self._buttons.get(does)
        return control if control is not None and self.window().focusWidget() is control else None

    def offered(self) -> list[tuple[str, str]]:
        """Return what the buttons do that can be pressed now, and their words; the filled one first."""
        usable = [(does, control) for does, control in self._buttons.items() if control.isEnabled()]
        usable.sort(key=lambda entry: entry[1].objectName() != "primary")
        return [(does, control.text()) for does, control in usable]

    def is_rare(self, does: str) -> bool:
        """Tell whether it lies behind the button with the other choices."""
        return does in self._buttons and self._buttons[does].isHidden()

    def primary(self) -> QPushButton | None:
        return next((each for each in self._buttons.values() if each.objectName() == "primary"), None)

    def ready_primary(self) -> QPushButton | None:
        """Return the filled button where it can be pressed now."""
        primary = self.primary()
        return primary if primary is not None and primary.isEnabled() else None

    def take_focus(self) -> None:
        """Give the focus to the main answer, at once or as soon as it is free."""
        primary = self.ready_primary()
        if self._asks_for_words:
            self._line.text.setFocus()
        else:
            (self if primary is None else primary).setFocus()

    @property
    def _asks_for_words(self) -> bool:
        """Whether what is asked for is typed: a blank among the words must press no button."""
        return self._bar is not None and self._bar.typing not in ("", ANSWER)

    def press_primary(self) -> None:
        if (primary := self.ready_primary()) is not None:
            primary.click()

    def show_bar(self, bar: Bar) -> None:
        """Show a bar; the guard starts anew only where another decision is asked for."""
        if bar == self._bar:
            return
        inside = self.holds_focus()
        fresh = self._bar is None or self._bar.identity != bar.identity
        same_buttons = self._bar is not None and self._bar.buttons == bar.buttons and not fresh
        self._bar = bar
        self.sign.show_state(bar.look)
        self.title.setText(bar.title)
        self._on_tick()
        self.cost.setVisible(bool(bar.taking()))
        if bar.clock is None:
            self._ticks.stop()
        else:
            self._ticks.start()
        self.facts.show_bar(bar)
        self.guidance.show_bar(bar)
        (self._words if self.guidance is self._line else self._line).hide()
        self._part_below(bar)
        self.about.setText(bar.about)
        self.about.setAccessibleDescription(bar.about)
        self.about.setVisible(bool(bar.turns))
        if fresh or not bar.words:
            # Words that were not sent yet are in sight: they go with the next decision.
            typing = self.guidance.isVisible() and self.guidance.text.hasFocus()
            words = typing or bool(self._draft_store.draft.guidance.strip())
            self.write_guidance(bar.words and (words or bool(bar.typing)), focus=False)
        described = (bar.title, *bar.details, bar.show, bar.taking())
        self.setAccessibleDescription("\n".join(filter(None, described)))
        if self.property("tone") != bar.tone:
            self.setProperty("tone", bar.tone)
            restyle(self)
        if not same_buttons:
            self._rebuild(bar)
        if fresh:
            self.show_problem("")
            if any(entry.does not in _FREE for entry in bar.buttons):
                self.guard.start()
            self._announce(bar)
        self._enable()
        if inside and not self.holds_focus():
            self.setFocus()
        if self._in_line and bar.typing and self.window().focusWidget() is self:
            self.guidance.text.setFocus()

    def _part_below(self, bar: Bar) -> None:
        """Give the facts the room they need beside an answer that is typed, else one half."""
        answers = bar.typing == ANSWER
        self._below.setStretchFactor(self.facts, 0 if answers else 1)
        words = self._words.text
        wide = words.fontMetrics().horizontalAdvance(words.placeholderText()) + _AROUND_WORDS
        self._words.setMinimumWidth(min(wide, self.width() * 2 // 5) if answers else 0)

    def _on_words_closed(self) -> None:
        if self._bar is None or not self._bar.typing:
            self.write_guidance(False)

    def _on_tick(self) -> None:
        if self._bar is None:
            return
        now = time.time_ns() // 1000
        told, brief = (self._bar.taking(now, brief=short) for short in (False, True))
        room, letters = self.width() - _LEFT - _RIGHT - _BETWEEN, self.cost.fontMetrics()
        wide, short = (room - letters.horizontalAdvance(words) for words in (told, brief))
        # A range goes before the last words of what lies before the person, the first, links, and a line.
        whole, least = self.facts.widths()
        brief_only = self.facts.isHidden() or wide < whole <= short or wide < least
        self._spare = 0 if brief_only else short - wide
        self.cost.setText(brief if brief_only else told)

    def minimumSizeHint(self) -> QSize:
        """Return the room of the fewest words: what more of them take must push nothing beside the page."""
        least = super().minimumSizeHint()
        return QSize(least.width() - self._spare, least.height())

    def _announce(self, bar: Bar) -> None:
        event = QAccessibleAnnouncementEvent(self, bar.title)
        asks = bool(bar.buttons) and not bar.busy
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if asks else politeness.Polite)
        QAccessible.updateAccessibility(event)

    @property
    def guidance(self) -> GuidanceLine:
        """Return the line for words that is in use."""
        whole = self._bar is not None and self._bar.typing not in ("", ANSWER)
        return self._line if whole else self._words

    def write_guidance(self, on: bool, *, focus: bool = True) -> None:
        """Give the second line to words for what comes next, or back to the facts."""
        self.guidance.setVisible(on)
        self.facts.setVisible(not on or bool(self._bar is not None and self._bar.typing))
        self._on_tick()
        if focus:
            (self.guidance.text if on else self.facts.add_guidance).setFocus()

    def _rebuild(self, bar: Bar) -> None:
        self.limits.hide()
        for old in self._parts:
            for control in (old, *old.findChildren(QPushButton)):
                self._keep_focus_of(control)
            self._row.removeWidget(old)
            old.hide()
            dispose(old)
        self._buttons, self._parts, self.arrow = {}, [], None
        self.more = MenuButton(tr("Other choices"), tr("More that can be done here"), chevron=True)
        self.more.above = self
        self.more.further = self._behind_more
        self._row.addWidget(self.more)
        self._parts.append(self.more)
        for old in self._linked:
            dispose(old)
        links: dict[str, list[BarButton]] = {}
        for entry in bar.buttons:
            if entry.link:
                links.setdefault(entry.link, []).append(entry)
        self._linked = []
        # The likeliest first, as it is the last of the buttons.
        self.facts.show_links([self._make_link(words, found) for words, found in reversed(links.items())])
        for entry in bar.buttons:
            if entry.link:
                continue
            control = self._make(entry)
            part: QWidget = control
            if entry.limits is not None:
                control.setProperty("split", True)
                self.arrow = self._make_arrow(entry, entry.limits)
                part = boxed(in_row(control, self.arrow, spacing=0))
            self._row.addWidget(part)
            self._parts.append(part)
            self._buttons[entry.does] = control
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_tick()
        # What is shown and hidden changes the height alone.
        if event.oldSize().width() != event.size().width():
            self._fit_buttons()

    def _fit(self) -> None:
        self._on_tick()
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        """Show the buttons for which there is room; those that are least likely stand at the left."""
        if self.more is None or self._bar is None:
            return
        gap, entries = self._row.spacing(), [entry for entry in self._bar.buttons if not entry.link]
        for control in (self.more, *self._buttons.values()):
            # Without the theme's rules it would take itself for narrower than it will be.
            control.ensurePolished()
        room = self.width() - min(LEAST_TITLE, self.title.sizeHint().width()) - 60
        wide = [part.sizeHint().width() + gap for part in self._parts[1:]]
        shown = [not entry.rare or entry.primary for entry in entries]
        taken = sum(width for width, on in zip(wide, shown, strict=True) if on)
        # Where its link has no room either, what stops spending lies behind the other choices.
        aside = any(does in _FREE and one in self._linked for does, one in self._buttons.items())
        # So does any other where that takes no button's place.
        aside = aside or (bool(self._linked) and sum(shown) < _MOST_BUTTONS)
        aside = aside and not self.facts.links_shown
        for place, entry in enumerate(entries):
            stays = entry.primary or entry.limits is not None or entry.menu or entry.does in _FREE
            beside = 0 if all(shown) and not aside else 1
            with_more = taken + beside * (self.more.sizeHint().width() + gap)
            crowded = with_more > room or sum(shown) + beside > _MOST_BUTTONS
            if crowded and shown[place] and not stays:
                shown[place], taken = False, taken - wide[place]
        for part, on in zip(self._parts, (aside or not all(shown), *shown), strict=True):
            if not on:
                self._keep_focus_of(part)
            # Said of each: what was just put into a row is shown a moment later, where nobody hid it.
            part.setVisible(on)

    def _behind_more(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """Return what stands in no row now and can be pressed."""
        linked = self._linked if self.facts.links_shown else []
        turns = self._turning()
        away = [
            one
            for does, one in self._buttons.items()
            if one.isHidden() and does not in turns and one not in linked
        ]
        return [(control.text(), control.click) for control in away if control.isEnabled()]

    def _turning(self) -> set[str]:
        """Return what the menu before the line does."""
        return {entry.does for entry in self._bar.turns} if self._bar is not None else set()

    def _turns(self) -> Sequence[tuple[str, Callable[[], object]]]:
        found = self._bar.turns if self._bar is not None else ()
        return [(entry.label, partial(self.press, entry.does)) for entry in found if self.offers(entry.does)]

    def _make(self, entry: BarButton) -> QPushButton:
        tip = _tip(entry, self.table)
        if entry.menu:
            control: QPushButton = _ArrowButton(entry.label)
            # The tools have a button of that name, too.
            control.setAccessibleName(tr("{what} this session", what=entry.label))
            control.setAutoDefault(False)
            control.setToolTip(tip)
            control.setProperty("arrow", True)
        else:
            control = button(entry.label, primary=entry.primary, tip=tip)
        if entry.icon:
            set_icon(control, entry.icon, "on_fill" if entry.primary else "text", 14)
        control.clicked.connect(partial(self._on_clicked, entry.does))
        return control

    def _make_link(self, words: str, entries: Sequence[BarButton]) -> QWidget:
        """Return a link that does the one thing, or a menu of those that are called so together."""
        for entry in entries:
            control = self._make(entry)
            control.setParent(self)
            control.hide()
            self._buttons[entry.does] = control
            self._linked.append(control)
        if len(entries) == 1:
            shown = link(entries[0].label)
            shown.setToolTip(entries[0].tip)
            shown.clicked.connect(partial(self.press, entries[0].does))
            return shown
        menu = MenuButton(words, words, chevron=True)
        menu.setObjectName("link")
        rescale(menu, CAPTION)
        menu.above = self
        menu.further = lambda: [
            (entry.label, partial(self.press, entry.does)) for entry in entries if self.offers(entry.does)
        ]
        return menu

    def tell_keys(self) -> None:
        """Name the keys that the buttons share with actions, which are others now."""
        for entry in self._bar.buttons if self._bar is not None else ():
            self._buttons[entry.does].setToolTip(_tip(entry, self.table))

    def _make_arrow(self, entry: BarButton, limits: Limits) -> _ArrowButton:
        arrow = _ArrowButton("")
        arrow.setObjectName("arrow")
        arrow.setProperty("filled", entry.primary)
        arrow.setAutoDefault(False)
        arrow.setAccessibleName(tr("Approve by itself…") if limits.agrees else tr("Go on by itself…"))
        arrow.setToolTip(tr("{what} for me, until a limit is reached", what=entry.label))
        arrow.clicked.connect(lambda: self.limits.open_above(arrow, entry.label, limits))
        return arrow

    def _on_line_sent(self) -> None:
        if self._bar is None:
            return
        self._in_line = True
        if self._bar.typing != ANSWER:
            self.press(self._bar.typing)
        elif not self.guard.isActive() and not self._busy:
            self.line_sent.emit()

    def _on_limits_agreed(self) -> None:
        entries = self._bar.buttons if self._bar is not None else ()
        does = next((entry.does for entry in entries if entry.limits is not None), "")
        self.press(does)

    def _on_clicked(self, does: str, _checked: bool = False) -> None:
        self._in_line = self._in_line and self._bar is not None and does == self._bar.typing
        where, _, which = does.partition(":")
        if where == "gate":
            self.answered.emit(which)
        elif where == "ask":
            self.asked.emit(which)
        elif does == "resume:each":
            self.resume_each_wanted.emit()
        elif where == "held":
            self.held_pressed.emit(which)
        else:
            self.action_wanted.emit(does)

    def press(self, does: str) -> None:
        if self.offers(does):
            self._buttons[does].click()

    def holds_focus(self) -> bool:
        focused: QWidget | None = self.window().focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def _keep_focus_of(self, control: QWidget) -> None:
        """Take the focus of a button that goes: Qt would give it to the next control, wherever that is."""
        if self.window().focusWidget() is control:
            self.setFocus()

    def _on_guard_over(self) -> None:
        self._enable()
        self.guard_over.emit()

    def _enable(self) -> None:
        arrow = {"": self.arrow} if self.arrow is not None else {}
        for does, control in {**self._buttons, **arrow}.items():
            held = self._busy or (self.guard.isActive() and does not in _FREE)
            if held:
                self._keep_focus_of(control)
            control.setEnabled(not held)
        primary = self.ready_primary()
        if primary is not None and self.window().focusWidget() is self and not self._in_line:
            # Who pressed a button here finds the focus at the next question's main answer.
            self.take_focus()

    def set_busy(self, busy: bool) -> None:
        """Hold the buttons while an answer is on its way."""
        self._busy = busy
        self._enable()

    def show_said(self, text: str) -> None:
        """Say what answers a line that was typed; nothing went wrong."""
        self.show_problem(text, bad=False)

    def show_problem(self, text: str, *, bad: bool = True) -> None:
        """Say why the last press did nothing."""
        if self.problem.property("bad") != bad:
            self.problem.setProperty("bad", bad)
            restyle(self.problem)
        say(self.problem, text)


def _tip(entry: BarButton, table: Mapping[str, ActionDef]) -> str:
    """Return what a button does, and the key of the action that does the same."""
    if entry.does in table:
        return table[entry.does].help()
    if entry.tip:
        same = table.get(entry.action)
        return f"{entry.tip} ({same.key})" if same is not None and same.key else entry.tip
    return f"{entry.label} ({table['approve'].key})" if entry.primary and table else ""
