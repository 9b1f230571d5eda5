"""What a workflow tells of a session for its report: plain data in words, whatever form it is written in.

Rules: whoever writes a report escapes what is told here; texts may hold what a model or a person wrote.
Seats go by their names. A field that is empty has nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic import Field as JsonField  # by this name: what programs read is not translated

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, translate, words

Sense = Literal[
    "degree", "agreed", "disputed", "alone", "changed", "against", "open", "unmet", "limit", "failed"
]
"""How a part is meant, so that a window can set it as it is: a degree of trust; what all, several against
each other, or one alone say; what changed; who is against it; what is open, unmet, limited or missing."""


def sentence(line: str) -> str:
    """Return a line with a capital at its beginning and a stop at its end."""
    found = line[:1].upper() + line[1:]
    return found if found.endswith((".", "!", "?")) else f"{found}."


_BY_THE_PERSON: Mapping[str, Message] = {
    "you ended it": words("the person ended it"),
    "you closed it": words("the person closed it"),
}
"""What others are told of what the person is told as “you”."""


def ending_sentence(reason: Message, more: str = "") -> str:
    """Return why a session ended, as a report says it to others; `reason` as it is said to the person.

    `more` goes before the stop.
    """
    told = _BY_THE_PERSON.get(reason.source)
    if told is None:
        told = reason if reason.source.startswith("it ") else words("it ended: {reason}", reason=reason)
    return sentence(f"{told}{more}")


class ReportModel(BaseModel):
    """Base of all that a report is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Place(ReportModel):
    """A round's attempt, to go and look at."""

    round: int = JsonField(description="Number of the round, from 1; 0: before the first.")
    attempt: int = JsonField(1, description="Number of the attempt at the round, from 1.")


class Remark(ReportModel):
    """One thing told: by whom, what, and what it takes for granted; `sides` where several differ."""

    text: str = JsonField(description="What is said.")
    who: tuple[str, ...] = JsonField((), description="The seats that say it.")
    assumes: str = JsonField("", description="What it takes for granted.")
    sides: tuple[Remark, ...] = JsonField((), description="Where several differ: each side.")
    place: Place | None = JsonField(None, description="The round and attempt to look at; null: none.")
    critique: str = JsonField("", description="Id of the critique that it is about; empty: none.")
    texts: tuple[int, ...] = JsonField((), description="The texts that say it, by the seq of their records.")


class Part(ReportModel):
    """Remarks under a title. `none` is said where there are none; without it the part is then left out."""

    name: str = JsonField(description="Machine name, which stays the same.")
    title: str = JsonField(description="The name in words.")
    remarks: tuple[Remark, ...] = JsonField((), description="What is told; empty: see `none`.")
    none: str = JsonField(
        "", description="What is said where there is nothing to tell; empty: the part is left out."
    )

    @classmethod
    def of(cls, name: str, title: str, remarks: Iterable[Remark] = (), none: str = "") -> Self:
        """Return a part with its name, its title and what stands in it."""
        return cls(name=name, title=title, remarks=tuple(remarks), none=none)


class RoundPart(ReportModel):
    """A part that belongs to one attempt at a round."""

    place: Place = JsonField(description="The round and attempt where it stands.")
    part: Part = JsonField(description="What is told.")


class Document(ReportModel):
    """A part that is Markdown of the workflow's own, foreign text in it made safe already."""

    title: str = JsonField(description="The name in words.")
    markdown: str = JsonField(description="Its Markdown.")


class Exchange(ReportModel):
    """A question that was put to the person, and how it ended."""

    question: str = JsonField(description="The question.")
    asked_by: tuple[str, ...] = JsonField(
        (), description="The seats that asked it; none: it was settled beforehand."
    )
    options: tuple[str, ...] = JsonField((), description="Answers that were offered.")
    why: str = JsonField("", description="Why it was asked.")
    status: str = JsonField(description="answered, assume, none_fits, not_answered, or open.")
    answer: str = JsonField("", description="The answer in words.")


