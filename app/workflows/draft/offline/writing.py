"""The offline writer: small changes and skeletons; what it cannot do it leaves, and says so.

A skeleton has the lines of the brief, or of what stands above, under headings.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from app.domain.messages import ModelRequest
from app.workflows.common.offline.language import LANGUAGES, sentence
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.statements import quoted, statements_of
from app.workflows.draft.offline.requests import (
    PASSAGE,
    SKELETON,
    Told,
    applied,
    requests_of,
    strings_of,
)
from app.workflows.draft.rules.files_reply import block


def write(request: ModelRequest) -> str:
    """Return a level: files that change, the names of those that stay, and of those that go."""
    told = Told.by(request)
    old, new = told.level, _written(told)
    parts: list[str] = []
    for path in (*old, *(path for path in new if path not in old)):
        if path not in new:
            parts.append(f"<<<DROP {told.tag} {path}>>>\n")
        elif new[path] == old.get(path):
            parts.append(f"<<<KEEP {told.tag} {path}>>>\n")
        else:
            parts.append(block(path, new[path], told.tag))
    return _behind(told, "\n".join(parts))


def write_file(request: ModelRequest) -> str:
    """Return one file of a level."""
    told = Told.by(request)
    now = told.files(f"This is {told.path} as it is:")
    around = {**told.files("as they will be:"), **now, **told.files("as they are now:")}
    text = applied(around, requests_of(told.request)).get(told.path) if told.request else None
    return _behind(told, block(told.path, text if text is not None else _file_of(told), told.tag))


def outline(request: ModelRequest) -> str:
    """Say which files a level changes, adds and drops."""
    told = Told.by(request)
    old, new = told.level, _written(told)
    what = told.request or told.say("from_above")
    items = [
        {"file": path, "action": "change" if path in old else "add", "what": what}
        for path in new
        if new[path] != old.get(path)
    ]
    items += [{"file": path, "action": "drop", "what": what} for path in old if path not in new]
    return as_json({"files": items})


def restate(request: ModelRequest) -> str:
    """Say what would be done in which files, and for what there is no rule."""
    told = Told.by(request)
    old = told.level
    changes: list[str] = []
    new = dict(old)
    for one in requests_of(told.request):
        before, new = new, applied(new, [one])
        files = [path for path in {**before, **new} if before.get(path) != new.get(path)]
        name = "keeps" if one.kind == "keep" else "no_rule" if one.kind == "unknown" else "not_there"
        cannot = told.say(name, said=quoted(one.said, told.language))
        changes.append(f"{', '.join(files)}: {one.said}" if files else cannot)
    if not told.request:
        new = _skeleton(told)
        changes = [f"{path}: {told.say('from_above')}" for path in new]
    untouched = [path for path in old if new.get(path) == old[path]]
    asked = told.request or told.say("from_above")
    return as_json({"request": asked, "changes": changes, "untouched": untouched})


def passage(request: ModelRequest) -> str:
    """Return what stands for a marked passage."""
    told = Told.by(request)
    wanted = [replace(one, where="") for one in requests_of(told.request)]
    new = applied({PASSAGE: told.prompt.text("passage")}, wanted).get(PASSAGE, "")
    return f"<<<{told.tag}>>>\n{new.strip()}\n<<<END {told.tag}>>>\n"


def condense(request: ModelRequest) -> str:
    """Say what was asked for in the oldest iterations, a line each."""
    shown = Told.by(request).prompt.named("iteration ")
    asked = (one.text.removeprefix("asked: ").partition("\nchanged: ")[0] for one in shown)
    return "\n".join(f"- {' '.join(text.split())[:160]}" for text in asked) or "-"


def _written(told: Told) -> dict[str, str]:
    if not told.request:
        return _skeleton(told)
    return applied(told.level or _skeleton(told), requests_of(told.request))


def _behind(told: Told, whole: str) -> str:
    """Return an answer behind what had arrived of it; all of it where that was another one."""
    begun = told.prompt.text("begun")
    return whole[len(begun) :] if begun and whole.startswith(begun) else whole


# --- the skeleton of a level -------------------------------------------------------------------------

_TITLE_WORDS = 8
_NUMBERED = re.compile(r"\d+-[^/]*?(\.\w+)$")
Part = tuple[str, str]
"""A heading and what stands under it."""


def _skeleton(told: Told) -> dict[str, str]:
    naming, first = told.naming
    title, parts = _above(told)
    if first.endswith(".json"):
        return {first: _json(told, title)}
    if not naming:
        return {first or "document.md": _whole(told, title, parts)}
    found = {first: _whole(told, title, parts)} if first and not _NUMBERED.search(first) else {}
    for number, (heading, body) in enumerate(parts, 1):
        name = _NUMBERED.sub(rf"{number:02d}-{_slug(heading)}\1", naming)
        found[name] = _text(told, f"# {heading}", body)
    return found


def _file_of(told: Told) -> str:
    """Return the one file that is asked for of a level too long for one reply."""
    title, parts = _above(told)
    task = told.prompt.text("task")
    body = next((body for heading, body in parts if _slug(heading) in told.path), "")
    heading = next((heading for heading, _ in parts if _slug(heading) in told.path), title)
    return _text(told, f"# {heading}", body or task)


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    found = re.findall(r"[a-z0-9]+", "".join(one for one in plain if not unicodedata.combining(one)))
    return "-".join(found[:4]) or "part"


def _brief_in(told: Told) -> str:
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
    brief = _brief_in(told)
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
    return " ".join(words) if len(words) <= _TITLE_WORDS else " ".join(words[:_TITLE_WORDS]) + " …"


def _quotable(text: str) -> str:
    """Return a text without what rules said of their own in it."""
    own = [sentence("draft", SKELETON, language) for language in LANGUAGES]
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
    return f"{heading}\n\n{body}\n\n*{told.say(SKELETON)}*\n"


def _json(told: Told, title: str) -> str:
    schema: Mapping[str, object] = json.loads(told.prompt.text("schema") or "{}")
    required = schema.get("required")
    names = [str(name) for name in required] if isinstance(required, list) else ["title", "text"]
    brief = " ".join(_brief_in(told).split()) or title
    found = {name: title if name == "title" else brief for name in names}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
