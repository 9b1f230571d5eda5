"""One place at the table in a form: a model, and whether it can be asked; of a member name and role too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from app.domain.no_model import no_model
from app.domain.seats import COMMAND, ROLE_WORDS, ROLES, Seat, role_said
from app.ui.kit.controls import ComboBox, check_box, icon_button, line_edit
from app.ui.kit.dispose import dispose
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import boxed, in_row
from app.ui.kit.model_names import add_models, search_anywhere
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import Said, label, tr
from app.ui.kit.theme import CAPTION

if TYPE_CHECKING:
    from app.services.programs import Program
    from app.services.providers import ModelChoice

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
        self._begin(title, seat)
        told = label(about, muted=True, scale=CAPTION, wrap=True)
        self.controls: tuple[QWidget, ...] = (
            *(lead, label(title, bold=True), self.model, told, label(""), self.state),
        )
        """What stands in the row, from left to right; nothing where a member may search."""

    def _begin(self, title: str, seat: Seat) -> None:
        self._before = seat
        self.title = title
        self.model = _box(f"{tr('Model')} – {title}", seat.model)
        self.model.setMinimumWidth(250)
        self.state = IconLabel("circle", tr("State – {place}", place=title))
        label("", scale=CAPTION, widget=self.state)
        self.needs_key = False
        """Whether its model cannot be asked yet, as far as that is known."""
        self._asked: Collection[str] | None = None
        self._local: Collection[str] = ()
        self._programs: Mapping[str, Program] = {}
        self._searching: Mapping[str, str] = {}
        self.model.currentTextChanged.connect(lambda _model: self._tell_state())

    def know(
        self,
        asked: Collection[str],
        local: Collection[str],
        searching: Mapping[str, str],
        programs: Mapping[str, Program],
    ) -> None:
        """Say whether the model can be asked.

        `asked`: the providers that have what they need; `local`: those on this computer, which need no key;
        `searching`: those with a search of their own, and what the names of such models hold; `programs`:
        by the models they are called by.
        """
        self._asked, self._local, self._searching, self._programs = asked, local, searching, programs
        self._tell_state()

    def _tell_state(self) -> None:
        model = self.model.currentText().strip()
        owner = model.partition("/")[0]
        same_server = model == self._before.model and self._before.base_url
        self.needs_key = False
        if self._asked is None or not model:
            self.state.setText("")
        elif no_model(model) is not None:
            self.state.show_icon("circle-check", "text2")
            self.state.setText(tr("no AI"))
        elif model.startswith(COMMAND):
            program = self._programs.get(model)
            ready = program is not None and program.state == "ready"
            asks_first = program is not None and program.state == "unapproved"
            self.state.show_icon("keyboard", "text2" if ready else "waiting")
            self.state.setText(
                tr("found") if ready else tr("asked about first") if asks_first else tr("not found")
            )
        elif owner in self._local:
            self.state.show_icon("server", "text2")
            self.state.setText(tr("on this computer"))
        elif owner in self._asked or same_server:
            self.state.show_icon("circle-check", "text2")
            # Whether it answers is known once it was tested, which is no part of a team.
            self.state.setText(tr("set up"))
        else:
            self.needs_key = True
            self.state.show_icon("key-round", "waiting")
            self.state.setText(tr("needs a key"))

    @property
    def called(self) -> str:
        """The member's name, or the place's where that is fixed."""
        return self.title

    def put_into(self, grid: QGridLayout, row: int) -> None:
        for column, control in enumerate(self.controls):
            grid.addWidget(control, row, column)
            control.show()

    def leave(self, grid: QGridLayout) -> None:
        for control in self.controls:
            grid.removeWidget(control)
            control.hide()

    def delete(self) -> None:
        for control in self.controls:
            dispose(control)

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
        self.dot = SeatDot(0)
        self.letter: QLabel = label("", bold=True, widget=Said(tr("Letter – {place}", place=title)))
        self.role = _box(f"{tr('Role')} – {title}", tr(role_said(seat.role)), _called(ROLES))
        out = tr("Take out – {place}", place=title)
        self.remove = icon_button("x", out, tr("Take this member out"))
        self.search = check_box(tr("Web"), name=tr("Web search – {place}", place=title), on=seat.web_search)
        self.search.toggled.connect(lambda _on: self._tell_state())
        self._tell_state()
        lead = boxed(in_row(self.dot, self.letter, spacing=6))
        self.controls = (lead, self.name, self.model, self.role, self.search, self.state, self.remove)

    def sit(self, at: int) -> None:
        """Show the colour and the letter of the n-th member, as its card has them."""
        self.dot.set_index(at)
        self.letter.setText(chr(ord("A") + at))

    def _tell_state(self) -> None:
        super()._tell_state()
        owner, _, model = self.model.currentText().strip().partition("/")
        can = self._asked is None or (owner in self._searching and self._searching[owner] in model)
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
        """The member's name."""
        return self.name.text().strip()

    def seat(self) -> Mapping[str, Any]:
        """Return the seat as typed."""
        role = self.role.currentText().strip() or "generalist"
        known = dict(zip(_called(ROLE_WORDS), ROLE_WORDS, strict=True))
        typed = {"name": self.called, "role": known.get(role, role), "web_search": self.search.isChecked()}
        return {**super().seat(), **typed}


def _called(roles: Iterable[str]) -> list[str]:
    """Return what roles are called in the person's language."""
    return [tr(role_said(role)) for role in roles]


def _box(name: str, now: str, items: Sequence[str] = ()) -> QComboBox:
    """Return a box that offers items and takes any other words."""
    box = ComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setAccessibleName(name)
    box.addItems(list(items))
    box.setEditText(now)
    edit = box.lineEdit()
    if edit is not None:
        # Of words that are too long the beginning is read.
        edit.setCursorPosition(0)
        edit.editingFinished.connect(lambda: edit.setCursorPosition(0))
        box.activated.connect(lambda _at: edit.setCursorPosition(0))
        # What is not typed was put in: from another team, or as another server's name.
        edit.textChanged.connect(lambda _text: None if edit.isModified() else edit.setCursorPosition(0))
    return box
