"""The offline council without engine or window: its voices are sent the prompts that a debate sends."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.messages import ChatMessage, ModelRequest
from app.prompts.templates import PromptTemplates
from app.workflows.debate.offline import DEBATE_VOICES

BRIEFS = Path(__file__).resolve().parents[1] / "data" / "offline"
MEMBERS = {"Ada": "analyst", "Bram": "sceptic", "Cleo": "editor"}
LABELS = {"Ada": "Response A", "Bram": "Response B", "Cleo": "Response C"}
_NOTHING: dict[str, Any] = {
    "question": "",
    "must_haves": [],
    "context": [],
    "qa": [],
    "guidance": "",
    "feedback": "",
    "history": "",
    "summarised": False,
    "role": "cost",
    "draft": 1,
    "drafts": 1,
    "limit": 5,
    "text": "",
    "critiques": [],
    "answers": [],
    "rounds": [],
    "degradation": [],
    "vote": [],
    "turned": [],
    "reasons": True,
    "quoting": True,
    "rules": [],
    "target": 200,
    "first": "",
    "second": "",
    "rubric": "",
}
_templates = cache(PromptTemplates)


@cache
def _variables(name: str) -> frozenset[str]:
    return _templates().variables(name)


def ask(voice: str, purpose: str, **shown: Any) -> str:
    """Return what a voice says to the prompt that shows these."""
    speak = DEBATE_VOICES.get((voice, purpose)) or DEBATE_VOICES["*", purpose]
    name = f"debate/{purpose}"
    known: dict[str, Any] = {k: v for k, v in {**_NOTHING, **shown}.items() if k in _variables(name)}
    optional: dict[str, Any] = {k: shown[k] for k in ("alone", "independent") if k in shown}
    message = ChatMessage(role="user", text=_templates().render(name, known | optional))
    reply = speak(ModelRequest(purpose=purpose, seat=voice, model=f"offline/{voice}", messages=(message,)))
    assert isinstance(reply, str)
    return reply


@dataclass
class Deliberation:
    """A debate as it went."""

    question: str
    context: dict[str, str] = field(default_factory=dict)
    must_haves: tuple[str, ...] = ()
    guidance: str = ""
    qa: list[dict[str, str]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    first: dict[str, str] = field(default_factory=dict)
    figures: list[dict[str, Any]] = field(default_factory=list)
    final: dict[str, Any] = field(default_factory=dict)

    @property
    def given(self) -> dict[str, Any]:
        """Return what every prompt shows."""
        return {
            "question": self.question,
            "must_haves": list(self.must_haves),
            "context": [{"name": name, "text": text} for name, text in self.context.items()],
            "qa": self.qa,
            "guidance": self.guidance,
        }

    def run(self, most: int = 3) -> Deliberation:
        """Answer, criticise and refine until nothing is added any more, then conclude."""
        texts = {seat: ask(voice, "proposal", **self.given) for seat, voice in MEMBERS.items()}
        self.first = dict(texts)
        for number in range(1, most + 1):
            before = dict(texts)
            self.rounds.append(self._round(number, texts))
            answers = [{"label": LABELS[seat], "text": text} for seat, text in texts.items()]
            self.figures.append(json.loads(ask("judge", "evaluation", **self.given, answers=answers)))
            if texts == before:
                break
        told = [{**one, "critiques": [point["claim"] for point in one["critiques"]]} for one in self.rounds]
        self.final = json.loads(ask("judge", "synthesis", **self.given, rounds=told))
        return self

    def questions(self) -> list[str]:
        """Return what the members ask the person."""
        reply = json.loads(ask("analyst", "clarification", **self.given))
        return [item["question"] for item in reply["questions"]]

    def _round(self, number: int, texts: dict[str, str]) -> dict[str, Any]:
        points: list[dict[str, Any]] = []
        for critic, voice in MEMBERS.items():
            others = [{"label": LABELS[s], "text": text} for s, text in texts.items() if s != critic]
            for item in json.loads(ask(voice, "critique", **self.given, answers=others))["items"]:
                target = next(s for s in LABELS if LABELS[s] == item["target"])
                points.append({**item, "critic": critic, "target": target, "id": f"{number}.1.{len(points)}"})
        for seat, voice in MEMBERS.items():
            mine = [p for p in points if p["target"] == seat]
            reply = json.loads(ask(voice, "refinement", **self.given, text=texts[seat], critiques=mine))
            texts[seat] = reply["text"]
            for answer in reply["answers"]:
                point = next(p for p in mine if p["id"] == answer["id"])
                point |= {"answer": answer["answer"], "justification": answer["justification"]}
        answers = [{"seat": seat, "text": text} for seat, text in texts.items()]
        return {"number": number, "answers": answers, "critiques": points}


def brief_of(name: str, **more: Any) -> Deliberation:
    """Return the debate of a brief of `tests/data/offline`; code among its material ends in `.txt` there."""
    folder = BRIEFS / name
    context = {
        path.name.removesuffix(".txt") if path.name.count(".") > 1 else path.name: path.read_text("utf-8")
        for path in sorted(folder.iterdir())
        if path.name != "brief.md"
    }
    return Deliberation((folder / "brief.md").read_text("utf-8"), context, **more)


def names_of_briefs() -> list[str]:
    """Return the names of all briefs."""
    return sorted(path.name for path in BRIEFS.iterdir() if path.is_dir())
