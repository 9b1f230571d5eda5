"""The offline council's voices for a debate: rules, no AI, that do real work on the person's own text.

Each voice reads the same inputs a model's prompt is made of and returns the reply a model is asked for.
The voices differ in what they look for, so that they disagree; what they can mend they mend, so that a
debate settles by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from app.diffing import similarity
from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.workflows.common import prose
from app.workflows.debate.offline_inputs import (
    Inputs,
    as_json,
    cited,
    context_of,
    list_of,
    pairs,
    short,
    text_of,
    wanted_of,
    wishes_of,
)
from app.workflows.debate.offline_points import Found, find_points, mend
from app.workflows.debate.offline_stand import found_by_others, where_they_stand
from app.workflows.debate.offline_talk import choose_draft, clarify, summarise

VOICES = ("analyst", "sceptic", "editor", "judge")


def analyst_answer(request: ModelRequest) -> str:
    """Go through the requirements one by one, with what the material says of each."""
    inputs, context = request.inputs, context_of(request.inputs)
    wanted = wanted_of(inputs)
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
        lines.append(f"{number}. **{short(requirement)}**")
        lines += [f"   - {cited(item)}" for item in found] or [f"   - {prose.NOTHING_SAID}"]
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


def sceptic_answer(request: ModelRequest) -> str:
    """Begin with what speaks against, then say what would have to hold."""
    inputs, context = request.inputs, context_of(request.inputs)
    question = text_of(inputs, "question")
    against = [i for i in prose.evidence(question, context, most=40) if prose.speaks_against(i.text)][:4]
    lines = ["## Answer", "", "Not yet: perhaps later, once the objections below are met.", ""]
    lines += ["## What speaks against it", ""]
    lines += [f"- {cited(item)}" for item in against] or [
        "- The material names no risk at all, which is one."
    ]
    lines += ["", "## What would have to hold", ""]
    for requirement in wanted_of(inputs)[:5]:
        lines.append(f"- {short(requirement)}")
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


def editor_answer(request: ModelRequest) -> str:
    """Say it briefly, with the material's strongest sentences."""
    inputs, context = request.inputs, context_of(request.inputs)
    question = text_of(inputs, "question")
    best = prose.evidence(question, context, most=5)
    lead = prose.requirements(question)[:1] or ["What was asked"]
    lines = ["## In short", "", f"Asked: {short(lead[0], 30)}", ""]
    if best:
        lines.append("Go ahead in a small, reversible step, and measure it. " + " ".join(map(cited, best)))
    else:
        lines.append("Nothing in the material answers this; go ahead in a small step, and measure it.")
    return "\n".join([*lines, *_asked_for(inputs, context)]) + "\n"


FORMS: tuple[Callable[[ModelRequest], str], ...] = (analyst_answer, sceptic_answer, editor_answer)
"""The forms an answer can have."""


def _answer(voice: int) -> Callable[[ModelRequest], str]:
    """Return a voice's first answer; each further draft takes the next form instead of other words."""

    def answer(request: ModelRequest) -> str:
        draft = request.inputs.get("draft")
        return FORMS[(voice + (draft - 1 if isinstance(draft, int) else 0)) % len(FORMS)](request)

    return answer


def _asked_for(inputs: Inputs, context: list[tuple[str, str]]) -> list[str]:
    wishes = wishes_of(inputs)
    if not wishes:
        return []
    lines = ["", "## As you asked", ""]
    for wish in wishes:
        found = prose.evidence(wish, context, most=1)
        said = cited(found[0]) if found else "the material given says nothing about this."
        lines.append(f"- {short(wish)} — {said}")
    return lines


