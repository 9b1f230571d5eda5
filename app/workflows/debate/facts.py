"""Facts that only a debate has."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.domain.fact_base import Fact

Reason = Literal[
    "user_stopped",
    "error_occurred",
    "max_rounds_reached",
    "context_limit_reached",
    "models_converged",
    "no_significant_changes",
]
"""Why a debate ended; the names of the source."""


class LettersDealt(Fact):
    """Every member got its letter for the whole session."""

    type: Literal["debate_letters_dealt"] = "debate_letters_dealt"
    letters: dict[str, str]


class AnswerMissing(Fact):
    """A member gave no text in this attempt: it failed, or was left out by decision."""

    type: Literal["debate_answer_missing"] = "debate_answer_missing"
    seat: str
    kind: Literal["failed", "skipped"]
    reason: str = ""


class AnswersRanked(Fact):
    """A critic's ranking of the seats it read, best first."""

    type: Literal["debate_answers_ranked"] = "debate_answers_ranked"
    critic: str
    ranking: tuple[str, ...]
    dropped: int = 0
    """Points over five for one answer, which were left out."""


class MustHave(BaseModel):
    """A must-have and whether the best answer meets it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    met: bool


class MustHavesJudged(Fact):
    """The judge marked every must-have."""

    type: Literal["debate_must_haves_judged"] = "debate_must_haves_judged"
    items: tuple[MustHave, ...]


class TerminationDecided(Fact):
    """Why the rounds ended (None: the debate was set to a single pass), with the figures of that moment."""

    type: Literal["debate_termination_decided"] = "debate_termination_decided"
    reason: Reason | None
    round: int
    tokens: int
    figure: float | None = None


DEBATE_FACTS: tuple[type[Fact], ...] = (
    LettersDealt,
    AnswerMissing,
    AnswersRanked,
    MustHavesJudged,
    TerminationDecided,
)
