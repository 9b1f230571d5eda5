"""One place at the table in a form: a model and whether it can be asked; of a member name and role too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from app.domain.no_model import no_model
from app.domain.seats import COMMAND, ROLE_WORDS, ROLES, Seat, role_said
from app.ui.kit.controls import ComboBox, icon_button, line_edit
from app.ui.kit.dispose import dispose
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import Tone
from app.ui.kit.layouts import SPACE, boxed, in_row
from app.ui.kit.model_names import ModelBox, add_models, search_anywhere, take_words, tested_words
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import CutLine, Said, label, link_button, tr
from app.ui.kit.theme import CAPTION
from app.ui.setup.team_grid import Column, Grip

if TYPE_CHECKING:
    from app.engine.ports import LocalServer, TestResult
    from app.services.programs import Program
    from app.services.providers import ModelChoice


Mend = Literal["", "key", "program"]
"""What is added for a place that cannot be asked: a key, a program; empty: nothing here helps."""


class _SeatState(NamedTuple):
    """How a place stands: an icon, its colour and a word or two."""

    icon: str
    tone: Tone
    words: str
    missing: bool = False
    """Whether it cannot be asked as it is."""
    mend: Mend = ""


_UNKNOWN = _SeatState("circle", "muted", "")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of who can be asked; nobody was contacted for it."""

    asked: Collection[str]
    """The providers that have what they need."""
    local: Collection[str]
    """Those on this computer, which need no key."""
    searching: Mapping[str, str]
    """Those with a search of their own, and what the names of such models hold."""
    titles: Mapping[str, str]
    """What providers are called."""
    tested: Mapping[str, TestResult] = field(default_factory=dict)
    """What the last test of a provider said."""
    found_here: Collection[LocalServer] | None = None
    """The servers that answered on this computer; None: nobody looked."""
    programs: Mapping[str, Program] = field(default_factory=dict)
    """By the models they are called by."""

    def state_of(self, model: str, *, own_server: bool = False) -> _SeatState:
        """Say how a place with this model stands; `own_server`: its seat names the server itself."""
        owner, slash, rest = model.partition("/")
        if not model:
            return _UNKNOWN
        if no_model(model) is not None:
            return _SeatState("circle-check", "text2", tr("no AI"))
        if model.startswith(COMMAND):
            return self._program(model)
        if not (slash and owner and rest):
            return _SeatState("triangle-alert", "waiting", tr("no provider"), missing=True)
        if owner in self.local:
            return self._here(owner, model)
        result = self.tested.get(owner)
        if own_server or owner in self.asked:
            if result is None:
                # Whether it answers is known once it was tested, which is no part of a team.
                return _SeatState("circle-check", "text2", tr("set up"))
            if result.ok:
                return _SeatState("circle-check", "finished", tested_words(result))
            if result.kind == "auth":
                return _SeatState("circle-x", "failed", tested_words(result), missing=True, mend="key")
            return _SeatState("triangle-alert", "waiting", tested_words(result), missing=True)
        return _SeatState("key-round", "waiting", tr("needs a key"), missing=True, mend="key")

    def _program(self, model: str) -> _SeatState:
        program = self.programs.get(model)
        if program is not None and program.state == "ready":
            return _SeatState("circle-check", "finished", tr("found"))
        if program is not None and program.state == "unapproved":
            return _SeatState("keyboard", "waiting", tr("asked about first"))
        return _SeatState("triangle-alert", "waiting", tr("not found"), missing=True, mend="program")

    def _here(self, owner: str, model: str) -> _SeatState:
        if self.found_here is None:
            return _SeatState("server", "text2", tr("on this computer"))
        running = [one for one in self.found_here if one.name == owner]
        if not running:
            return _SeatState("triangle-alert", "waiting", tr("not running"), missing=True)
        if not any(model in one.models for one in running):
            return _SeatState("triangle-alert", "waiting", tr("not there"), missing=True)
        return _SeatState("circle-check", "finished", tr("ready"))


LONGEST = 60
"""Characters of a name."""
KEPT = ("temperature", "system_prompt", "drafts", "enabled")
"""What a seat keeps when another model is put into it; server, key and rates were the old one's."""


