"""Summary: rounds, figures, cost and setup in words; the numbers behind the strip and the chip."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.ids import SessionId
from app.engine.plugin import why_ended
from app.services.workflow_summary import WorkflowSummary
from app.ui.kit.layouts import PANEL, boxed, in_column, in_row, split
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, label, percent, shown, tr
from app.ui.view.labels import cost_text, figure_text, round_text, rounds_word
from app.ui.view.naming import Names
from app.ui.view.panel import Panel, PanelContext
from app.ui.view.session_view import SessionView


def summary_text(view: SessionView) -> str:
    """Return the session's figures as plain lines."""
    session, veil = view.fold.session, view.names.veil
    question = session.setup.get("question")
    lines = [tr("Question") if question else tr("Name"), str(question or session.title), ""]
    lines += [tr("Who took part"), *_seats(view), "", rounds_word(view.round_word)]
    rounds = view.fold.timeline.rounds
    for row in rounds.values():
        last = row.current
        state = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[last.accepted]
        extra = tr(", attempt {n}", n=last.number) if last.number > 1 else ""
        lines.append(f"  {round_text(view, row.number)}{extra}: {state}")
        for fact in view.fold.criteria.by_attempt.get((row.number, last.number), {}).values():
            passes = {True: " ✓", False: " ✕", None: ""}[fact.passes]
            note = f" – {veil(fact.note)}" if fact.note else ""
            lines.append("    " + figure_text(fact) + passes + note)
        for (number, attempt, member), text in view.live_calls.assessed.items():
            if number == row.number and attempt == last.number:
                line = f"    {view.names.of(member)}: {text.status}, {percent(round(100 * text.ratio))}"
                lines.append(line + (f" – {veil(text.summary)}" if text.summary else ""))
    if not rounds:
        lines.append("  " + tr("none yet"))
    total = view.fold.spend.total
    used = tr("{n} calls, {t} tokens, {c}", n=f"{total.calls:,}", t=f"{total.tokens:,}", c=cost_text(view))
    lines += ["", tr("Use"), f"  {used}"]
    if session.reason:
        lines += ["", tr("Ended because: {reason}", reason=tr(why_ended(view.vocabulary, session.reason)))]
    return "\n".join(lines)


def _seats(view: SessionView) -> list[str]:
    """Return who sits where; while names are hidden only the letters, in their order."""
    seats = view.fold.session.seats
    if view.fold.session.names_hidden:
        return [f"  {view.names.of(name)}" for name in view.members()]
    return [
        f"  {shown(name, 40)} – {shown(seat.model, 60)} – {shown(seat.role, 60)}"
        for name, seat in seats.items()
    ]


class SummaryPanel(Panel):
    """What the workflow tells of the session, the person's word on the result, and the figures."""

    def __init__(self) -> None:
        super().__init__()
        self.text = SafeTextView(tr("Summary"))
        self.outcome = SafeTextView(tr("What came out"))
        self._ask: Callable[[SessionId], Awaitable[WorkflowSummary]] | None = None
        self._tasks = Tasks(self)
        self._known = (SessionId(""), -1)
        self._rival: int | None = None
        self.question = self._question()
        parts = split(self.outcome, self.text, upright=True)
        self.setLayout(in_column(self.question, (parts, 1), margins=PANEL))
        self.outcome.hide()

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
        box = boxed(in_row((self.asked, 1), *self.verdicts.values(), self.compare))
        box.hide()
        return box

    def use(self, context: PanelContext) -> None:
        """Tell what the workflow says of a session."""
        self._ask = context.summary

    def refresh(self, view: SessionView) -> None:
        """Write the summary anew."""
        self.text.show_source(summary_text(view), keep_place=True)
        for verdict, choice in self.verdicts.items():
            choice.setChecked(view.fold.session.judged == verdict)
        if view.session_id != self._known[0]:
            # What another session came to must not be read, or judged, as what this one did.
            self._known, self._rival = (view.session_id, -1), None
            self.question.hide()
            self.outcome.hide()
        key = (view.session_id, view.head)
        # While it runs the summary would be out of date before it is read.
        if self._ask is not None and key != self._known and view.fold.session.state != "running":
            self._known = key
            self._tasks.start(self._tell(key, view.names))

    async def _tell(self, key: tuple[SessionId, int], called: Names) -> None:
        assert self._ask is not None
        summary = await self._ask(key[0])
        if key != self._known:
            return
        self._rival = summary.rival
        self.question.setVisible(summary.rival is not None)
        self.outcome.setVisible(bool(summary.sections or summary.figures))
        figures = "\n".join(f"- {shown(line, 200)}" for line in summary.figures)
        parts = [*summary.sections, *([(tr("In figures"), figures)] if figures else [])]
        self.outcome.show_parts([(called.veil(title), called.veil(text)) for title, text in parts])

    def _on_compare_clicked(self) -> None:
        if self._rival is not None:
            self.rival_wanted.emit(self._rival)
