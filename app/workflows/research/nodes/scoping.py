"""The first two nodes: what the brief asks, which files matter, and a person's word on both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.facts import RoundOpened
from app.domain.i18n import words
from app.domain.ids import CHAIR
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.effects import as_recorded
from app.workflows.research.face.telling import KEPT_BACK
from app.workflows.research.facts import ScopeProposed
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Question
from app.workflows.research.nodes.asking import ask_fields
from app.workflows.research.nodes.assigning import first_tasks
from app.workflows.research.nodes.checking import carry_over
from app.workflows.research.nodes.payloads import scope_payload
from app.workflows.research.nodes.replies import QuestionReply, ScopeReply
from app.workflows.research.nodes.scanning import MOST_LISTED, Scan, chosen, scan, scanned
from app.workflows.research.rules.questions import kind_of
from app.workflows.research.state import ResearchState

_MOST_QUESTIONS = 20


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
    reply, facts = await ask_fields(context, "scope", CHAIR, ScopeReply, inputs)
    questions = tuple(_questions_of(reply.questions)) if reply is not None else ()
    files = (chosen(reply.files, found.sizes) if reply is not None else ()) or found.estimate()
    questions = questions or (_whole(state.setup.brief),)
    proposed = ScopeProposed(
        questions=questions,
        estimate=files,
        files=len(found.sizes),
        size=sum(found.sizes.values()),
        left_out=found.left_out,
        whole=found.whole,
        hosts=_hosts(state, context),
        estimate_size=sum(found.sizes.get(path, 0) for path in files),
    )
    earlier = await carry_over(state, context)
    return Step(ResearchSignal.SCOPED, (*facts, proposed, *([earlier] if earlier is not None else ())))


def _why_none(found: Scan) -> str:
    """Return what the folder holds in place of files."""
    held = [f"{KEPT_BACK.get(why, why)} {n}" for why, n in sorted(found.left_out.items())]
    return ", ".join(held) or str(words("it is empty"))


def _questions_of(replies: Sequence[QuestionReply]) -> Iterator[Question]:
    """Yield the questions with their ids; a kind that was not told is told by how it opens."""
    seen: set[str] = set()
    for reply in replies:
        text = " ".join(reply.text.split())
        if text.casefold() in seen or len(seen) == _MOST_QUESTIONS:
            continue
        seen.add(text.casefold())
        yield Question(
            id=f"q{len(seen)}", text=text, kind=reply.kind or kind_of(text), critical=reply.critical
        )


def _whole(brief: str) -> Question:
    """Take the brief for one question, where the lead names none."""
    text = " ".join(brief.split())
    return Question(id="q1", text=text[:400], kind=kind_of(text))


def _hosts(state: ResearchState, context: Context) -> tuple[str, ...]:
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
