"""The player of the samples: says what was written by hand, to whoever asks as a model is asked.

It sees the messages of a request, its tools and its purpose, and no more. Which text it says follows from
those that stand in the prompt, found as a reader would find them: by their words. In what is said `{…}` is
filled in:

- `{file a.md}` a text of the sample; `{text name}` what the prompt shows under that name
- `{label a.md}` under which name it shows this text; `{id words}` the id of what these words stand in
- `{says words}` the words themselves, where the prompt shows them
- `{find pattern}` what the first group of a pattern finds in the prompt; `{heard}` what a tool said last
- `{beyond}` the sentence on what the sample does not hold; `{beyond name, name}` where the prompt has such a
  part, else nothing

What cannot be filled in drops the item of the list that it stands in. An item with `each` stands for every
part of the prompt whose name fits and which no item before it has named by its `id`, one with `otherwise` for
a list that would be empty.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from app.domain import fault_hints, fault_messages
from app.domain.i18n import words
from app.domain.messages import ChatMessage, ModelRequest, Reply, ToolCall
from app.engine.ports import Clock, Failed, ModelInfo, TestResult, Voice
from app.gateway.offline import OfflineCouncil
from app.prompts.fences import Fence, read_fences
from app.settings.samples import PREFIX, Sample, Saying, Turn, load_sample, sample_names

LIKE = 0.6
"""The share of its words that a text has in common with one that was edited by hand."""
_HOLE = re.compile(r"\{(file|text|label|id|says|find|heard|beyond|name)(?: ([^{}]*))?\}")
_ID = re.compile(r"^id: (\S+)$", re.MULTILINE)
_NUMBER = re.compile(r" (\S*\d\S*)$")
_FIRST = re.compile(r"[\s\-*]*([\w.]+)")


class Unfilled(Exception):
    """What a hole asks for does not stand in the prompt."""


class SamplePlayer(OfflineCouncil):
    """Plays the samples; `step_seconds` between every few words (0: at once)."""

    def __init__(self, clock: Clock, step_seconds: float = 0.0) -> None:
        super().__init__({}, clock, step_seconds)

    def _voice(self, request: ModelRequest) -> Voice | None:
        name = request.model.removeprefix(PREFIX).partition("/")[0]
        return _play if name in sample_names() else None

    def _nobody(self, request: ModelRequest) -> Failed:
        return Failed(
            "not_found",
            fault_messages.NO_SAMPLE.filled(model=request.model),
            hint=fault_hints.OTHER_SAMPLE,
            sent=False,
        )

    def names(self) -> list[str]:
        """Return the samples' names."""
        return sorted(sample_names())

    def built_in(self, model: str) -> bool:
        """Tell whether a model is one of a sample."""
        return model.startswith(PREFIX)

    async def models(self) -> Sequence[ModelInfo]:
        """List none: who sits in a sample answers nothing else."""
        return ()

    async def test(self, model: str) -> TestResult:
        """Say that nobody is to be asked: who sits in a sample answers nothing else."""
        return TestResult(False, words("Written by hand; no model."))


@cache
def _sample(name: str) -> Sample:
    return load_sample(name, sample_names()[name])


def _play(request: ModelRequest) -> Reply:
    """Say what the sample has for a request."""
    name, _, seat = request.model.removeprefix(PREFIX).partition("/")
    sample = _sample(name)
    seen = _Prompt(sample, request.messages)
    saying = _said(sample, request.purpose, seat, seen)
    if saying is None:
        return Reply(text=sample.beyond)
    try:
        said = seen.filled(saying.say)
    except Unfilled:
        said = sample.beyond
    calls = [
        ToolCall(id=f"call_{seen.answers}_{at}", name=call.name, arguments=_json(seen.filled(call.arguments)))
        for at, call in enumerate(saying.call)
    ]
    if isinstance(said, list):
        said = "\n".join(map(str, said))
    return Reply(text=said if isinstance(said, str) else _json(said), tool_calls=tuple(calls))


