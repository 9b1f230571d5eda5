"""An embedding model: its name as a set-up takes it, its vectors of texts, and how alike two of them are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import mul
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, Field

from app.domain import fault_messages
from app.domain.i18n import words
from app.domain.messages import ChatMessage, Missing
from app.domain.seats import LONGEST_MODEL
from app.domain.vectors import unpacked
from app.engine.node import Ask, Context


def _named(text: str) -> str:
    """Return the name of a model without space around it; raise ValueError where it names no provider."""
    found = text.strip()
    provider, slash, name = found.partition("/")
    if found and not (provider and slash and name):
        raise ValueError(
            words("write <provider>/<model>, as openai/text-embedding-3-small, or leave it empty")
        )
    return found


EmbeddingModel = Annotated[str, Field(max_length=LONGEST_MODEL), AfterValidator(_named)]
"""Of a set-up: the name of a model with its provider, or nothing."""


class Embedded(NamedTuple):
    """The vectors of texts by their names, each of length 1; `problem`: why there are none.

    `asked`: those that the model was asked for now.
    """

    vectors: Mapping[Any, Sequence[float]] = {}
    asked: tuple[Any, ...] = ()
    problem: str = ""


async def embed(context: Context, ask: Ask, texts: Mapping[Any, str], held: Mapping[Any, str]) -> Embedded:
    """Return the vectors of texts; a model is asked for those that are not `held` yet.

    `ask`: the question without its messages.
    """
    wanted = [name for name in texts if name not in held]
    known = dict(held)
    if wanted:
        messages = tuple(ChatMessage(role="user", text=texts[name]) for name in wanted)
        outcome = await context.ask(replace(ask, messages=messages), tolerate=True)
        if isinstance(outcome, Missing):
            return Embedded(problem=outcome.reason)
        # Not strict: a person may have used what an earlier version of the program was answered.
        known.update(zip(wanted, outcome.vectors, strict=False))
    asked = tuple(name for name in wanted if name in known)
    try:
        vectors = {name: unit(unpacked(known[name])) for name in texts}
    except (KeyError, ValueError):
        vectors = {}
    if len({len(vector) for vector in vectors.values()}) != 1:
        return Embedded(asked=asked, problem=str(fault_messages.BAD_COMPARISON))
    return Embedded(vectors, asked)


def unit(vector: Sequence[float]) -> Sequence[float]:
    """Return a vector brought to length 1; the product of two very short ones would vanish.

    Raises ValueError where it is not finite.
    """
    length = math.hypot(*vector)
    if not math.isfinite(length):
        raise ValueError("not finite")
    return [number / length for number in vector] if length else vector


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of a vector of length 1 and another one, 0 to 1.

    Raises ValueError where they are not of one length, or too large to be compared.
    """
    if len(one) != len(other):
        raise ValueError("not of one length")
    dot, size = sum(map(mul, one, other)), math.hypot(*other)
    if not math.isfinite(dot) or not math.isfinite(size):
        raise ValueError("not finite")
    # Vectors that point away from each other are as different as can be.
    return min(1.0, max(0.0, dot / size)) if size else 0.0
