"""Summary: the sheet that is handed on; below it, folded, all parts with their places, and the figures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.command_facts import AFTER_END
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.message_lookup import read_sentence
from app.domain.no_model import without_model
from app.domain.reporting import WorkflowReport
from app.domain.seats import role_said
from app.engine.plugin import USER_STOPPED, why_ended
from app.services.workflow_summary import WorkflowSummary
from app.ui.kit.controls import fold_button
from app.ui.kit.dispose import dispose
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.flow import FlowText
from app.ui.kit.texts import button, count, label, model_text, percent, rename, restyle, single_line, tr
from app.ui.panels.critique_rows import Who, who_of
from app.ui.panels.rendered import EMPTY, Line, Rendered, Sheet, copied, sheet_of, told_of
from app.ui.panels.summary_page import Going, SheetPage, SummaryRow, heading, rows_of, sign
from app.ui.view.gate_bars import offered_at, price_text
from app.ui.view.labels import cost_text, figure_text, headline_figure, round_in_line, round_text, rounds_word
from app.ui.view.naming import Names
from app.ui.view.panel import Panel, PanelContext
from app.ui.view.session_view import SessionView

STATUS = {
    "changed": words("revised"),
    "minor": words("revised a little"),
    "held": words("unchanged"),
    "failed": words("failed"),
    "skipped": words("left out"),
}
"""What became of a member's text."""
_MOST_WIDTH, _READING = 900, 640
"""Pixels of all, and of what is told in lines of text."""


def summary_text(view: SessionView) -> str:
    """Return the session's rounds, figures and use as plain lines."""
    session, veil = view.fold.session, view.names.veil
    lines = [tr("Who took part"), *_seats(view), "", rounds_word(view.round_word)]
    rounds = view.fold.timeline.rounds
    for row in rounds.values():
        last = row.current
        state = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[last.accepted]
        extra = tr(", attempt {n}", n=last.number) if last.number > 1 else ""
        lines.append(f"  {round_text(view, row.number)}{extra}: {state}")
        for fact in view.fold.timeline.measured.get((row.number, last.number), {}).values():
            passes = {True: tr(", reached"), False: tr(", not reached"), None: ""}[fact.passes]
            note = f" – {veil(tr(read_sentence(fact.note)))}" if fact.note else ""
            lines.append("    " + figure_text(fact) + passes + note)
        for (number, attempt, member), text in view.live_calls.assessed.items():
            if number == row.number and attempt == last.number:
                # A change that would be told as one of 0 % seems to be none.
                small = 0 < text.ratio < 0.005
                share = tr("under 1 %") if small else percent(round(100 * text.ratio))
                line = f"    {view.names.of(member)}: {tr(STATUS[text.said])}, {share}"
                lines.append(line + (f" – {veil(text.summary)}" if text.summary else ""))
    if not rounds:
        lines.append("  " + tr("none yet"))
    total = view.fold.spend.total
    kind = without_model(seat.model for seat in session.seats.values())
    # Rules read no tokens.
    tokens = tr("{t} tokens", t=f"{total.tokens:,}") if kind is None else tr(kind.short)
    used = ", ".join((count(total.calls, "{n} call", "{n} calls"), tokens, cost_text(view)))
    lines += ["", tr("Use"), f"  {used}"]
    if session.reason:
        why = tr(why_ended(view.vocabulary, session.reason))
        by_person = view.ended_by_person() and session.reason != USER_STOPPED
        # The rule that held is why a person was asked, and not what ended it.
        lines += [
            "",
            tr("You ended it: {reason}", reason=why)
            if by_person
            else tr("Ended because: {reason}", reason=why),
        ]
    return "\n".join(lines)


def _seats(view: SessionView) -> list[str]:
    """Return who sits where; while names are hidden only the letters, in their order."""
    seats = view.fold.session.seats
    if view.fold.session.names_hidden:
        return [f"  {view.names.of(name)}" for name in view.members()]
    return [
        f"  {single_line(name, 40)} – {model_text(seat.model)} – {single_line(tr(role_said(seat.role)), 60)}"
        for name, seat in seats.items()
    ]


