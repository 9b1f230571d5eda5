"""Asking for a reply with fields: once more where it cannot be read, then as far as either can be.

The schema bounds texts and lists and names what may be chosen from: a server that is held to it cannot write
without an end. What is longer is still read. Where a reply gives back the words of the prompt's form, nothing
was said.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import HelpFailed, ReplyMended
from app.domain.messages import ChatMessage, Missing, Reply
from app.domain.reply_repairs import Mend
from app.engine.node import Ask, Context
from app.workflows.common.reading.names import ReplyModel, is_model, is_text, item_of, refuses_blank, required
from app.workflows.common.reading.reader import ParseProblem, Reading
from app.workflows.common.reading.shown import NOTHING, ShownNames, read_shown

LONGEST_TEXT, MOST_ITEMS = 1_500, 40
"""Characters of a text and items of a list where a reply's model names no others (`ReplyModel.most`)."""
MOST_LISTED, LONGEST_LISTED = 100, 5_000
"""Names, and characters of them, that a schema lists: some servers refuse longer lists."""
FORM = re.compile(r"^Reply with one JSON object and nothing else\b[^\n]*\n(\{[^\n]*\})$", re.MULTILINE)
"""The last line of a prompt that asks for fields."""
_FEWEST_WORDS = 3
"""Words of a place that cannot be a value: “eye colour” may be one."""
_LONG_PLACE, _ALIKE = 8, 0.75
"""Words of a place that a model may give back with others in between, and the share that stays."""
_SENTENCE = 5
"""Words of a place from which on another one in the place of one of them makes no answer of it."""
_VALUE = re.compile(r'(?<=[:,\[])(\s*)"((?:[^"\\]|\\.){1,300})"(?!\s*:)')
"""A text in a reply that is no field's name."""
_DOTS = re.compile(r"[.…{}\s]+")
"""What a form has where any text may stand."""
_NAMED = re.compile(r"(?:the|a|an) \w")
"""A place of fewer words that says what goes there: “the question”."""
M = TypeVar("M", bound=BaseModel)
REASK = "common/reask"
CUT: Mend = "cut_used"
"""What is done to an answer that is used as it was cut off."""
_FORM_WORDS: Mend = "form_words"
"""What is done to a reply that gives back the form."""
REASKED = "reask"
"""How the part of a question ends that is asked once more."""


@cache
def schema_of(model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return a reply's schema, made once: it takes longer than rendering the prompt."""
    return _bounded(model.model_json_schema(), model)


def asked_again(ask: Ask, reply: Reply, prompt: str) -> Ask:
    """Return a question once more, behind its answer and what was wrong with that."""
    said = (ChatMessage(role="assistant", text=reply.text), ChatMessage(role="user", text=prompt))
    part = f"{ask.part}-{REASKED}" if ask.part else REASKED
    return replace(ask, part=part, messages=(*ask.messages, *said))


def reask(context: Context, ask: Ask, reply: Reply, why: str, shown: str = "") -> Ask:
    """Return a question once more, with why its answer could not be used and the part it is about."""
    told: dict[str, JsonValue] = {"why": why, "shown": shown, "fields": ask.reply_schema is not None}
    return asked_again(ask, reply, context.render(REASK, told))


@dataclass(frozen=True, slots=True)
class Read(Generic[M]):
    """What became of a question for fields.

    `value` None: nobody replied, or no reply has them. `outcome`: the reply they come from, else the newest,
    or that there was none. `mends`: what was done to read it. `replies`: those that could not be read, the
    newest first; `problem`: why the first could not.
    """

    value: M | None
    outcome: Reply | Missing
    mended: tuple[Fact, ...] = ()
    mends: tuple[Mend, ...] = ()
    replies: tuple[Reply, ...] = ()
    problem: ParseProblem | None = None


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
    tolerate: bool,
    shown: ShownNames,
    text: str | None = None,
    keep_json: bool = False,
) -> Read[M]:
    """Read a reply, `text` of it where that is not all, and ask once more where it cannot be read."""
    first = _reply_without_form(ask, first)
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
        second = second if isinstance(second, Missing) else _reply_without_form(ask, second)
    else:
        second = Missing(seat=ask.seat, reason="it does not fit the model's window", kind="dropped")
    replies = (first,) if isinstance(second, Missing) else (second, first)
    for reply in replies:
        # The second time what may be missing may be unreadable too: better in parts than not at all.
        reread = read_shown(reply.text, model, shown, lenient=True, keep_json=keep_json)
        if isinstance(reread, Reading):
            mends: tuple[Mend, ...] = ("asked_again", *reread.mends)
            return Read(reread.value, reply, mended_facts(ask, reply, mends), mends)
    return Read(None, replies[0], (), (), replies, read)


def mended_facts(ask: Ask, reply: Reply, how: Iterable[str]) -> tuple[Fact, ...]:
    """Return the record of what was done to read a reply; none where it needed nothing."""
    done = tuple(dict.fromkeys((*reply.marks, *how)))
    return (ReplyMended(asked=reply.asked, purpose=ask.purpose, seat=ask.seat, how=done),) if done else ()


