"""Facts that only a debate needs."""

from __future__ import annotations

from typing import Literal

from app.domain.fact_base import Fact

Reason = Literal[
    "max_rounds_reached",
    "models_converged",
    "user_stopped",
    "no_significant_changes",
    "error_occurred",
    "context_limit_reached",
]


class LettersDealt(Fact):
    """Which letter stands for which seat, once per session."""

    type: Literal["letters_dealt"] = "letters_dealt"
    letters: dict[str, str]


class QuestionAsked(Fact):
    """A clarifying question, duplicates joined; `asked_by` names every seat that asked it."""

    type: Literal["question_asked"] = "question_asked"
    question: str
    text: str
    options: tuple[str, ...] = ()
    why: str = ""
    asked_by: tuple[str, ...] = ()


class QuestionsDropped(Fact):
    """Questions over the per-member maximum."""

    type: Literal["questions_dropped"] = "questions_dropped"
    seat: str
    count: int


class QuestionAnswered(Fact):
    """How a question ended."""

    type: Literal["question_answered"] = "question_answered"
    question: str
    status: Literal["answered", "assume", "none_fits", "not_answered"]
    option: str = ""
    note: str = ""


class AnswersRanked(Fact):
    """A reviewer's ranking of the seats it saw, best first."""

    type: Literal["answers_ranked"] = "answers_ranked"
    critic: str
    ranking: tuple[str, ...]


class RefinementNoted(Fact):
    """What a member said of its own refinement."""

    type: Literal["refinement_noted"] = "refinement_noted"
    seat: str
    summary: str = ""
    justification: str = ""


class MustHaveChecked(Fact):
    """The judge's mark on a must-have."""

    type: Literal["must_have_checked"] = "must_have_checked"
    text: str
    met: bool


class RedoAsked(Fact):
    """A rejected attempt is done again with this feedback; no seats: by all."""

    type: Literal["redo_asked"] = "redo_asked"
    feedback: str
    seats: tuple[str, ...] = ()


class TerminationDecided(Fact):
    """Why the rounds ended; None for a single pass."""

    type: Literal["termination_decided"] = "termination_decided"
    reason: Reason | None


DEBATE_FACTS: tuple[type[Fact], ...] = (
    LettersDealt,
    QuestionAsked,
    QuestionsDropped,
    QuestionAnswered,
    AnswersRanked,
    RefinementNoted,
    MustHaveChecked,
    RedoAsked,
    TerminationDecided,
)
