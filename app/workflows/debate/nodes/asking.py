"""How the debate's nodes put their questions: prompts, fields with one re-ask, answers with tools.

Rules: what a member fetches with a tool of the person's servers is kept whole and called by its content, so
that two members who fetched the same speak of the same source; whether a cited passage stands in it says the
program, wherever a text is that cites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue, digest
from app.domain.fact_base import Fact
from app.domain.given_pictures import about
from app.domain.i18n import translate
from app.domain.ids import RESERVED_SEATS
from app.domain.live_text import LiveFields, live_text
from app.domain.messages import ChatMessage, Missing, Reply
from app.engine.node import Ask, Context
from app.workflows.common.asking_twice import CUT, REASK, ask_twice, mended_facts, reask, schema_of
from app.workflows.common.quotes import FoldedText
from app.workflows.common.reading.names import live_fields
from app.workflows.common.reading.reader import (
    Prose,
    read_answer,
    read_prose,
    readable,
)
from app.workflows.common.reading.shown import NOTHING, ShownNames
from app.workflows.common.replies import (
    CheckReply,
    ClarificationReply,
    CompareReply,
    CritiqueReply,
    DraftsReply,
    EvaluationReply,
    GradingReply,
    GroupingReply,
    PoolingReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.common.tool_loop import ToolRun, ask_with_tools
from app.workflows.common.tools import served_by_name
from app.workflows.debate.facts import SourceFetched
from app.workflows.debate.ledger import Question
from app.workflows.debate.setup import ContextText
from app.workflows.debate.state import DebateState

M = TypeVar("M", bound=BaseModel)
LIVE: dict[str, LiveFields] = {
    "proposal": live_fields(RefinementReply),
    "refinement": live_fields(RefinementReply),
    "synthesis": replace(live_fields(SynthesisReply), result=True),
    "critique": replace(live_fields(CritiqueReply), answer=False),
    "pooling": replace(live_fields(PoolingReply), answer=False),
    "clarification": replace(live_fields(ClarificationReply), answer=False),
    "evaluation": replace(live_fields(EvaluationReply), answer=False),
    "debate_check": replace(live_fields(CheckReply), answer=False),
    "compare": replace(live_fields(CompareReply), answer=False),
    "drafts": replace(live_fields(DraftsReply), answer=False),
    "grouping": replace(live_fields(GroupingReply), answer=False),
    "grading": replace(live_fields(GradingReply), answer=False),
    "summarization": replace(live_fields(RefinementReply), answer=False),
}
"""What a person reads of each purpose's replies while they are written."""
TEMPLATES = ("debate/system", *(f"debate/{purpose}" for purpose in LIVE), REASK)
MOST_FETCHES = 8
"""Calls of tools that a member may make for one answer."""
_CITED = re.compile(r"\[source ([0-9a-f]{6})\]", re.IGNORECASE)
_QUOTED = re.compile(r"[“„«\"]([^“”„«»\"\n]{4,800})[”“»\"]")
_BEFORE = 1_000
"""Characters before a name in which the passage that it is cited for stands."""
Verdict = Literal["found", "not_there", "unquoted", "unknown"]


def question_inputs(state: DebateState, seat: str = "") -> dict[str, JsonValue]:
    """Return what every prompt is given: the question, must-haves, context and answered questions.

    `seat`: with the files that this member alone has. What others told of theirs is known to all.
    """
    setup, own = state.setup, state.setup.own_files(seat) if seat else ()
    alone: list[JsonValue] = [item.name for item in own if setup.holders(item) == {seat}]
    shared: list[JsonValue] = [
        item.name for item in own if "" not in (held := setup.holders(item)) and held != {seat}
    ]
    return {
        "question": state.setup.question,
        "must_haves": list[JsonValue](state.setup.must_haves),
        "context": _shown(setup.material()),
        "own_context": _shown((*own, *told(state, seat))),
        **_pictured("pictures", setup.pictures()),
        **_pictured("own_pictures", own),
        "qa": answered(state),
        **({"alone": alone} if alone else {}),
        **({"shared": shared} if shared else {}),
    }


def _shown(texts: Iterable[ContextText]) -> list[JsonValue]:
    return [{"name": item.name, "text": item.text} for item in texts if item.picture is None]


def _pictured(name: str, items: Iterable[ContextText]) -> dict[str, JsonValue]:
    """Return what a prompt says of pictures; nothing where there are none."""
    told: list[JsonValue] = [
        {"name": item.name, "about": about(item.picture)} for item in items if item.picture is not None
    ]
    return {name: told} if told else {}