class SummaryPanel(Panel):
    """What was decided, agreed and disputed, the person's word on the result, and the figures behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = FlowText(tr("Rounds and figures"))
        self.outcome = FlowText(tr("What else is known"))
        self.figures = FlowText(tr("In figures"))
        self.fold = fold_button(tr("What stands behind it"))
        """Shows all parts, and what is counted: who reads for the outcome alone needs none of it."""
        self.fold.toggled.connect(self._on_fold_toggled)
        self._ask: Callable[[SessionId], Awaitable[WorkflowSummary]] | None = None
        self._tasks = Tasks(self)
        self._known = (SessionId(""), -1)
        self._rival: int | None = None
        self._offered = ""
        """What can be asked for on the result."""
        self._view: SessionView | None = None
        self._summary: WorkflowSummary | None = None
        self._shown: object = None
        self._parts: list[Rendered] = []
        self._sheet: Sheet = EMPTY
        self._going = Going(
            self.open_wanted.emit,
            lambda seat, seq: self.change_wanted.emit(seat, seq, ""),
            self.critique_wanted.emit,
        )
        self.sheet = SheetPage(self._going)
        self.question = self._question()
        self._told = boxed(in_column())
        self._holder = in_column(self._told, spacing=0)
        self._fold_row = boxed(in_row(self.fold, SPACE))
        self._behind = in_column(
            *(self.question, self._fold_row, boxed(self._holder), self.outcome, self.figures, self.text),
            spacing=6,
        )
        behind = boxed(self._behind)
        behind.setMaximumWidth(_MOST_WIDTH)
        sheet, below = in_row((self.sheet, 1)), in_row((behind, 1))
        page = boxed(in_column(sheet, below, SPACE, spacing=8, margins=(16, 16, 16, 12)))
        self._ground = page
        self.page = scrolled(page)
        self.page.setAccessibleName(tr("Summary"))
        self.setLayout(in_column((self.page, 1)))
        self.outcome.setMaximumWidth(_READING)
        for text in (self.outcome, self.figures, self.text):
            # Where the lines above them begin.
            text.set_margins(5, 0)
        self.copy = button(tr("Copy page"), tip=tr("Copy what stands on the page"))
        set_icon(self.copy, "copy", "text2")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.save = button(tr("PDF…"), tip=tr("Save what stands on the page, to hand on"))
        set_icon(self.save, "file-text", "text2")
        self.save.clicked.connect(lambda: self.action_wanted.emit("page"))
        for press in (self.copy, self.save):
            press.setProperty("quiet", True)
        self.hang_tools(self.copy, self.save)
        self._on_fold_toggled(False)

    def _on_fold_toggled(self, on: bool) -> None:
        """Show what stands behind the sheet; without a sheet what is told stands open."""
        alone = self._sheet.empty
        self.sheet.setVisible(not alone)
        self.save.setVisible(not alone)
        self._told.setVisible(on or alone)
        self.outcome.setVisible((on or alone) and bool(self.outcome.written))
        self.text.setVisible(on)
        self.figures.setVisible(on and bool(self.figures.written))

    def _question(self) -> QWidget:
        words = tr("Did refining help? Against the best first answer, the final one is")
        self.asked = label(words, wrap=True)
        self.verdicts: dict[str, QPushButton] = {}
        names = {"better": tr("Better"), "same": tr("The same"), "worse": tr("Worse")}
        for verdict, name in names.items():
            choice = button(name)
            choice.setCheckable(True)
            choice.clicked.connect(partial(self.judged.emit, verdict))
            self.verdicts[verdict] = choice
        self.compare = button(tr("Compare both"))
        self.compare.clicked.connect(self._on_compare_clicked)
        self.more = button("")
        self.more.clicked.connect(lambda: self.command_wanted.emit(self._offered, None))
        self.more.hide()
        buttons = (*self.verdicts.values(), self.compare, self.more)
        box = boxed(in_row((self.asked, 1), *buttons, margins=(6, 12, 0, 6)))
        box.hide()
        return box

    def use(self, context: PanelContext) -> None:
        """Tell what the workflow says of a session."""
        self._ask = context.summary

    def refresh(self, view: SessionView) -> None:
        """Write the summary anew."""
        self._view = view
        self.text.show_source(summary_text(view), keep_place=True)
        for verdict, choice in self.verdicts.items():
            choice.setChecked(view.fold.session.judged == verdict)
        self._offer(view)
        if view.session_id != self._known[0]:
            # What another session came to must not be read, or judged, as what this one did.
            self._known, self._rival, self._summary = (view.session_id, -1), None, None
            self.question.hide()
            self.outcome.show_parts([])
            self.figures.show_parts([])
            self._show_told()
        # While it runs the summary would be out of date before it is read; behind its last round it is not.
        running, row = view.fold.session.state == "running", view.fold.timeline.rounds.get(view.round)
        decided = row is not None and row.current.accepted is True
        key = (view.session_id, -1 - view.round if running else view.head)
        if self._ask is not None and key != self._known and (decided or not running):
            self._known = key
            self._tasks.start(self._tell(key, view.names))

    def _offer(self, view: SessionView) -> None:
        """Offer what can be asked for after the end, once the person has judged: they are asked first."""
        busy = any(command.unfinished for command in view.fold.commands.at_gate(AFTER_END))
        offered = offered_at(view, AFTER_END) if view.fold.session.judged and not busy else []
        found = [one for one in offered if one[0].verb.asked == "at once" and not one[0].verb.rare]
        self.more.setVisible(bool(found))
        # What needs data, or is rarely wanted, is offered beside what it is about.
        for command, cost in found[:1]:
            self._offered = command.name
            rename(self.more, f"{tr(command.verb.label)}{price_text(cost, again=command.again)}")
            self.more.setToolTip(tr(command.verb.tip) if command.verb.tip is not None else "")

    async def _tell(self, key: tuple[SessionId, int], called: Names) -> None:
        assert self._ask is not None
        summary = await self._ask(key[0])
        if key != self._known:
            return
        self._rival, self._summary = summary.rival, summary
        self.question.setVisible(summary.rival is not None)
        told = {part.title for part in summary.report.findings}
        parts = [part for part in summary.sections if part[0] not in told | summary.counted]
        self.outcome.show_parts([(called.veil(title), called.veil(text)) for title, text in parts])
        figures = "\n".join(f"- {single_line(line, 200)}" for line in summary.figures)
        behind = [part for part in summary.sections if part[0] in summary.counted]
        behind += [(tr("In figures"), figures)] if figures else []
        self.figures.show_parts([(called.veil(title), called.veil(text)) for title, text in behind])
        self._show_told()

    def _show_told(self) -> None:
        view, summary = self._view, self._summary
        if view is None:
            return
        report = summary.report if summary is not None else WorkflowReport()
        self._parts = told_of(view, report)
        # Until what it came to is known, no earlier round is told in its place.
        pending = summary is None and self._ask is not None and view.fold.session.state != "running"
        stands = _standing(view) if not (report.decision or pending) else []
        self._sheet = sheet_of(view, report, self._parts, stands)
        who = {seat: who_of(view, seat) for seat in view.members()}
        shown_now = (self._sheet, self._parts, stands, who, view.state)
        if shown_now != self._shown:
            self._shown = shown_now
            self.sheet.show_sheet(self._sheet)
            self._show_parts(stands, who)
            self._place_fold()
        self._on_fold_toggled(self.fold.isChecked())

    def _place_fold(self) -> None:
        """Let the figures alone be folded where no sheet says what it came to."""
        alone = self._sheet.empty
        self._behind.removeWidget(self._fold_row)
        self._behind.insertWidget(3 if alone else 1, self._fold_row)
        self.fold.setText(tr("Rounds and figures") if alone else tr("What stands behind it"))
        self._ground.setObjectName("ground" if alone else "")
        restyle(self._ground)

    def _show_parts(self, stands: list[Line], who: dict[str, Who]) -> None:
        """Put all parts, each line with its places, where those before stood."""
        rows: list[QWidget] = []
        if stands and self._view is not None:
            now = tr("as of {round}", round=round_in_line(self._view, self._view.round))
            rows.append(heading(tr("Where it stands"), now if self._view.round else ""))
            rows += [SummaryRow(line, sign("scale", "accent"), list(who), self._going) for line in stands]
        for part in self._parts:
            rows += rows_of(part, who, self._going)
        if not rows and self._sheet.empty and self._view is not None and self._view.state == "running":
            rows.append(label(tr("Nothing can be summed up yet."), muted=True))
        self._holder.removeWidget(self._told)
        dispose(self._told)
        self._told = boxed(in_column(*rows, spacing=0))
        self._holder.addWidget(self._told)

    async def page_text(self) -> str:
        """Return the page as it is copied, as soon as all of it is known."""
        if self._summary is None and self._view is not None and self._ask is not None:
            await self._tell(self._known, self._view.names)
        return self.plain()

    def plain(self) -> str:
        """Return the page, as it is copied."""
        return self.outcome.plain() if self._sheet.empty else copied(self._sheet)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.plain())
        self.news.emit(tr("The page is copied."))

    def _on_compare_clicked(self) -> None:
        if self._rival is not None:
            self.rival_wanted.emit(self._rival)


def _standing(view: SessionView) -> list[Line]:
    """Return the figures of the newest round that are looked at, each with what was said of it."""
    fact = headline_figure(view)
    if fact is None:
        return []
    said = view.names.veil(tr(read_sentence(fact.note)))
    # A sentence of its own, or how this one ends: “86 % to cycle 5”.
    note = f". {said}" if said[:1].isupper() else f" {said}" if said else ""
    return [Line(figure_text(fact) + note)]
