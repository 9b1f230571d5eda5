"""The one reader of structured replies."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from app.domain.live_text import live_text
from app.domain.refusals import refusal
from app.domain.reply_repairs import Mend
from app.domain.thoughts import only_thoughts, strip_reasoning, without_marks
from app.prompts.fences import Fence
from app.workflows.common.reading.coercion import Fitter, as_json
from app.workflows.common.reading.mending import fault, load
from app.workflows.common.reading.names import ReplyModel, is_model, is_text, item_of, required
from app.workflows.common.reading.outline import Found, fenced, found, outlined, outside, tagged
from app.workflows.common.reading.readable import TEXT_FIELDS, looks_like_json, one_text, put
from app.workflows.common.reading.talk import without_talk

M = TypeVar("M", bound=BaseModel)
LARGEST = 250_000
"""Characters of a reply that is searched and mended; a longer one is read where it is one sound object."""
_LARGEST_CUT = 40_000
"""Characters of an object that breaks off, or cannot be read, that are looked through for its text."""
_LARGE_PROSE = 1200
"""Characters beside a JSON object over which they may be the answer, and the object an example in it."""
_TOML = re.compile(r"^(?:```|~~~)toml[ \t]*\n(.*?)\n(?:```|~~~)", re.DOTALL | re.MULTILINE)
_MOST_LEFT_OUT, _MOST_PARTS = 40, 200
_EXCERPT = 240


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why a reply could not be read, and which part of it, for the model that is asked again."""

    why: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Reading(Generic[M]):
    """A reply as it was read, and what was done to read it."""

    value: M
    mends: tuple[Mend, ...] = ()


@dataclass(frozen=True, slots=True)
class Prose:
    """A text a person reads, and what was done to get it."""

    text: str
    mends: tuple[Mend, ...] = ()


def read_reply(
    text: str, model: type[M], *, lenient: bool = False, keep_json: bool = False
) -> Reading[M] | ParseProblem:
    """Return the reply as its model, or what is wrong with it.

    `lenient`: parts that may be missing are left out where they cannot be read. `keep_json`: the answer's
    text may be JSON, for the question asks for some.
    """
    text = Fence.joined(text)
    large = len(text) > LARGEST
    answer, cleaned = (text.strip(), False) if large else strip_reasoning(text)
    first: tuple[Mend, ...] = ("thoughts",) if cleaned else ()
    if not answer:
        return ParseProblem("the reply is empty")
    answer, first = _unpacked(answer, first)
    told = _of_toml(answer) if len(answer) <= _LARGEST_CUT else ""
    if told and isinstance(toml := _read_value(Found(told, 0, 0), model, lenient, keep_json), Reading):
        return Reading(toml.value, _unique(first, ("outline",), toml.mends))
    values = [Found(answer, 0, len(answer))] if large else list(found(answer))
    if not large and answer.strip("`~ \n").removeprefix("json").strip() in ("[]", "{}"):
        values = [Found("[]", 0, len(answer))]
    problem = ParseProblem("the reply is not one JSON object", _excerpt(answer))
    best: tuple[Reading[M], Found] | None = None
    good = 0
    for value in values:
        outcome = _read_value(value, model, lenient, keep_json)
        if isinstance(outcome, Reading):
            good += best is None or outcome.value != best[0].value
            best = (outcome, value)
        elif outcome is not None:
            problem = outcome
    if best is not None and not _an_example(answer, best[1], best[0].value, model):
        reading, value = best
        several: tuple[Mend, ...] = ("several",) if good > 1 else ()
        return Reading(reading.value, _unique(first, _around(answer, value), several, reading.mends))
    joined = None if large else _joined(values, answer, model, lenient, keep_json)
    if joined is not None:
        return Reading(joined.value, _unique(first, joined.mends))
    # What is written as JSON is JSON or nothing: its lines are no outline.
    ways = () if large or (values and _is_all(answer, values)) else (("tags", tagged), ("outline", outlined))
    for mend, value_of in ways:
        named = value_of(answer, model)
        if mend == "outline" and not any((named or {}).values()):
            # A heading with nothing under it that can be an item says less than the lines themselves.
            named = model.in_prose(answer) or named if issubclass(model, ReplyModel) else named
        read = None if named is None else _validated(named, model, (), True, keep_json)
        if isinstance(read, Reading):
            return Reading(read.value, _unique(first, (mend,), read.mends))  # type: ignore[arg-type]  # two of the marks
    return problem


