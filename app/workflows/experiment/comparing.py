"""Comparing a reflection with the earlier ones: by the model the setup names, else by its words."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain import fault_messages
from app.domain.messages import ChatMessage, Missing
from app.domain.vectors import unpacked
from app.engine.node import Ask, Context
from app.workflows.experiment import diversity
from app.workflows.experiment.state import AGENT, ExperimentState

PURPOSE = "embedding"


@dataclass(frozen=True, slots=True)
class _Compared:
    """What a comparison found: the highest similarity and the cycle of the earlier text."""

    near: tuple[float, int] | None
    model: str = ""
    problem: str = ""
    """Why the model could not compare; `near` is of the words then."""
    embedded: tuple[int, ...] = ()
    """Cycles whose reflections the model was asked for now."""

    def note(self, cycle: int) -> str:
        """Say what the figure is of, and what measured it."""
        if self.problem:
            told = fault_messages.TO_CYCLE_BY_WORDS.filled(n=cycle, model=self.model, why=self.problem)
        elif self.model:
            told = fault_messages.TO_CYCLE_BY.filled(n=cycle, model=self.model)
        else:
            told = fault_messages.TO_CYCLE.filled(n=cycle)
        return str(told)


async def compare(state: ExperimentState, context: Context, text: str) -> _Compared:
    """Compare a reflection; a model is asked for the vectors that no cycle has asked for yet."""
    earlier, model = state.agent.reflection_history, state.setup.embedding_model
    found = diversity.nearest(text, earlier) if text else None
    local = (found[0], found[1] + 1) if found else None
    if not model or local is None:
        return _Compared(local)
    texts = {index + 1: earlier[index] for index in diversity.compared(earlier)}
    texts[len(earlier) + 1] = text
    wanted = [cycle for cycle in texts if cycle not in state.vectors]
    messages = tuple(ChatMessage(role="user", text=texts[cycle]) for cycle in wanted)
    outcome = await context.ask(Ask(PURPOSE, AGENT, messages, embeds=model), tolerate=True)
    if isinstance(outcome, Missing):
        return _Compared(local, model, outcome.reason)
    # Not strict: a person may have used what an earlier version of the program was answered.
    fresh = dict(zip(wanted, outcome.vectors, strict=False))
    try:
        *others, mine = (unpacked({**state.vectors, **fresh}[cycle]) for cycle in texts)
        similarity, index = diversity.nearest_vector([mine, *others])
    except (KeyError, ValueError):
        return _Compared(local, model, str(fault_messages.BAD_COMPARISON), tuple(fresh))
    return _Compared((similarity, list(texts)[index]), model, embedded=tuple(fresh))
