"""How a research stands after its newest table: each criterion, and the gaps that are taken up next. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words
from app.engine.status import DueRow, Section, Status, Tile
from app.engine.tabs import PartLook, RowPlace
from app.workflows.research.face.gap_words import gap_kind, gap_title
from app.workflows.research.face.labels import ROLES
from app.workflows.research.face.shown import due_gaps
from app.workflows.research.model import Criterion
from app.workflows.research.state import ResearchState

TITLES: Mapping[str, Message] = {
    "coverage": words("Coverage"),
    "confidence": words("Mean confidence", "tile"),
    "conflicts": words("Conflicts left open"),
    "questions": words("Critical questions"),
}

LOOKS: Mapping[str, PartLook] = {"question": "high", "conflict": "disputed", "evidence": "doubtful"}
"""Of a gap, by its type."""


def standing(state: ResearchState) -> Status | None:
    """Return the criteria and the gaps that are due; None before the first table."""
    if state.tested is None:
        return None
    table = state.tested.convergence
    due = () if state.reason else due_gaps(state)
    rows = tuple(
        DueRow(
            gap_title(state, gap),
            words("{kind} · {role}", kind=gap_kind(gap), role=ROLES[gap.role]),
            RowPlace("gaps", gap.id),
            LOOKS.get(gap.type, "none"),
        )
        for gap in due
    )
    criteria = Section(
        words("Criteria after iteration {n}", n=table.iteration), tuple(_tile(row) for row in table.criteria)
    )
    gaps = Section(words("Gaps for iteration {n}", n=table.iteration + 1), rows, counted=True)
    return Status((criteria, gaps) if rows else (criteria,))


def _tile(row: Criterion) -> Tile:
    hundredths = round(row.value * 100)
    if not row.passes and hundredths >= row.threshold * 100:
        # What falls short is not rounded up to what is needed.
        hundredths = int(row.value * 100)
    value, needed = words("{n}", n=f"{hundredths / 100:.2f}"), words("needed {n}", n=f"{row.threshold:.2f}")
    if row.name == "coverage":
        value = words("{n} %", n=hundredths)
        needed = words("needed {n} %", n=f"{row.threshold * 100:g}")
    elif row.name == "conflicts":
        value, needed = words("{n}", n=round(row.value)), words("at most {n}", n=round(row.threshold))
    elif row.name == "questions":
        value = words("{n} of {m}", n=round(row.value), m=round(row.threshold))
        needed = words("all answered")
    return Tile(TITLES[row.name], value, needed, row.passes)
