"""The offline council: three members, a judge and a chair made of rules, no AI, that quote what is given.

`case` reads a prompt as it is sent: what is demanded, and which lines of the given texts bear on it. The
`members` differ in what they weigh: they write, name what an answer leaves out, and add it. In `chair` the
judge tells coverage, and nothing else, and the chair says what was found for each demand and what was not.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from app.domain.messages import ModelRequest
from app.engine.ports import Voices
from app.workflows.debate.offline.case import LENS_OF, LENSES, case_in
from app.workflows.debate.offline.chair import (
    check,
    choose_draft,
    compare,
    evaluate,
    grade,
    group,
    synthesize,
)
from app.workflows.debate.offline.members import clarify, criticise, refine, summarise, tell_alone, write

VOICES = (*LENS_OF, "judge")
_DRAFT = re.compile(r"This is draft (\d+) of")


def _answer(voice: str) -> Callable[[ModelRequest], str]:
    """Return a voice's answer; each further draft weighs what the next member does."""

    def answer(request: ModelRequest) -> str:
        case, prompt = case_in(request)
        number = _DRAFT.search(prompt.closing)
        first = LENSES.index(LENS_OF.get(voice, "cost"))
        return write(case, LENSES[(first + (int(number[1]) - 1 if number else 0)) % len(LENSES)])

    return answer


def _critique(voice: str) -> Callable[[ModelRequest], str]:
    return lambda request: criticise(request, LENS_OF.get(voice))


def _refinement(voice: str) -> Callable[[ModelRequest], str]:
    return lambda request: refine(request, LENS_OF.get(voice, "cost"))


DEBATE_VOICES: Voices = {
    **{(voice, "proposal"): _answer(voice) for voice in VOICES},
    **{(voice, "critique"): _critique(voice) for voice in VOICES},
    **{(voice, "refinement"): _refinement(voice) for voice in VOICES},
    ("*", "clarification"): clarify,
    ("*", "evaluation"): evaluate,
    ("*", "synthesis"): synthesize,
    ("*", "drafts"): choose_draft,
    ("*", "grouping"): group,
    ("*", "pooling"): tell_alone,
    ("*", "grading"): grade,
    ("*", "summarization"): summarise,
    ("*", "debate_check"): check,
    ("*", "compare"): compare,
}
"""Every purpose of a debate has a voice."""
