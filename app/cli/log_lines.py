"""Log lines of the terminal: when, in which round, and what a record says."""

from __future__ import annotations

from datetime import datetime

from app.cli.names import Names
from app.cli.output import clean
from app.domain.fact_base import Record
from app.engine.fold import SessionFold
from app.engine.record_words import RecordWords
from app.projections.folding import Projections

LONGEST = 160
"""Characters of a line's words; `--jsonl` has the whole record."""


class LogLines:
    """Lines of one session's records; `shared`: the projections of all of them."""

    def __init__(self, fold: SessionFold, shared: Projections) -> None:
        self._names = Names(fold)
        self._words = RecordWords(fold.plugin, fold.plugin, fold.catalogue, shared, self._names.of)
        self._noun = str(fold.plugin.vocabulary.round).lower()

    def line(self, record: Record) -> str:
        """Return a record in a line."""
        sentence = self._names.veil(" ".join(clean(self._words.sentence(record)).split()))
        at = datetime.fromtimestamp(record.at / 1e6).astimezone().strftime("%H:%M:%S")
        label = ""
        if record.round:
            label = f"{self._noun} {record.round}" + (f".{record.attempt}" if record.attempt > 1 else "")
        cut = sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1].rstrip() + "…"
        return f"{record.seq:>5}  {at}  {label:<{len(self._noun) + 4}}  {cut}"
