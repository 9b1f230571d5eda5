"""Asking for a reply with fields: once more where it cannot be read, then as far as either can be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Generic, TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import HelpFailed
from app.domain.messages import ChatMessage, Missing, Reply
from app.domain.reply_repairs import Mend
from app.engine.node import Ask, Context
from app.workflows.common.reading.bounds import bounded, listing
from app.workflows.common.reading.form import without_form_words
from app.workflows.common.reading.reader import ParseProblem, Reading
from app.workflows.common.reading.shown import NOTHING, ShownNames, read_shown
from app.workflows.common.repairs import help_failed, mended_facts

M = TypeVar("M", bound=BaseModel)
REASK = "common/reask"
CUT: Mend = "cut_used"
"""What is done to an answer that is used as it was cut off."""
FORM_WORDS: Mend = "form_words"
"""What is done to a reply that gives back the form."""


@dataclass(frozen=True, slots=True)
class Read(Generic[M]):
    """What became of a question for fields.

    `value` None: nobody replied, or no reply has them. `outcome`: the reply they come from, else the newest,
    or that there was none. `mends`: what was done to read it. `replies`: those that could not be read, the
    newest first; `problem`: why the first could not. `alone`: asked once more, the seat sat out.
    """

    value: M | None
    outcome: Reply | Missing
    mended: tuple[Fact, ...] = ()
    mends: tuple[Mend, ...] = ()
    replies: tuple[Reply, ...] = ()
    problem: ParseProblem | None = None
    alone: bool = False


REASKED = "reask"
"""How the part of a question ends that is asked once more."""


@cache
def schema_of(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return a reply's schema, made once: it takes longer than rendering the prompt."""
    return bounded(model.model_json_schema(), model)


def asked_again(ask: Ask, reply: Reply, prompt: str) -> Ask:
    """Return a question once more, behind its answer and what was wrong with that."""
    said = (ChatMessage(role="assistant", text=reply.text), ChatMessage(role="user", text=prompt))
    part = f"{ask.part}-{REASKED}" if ask.part else REASKED
    return replace(ask, part=part, messages=(*ask.messages, *said))


def reask(context: Context, ask: Ask, reply: Reply, why: str, shown: str = "") -> Ask:
    """Return a question once more, with why its answer could not be used and the part it is about."""
    told: dict[str, JsonValue] = {"why": why, "shown": shown, "fields": ask.reply_schema is not None}
    return asked_again(ask, reply, context.render(REASK, told))


async def ask_twice(
    context: Context,
    ask: Ask,
    model: type[M],
    *,
    tolerate: bool = False,
    keep_json: bool = False,
    shown: ShownNames = NOTHING,
) -> Read[M]:
    """Ask, and ask once more where the reply cannot be read; `tolerate`: a failure comes back as Missing.

    The question's schema is the model's where it has none; what asks again is the template `REASK`.

    `shown`: the names that the reply has to use; one that uses none of them cannot be read.
    """
    if ask.reply_schema is None:
        ask = replace(ask, reply_schema=schema_of(model))
    if shown:
        ask = replace(ask, reply_schema=listing(schema_of(model), model, shown))
    first = await context.ask(ask, tolerate=tolerate)
    if isinstance(first, Missing):
        return Read(None, first, help_failed(ask, first))
    return await read_twice(context, ask, first, model, tolerate=tolerate, keep_json=keep_json, shown=shown)


async def ask_for_help(
    context: Context, ask: Ask, model: type[M], *, tolerate: bool = True, shown: ShownNames = NOTHING
) -> Read[M]:
    """Ask for what the work can do without: where nothing came of it that can be read, that is recorded.

    `tolerate` False: that the call itself fails is put before the person.
    """
    read = await ask_twice(context, ask, model, tolerate=tolerate, shown=shown)
    if read.value is not None or isinstance(read.outcome, Missing):
        return read
    why = f"its reply cannot be read: {read.problem.why}" if read.problem else "its reply was cut off"
    failed = HelpFailed(purpose=ask.purpose, seat=ask.seat, reason=why)
    return replace(read, mended=(*read.mended, failed))


async def read_twice(
    context: Context,
    ask: Ask,
    first: Reply,
    model: type[M],
    *,
    text: str | None = None,
    tolerate: bool = False,
    keep_json: bool = False,
    shown: ShownNames = NOTHING,
) -> Read[M]:
    """Read a reply, `text` of it where that is not all, and ask once more where it cannot be read."""
    first = _without_form_words(ask, first)
    said = first.text if text is None else without_form_words(text, ask.messages)
    read = read_shown(said, model, shown, lenient=first.partial, keep_json=keep_json)
    if first.partial:
        # What was cut off is read as far as it goes: to ask again is not for who reads.
        whole, how = (read.value, read.mends) if isinstance(read, Reading) else (None, ())
        return Read(whole, first, mended_facts(ask, first, (CUT, *how)), how, () if whole else (first,))
    if isinstance(read, Reading):
        return Read(read.value, first, mended_facts(ask, first, read.mends), read.mends)
    again = reask(context, ask, first, read.why, read.shown)
    if (await context.estimate(again)).fits:
        second = await context.ask(again, tolerate=tolerate)
        second = second if isinstance(second, Missing) else _without_form_words(ask, second)
    else:
        second = Missing(seat=ask.seat, reason="it does not fit the model's window", kind="dropped")
    replies = (first,) if isinstance(second, Missing) else (second, first)
    for reply in replies:
        # The second time what may be missing may be unreadable too: better in parts than not at all.
        reread = read_shown(reply.text, model, shown, lenient=True, keep_json=keep_json)
        if isinstance(reread, Reading):
            mends: tuple[Mend, ...] = ("asked_again", *reread.mends)
            return Read(reread.value, reply, mended_facts(ask, reply, mends), mends)
    return Read(None, replies[0], (), (), replies, read, isinstance(second, Missing))


def _without_form_words(ask: Ask, reply: Reply) -> Reply:
    """Return a reply without what the form says of its places; that it had some of it is marked."""
    text = without_form_words(reply.text, ask.messages)
    if text == reply.text:
        return reply
    return reply.model_copy(update={"text": text, "marks": (*reply.marks, FORM_WORDS)})