def help_failed(ask: Ask, outcome: Missing) -> tuple[Fact, ...]:
    """Return the record that help did not come; none where a person or a rule left the seat out."""
    if outcome.kind in ("absent", "dropped"):
        return ()
    return (HelpFailed(purpose=ask.purpose, seat=ask.seat, reason=outcome.reason),)


# --- The schema, with its bounds ----------------------------------------------------------------------------


def _bounded(schema: Mapping[str, JsonValue], model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return a reply's schema with how long its texts and lists may be; the answer itself has no end."""
    found = copy.deepcopy(dict(schema))
    for part, properties in _parts(found, model):
        for name, value in properties.items():
            most = part.most.get(name)
            answer = part is model and name == part.main
            if item_of(part, name) is not None:
                value["maxItems"] = most or MOST_ITEMS
                if value["items"].get("type") == "string":
                    value["items"]["maxLength"] = LONGEST_TEXT
            elif is_text(part, name):
                value |= {} if answer else {"maxLength": most or LONGEST_TEXT}
                value |= {"minLength": 1} if refuses_blank(part, name) else {}
    return found


def listing(
    schema: Mapping[str, JsonValue], model: type[BaseModel], shown: ShownNames
) -> dict[str, JsonValue]:
    """Return a reply's schema with the shown names where one has to be there, and how many there are."""
    found = copy.deepcopy(dict(schema))
    for part, properties in _parts(found, model):
        for name, kind in part.refers.items():
            names = list(shown.get(kind, ()))
            if not names or len(names) > MOST_LISTED or sum(map(len, names)) > LONGEST_LISTED:
                continue
            if item_of(part, name) is not None:
                properties[name] |= {"items": {"enum": names, "type": "string"}, "maxItems": len(names)}
            elif name in required(part):
                properties[name] = {"enum": names, "type": "string"}
        for name in properties:
            _count(part, name, properties[name], shown)
    return found


def _count(part: type[ReplyModel], name: str, value: Any, shown: ShownNames) -> None:
    """Let a list have as many items as there are names that each is about: one each, or so many of each."""
    item: Any = item_of(part, name)
    about = getattr(item, "once", "") or next(iter(getattr(item, "of_each", {})), "")
    names = shown.get(item.refers.get(about, ""), ()) if about else ()
    if names:
        value["maxItems"] = len(names) * item.of_each.get(about, 1)


def _parts(
    schema: dict[str, JsonValue], model: type[BaseModel]
) -> Iterator[tuple[type[ReplyModel], dict[str, Any]]]:
    """Yield a reply's model and those of its parts, each with its properties in a schema."""
    definitions: Any = schema.get("$defs", {})
    for part in _models(model):
        place: Any = schema if part is model else definitions.get(part.__name__, {})
        yield part, place.get("properties", {})


def _models(model: type[BaseModel]) -> Iterator[type[ReplyModel]]:
    if issubclass(model, ReplyModel):
        yield model
        for name, info in model.model_fields.items():
            inner: Any = item_of(model, name) or info.annotation
            if is_model(inner):
                yield from _models(inner)


# --- What gives back the words of the form ------------------------------------------------------------------


def without_form_words(reply: str, messages: Sequence[ChatMessage]) -> str:
    """Return a reply with empty texts where it gives back what the prompt's form says of a place."""
    forms = [form for one in messages if one.role == "user" for form in FORM.findall(one.text)]
    places = [_words(one) for one in _places(forms[-1:])]
    if not places:
        return reply

    def left(value: re.Match[str]) -> str:
        said = _words(value[2])
        nothing = _DOTS.fullmatch(value[2]) or any(_alike(said, one) for one in places)
        return f'{value[1]}""' if nothing else value[0]

    return _VALUE.sub(left, reply)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _alike(said: Sequence[str], place: Sequence[str]) -> bool:
    """Tell whether a value is a place's words, also with one replaced, or of long ones with others."""
    if len(said) == len(place):
        others = sum(mine != theirs for mine, theirs in zip(said, place, strict=True))
        if others == 0 or (others == 1 and len(place) >= _SENTENCE):
            return True
    near = len(place) >= _LONG_PLACE and abs(len(said) - len(place)) <= len(place) // 4
    return near and SequenceMatcher(None, said, place, autojunk=False).ratio() >= _ALIKE


def _places(forms: Sequence[str]) -> Iterator[str]:
    for form in forms:
        for words in re.findall(r'[:\[,]\s*"((?:[^"\\]|\\.)*)"(?!\s*:)', form):
            plain = json.loads(f'"{words}"')
            enough = len(plain.split()) >= _FEWEST_WORDS or _NAMED.match(plain)
            if enough and not any(map(str.isdigit, plain)):
                yield plain


def _reply_without_form(ask: Ask, reply: Reply) -> Reply:
    """Return a reply without what the form says of its places; that it had some of it is marked."""
    text = without_form_words(reply.text, ask.messages)
    if text == reply.text:
        return reply
    return reply.model_copy(update={"text": text, "marks": (*reply.marks, _FORM_WORDS)})
