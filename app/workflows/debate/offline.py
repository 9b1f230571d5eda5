"""The offline council's voices for a debate: rules, no AI, that do real work on the person's own text.

Each voice reads the same inputs a model's prompt is made of and returns the reply a model is asked for.
The voices differ in what they look for, so that they disagree; what they can mend they mend, so that a
debate settles by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import combinations

from app.diffing import similarity
from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.workflows.common import prose
from app.workflows.debate.offline_points import Found, find_points, mend

Inputs = Mapping[str, JsonValue]
VOICES = ("analyst", "sceptic", "editor", "judge")


def _text(inputs: Inputs, name: str) -> str:
    value = inputs.get(name)
    return value if isinstance(value, str) else ""


def _list(inputs: Inputs, name: str) -> list[JsonValue]:
    value = inputs.get(name)
    return value if isinstance(value, list) else []


def _pairs(inputs: Inputs, name: str, first: str, second: str) -> list[tuple[str, str]]:
    return [
        (str(i.get(first, "")), str(i.get(second, ""))) for i in _list(inputs, name) if isinstance(i, dict)
    ]


def _context(inputs: Inputs) -> list[tuple[str, str]]:
    answered = [("your answer", f"{q} {a}") for q, a in _pairs(inputs, "qa", "question", "answer")]
    return [*_pairs(inputs, "context", "name", "text"), *answered]


def _requirements(inputs: Inputs) -> list[str]:
    return prose.requirements(_text(inputs, "question"), [str(t) for t in _list(inputs, "must_haves")])


def _wishes(inputs: Inputs) -> list[str]:
    """Return what the person asked for by feedback or guidance."""
    said = [_text(inputs, "feedback"), _text(inputs, "guidance")]
    return [sentence for text in said for sentence in prose.sentences(text)]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _cited(item: prose.Evidence) -> str:
    return f"{item.text.rstrip('.')} ({item.source})."


def _short(text: str, most: int = 18) -> str:
    words = text.split()
    return text if len(words) <= most else " ".join(words[:most]) + " …"


def analyst_answer(request: ModelRequest) -> str:
    """Go through the requirements one by one, with what the material says of each."""
    inputs, context = request.inputs, _context(request.inputs)
    wanted = _requirements(inputs)
    held = [(r, prose.evidence(r, context)) for r in wanted]
    supported = sum(1 for _, found in held if found)
    lead = f"The question sets {len(wanted)} requirement{'s' if len(wanted) != 1 else ''}; "
    lead += f"the material speaks to {supported} of them. Decide on those, and settle the rest first."
    lines = [
        "## Answer",
        "",
        lead,
        "",
        "## Requirement by requirement",
        "",
    ]
    for number, (requirement, found) in enumerate(held, 1):
        lines.append(f"{number}. **{_short(requirement)}**")
        lines += [f"   - {_cited(item)}" for item in found] or [f"   - {prose.NOTHING_SAID}"]
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


def sceptic_answer(request: ModelRequest) -> str:
    """Begin with what speaks against, then say what would have to hold."""
    inputs, context = request.inputs, _context(request.inputs)
    question = _text(inputs, "question")
    against = [i for i in prose.evidence(question, context, most=40) if prose.speaks_against(i.text)][:4]
    lines = ["## Answer", "", "Not yet: perhaps later, once the objections below are met.", ""]
    lines += ["## What speaks against it", ""]
    lines += [f"- {_cited(item)}" for item in against] or [
        "- The material names no risk at all, which is one."
    ]
    lines += ["", "## What would have to hold", ""]
    for requirement in _requirements(inputs)[:5]:
        lines.append(f"- {_short(requirement)}")
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


def editor_answer(request: ModelRequest) -> str:
    """Say it briefly, with the material's strongest sentences."""
    inputs, context = request.inputs, _context(request.inputs)
    question = _text(inputs, "question")
    best = prose.evidence(question, context, most=5)
    lead = prose.requirements(question)[:1] or ["What was asked"]
    lines = ["## In short", "", f"Asked: {_short(lead[0], 30)}", ""]
    if best:
        lines.append("Go ahead in a small, reversible step, and measure it. " + " ".join(map(_cited, best)))
    else:
        lines.append("Nothing in the material answers this; go ahead in a small step, and measure it.")
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


