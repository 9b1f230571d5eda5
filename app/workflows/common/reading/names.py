"""The names of fields as models write them: other case, other style, other language, a near word."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict

from app import resources
from app.domain.live_text import LiveFields, folded


class ReplyModel(BaseModel):
    """A structured reply, and how models are known to write it; none of this goes into the schema sent."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    main: ClassVar[str] = ""
    """The field that holds the answer's text, or the one list that may stand for the whole."""
    remark: ClassVar[str] = ""
    """Without a main field: the one in which a person reads most."""
    names: ClassVar[dict[str, str]] = {}
    """Other names of a field, folded, with spaces between."""
    keyed: ClassVar[tuple[str, str]] = ("", "")
    """Where these come as an object in place of a list: the field of its keys, and of its plain values."""
    groups: ClassVar[tuple[str, ...]] = ()
    """Names of lists within an item that hold the items themselves."""
    neutral: ClassVar[tuple[str, ...]] = ()
    """Other names of the main list under which a plain text is no item: it may be the opposite."""
    wrappers: ClassVar[tuple[str, ...]] = ()
    """Names of an object around this one, beside those that every reply may have."""
    refers: ClassVar[dict[str, str]] = {}
    """Fields that name what the prompt shows again, each with the kind of it (`shown.ShownNames`)."""
    may_mean_all: ClassVar[tuple[str, ...]] = ()
    """Those of them that may be empty, or a word for all, though they have to be there."""
    most: ClassVar[dict[str, int]] = {}
    """Characters of texts and items of lists, where a schema allows fewer or more than is usual."""
    of_each: ClassVar[dict[str, int]] = {}
    """The one of `refers` of which there may be several items for each name, and how many."""
    once: ClassVar[str] = ""
    """The one of them of which there is one item for each name: what `main` says of it."""

    @classmethod
    def in_prose(cls, text: str) -> dict[str, Any] | None:
        """Return the fields that prose without any names says, None where it says none."""
        del text
        return None


@cache
def fields_by_name(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the field for every folded name that it may have, in whichever language."""
    found = {folded(field): field for field in model.model_fields}
    others: Mapping[str, str] = getattr(model, "names", {})
    for field, names in others.items():
        for name in names.split():
            found.setdefault(folded(name), field)
    return in_all_languages(found)


def in_all_languages(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return what names mean, with those in other languages; what is there already goes before."""
    found = dict(names)
    for name, meant in names.items():
        for other in _translations().get(name, "").split():
            found.setdefault(folded(other), meant)
    return found


@cache
def _translations() -> Mapping[str, str]:
    return tomllib.loads(resources.text("reply_names.toml"))


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
def refuses_blank(model: type[BaseModel], field: str) -> bool:
    """Tell whether a text has to say something."""
    return any(getattr(one, "func", None) is not_blank for one in model.model_fields[field].metadata)


def not_blank(value: str) -> str:
    """Refuse a blank text."""
    if not value.strip():
        raise ValueError("it is blank")
    return value


@cache
def required(model: type[BaseModel]) -> frozenset[str]:
    """Return the fields a reply must have."""
    return frozenset(name for name, info in model.model_fields.items() if info.is_required())


def live_fields(model: type[BaseModel]) -> LiveFields:
    """Return what a person reads of a reply while it is written: its text, or the texts of its list."""
    main = getattr(model, "main", "") or getattr(model, "remark", "")
    item = item_of(model, main)
    if item is None:
        return LiveFields(text=_names_of(model, main))
    return LiveFields(points=_names_of(item, getattr(item, "main", "")))


def _names_of(model: type[BaseModel], wanted: str) -> frozenset[str]:
    return frozenset(name for name, field in fields_by_name(model).items() if field == wanted)