def _critique(voice: str) -> Callable[[ModelRequest], str]:
    def critique(request: ModelRequest) -> str:
        inputs = request.inputs
        found: dict[str, list[Found]] = {
            label: find_points(voice, text, wanted_of(inputs), context_of(inputs), wishes_of(inputs))
            for label, text in pairs(inputs, "answers", "label", "text")
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
        return as_json({"ranking": order, "items": items})

    return critique


def refine(request: ModelRequest) -> str:
    """Apply what rules can apply, and hold with a reason where they cannot."""
    inputs = request.inputs
    text = text_of(inputs, "text")
    answers, done = [], []
    for item in list_of(inputs, "critiques"):
        if not isinstance(item, dict):
            continue
        point = {key: str(value) for key, value in item.items()}
        better, why = mend(text, point, wanted_of(inputs), context_of(inputs))
        fixed = better is not None
        if better is not None:
            text = better
            done.append(why)
        answers.append({"id": point["id"], "answer": "fixed" if fixed else "held", "justification": why})
    for wish in wishes_of(inputs):
        if wish not in text and prose.coverage(wish, prose.keys(text)) < 0.6:
            found = prose.evidence(wish, context_of(inputs), most=1, skip=text)
            if found:
                text = f"{text.rstrip()}\n\n{short(wish)}: {cited(found[0])}\n"
                done.append("followed the person's wish")
    summary = "; ".join(dict.fromkeys(done)) or "nothing changed"
    return as_json({"text": text, "answers": answers, "summary": summary[:200]})


def judge(request: ModelRequest) -> str:
    """Agreement from the overlap of the answers, quality from what the best of them covers."""
    inputs = request.inputs
    texts = [text for _, text in pairs(inputs, "answers", "label", "text")]
    wanted = wanted_of(inputs)
    vocabularies = [prose.keys(text) for text in texts]
    overlaps = [len(a & b) / max(1, len(a | b)) for a, b in combinations(vocabularies, 2)]
    overlap = sum(overlaps) / len(overlaps) if overlaps else 1.0
    agreement = 100 * (0.5 * overlap + 0.5 * similarity(texts))
    best = max(vocabularies, key=lambda v: sum(prose.coverage(r, v) for r in wanted), default=set())
    covered = [prose.coverage(r, best) for r in wanted]
    quality = 100 * sum(covered) / len(covered) if covered else 0.0
    marks = [
        {"text": str(text), "met": prose.coverage(str(text), best) >= 0.6}
        for text in list_of(inputs, "must_haves")
    ]
    note = f"The answers share {overlap:.0%} of their telling words; "
    note += f"the best covers {quality:.0f} % of what was asked."
    return as_json(
        {"agreement": round(agreement, 1), "quality": round(quality, 1), "must_haves": marks, "note": note}
    )


def synthesize(request: ModelRequest) -> str:
    """Take the answer that covers most, add what only others found, and name who still disagrees."""
    inputs = request.inputs
    rounds = [r for r in list_of(inputs, "rounds") if isinstance(r, dict)]
    wanted = wanted_of(inputs)
    answers = pairs(rounds[-1], "answers", "seat", "text") if rounds else []
    if not answers:
        return as_json({"answer": analyst_answer(request), "confidence": "low", "open_questions": wanted[:5]})
    ranked = sorted(answers, key=lambda a: -sum(prose.coverage(r, prose.keys(a[1])) for r in wanted))
    lead = ranked[0][1]
    answer = lead.rstrip()
    extra = [f"{sentence} — {seat}" for sentence, seat in found_by_others(lead, ranked[1:])]
    if extra:
        answer += "\n\n## Also found by other members\n\n" + "\n".join(f"- {line}" for line in extra)
    dissent = _dissent(rounds[-1], {seat for seat, _ in answers})
    text_keys = prose.keys(answer)
    unmet = [str(t) for t in list_of(inputs, "must_haves") if prose.coverage(str(t), text_keys) < 0.6]
    missing = [r for r in wanted if prose.coverage(r, text_keys) < 0.5 and r not in unmet]
    confidence = "low" if unmet or len(missing) > 2 else "medium" if dissent or missing else "high"
    return as_json(
        {
            "answer": answer,
            **where_they_stand(lead, ranked[1:], rounds),
            "agreed": _agreed(lead, [text for _, text in answers]),
            "dissent": [{"seat": seat, "why": why} for seat, why in dissent.items()],
            "open_questions": [short(r, 30) for r in missing][:5],
            "unmet_must_haves": unmet,
            "confidence": confidence,
        }
    )


def _agreed(lead: str, texts: Sequence[str]) -> list[str]:
    """Return the sentences of the leading answer that all have, five at most; of one answer none."""
    spoken = [set(prose.prose_sentences(text)) for text in texts]
    shared = set.intersection(*spoken) if len(spoken) > 1 else set()
    common = [s for s in prose.prose_sentences(lead) if s in shared and len(prose.words_of(s)) >= 5]
    return list(dict.fromkeys(common))[:5]


def _dissent(last: Inputs, seats: set[str]) -> dict[str, str]:
    """Return each critic's first point that was not mended, by its seat."""
    found: dict[str, str] = {}
    for point in list_of(last, "critiques"):
        if isinstance(point, dict) and point.get("answer") != "fixed" and str(point.get("critic")) in seats:
            why = f"holds against {point.get('target')}: {short(str(point.get('claim', '')), 40)}"
            found.setdefault(str(point.get("critic")), why)
    return found


def compare(request: ModelRequest) -> str:
    """Say which of two texts covers more of what was asked."""
    inputs = request.inputs
    wanted = wanted_of(inputs)
    scores = [
        sum(prose.coverage(r, prose.keys(text_of(inputs, name))) for r in wanted)
        for name in ("first", "second")
    ]
    low, high = sorted(scores)
    if high - low < 0.05:
        return as_json({"winner": "tie", "why": "Both cover as much of what was asked."})
    winner = "first" if scores[0] > scores[1] else "second"
    why = f"It covers {high:.1f} of {len(wanted)} requirements, the other {low:.1f}."
    return as_json({"winner": winner, "why": why})


DEBATE_VOICES: Voices = {
    **{(voice, "proposal"): _answer(place) for place, voice in enumerate(VOICES)},
    **{(voice, "critique"): _critique(voice) for voice in VOICES},
    ("*", "refinement"): refine,
    ("*", "evaluation"): judge,
    ("*", "synthesis"): synthesize,
    ("*", "clarification"): clarify,
    ("*", "drafts"): choose_draft,
    ("*", "summarization"): summarise,
    ("*", "compare"): compare,
}
"""Every purpose of a debate has a voice."""
