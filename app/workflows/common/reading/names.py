"""The names of fields as models write them: other case, other style, other language, a near word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_APART = re.compile(r"[\W_]+")


class ReplyModel(BaseModel):
    """A structured reply, and how models are known to write it; none of this goes into the schema sent."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    main: ClassVar[str] = ""
    """The field that holds the answer's text, or the one list that may stand for the whole."""
    names: ClassVar[dict[str, str]] = {}
    """Other names of a field, folded, with spaces between."""
    keyed: ClassVar[tuple[str, str]] = ("", "")
    """Where these come as an object in place of a list: the field of its keys, and of its plain values."""
    wrappers: ClassVar[tuple[str, ...]] = ()
    """Names of an object around this one, beside those that every reply may have."""


def folded(name: str) -> str:
    """Return a name without case, accents, style and marks: `finalAnswer`, `**Final-Answer**`."""
    apart = _CAMEL.sub("_", unicodedata.normalize("NFKD", name[:80]))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _APART.sub("_", bare.casefold()).strip("_")


@cache
def fields_by_name(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the field for every folded name that it may have."""
    found = {folded(field): field for field in model.model_fields}
    others: Mapping[str, str] = getattr(model, "names", {})
    for field, names in others.items():
        for name in names.split():
            found.setdefault(folded(name), field)
    return found


@cache
def item_of(model: type[BaseModel], field: str) -> Any:
    """Return what a list field is a list of (a model, or another type), None where it is no list."""
    annotation = model.model_fields[field].annotation
    if get_origin(annotation) is not tuple:
        return None
    return get_args(annotation)[0]


def is_model(kind: Any) -> bool:
    """Tell whether a type is a reply's part of its own."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


@cache
def is_text(model: type[BaseModel], field: str) -> bool:
    """Tell whether a field is a plain text."""
    return model.model_fields[field].annotation is str


@cache
def required(model: type[BaseModel]) -> frozenset[str]:
    """Return the fields a reply must have."""
    return frozenset(name for name, info in model.model_fields.items() if info.is_required())
