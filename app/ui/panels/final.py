"""Final answer: its text at full height, beside it how sure it is, who is against it and what it rests on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSizePolicy, QWidget

from app.domain.command_facts import AFTER_END
from app.domain.ids import RESERVED_SEATS, SessionId
from app.domain.reporting import ChosenText, Instead, WorkflowReport
from app.markup.unbroken import glued
from app.projections.texts import Version
from app.ui.kit.chip import Chip
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import OneLine
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.flow import Aside
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, escaped, label, rescale, single_line, tr
from app.ui.kit.theme import CAPTION, READING, seat_colour, text_scale
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.beside_final import WIDTH as MARGIN
from app.ui.panels.beside_final import Margin, groups_of, heading_of, looking_back, marks_of
from app.ui.panels.critique_rows import who_of
from app.ui.panels.links import PlaceLink, link
from app.ui.panels.rendered import LOOKS, Line, Rendered, against_of, assumptions_of, told_of
from app.ui.panels.summary_page import sign
from app.ui.view.gate_bars import offered_at, price_text
from app.ui.view.labels import figure_text, headline_figure, purpose_text
from app.ui.view.panel import Panel, PanelContext
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    # For start-up cost.
    from app.services.workflow_summary import WorkflowSummary
    from app.ui.view.draft_store import DraftStore

_SIDE_WIDE, _SIDE, _SIDE_LEAST, _ROOM = 352, 296, 220, 760
"""Width of the side: beside a margin, else, and below this width of the whole."""
_LINES = 540
"""Pixels of the text's lines and what is around them."""
Ask = Callable[[SessionId], "Awaitable[WorkflowSummary]"]


def whole_width(widget: QWidget) -> int:
    """Return the pixels in which text, margin and side stand beside each other, in a widget's letters."""
    return round((_LINES + MARGIN + _SIDE) * text_scale(widget))


