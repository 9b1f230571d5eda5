"""The tabs of a research: findings, sources, coverage, gaps, conflicts, and the report."""

from __future__ import annotations

from app.domain.i18n import words
from app.engine.tabs import DocumentTab, Tab
from app.workflows.research.state import ResearchState

REPORT: DocumentTab[ResearchState] = DocumentTab(
    name=words("Report"),
    text=lambda state: state.report,
    empty=words("The report is written at the end."),
)
TABS = (
    Tab("report", words("Report"), "document", source=REPORT),
    Tab("log", words("Log"), "log"),
)
