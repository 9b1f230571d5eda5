"""What a person may set before a debate: one model, from which the form and `--set` are derived."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from app.engine.plugin import SetupField

CHARACTERS_PER_TOKEN = 4
ANSWER_TOKENS = 1000
"""Length of an answer assumed where a budget must be guessed before anything was said."""


def _lines(value: Any) -> Any:
    """Let a list be typed as lines of one text, as `--set` and the form do."""
    if isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip()]
    return value


class ContextFile(BaseModel):
    """A file the person chose, read before the start."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    text: str


class Answered(BaseModel):
    """A question that is already answered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(min_length=1)
    answer: str


class DebateSetup(BaseModel):
    """The setup of a debate; its team comes beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(title="Question", description="What the members shall answer.")
    context_text: str = Field(default="", title="Background", description="Text every member reads first.")
    context: tuple[ContextFile, ...] = Field(
        default=(), title="Files", description="Files every member reads; they are sent as they are listed."
    )
    must_haves: Annotated[tuple[str, ...], BeforeValidator(_lines)] = Field(
        default=(),
        title="Must-haves",
        description="One per line. Every answer has to cover them; the judge marks each met or unmet.",
    )
    answers: tuple[Answered, ...] = Field(
        default=(), title="Answers given beforehand", description="Questions that are settled already."
    )
    enabled: bool = Field(
        default=True,
        title="Critique and refine",
        description="Off: every member answers once and the chair sums up.",
    )
    max_rounds: int = Field(
        default=2,
        ge=1,
        le=5,
        title="Rounds at most",
        description="1 to 5. More than three seldom make the answer better.",
    )
    termination: Literal["fixed", "convergence", "quality"] = Field(
        default="convergence",
        title="Stop when",
        description="fixed: after all rounds; convergence: the answers agree; quality: the best is good enough.",
    )
    threshold: float = Field(
        default=80, ge=0, le=100, title="Target", description="Percent that agreement or quality has to reach."
    )
    auto_stop_on_convergence: bool = Field(
        default=True,
        title="Propose to finish early",
        description="Off: signs of agreement are shown, and the debate goes on.",
    )
    min_change_threshold: float = Field(
        default=0.10,
        ge=0,
        le=1,
        title="Smallest change that counts",
        description="Share of a text, 0 to 1; smaller changes are called minor.",
    )
    context_budget: int | None = Field(
        default=None,
        ge=1000,
        title="Tokens at most",
        description="For the whole session. Empty: 50,000, or a quarter above the estimate if that is more.",
    )
    max_output_tokens: int = Field(
        default=4000, ge=256, le=32000, title="Tokens per reply", description="The longest reply of one call."
    )
    cost_limit: float | None = Field(
        default=2.0, ge=0, title="Cost limit", description="In dollars; at the limit you are asked. Empty: none."
    )
    interactive_clarifications: bool = Field(
        default=False,
        title="Ask me questions first",
        description="Members may ask before round 1. Not available in this version: leave it off.",
    )
    clarifications_max_iterations: int = Field(
        default=3, ge=0, le=10, title="Rounds of questions", description="How often members may ask you."
    )
    clarifications_max_per_agent: int = Field(
        default=5, ge=1, le=20, title="Questions per member", description="In one round of questions."
    )
    summarization_threshold: int = Field(
        default=5000, ge=1, title="Summarise above", description="Characters of history a member carries."
    )
    summarization_target: int = Field(
        default=2500, ge=1, title="Summarise down to", description="Characters; less than the threshold."
    )
    gate_policy: Literal["every_round", "if_changed", "on_conflict", "never_ask"] = Field(
        default="every_round",
        title="Ask me",
        description="After every round, only if something changed, only on conflict, or never.",
    )
    review_critiques: bool = Field(
        default=False, title="Let me sort the critiques", description="Before the authors see them."
    )
    hide_names: bool = Field(
        default=False, title="Hide names", description="Show letters in place of names until you have decided."
    )
    call_timeout: float = Field(
        default=120.0, gt=0, le=3600, title="Seconds per call", description="A longer call is ended."
    )
    retries: int = Field(
        default=3, ge=0, le=10, title="Retries", description="Of calls that failed before anything came back."
    )

    @field_validator("question")
    @classmethod
    def _question_says_something(cls, question: str) -> str:
        if not question.strip():
            raise ValueError("the question is empty; write what shall be answered")
        return question.strip()

    @field_validator("interactive_clarifications")
    @classmethod
    def _clarifications_are_off(cls, value: bool) -> bool:
        if value:
            raise ValueError("members cannot ask questions in this version; leave it off")
        return value

    @model_validator(mode="after")
    def _target_is_below_threshold(self) -> DebateSetup:
        if self.summarization_target >= self.summarization_threshold:
            raise ValueError("summarization_target must be less than summarization_threshold")
        return self

    def files(self) -> tuple[ContextFile, ...]:
        """Return all that every member reads: the background first, then the files."""
        background = (ContextFile(name="background", text=self.context_text),) if self.context_text.strip() else ()
        return background + self.context

    def token_budget(self, members: int) -> int:
        """Return the token limit of the session: as set, else 50 000 or 1.25 × the estimate."""
        if self.context_budget is not None:
            return self.context_budget
        return max(50_000, int(1.25 * self.estimated_tokens(members)))

    def estimated_tokens(self, members: int) -> int:
        """Guess the tokens of all planned rounds, in and out, from lengths alone."""
        read = sum(len(file.text) for file in self.files())
        asked = (len(self.question) + sum(map(len, self.must_haves))) // CHARACTERS_PER_TOKEN + 300
        read = read // CHARACTERS_PER_TOKEN + asked
        reply = min(ANSWER_TOKENS, self.max_output_tokens)
        propose = members * (read + reply)
        review = members * (asked + max(1, members - 1) * reply + reply)
        refine = members * (read + 3 * reply)
        judge = asked + members * reply + 200
        synthesis = asked + self.max_rounds * members * 2 * reply + reply
        return propose + self.max_rounds * (review + refine + judge) + synthesis


FORM = (
    SetupField("question", basic=True, widget="long_text"),
    SetupField("context_text", widget="long_text"),
    SetupField("context", basic=True, widget="files"),
    SetupField("must_haves", basic=True, widget="long_text"),
    SetupField("max_rounds", basic=True),
    SetupField("gate_policy", basic=True),
    *(
        SetupField(name)
        for name in (
            "enabled", "termination", "threshold", "auto_stop_on_convergence", "min_change_threshold",
            "context_budget", "max_output_tokens", "cost_limit", "summarization_threshold",
            "summarization_target", "review_critiques", "hide_names", "call_timeout", "retries",
        )
    ),
)  # fmt: skip
"""The form: what is asked on its first page, and what lies under Advanced."""
