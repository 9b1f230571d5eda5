"""The council's voices by name and purpose; each member's voice looks through a lens of its own."""

from __future__ import annotations

from collections.abc import Callable

from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.workflows.debate.offline.answers import Draft, write
from app.workflows.debate.offline.case import case_of
from app.workflows.debate.offline.chair import synthesize
from app.workflows.debate.offline.critiques import criticise
from app.workflows.debate.offline.judging import choose_draft, compare, evaluate, grade, group
from app.workflows.debate.offline.refining import refine, wish_line
from app.workflows.debate.offline.settled import settled_by, wishes_of
from app.workflows.debate.offline.simulated_voices import SIMULATED
from app.workflows.debate.offline.talk import clarify, summarise, tell_alone
from app.workflows.debate.offline.words import LENSES, Lens

LENS_OF: dict[str, Lens] = {"analyst": "cost", "sceptic": "risk", "editor": "people"}
"""The lens of each member's voice."""
VOICES = (*LENS_OF, "judge")


def _answer(voice: str) -> Callable[[ModelRequest], str]:
    """Return a voice's first answer; each further draft takes the next lens instead of other words."""

    def answer(request: ModelRequest) -> str:
        inputs = request.inputs
        number = inputs.get("draft")
        start = LENSES.index(LENS_OF.get(voice, "cost"))
        lens = LENSES[(start + (number - 1 if isinstance(number, int) else 0)) % len(LENSES)]
        case = case_of(inputs)
        wishes = tuple(wish_line(case, wish) for wish in wishes_of(inputs))
        return write(case, settled_by(inputs), Draft(lens, wishes=wishes))

    return answer


def _critique(voice: str) -> Callable[[ModelRequest], str]:
    lenses = (LENS_OF[voice],) if voice in LENS_OF else LENSES
    return lambda request: criticise(request, lenses)


def _questions(voice: str) -> Callable[[ModelRequest], str]:
    return lambda request: clarify(request, LENS_OF.get(voice))


DEBATE_VOICES: Voices = {
    **{(voice, "proposal"): _answer(voice) for voice in VOICES},
    **{(voice, "critique"): _critique(voice) for voice in VOICES},
    **{(voice, "clarification"): _questions(voice) for voice in VOICES},
    ("*", "refinement"): refine,
    ("*", "evaluation"): evaluate,
    ("*", "synthesis"): synthesize,
    ("*", "clarification"): _questions(""),
    ("*", "drafts"): choose_draft,
    ("*", "grouping"): group,
    ("*", "pooling"): tell_alone,
    ("*", "grading"): grade,
    ("*", "summarization"): summarise,
    ("*", "compare"): compare,
    **SIMULATED,
}
"""Every purpose of a debate has a voice."""