def told(state: DebateState, seat: str = "") -> Iterator[ContextText]:
    """Yield what other members told of the files that they alone have, without saying who they are."""
    for pooled in state.pooled.values():
        if pooled.seat == seat:
            continue
        for file in dict.fromkeys(one.file for one in pooled.known):
            lines = [f"- {one.words}" for one in pooled.known if one.file == file]
            files = [item for item in state.setup.own_files(pooled.seat) if file in ("", item.name)]
            holders = frozenset[str]().union(*map(state.setup.holders, files))
            if file and ("" in holders or (seat and seat in holders)):
                continue
            whose = "one member alone was" if holders == {pooled.seat} else "only some were"
            name = f"{file}, which {whose} given" if file else f"what {whose} given"
            yield ContextText(name=name, text="\n".join(lines))


def answered(state: DebateState) -> list[JsonValue]:
    """Return the clarifying questions that have ended, with their answers in words."""
    return [
        {
            "question": question.fact.text,
            "answer": answer_words(question),
            "status": question.answer.status,
        }
        for question in state.questions.values()
        # What nobody answered tells the members nothing; the chair's prompt names it once.
        if question.answer is not None and question.answer.status != "not_answered"
    ]


def unanswered(state: DebateState) -> list[JsonValue]:
    """Return the clarifying questions that were asked and not answered."""
    ended = [question for question in state.questions.values() if question.answer is not None]
    return [one.fact.text for one in ended if one.answer and one.answer.status == "not_answered"]


def answer_words(question: Question) -> str:
    """Return an ended question's answer as the members are told it."""
    if question.answer is None:
        return ""
    status = {
        "answered": "",
        "assume": translate("Not sure: assume something sensible and say so."),
        "none_fits": translate("None of the options fits."),
        "not_answered": translate("Not answered."),
    }[question.answer.status]
    return " ".join(part for part in (question.answer.option, question.answer.note, status) if part)


def pinned(state: DebateState) -> dict[str, JsonValue]:
    """Return the person's guidance and the feedback of a rejected attempt."""
    return {"guidance": "\n\n".join(given.text for given in state.guidance), "feedback": state.feedback}


def make_ask(
    state: DebateState,
    context: Context,
    purpose: str,
    seat: str,
    inputs: Mapping[str, JsonValue],
    *,
    part: str = "",
    schema: type[BaseModel] | None = None,
) -> Ask:
    """Render a purpose's prompt for a seat; the pictures that `inputs` name are shown with it."""
    occupant = context.seat(seat)
    who: dict[str, JsonValue] = {
        "name": occupant.name,
        "place": seat if seat in RESERVED_SEATS else "member",
        "role": occupant.role,
        "own": occupant.system_prompt or "",
    }
    system = context.render("debate/system", {})
    user = context.render(f"debate/{purpose}", {**who, **inputs})
    named = ("pictures" in inputs) or ("own_pictures" in inputs)
    given = state.setup.pictures(seat if "own_pictures" in inputs else "") if named else ()
    pictures = tuple(item.picture for item in given if item.picture is not None)
    return Ask(
        purpose=purpose,
        seat=seat,
        part=part,
        messages=(
            ChatMessage(role="system", text=system),
            ChatMessage(role="user", text=user, pictures=pictures),
        ),
        reply_schema=schema_of(schema) if schema else None,
        shared=user.shared,
    )


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """How a question was answered: the fields that were read, and the reply they come from."""

    reply: M | None
    """None: no reply, or none whose fields could be read."""
    outcome: Reply | Missing
    mended: tuple[Fact, ...] = ()
    """What was done so that it could be read."""
    text: str = ""
    """Without fields: the answer in prose, empty where there is none."""
    words: str = ""
    """Without fields: what was said, for a person to read; never JSON."""
    part: str | None = None
    """The call that the answer is of, where it is not the one that was asked for."""

    @property
    def cut(self) -> bool:
        """Whether it was cut off before its end and is used as it is."""
        return isinstance(self.outcome, Reply) and self.outcome.partial


