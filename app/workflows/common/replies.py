"""The replies that models are asked to give as JSON: lenient in form, strict in meaning."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict


def _text(value: Any) -> Any:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _severity(value: Any) -> Any:
    folded = str(value).strip().casefold()
    return {"critical": "high", "major": "high", "moderate": "medium", "minor": "low"}.get(folded, folded)


def _folded(value: Any) -> Any:
    return value.strip().casefold() if isinstance(value, str) else value


def _percent(value: Any) -> Any:
    return min(100.0, max(0.0, float(value))) if isinstance(value, int | float) else value


def _names(value: Any) -> Any:
    """Join a list of names: one side of a dispute may be several members."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else _text(value)


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("it is blank")
    return value


Text = Annotated[str, BeforeValidator(_text)]
Names = Annotated[str, BeforeValidator(_names)]
Written = Annotated[str, AfterValidator(_not_blank)]
Percent = Annotated[float, BeforeValidator(_percent)]
Severity = Annotated[Literal["high", "medium", "low"], BeforeValidator(_severity)]


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class CritiqueItemReply(_Reply):
    """One point against one answer."""

    target: Text
    claim: Written
    suggestion: Text = ""
    severity: Severity = "medium"
    category: Text = ""
    quote: Text = ""


class CritiqueReply(_Reply):
    """A ranking, best first, and up to five points for each answer."""

    ranking: tuple[Text, ...] = ()
    items: tuple[CritiqueItemReply, ...]


class PointReply(_Reply):
    """The author's answer to one point."""

    id: Text
    answer: Annotated[Literal["fixed", "held"], BeforeValidator(_folded)]
    justification: Text = ""


class RefinementReply(_Reply):
    """The whole refined text, an answer per point, and one line on what changed."""

    text: Written
    answers: tuple[PointReply, ...] = ()
    summary: Text = ""


class MustHaveReply(_Reply):
    """One must-have, met or not by the best answer."""

    text: Text
    met: bool


class EvaluationReply(_Reply):
    """The judge's figures, 0 to 100."""

    agreement: Percent
    quality: Percent
    must_haves: tuple[MustHaveReply, ...] = ()
    note: Text = ""


class DissentReply(_Reply):
    """Who disagrees, and why."""

    seat: Text
    why: Text


class SideReply(_Reply):
    """One side of a dispute: who takes it, what they say, and what they take for granted."""

    who: Names
    says: Text
    assumes: Text = ""


class DisputeReply(_Reply):
    """What is disputed, side by side."""

    issue: Text
    sides: tuple[SideReply, ...] = ()


class OnlyOneReply(_Reply):
    """What a single member says and nobody else took up."""

    who: Names
    says: Text


class SynthesisReply(_Reply):
    """The final answer and what stands around it."""

    answer: Written
    decision: Text = ""
    agreed: tuple[Text, ...] = ()
    disputed: tuple[DisputeReply, ...] = ()
    only_one_says: tuple[OnlyOneReply, ...] = ()
    what_changed: tuple[Text, ...] = ()
    dissent: tuple[DissentReply, ...] = ()
    open_questions: tuple[Text, ...] = ()
    unmet_must_haves: tuple[Text, ...] = ()
    confidence: Annotated[Literal["low", "medium", "high"], BeforeValidator(_folded)] = "medium"


class QuestionReply(_Reply):
    """One clarifying question."""

    question: Written
    options: tuple[Text, ...] = ()
    why: Text = ""


class ClarificationReply(_Reply):
    """What a member must know before it answers; empty where nothing."""

    questions: tuple[QuestionReply, ...] = ()


class DraftsReply(_Reply):
    """Which draft is the best, by its label."""

    best: Text
    why: Text = ""


class CompareReply(_Reply):
    """Which of two texts meets the question better."""

    winner: Annotated[Literal["first", "second", "tie"], BeforeValidator(_folded)]
    why: Text = ""
