"""The offline writer: small changes and skeletons; what it cannot do it leaves, and says so."""

from __future__ import annotations

from dataclasses import replace

from app.domain.messages import ModelRequest
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.draft.offline.requests import Request, applied, requests_of
from app.workflows.draft.offline.skeleton import file_of, skeleton
from app.workflows.draft.offline.told import PASSAGE, Told
from app.workflows.draft.offline.wording import say
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
    return _behind(told, block(told.path, text if text is not None else file_of(told), told.tag))


def outline(request: ModelRequest) -> str:
    """Say which files a level changes, adds and drops."""
    told = Told.by(request)
    old, new = told.level, _written(told)
    what = told.request or say(told.language, "from_above")
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
        changes += [f"{', '.join(files)}: {one.said}"] if files else [_cannot(told, one)]
    if not told.request:
        new = skeleton(told)
        changes = [f"{path}: {say(told.language, 'from_above')}" for path in new]
    untouched = [path for path in old if new.get(path) == old[path]]
    asked = told.request or say(told.language, "from_above")
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
        return skeleton(told)
    return applied(told.level or skeleton(told), requests_of(told.request))


def _cannot(told: Told, one: Request) -> str:
    name = "keeps" if one.kind == "keep" else "no_rule" if one.kind == "unknown" else "not_there"
    return say(told.language, name, said=quoted(one.said, told.language))


def _behind(told: Told, whole: str) -> str:
    """Return an answer behind what had arrived of it; all of it where that was another one."""
    begun = told.prompt.text("begun")
    return whole[len(begun) :] if begun and whole.startswith(begun) else whole