class TeamRow:
    """Chair or judge: a title, a model, and what the place is for."""

    def __init__(self, title: str, seat: Seat, about: str) -> None:
        """`about`: what is done there."""
        lead = label("", widget=IconLabel("scale", "", "text2"))
        # An icon without words is not drawn.
        lead.setText(" ")
        lead.setContentsMargins(38, 0, 0, 0)
        self._begin(title, seat)
        told = label(about, muted=True, scale=CAPTION, widget=CutLine(title))
        self.cells: Mapping[Column, QWidget] = {
            Column.LEAD: lead,
            Column.NAME: label(title, bold=True),
            Column.MODEL: self.model,
            Column.ROLE: told,
            Column.STATE: self.standing,
        }

    def _begin(self, title: str, seat: Seat) -> None:
        self._before = seat
        self.title = title
        self.model = ModelBox(f"{tr('Model')} – {title}", seat.model)
        self.model.setMinimumWidth(200)
        self.state = IconLabel("circle", tr("State – {place}", place=title))
        label("", scale=CAPTION, widget=self.state)
        self.mend = link_button("", name=tr("Add what is missing – {place}", place=title), small=True)
        self.mend.hide()
        self.standing = boxed(in_row(self.state, self.mend, SPACE, spacing=6))
        self.now = _SeatState("circle", "muted", "")
        """Whether its model can be asked, as far as that is known."""
        self._known: Known | None = None
        self.model.currentTextChanged.connect(lambda _model: self._tell_state())

    def know(self, known: Known) -> None:
        """Say whether the model can be asked."""
        self._known, self.model.line.titles = known, known.titles
        self.model.line.update()
        self._tell_state()

    def _tell_state(self) -> None:
        model = self.model.currentText().strip()
        same_server = model == self._before.model and bool(self._before.base_url)
        if self._known is not None:
            self.now = self._known.state_of(model, own_server=same_server)
            self.state.show_icon(self.now.icon, self.now.tone)
            self.state.setText(self.now.words)
            self.mend.setText(tr("Find…") if self.now.mend == "program" else tr("Add…"))
            self.mend.setVisible(bool(self.now.mend))

    @property
    def controls(self) -> Sequence[QWidget]:
        """What is used in the row, from left to right."""
        return [
            part
            for column in Column
            if (cell := self.cells.get(column)) is not None
            for part in ((self.mend,) if cell is self.standing else (cell,))
            if part.focusPolicy()
        ]

    @property
    def called(self) -> str:
        """The member's name, or the place's where that is fixed."""
        return self.title

    def put_into(self, grid: QGridLayout, row: int, *, narrow: bool) -> None:
        """Stand in two rows of a grid; `narrow`: the role below the model, else all in the upper one."""
        for column, cell in self.cells.items():
            below = narrow and column is Column.ROLE
            at = Column.MODEL if below else column
            grid.addWidget(cell, row + below, at)
            cell.show()

    def leave(self, grid: QGridLayout) -> None:
        for cell in self.cells.values():
            grid.removeWidget(cell)
            cell.hide()

    def delete(self) -> None:
        for cell in self.cells.values():
            dispose(cell)

    def offer(self, models: Sequence[ModelChoice]) -> None:
        now = self.model.currentText()
        with QSignalBlocker(self.model):
            self.model.clear()
            add_models(self.model, models)
            self.model.setEditText(now)
            edit = self.model.lineEdit()
            if edit is not None:
                # Of a long name the beginning says whose model it is.
                edit.setCursorPosition(0)
        search_anywhere(self.model)

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed; what has no control stays as it was where the model did."""
        model = self.model.currentText().strip()
        kept = self._before.model_dump(exclude_none=True)
        if model != self._before.model:
            kept = {n: v for n, v in kept.items() if n in KEPT}
        return {**kept, "name": self._before.name, "role": self._before.role, "model": model}


class MemberRow(TeamRow):
    """A member with a name and a role, who can be taken out."""

    def __init__(self, title: str, seat: Seat) -> None:
        self._begin(title, seat)
        self.name = line_edit(tr("Name – {place}", place=title), text=seat.name, most=LONGEST)
        self.name.setCursorPosition(0)
        self.name.editingFinished.connect(partial(self.name.setCursorPosition, 0))
        # As wide as its column, which is the same for every team.
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.grip = Grip(tr("Move – {place}", place=title))
        self.dot = SeatDot(0)
        self.letter: QLabel = label("", bold=True, widget=Said(tr("Letter – {place}", place=title)))
        self.role = ComboBox()
        self.role.addItems(_called(ROLES))
        take_words(self.role, f"{tr('Role')} – {title}", tr(role_said(seat.role)))
        out = tr("Take out – {place}", place=title)
        self.remove = icon_button("x", out, tr("Take this member out"))
        self.search = icon_button("globe", tr("Web search – {place}", place=title), checkable=True)
        self.search.setChecked(seat.web_search)
        self.search.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.search.toggled.connect(lambda _on: self._tell_state())
        self._tell_state()
        lead = boxed(in_row(self.grip, self.dot, self.letter, spacing=8))
        self.cells = {
            Column.LEAD: lead,
            Column.NAME: self.name,
            Column.MODEL: self.model,
            Column.ROLE: self.role,
            Column.SEARCH: self.search,
            Column.STATE: self.standing,
            Column.REMOVE: self.remove,
        }

    def sit(self, at: int) -> None:
        """Show the colour and the letter of the n-th member, as its card has them."""
        self.dot.set_index(at)
        self.letter.setText(chr(ord("A") + at))

    def has(self, part: QWidget | None) -> bool:
        return part is not None and any(
            cell is part or cell.isAncestorOf(part) for cell in self.cells.values()
        )

    def _tell_state(self) -> None:
        super()._tell_state()
        owner, _, model = self.model.currentText().strip().partition("/")
        searching = self._known.searching if self._known is not None else {owner: ""}
        can = owner in searching and searching[owner] in model
        # What is ticked already can always be taken back.
        self.search.setEnabled(can or self.search.isChecked())
        self.search.setToolTip(
            tr("May use its provider’s own search: its pages are named and not kept, its cost is unknown")
            if can
            else tr("No search of its provider’s own is known here")
        )
        if self.search.isChecked() and not can:
            self.state.show_icon("triangle-alert", "waiting")
            self.state.setText(tr("cannot search"))

    @property
    def called(self) -> str:
        return self.name.text().strip()

    def seat(self) -> Mapping[str, Any]:
        role = self.role.currentText().strip() or "generalist"
        known = dict(zip(_called(ROLE_WORDS), ROLE_WORDS, strict=True))
        typed = {"name": self.called, "role": known.get(role, role), "web_search": self.search.isChecked()}
        return {**super().seat(), **typed}


def _called(roles: Iterable[str]) -> list[str]:
    """Return what roles are called in the person's language."""
    return [tr(role_said(role)) for role in roles]
