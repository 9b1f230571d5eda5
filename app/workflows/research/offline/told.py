"""What a research tells its models of the work: questions, findings, the files and the gap of an agent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from app.domain.messages import ModelRequest
from app.workflows.common.offline.language import Language, language_of, telling
from app.workflows.common.offline.prompt import Prompt, read_prompt

_QUESTION = re.compile(r"- (\S+) \(([^()\n]*)\): (.+)")
_FINDING = re.compile(r"(\S+) \(([^()\n]*)\): (.+)")
_CITATION = re.compile(r" +(?P<file>.+):(?P<first>\d+)(?:-(?P<last>\d+))?(?: “(?P<quote>.*)”)?")
_CAP = re.compile(r"at most (\d+) tool calls")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, by the name that a reply gives it."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A place that a finding cites."""

    file: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding as prompts show it."""

    id: str
    marks: tuple[str, ...]
    """Category, confidence, state, as they stand in its brackets."""
    text: str
    cited: tuple[Cited, ...] = ()


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
        cited: list[Cited] = []
        for line in [*self.prompt.text("findings").split("\n"), ""]:
            place = _CITATION.fullmatch(line)
            if head is not None and place is not None:
                first = int(place["first"])
                cited.append(Cited(place["file"], first, int(place["last"] or first)))
                continue
            if head is not None and (not line or _FINDING.fullmatch(line)):
                yield Finding(head[1], tuple(head[2].split(", ")), head[3], tuple(cited))
                head, cited = None, []
            head = _FINDING.fullmatch(line) or head

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