def read_prose(text: str, *, keep_json: bool = False) -> Prose:
    """Return an answer in prose as a person reads it: thoughts and wrappings off, JSON put into words.

    Empty where nothing but unfinished thoughts arrived. Behind LARGEST characters prose stays as it came.
    """
    text = Fence.joined(text)
    if keep_json and not strip_reasoning(text[:LARGEST])[1]:
        # No thoughts or marks stand around it.
        return Prose(text)
    answer, cleaned = strip_reasoning(text[:LARGEST])
    rest = _behind(text)
    first: tuple[Mend, ...] = ("thoughts",) if cleaned else ()
    if only_thoughts(text):
        return Prose("", first)
    if keep_json:
        return Prose(answer + rest, first)
    values = list(found(answer))
    if values and _is_all(answer, values):
        parts = [_in_words(value) for value in values]
        words = "\n\n".join(part for part in parts if part)
        if words.strip():
            return Prose(words, _unique(first, ("readable",)))
    bare = _bare(answer)
    if bare == answer:
        return Prose(bare + rest, first) if cleaned else Prose(text)
    how: tuple[Mend, ...] = ("fence",) if bare != without_talk(answer) else ("around",)
    return Prose(bare + rest, _unique(first, how))


def read_answer(text: str, *, keep_json: bool = False) -> Prose:
    """Return the answer in a reply that has no readable fields: prose, or an object's one obvious text.

    Empty where there is none: half an object is no answer.
    """
    answer, cleaned = strip_reasoning(text[:LARGEST])
    first: tuple[Mend, ...] = ("thoughts",) if cleaned else ()
    values = list(found(answer))
    if only_thoughts(text):
        return Prose("", first)
    if keep_json or not (looks_like_json(answer) or (values and _is_all(answer, values))):
        said = answer if keep_json else _out_of_string(_bare(answer), ())[0]
        return Prose(said + _behind(text), _unique(first, ("prose",)))
    for value in values:
        try:
            loaded, _ = load(value.source, cut=value.cut)
        except ValueError:
            continue
        value_text = None if value.cut else one_text(loaded)
        if value_text is not None and not looks_like_json(value_text):
            return Prose(value_text, _unique(first, ("readable",)))
    return Prose("", first)


def _of_toml(answer: str) -> str:
    """Return a reply in TOML as JSON; empty: it is none."""
    block = _TOML.search(answer)
    # A key of ten thousand parts is followed for seconds.
    if "=" not in answer or max(line.count(".") for line in answer.splitlines()) > _MOST_PARTS:
        return ""
    try:
        return as_json(tomllib.loads(block[1] if block else answer))
    except (ValueError, RecursionError):
        return ""


def _behind(text: str) -> str:
    """Return what is not looked at of a very long text, with the blanks in front of it."""
    return text[len(text[:LARGEST].rstrip()) :] if len(text) > LARGEST else ""


def readable(text: str) -> str:
    """Return a reply that could not be read as words for a person: never JSON."""
    prose = read_prose(text)
    shown_text = without_marks(prose.text or strip_reasoning(text[:LARGEST])[0])
    values = list(found(shown_text[:LARGEST]))
    if not values:
        return _without_braces(shown_text) if looks_like_json(shown_text) else shown_text.strip()
    parts: list[str] = []
    offset = 0
    for value in values:
        parts += [shown_text[offset : value.start], _in_words(value)]
        offset = value.end
    parts.append(shown_text[offset:])
    return "\n\n".join(part for one in parts if (part := _without_fence_lines(one)))


# --- one value --------------------------------------------------------------------------------


def _read_value(
    value: Found, model: type[M], lenient: bool, keep_json: bool
) -> Reading[M] | ParseProblem | None:
    """Return what one JSON value of a reply says; None where it is about something else."""
    try:
        loaded, mends = load(value.source, cut=value.cut)
    except ValueError as error:
        return _slipped(value, str(error))
    fitter = Fitter(keep_json=keep_json)
    fitted = fitter.fit(loaded, model)
    if value.cut and (fitted is None or not required(model) <= fitted.keys()):
        missing = ", ".join(sorted(required(model) - set(fitted or ())))
        return ParseProblem(f"the reply breaks off before {missing} is whole", value.source[-_EXCERPT:])
    if fitted is None:
        return ParseProblem("the reply has none of the fields asked for", _excerpt(value.source))
    return _validated(
        fitted, model, _unique(mends, tuple(fitter.mends)), lenient, keep_json, fit=False, cut=value.cut
    )


