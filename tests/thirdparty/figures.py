"""What a run against a real model took: requests, how replies were read, and its time beside its calls'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

Records = Sequence[Mapping[str, Any]]
"""A session's records, as they are exported."""
_NOT_AS_ASKED = frozenset(("prose", "readable", "outline", "tags", "asked_again"))
"""How a reply was read that had no fields, or none at first."""


class Figures(NamedTuple):
    """Requests sent, answers needed, replies used, those read into their fields, and seconds.

    `path`: seconds in which at least one call was under way.
    """

    sent: int
    needed: int
    used: int
    fields: int
    took: float
    path: float

    def __str__(self) -> str:
        return (
            f"{self.sent} requests for {self.needed} answers; {self.fields} of {self.used} replies read into "
            f"their fields; {self.took:.0f} s, {self.took / max(self.path, 0.1):.3f} × their calls"
        )


def figures(found: Records) -> Figures:
    """Return the figures of a session; its time is that from the first call to its last record."""
    asked = {one["seq"]: one for one in found if one["type"] == "call_asked"}
    ends = [one for one in found if one["type"] in ("call_completed", "call_failed")]
    ends = [one for one in ends if one["body"]["asked"] in asked]
    needed = {(r["entry"], *(r["body"][n] for n in ("seat", "purpose"))) for r in asked.values()}
    taken = {one["body"]["asked"] for one in found if one["type"] == "reply_mended"}
    used = taken | {one["body"]["asked"] for one in ends if one["type"] == "call_completed"}
    worse = sum(
        not _NOT_AS_ASKED.isdisjoint(one["body"]["how"]) for one in found if one["type"] == "reply_mended"
    )
    worse += sum(one["type"] == "help_failed" for one in found)
    calls = sorted((_at(asked[one["body"]["asked"]]), _at(one)) for one in ends)
    took = _at(found[-1]) - calls[0][0] if calls else 0.0
    return Figures(len(asked), len(needed), len(used), max(0, len(used) - worse), took, _covered(calls))


def together(all_of_them: Iterable[Figures]) -> Figures:
    """Return the figures of several runs as those of one."""
    return Figures(*map(sum, zip(*all_of_them, strict=True)))


def _covered(spans: Sequence[tuple[float, float]]) -> float:
    covered, until = 0.0, 0.0
    for start, end in spans:
        covered += max(0.0, end - max(start, until))
        until = max(until, end)
    return covered


def _at(record: Mapping[str, Any]) -> float:
    return datetime.fromisoformat(record["at"]).timestamp()
