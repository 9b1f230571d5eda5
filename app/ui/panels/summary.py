"""Summary: rounds, figures, cost and setup in words; the numbers behind the strip and the chip."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.bars import cost_text, figure_text
from app.ui.fold import SessionView
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import shown, tr


def summary_text(view: SessionView) -> str:
    """Return the session's figures as plain lines."""
    p = view.position
    lines = [tr("Question"), str(p.setup.get("question") or p.title), ""]
    lines += [tr("Who took part")]
    lines += _seats(view)
    lines += ["", tr("Rounds")]
    for row in view.rounds.values():
        state = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[row.accepted]
        extra = tr(", attempt {n}", n=row.attempts) if row.attempts > 1 else ""
        lines.append("  " + tr("Round {n}{extra}: {state}", n=row.number, extra=extra, state=state))
        for number, attempt, fact in view.criteria:
            if number == row.number and attempt == row.attempts:
                passes = {True: " ✓", False: " ✕", None: ""}[fact.passes]
                lines.append("    " + figure_text(fact) + passes + (f" – {fact.note}" if fact.note else ""))
        for (number, attempt, member), text in view.assessed.items():
            if number == row.number and attempt == row.attempts:
                line = f"    {view.display_name(member)}: {text.status}, {text.ratio:.0%}"
                lines.append(line + (f" – {text.summary}" if text.summary else ""))
    if not view.rounds:
        lines.append("  " + tr("none yet"))
    lines += [
        "",
        tr("Use"),
        "  " + tr("{n} calls, {t} tokens, {c}", n=len(view.calls), t=f"{view.tokens:,}", c=cost_text(view)),
    ]
    if p.reason:
        lines += ["", tr("Ended because: {reason}", reason=p.reason.replace("_", " "))]
    return "\n".join(lines)


def _seats(view: SessionView) -> list[str]:
    """Return who sits where; while names are hidden only the letters, in their order."""
    seats, letters = view.position.seats, view.letters
    if view.names_hidden:
        return [
            f"  {view.display_name(name)}" for name in sorted(view.members(), key=lambda n: letters.get(n, n))
        ]
    return [
        f"  {shown(name, 40)} – {shown(seat.model, 60)} – {shown(seat.role, 60)}"
        for name, seat in seats.items()
    ]


class SummaryPanel(QWidget):
    """The text, selectable."""

    def __init__(self) -> None:
        super().__init__()
        self.text = SafeTextView(tr("Summary"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(self.text)

    def refresh(self, view: SessionView) -> None:
        """Write the summary anew."""
        self.text.show_source(summary_text(view), keep_place=True)
