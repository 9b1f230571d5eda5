"""Why a value was refused, in sentences of our own: the validator's are English and name no field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from app.domain.i18n import QT_TRANSLATE_NOOP, Words, words

_REASONS = {
    "missing": QT_TRANSLATE_NOOP("app", "this has to be filled in"),
    "extra_forbidden": QT_TRANSLATE_NOOP("app", "there is no such field"),
    "int": QT_TRANSLATE_NOOP("app", "a whole number is needed"),
    "float": QT_TRANSLATE_NOOP("app", "a number is needed"),
    "bool": QT_TRANSLATE_NOOP("app", "yes or no is needed"),
    "string": QT_TRANSLATE_NOOP("app", "a text is needed"),
    "list": QT_TRANSLATE_NOOP("app", "a list is needed"),
    "between": QT_TRANSLATE_NOOP("app", "{low} to {high} are allowed"),
    "above_to": QT_TRANSLATE_NOOP("app", "more than {low} and at most {high} is allowed"),
    "at_least": QT_TRANSLATE_NOOP("app", "at least {low} is needed"),
    "above": QT_TRANSLATE_NOOP("app", "more than {low} is needed"),
    "at_most": QT_TRANSLATE_NOOP("app", "at most {high} is allowed"),
    "below": QT_TRANSLATE_NOOP("app", "less than {high} is needed"),
    "choice": QT_TRANSLATE_NOOP("app", "one of these is needed: {choices}"),
    "longer": QT_TRANSLATE_NOOP("app", "at least {n} characters are needed"),
    "shorter": QT_TRANSLATE_NOOP("app", "at most {n} characters are allowed"),
    "more": QT_TRANSLATE_NOOP("app", "at least {n} entries are needed"),
    "fewer": QT_TRANSLATE_NOOP("app", "at most {n} entries are allowed"),
}

_KINDS = {
    **dict.fromkeys(("missing", "extra_forbidden"), ""),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "int"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number", "decimal_parsing"), "float"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "bool"),
    "string_type": "string",
    **dict.fromkeys(("list_type", "tuple_type"), "list"),
}
_BOUNDS = ("greater_than_equal", "greater_than", "less_than_equal", "less_than")


def refusal(error: Mapping[str, Any], field: FieldInfo | None = None) -> Words | str:
    """Return why one item of `ValidationError.errors()` was refused, without an end mark.

    `field` gives both ends of the allowed range. A rule of a model's own speaks for itself, as it is.
    """
    kind, about = str(error["type"]), dict(error.get("ctx") or {})
    if kind in _BOUNDS:
        return _range({**_limits(field), **{k: v for k, v in about.items() if k in _SIDES}})
    if kind in _KINDS:
        return words(_REASONS[_KINDS[kind] or kind])
    if kind in ("literal_error", "enum"):
        expected = str(about.get("expected", ""))
        return words(_REASONS["choice"], choices=expected.replace("'", "").replace(" or ", ", "))
    if kind in ("string_too_short", "too_short"):
        least = about.get("min_length", 1)
        name = "missing" if least == 1 else "longer" if kind.startswith("string") else "more"
        return words(_REASONS[name], n=f"{least:,}")
    if kind in ("string_too_long", "too_long"):
        return words(_REASONS["shorter" if kind.startswith("string") else "fewer"], n=about.get("max_length"))
    return str(error["msg"]).removeprefix("Value error, ").rstrip(".")


def field_of(model: type[BaseModel], place: Sequence[str | int]) -> FieldInfo | None:
    """Return the field an error is about, None where it is about a part of one, or about the whole."""
    return model.model_fields.get(str(place[0])) if len(place) == 1 else None


_SIDES = ("ge", "gt", "le", "lt")


def _limits(field: FieldInfo | None) -> dict[str, Any]:
    marks = field.metadata if field is not None else []
    return {side: getattr(mark, side) for mark in marks for side in _SIDES if hasattr(mark, side)}


def _range(limits: Mapping[str, Any]) -> Words:
    given = {side: f"{value:,.10g}" for side, value in limits.items() if value is not None}
    low, high = given.get("ge", given.get("gt")), given.get("le", given.get("lt"))
    if low is not None and "le" in given:
        return words(_REASONS["between" if "ge" in given else "above_to"], low=low, high=high)
    if low is not None and high is None:
        return words(_REASONS["at_least" if "ge" in given else "above"], low=low)
    return words(_REASONS["at_most" if "le" in given else "below"], high=high)
