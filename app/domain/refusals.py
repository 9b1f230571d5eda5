"""Why a value was refused, in sentences of our own: the validator's are English and name no field."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from app.domain.excerpt import cut
from app.domain.i18n import Message, words

_REASONS: Mapping[str, Message] = {
    "missing": words("this has to be filled in"),
    "extra_forbidden": words("there is no such field"),
    "int": words("a whole number is needed"),
    "float": words("a number is needed"),
    "bool": words("yes or no is needed"),
    "string": words("a text is needed"),
    "list": words("a list is needed"),
    "table": words("a table of names and values is needed"),
    "other": words("this value does not fit"),
    "between": words("{low} to {high} are allowed"),
    "above_to": words("more than {low} and at most {high} is allowed"),
    "at_least": words("at least {low} is needed"),
    "above": words("more than {low} is needed"),
    "at_most": words("at most {high} is allowed"),
    "below": words("less than {high} is needed"),
    "choice": words("one of these is needed: {choices}"),
    "longer": words("at least {n} characters are needed"),
    "shorter": words("at most {n} characters are allowed"),
    "more": words("at least {n} entries are needed"),
    "fewer": words("at most {n} entries are allowed"),
}

_KINDS = {
    **dict.fromkeys(("missing", "extra_forbidden"), ""),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "int"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number", "decimal_parsing"), "float"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "bool"),
    "string_type": "string",
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "dataclass_type"), "table"),
}
_QUOTED = 200
"""Characters of a value that are told; the names that may be used instead are fewer."""
_OWN = ("value_error", "assertion_error")
"""A rule that a model states itself, in a sentence of ours: `raise ValueError(words("…"))`."""
_BOUNDS = ("greater_than_equal", "greater_than", "less_than_equal", "less_than")


def refusal(error: Mapping[str, Any], field: FieldInfo | None = None) -> Message | str:
    """Return why one item of `ValidationError.errors()` was refused, without an end mark.

    `field` gives both ends of the allowed range.
    """
    kind, about = str(error["type"]), dict(error.get("ctx") or {})
    if out_of_range(error):
        return _range({**limits_of(field), **{k: v for k, v in about.items() if k in _SIDES}})
    if kind in _KINDS:
        return _REASONS[_KINDS[kind] or kind]
    if kind in ("literal_error", "enum"):
        expected = str(about.get("expected", "")).replace("'', ", "").replace("'", "")
        return _REASONS["choice"].filled(choices=expected.replace(" or ", ", "))
    if kind in ("string_too_short", "too_short"):
        least = about.get("min_length", 1)
        name = "missing" if least == 1 else "longer" if kind.startswith("string") else "more"
        return _REASONS[name].filled(n=f"{least:,}")
    if kind in ("string_too_long", "too_long"):
        return _REASONS["shorter" if kind.startswith("string") else "fewer"].filled(n=about.get("max_length"))
    if kind in _OWN:
        reason = next(iter(getattr(about.get("error"), "args", ())), _REASONS["other"])
        return _quoting(reason) if isinstance(reason, Message) else str(reason).rstrip(".")
    return _REASONS["other"]


def _quoting(reason: Message) -> Message:
    """Return a reason that quotes no more of what was typed than is needed to know it again."""
    quoted = {
        name: cut(value, _QUOTED) if isinstance(value, str) else value
        for name, value in reason.params.items()
    }
    return replace(reason, params=quoted)


def out_of_range(error: Mapping[str, Any]) -> bool:
    """Tell whether a number was refused for its size."""
    return error["type"] in _BOUNDS


def speaks_for_itself(error: Mapping[str, Any]) -> bool:
    """Tell whether a rule of the model's own refused the value: its sentence needs no name of a field."""
    return error["type"] in _OWN


def first_refusal(error: ValidationError, model: type[BaseModel]) -> tuple[str, Message | str]:
    """Return where the first refused value stands, and why it was refused.

    The place is told as a person counts, `member 2, temperature`; it is empty where the whole is meant.
    """
    first, *others = error.errors()
    path, field = _walk(model, first["loc"])
    for other in others:
        # Of a value that may have several forms: the form that was meant is the one that fits farthest.
        other_path, part = _walk(model, other["loc"])
        if len(other_path) > len(path) and other_path[: len(path)] == path:
            first, path, field = other, other_path, part
    return ", ".join(path), refusal(first, field)


def field_of(model: type[BaseModel], location: Sequence[str | int]) -> FieldInfo | None:
    """Return the field an error is about, None where it is about an entry of one, or about the whole."""
    return _walk(model, location)[1]


_KEY = "[key]"
"""Pydantic's last part of the place of a name that was refused itself."""


def _walk(model: type[BaseModel], location: Sequence[str | int]) -> tuple[list[str], FieldInfo | None]:
    """Return the location in words, and the field at its end: none for an entry of a list or a table."""
    path: list[str] = []
    field: FieldInfo | None = None
    inside: Any = model
    for part in location:
        if part == _KEY:
            break
        arms = forms_of(inside)
        if len(arms) > 1:
            # Pydantic names here which of several forms it tried, which nobody wrote.
            inside = next((arm for arm in arms if getattr(arm, "__name__", "") == part), None)
            continue
        inside = arms[0] if arms else None
        field = None
        if isinstance(part, int):
            path[-1:] = [f"{path[-1] if path else ''} {part + 1}".strip()]
            inside = _entry(inside)
        elif isinstance(inside, type) and issubclass(inside, BaseModel):
            path.append(part)
            field = _named(inside, part)
            inside = field.annotation if field is not None else None
        else:
            path.append(part)
            inside = _entry(inside)
    return path, field


def _named(model: type[BaseModel], name: str) -> FieldInfo | None:
    fields = model.model_fields
    return fields.get(name) or next((field for field in fields.values() if field.alias == name), None)


def forms_of(annotation: Any) -> list[Any]:
    """Return the forms a value may have, None left out."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return forms_of(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return [arm for part in typing.get_args(annotation) for arm in forms_of(part)]
    return [] if annotation in (None, type(None)) else [annotation]


def _entry(annotation: Any) -> Any:
    """Return what a list, or a table by names, holds."""
    parts = [part for part in typing.get_args(annotation) if part is not Ellipsis]
    return parts[-1] if parts else None


_SIDES = ("ge", "gt", "le", "lt")


def limits_of(field: FieldInfo | None) -> dict[str, Any]:
    """Return the ends of the range a field allows, those it has of `ge`, `gt`, `le` and `lt`."""
    marks = field.metadata if field is not None else []
    return {side: getattr(mark, side) for mark in marks for side in _SIDES if hasattr(mark, side)}


def _range(limits: Mapping[str, Any]) -> Message:
    given = {side: f"{value:,.10g}" for side, value in limits.items() if value is not None}
    low, high = given.get("ge", given.get("gt")), given.get("le", given.get("lt"))
    if low is not None and "le" in given:
        return _REASONS["between" if "ge" in given else "above_to"].filled(low=low, high=high)
    if low is not None and high is None:
        return _REASONS["at_least" if "ge" in given else "above"].filled(low=low)
    return _REASONS["at_most" if "le" in given else "below"].filled(high=high)
