"""What a debate is started with; the form and `--set` are derived from these fields."""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import (
    Field,
    field_validator,
    model_validator,
)

from app.domain.frozen import Frozen
from app.domain.given_pictures import check_sendable
from app.domain.i18n import words
from app.domain.messages import GivenPicture
from app.workflows.common import prose
from app.workflows.common.setups import CallLimits, FilledLines, Lines, ToolServerNames, tool_servers_field

MAX_ROUNDS = 5
_MOST_GUESTS = 4
Profile = Literal["quick", "debate", "attack"]
LONG_HISTORY = 5000
"""Characters of a history that are too many where nobody knows what the model takes in."""
_QUESTION_MARK = re.compile("[?？؟]")
"""Of the scripts that have one of their own, too."""
_DEMANDED = re.compile(r"\b(must|shall|muss|muß|müssen|soll|sollen)\b", re.IGNORECASE)


def suggested_must_haves(question: str) -> tuple[str, ...]:
    """Return the question's must and shall sentences, English or German, as a suggestion to edit.

    What is asked itself demands nothing: `Sollen wir umziehen?`
    """
    sentences = prose.prose_sentences(question)
    return tuple(s for s in sentences if _DEMANDED.search(s) and not _QUESTION_MARK.search(s[-2:]))


class ContextText(Frozen):
    """A file the person chose, as it was when the debate began; `only`: the one member that is given it.

    Of a picture the text is empty.
    """

    name: str
    text: str
    # Left out where it is for all: as earlier versions keep it.
    only: str = Field(default="", exclude_if=lambda only: not only)
    picture: GivenPicture | None = Field(default=None, exclude_if=lambda picture: picture is None)


class KnownAnswer(Frozen):
    """A question that was settled before the debate began."""

    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _from_a_line(cls, given: object) -> object:
        """Read a line that a person typed: the question with its mark, then the answer."""
        if not isinstance(given, str):
            return given
        found = _QUESTION_MARK.search(given)
        question, answer = (given[: found.end()].strip(), given[found.end() :].strip()) if found else ("", "")
        if not (question[:-1] and answer):
            raise ValueError(
                words("write each as a question and its answer, such as “Who pays? The employer.”")
            )
        return {"question": question, "answer": answer}


class GuestText(Frozen):
    """An answer that was given; `name` tells where it is from, and stands in no prompt."""

    name: str
    text: str = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _is_a_text(cls, given: object) -> object:
        if isinstance(given, dict) and given.get("picture") is not None:
            raise ValueError(words("“{name}” is a picture; a given answer is a text", name=given.get("name")))
        return given


