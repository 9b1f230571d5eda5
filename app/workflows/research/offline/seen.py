"""What an offline agent saw: the lines that tools returned, read from the messages as a model reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from app.domain.messages import ChatMessage
from app.workflows.common.offline.prompt import tool_results
from app.workflows.common.offline.statements import Statement, statements_of

_PASSAGE = re.compile(r"(?P<path>.+), lines (?P<first>\d+)–\d+ of \d+:")
_NUMBERED = re.compile(r"(\d+): ?(.*)", re.DOTALL)
_HIT = re.compile(r"(?P<path>[^\n]+?):(?P<line>\d+)(?: \([^\n]*?\))?: .*")
_LISTED = re.compile(r"(?P<path>.+) \(\d+ bytes\)")


@dataclass(slots=True)
class Seen:
    """Everything that the tools returned."""

    calls: int = 0
    listed: list[str] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    hits: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    """By file and line: what was looked for and stands there."""
    files: dict[str, dict[int, str]] = field(default_factory=dict)
    """By file: the lines that were read."""

    @classmethod
    def of(cls, messages: Sequence[ChatMessage]) -> Seen:
        """Read what tools returned."""
        seen = cls()
        for result in tool_results(messages):
            seen.calls += 1
            match result.tool:
                case "list_files":
                    found = (_LISTED.fullmatch(line) for line in result.text.splitlines())
                    seen.listed += [one["path"] for one in found if one]
                case "search_text":
                    seen._search(str(json.loads(result.arguments)["text"]), result.text)
                case "read_file":
                    seen._read(result.text)
                case _:
                    pass
        return seen

    def _search(self, term: str, text: str) -> None:
        self.searched.append(term)
        for line in text.splitlines():
            if found := _HIT.fullmatch(line):
                self.hits.setdefault(found["path"], {}).setdefault(int(found["line"]), set()).add(term)

    def _read(self, text: str) -> None:
        head, _, body = text.partition("\n")
        passage = _PASSAGE.fullmatch(head)
        if passage is None:
            return  # it was refused, or has no such lines
        lines = self.files.setdefault(passage["path"], {})
        number = int(passage["first"]) - 1
        for line in body.split("\n"):
            found = _NUMBERED.fullmatch(line)
            # What is no numbered line was put there by the tool: a place, or that it was cut.
            if found is not None and int(found[1]) == number + 1:
                number += 1
                lines[number] = found[2]

    def ranked(self) -> list[str]:
        """Return the files with hits, those first in which most of the words stand."""
        return sorted(self.hits, key=lambda path: (-len(set().union(*self.hits[path].values())), path))

    def statements(self) -> list[Statement]:
        """Return what the lines that were read state."""
        return [one for path in sorted(self.files) for one in _stated(path, self.files[path])]


def _stated(path: str, lines: Mapping[int, str]) -> list[Statement]:
    found: list[Statement] = []
    # Lines that stand apart are texts of their own.
    for _, part in groupby(enumerate(sorted(lines)), key=lambda one: one[1] - one[0]):
        numbers = [number for _, number in part]
        found += statements_of("\n".join(lines[n] for n in numbers), path, numbers[0])
    return found
