"""What speaks against the set-up of a new session, whether its team is ready, and why it was refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.domain.i18n import Message
from app.domain.ids import RESERVED_SEATS
from app.domain.seats import Obstacle
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.one_line import CutButton
from app.ui.kit.sidebar import Sign
from app.ui.kit.texts import Said, button, escaped, label, rescale, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.wrapped import Wrapped


class Warned(QFrame):
    """Says what speaks against the setup as it is typed; nothing of it forbids a start."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("note")
        self.text_label = label(
            "", wrap=True, scale=CAPTION, widget=Said(tr("What speaks against this setup"))
        )
        sign = Sign()
        sign.setIcon(icon("triangle-alert", "waiting"))
        self.setLayout(
            in_row(in_column(sign, SPACE), (self.text_label, 1), spacing=8, margins=(10, 8, 10, 8))
        )
        self.hide()

    def warn(self, advice: Sequence[Message]) -> None:
        """Say it, a sentence a line."""
        self.text_label.setText("\n".join(tr(sentence) for sentence in advice))
        self.setVisible(bool(advice))

    def text(self) -> str:
        """Return what is said."""
        return self.text_label.text()


class StateLine(QWidget):
    """Whether all at the table can be asked, as far as it can be told without contacting anybody."""

    def __init__(self) -> None:
        super().__init__()
        self._sign, self._words = Sign(), label("", scale=CAPTION, widget=Said(tr("Team")))
        self.add = button(tr("Add…"), tip=tr("Models and keys…"))
        self.add.setObjectName("link")
        rescale(self.add, CAPTION)
        self.setLayout(in_row(self._sign, self._words, self.add, spacing=4))
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self._words.setText("")
        self.hide()

    def show_obstacles(self, found: Sequence[Obstacle]) -> None:
        """Say that all is well, or that something is missing, and what in the tip."""
        self._sign.setIcon(icon("triangle-alert", "waiting") if found else icon("circle-check", "finished"))
        seats = list(dict.fromkeys(str(seat) for obstacle in found for seat in obstacle.seats))
        if len(seats) == 1 and seats[0] not in RESERVED_SEATS:
            self._words.setText(tr("{name} not ready", name=single_line(seats[0], 20)))
        else:
            self._words.setText(tr("not ready") if found else tr("all ready"))
        self.add.setVisible(bool(found))
        self.setToolTip(escaped("\n".join(tr(obstacle.message) for obstacle in found)))
        self.show()

    def text(self) -> str:
        """Return what is said."""
        return self._words.text()


class Refusal(QWidget):
    """Why the chosen team cannot be asked, and what to do: take one that works, or see to models and keys."""

    team_chosen = Signal(str)
    """The offered team is to be taken, by its name."""
    keys_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.why = label("", wrap=True, scale=CAPTION)
        self.why.setProperty("bad", True)
        self.ways = Wrapped()
        """What to press, in as many rows as they take."""
        self.other_team: QPushButton | None = None
        """Takes the team that is offered, where there is one."""
        self.keys: QPushButton | None = None
        self.setLayout(in_column(self.why, self.ways, spacing=6))
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self.hide()

    def tells_what_to_do(self) -> bool:
        """Tell whether models that cannot be asked are what is said, and no file that is wrong."""
        return not (self.isHidden() or self.ways.isHidden())

    def say(self, why: str) -> None:
        """Say what is wrong with the team's file."""
        self.why.setText(why)
        self.ways.hide()
        self.show()

    def show_not_ready(self, why: str, team: str | None) -> None:
        """Say what keeps the team from working, offer one that works, and lead on from there."""
        self.say(why)
        self.other_team = None
        if team is not None:
            offer = tr("Use the team “{name}”, which works now", name=single_line(team, 60))
            self.other_team = CutButton(offer, offer)
            self.other_team.clicked.connect(partial(self.team_chosen.emit, team))
        self.keys = button(tr("Models and keys…"), tip=tr("Enter a key, or look for models on this machine"))
        self.keys.clicked.connect(self.keys_wanted)
        ways = [way for way in (self.other_team, self.keys) if way is not None]
        self.ways.show_parts(ways)
        self.ways.show()
        ways[0].setFocus()
