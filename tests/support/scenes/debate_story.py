"""What is said in the sample debate: the texts of a team of three, and who says which of them when asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.messages import ModelRequest
from app.domain.seats import Seat, Team
from tests.support.asked import read

QUESTION = "Should our team of twelve move to a four-day week?"
TEAM = Team(
    name="Everyday",
    members=(
        Seat(name="Ada", model="openai/gpt-4o-mini", role="architect"),
        Seat(name="Blaise", model="anthropic/claude-sonnet-4-5", role="simplicity"),
        Seat(name="Grace", model="gemini/gemini-2.5-flash", role="testing"),
    ),
    chair=Seat(name="Chair", model="anthropic/claude-sonnet-4-5"),
)
FIRST = {
    "Ada": "Yes, as a six-month pilot.\n\nOutput held steady in most reported trials, and sick days fell.\n\n"
    "Define the output metrics before the pilot starts and keep customer cover on Fridays.",
    "Blaise": "Not for everybody at once.\n\nStart with two volunteers per team. "
    "A rota keeps the phones answered, and a mistake costs little.\n\n"
    "After eight weeks compare tickets closed per person.",
    "Grace": "Yes, if it can be measured.\n\nAgree on three numbers now: cycle time, "
    "defects found by customers, and days lost to illness.\n\n"
    "Stop the trial when any of them is ten per cent worse for a month.",
}
SECOND = {
    "Ada": "Yes, as a six-month pilot for office work.\n\nOutput held steady in most reported trials, "
    "but the companies chose themselves, so the effect is probably smaller here.\n\n"
    "Define the output metrics before the pilot starts and keep customer cover on Fridays.",
    "Blaise": "Not for everybody at once.\n\nStart with two volunteers per team. "
    "A rota keeps the phones answered, and a mistake costs little.\n\n"
    "After eight weeks compare cycle time and defects, not tickets closed.",
    "Grace": FIRST["Grace"],
}
RUN = "Run a six-month pilot for office work, starting with two volunteers per team and a rota on Fridays."
AGREED = (
    "Measure cycle time, customer-found defects and sick days; stop if one is ten per cent worse for a month."
)
DISSENT = "would not let everybody start at once; the others accept a staged start."
OPEN = "How to treat part-time contracts."
FINAL = (
    f"{RUN}\n\n## Agreed\n\n- {AGREED}\n\n## Dissent\n\n- **Blaise**: {DISSENT}\n\n"
    f"## Open questions\n\n- {OPEN}\n\n## Confidence\n\nmedium\n"
)
"""The final answer as it is written down."""
POINTS = {
    "Ada": (("Blaise", "medium"), ("Grace", "low")),
    "Blaise": (("Ada", "high"),),
    "Grace": (("Ada", "medium"),),
}
"""Whose answer each of them criticises, and how severely."""
CLAIMS = {
    "Ada": "The reported trials chose themselves, so they say little about a team like ours.",
    "Blaise": "Tickets closed per person rewards cutting work into small tickets.",
    "Grace": "Three numbers are enough only if somebody owns each of them.",
}
QUESTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "Ada": (
        {
            "question": "Which country's labour law applies?",
            "options": ["Germany", "France"],
            "why": "It changes the legal part.",
        },
    ),
    "Blaise": ({"question": "Which budget is there?", "options": [], "why": ""},),
}
"""What members ask before they answer, where they are told to."""


def authors(answers: Any) -> dict[str, Mapping[str, Any]]:
    """Return the answers that a model was shown by whose they are; one a person rewrote is nobody's."""
    openings = {text[:16]: seat for texts in (FIRST, SECOND) for seat, text in texts.items()}
    return {openings[a["text"][:16]]: a for a in answers if a["text"][:16] in openings}


def _criticise(request: ModelRequest) -> str:
    shown = authors(read(request)["answers"])
    items = [
        {
            "target": shown[seat]["label"],
            "claim": CLAIMS[seat],
            "severity": severity,
            "quote": [*shown[seat]["text"].split("\n\n"), ""][1][:60].rpartition(" ")[0],
            "suggestion": "Say how sure you are and why.",
        }
        for seat, severity in POINTS.get(request.seat, ())
        if seat in shown
    ]
    return json.dumps({"ranking": [shown[seat]["label"] for seat in sorted(shown)], "items": items})


def _refine(request: ModelRequest) -> str:
    seat, given = request.seat, read(request)
    text, ids = given["text"], [point["id"] for point in given["critiques"]]
    # In its second round the debate moves: then it has a history.
    moved = bool(given["history"] and ids) and SECOND[seat] != FIRST[seat]
    answer = "fixed" if moved else "held"
    justification = "The owner is named in the plan."
    answers = [{"id": one, "answer": answer, "justification": justification} for one in ids]
    reply = {"text": SECOND[seat] if moved else text, "answers": answers}
    return json.dumps({**reply, "summary": "Narrowed the claim." if moved else ""})


def _judge(request: ModelRequest) -> str:
    shown = authors(read(request)["answers"])
    moved = any(shown[seat]["text"] == SECOND[seat] != FIRST[seat] for seat in shown)
    return json.dumps({"agreement": 78 if moved else 67, "quality": 70})


def says(request: ModelRequest) -> str:
    """Return what a seat says to a request of the debate."""
    match request.purpose:
        case "proposal":
            return FIRST.get(request.seat, f"{request.seat} would wait a year.")
        case "critique":
            return _criticise(request)
        case "refinement":
            return _refine(request)
        case "evaluation":
            return _judge(request)
        case "synthesis":
            dissent = [{"seat": "Blaise", "why": DISSENT}]
            reply = {"answer": RUN, "agreed": [AGREED], "dissent": dissent, "open_questions": [OPEN]}
            return json.dumps({**reply, "confidence": "medium"})
        case "compare":
            first = str(read(request).get("first", ""))
            return json.dumps({"winner": "first" if RUN in first else "second", "why": "It names a limit."})
        case "clarification":
            # Each asks once.
            answered = bool(read(request).get("qa"))
            return json.dumps({"questions": () if answered else QUESTIONS.get(request.seat, ())})
        case _:
            return f"{request.seat}: what was said, in short."
