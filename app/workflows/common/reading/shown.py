"""Names that a reply takes from its prompt: read as they were shown, and nothing else taken for one.

A model writes `Item 3:`, `**f3**` or `Answer B` for what it was shown as 3, f3 and Response B, and spells
letters in another normal form. What names nothing that was shown is left out and told; nobody guesses.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar
from unicodedata import normalize

from pydantic import BaseModel

from app.domain.live_text import folded
from app.domain.reply_repairs import Mend
from app.prompts.fences import one_line
from app.workflows.common.reading.coercion import NO_WORDS
from app.workflows.common.reading.names import ReplyModel, item_of, required
from app.workflows.common.reading.reader import ParseProblem, Reading, read_reply

M = TypeVar("M", bound=BaseModel)
ShownNames = Mapping[str, Collection[str]]
"""The names that a prompt shows, by kind; `refers` of a reply's model says which field names which."""
NOTHING: ShownNames = {}
_QUOTES = " \t`'\"“”„‘’«»*"
_HEAD_ENDS = re.compile(r"[(\[:;,–—|]|\s-\s")
_TOKEN = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
_NUMBER = re.compile(r"\d")
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_GLUED = re.compile(r"[^\W\d_]{3,}(\d+)")
"""A noun and a number in one word: `item3`."""
_UNSPACED = re.compile(r"(?<=[\u3040-\u9fff\uac00-\ud7af])(?=[A-Za-z\d])")
"""Where a label follows a noun of a script without blanks: `回答A`."""
_ALL = ("all", "both", "every", "everyone", "each", "general", "overall", "alle", "beide", "tous", "todos")
_ROUND = re.compile(r"[\W_]*\bround\b[\W_]*", re.IGNORECASE)
_AND = re.compile(r"[,;/&+]|\band\b|\bund\b")
_MOST_TOKENS = 4
"""Words of what may be a label with a noun before it; more are a sentence."""
_LONGEST_HEAD = 500
"""Characters of what may begin with a label; a model that goes astray writes blanks without an end."""
_MOST_TOLD = 20
"""ShownNames names that a model is reminded of."""


def same_names(said: str, names: Collection[str]) -> list[str]:
    """Return the shown names that are written so, whatever their normal form, case, quotes and blanks around.

    The nearest alone: several where they differ in no more than that.
    """
    if said in names:
        return [said]
    for form in (_line, _bare):
        wanted = form(said)
        found = list(dict.fromkeys(name for name in names if form(name) == wanted))
        if found and wanted:
            return found
    return []


def same_name(said: str, names: Collection[str]) -> str | None:
    """Return the one shown name that is written so; None: none, or several as near."""
    found = same_names(said, names)
    return found[0] if len(found) == 1 else None


def meant(said: str, names: Collection[str]) -> str | None:
    """Return the shown label that a reply means, with a noun before it or a remark behind; None: no one."""
    same = same_name(said, names)
    if same is not None:
        return same
    line = _ROUND.sub(" ", _line(said)[:_LONGEST_HEAD]).strip(f"{_QUOTES}[](){{}}<>#:_")
    head, *rest = _HEAD_ENDS.split(line, maxsplit=1)
    if rest and not _NUMBER.search(head) and all(map(_NUMBER.search, names)):
        # “id: 3”
        head = _HEAD_ENDS.split(rest[0].strip(), maxsplit=1)[0]
    tokens = _TOKEN.findall(_ZEROS.sub("", _UNSPACED.sub(" ", head).casefold()))
    if not 0 < len(tokens) <= _MOST_TOKENS:
        return None
    parts = {name: _TOKEN.findall(_ZEROS.sub("", _line(name).casefold())) or [""] for name in names}
    stems = {part[-1].rstrip("0123456789") for part in parts.values()}
    # “question 1” is q1 where q and a number is all that was shown; “B 2” is B2, “ResponseB” is Response B.
    glued = _GLUED.fullmatch(tokens[-1])
    number = glued[1] if glued else tokens[-1]
    stem = stems.pop() if len(stems) == 1 and number.isdigit() else ""
    for last in dict.fromkeys((tokens[-1], "".join(tokens[-2:]), stem + number)):
        found = [name for name, part in parts.items() if last in (part[-1], "".join(part))]
        if found:
            # “A and B” names two.
            others = {part[-1] for name, part in parts.items() if name != found[0]}
            return found[0] if len(found) == 1 and others.isdisjoint(tokens[:-1]) else None
    return None


@lru_cache(maxsize=50_000)
def _line(name: str) -> str:
    # A word joiner is what splits marks within a name.
    return normalize("NFC", one_line(name)).replace("\u2060", "")


@lru_cache(maxsize=50_000)
def _bare(name: str) -> str:
    return " ".join(_line(name).split()).strip(_QUOTES).casefold()


# --- a whole reply ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolved(Generic[M]):
    """A reply whose names are the shown ones. `problem`: it has none; `mends`: what was left out."""

    value: M
    mends: tuple[Mend, ...] = ()
    problem: ParseProblem | None = None
    worth: bool = False
    """With a problem: whether it says something besides, so that it is better than no reply."""