def _asked_for(inputs: Inputs, context: list[tuple[str, str]]) -> list[str]:
    wishes = _wishes(inputs)
    if not wishes:
        return []
    lines = ["", "## As you asked", ""]
    for wish in wishes:
        found = prose.evidence(wish, context, most=1)
        said = _cited(found[0]) if found else "the material given says nothing about this."
        lines.append(f"- {_short(wish)} — {said}")
    return lines


def _critique(voice: str) -> Callable[[ModelRequest], str]:
    def critique(request: ModelRequest) -> str:
        inputs = request.inputs
        found: dict[str, list[Found]] = {
            label: find_points(voice, text, _requirements(inputs), _context(inputs), _wishes(inputs))
            for label, text in _pairs(inputs, "answers", "label", "text")
        }
        weights = {"high": 4, "medium": 2, "low": 1}
        order = sorted(found, key=lambda label: (sum(weights[p.severity] for p in found[label]), label))
        items = [
            {
                "target": label,
                "claim": point.claim,
                "suggestion": point.suggestion,
                "severity": point.severity,
                "category": point.category,
                "quote": point.quote,
            }
            for label, points in found.items()
            for point in points
        ]
        return _json({"ranking": order, "items": items})

    return critique


def refine(request: ModelRequest) -> str:
    """Apply what rules can apply, and hold with a reason where they cannot."""
    inputs = request.inputs
    text = _text(inputs, "text")
    answers, done = [], []
    for item in _list(inputs, "critiques"):
        if not isinstance(item, dict):
            continue
        point = {key: str(value) for key, value in item.items()}
        better, why = mend(text, point, _requirements(inputs), _context(inputs))
        fixed = better is not None
        if better is not None:
            text = better
            done.append(why)
        answers.append({"id": point["id"], "answer": "fixed" if fixed else "held", "justification": why})
    for wish in _wishes(inputs):
        if wish not in text and prose.coverage(wish, prose.keys(text)) < 0.6:
            found = prose.evidence(wish, _context(inputs), most=1, skip=text)
            if found:
                text = f"{text.rstrip()}\n\n{_short(wish)}: {_cited(found[0])}\n"
                done.append("followed the person's wish")
    summary = "; ".join(dict.fromkeys(done)) or "nothing changed"
    return _json({"text": text, "answers": answers, "summary": summary[:200]})


def judge(request: ModelRequest) -> str:
    """Agreement from the overlap of the answers, quality from what the best of them covers."""
    inputs = request.inputs
    texts = [text for _, text in _pairs(inputs, "answers", "label", "text")]
    wanted = _requirements(inputs)
    vocabularies = [prose.keys(text) for text in texts]
    overlaps = [len(a & b) / max(1, min(len(a), len(b))) for a, b in combinations(vocabularies, 2)]
    overlap = sum(overlaps) / len(overlaps) if overlaps else 1.0
    agreement = 100 * (0.5 * overlap + 0.5 * similarity(texts))
    best = max(vocabularies, key=lambda v: sum(prose.coverage(r, v) for r in wanted), default=set())
    covered = [prose.coverage(r, best) for r in wanted]
    quality = 100 * sum(covered) / len(covered) if covered else 0.0
    marks = [
        {"text": str(text), "met": prose.coverage(str(text), best) >= 0.6}
        for text in _list(inputs, "must_haves")
    ]
    note = f"The answers share {overlap:.0%} of their telling words; "
    note += f"the best covers {quality:.0f} % of what was asked."
    return _json(
        {"agreement": round(agreement, 1), "quality": round(quality, 1), "must_haves": marks, "note": note}
    )


