"""Data of a gate that is decided item by item: a verb for each."""

from __future__ import annotations

from pydantic import Field, model_validator

from app.domain.gates import GateData
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, verbs_of


class ItemVerbs(GateData):
    """A verb per item, by the item's key label; where empty, the gate's own verb serves for all.

    Read from `{"items": {KEY: verb}}` and from the bare `{KEY: verb}`.
    """

    items: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _bare_items(cls, value: object) -> object:
        return {"items": value} if isinstance(value, dict) and value and "items" not in value else value


def item_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    """Return why verbs do not fit the items they are given for, None where they do."""
    if not isinstance(data, ItemVerbs):
        return None
    known = {str(item.get("key", "")): verbs_of(item) for item in items_of(payload)}
    for key, chosen in data.items.items():
        if key not in known:
            return words("No uncertain call is called “{key}”.", key=key)
        if chosen not in known[key]:
            return words("“{verb}” does not fit {key}.", verb=chosen, key=key)
    for key, fitting in known.items():
        if key not in data.items and verb not in fitting:
            return words("“{verb}” does not fit {key}.", verb=verb, key=key)
    return None
