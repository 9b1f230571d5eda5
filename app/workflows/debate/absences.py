"""What was less than asked for as it happened: who sat out, what help did not come, what was cut off."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.facts import HelpFailed, SeatAbsent, SeatReplaced, TextProposed
from app.domain.i18n import Message, words
from app.domain.ids import RESERVED_SEATS

_CUT = words("{seat}'s answer in round {n} was cut off and is used as it is")
_CUT_REFINED = words("{seat}'s refined answer in round {n} was cut off and is used as it is")
_WITHOUT_HELP = words("{seat} was asked for help and gave none, and it went on without: {why}")
_WITHOUT: Mapping[str, Message] = {
    "clarification": words("{seat} could not be asked for questions: {why}"),
    "summarization": words("{seat}'s summary of its history did not come, and the whole was read: {why}"),
    "critique": words("{seat}'s critiques of round {n} did not come: {why}"),
    "evaluation": words("round {n} was not judged: {why}"),
}
"""What is said of help that did not come, by its purpose."""


def without_help(fact: HelpFailed, number: int) -> Message:
    """Return what it went on without in a round."""
    said = _WITHOUT.get(fact.purpose, _WITHOUT_HELP)
    return said.filled(seat=fact.seat, n=number, why=fact.reason)


def replaced(fact: SeatReplaced) -> Message:
    """Return whose place has another model."""
    told = words("{seat} replaced: {model}")
    told = words("{seat} fallback used: {model}") if fact.seat in RESERVED_SEATS else told
    return told.filled(seat=fact.seat, model=fact.model)


def cut_off(fact: TextProposed, number: int, *, refined: bool) -> Message:
    """Return whose text was cut off and is used."""
    said = _CUT_REFINED if refined else _CUT
    return said.filled(seat=fact.seat, n=number)


def absence(fact: SeatAbsent, number: int) -> Message:
    """Return that a seat sat out a round, or the questions before the first."""
    if number and fact.reason:
        told = words("{seat} sat out round {n}: {why}", n=number, why=fact.reason)
    elif number:
        told = words("{seat} sat out round {n}: no answer", n=number)
    elif fact.reason:
        told = words("{seat} sat out the questions: {why}", why=fact.reason)
    else:
        told = words("{seat} sat out the questions: no answer")
    return told.filled(seat=fact.seat)
