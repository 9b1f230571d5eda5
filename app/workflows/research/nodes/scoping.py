"""The first two nodes: what the brief asks, which files matter, and a person's word on both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.domain.i18n import words
from app.domain.ids import CHAIR
from app.engine.folders import in_thread
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.effects import as_recorded
from app.workflows.research.face.telling import KEPT_BACK
from app.workflows.research.face.views import place_key
from app.workflows.research.facts import CarriedChecked, Excerpt, ScopeProposed
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Citation, Question
from app.workflows.research.nodes.asking import ask_reply, make_ask
from app.workflows.research.nodes.assigning import first_tasks
from app.workflows.research.nodes.checking import Texts, excerpt
from app.workflows.research.nodes.payloads import scope_payload
from app.workflows.research.nodes.replies import QuestionReply, ScopeReply
from app.workflows.research.nodes.scanning import MOST_LISTED, Scan, chosen, scan, scanned
from app.workflows.research.rules import again as rules
from app.workflows.research.rules.citations import Standing, recheck
from app.workflows.research.rules.questions import kind_of
from app.workflows.research.state import ResearchState

MOST_QUESTIONS = 20


async def scope(state: ResearchState, context: Context) -> Step:
    """Look through the folder on this machine, and let the lead model read the brief."""
    rules = state.setup.rules(state.left_out)

    async def effect() -> JsonValue:
        value = await scan(context.ports.sources.by_rules(rules), state.setup.brief)
        looked = scanned(value)
        if not looked.sizes:
            # Not recorded: the run goes on where it stopped once there is a file.
            raise InputError(
                words("There is no file in this folder that a model may read: {why}.", why=_why_none(looked)),
                words("Put files there, or start again with another folder."),
            )
        return value

    identity = digest(dumps([state.setup.brief, sorted(rules.allowed), list(rules.left_out)]))
    value = await context.once("research_scan", CHAIR, "folder", identity, effect, harmless=True)
    with as_recorded():
        found = scanned(value)
    inputs: dict[str, JsonValue] = {
        "brief": state.setup.brief,
        "listed": found.listed(),
        "more": max(0, len(found.sizes) - MOST_LISTED),
    }
    asked = await ask_reply(context, make_ask(context, "scope", CHAIR, inputs, schema=ScopeReply), ScopeReply)
    facts: list[Fact] = []
    questions: tuple[Question, ...] = ()
    files: tuple[str, ...] = ()
    if asked is not None:
        reply, facts = asked
        questions = tuple(questions_of(reply.questions))
        files = chosen(reply.files, found.sizes)
    questions = questions or (_whole(state.setup.brief),)
    proposed = ScopeProposed(
        questions=questions,
        estimate=files or found.estimate(),
        files=len(found.sizes),
        size=sum(found.sizes.values()),
        left_out=dict(found.left_out),
        whole=found.whole,
        hosts=hosts(state, context),
        estimate_size=sum(found.sizes.get(path, 0) for path in files or found.estimate()),
    )
    earlier = await carry_over(state, context)
    return Step(ResearchSignal.SCOPED, (*facts, proposed, *([earlier] if earlier is not None else ())))


def _why_none(found: Scan) -> str:
    """Return what the folder holds in place of files."""
    held = [f"{KEPT_BACK.get(why, why)} {n}" for why, n in sorted(found.left_out.items())]
    return ", ".join(held) or str(words("it is empty"))


def questions_of(replies: Sequence[QuestionReply]) -> Iterator[Question]:
    """Yield the questions with their ids; a kind that was not told is told by how it opens."""
    seen: set[str] = set()
    for reply in replies:
        text = " ".join(reply.text.split())
        if text.casefold() in seen or len(seen) == MOST_QUESTIONS:
            continue
        seen.add(text.casefold())
        yield Question(
            id=f"q{len(seen)}", text=text, kind=reply.kind or kind_of(text), critical=reply.critical
        )


def _whole(brief: str) -> Question:
    """Take the brief for one question, where the lead names none."""
    text = " ".join(brief.split())
    return Question(id="q1", text=text[:400], kind=kind_of(text))


def hosts(state: ResearchState, context: Context) -> tuple[str, ...]:
    """Return where files may be sent, once each; nothing where all models run on this machine."""
    found = [context.host(name) for name in state.seats]
    if state.setup.embedding_model:
        found.append(context.host(CHAIR, state.setup.embedding_model))
    return tuple(dict.fromkeys(filter(None, found)))


async def scope_gate(state: ResearchState, context: Context) -> Step:
    """Let a person confirm or edit the questions and the files; then the first agents get their tasks."""
    assert state.scope is not None
    # The plan as it was proposed: the answer's events move the state before this node is left.
    payload = scope_payload(state.scope, state.setup)
    await context.gate(
        GateRequest(
            "scope",
            payload,
            ("confirm", "change"),
            auto_answer=("confirm", {}) if state.setup.gate_policy == "never_ask" else None,
        )
    )
    return Step(ResearchSignal.CONFIRMED, (RoundOpened(number=1), *first_tasks(state, 1)))


class _Looked(BaseModel):
    """What the effect found: by citation how it stands and what it is now, and the lines around it."""

    citations: dict[str, tuple[Standing, Citation]] = Field(default_factory=dict)
    origins: dict[str, str] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)


async def carry_over(state: ResearchState, context: Context) -> CarriedChecked | None:
    """Return the findings of the earlier research that the setup names, checked anew; None: it names none."""
    if not state.setup.earlier:
        return None
    earlier = rules.read(state.setup.earlier)
    wanted = rules.citations(earlier)
    leave = state.setup.rules(state.left_out)

    async def effect() -> JsonValue:
        folder = context.ports.sources.by_rules(leave)
        texts = Texts(folder, [file.path for file in (await folder.files()).files])
        found: dict[str, JsonValue] = {}
        kept: dict[str, JsonValue] = {}
        for name, citation in wanted.items():
            source = await texts.of(citation.file)
            standing, now = await in_thread(recheck, citation, texts.foldable(source))
            found[name] = [standing, now.model_dump(mode="json")]
            if source is not None:
                kept[place_key(now)] = excerpt(source.text, *now.lines)
        cited = sorted(path for path, source in texts.read.items() if source is not None)
        return {"citations": found, "excerpts": kept, "origins": await texts.origins(cited)}

    identity = digest(dumps([sorted(wanted), sorted(leave.allowed), list(leave.left_out)]))
    value = await context.once("research_again", CHAIR, "earlier", identity, effect, harmless=True)
    with as_recorded():
        looked = _Looked.model_validate(value or {})
    return _fact(earlier, looked.citations, looked)


def _fact(
    earlier: rules.Earlier, found: Mapping[str, tuple[Standing, Citation]], looked: _Looked
) -> CarriedChecked:
    carried = rules.carried(earlier, found)
    count = carried.standings
    return CarriedChecked(
        session=earlier.session,
        claims=carried.claims,
        relations=carried.relations,
        counters=carried.counters,
        origins=looked.origins,
        excerpts=looked.excerpts,
        held=count.get("holds", 0) + count.get("changed", 0),
        changed=count.get("changed", 0),
        moved=count.get("moved", 0),
        gone=count.get("gone", 0),
        lost=carried.lost,
    )