class Setting(ReportModel):
    """A setting that governed how it ended."""

    name: str = JsonField(description="Machine name, which stays the same.")
    title: str = JsonField(description="The name in words.")
    value: JsonValue = JsonField(None, description="The value as it was set.")
    said: str = JsonField(description="The value in words, with its unit.")


class RuleChecked(ReportModel):
    """One rule of the end as it stood when it was last checked."""

    number: int = JsonField(description="The rule's place in their order.")
    title: str = JsonField(description="The name in words.")
    said: str = JsonField("", description="Its figure against its limit, in words.")
    value: float | None = JsonField(None, description="Its figure; null: it has none.")
    limit: float | None = JsonField(None, description="Its limit; null: it has none.")
    holds: bool = JsonField(description="Whether it held when it was last checked.")
    in_force: bool = JsonField(True, description="False: it is shown, and ends nothing with these settings.")


class Ending(ReportModel):
    """How it was decided."""

    reason: str = JsonField("", description="Why it ended, as a sentence.")
    settings: tuple[Setting, ...] = JsonField((), description="The settings that governed the end.")
    rules: tuple[RuleChecked, ...] = JsonField((), description="The rules of the end, in their order.")
    together: bool = JsonField(
        False,
        description="Whether they end it only where all of them hold; false: the first that holds does.",
    )
    checked_at: Place | None = JsonField(
        None, description="The attempt after which the rules were checked last; null: never."
    )


class MeasureKind(ReportModel):
    """What a figure of the workflow is called, its unit (`%`), and what is said where there is none."""

    title: str
    unit: Literal["", "%"] = ""
    missing: str = ""


class Turned(ReportModel):
    """A member that came to answer otherwise in a round; `grounded`: it named evidence or an error."""

    seat: str
    round: int
    grounded: bool


class Graded(ReportModel):
    """Whether an answer is right by the rubric; `seat` empty: the final one, else that member's first."""

    seat: str
    right: bool
    partly: bool = False
    """Wrong, but not wholly."""


class Judging(ReportModel):
    """Counts of how texts were judged and changed: of use over many sessions, also without a known answer."""

    changed: int = 0
    """Refinements that changed a text, much or little."""
    held: int = 0
    swaps: int = 0
    """Comparisons that were asked in both orders."""
    swaps_agreed: int = 0
    """Of those: both named the same text, or neither."""
    pairs: int = 0
    """Pairs of ranked answers of another length."""
    longer_preferred: int = 0
    own_ranked: int = 0
    """Rankings of answers of the critic's own model and of others."""
    own_first: int = 0
    """Of those: one of its own model came first."""
    own_by_chance: float = 0.0
    """How many of those would by chance."""


class PointsShown(ReportModel):
    """How many of a critic's points quote a passage that stands in the answer, or say what is missing."""

    seat: str = JsonField(description="The seat that made them.")
    points: int = JsonField(description="Its points that were looked up.")
    quoted: int = JsonField(0, description="Of those: they quote a passage that stands in the answer.")
    missing: int = JsonField(0, description="Of those: they say what is missing.")
    none: int = JsonField(0, description="Of those: they do neither.")
    absent: int = JsonField(0, description="Of those: their passage does not stand in the answer.")
    met: int = JsonField(0, description="Of those: they suggest what the answer says already, by its words.")

    @property
    def stood(self) -> int:
        """How many showed what they are about."""
        return self.quoted + self.missing


class Inserted(ReportModel):
    """What one member says and another's text, which is the result, does not: put into it, or left out."""

    id: str
    seat: str
    text: str
    taken: bool
    raised: int = 0
    """The round in which it was raised as a point that a person accepted; 0: it is of another answer."""


