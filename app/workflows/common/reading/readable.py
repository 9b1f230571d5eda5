"""Putting a value into words for a person: never JSON on a card."""

from __future__ import annotations

import re
from typing import Any

from app.domain.live_text import LiveFields, folded
from app.workflows.common.reading.mending import load

_LOOKS = re.compile(r"""\s*+(?:```[\w-]*\s*+|~~~[\w-]*\s*+)?(?:\{\s*+["'“}]|\[\s*+[{\["“])""")
_SAYS = re.compile(r"""["'“}\]]""")
"""What JSON that says anything has: “[{.md” is the name of a file."""
_TEXTS = """
    text answer final_answer content response proposal refined_answer refined_text refinement synthesis
    markdown message output result body reply antwort reponse respuesta resposta risposta 回答 答案 内容
    value
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
"""Names under which an unknown object is known to hold its one text, the likeliest first."""
TEXT_FIELDS = LiveFields(text=frozenset(_TEXTS))
_ARGUMENTS = ("arguments", "parameters", "input", "args")
_DEEPEST = 8


def looks_like_json(text: str) -> bool:
    """Tell whether a text is written as JSON rather than as prose or a name: a Markdown link is not."""
    return _LOOKS.match(text) is not None and _SAYS.search(text) is not None


def one_text(value: Any, depth: int = 0) -> str | None:
    """Return the one text an object of unknown form obviously holds, None where there is none."""
    if isinstance(value, str):
        return value if value.strip() else None
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        return parts_text(value) or (one_text(value[0], depth + 1) if len(value) == 1 else None)
    if not isinstance(value, dict):
        return None
    named = {folded(str(key)): inner for key, inner in value.items()}
    for name in _TEXTS:
        if name in named and (inner := one_text(named[name], depth + 1)):
            return inner
    for name in _ARGUMENTS:
        # A call of a tool that was never offered: what it is to be given is what was meant.
        if name in named and (inner := one_text(_unpacked(named[name]), depth + 1)):
            return inner
    texts = [inner for inner in value.values() if isinstance(inner, str) and inner.strip()]
    longest = max(texts, key=len, default="")
    others = sum(len(text) for text in texts) - len(longest)
    if len(longest) >= 200 and others * 4 <= len(longest) and len(texts) == len(value):
        return longest
    nested = [inner for inner in value.values() if isinstance(inner, dict)]
    return one_text(nested[0], depth + 1) if len(value) == 1 and nested else None


def parts_text(value: list[Any]) -> str:
    """Return the text of an answer that came as a list of typed parts; empty: it is none."""
    if not value or not all(isinstance(part, dict) and isinstance(part.get("type"), str) for part in value):
        return ""
    texts = [part.get("text") for part in value if part["type"] in ("text", "output_text")]
    return "".join(text for text in texts if isinstance(text, str))


def _unpacked(value: Any) -> Any:
    """Return what a text holds that is JSON itself, else the value as it is."""
    if isinstance(value, str) and looks_like_json(value):
        try:
            return load(value.strip())[0]
        except ValueError:
            return value
    return value


def put(value: Any, depth: int = 0) -> str:  # noqa: C901  one case a kind of value
    """Return a value as Markdown a person can read: names in bold, lists as bullets."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    value = _unpacked(value)
    if isinstance(value, str | int | float):
        return str(value)
    pad = "  " * min(depth, _DEEPEST)
    if depth > _DEEPEST:
        return "…"
    lines: list[str] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            words = put(inner, depth + 1)
            # “{{}}” is a place that nobody filled in.
            if not words.strip(" {}[]\n"):
                continue
            name = _name(str(key))
            if isinstance(inner, dict | list):
                lines.append(f"{pad}- **{name}:**\n{words}")
            elif "\n" in words and depth == 0:
                lines.append(f"**{name}**\n\n{words}\n")
            else:
                lines.append(f"{pad}- **{name}:** {words}" if depth else f"**{name}:** {words}\n")
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict):
                lines.append(f"{pad}- {line_of(inner)}")
            else:
                words = put(inner, depth + 1)
                lines += [words] if isinstance(inner, list) else [f"{pad}- {words}"] if words.strip() else []
    return "\n".join(lines)


def line_of(value: Any, depth: int = 0) -> str:
    value = _unpacked(value)
    if isinstance(value, dict) and depth < _DEEPEST:
        pairs = ((str(key), line_of(inner, depth + 1)) for key, inner in value.items())
        return "; ".join(f"{_name(key)}: {words}" for key, words in pairs if words)
    if isinstance(value, list) and depth < _DEEPEST:
        return ", ".join(filter(None, (line_of(inner, depth + 1) for inner in value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _name(key: str) -> str:
    label = re.sub(r"[_-]+", " ", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key)).strip()
    return label[:1].upper() + label[1:]
