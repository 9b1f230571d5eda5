"""How alike findings are: by the embedding model that the set-up names, else by their words.

It only chooses and orders the pairs that the judge is shown. Where the model fails, words are counted, and
the iteration says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.ids import CHAIR
from app.domain.messages import ChatMessage, Missing
from app.domain.vectors import unpacked
from app.engine.node import Ask, Context
from app.workflows.common.embedding_models import likeness, unit
from app.workflows.research.model import Pair
from app.workflows.research.rules.candidates import MOST_PAIRS
from app.workflows.research.rules.integration import Known
from app.workflows.research.state import ResearchState

PURPOSE = "research_embedding"
MOST_LIKENED = 4 * MOST_PAIRS
"""Pairs, the best by their words, that the model puts in order."""
LONGEST = 2_000
"""Characters of a finding that the model is shown."""


@dataclass(frozen=True, slots=True)
class Likened:
    """The likeness of pairs, and what it was measured with."""

    similarity: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """By pair; empty: words are counted."""
    embedded: tuple[str, ...] = ()
    """Findings whose vectors the model was asked for now."""
    problem: str = ""
    """Why the model could not measure."""


async def liken(state: ResearchState, context: Context, known: Known, pairs: Sequence[Pair]) -> Likened:
    """Measure how alike the findings of pairs are; a model is asked for each vector once."""
    model = state.setup.embedding_model
    texts = {
        name: finding.description[:LONGEST]
        for pair in pairs
        for name in (pair.a, pair.b)
        if (finding := known.finding(name)) is not None
    }
    if not model or not texts:
        return Likened()
    wanted = [name for name in texts if name not in state.vectors]
    fresh: dict[str, str] = {}
    if wanted:
        messages = tuple(ChatMessage(role="user", text=texts[name]) for name in wanted)
        ask = Ask(PURPOSE, CHAIR, messages, part=f"iteration-{state.iteration}", embeds=model)
        outcome = await context.ask(ask, tolerate=True)
        if isinstance(outcome, Missing):
            return Likened(problem=outcome.reason)
        # Not strict: a person may have used what an earlier version of the program was answered.
        fresh = dict(zip(wanted, outcome.vectors, strict=False))
    try:
        held = {name: unit(unpacked({**state.vectors, **fresh}[name])) for name in texts}
        similarity = {(pair.a, pair.b): likeness(held[pair.a], held[pair.b]) for pair in pairs}
    except (KeyError, ValueError):
        return Likened(embedded=tuple(fresh), problem="its vectors cannot be compared")
    return Likened(similarity, tuple(fresh))