@dataclass(slots=True)
class _Look:
    shown: ShownNames
    unknown: list[str] = field(default_factory=list)
    known: bool = False
    """Of names that have to be there one is known."""
    needed: bool = False
    """Of these one is unknown."""
    twice: bool = False


def read_shown(
    text: str, model: type[M], shown: ShownNames, *, lenient: bool = False, keep_json: bool = False
) -> Reading[M] | ParseProblem:
    """Return a reply as `read_reply` does, with its names as they were shown."""
    read = read_reply(text, model, lenient=lenient, keep_json=keep_json)
    if isinstance(read, ParseProblem):
        return read
    found = resolved(read.value, shown)
    if found.problem is not None and not (lenient and found.worth):
        return found.problem
    return Reading(found.value, (*read.mends, *found.mends))


def resolved(reply: M, shown: ShownNames) -> Resolved[M]:
    """Return a reply with its names as they were shown; what is about nothing that was shown is left out.

    An item whose own name is unknown goes as a whole. Where two items say different things of what there is
    one item for, neither stands.
    """
    look = _Look(shown)
    value = _model(reply, look) if shown else reply
    main = getattr(reply, "main", "")
    item: Any = item_of(type(reply), main) if main else None
    about = getattr(item, "once", "")
    asked = set(shown.get(item.refers[about], ())) if about else set()
    mends: list[Mend] = ["unknown"] if look.unknown else []
    mends += ["twice"] if look.twice else []
    said = {getattr(one, about) for one in getattr(value, main, ())} if asked else set()
    mends += ["passed_over"] if asked - said else []
    names = [name for kind in shown.values() for name in kind]
    if not names or not ((asked and not said) or (look.needed and not look.known)):
        return Resolved(value or reply, tuple(mends))
    told = ", ".join(f"“{one_line(name)}”" for name in names[:_MOST_TOLD])
    why = f"it names nothing that was shown; what may be named is {told}"
    problem = ParseProblem(why, ", ".join(look.unknown[:_MOST_TOLD]))
    # Verdicts on nothing that was shown are none; a text that came with them may be worth something.
    worth = value is not None and bool(about or (main and getattr(value, main)))
    return Resolved(value or reply, tuple(mends), problem, worth)


def _model(value: Any, look: _Look) -> Any:
    """Return a part of a reply with shown names; None where a name that it has to have is unknown."""
    kind: type[BaseModel] = type(value)
    refers = value.refers if isinstance(value, ReplyModel) else {}
    changed: dict[str, Any] = {}
    for name in kind.model_fields:
        given, names = getattr(value, name), look.shown.get(refers.get(name, ""))
        needed = name in required(kind)
        if names is not None and isinstance(given, str):
            changed[name] = _named(given, names, look, needed=needed, all_=name in value.may_mean_all)
        elif names is not None:
            each = tuple(dict.fromkeys(_each(given, names, look, needed=needed)))
            changed[name] = each or (None if given and needed else ())
        elif isinstance(given, ReplyModel):
            changed[name] = _model(given, look) or given
        elif isinstance(given, tuple) and given and isinstance(given[0], ReplyModel):
            changed[name] = _once([one for part in given if (one := _model(part, look)) is not None], look)
    if None in changed.values():
        return None
    return value.model_copy(update=changed) if changed else value


def _named(said: str, names: Collection[str], look: _Look, *, needed: bool, all_: bool = False) -> str | None:
    found = meant(said, names)
    if found is None and all_ and len(names) == 1:
        found = next(iter(names))
    if found is not None:
        look.known = look.known or needed
        return found
    if folded(said) in (NO_WORDS if all_ or not needed else ()) or (
        all_ and folded(said).partition("_")[0] in _ALL
    ):
        return ""
    look.unknown.append(said)
    look.needed = look.needed or needed
    return None if needed else ""


def _each(said: Sequence[str], names: Collection[str], look: _Look, *, needed: bool) -> Iterator[str]:
    """Yield the names of a list; one text may name several: `f1, f2`."""
    for one in said:
        parts = [one] if same_name(one, names) is not None else _AND.split(one)
        parts = parts if all(meant(part, names) is not None for part in parts) else [one]
        yield from filter(None, (_named(part, names, look, needed=needed) for part in parts))


def _once(items: Sequence[Any], look: _Look) -> tuple[Any, ...]:
    """Return items without those that contradict each other on what there is one word for."""
    if not items or not items[0].once:
        return tuple(items)
    about, says = items[0].once, items[0].main
    words: dict[Any, set[Any]] = defaultdict(set)
    for one in items:
        words[getattr(one, about)].add(getattr(one, says))
    look.twice = look.twice or any(len(said) > 1 for said in words.values())
    firsts = {getattr(one, about): one for one in reversed(items) if len(words[getattr(one, about)]) == 1}
    return tuple(one for one in items if firsts.get(getattr(one, about)) is one)
