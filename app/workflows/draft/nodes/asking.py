"""How a draft puts its questions: the prompt of a purpose, and one re-ask of a reply that has no form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.messages import ChatMessage, Missing, Reply
from app.engine.node import Ask, Context
from app.workflows.common.asking_twice import ask_twice, asked_again, schema_of
from app.workflows.common.reading.shown import NOTHING, ShownNames
from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.rules.files_reply import tag_for
from app.workflows.draft.state import DraftState

M = TypeVar("M", bound=BaseModel)
Place = Literal["writer", "judge", "reader"]
PREFIX = "draft_"
TEMPLATES = tuple(
    f"draft/{name}"
    for name in (
        "system", "restate", "outline", "write", "write_file", "passage", "judge", "rank", "explain", "facts",
        "continuity", "effects", "condense", "reask",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """How a question was answered: the fields that were read, None where no reply has them."""

    reply: M | None
    outcome: Reply | Missing
    mended: tuple[Fact, ...] = ()
    text: str = ""
    """Without fields: what was said."""


def make_ask(
    context: Context,
    purpose: str,
    seat: str,
    asked: BaseModel,
    *,
    place: Place,
    part: str = "",
    schema: type[BaseModel] | None = None,
    temperature: float | None = None,
) -> Ask:
    """Render a purpose's prompt for a seat; `asked` is a model of `asked.py`."""
    variables: dict[str, JsonValue] = asked.model_dump(mode="json")
    occupant = context.seat(seat)
    system = context.render(
        "draft/system", {"name": occupant.name, "place": place, "own": occupant.system_prompt or ""}
    )
    return Ask(
        purpose=purpose,
        seat=seat,
        part=part,
        messages=(
            ChatMessage(role="system", text=system),
            ChatMessage(role="user", text=context.render(f"draft/{purpose.removeprefix(PREFIX)}", variables)),
        ),
        reply_schema=schema_of(schema) if schema else None,
        temperature=temperature,
    )


async def ask_structured(
    context: Context, ask: Ask, model: type[M], *, tolerate: bool = False, shown: ShownNames = NOTHING
) -> Answered[M]:
    """Ask for a reply with fields, once more where it cannot be read; `tolerate`: a failure is Missing.

    `shown`: the names that it has to use.
    """
    read = await ask_twice(
        context,
        ask,
        model,
        lambda ask, reply, problem: again(context, ask, reply, problem.why, problem.shown),
        tolerate=tolerate,
        shown=shown,
    )
    said = read.outcome.text if read.value is None and isinstance(read.outcome, Reply) else ""
    return Answered(read.value, read.outcome, read.mended, said)


def again(context: Context, ask: Ask, reply: Reply, why: str, shown: str = "", form: str = "json") -> Ask:
    """Return a question once more, with what was wrong with its answer. `form`: json, files or passage."""
    return asked_again(ask, reply, context.render("draft/reask", {"form": form, "why": why, "shown": shown}))


def file_texts(files: Mapping[str, str]) -> tuple[FileText, ...]:
    """Return files as a prompt takes them."""
    return tuple(FileText(path=path, text=text) for path, text in files.items())


def upstream(state: DraftState, level: str) -> tuple[FileText, ...]:
    """Return the settings and all levels above one, the topmost first."""
    template = state.template
    above = {path: text for one in template.above(level) for path, text in one.files(state.files).items()}
    settings = settings_text(state)
    first = {template.settings: settings} if settings.strip() else {}
    return file_texts({**first, **above})


def level_asked(state: DraftState) -> LevelAsked:
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
        upstream=upstream(state, level.name),
        history=state.history(level.name),
        plan=now.plan,
        notes=now.notes,
        tag=tag_for(files.values()),
    )


def given_paths(asked: LevelAsked) -> tuple[str, ...]:
    """Return the files that a writer was given: those above, and the level's own."""
    return tuple(file.path for file in (*asked.upstream, *asked.files))


async def fits(context: Context, ask: Ask) -> bool:
    """Tell whether a question fits its model's window, as far as that is known."""
    estimate = await context.estimate(ask)
    if not estimate.context_limit:
        return True
    return estimate.tokens_in <= estimate.context_limit - min(4000, estimate.context_limit // 4)


def settings_text(state: DraftState) -> str:
    """Return the text of the settings file; before the first acceptance, what it is going to be."""
    there = state.files.get(state.template.settings)
    if there is not None:
        return there
    if not state.setup.brief.strip():
        return ""
    return json.dumps({"brief": state.setup.brief.strip()}, ensure_ascii=False, indent=2) + "\n"