class ChosenText(ReportModel):
    """Whose text is the result, word for word, and what may be changed of it after the end."""

    seat: str
    by: str
    """Who chose it, in words."""
    why: str = ""
    own: str = ""
    """The result without what others add to it."""
    revised_by: str = ""
    """Who revised it after it was attacked; empty: it is as it was."""
    insertions: tuple[Inserted, ...] = ()
    take_out: str = ""
    """The `PersonCommand` that leaves an insertion out, with its id as `insertion`; empty: none."""
    put_back: str = ""


class Instead(ReportModel):
    """What can be the final answer in its place, after the end."""

    texts: tuple[str, ...] = ()
    """Whose text could stand."""
    take: str = ""
    """The `PersonCommand` that lets the text of a `seat` stand; empty: none."""
    write: str = ""
    """The one that has a new answer written."""


class Brief(ReportModel):
    """What the answer says of itself for a reader of one page; what it does not say is empty."""

    lead: str = ""
    """Its first sentences, at most three."""
    why: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """What happens next, in its order."""
    wrong_if: tuple[str, ...] = ()


class WorkflowReport(ReportModel):
    """All that a workflow tells."""

    decision: str = ""
    """The answer in one or two sentences."""
    decided: bool = True
    """Whether `decision` is an answer; else it says why there is none."""
    answer: str | None = None
    """The final answer alone, as Markdown; None: the text of the result stands as it is."""
    brief: Brief = Field(default_factory=Brief)
    chosen: ChosenText | None = None
    instead: Instead | None = None
    """Whose text the answer is; None: it was written anew."""
    findings: tuple[Part, ...] = ()
    """What a reader must know to decide, in the order to read it in."""
    more: tuple[Part, ...] = ()
    """What stands behind the answer."""
    senses: dict[str, Sense] = {}
    """How parts are meant, by their names; of one without it nothing more is known than its words."""
    documents: tuple[Document, ...] = ()
    questions: tuple[Exchange, ...] = ()
    in_rounds: tuple[RoundPart, ...] = ()
    ending: Ending = Field(default_factory=Ending)
    measures: dict[str, MeasureKind] = {}
    """By the name of the figure."""
    verbs: dict[str, str] = {}
    """What a decision at a gate is called, by `<gate>/<verb>`: “Approved the round”."""
    routine: tuple[str, ...] = ()
    """Gates that nobody need be told of where the policy passed them."""
    posts: dict[str, str] = {}
    """What seats are called that are named for programs: “Chair”. Taken from the workflow's vocabulary."""
    hide_names: bool = False
    """Whether names are to be left out as long as the session goes on."""
    independent: tuple[tuple[str, str], ...] = ()
    """Seat and text of all independent answers, where a member gave several: no round holds them all."""
    turned: tuple[Turned, ...] = ()
    """Who came to answer otherwise."""
    graded: tuple[Graded, ...] = ()
    """What a judge graded by a rubric."""
    points_shown: tuple[PointsShown, ...] = ()
    """By critic, where points were looked up."""
    judging: Judging | None = None
    """None: nothing is ranked or compared there."""
    letters: dict[str, str] = {}
    """What a member is called where its name is left out."""
    later_letters: dict[str, str] = {}
    """What members were called in later rounds, where each has letters of its own; label to seat."""
    purposes: dict[str, str] = {}
    """What a seat does that is asked for a purpose: “critiquing”. Taken from the workflow's vocabulary."""
    question_title: str = Field(default_factory=lambda: translate("The question"))
    """What the question is called."""
    texts_title: str = Field(default_factory=lambda: translate("Answers"))
    """What the texts of a round are called."""
    revised_title: str = Field(default_factory=lambda: translate("Revised answers"))
    """What those are called that are made from earlier ones."""
    text_noun: str = Field(default_factory=lambda: translate("answer"))
    """What one of them is called in the middle of a sentence."""
    texts_anew: bool = False
    """Each round's text is a new one and no version of the one before: it is told whole."""
    answers: bool = True
    """Whether such a session ends with a final answer. Taken from the workflow's graph."""
    round_word: str = "round"
    """The source of the workflow's word for a round in a sentence. Taken from its vocabulary."""
