"""What an offline agent saw: the lines that tools returned, read from the messages as a model reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.messages import Message

_PASSAGE = re.compile(r"(?P<path>.+), lines (?P<first>\d+)–(?P<last>\d+) of (?P<total>\d+):")
_NUMBERED = re.compile(r"(\d+): ?(.*)", re.DOTALL)
_HIT = re.compile(r"(?P<path>[^\n]+?):(?P<line>\d+)(?: \([^\n]*?\))?: (?P<text>.*)")
_LISTED = re.compile(r"(?P<path>.+) \(\d+ bytes\)")


@dataclass(slots=True)
class FileSeen:
    """Lines of a file, by number; `total`: how many it has."""

    path: str
    total: int = 0
    lines: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HitSeen:
    """A line that a search returned."""

    path: str
    line: int
    text: str
    term: str


@dataclass(slots=True)
class Seen:
    """Everything that the tools returned since the task was set."""

    turns: int = 0
    calls: int = 0
    listed: list[str] = field(default_factory=list)
    hits: list[HitSeen] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    files: dict[str, FileSeen] = field(default_factory=dict)

    def by_file(self) -> Mapping[str, list[HitSeen]]:
        """Return the hits of each file."""
        found: dict[str, list[HitSeen]] = {}
        for hit in self.hits:
            found.setdefault(hit.path, []).append(hit)
        return found


def seen_in(messages: Sequence[Message], terms: Mapping[str, str]) -> Seen:
    """Read what tools returned; `terms`: what each search call looked for, by the call's id."""
    seen = Seen()
    start = max((at for at, message in enumerate(messages) if message.role == "user"), default=-1)
    names: dict[str, str] = {}
    for message in messages[start + 1 :]:
        if message.role == "assistant":
            seen.turns += 1
            names |= {call.id: call.name for call in message.tool_calls}
        elif message.role == "tool":
            seen.calls += 1
            _take(
                seen,
                names.get(message.tool_call_id or "", ""),
                message.text,
                terms.get(message.tool_call_id or "", ""),
            )
    return seen


def _take(seen: Seen, tool: str, text: str, term: str) -> None:
    match tool:
        case "list_files":
            seen.listed += [found["path"] for line in text.splitlines() if (found := _LISTED.fullmatch(line))]
        case "search_text":
            seen.searched.append(term)
            seen.hits += [
                HitSeen(found["path"], int(found["line"]), found["text"], term)
                for line in text.splitlines()
                if (found := _HIT.fullmatch(line))
            ]
        case "read_file":
            _take_passage(seen, text)
        case _:
            pass


def _take_passage(seen: Seen, text: str) -> None:
    head, _, body = text.partition("\n")
    passage = _PASSAGE.fullmatch(head)
    if passage is None:
        return  # it was refused, or has no such lines
    file = seen.files.setdefault(passage["path"], FileSeen(passage["path"]))
    file.total = int(passage["total"])
    number = int(passage["first"]) - 1
    for line in body.split("\n"):
        found = _NUMBERED.fullmatch(line)
        # What is no numbered line was put there by the tool: a place, or that it was cut.
        if found is not None and int(found[1]) == number + 1:
            number += 1
            file.lines[number] = found[2]
