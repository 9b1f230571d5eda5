"""What failed on the way, and how replies were read, in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.cli.names import Names
from app.cli.status import round_noun
from app.domain.canonical import whole
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import ReplyMended
from app.domain.reply_repairs import mended_lines
from app.engine.fold import SessionFold
from app.engine.plugin import purpose_said


@dataclass
class _Cause:
    times: int = 0
    rounds: dict[int, None] = field(default_factory=dict)


def repairs(fold: SessionFold, records: Sequence[Record], catalogue: FactCatalogue) -> list[str]:
    """Return what was done to read replies: the same once, with its rounds."""
    names, vocabulary = Names(fold), fold.plugin.vocabulary
    found = [(record.round, catalogue.decode(record)) for record in records if record.type == "reply_mended"]
    lines = mended_lines(
        [(number, fact) for number, fact in found if isinstance(fact, ReplyMended)],
        vocabulary.noun,
        lambda purpose: str(purpose_said(vocabulary, purpose)),
    )
    return [f"{names.of(seat)}, {line}" for seat, line in lines]


def causes(fold: SessionFold, records: Sequence[Record]) -> list[str]:
    """Return why calls failed and who sat out for it: each cause once, with how often and in which rounds."""
    names, noun = Names(fold), round_noun(fold.plugin)
    asked: dict[int, str] = {}
    found: dict[tuple[str, str], _Cause] = {}
    for record in records:
        if record.type == "call_asked":
            asked[record.seq] = str(record.body()["seat"])
        elif record.type == "call_failed":
            body = record.body()
            message = " ".join(str(body.get(name) or "").strip() for name in ("message", "hint")).strip()
            cause = found.setdefault((asked.get(whole(body["asked"]), ""), message), _Cause())
            cause.times += 1
            cause.rounds[record.round] = None
    lines = []
    for (seat, message), cause in found.items():
        numbers = [str(number) for number in cause.rounds if number]
        where = f"{noun} {' and '.join(numbers)}" if numbers else f"before {noun} 1"
        often = f", {cause.times} times" if cause.times > 1 else ""
        lines.append(f"{names.of(seat)} ({where}{often}): {names.veil(message)}")
    for record in records:
        if record.type == "seat_replaced":
            body = record.body()
            lines.append(
                names.veil(f"{names.of(str(body['seat']))} was given another model: {body['model']}")
            )
        elif record.type == "seat_absent":
            lines.append(f"{names.of(str(record.body()['seat']))} sat out {noun} {record.round}.")
    return lines
