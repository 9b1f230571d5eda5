"""Facts that only a debate needs."""

# Annotations are no texts here, for start-up cost: pydantic would compile each of them.

from typing import ClassVar, Literal, Self

from app.domain.fact_base import Fact, facts_in
from app.domain.frozen import Frozen

Reason = Literal[
    "max_rounds_reached",
    "models_converged",
    "user_stopped",
    "no_significant_changes",
    "error_occurred",
    "context_limit_reached",
    "attacked",
]


class LettersDealt(Fact):
    """Which letter stands for which seat: for the whole session, or for one round where they change."""

    type: Literal["letters_dealt"] = "letters_dealt"
    letters: dict[str, str]
    round: int = 0
    """The round that goes by them; 0: all that have none of their own."""


class QuestionAsked(Fact):
    """A clarifying question, duplicates joined; `asked_by` names every seat that asked it."""

    type: Literal["question_asked"] = "question_asked"
    question: str
    text: str
    options: tuple[str, ...] = ()
    why: str = ""
    asked_by: tuple[str, ...] = ()


class QuestionsDropped(Fact):
    """Questions of a member that are not asked: over its maximum, or only the session's question again."""

    type: Literal["questions_dropped"] = "questions_dropped"
    seat: str
    count: int
    repeats: bool = False
    """They repeat the session's question."""


class QuestionAnswered(Fact):
    """How a question ended."""

    by_person: ClassVar[bool] = True
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
    because: Literal["evidence", "error", "persuaded", ""] = ""
    """Why its answer is another one now, as it says: a source or fact new to it, an error of its own, the
    reasons of others."""
    unread: bool = False
    """True: its reply could not be read, twice; its text of before stands."""


class DraftWritten(Fact):
    """One of several drafts of a member's first answer; the judge chose one, whose text enters the round."""

    type: Literal["draft_written"] = "draft_written"
    seat: str
    number: int
    text: str
    chosen: bool
    why: str = ""
    """The judge's reason, with the chosen draft."""


class HistorySummarised(Fact):
    """A member's, or the chair's, own summary of its history before a round; the history stays as it is."""

    type: Literal["history_summarised"] = "history_summarised"
    seat: str
    round: int
    """The round it was written for; 0 for the final answer."""
    text: str
    characters: int
    """Length of what it stands for."""


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
    result_from: str = ""
    """Whose text a person chose for the result, or the chair, which writes it anew; empty: as set up."""


class Dissent(Frozen):
    """Who disagrees with the final answer, and why."""

    seat: str
    why: str


class Side(Frozen):
    """One side of a dispute; `assumes` is empty where it was not said."""

    who: str
    says: str
    assumes: str = ""


class Dispute(Frozen):
    """What is disputed, side by side."""

    issue: str
    sides: tuple[Side, ...] = ()


class OnlyOne(Frozen):
    """What a single member says."""

    who: str
    says: str


class Objection(Frozen):
    """A point of a member that its author did not follow: the strongest of so many."""

    critique: str
    seat: str
    target: str
    """Whose answer it is about; empty: several."""
    claim: str
    answer: str = ""
    """What the author said, or why the person dismissed it."""
    of: int = 1


class ResultStated(Fact):
    """What stands around the final answer, part by part; the text of slot `result` holds it in words."""

    type: Literal["result_stated"] = "result_stated"
    answer: str
    agreed: tuple[str, ...] = ()
    dissent: tuple[Dissent, ...] = ()
    open_questions: tuple[str, ...] = ()
    unmet_must_haves: tuple[str, ...] = ()
    """By the chair or by the judge in the last accepted round."""
    confidence: Literal["low", "medium", "high"] | None = None
    """None, as all but the answer, where the chair's reply had no readable structure."""
    structured: bool = True
    degradation: tuple[str, ...] = ()
    decision: str = ""
    """The answer in one or two sentences; this and what follows are empty in sessions of earlier versions."""
    disputed: tuple[Dispute, ...] = ()
    only_one_says: tuple[OnlyOne, ...] = ()
    what_changed: tuple[str, ...] = ()
    """What changed between the rounds, and why, a sentence each."""
    departs_from_vote: str = ""
    """Why the answer is not the one that most members gave before any critique."""
    alone: bool = False
    """It is the only answer there was, and no chair wrote it."""
    takes_up_nothing: bool = False
    """It has nothing of what the members wrote."""
    objection: Objection | None = None
    """The strongest that was raised and not taken up."""
    unsaid: tuple[str, ...] = ()
    """Parts, by their names here, that the chair's reply does not have: it broke off or left them out."""
    anew: bool = False
    """The chair wrote it after the end, as the person asked: nobody's text is chosen any more."""
    rung: Literal["", "take", "attack"] = ""
    """The rung of the ladder it was taken on, where no chair is asked; empty: all debated."""


POINT = "p-"
"""What the id of an insertion begins with that is a point of criticism."""


