"""The skeleton of a level: the lines of the brief, or of what stands above, under headings."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping

from app.workflows.common.offline.statements import statements_of
from app.workflows.draft.offline.told import Told, strings_of
from app.workflows.draft.offline.wording import SKELETON, say

TITLE_WORDS = 8
_NUMBERED = re.compile(r"\d+-[^/]*?(\.\w+)$")
Part = tuple[str, str]
"""A heading and what stands under it."""


def skeleton(told: Told) -> dict[str, str]:
    """Return the files of a level that is written for the first time, or anew."""
    naming, first = told.naming
    title, parts = _above(told)
    if first.endswith(".json"):
        return {first: _json(told, title)}
    if not naming:
        return {first or "document.md": _whole(told, title, parts)}
    found = {first: _whole(told, title, parts)} if first and not _NUMBERED.search(first) else {}
    for number, (heading, body) in enumerate(parts, 1):
        name = _NUMBERED.sub(rf"{number:02d}-{slug(heading)}\1", naming)
        found[name] = _text(told, f"# {heading}", body)
    return found


def file_of(told: Told) -> str:
    """Return the one file that is asked for of a level too long for one reply."""
    title, parts = _above(told)
    task = told.prompt.text("task")
    body = next((body for heading, body in parts if slug(heading) in told.path), "")
    heading = next((heading for heading, _ in parts if slug(heading) in told.path), title)
    return _text(told, f"# {heading}", body or task)


def slug(text: str, most: int = 4) -> str:
    """Return words for a file name."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    found = re.findall(r"[a-z0-9]+", "".join(one for one in plain if not unicodedata.combining(one)))
    return "-".join(found[:most]) or "part"


def brief_in(told: Told) -> str:
    """Return the author's own brief: that of the settings, else what is asked for."""
    for path, text in told.above.items():
        fields = strings_of(text) if path.endswith(".json") else {}
        if fields:
            return fields.get("brief") or fields.get("premise") or max(fields.values(), key=len)
    return told.request


def _above(told: Told) -> tuple[str, list[Part]]:
    """Return the title and the parts that stand above: files, sections, else what the brief says."""
    texts = {path: _quotable(text) for path, text in told.above.items() if not path.endswith(".json")}
    nearest = next(reversed(texts), "").rpartition("/")[0]
    files = [text for path, text in texts.items() if path.rpartition("/")[0] == nearest]
    brief = brief_in(told)
    title = _title(told, brief)
    sections = _sections(files[0]) if files else []
    if len(files) > 1:
        # A first file that speaks of the whole is no part of it.
        parts = [_headed(text) for text in files]
        return title, parts[1:] if sections else parts
    if sections:
        return title, sections
    said = [one.plain for one in statements_of(files[0] if files else brief) if one.kind != "heading"]
    return title, [(_short(text), text) for text in said] or [(title, brief)]


def _title(told: Told, brief: str) -> str:
    named = [strings_of(text).get("title", "") for path, text in told.above.items() if path.endswith(".json")]
    first = next((one.plain for one in statements_of(brief)), "") or told.naming[1] or "Text"
    return next(filter(None, named), "") or _short(first)


def _short(text: str) -> str:
    words = text.rstrip(".?!:").split()
    return " ".join(words) if len(words) <= TITLE_WORDS else " ".join(words[:TITLE_WORDS]) + " …"


def _quotable(text: str) -> str:
    """Return a text without what rules said of their own in it."""
    own = {say(language, SKELETON) for language in ("en", "de")}
    return "\n".join(line for line in text.split("\n") if line.strip("*") not in own).strip()


def _sections(text: str) -> list[Part]:
    heads = list(re.finditer(r"(?m)^##\s+(.+?)\s*$", text))
    ends = [*(head.start() for head in heads), len(text)][1:]
    return [(head[1], text[head.end() : end].strip()) for head, end in zip(heads, ends, strict=False)]


def _headed(text: str) -> Part:
    head = re.match(r"\s*#+\s+(.+?)\s*(?:\n|$)", text)
    return (head[1], text[head.end() :].strip()) if head else (_short(text.split("\n")[0]), text)


def _whole(told: Told, title: str, parts: list[Part]) -> str:
    if [heading for heading, _ in parts] == [title]:
        return _text(told, f"# {title}", parts[0][1])
    return _text(told, f"# {title}", "\n\n".join(f"## {heading}\n\n{body}" for heading, body in parts))


def _text(told: Told, heading: str, body: str) -> str:
    return f"{heading}\n\n{body}\n\n*{say(told.language, SKELETON)}*\n"


def _json(told: Told, title: str) -> str:
    schema: Mapping[str, object] = json.loads(told.prompt.text("schema") or "{}")
    required = schema.get("required")
    names = [str(name) for name in required] if isinstance(required, list) else ["title", "text"]
    brief = " ".join(brief_in(told).split()) or title
    found = {name: title if name == "title" else brief for name in names}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
