"""Questions of a brief: their kind by how they open, and when one is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from app.workflows.research.model import Data, Finding, Question, QuestionKind, Role


class QuestionMark(Data):
    """What was said of a question, by the lead model after an iteration or by a person."""

    question: str
    state: Literal["open", "partial", "answered", "absent"]
    findings: tuple[str, ...] = ()
    note: str = ""
    searched: tuple[str, ...] = ()
    by: Literal["lead", "person"] = "lead"
    iteration: int = 0


def kind_of(text: str) -> QuestionKind:
    """Return a question's kind by its opening."""
    raise NotImplementedError


def role_for(question: Question) -> Role:
    """Return who looks for the answer: by kind, feasibility by the subject's specialist."""
    raise NotImplementedError


def judged(
    questions: Sequence[Question], marks: Iterable[QuestionMark], findings: Sequence[Finding]
) -> tuple[Question, ...]:
    """Return the questions as they stand after all marks; a person's word holds over the lead's.

    `answered` needs a finding with a citation that counts, else it is partial; `absent` needs searches.
    """
    raise NotImplementedError
