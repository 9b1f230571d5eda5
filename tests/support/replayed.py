"""Replays what a small model on this machine really said, over the wire: its loops, cuts and prose for JSON.

A reply is chosen by what the request shows: the names of the fields that its schema asks for. The replies of
a kind are given out in turn, from a start on, so that one run is not like the next.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from tests.faults.server import Act, Asked
from tests.faults.speaking import Said, events
from tests.support.commands import ROOT

FILE = ROOT / "tests" / "data" / "small_model" / "replies.jsonl"
Recorded = dict[str, Any]


def recorded() -> list[Recorded]:
    """Return the recorded replies: first fields asked for, text, reason of the end, tokens."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


class SmallModel:
    """A script for a `FaultServer`; `start`: with which of each kind it begins."""

    def __init__(self, start: int = 0) -> None:
        self._all, self._start = recorded(), start
        self._turns: dict[tuple[str, ...], Iterator[Recorded]] = {}

    def __call__(self, asked: Asked) -> Act:
        """Answer with the next reply of the kind, or with prose where there is none."""
        return Act(events("openai", self.said(asked)))

    def said(self, asked: Asked) -> Said:
        """Return the next reply of the kind."""
        wanted = _fields(asked.json)
        if wanted not in self._turns:
            self._turns[wanted] = self._in_turn(self._of(wanted))
        one = next(self._turns[wanted])
        return Said(
            one["reply"], finish=one["finish"], tokens_in=one["tokens_in"], tokens_out=one["tokens_out"]
        )

    def _of(self, wanted: tuple[str, ...]) -> Sequence[Recorded]:
        exact = [one for one in self._all if tuple(one["asks"]) == wanted]
        alike = [one for one in self._all if tuple(one["asks"][:1]) == wanted[:1]]
        return exact or alike or [one for one in self._all if not one["asks"]]

    def _in_turn(self, found: Sequence[Recorded]) -> Iterator[Recorded]:
        at = self._start % len(found)
        return itertools.cycle([*found[at:], *found[:at]])


def _fields(body: dict[str, Any]) -> tuple[str, ...]:
    """Return the first names that a request's schema asks for; none where it asks for prose."""
    told = (
        body.get("response_format", {}).get("json_schema", {}).get("schema"),
        body.get("output_format", {}).get("schema"),
        body.get("generationConfig", {}).get("responseJsonSchema"),
    )
    schema: dict[str, Any] = next(filter(None, told), {})
    return tuple(itertools.islice(schema.get("properties", {}), 2))
