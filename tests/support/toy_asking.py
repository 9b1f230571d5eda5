"""The toy with three things a person may ask for at its gate: in the bar, in a form, and at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.gates import GateData
from app.domain.i18n import words
from app.domain.messages import ChatMessage, ModelRequest, Reply
from app.domain.reporting import Document, WorkflowReport
from app.engine.node import Ask, Context
from app.engine.plugin import CommandResult, Wanted, read_commands
from tests.support.toy import ToyPlugin, ToyState, echo_voice


class ToyTold(Fact):
    """What came of something that a person asked for."""

    type: Literal["toy_told"] = "toy_told"
    about: str
    text: str


class About(GateData):
    """What an explanation is about, where it is not about everything."""

    about: str = Field(default="", title="Explain what")


class Question(GateData):
    """A question to one member."""

    member: str = Field(title="Member")
    question: str = Field(title="Question", min_length=1)


class AskingState(ToyState):
    """Fold of the toy, with what was told."""

    def __init__(self) -> None:
        super().__init__()
        self.explanations: list[str] = []

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        super().apply(record, fact)
        if isinstance(fact, ToyTold):
            self.explanations.append(fact.text)


async def _say(context: Context, purpose: str, seat: str, text: str, part: str = "") -> str:
    reply = await context.ask(Ask(purpose, seat, (ChatMessage(role="user", text=text),), part=part))
    return reply.text if isinstance(reply, Reply) else "(left out)"


async def explain(state: AskingState, context: Context, wanted: Wanted) -> CommandResult:
    """Have the chair explain the turn; it has read what was told before."""
    assert isinstance(wanted.data, About)
    about = wanted.data.about or "everything"
    text = await _say(
        context, "explain", "chair", f"Explain {about}, knowing {len(state.explanations)} more."
    )
    return CommandResult(text, (ToyTold(about=about, text=text),))


async def question(state: AskingState, context: Context, wanted: Wanted) -> CommandResult:
    """Put a question to one member."""
    assert isinstance(wanted.data, Question)
    text = await _say(context, "question", wanted.data.member, wanted.data.question)
    return CommandResult(text, (ToyTold(about=wanted.data.member, text=text),))


async def check(state: AskingState, context: Context, wanted: Wanted) -> CommandResult:
    """Have every member check the others at once, then the chair sum it up."""
    checks = await context.gather(*(_say(context, "check", seat, "Check them.") for seat in state.members))
    text = await _say(context, "check", "chair", "Sum up: " + " | ".join(checks), "sum")
    return CommandResult(text, (ToyTold(about="all", text=text),))


def several(state: AskingState, payload: Mapping[str, JsonValue]) -> bool:
    """Tell whether there is anybody to check another."""
    return len(state.members) > 1


COMMANDS = read_commands(Path(__file__).with_name("toy_commands.toml"), globals())


def quiet_voice(request: ModelRequest) -> str:
    """Say what was asked."""
    return f"{request.seat} on “{request.messages[-1].text}”"


class AskingPlugin(ToyPlugin):
    """The toy with commands, as the engine sees it."""

    name = "asking"
    title = words("Asking")
    facts = (*ToyPlugin.facts, ToyTold)
    state = AskingState
    voices = MappingProxyType(
        {
            ("*", "answer"): echo_voice,
            **{("*", purpose): quiet_voice for purpose in ("explain", "question", "check")},
        }
    )
    person_commands = COMMANDS

    def report(self, state: ToyState) -> WorkflowReport:
        """Return what was told."""
        assert isinstance(state, AskingState)
        told = "\n\n".join(state.explanations)
        documents = (Document(title="Told", markdown=told),) if told else ()
        return super().report(state).model_copy(update={"documents": documents})

    def summary(self, state: ToyState) -> Mapping[str, int]:
        """Return figures."""
        assert isinstance(state, AskingState)
        return {"rounds_completed": state.rounds, "told": len(state.explanations)}
