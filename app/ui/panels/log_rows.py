"""The rows of the log: which records pass the filters, and what each says. Bodies are decoded when seen."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QTimer, Signal

from app.domain.fact_base import FactCatalogue, Record
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.projections.log import summary
from app.ui.kit.tables import TitledModel
from app.ui.kit.texts import shown, tr
from app.ui.view.naming import Names
from app.ui.view.session_view import SessionView

COLUMNS = (
    QT_TRANSLATE_NOOP("ui", "#"),
    QT_TRANSLATE_NOOP("ui", "Time"),
    QT_TRANSLATE_NOOP("ui", "Round"),
    QT_TRANSLATE_NOOP("ui", "What happened"),
    QT_TRANSLATE_NOOP("ui", "Details"),
)
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "calls": (QT_TRANSLATE_NOOP("ui", "Calls"), ("call_", "seat_", "effect_")),
    "texts": (QT_TRANSLATE_NOOP("ui", "Texts"), ("text_proposed", "text_assessed")),
    "critiques": (QT_TRANSLATE_NOOP("ui", "Critiques"), ("critique_filed", "critique_answered")),
    "person": (
        QT_TRANSLATE_NOOP("ui", "Decisions"),
        (
            "gate_",
            "text_decided",
            "critique_decided",
            "guidance_",
            "note_",
            "decision_",
            "limit_",
            "auto_",
            "tags_",
            "result_judged",
            "stop_",
        ),
    ),
    "figures": (QT_TRANSLATE_NOOP("ui", "Figures"), ("criterion_",)),
    "run": (QT_TRANSLATE_NOOP("ui", "Run"), ("node_", "round_", "run_", "session_")),
}
"""Filter by kind: its words, and how the types begin that it shows."""
STEP_S = 0.02
"""A search looks at records for this long, then lets the window live."""
REMEMBERED = 2000
"""Lines that are kept once made; a screen shows some fifty."""


def kind_of(type: str, catalogue: FactCatalogue | None = None) -> str:
    """Return the filter a record's type belongs to, `other` where it is none.

    `catalogue`: what facts of a workflow's own say of themselves.
    """
    if catalogue is not None and (cls := catalogue.classes().get(type)) is not None and cls.by_person:
        return "person"
    return next((kind for kind, (_, begins) in KINDS.items() if type.startswith(begins)), "other")


class LogModel(TitledModel[Record]):
    """Records that pass the filters, in order; new ones are added at the end."""

    searched = Signal()
    """A search went on, or ended."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, self._text)
        self._session = ""
        self._all: Sequence[Record] = ()
        self._seen = 0
        self.kind, self.round, self.text = "", 0, ""
        self._types: dict[str, bool] = {}
        self._catalogue: FactCatalogue | None = None
        self._lines: OrderedDict[int, str] = OrderedDict()
        self._purposes: dict[str, str] = {}
        self.called = Names({}, {}, (), hidden=False)
        """What members and models are called in the lines."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def searching(self) -> bool:
        """Whether records are still to be looked at."""
        return self._timer.isActive()

    @property
    def progress(self) -> float:
        """What part of the records was looked at, 0 to 1."""
        return self._seen / len(self._all) if self._all else 1.0

    def fill(self, view: SessionView) -> None:
        """Take the records of a session, only the new ones where it is the same."""
        called, self.called = self.called, view.names
        self._catalogue = view.catalogue
        self._purposes = {name: tr(told) for name, told in view.purposes.items()}
        renamed = called is not self.called and (called.hidden or self.called.hidden)
        if view.fold.session.session != self._session or renamed or len(view.log) < self._seen:
            self._session, self._all = view.fold.session.session, view.log
            self._lines.clear()
            self._begin()
            return
        self._all = view.log
        if not self.searching and self._seen < len(self._all):
            self._take(len(self._all) - self._seen <= 200)

    def set_filter(
        self, *, kind: str | None = None, round: int | None = None, text: str | None = None
    ) -> None:
        """Show only a kind, a round (0: all), or what contains a text."""
        wanted = (
            self.kind if kind is None else kind,
            self.round if round is None else round,
            self.text if text is None else text.strip().casefold(),
        )
        if wanted != (self.kind, self.round, self.text):
            self.kind, self.round, self.text = wanted
            self._begin()

    def _begin(self) -> None:
        self._timer.stop()
        self._types.clear()
        self.beginResetModel()
        self.items, self._seen = [], 0
        if not self.text:
            # By the envelope alone: a hundred thousand in some ten milliseconds.
            self.items = [record for record in self._all if self._passes(record)]
            self._seen = len(self._all)
        self.endResetModel()
        if self._seen < len(self._all):
            self._timer.start()
        self.searched.emit()

    def _passes(self, record: Record) -> bool:
        if self.round and record.round != self.round:
            return False
        if not self.kind:
            return True
        known = self._types.get(record.type)
        if known is None:
            known = self._types[record.type] = kind_of(record.type, self._catalogue) == self.kind
        return known

    def _take(self, at_once: bool) -> None:
        if self.text and not at_once:
            self._timer.start()
            return
        found = [r for r in self._all[self._seen :] if self._passes(r) and self._holds(r)]
        self._seen = len(self._all)
        self.add(found)

    def _on_timeout(self) -> None:
        began = time.monotonic()
        found: list[Record] = []
        while self._seen < len(self._all) and time.monotonic() - began < STEP_S:
            record = self._all[self._seen]
            self._seen += 1
            if self._passes(record) and self._holds(record):
                found.append(record)
        self.add(found)
        if self._seen >= len(self._all):
            self._timer.stop()
        self.searched.emit()

    def _holds(self, record: Record) -> bool:
        # The packed body first: whatever a line says stands in it, save what is kept apart for its length.
        return not self.text or (
            self.text in record.type.replace("_", " ")
            # Hidden names are not found either: what is found would tell whose it is.
            or self.text in self.called.veil(record.packed).casefold()
            or self.text in self.line(record).casefold()
        )

    def line(self, record: Record) -> str:
        """Return a record's details in one line."""
        made = self._lines.get(record.seq)
        if made is None:
            made = self._lines[record.seq] = shown(self.called.veil(summary(record, self._purposes)))
            if len(self._lines) > REMEMBERED:
                self._lines.popitem(last=False)
        return made

    def row_of(self, seq: int) -> int:
        """Return the row of a record, or of the first one after it; -1 where there is none."""
        row = bisect_left(self.items, seq, key=lambda record: record.seq)
        return row if row < len(self.items) else -1

    def _text(self, record: Record, column: int) -> str:
        # Only the details need the body.
        match column:
            case 0:
                return str(record.seq)
            case 1:
                return f"{datetime.fromtimestamp(record.at / 1e6).astimezone():%H:%M:%S}"
            case 2:
                attempt = f".{record.attempt}" if record.attempt > 1 else ""
                return f"{record.round}{attempt}" if record.round else ""
            case 3:
                return record.type.replace("_", " ")
            case _:
                return self.line(record)
