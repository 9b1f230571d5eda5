"""Comparing a reflection with the earlier ones: by the model the setup names, else by its words."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import RoundtableError
from app.engine.plugin import Context
from app.workflows.experiment import diversity
from app.workflows.experiment.state import AGENT, ExperimentState

PURPOSE = "embed"


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found: the highest similarity and the place of the earlier text."""

    near: tuple[float, int] | None
    model: str = ""
    problem: str = ""
    """Why the model could not be asked; `near` is of the words then."""

    def note(self, cycle: int) -> str:
        """Say what the figure is of, and what measured it."""
        if self.problem:
            return f"cycle {cycle}; by words, for {self.model} failed: {self.problem}"
        return f"cycle {cycle}; by {self.model}" if self.model else f"cycle {cycle}"


async def compare(state: ExperimentState, context: Context, text: str) -> Compared:
    """Compare a reflection; a model is asked once for a cycle, however often it is resumed."""
    earlier, model = state.agent.reflection_history, state.setup.embedding_model
    local = diversity.nearest(text, earlier) if text else None
    if not model or local is None:
        return Compared(local)
    places = diversity.compared(earlier)
    texts = [text, *(earlier[place] for place in places)]
    seat = context.seat(AGENT)
    # The agent's own server and key serve its embeddings only where they are the same provider's.
    same = model.partition("/")[0] == seat.model.partition("/")[0]
    base_url, api_key_env = (seat.base_url, seat.api_key_env) if same else (None, None)

    async def effect() -> JsonValue:
        try:
            vectors = await context.embed(model, texts, base_url, api_key_env)
            if len(vectors) != len(texts):
                return {"problem": "There was not one vector per text."}
            similarity, which = diversity.nearest_vector(vectors)
        except RoundtableError as error:
            return {"problem": str(error)}
        except (ValueError, OverflowError):
            return {"problem": "The vectors cannot be compared."}
        return {"similarity": similarity, "place": places[which]}

    # The figures are kept and not the vectors: those of a long run would outgrow all else in its file.
    found = await context.once(PURPOSE, AGENT, "", digest(dumps([model, *texts])), effect)
    assert isinstance(found, dict)
    similarity, place = found.get("similarity"), found.get("place")
    if isinstance(similarity, int | float) and isinstance(place, int):
        return Compared((float(similarity), place), model)
    return Compared(local, model, str(found.get("problem", "")))
