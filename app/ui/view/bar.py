"""What the decision bar shows, as data."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.domain.facts import TextChoice
from app.ui.kit.actions import ActionId, GateChoice
from app.ui.view.pace import Clock, clock_words

Tone = Literal["plain", "warn", "bad"]
ANSWER = "answer"
"""What Enter does where an answer is typed by its name, or by a word that is heard for it."""


class Limits(NamedTuple):
    """How far a workflow may go on by itself."""

    agrees: bool
    """Whether it can end at an agreement."""
    most: int
    """So many rounds there may be; 0: nobody knows."""


class BarButton(NamedTuple):
    """One button: what it does and its label."""

    does: ActionId | GateChoice | Literal["held:undo", "held:send", "resume:each"]
    label: str
    primary: bool = False
    tip: str = ""
    """What it does, where that is more than its label says."""
    action: str = ""
    """The action of the menu that does the same, and has a key."""
    icon: str = ""
    menu: bool = False
    """A menu lies behind its arrow, which it opens itself."""
    rare: bool = False
    """It lies in the menu of a button that shows more."""
    limits: Limits | None = None
    """What lies behind its arrow: the limits of going on by itself."""
    link: str = ""
    """The words of the link beside the details that it is, or, of several that say the same, lies behind."""


class Bar(NamedTuple):
    """The decision bar's content. `identity` changes when another decision is asked for."""

    identity: str
    title: str
    details: tuple[str, ...] = ()
    """What lies before the person; shown in one line, whole where the person asks for it."""
    look: str = ""
    """The state whose icon stands before the title (`kit.states`)."""
    cost: str = ""
    """What it takes, or took; never cut."""
    buttons: tuple[BarButton, ...] = ()
    tone: Tone = "plain"
    busy: bool = False
    progress: int | None = None
    """Percent of the round's calls that are done, where that is known."""
    words: bool = False
    """Words for what comes next can be typed here."""
    hint: str = ""
    """What the words are for; the line's name too."""
    typing: str = ""
    """The button that Enter presses in the line for words, which is then open from the start; `ANSWER`: the
    line names the answer itself."""
    aside: str = ""
    """What becomes of them, in brackets."""
    about: str = ""
    """What the line is about, where that can be chosen."""
    turns: tuple[BarButton, ...] = ()
    """The buttons that make it about something else: they lie in a menu before the line."""
    phrases: tuple[str, ...] = ()
    """Ready-made words for the line."""
    commands: tuple[tuple[str, str], ...] = ()
    """Lines that are commands, and what each does."""
    pins: bool = False
    """The words can be for all rounds that follow, and not for the next one alone."""
    pinned: tuple[str, ...] = ()
    """The words that are for all rounds already."""
    texts: bool = False
    """Which text of each member goes on can be chosen."""
    decided: tuple[tuple[str, TextChoice], ...] = ()
    """Which goes on by what was decided on the changes, by seat."""
    show: str = ""
    """The label of a link that turns to the panel which shows what the details speak of."""
    tally: tuple[str, ...] = ()
    """What is told before what it takes, where there is room: how far a round has come."""
    clock: Clock | None = None
    """How long a round has run, and will: told between the two, anew every second."""
    brief: str = ""
    """What it takes in fewer words, where room is short; empty: there are none."""

    def taking(self, now: int = 0, *, brief: bool = False) -> str:
        """Return how far it has come and what it takes, with what the clock says; 0: without that."""
        told = clock_words(self.clock, now) if self.clock is not None and now else ()
        cost, tally = ((self.brief or self.cost), ()) if brief else (self.cost, self.tally)
        return " · ".join(filter(None, (*tally, *told, cost)))
