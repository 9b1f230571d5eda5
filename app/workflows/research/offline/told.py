"""What an offline voice of a research reads and says: its prompt, what tools returned, its own sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from app.domain.messages import ChatMessage, ModelRequest
from app.workflows.common.offline.language import Language, language_of, sentence, telling
from app.workflows.common.offline.prompt import Prompt, read_prompt, tool_results
from app.workflows.common.offline.statements import Statement, statements_of

_QUESTION = re.compile(r"- (\S+) \(([^()\n]*)\): (.+)")
_FINDING = re.compile(r"(\S+) \(([^()\n]*)\): (.+)")
_CITATION = re.compile(r" +(?P<file>.+):(?P<first>\d+)(?:-(?P<last>\d+))?(?: “(?P<quote>.*)”)?")
_PASSAGE = re.compile(r"(?P<path>.+), lines (?P<first>\d+)–\d+ of \d+:")
_NUMBERED = re.compile(r"(\d+): ?(.*)", re.DOTALL)
_HIT = re.compile(r"(?P<path>[^\n]+?):(?P<line>\d+)(?: \([^\n]*?\))?: .*")
_LISTED = re.compile(r"(?P<path>.+) \(\d+ bytes\)")
_CAP = re.compile(r"at most (\d+) tool calls")


class Question(NamedTuple):
    """A question, by the name that a reply gives it."""

    id: str
    text: str


class _Cited(NamedTuple):
    """A place that a finding cites."""

    file: str
    first: int
    last: int


class Finding(NamedTuple):
    """A finding as prompts show it."""

    id: str
    marks: tuple[str, ...]
    """Category, confidence, state, as they stand in its brackets."""
    text: str
    cited: tuple[_Cited, ...] = ()


@dataclass(frozen=True)
class Told:
    """All that one prompt tells."""

    prompt: Prompt
    role: str

    @classmethod
    def by(cls, request: ModelRequest) -> Told:
        """Read a request."""
        return cls(read_prompt(request), request.purpose.removeprefix("research_"))

    @cached_property
    def brief(self) -> str:
        return self.prompt.text("brief")

    @cached_property
    def language(self) -> Language:
        return language_of(f"{self.brief}\n{self.prompt.text('questions')}")

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        lines = self.prompt.text("questions").split("\n")
        return tuple(Question(found[1], found[3]) for line in lines if (found := _QUESTION.fullmatch(line)))

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings())

    def _findings(self) -> Iterator[Finding]:
        head: re.Match[str] | None = None
        cited: list[_Cited] = []
        for line in [*self.prompt.text("findings").split("\n"), ""]:
            place = _CITATION.fullmatch(line)
            if head is not None and place is not None:
                first = int(place["first"])
                cited.append(_Cited(place["file"], first, int(place["last"] or first)))
                continue
            if head is not None and (not line or _FINDING.fullmatch(line)):
                yield Finding(head[1], tuple(head[2].split(", ")), head[3], tuple(cited))
                head, cited = None, []
            head = _FINDING.fullmatch(line) or head

    def say(self, name: str, /, **values: object) -> str:
        """Return a sentence of the voice's own, in the language of the brief."""
        return sentence("research", name, self.language, **values)

    # --- what an agent is told ------------------------------------------------------------------

    def paths(self, name: str) -> list[str]:
        """Return the paths that are listed under a name."""
        return [line for line in self.prompt.text(name).split("\n") if line]

    @cached_property
    def cap(self) -> int:
        found = _CAP.search(self.prompt.closing)
        return int(found[1]) if found else 1

    @cached_property
    def about(self) -> tuple[Finding, ...]:
        """The findings that it is to back, settle or doubt: those that the gap or its focus names."""
        gap = f"{self.prompt.text('gap')}\n{self.prompt.text('focus')}"
        named = f"{gap}\n{self.prompt.closing}" if gap.strip() else ""
        return tuple(
            one for one in self.findings if one.text in gap or re.search(rf"\b{re.escape(one.id)}\b", named)
        )

    @cached_property
    def doubts(self) -> bool:
        """Whether it is to look for what speaks against a finding."""
        return self.prompt.says("what speaks against the finding")

    @cached_property
    def settles(self) -> bool:
        """Whether it is to say which of two findings stands."""
        return self.prompt.says('"resolves"')

    @cached_property
    def backs(self) -> bool:
        """Whether it is to find lines that show what a finding says."""
        return bool(self.about) and self.role in ("citation", "verification", "pattern")

    @cached_property
    def repeats(self) -> bool:
        """Whether others read the same files by the same rules: their lines would only be counted twice."""
        return self.role in ("citation", "pattern") and not self.prompt.text("gap")

    @cached_property
    def known(self) -> bool:
        """Whether findings hold words of each question that it is to look for."""
        held = [telling(one.text) for one in self.findings]
        return not self.backs and all(any(telling(q.text) & one for one in held) for q in self.asked)

    @cached_property
    def elsewhere(self) -> bool:
        """Whether a second source is wanted, in another file."""
        return self.prompt.says("look for a second one in another file")

    @cached_property
    def asked(self) -> tuple[Question, ...]:
        """What it is to look for: the focus where one question or a theme is named, else all questions."""
        focus = self.prompt.text("focus") if self.prompt.text("gap") else ""
        same = tuple(one for one in self.questions if one.text == focus)
        theme = () if self.prompt.says("Analyse only your files") or not focus else (Question("", focus),)
        return same or (*theme, *self.questions) or (Question("", self.brief),)


# --- what tools returned -----------------------------------------------------------------------------


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