def synthesize(request: ModelRequest) -> str:
    """Take the answer that covers most, add what only others found, and name who still disagrees."""
    inputs = request.inputs
    rounds = [r for r in _list(inputs, "rounds") if isinstance(r, dict)]
    wanted = _requirements(inputs)
    answers = _pairs(rounds[-1], "answers", "seat", "text") if rounds else []
    if not answers:
        return _json({"answer": analyst_answer(request), "confidence": "low", "open_questions": wanted[:5]})
    ranked = sorted(answers, key=lambda a: -sum(prose.coverage(r, prose.keys(a[1])) for r in wanted))
    lead_seat, lead = ranked[0]
    spoken = {seat: set(prose.prose_sentences(text)) for seat, text in answers}
    extra: list[str] = []
    for seat, text in ranked[1:]:
        for sentence in prose.prose_sentences(text):
            new = sentence not in spoken[lead_seat] and prose.has_number(sentence) and sentence not in extra
            if new and len(prose.words_of(sentence)) >= 6 and len(extra) < 4:
                extra.append(f"{sentence} — {seat}")
    answer = lead.rstrip()
    if extra:
        answer += "\n\n## Also found by other members\n\n" + "\n".join(f"- {line}" for line in extra)
    shared = set.intersection(*spoken.values()) if len(spoken) > 1 else set()
    agreed = [s for s in prose.prose_sentences(lead) if s in shared and len(prose.words_of(s)) >= 5][:5]
    dissent: dict[str, str] = {}
    for point in _list(rounds[-1], "critiques"):
        if isinstance(point, dict) and point.get("answer") != "fixed" and str(point.get("critic")) in spoken:
            why = f"holds against {point.get('target')}: {_short(str(point.get('claim', '')), 40)}"
            dissent.setdefault(str(point.get("critic")), why)
    text_keys = prose.keys(answer)
    unmet = [str(t) for t in _list(inputs, "must_haves") if prose.coverage(str(t), text_keys) < 0.6]
    missing = [r for r in wanted if prose.coverage(r, text_keys) < 0.5 and r not in unmet]
    confidence = "low" if unmet or len(missing) > 2 else "medium" if dissent or missing else "high"
    return _json(
        {
            "answer": answer,
            "agreed": agreed,
            "dissent": [{"seat": seat, "why": why} for seat, why in dissent.items()],
            "open_questions": [_short(r, 30) for r in missing][:5],
            "unmet_must_haves": unmet,
            "confidence": confidence,
        }
    )


def clarify(request: ModelRequest) -> str:
    """Ask about what the question marks as open itself; nothing out of politeness."""
    inputs = request.inputs
    done = prose.keys(" ".join(q for q, _ in _pairs(inputs, "qa", "question", "answer")))
    marks = ("tbd", "???", "[…]", "[...]", "not yet known")
    questions = []
    for sentence in prose.sentences(_text(inputs, "question")):
        if any(mark in sentence.casefold() for mark in marks) and not prose.keys(sentence) <= done:
            why = "the question itself marks this as open"
            questions.append(
                {"question": f"What holds here: “{_short(sentence, 25)}”?", "options": [], "why": why}
            )
    limit = inputs.get("limit")
    return _json({"questions": questions[: limit if isinstance(limit, int) else 5]})


def compare(request: ModelRequest) -> str:
    """Say which of two texts covers more of what was asked."""
    inputs = request.inputs
    scores = [
        sum(prose.coverage(r, prose.keys(_text(inputs, name))) for r in _requirements(inputs))
        for name in ("first", "second")
    ]
    winner = "tie" if abs(scores[0] - scores[1]) < 0.05 else "first" if scores[0] > scores[1] else "second"
    return _json({"winner": winner, "why": f"coverage {scores[0]:.1f} against {scores[1]:.1f}"})


DEBATE_VOICES: Voices = {
    ("analyst", "proposal"): analyst_answer,
    ("sceptic", "proposal"): sceptic_answer,
    ("editor", "proposal"): editor_answer,
    ("judge", "proposal"): analyst_answer,
    **{(voice, "critique"): _critique(voice) for voice in VOICES},
    ("*", "refinement"): refine,
    ("*", "evaluation"): judge,
    ("*", "synthesis"): synthesize,
    ("*", "clarification"): clarify,
    ("*", "compare"): compare,
}
"""Every purpose of a debate has a voice."""
