"""Word documents among the forms of export; what writes them is brought in with the first one."""

from __future__ import annotations

from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.engine.exporting import REPORT, ExportRequest, LeftOut
from app.export.composing import compose
from app.export.report_model import Foreign, ReportDocument, Section
from app.projections.reporting import build_report


class DocxExporter:
    """Writes a report as a Word document."""

    name = "docx"
    suffix = ".docx"
    leaves_out = REPORT

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        # Late: python-docx and lxml take 150 ms, and whoever writes another form needs neither.
        from app.export.word.report import docx_of

        return docx_of(compose(request, margin=True))

    def typeset(self, request: ExportRequest, markdown: str) -> bytes:
        """Return a text alone as a Word document."""
        from app.export.word.report import docx_of  # late, as above

        report = build_report(
            request.catalogue or FactCatalogue(SHARED_FACTS), request.records, request.workflow_report
        )
        title = " ".join(report.title.split())
        text = Section("text", 1, "", (Foreign(markdown, quoted=False),))
        return docx_of(ReportDocument(title=title, head="", sections=(text,), at=report.changed_at))

    def schema(self) -> None:
        """Return None: it is for people."""


class TrackedExporter:
    """Writes the texts themselves for an editor, with every change tracked; they come back by import."""

    name = "tracked"
    suffix = ".docx"
    # Texts that are to come back stand as they are; who wrote them may be left out.
    leaves_out: frozenset[LeftOut] = frozenset({"names"})

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes; raises InputError where there is no text yet."""
        from app.export.word.sending import tracked_file  # late, as above

        return tracked_file(request)

    def glance(self, request: ExportRequest) -> str:
        """Return the texts with what goes and comes between signs."""
        from app.export.word.sending import glance  # late, as above

        return glance(request)

    def schema(self) -> None:
        """Return None: it is for people."""