class FinalPanel(SizeAware, Panel):
    """What the session came to."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label(tr("Final answer"), bold=True, widget=IconLabel("scale", tone="text"))
        self.written = label("", muted=True, scale=CAPTION, widget=OneLine())
        self.status = label("", muted=True, scale=CAPTION)
        self.written.setMinimumWidth(20)
        self.written.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.copy = button(tr("Copy"), tip=tr("Copy the final answer"), name=tr("Copy the final answer"))
        set_icon(self.copy, "copy", "text2")
        self.copy.setProperty("small", True)
        self.marks = button(tr("Mark additions"), tip=tr("Underline what others added, in their colours"))
        self.marks.setIcon(icon("diff"))
        self.marks.setCheckable(True)
        self.marks.setChecked(True)
        self.marks.setProperty("small", True)
        self.marks.toggled.connect(lambda _on: self._mark())
        self.another = MenuButton(tr("Take another"), tr("Take another answer"), chevron=True)
        self.another.setProperty("tool", True)
        self.text = SafeTextView(tr("Final answer"))
        self.text.setProperty("flow", True)
        self.text.set_margins(13, 12)
        rescale(self.text, READING)
        self.copy.clicked.connect(self.text.copy_written)
        self.text.settled.connect(lambda: self.status.setText(self.text.note))
        self.side = scrolled(QWidget())
        self.side.setObjectName("side")
        self.side.setAccessibleName(tr("Confidence and dissent"))
        self.margin = Margin(self.text)
        self.margin.hide()
        self._margined = False
        """Whether there is room for a margin."""
        self.body = boxed(in_row((self.text, 1), self.margin, self.side, spacing=0), "ground")
        for shown in (self.marks, self.another):
            shown.hide()
        head = in_row(
            *(self.title, (self.written, 1), self.status, self.marks, self.another, self.copy),
            spacing=8,
            margins=(16, 4, 8, 4),
        )
        self.head = boxed(head, "head")
        self._known: tuple[str, int] = ("", -1)
        self._answer = ""
        """The answer without what stands beside it; empty until that is known."""
        self._chosen: ChosenText | None = None
        self._report: WorkflowReport | None = None
        self._shown: object = None
        """All that stands beside the answer, as it is shown."""
        self._view: SessionView | None = None
        self._ask: Ask | None = None
        self._tasks = Tasks(self)
        self._draft_store: DraftStore | None = None
        self.text.quoted.connect(self._on_quoted)
        self.setLayout(in_column(self.head, (self.body, 1), spacing=0))
        self.side.hide()

    # --- filling --------------------------------------------------------------------------------

    def use(self, context: PanelContext) -> None:
        """Ask for what stands around the answer."""
        self._ask, self._draft_store = context.summary, context.draft_store

    def refresh(self, view: SessionView) -> None:
        """Show the answer, or as much of it as is written; what is said around it stands beside it."""
        final, text = view.final(), view.result_text()
        self._show_report(view, self._report if view.session_id == self._known[0] else None)
        self.text.find_picture = view.find_picture
        key = (view.session_id, final.seq if final is not None else 0)
        if key != self._known:
            if key[0] != self._known[0] or not self._chosen:
                # What stands around another answer must not be read beside this one.
                self._answer = ""
                self._show_report(view, None)
            self._known = key
            if final is not None and self._ask is not None:
                self._tasks.start(self._tell(view, final, key))
        arrives = any(call.result for call in view.live_calls.running.values())
        self.text.show_text(self._answer or text, live=final is None and arrives)
        self._show_author(view, final, arrives=arrives)

    async def _tell(self, view: SessionView, final: Version, key: tuple[str, int]) -> None:
        """Show what is said around the answer once it is known; then it need not be read in it once more."""
        assert self._ask is not None
        report = (await self._ask(view.session_id)).report
        if key != self._known:
            return
        # Where the answer says nothing, what it comes to says that.
        nothing = report.answer is not None and not report.answer.strip()
        self._answer = view.names.veil((report.decision if nothing else report.answer) or "")
        self.text.show_text(self._answer or final.text)
        self._show_report(view, report)
        self._show_author(view, final, arrives=False)

    def _show_author(self, view: SessionView, final: Version | None, *, arrives: bool) -> None:
        chosen = self._chosen
        self.title.setText(heading_of(view, chosen) if chosen is not None else tr("Final answer"))
        # Beside the buttons of a narrow page there may be no room for all of it.
        self.title.setToolTip(escaped(self.title.text()))
        written = tr("The chair is writing…") if arrives else _written_by(view, final)
        if final is not None and self._ask is not None and self._report is None:
            # It may be a member's, which the members ranked best.
            written = ""
        self.written.setText(chosen.by if chosen is not None else written)
        self.marks.setVisible(chosen is not None and any(one.taken for one in chosen.insertions))
        instead = self._report.instead if self._report is not None else None
        instead = instead if view.asking_place() == AFTER_END else None
        self.another.further = partial(self._ways, view, instead)
        self.another.setVisible(bool(self._ways(view, instead)))
        self._mark()

    def _ways(self, view: SessionView, instead: Instead | None) -> list[tuple[str, Callable[[], object]]]:
        """Return what can be the final answer in its place, each with what makes it so."""
        if instead is None:
            return []
        found: list[tuple[str, Callable[[], object]]] = [
            (
                tr("{name}'s answer", name=who_of(view, seat).name),
                partial(self.command_wanted.emit, instead.take, {"seat": seat}),
            )
            for seat in instead.texts
        ]
        return found + [
            (
                f"{tr(command.verb.label)}{price_text(cost)}",
                partial(self.command_wanted.emit, command.name, None),
            )
            for command, cost in offered_at(view, AFTER_END)
            if command.name == instead.write
        ]

    def _mark(self) -> None:
        """Underline what others added, where that is wanted."""
        shown = self._chosen is not None and self._view is not None and self.marks.isChecked()
        self.text.set_marked(marks_of(self._view, self._chosen) if shown else ())  # type: ignore[arg-type]
        self.margin.setVisible(shown and self._margined and bool(self.margin.notes))

    @staticmethod
    def _decides(view: SessionView) -> bool:
        return view.asking_place() == AFTER_END

    def _decide(self, command: str, insertion: str) -> None:
        self.command_wanted.emit(command, {"insertion": insertion})

    def _show_report(self, view: SessionView, report: WorkflowReport | None) -> None:
        """Show what stands around the answer; None: nothing is known of it, or not yet."""
        told = told_of(view, report) if report is not None else []
        chosen = report.chosen if report is not None else None
        session = view.fold.session
        looked = (view.session_id, session.state, session.forecast, session.decision, session.outcome)
        self._report = report
        if (told, chosen, looked, self._margined) == self._shown:
            return
        self._shown = (told, chosen, looked, self._margined)
        self._chosen, self._view = chosen, view
        parts = [part for group in self._groups(view, told) for part in group]
        page = boxed(in_column(*parts, SPACE, spacing=4, margins=(14, 12, 14, 12)), "ground")
        self.side.setWidget(page)
        self.side.setVisible(bool(parts))
        added = [one for one in chosen.insertions if one.taken] if chosen is not None else []
        take_out = (
            partial(self._decide, chosen.take_out) if chosen is not None and self._decides(view) else None
        )
        self.margin.show_notes(view, added, take_out, self.open_wanted.emit)
        self._mark()

    def _groups(self, view: SessionView, told: Sequence[Rendered]) -> list[list[QWidget]]:
        by_sense = {part.sense: part for part in told}
        groups: list[list[QWidget]] = []
        degree = by_sense.get("degree")
        if degree is not None and degree.lines:
            groups.append(self._recommended(view, degree))
        looked = looking_back(view, self.action_wanted.emit)
        back = [[_heading(tr("How did it turn out?")), *looked]] if looked else []
        if view.fold.session.decision is not None:
            groups += back
        # What speaks against it stands before what was made of it: it is looked for first.
        against, rests = against_of(told), assumptions_of(told)
        if against is not None:
            groups.append(self._against(against))
            told = [one for one in told if one is not against]
        if self._chosen is not None:
            decide = self._decide if self._decides(view) else None
            show = None if self._margined else self.text.find_passage
            groups += groups_of(view, self._chosen, decide, show)
        if rests:
            unchecked = label(tr("none of it was checked"), muted=True, scale=CAPTION, wrap=True)
            groups.append([_heading(tr("It rests on")), *(self._assumed(line) for line in rests), unchecked])
        for sense in ("unmet", "open", "limit"):
            groups += [
                [_heading(part.title), *(self._item(line) for line in part.lines)]
                for part in told
                if part.sense == sense and part.lines
            ]
        return groups if view.fold.session.decision is not None else [*groups, *back]

    def _recommended(self, view: SessionView, part: Rendered) -> list[QWidget]:
        """Return what it comes to in a sentence, and how sure that is."""
        chip, report = Chip(), self._report
        degree = single_line(part.lines[0].text, 20)
        # Never green: that a member trusts its answer checks nothing.
        look = LOOKS["doubted" if degree in (tr("Medium"), tr("Low")) else "degree"]
        chip.show_look(look, _confidence(degree))
        figure = label(_agreement(view), muted=True, scale=CAPTION, widget=OneLine())
        # With larger letters the figure stands below its degree: beside it the column was too wide.
        both = Wrapped((chip, figure))
        decision = report.decision if report is not None and report.decided else ""
        said = [label(glued(view.names.veil(decision)), wrap=True)] if decision else []
        return [_heading(tr("Recommendation")), *said, both]

    def _against(self, part: Rendered) -> list[QWidget]:
        found: list[QWidget] = [_heading(part.title)]
        for line in part.lines:
            words = label(line.text, wrap=True, scale=CAPTION)
            spot = line.spots[0] if line.spots else None
            who = spot.who if spot is not None else line.whose[0] if line.whose else None
            top = in_row(spacing=6)
            if who is not None:
                top.addWidget(SeatDot(who.colour))
            top.addWidget(label(who.called if who is not None else line.who, bold=True))
            top.addStretch(1)
            if spot is not None:
                show = link(tr("Show"), tr("Show the answer of {name}", name=spot.who.called))
                show.clicked.connect(lambda _=False, at=spot: self.open_wanted.emit(at.place))
                top.addWidget(show)
            aside = Aside(boxed(top), words)
            aside.set_colour(seat_colour(who.colour) if who is not None else "edge")
            found.append(aside)
        if not part.lines:
            found.append(label(part.none, muted=True, scale=CAPTION, wrap=True))
        return found

    def _assumed(self, line: Line) -> QWidget:
        mark = boxed(in_column(sign("circle-dashed", "muted"), SPACE))
        return boxed(in_row(mark, (self._item(line), 1), spacing=0))

    def _item(self, line: Line) -> QWidget:
        words = label(line.text, wrap=True, scale=CAPTION)
        words.setProperty("quiet", True)
        links = [PlaceLink(spot, self.open_wanted.emit) for spot in line.spots]
        parts = [words, *([boxed(in_row(*links, SPACE, spacing=6))] if links else [])]
        return boxed(in_column(*parts, spacing=0, margins=(12, 0, 0, 4)))

    def _on_quoted(self, words: str) -> None:
        if self._draft_store is not None and (told := self._draft_store.quote(words, tr("Final answer"))):
            self.news.emit(told)

    def _fit(self) -> None:
        wide, scale = self.width(), text_scale(self)
        margined = wide >= whole_width(self)
        beside = _SIDE_WIDE if wide >= (_LINES + MARGIN + _SIDE_WIDE) * scale else _SIDE
        self.side.setFixedWidth(beside if wide >= _ROOM else _SIDE_LEAST)
        if margined != self._margined:
            self._margined = margined
            if self._view is not None:
                self._show_report(self._view, self._report)


def _written_by(view: SessionView, final: Version | None) -> str:
    if final is None:
        # What is done with it meanwhile.
        running = [purpose_text(view, call.purpose) for call in view.live_calls.running.values()]
        return " · ".join([tr("written by the chair"), *running[-1:]])
    if final.seat not in RESERVED_SEATS:
        return tr("written by {who}", who=who_of(view, final.seat).called)
    members = len([seat for seat in view.members() if view.fold.texts.of_seat(seat, view.slot)])
    # A workflow may have its members say other things than answers.
    return tr("written by the chair from {n} answers", n=members) if members else tr("written by the chair")


def _heading(text: str) -> QWidget:
    heading = label(text, bold=True)
    heading.setContentsMargins(0, 8, 0, 0)
    return heading


def _confidence(degree: str) -> str:
    """Return how sure it is in words that stand alone; what is none of the degrees stays as it is."""
    degrees = {
        tr("High"): tr("High confidence"),
        tr("Medium"): tr("Medium confidence"),
        tr("Low"): tr("Low confidence"),
    }
    return degrees.get(degree, degree)


def _agreement(view: SessionView) -> str:
    """Return “Agreement 92 % (target 80 %)”, empty where no figure tells of it."""
    fact = headline_figure(view)
    return figure_text(fact) if fact is not None else ""