class DebateSetup(CallLimits):
    """The setup of a debate (spec, Setup)."""

    question: str = Field(title="Question", description="The question, what must hold, and what is known.")
    context_text: str = Field(
        default="", title="Background", description="Text every member reads before it answers."
    )
    context: tuple[ContextText, ...] = Field(
        default=(),
        title="Context",
        description="Texts every member is given with the question, or one member alone.",
    )
    profile: Profile = Field(
        default="debate",
        title="How thoroughly",
        description="Two answers side by side, a debate of all, or critics for a text that you have.",
        json_schema_extra={"later": True},
    )
    guests: tuple[GuestText, ...] = Field(
        default=(),
        max_length=_MOST_GUESTS,
        title="Given answers",
        description="Answers you already have, criticised like the members' own; nobody is told whose.",
        json_schema_extra={"later": True},
    )
    revised_by: str = Field(
        default="",
        title="Given answers are revised by",
        description="A member, by its name. Empty: nobody but you.",
        json_schema_extra={"later": True},
    )
    must_haves: FilledLines = Field(
        default=(),
        title="Must-haves",
        description="What the answer must cover, one per line; the judge marks each met or unmet.",
    )
    critic_rules: Lines = Field(
        default=(),
        title="Instructions for critics",
        description="What they leave out or look for, one per line; such as rules that you accepted.",
        json_schema_extra={"later": True},
    )
    tool_servers: ToolServerNames = tool_servers_field(later=True)
    rubric: str = Field(
        default="",
        title="What a right answer holds",
        description="Only the judge reads it, once the answer is written, and grades by it.",
    )
    enabled: bool = Field(
        default=True, title="Rounds of critique", description="Off: one answer each, no critique."
    )
    result_by: Literal["chair", "vote", "best"] = Field(
        default="best",
        title="The answer comes from",
        description="The judge's choice word for word, with additions; the chair; a vote, without critique.",
        json_schema_extra={"was": "chair"},
    )
    answer_tokens: int | None = Field(
        default=None,
        ge=1,
        title="Tokens for independent answers",
        description="With a vote or a choice: members answer anew until these are used. Empty: one each.",
    )
    count_first: bool = Field(
        default=True,
        title="Count first answers",
        description="What most answer before any critique is shown; the chair must say why it departs.",
    )
    same_answer: Literal["words", "judge"] = Field(
        default="words",
        title="The same answer",
        description="Which answers count as one: by their words, or as the judge groups them.",
    )
    max_rounds: int = Field(
        default=2, ge=1, le=MAX_ROUNDS, title="Rounds at most", description="1 to 5; more are rarely better."
    )
    termination: Literal["fixed", "convergence", "quality"] = Field(
        default="convergence",
        title="Stop early when",
        description="Never, once the answers agree, or once the best one is good enough.",
    )
    threshold: float = Field(
        default=80,
        ge=0,
        le=100,
        title="Stop when agreement reaches",
        description="Agreement (or quality, where that ends it) at which no further round is needed.",
    )
    stop_when_spent: bool = Field(
        default=False,
        title="Stop when nothing is gained",
        description="End after a round in which no answer turned for evidence or an error, where that shows.",
        json_schema_extra={"later": True},
    )
    new_letters: bool = Field(
        default=False,
        title="New letters each round",
        description="Answers get other letters in every round: nobody knows one again by its letter.",
        json_schema_extra={"later": True},
    )
    name_reasons: bool = Field(
        default=True,
        title="Reasons for another answer",
        description="Who comes to another answer names what made it; who does not is marked.",
        json_schema_extra={"later": True},
    )
    tell_files: bool = Field(
        default=True,
        title="Tell what one alone knows",
        description="Before the critique, members with files of their own tell the others what is in them.",
        json_schema_extra={"later": True},
    )
    check_passages: bool = Field(
        default=True,
        title="Look up quoted passages",
        description="A point whose passage does not stand in the answer goes to its author if you accept it.",
        json_schema_extra={"later": True},
    )
    judge_all: bool = Field(
        default=False,
        title="Judge everything",
        description="Also what no rule reads: the last round, and the final answer against the first ones.",
        json_schema_extra={"later": True},
    )
    auto_stop_on_convergence: bool = Field(
        default=True, title="Stop automatically", description="Off: agreement is shown and the rounds go on."
    )
    min_change_threshold: float = Field(
        default=0.10,
        ge=0,
        le=1,
        title="Smallest change (0–1)",
        description="Share of a text that counts as changed.",
    )
    context_budget: int | None = Field(
        default=None,
        ge=1000,
        title="Token budget",
        description="Empty: the larger of 50,000 and 1.25 times the estimate for the planned rounds.",
    )
    max_output_tokens: int = Field(
        default=4000,
        ge=256,
        le=32000,
        title="Longest answer (tokens)",
        description="Tokens one call may return.",
    )
    interactive_clarifications: bool = Field(
        default=True,
        title="Let members ask first",
        description="They may ask you what the question leaves open.",
    )
    clarifications_max_iterations: int = Field(
        default=3, ge=0, le=10, title="Rounds of questions", description="How often members may ask."
    )
    clarifications_max_per_agent: int = Field(
        default=5,
        ge=1,
        le=20,
        title="Questions per member",
        description="Further ones are dropped and counted.",
    )
    known_answers: tuple[KnownAnswer, ...] = Field(
        default=(),
        title="Known answers",
        description="Questions already settled; they are pinned like answered ones and not asked again.",
    )
    summarization_threshold: int | None = Field(
        default=None,
        ge=1,
        title="Summarise above",
        description="Characters of history. Empty: half the model's window; 5,000 where that is unknown.",
        json_schema_extra={"was": LONG_HISTORY},
    )
    summarization_target: int = Field(
        default=2500, ge=1, title="Summarise down to", description="Characters; less than the threshold."
    )
    gate_policy: Literal["every_round", "if_changed", "on_conflict", "never_ask"] = Field(
        default="every_round", title="Ask me", description="When a round waits for your decision."
    )
    review_critiques: bool = Field(
        default=False, title="Review critiques", description="Decide each critique before the authors see it."
    )
    hide_names: bool = Field(
        default=False, title="Hide names", description="Show letters for names until you have decided."
    )

    @field_validator("question")
    @classmethod
    def _question_is_not_blank(cls, question: str) -> str:
        # A command that was copied with its “…” asks nothing, and would be paid for.
        if not question.strip(" .…\t\n"):
            raise ValueError(words("write the question that should be decided"))
        return question.strip()

    @model_validator(mode="after")
    def _counted_without_rounds(self) -> Self:
        if self.result_by == "vote" and self.enabled:
            raise ValueError(
                words("answers are counted where there is no critique; switch “Rounds of critique” off")
            )
        return self

    @model_validator(mode="after")
    def _a_ladder_has_rungs(self) -> Self:
        if self.profile != "debate" and not self.enabled:
            raise ValueError(words("without rounds of critique nothing can be attacked or debated"))
        if self.profile == "attack" and not self.guests:
            raise ValueError(words("give the answer that is to be attacked"))
        return self

    @model_validator(mode="after")
    def _gains_are_counted_by_reasons(self) -> Self:
        if self.stop_when_spent and not self.name_reasons:
            raise ValueError(
                words(
                    "“Stop when nothing is gained” goes by reasons; switch “Reasons for another answer” "
                    "(name_reasons) on"
                )
            )
        return self

    @model_validator(mode="after")
    def _pictures_can_be_sent(self) -> Self:
        check_sendable([item.picture for item in self.context if item.picture is not None])
        return self

    @model_validator(mode="after")
    def _names_of_context_files_differ(self) -> Self:
        names = [(item.name, item.only) for item in self.context]
        if len(set(names)) != len(names):
            raise ValueError(words("two context files have the same name; rename one"))
        return self

    @model_validator(mode="after")
    def _summaries_are_shorter(self) -> Self:
        if self.summarization_target >= (self.summarization_threshold or LONG_HISTORY):
            raise ValueError(words("a summary must be shorter than the threshold; lower “Summarise down to”"))
        return self

    @property
    def independent(self) -> bool:
        """Whether members answer once or often, each by itself, and one of their answers is the result."""
        counted = self.result_by == "vote" or (self.result_by == "best" and self.answer_tokens is not None)
        return counted and not self.enabled

    @property
    def figure(self) -> Literal["agreement", "quality"]:
        """Which of the judge's figures is shown, and looked at by the gate policy."""
        return "quality" if self.termination == "quality" else "agreement"

    @property
    def figure_in_force(self) -> Literal["agreement", "quality"] | None:
        """The figure that may end the rounds; None where all of them are run."""
        return None if self.termination == "fixed" else self.figure

    @property
    def wants_figures(self) -> bool:
        """Whether every round is judged: for its end, or for the gate policy."""
        return self.figure_in_force is not None or self.gate_policy == "on_conflict"

    @property
    def reads_last_figures(self) -> bool:
        """Whether what the judge says of the last round, which ends the debate anyhow, is read."""
        return self.judge_all or bool(self.must_haves) or self.gate_policy == "on_conflict"

    def material(self) -> tuple[ContextText, ...]:
        """Return what all members read: the background first, then the files."""
        background = self.context_text.strip()
        files = (item for item in self.context if not item.only and item.picture is None)
        return (*((ContextText(name="background", text=background),) if background else ()), *files)

    def own_files(self, seat: str) -> tuple[ContextText, ...]:
        """Return the files that this member is given, and not all others."""
        return tuple(item for item in self.context if item.only == seat)

    def holders(self, own: ContextText) -> frozenset[str]:
        """Return the members that are given the same; all are where it holds the empty name."""
        return frozenset(
            item.only for item in self.context if (item.text, item.picture) == (own.text, own.picture)
        )

    def pictures(self, seat: str = "") -> tuple[ContextText, ...]:
        """Return the pictures that all are shown, and behind them those of this member alone."""
        shown = [item for item in self.context if item.picture is not None and item.only in ("", seat)]
        return tuple(sorted(shown, key=lambda item: bool(item.only)))
