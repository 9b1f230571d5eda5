"""The offline writer: it generates levels and does simple instructions; what it cannot do it leaves."""

from __future__ import annotations

from dataclasses import replace

from app.domain.canonical import dumps
from app.domain.messages import ModelRequest
from app.workflows.draft.asked import CondenseAsked, FileAsked, LevelAsked, PassageAsked
from app.workflows.draft.files_reply import block
from app.workflows.draft.offline.brief import brief_of, closed
from app.workflows.draft.offline.cutting import MARKED, Setting
from app.workflows.draft.offline.editing import applied
from app.workflows.draft.offline.instructions import Instruction, instructions_of
from app.workflows.draft.offline.paper import document, report
from app.workflows.draft.offline.story import novel, people_in

STORIES = ("novel", "story", "screenplay", "play")
"""Templates whose texts are told; the others argue."""


def write(request: ModelRequest) -> str:
    """Return a level as a whole: files that change, the names of those that stay, and of those that go."""
    asked = LevelAsked.model_validate(request.inputs)
    old = {file.path: file.text for file in asked.files}
    new = written(asked)
    parts: list[str] = []
    for path in (*old, *(path for path in new if path not in old)):
        if path not in new:
            parts.append(f"<<<DROP {asked.tag} {path}>>>\n")
        elif new[path] == old.get(path):
            parts.append(f"<<<KEEP {asked.tag} {path}>>>\n")
        else:
            parts.append(block(path, new[path], asked.tag))
    return _behind(asked.begun, "\n".join(parts))


def write_file(request: ModelRequest) -> str:
    """Return one file of a level."""
    asked = FileAsked.model_validate(request.inputs)
    around = {file.path: file for file in (*asked.before, *asked.files, *asked.after)}
    whole = asked.model_copy(update={"files": tuple(around.values())}) if asked.feedback else asked
    new = written(whole)
    text = new.get(asked.path)
    if text is None:
        title = asked.path.rpartition("/")[2].rpartition(".")[0].lstrip("0123456789-_ ").replace("-", " ")
        told = closed(asked.what or asked.feedback or asked.title)
        text = f"# {title.capitalize() or asked.title}\n\n{told}\n"
    return _behind(asked.begun, block(asked.path, text, asked.tag))


def outline(request: ModelRequest) -> str:
    """Say which files a level changes, adds and drops."""
    asked = LevelAsked.model_validate(request.inputs)
    old = {file.path: file.text for file in asked.files}
    new = written(asked)
    said = (
        "; ".join(one.said.rstrip(".") for one in instructions_of(asked.feedback)) if asked.feedback else ""
    )
    items = [
        {
            "file": path,
            "action": "change" if path in old else "add",
            "what": said or f"write {path} from what stands above it",
        }
        for path in new
        if new[path] != old.get(path)
    ]
    items += [{"file": path, "action": "drop", "what": said} for path in old if path not in new]
    return dumps({"files": items})


def restate(request: ModelRequest) -> str:
    """Say what would be done, in which files, and what no rule can do."""
    asked = LevelAsked.model_validate(request.inputs)
    old = {file.path: file.text for file in asked.files}
    new = written(asked)
    changed = [path for path in (*old, *(p for p in new if p not in old)) if new.get(path) != old.get(path)]
    wanted = instructions_of(asked.feedback) if asked.feedback else []
    changes = [f"{', '.join(changed[:6])}{' …' if len(changed) > 6 else ''}: {_told(one)}" for one in wanted]
    return dumps(
        {
            "request": closed(asked.feedback or f"Write “{asked.title}” from what stands above it"),
            "changes": changes or [f"write {path}" for path in changed] or ["nothing: no rule knows how"],
            "untouched": [path for path in old if path not in changed],
        }
    )


def passage(request: ModelRequest) -> str:
    """Return what stands for a marked passage; alternatives go a step further each."""
    asked = PassageAsked.model_validate(request.inputs)
    wanted = [replace(one, where="") for one in instructions_of(asked.feedback)]
    strength = len(asked.notes) + asked.alternative
    new = applied({MARKED: asked.passage}, wanted, setting_of(asked), strength).get(MARKED, "")
    return f"<<<{asked.tag}>>>\n{new.strip()}\n<<<END {asked.tag}>>>\n"


def condense(request: ModelRequest) -> str:
    """Say the oldest iterations in a line each."""
    asked = CondenseAsked.model_validate(request.inputs)
    lines = [f"- {' '.join(entry.feedback.split())[:160]}" for entry in asked.history]
    return "\n".join(lines) or "Nothing was asked before."


# --- what it makes ------------------------------------------------------------------------------------


def written(asked: LevelAsked) -> dict[str, str]:
    """Return the level as it would be; an earlier judge's word makes the next attempt go further."""
    old = {file.path: file.text for file in asked.files}
    if not asked.feedback or not old:
        old = generated(asked)
    if not asked.feedback:
        return old
    return applied(old, instructions_of(asked.feedback), setting_of(asked), 1 + len(asked.notes))


def generated(asked: LevelAsked) -> dict[str, str]:
    """Return a level written anew from what stands above it."""
    match asked.template:
        case "novel":
            return novel(asked)
        case "report":
            return report(asked)
        case _:
            return document(asked)


def setting_of(asked: LevelAsked) -> Setting:
    """Return what is known beside the text."""
    brief = brief_of(asked)
    cast = people_in((*asked.upstream, *asked.files), brief)
    above = asked.upstream or asked.files
    return Setting(asked.template in STORIES, cast, above, brief.text if brief.text != asked.feedback else "")


def _told(one: Instruction) -> str:
    if one.kind == "other":
        return f"no rule knows how to do “{one.said}”; it stays undone"
    return one.said.rstrip(".")


def _behind(begun: str, reply: str) -> str:
    """Return what of a reply had not arrived yet."""
    return reply[len(begun) :] if begun and reply.startswith(begun) else reply
