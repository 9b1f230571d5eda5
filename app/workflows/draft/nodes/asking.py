"""How a draft puts its questions: the prompt of a purpose, and one re-ask of a reply that has no form."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.gates import GateData, GateKind
from app.domain.i18n import Message, words
from app.domain.messages import ChatMessage
from app.engine.node import Ask, Context, GateReply
from app.workflows.common.asking_twice import REASK, schema_of
from app.workflows.common.effects import as_recorded
from app.workflows.draft import asked
from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.rules.checks import EffectsReply
from app.workflows.draft.rules.continuity import ContinuityReply, FactsReply
from app.workflows.draft.rules.drift import AimsReply, DriftReply
from app.workflows.draft.rules.explaining import ExplainReply
from app.workflows.draft.rules.files_reply import tag_for
from app.workflows.draft.rules.judging import JudgeReply, RankReply, conditional
from app.workflows.draft.rules.level_plan import OutlineReply, PlanReply
from app.workflows.draft.state import EXPLAINER, DraftState

_PREFIX = "draft_"


class Purpose(NamedTuple):
    """What a seat is asked for in words, as what, and the fields of its reply; None: it is a text."""

    title: Message
    place: Literal["writer", "judge", "reader"]
    reply: type[BaseModel] | None = None


PURPOSES: Mapping[str, Purpose] = {
    asked.RESTATE: Purpose(words("planning"), "writer", PlanReply),
    asked.OUTLINE: Purpose(words("planning the files"), "writer", OutlineReply),
    asked.WRITE: Purpose(words("writing"), "writer"),
    asked.WRITE_FILE: Purpose(words("writing a file"), "writer"),
    asked.PASSAGE: Purpose(words("writing a passage"), "writer"),
    asked.JUDGE: Purpose(words("judging"), "judge", JudgeReply),
    asked.RANK: Purpose(words("comparing the texts"), "judge", RankReply),
    asked.EXPLAIN: Purpose(words("explaining what changed"), "reader", ExplainReply),
    asked.FACTS: Purpose(words("reading for facts"), "reader", FactsReply),
    asked.CONTINUITY: Purpose(words("comparing facts"), "reader", ContinuityReply),
    asked.EFFECTS: Purpose(words("looking what it affects"), "reader", EffectsReply),
    asked.AIMS: Purpose(words("reading for aims"), "reader", AimsReply),
    asked.DRIFT: Purpose(words("looking for aims"), "reader", DriftReply),
    asked.CONDENSE: Purpose(words("summing up earlier requests"), "reader"),
}
TEMPLATES = (REASK, *(f"draft/{name.removeprefix(_PREFIX)}" for name in ("system", *PURPOSES, "reask")))
_OF_READING = 0.1
"""Temperature of who reads for facts and compares them."""


def make_ask(
    state: DraftState,
    context: Context,
    purpose: str,
    question: BaseModel,
    seat: str = EXPLAINER,
    part: str = "",
) -> Ask:
    """Render a purpose's prompt for a seat; `question` is a model of `asked.py`."""
    _, place, schema = PURPOSES[purpose]
    occupant, setup = context.seat(seat), state.setup
    variables: dict[str, JsonValue] = {
        **question.model_dump(mode="json"),
        "name": occupant.name,
        "place": place,
        "own": occupant.system_prompt or "",
    }
    system = context.render("draft/system", {})
    user = context.render(f"draft/{purpose.removeprefix(_PREFIX)}", variables)
    of_place = {"writer": setup.temperature, "judge": setup.judge_temperature, "reader": _OF_READING}
    of_purpose = {asked.EXPLAIN: setup.explain_temperature, asked.CONDENSE: None}
    return Ask(
        purpose=purpose,
        seat=seat,
        part=part,
        messages=(ChatMessage(role="system", text=system), ChatMessage(role="user", text=user)),
        reply_schema=schema_of(schema) if schema else None,
        shared=user.shared,
        temperature=of_purpose.get(purpose, of_place[place]),
    )


async def fitting_ask(
    state: DraftState,
    context: Context,
    purpose: str,
    question: Callable[[bool], BaseModel],
    seat: str = EXPLAINER,
    part: str = "",
) -> tuple[Ask, bool]:
    """Render a question, shortened where the whole does not fit its model's window; return whether, too."""
    ask = make_ask(state, context, purpose, question(False), seat, part)
    if await fits(context, ask):
        return ask, False
    return make_ask(state, context, purpose, question(True), seat, part), True


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
    now = state.iteration
    level, files = state.level(now.level), state.level_files(now.level)
    return LevelAsked(
        title=level.title,
        patterns=level.patterns,
        first=level.first,
        naming=level.naming,
        guide=level.guide,
        json_schema=level.json_schema,
        feedback=now.feedback,
        conditional=conditional(now.feedback),
        files=file_texts(files),
        upstream=upstream(state, level.name),
        history=state.history(level.name),
        objections=state.objections(level.name),
        plan=now.plan,
        notes=now.notes,
        tag=tag_for(files.values()),
    )


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


def answer_of(reply: GateReply, kind: GateKind) -> GateData:
    """Return what a gate was answered with, as its verb's model; the service has checked it already."""
    with as_recorded():
        return kind.verb(reply.verb).data.model_validate(dict(reply.data))
