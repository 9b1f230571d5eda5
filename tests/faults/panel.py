"""Answers that fit the prompts of a debate, made from the prompt alone: the same words for the same bytes.

A mark of the caller's makes each answer one of its own.
"""

from __future__ import annotations

import hashlib
import json
import re

_DATA = re.compile(r'<data name="([^"]*)">\n(.*?)\n</data>', re.DOTALL)


def answer(prompt: str, mark: str = "") -> str:
    """Return a sound answer to a debate's prompt."""
    mark = mark or hashlib.sha256(prompt.encode()).hexdigest()[:6]
    parts = _DATA.findall(prompt)
    if '"ranking"' in prompt:
        labels = [name for name, _ in parts if name.startswith("Response ")]
        return json.dumps({"ranking": sorted(labels), "items": [_point(labels[0], mark)] if labels else []})
    if '"questions"' in prompt and '"options"' in prompt:
        return json.dumps({"questions": []})
    if '"agreement"' in prompt:
        return json.dumps({"agreement": 60, "quality": 70, "must_haves": [], "note": f"Split {mark}."})
    if '"best"' in prompt:
        return json.dumps({"best": min(name for name, _ in parts if name.startswith("Response "))})
    if '"winner"' in prompt:
        return json.dumps({"winner": "tie", "why": f"Both say the same ({mark})."})
    if '"justification"' in prompt:
        old = next((text for name, text in parts if name == "your answer"), "Nothing yet.")
        points = [name.removeprefix("point ") for name, _ in parts if name.startswith("point ")]
        answers = [{"id": i, "answer": "fixed", "justification": "Said."} for i in points]
        return json.dumps({"text": f"{old}\n\nMore on {mark}.", "answers": answers, "summary": "One more."})
    if '"confidence"' in prompt:
        return json.dumps(
            {"answer": f"Move to the river ({mark}).", "agreed": ["Move."], "confidence": "medium"}
        )
    return f"Move to the river. The rent is lower there; the way is longer. Mark {mark}."


def _point(label: str, mark: str) -> dict[str, str]:
    return {
        "target": label,
        "claim": f"The figure {mark} has no source.",
        "suggestion": "Name it.",
        "severity": "medium",
        "category": "evidence",
        "quote": "",
    }
