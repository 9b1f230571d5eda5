"""Models that know what was planted in a folder: they read it with their tools and report what they find.

What is tried with them is the program: which files it deals out, which pairs it compares, what it makes of
copies. What a line means they know from the planting, and where it stands from what they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from app.domain.canonical import dumps
from app.domain.messages import ModelRequest
from app.engine.ports import Completed
from app.workflows.common.offline.prompt import tool_results
from tests.support.asked import named, shown
from tests.support.lab import calling
from tests.support.planted import Planted, Truth
from tests.support.study import findings_shown, found, pair_shown

MOST_READ = 38
_NUMBERED = re.compile(r"^(\d+): ?(.*)$", re.MULTILINE)


class PlantedReader:
    """Every place of a research over a planted folder."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self._stated = {one.sentence: one for one in truth.stated}

    def __call__(self, request: ModelRequest) -> str | Completed:
        """Answer one request."""
        world = self.truth.world
        match request.purpose:
            case "research_scope":
                asked = [*(one.question for one in world.attributes), world.unanswered]
                return dumps({"questions": [{"text": text} for text in asked], "files": []})
            case "research_judge":
                pairs = [pair_shown(pair) for pair in named(request, "pair ")]
                return dumps({"pairs": [{"id": p["id"], "relation": self._relation(p)} for p in pairs]})
            case "research_support":
                items = [item.name.removeprefix("item ") for item in named(request, "item ")]
                return dumps({"claims": [{"id": name, "support": "full"} for name in items]})
            case "research_gaps":
                return dumps({"questions": [self._mark(request, *one) for one in _questions(request)]})
            case "research_report":
                return dumps({"summary": "Read and counted."})
            case _:
                return self._agent(request)

    def _relation(self, pair: dict[str, str]) -> str:
        a, b = (self._stated[pair[side]] for side in "ab")
        if (a.place, a.attribute) != (b.place, b.attribute):
            return "unrelated"
        if "qualification" in (a.kind, b.kind):
            return "qualifies" if b.kind == "qualification" else "qualified"
        return "same" if a.value == b.value else "contradicts"

    def _mark(self, request: ModelRequest, name: str, text: str) -> dict[str, Any]:
        attribute = next((one.name for one in self.truth.world.attributes if one.question == text), "")
        speaking = [
            i for i, said in findings_shown(request).items() if self._stated[said].attribute == attribute
        ]
        return {"id": name, "state": "answered" if speaking else "open", "findings": speaking}

    def _agent(self, request: ModelRequest) -> str | Completed:
        if not any(message.role == "tool" for message in request.messages):
            calls: list[tuple[str, Any]] = [
                ("read_file", {"path": path}) for path in shown(request, "files").split("\n")
            ]
            if self.truth.world.unanswered in shown(request, "focus"):
                calls = [("search_text", {"text": word}) for word in self.truth.world.elsewhere]
            return calling(*calls[:MOST_READ])
        asked = {text: name for name, text in _questions(request)}
        findings = [
            found(one.sentence, (path, _line(lines, one), one.sentence), question=self._question(asked, one))
            for path, lines in self._read(request)
            for one in self._stated.values()
            if one.sentence in " ".join(" ".join(said for _, said in lines).split())
        ]
        return dumps({"findings": findings})

    def _read(self, request: ModelRequest) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield the files that were read, with their numbered lines."""
        for result in tool_results(request.messages):
            yield result.text.partition(", lines ")[0], _NUMBERED.findall(result.text)

    def _question(self, asked: dict[str, str], one: Planted) -> str:
        questions = {attribute.name: attribute.question for attribute in self.truth.world.attributes}
        return asked.get(questions[one.attribute], "")


def _questions(request: ModelRequest) -> list[tuple[str, str]]:
    """Return the questions that a prompt shows: their names and what they ask."""
    return re.findall(r"^- (\S+) \([^()\n]*\): (.*)$", shown(request, "questions"), re.MULTILINE)


def _line(lines: list[tuple[str, str]], one: Planted) -> str:
    """Return the line in which a sentence begins: with those behind it, it holds the sentence."""

    def held(at: int) -> bool:
        return one.sentence in " ".join(" ".join(text for _, text in lines[at : at + 4]).split())

    return next(number for at, (number, _) in enumerate(lines) if held(at) and not held(at + 1))
