"""A whole debate of the offline council without engine or window: its voices asked one after the other."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.domain.messages import Message, ModelRequest
from app.workflows.debate.offline import DEBATE_VOICES

BRIEFS = Path(__file__).resolve().parents[1] / "data" / "offline"
MEMBERS = {"Ada": "analyst", "Bram": "sceptic", "Cleo": "editor"}
LABELS = {"Ada": "Response A", "Bram": "Response B", "Cleo": "Response C"}


def ask(voice: str, purpose: str, **inputs: Any) -> str:
    """Return what a voice says to these inputs."""
    speak = DEBATE_VOICES.get((voice, purpose)) or DEBATE_VOICES["*", purpose]
    message = Message(role="user", text="")
    reply = speak(
        ModelRequest(
            purpose=purpose, seat=voice, model=f"offline/{voice}", messages=(message,), inputs=inputs
        )
    )
    assert isinstance(reply, str)
    return reply


@dataclass
class Deliberation:
    """A debate as it went."""

    question: str
    context: dict[str, str] = field(default_factory=dict)
    must_haves: tuple[str, ...] = ()
    guidance: str = ""
    answer_with: str = ""
    """first: the first option of every question; else nothing is answered."""
    qa: list[dict[str, str]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    first: dict[str, str] = field(default_factory=dict)
    figures: list[dict[str, Any]] = field(default_factory=list)
    final: dict[str, Any] = field(default_factory=dict)

    @property
    def given(self) -> dict[str, Any]:
        """Return what every prompt is made of."""
        context = [{"name": name, "text": text} for name, text in self.context.items()]
        return {
            "question": self.question,
            "must_haves": list(self.must_haves),
            "context": context,
            "qa": self.qa,
            "guidance": self.guidance,
            "feedback": "",
        }

    def run(self, most: int = 3) -> Deliberation:
        """Ask, answer, criticise and refine until the members agree or stop moving, then conclude."""
        self._clarify()
        texts = {seat: ask(voice, "proposal", **self.given) for seat, voice in MEMBERS.items()}
        self.first = dict(texts)
        history = dict.fromkeys(MEMBERS, "")
        for number in range(1, most + 1):
            before = dict(texts)
            debate_round = self._round(number, texts, history)
            self.rounds.append(debate_round)
            answers = [{"label": LABELS[seat], "text": text} for seat, text in texts.items()]
            self.figures.append(json.loads(ask("judge", "evaluation", **self.given, answers=answers)))
            if texts == before or self.figures[-1]["agreement"] >= 80:
                break
        self.final = json.loads(ask("judge", "synthesis", **self.given, rounds=self.rounds))
        return self

    def _clarify(self) -> None:
        for voice in MEMBERS.values():
            for item in json.loads(ask(voice, "clarification", **self.given | {"qa": []}, limit=5))[
                "questions"
            ]:
                if item not in self.asked:
                    self.asked.append(item)
        for item in self.asked:
            answer = next(iter(item["options"]), "") if self.answer_with == "first" else ""
            status = "answered" if answer else "not_answered"
            self.qa.append(
                {"question": item["question"], "answer": answer or "Not answered.", "status": status}
            )

    def _round(self, number: int, texts: dict[str, str], history: dict[str, str]) -> dict[str, Any]:
        points: list[dict[str, Any]] = []
        for critic, voice in MEMBERS.items():
            others = [{"label": LABELS[s], "text": text} for s, text in texts.items() if s != critic]
            reply = json.loads(ask(voice, "critique", **self.given, history=history[critic], answers=others))
            for item in reply["items"]:
                target = next(s for s in LABELS if LABELS[s] == item["target"])
                points.append({**item, "critic": critic, "target": target, "id": f"{number}.1.{len(points)}"})
        for seat, voice in MEMBERS.items():
            mine = [p for p in points if p["target"] == seat]
            reply = json.loads(ask(voice, "refinement", **self.given, text=texts[seat], critiques=mine))
            texts[seat] = reply["text"]
            for answer in reply["answers"]:
                point = next(p for p in mine if p["id"] == answer["id"])
                point |= {"answer": answer["answer"], "justification": answer["justification"]}
                history[point["critic"]] += f"- You to {LABELS[seat]}: {point['claim']}\n"
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