async def ask_structured(
    state: DebateState,
    context: Context,
    ask: Ask,
    model: type[M],
    *,
    tolerate: bool = False,
    shown: ShownNames = NOTHING,
) -> Answered[M]:
    """Ask for a structured reply, once more where it cannot be read, with the part that could not.

    With `tolerate` a failed call comes back as Missing. `shown`: the names that the reply has to use.
    """
    keep_json = asks_for_json(state)
    read = await ask_twice(context, ask, model, tolerate=tolerate, keep_json=keep_json, shown=shown)
    replies = read.replies
    if not replies:
        return Answered(read.value, read.outcome, read.mended)
    if replies[0].partial:
        text = _of_a_part(replies[0].text, model, keep_json=keep_json)
        return Answered(None, replies[0], read.mended, text, text)
    answers = [read_answer(reply.text, keep_json=keep_json) for reply in replies]
    # A second reply that only says that it cannot is no answer where the first one was.
    best = max(answers, key=lambda answer: len(answer.text)) if answers else Prose("")
    if answers[0].text and 2 * len(answers[0].text) >= len(best.text):
        best = answers[0]
    outcome = replies[answers.index(best)]
    mends = ("asked_again", *(best.mends if best.text else ("readable",)))
    return Answered(
        None,
        outcome,
        mended_facts(ask, outcome, mends),
        best.text,
        readable(outcome.text) or readable(replies[-1].text),
    )


async def ask_text(state: DebateState, context: Context, ask: Ask) -> Answered[BaseModel]:
    """Ask for an answer in prose, once more where only thoughts arrive; `text` is empty where none came."""
    keep_json = asks_for_json(state)
    first = await context.ask(ask)
    if isinstance(first, Missing):
        return Answered(None, first)
    prose = read_prose(first.text, keep_json=keep_json)
    if prose.text.strip() or first.partial:
        mends = (CUT, *prose.mends) if first.partial else prose.mends
        return Answered(None, first, mended_facts(ask, first, mends), prose.text, prose.text)
    again = reask(context, ask, first, "it holds thoughts and no answer")
    second = await context.ask(again)
    reply = first if isinstance(second, Missing) else second
    prose = read_prose(reply.text, keep_json=keep_json)
    text = prose.text or readable(reply.text)
    return Answered(None, reply, mended_facts(ask, reply, ("asked_again", *prose.mends)), text, text)


def _of_a_part(text: str, model: type[BaseModel], *, keep_json: bool) -> str:
    """Return the text of a reply that breaks off before any of its fields is whole, as far as it goes."""
    prose = read_answer(text, keep_json=keep_json).text
    return prose or live_text(text, live_fields(model)).text.strip()


def asks_for_json(state: DebateState) -> bool:
    """Tell whether the person asks for JSON: then it is the answer, and no manner of writing it."""
    return any("json" in text.casefold() for text in (state.setup.question, *state.setup.must_haves))


@dataclass(frozen=True, slots=True)
class SourceCited:
    """A source that a text cites, and what came of the look for the passage."""

    source: str
    quote: str
    verdict: Verdict


async def ask_fetching(state: DebateState, context: Context, ask: Ask) -> Answered[BaseModel]:
    """Ask for an answer in prose; with tools where the session was given some, whose results are sources."""
    served = await served_by_name(context) if state.setup.tool_servers else {}
    if not served:
        return await ask_text(state, context, ask)
    end = await ask_with_tools(
        context, ask, (), served=served, most_calls=MOST_FETCHES, called=lambda run: f"[{_named(run)}]"
    )
    fetched = tuple(
        SourceFetched(
            source=_name(run.output),
            seat=ask.seat,
            tool=run.tool,
            arguments=run.arguments,
            text=run.output,
        )
        for run in end.runs
        if run.ok and run.ran
    )
    facts: tuple[Fact, ...] = (*end.facts, *fetched)
    if end.reply is None:
        assert end.missing is not None
        return Answered(None, end.missing, facts)
    prose = read_prose(end.text, keep_json=asks_for_json(state))
    text = prose.text or end.text
    mended = mended_facts(ask, end.reply, prose.mends)
    part = f"{ask.part}-turn-{end.turns}" if ask.part else f"turn-{end.turns}"
    return Answered(None, end.reply, (*facts, *mended), text, text, part)


def _name(text: str) -> str:
    return digest(text)[:6]


def _named(run: ToolRun) -> str:
    return f"source {_name(run.output)}"


def cited(text: str, sources: Mapping[str, SourceFetched]) -> Iterator[SourceCited]:
    """Yield each source that a text cites, with the passage before its name looked up there."""
    end = 0
    for mark in _CITED.finditer(text):
        name = mark[1].lower()
        before = text[max(end, mark.start() - _BEFORE) : mark.start()].rpartition("\n\n")[2]
        end = mark.end()
        quotes = _QUOTED.findall(before)
        quote = quotes[-1].strip() if quotes else ""
        if name not in sources:
            yield SourceCited(name, quote, "unknown")
        elif not quote:
            yield SourceCited(name, "", "unquoted")
        else:
            stands = _folded(sources[name].text).look(quote, 0, 0).place is not None
            yield SourceCited(name, quote, "found" if stands else "not_there")


@lru_cache(maxsize=32)
def _folded(text: str) -> FoldedText:
    return FoldedText(text)