def _slipped(value: Found, why: str) -> ParseProblem:
    reason, offset = fault(value.source)
    start = max(0, offset - _EXCERPT // 2)
    return ParseProblem(f"{why} ({reason})" if reason else why, value.source[start : start + _EXCERPT])


def _validated(
    value: Any,
    model: type[M],
    mends: tuple[Mend, ...],
    lenient: bool,
    keep_json: bool,
    *,
    fit: bool = True,
    cut: bool = False,
) -> Reading[M] | ParseProblem:
    if fit:
        fitter = Fitter(keep_json=keep_json)
        fitted = fitter.fit(value, model)
        value, mends = fitted if fitted is not None else value, _unique(mends, tuple(fitter.mends))
    missing = sorted(required(model) - value.keys()) if isinstance(value, dict) else []
    if missing:
        return ParseProblem(f"{', '.join(missing)}: not given", _excerpt(as_json(value)))
    left_out = False
    for _ in range(_MOST_LEFT_OUT):
        try:
            read = model.model_validate(value)
        except ValidationError as error:
            wrong = error.errors()
            first = wrong[0]
            if sum(_not_given(value, one["loc"], model, lenient=lenient) for one in wrong):
                mends = _unique(mends, ("not_given",))
            elif (lenient or cut or _is_blank(first)) and _dropped(value, first["loc"], model):
                left_out = True
            else:
                where = ".".join(str(part) for part in first["loc"]) or "the reply"
                return ParseProblem(f"{where}: {refusal(first)}", _excerpt(as_json(first.get("input"))))
        else:
            main = getattr(model, "main", "")
            if left_out and main and not getattr(read, main):
                return ParseProblem(f"{main}: none of it could be read", _excerpt(as_json(value)))
            extra: tuple[Mend, ...] = ("left_out",) if left_out else ()
            return Reading(read, _unique(mends, extra))
    return ParseProblem("too many parts of the reply could not be read")


def _not_given(value: Any, location: Sequence[int | str], model: Any, *, lenient: bool) -> bool:
    """Take a value that is none of those asked for as not given, where it may be missing.

    `lenient`: also where it has to be there and may be none.
    """
    for step in location:
        if isinstance(step, int) and isinstance(value, list | tuple) and step < len(value):
            value = value[step]
        elif isinstance(value, dict) and step in model.model_fields and step in value:
            info, held, name = model.model_fields[str(step)], value, str(step)
            inner = item_of(model, name) or info.annotation
            if not (is_model(inner) and isinstance(value[name], dict | list)):
                break
            model, value = inner, value[name]
        else:
            return False
    else:
        return False
    if not info.is_required():
        del held[name]
        return True
    if lenient and held[name] is not None and type(None) in get_args(info.annotation):
        held[name] = None
        return True
    return False


def _is_blank(error: Mapping[str, Any]) -> bool:
    """Tell whether an item of a list lacks what it should say: the others stand without it."""
    location, given = error["loc"], error["input"]
    inside = any(isinstance(step, int) for step in location) and isinstance(location[-1], str)
    return inside and (error["type"] == "missing" or given is None or not str(given).strip())


def _dropped(value: Any, location: Sequence[int | str], model: type[BaseModel]) -> bool:
    """Leave out what could not be read: an item of a list, else a field that may be missing."""
    if not location or not isinstance(value, dict):
        return False
    field, *rest = location
    inner = value.get(str(field))
    if rest and isinstance(rest[0], int) and isinstance(inner, list | tuple) and rest[0] < len(inner):
        value[str(field)] = [one for number, one in enumerate(inner) if number != rest[0]]
        return True
    if field in required(model) or field not in value:
        return False
    del value[str(field)]
    return True


def _unpacked(answer: str, mends: tuple[Mend, ...]) -> tuple[str, tuple[Mend, ...]]:
    """Return a reply that is written as within a text of JSON, or of a page, as it was meant."""
    if answer.startswith('"'):
        return _out_of_string(answer, mends)
    if '"' in answer.replace('\\"', "") or not ('\\"' in answer or "&quot;" in answer):
        return answer, mends
    return html.unescape(answer).replace('\\"', '"'), (*mends, "string")


def _out_of_string(answer: str, mends: tuple[Mend, ...]) -> tuple[str, tuple[Mend, ...]]:
    """Return a reply that is one JSON text as what that text says."""
    try:
        inner, _ = load(answer)
    except ValueError:
        return answer, mends
    return (inner, (*mends, "string")) if isinstance(inner, str) and inner.strip() else (answer, mends)


# --- the whole reply --------------------------------------------------------------------------


def _joined(
    values: list[Found], answer: str, model: type[M], lenient: bool, keep_json: bool
) -> Reading[M] | None:
    """Return a reply whose fields are spread over several objects, or stand beside its text."""
    if not values:
        return None
    fitter = Fitter(keep_json=keep_json)
    fields: dict[str, Any] = {}
    loaded: list[Any] = []
    mends: tuple[Mend, ...] = ()
    for value in values:
        try:
            one, done = load(value.source, cut=value.cut)
        except ValueError:
            continue
        loaded.append(one)
        mends = _unique(mends, done)
        fields |= fitter.fit(one, model) or {}
    whole = Fitter(keep_json=keep_json)
    listed = whole.fit(loaded, model) if len(loaded) > 1 else whole.alone(loaded, model)
    if listed is not None and required(model) <= listed.keys():
        read = _validated(listed, model, _unique(mends, tuple(whole.mends)), lenient, keep_json, fit=False)
        if isinstance(read, Reading):
            return read
    main = getattr(model, "main", "")
    if fields and main and main not in fields and is_text(model, main):
        before, behind = outside(answer, values)
        prose = max(before, behind, key=len)
        if len(prose) >= 200:
            fields[main] = prose
            mends = _unique(mends, ("around",))
    if not required(model) <= fields.keys():
        return None
    read = _validated(fields, model, _unique(mends, tuple(fitter.mends)), lenient, keep_json, fit=False)
    return read if isinstance(read, Reading) else None


def _an_example(answer: str, value: Found, read: BaseModel, model: type[BaseModel]) -> bool:
    """Tell whether an object is but an example in an answer that was written as prose around it."""
    main = getattr(model, "main", "")
    if not main or not is_text(model, main):
        return False
    behind = _plain_length(answer[value.end :])
    around = _plain_length(answer[: value.start]) + behind
    return behind > _EXCERPT and around > _LARGE_PROSE and len(str(getattr(read, main))) * 4 < around


def _plain_length(text: str) -> int:
    return len(text.strip(" \t\r\n`~"))


def _around(answer: str, value: Found) -> tuple[Mend, ...]:
    before, behind = outside(answer, [value])
    mends: tuple[Mend, ...] = ("fence",) if fenced(answer, value) else ()
    return (*mends, "around") if before or behind else mends


def _is_all(answer: str, values: list[Found]) -> bool:
    """Tell whether a text is its JSON, but for a word of introduction and of farewell."""
    before, behind = outside(answer, values)
    inside = sum(value.end - value.start for value in values)
    few = max(160, inside // 4)
    return len(before) <= few and len(behind) <= few and before.count("\n\n") + behind.count("\n\n") <= 2


def _in_words(value: Found) -> str:
    """Return a JSON value in words; of one that breaks off, its text as far as it came."""
    if value.cut:
        begun = live_text(value.source[:_LARGEST_CUT], TEXT_FIELDS).text
        if begun.strip():
            return begun
    try:
        loaded, _ = load(value.source, cut=value.cut)
    except ValueError:
        return _without_braces(value.source)
    if not loaded and value.cut:
        return _without_braces(value.source)
    text = one_text(loaded)
    if text is not None and looks_like_json(text):
        return readable(text) if len(text) < len(value.source) else _without_braces(text)
    return text or put(loaded)


def _without_braces(text: str) -> str:
    """Return what nothing could read without the marks of JSON."""
    lines: Iterator[str] = (line.strip(' \t{}[]",') for line in text.replace("\\n", "\n").splitlines())
    return "\n".join(line.replace('": "', ": ").replace('": ', ": ") for line in lines if line)


def _without_fence_lines(text: str) -> str:
    return "\n".join(
        line for line in text.splitlines() if not line.lstrip().startswith(("```", "~~~"))
    ).strip()


def _bare(text: str) -> str:
    """Return an answer out of what is said and set around the whole of it."""
    return _without_markdown_fence(without_talk(text))


def _without_markdown_fence(text: str) -> str:
    """Return an answer out of the one fence that stands around the whole of it."""
    head, _, rest = text.strip().partition("\n")
    mark = head.casefold().rstrip().removesuffix("markdown").removesuffix("md").rstrip()
    fence = len(mark) >= 3 and mark != head.rstrip() and mark in ("`" * len(mark), "~" * len(mark))
    return rest[: -len(mark)].strip("\n") if fence and rest.endswith(mark) else text


def _excerpt(text: str) -> str:
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"


def _unique(*parts: Sequence[Mend]) -> tuple[Mend, ...]:
    return tuple(dict.fromkeys(mend for part in parts for mend in part))