class Insertion(Frozen):
    """What a member says and the text of another lacks; `after`: the words of that text it stands behind."""

    id: str
    seat: str
    text: str
    after: str = ""
    """Empty: it stands at the end."""
    taken: bool
    """False: it is left out."""

    @property
    def is_point(self) -> bool:
        """Whether it is a point of criticism that a person accepted, and no words of another answer."""
        return self.id.startswith(POINT)


class InsertionDecided(Fact):
    """Whether something that another member says stands in the final answer."""

    by_person: ClassVar[bool] = True
    type: Literal["insertion_decided"] = "insertion_decided"
    insertion: str
    taken: bool


class ResultChosen(Fact):
    """Whose text is the final answer, word for word, and what others add to it or is left out."""

    type: Literal["result_chosen"] = "result_chosen"
    seat: str
    base: int
    """Seq of the text."""
    text: str
    chosen_by: Literal["judge", "ranking", "alone", "person", "first"]
    why: str = ""
    insertions: tuple[Insertion, ...] = ()

    @property
    def others(self) -> tuple[Insertion, ...]:
        """What others say: what its own author says stands in it."""
        return tuple(one for one in self.insertions if one.seat != self.seat)

    def after(self, decision: InsertionDecided) -> Self:
        """Return it with one of its insertions taken or left out."""
        insertions = tuple(
            one.model_copy(update={"taken": decision.taken}) if one.id == decision.insertion else one
            for one in self.insertions
        )
        return self.model_copy(update={"insertions": insertions})


class FinalCompared(Fact):
    """The judge's word on the final answer against the best of round 1, asked in both orders."""

    type: Literal["final_compared"] = "final_compared"
    seat: str
    """Whose answer of round 1 was ranked best."""
    baseline: int
    """Seq of its text."""
    forward: Literal["first", "second", "tie"] | None
    """With the answer of round 1 first; None where the judge gave no readable word."""
    backward: Literal["first", "second", "tie"] | None
    """With the final answer first."""
    verdict: Literal["better", "same", "worse"] | None
    """The final answer against the other; a disagreement of the orders is a tie: `same`."""
    why: str = ""


class AnswerCount(Frozen):
    """How often an answer was given, and by whom."""

    answer: str
    count: int
    seats: tuple[str, ...] = ()


class AnswersCounted(Fact):
    """How often each independent answer was given, the commonest first."""

    type: Literal["answers_counted"] = "answers_counted"
    answers: tuple[AnswerCount, ...]
    grouped_by: Literal["words", "judge"]
    """Who said which answers are the same: their words, or the judge."""
    chosen_by: Literal["chair", "vote", "best"]
    why: str = ""
    """The judge's reason, where it chose the best."""


class QuotedSide(Side):
    """What one answer says; `quote`: the words in which it does, where they stand there."""

    quote: str = ""


class Difference(Dispute):
    """What answers of a quick check differ on."""

    sides: tuple[QuotedSide, ...] = ()


class AnswersChecked(Fact):
    """Where the answers of a quick check agree, and where they differ."""

    type: Literal["answers_checked"] = "answers_checked"
    agreed: tuple[str, ...] = ()
    disputed: tuple[Difference, ...] = ()
    """`who` of a side is a seat. The weightiest first."""
    compared_by: Literal["judge", "words", "nobody"]
    """`nobody`: there is one answer alone."""

    @property
    def agree(self) -> bool:
        """Whether the answers say the same."""
        return self.compared_by != "nobody" and not self.disputed


class RungTaken(Fact):
    """How a debate goes on after its quick check: with one of the answers as it is, attacked, or with all."""

    type: Literal["rung_taken"] = "rung_taken"
    rung: Literal["take", "attack", "debate"]
    seat: str = ""
    """Whose answer is taken or attacked."""
    asked: bool = True
    """Whether anybody was asked; else it is the first answer."""


class KnownAlone(Frozen):
    """Something that one member's own files say; `found`: its quote stands in the file that it names."""

    says: str
    file: str = ""
    quote: str = ""
    found: bool = True

    @property
    def words(self) -> str:
        """What it says, with the passage where that is not the same."""
        return self.says if self.quote in self.says else f"{self.says} (“{self.quote}”)"


class KnowledgePooled(Fact):
    """What a member told the others of the files that it alone was given."""

    type: Literal["knowledge_pooled"] = "knowledge_pooled"
    seat: str
    known: tuple[KnownAlone, ...] = ()
    unread: bool = False
    """True: its reply could not be read, or none came: the others know nothing of its files."""


class SourceFetched(Fact):
    """What a tool of a server gave a member, kept whole: answers cite it by its name."""

    type: Literal["source_fetched"] = "source_fetched"
    source: str
    seat: str
    tool: str
    """As the member called it."""
    arguments: str
    text: str


class Grade(Frozen):
    """A grade by the rubric; `seat` empty: of the final answer, else of that member's first one."""

    seat: str
    grade: Literal["right", "partly", "wrong"]
    why: str = ""


class AnswersGraded(Fact):
    """The judge's grades by the rubric; an answer that it named nowhere has none."""

    type: Literal["answers_graded"] = "answers_graded"
    grades: tuple[Grade, ...]


DEBATE_FACTS = facts_in(__name__)
