"""How much a new reflection repeats earlier ones: the cosine of two vectors. Advice only, never a stop.

Vectors come from the embedding model that the setup names; where it names none, or it fails, they are term
frequencies counted here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.domain import fault_messages
from app.domain.vectors import cosine, frequencies
from app.engine.node import Ask, Context
from app.workflows.common.embedding_models import embed, likeness, unit
from app.workflows.experiment.facts import AdviceLevel
from app.workflows.experiment.state import AGENT, WINDOW, ExperimentState

PURPOSE = "embedding"
MILD, STRONG = 0.7, 0.8


@lru_cache(maxsize=2 * WINDOW)
def vector(text: str) -> Counter[str]:
    """Return a text's term frequencies; they are shared, so nobody may change them."""
    return frequencies(text)


def nearest(text: str, earlier: Sequence[str]) -> tuple[float, int] | None:
    """Return the highest similarity to one of the newest earlier texts, and its index; None: no text."""
    mine = vector(text)
    found = [(cosine(mine, vector(earlier[index])), index) for index in compared(earlier)]
    # Of equals the newest: it is the one the model has before its eyes.
    return max(found) if found and mine else None


def compared(earlier: Sequence[str]) -> list[int]:
    """Return the indexes of the earlier texts that a new one is compared with."""
    first = max(0, len(earlier) - WINDOW)
    return [index for index in range(first, len(earlier)) if earlier[index].strip()]


def nearest_vector(vectors: Sequence[Sequence[float]]) -> tuple[float, int]:
    """Return the first vector's highest similarity (0 to 1) to one of the others, and its index among them.

    Raises ValueError where they are not vectors of one length, or too large to be compared.
    """
    mine, *others = vectors
    one = unit(mine)
    return max((likeness(one, other), index) for index, other in enumerate(others))


def level(similarity: float) -> AdviceLevel:
    """Return how strongly the next prompt advises something new."""
    return "strong" if similarity > STRONG else "mild" if similarity > MILD else ""


# --- by the model that the setup names ----------------------------------------------------------------


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
    found = nearest(text, earlier) if text else None
    local = (found[0], found[1] + 1) if found else None
    if not model or local is None:
        return _Compared(local)
    texts = {index + 1: earlier[index] for index in compared(earlier)}
    texts[len(earlier) + 1] = text
    made = await embed(context, Ask(PURPOSE, AGENT, (), embeds=model), texts, state.vectors)
    if made.problem:
        return _Compared(local, model, made.problem, made.asked)
    *others, mine = made.vectors.values()
    similarity, index = nearest_vector([mine, *others])
    return _Compared((similarity, list(texts)[index]), model, embedded=made.asked)
