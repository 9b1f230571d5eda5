"""What a writer or a judge is given: what stands above a level, the level, what was asked before."""

from __future__ import annotations

from collections.abc import Mapping

from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.files_reply import tag_for
from app.workflows.draft.state import DraftState


def file_texts(files: Mapping[str, str]) -> tuple[FileText, ...]:
    """Return files as a prompt takes them."""
    return tuple(FileText(path=path, text=text) for path, text in files.items())


def upstream(state: DraftState, level: str, settings: str) -> tuple[FileText, ...]:
    """Return the settings and all levels above one, the topmost first."""
    template = state.template
    above = {path: text for one in template.above(level) for path, text in one.files(state.files).items()}
    first = {template.settings: settings} if settings.strip() else {}
    return file_texts({**first, **above})


def level_asked(state: DraftState, settings: str) -> LevelAsked:
    """Return what every attempt at a level starts from: only the judge's words grow from one to the next."""
    now = state.now
    assert now is not None
    level, files = state.level(now.level), state.level_files(now.level)
    return LevelAsked(
        template=state.template.name,
        level=level.name,
        title=level.title,
        patterns=level.patterns,
        first=level.first,
        naming=level.naming,
        guide=level.guide,
        json_schema=level.json_schema,
        feedback=now.feedback,
        files=file_texts(files),
        upstream=upstream(state, level.name, settings),
        history=state.history(level.name),
        plan=now.plan,
        notes=now.notes,
        tag=tag_for(files.values()),
    )


def given_paths(asked: LevelAsked) -> tuple[str, ...]:
    """Return the files that a writer was given: those above, and the level's own."""
    return tuple(file.path for file in (*asked.upstream, *asked.files))