def _said(sample: Sample, purpose: str, seat: str, seen: _Prompt) -> Saying | None:
    """Return what fits best: what asks for most of what is shown, and of those the latest."""
    fitting = [
        turn
        for turn in sample.turn
        if turn.purpose == purpose and turn.seat.casefold() in ("", seat) and all(map(seen.shows, turn.shown))
    ]
    if not fitting:
        return None
    best: Turn = max(reversed(fitting), key=lambda turn: len(turn.shown))
    return best.steps[min(seen.answers, len(best.steps) - 1)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _pairs(text: str) -> Counter[tuple[str, str]]:
    """Count the words of a text with the word behind each: a sentence that is moved makes another text."""
    words = text.split()
    return Counter(zip(words, [*words[1:], ""], strict=True))


class _Prompt:
    """A request as it is read: what its last question shows, and what was said since."""

    def __init__(self, sample: Sample, messages: Sequence[ChatMessage]) -> None:
        self._sample = sample
        asked = max((at for at, one in enumerate(messages) if one.role == "user"), default=-1)
        self._text = messages[asked].text if messages else ""
        since = messages[asked + 1 :]
        self.answers = sum(1 for one in since if one.role == "assistant")
        self._heard = next((one.text for one in reversed(since) if one.role == "tool"), "")
        self._fences: tuple[Fence, ...] = read_fences(self._text)[0]

    @cached_property
    def _known(self) -> Mapping[str, Sequence[str]]:
        """Which texts of the sample are shown, each with the names it is shown under."""
        counted = {name: _pairs(text) for name, text in self._sample.texts.items()}
        found: dict[str, list[str]] = {}
        for fence in self._fences:
            words = _pairs(fence.text)
            likeness = {
                name: (own & words).total() / max(own.total(), words.total(), 1)
                for name, own in counted.items()
            }
            best = max(likeness, key=lambda name: likeness[name], default="")
            if best and likeness[best] >= LIKE:
                found.setdefault(best, []).append(fence.name)
        return found

    def shows(self, what: str) -> bool:
        """Tell whether a text of the sample is shown, or these words; `name: what`: under that name."""
        under, _, part = what.rpartition(": ")
        if part in self._sample.texts:
            there = self._known.get(part, ())
            return under in there if under else bool(there)
        named = [one.text for one in self._fences if one.name == under]
        return part in named[0] if named else what in self._text

    def filled(self, value: Any, own: Fence | None = None) -> Any:
        """Return a value with its holes filled in; raises Unfilled."""
        if isinstance(value, str):
            return _HOLE.sub(lambda hole: self._hole(hole[1], hole[2] or "", own), value)
        if isinstance(value, dict):
            return {name: self.filled(one, own) for name, one in value.items()}
        return self._listed(value) if isinstance(value, list) else value

    def _listed(self, items: Sequence[Any]) -> list[Any]:
        found: list[Any] = []
        for item in items:
            if found and isinstance(item, dict) and item.get("otherwise"):
                continue
            for filled, spare in self._item(item):
                named = [one.get("id") for one in found if isinstance(one, dict)]
                if spare and isinstance(filled, dict) and filled.get("id", found) in named:
                    continue
                found.append(filled)
        return found

    def _item(self, item: Any) -> Iterator[tuple[Any, bool]]:
        """Yield what an item of a list stands for, and whether it only stands in for one that is missing."""
        fences: Sequence[Fence | None] = [None]
        spare = isinstance(item, dict) and bool(item.keys() & {"each", "otherwise"})
        if spare:
            pattern = item.get("each")
            if pattern is not None:
                fences = [one for one in self._fences if re.fullmatch(pattern, one.name)]
            item = {name: one for name, one in item.items() if name not in ("each", "otherwise")}
            item = item["say"] if item.keys() == {"say"} else item
        for fence in fences:
            try:
                yield self.filled(item, fence), spare
            except Unfilled:
                continue

    def _hole(self, kind: str, words: str, own: Fence | None) -> str:
        match kind:
            case "file":
                return self._sample.texts[words]
            case "heard":
                return self._heard
            case "beyond":
                asked = not words or any(one.name in words.split(", ") for one in self._fences)
                return self._sample.beyond if asked else ""
            case "name" if own is not None:
                return own.name
            case "text":
                found = own if own and not words else self._named(words)
                return found.text
            case "label":
                return next(iter(self._known.get(words, ())), "") or self._with(words).name
            case "id":
                return self._id(own if own and not words else self._with(words), words)
            case "says" if any(words in one.text for one in self._fences):
                return words
            case "find" if (match := re.search(words, self._text)) is not None:
                return match[1]
        raise Unfilled(words)

    def _named(self, name: str) -> Fence:
        for fence in self._fences:
            if fence.name == name:
                return fence
        raise Unfilled(name)

    def _with(self, words: str) -> Fence:
        """Return the part that has these words; ` && ` between several."""
        for fence in self._fences:
            if all(part in fence.text for part in words.split(" && ")):
                return fence
        raise Unfilled(words)

    @staticmethod
    def _id(fence: Fence, words: str) -> str:
        """Return the id of a part: its own line, the number of its name, or how the words' line begins."""
        said = _ID.search(fence.text) or _NUMBER.search(fence.name)
        if said is not None:
            return said[1]
        line = next((one for one in fence.text.splitlines() if words and words in one), "")
        first = _FIRST.match(line)
        return first[1] if first is not None else fence.name
