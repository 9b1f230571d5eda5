"""The replies that models are asked to give as JSON: lenient in form, strict in meaning."""

# Annotations are no texts here, for start-up cost: pydantic would compile each of them.

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from app.domain.live_text import folded
from app.workflows.common import values
from app.workflows.common.reading.coercion import NO_WORDS
from app.workflows.common.reading.names import ReplyModel, not_blank

Text = Annotated[str, BeforeValidator(values.text)]
Written = Annotated[str, AfterValidator(not_blank)]
Percent = Annotated[
    float | None,
    BeforeValidator(values.percent),
    # It has to be there; where no reply has one in its range it is none, and the rest stands.
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 100, "description": "from 0 to 100"}),
]
Confidence = Annotated[
    Literal["low", "medium", "high"] | None,
    BeforeValidator(values.confidence),
    # It is asked for; that it may be missing is for the reader alone.
    WithJsonSchema({"enum": ["low", "medium", "high"], "type": "string"}),
]
Because = Annotated[Literal["evidence", "error", "persuaded", ""], BeforeValidator(values.because)]
_WHY = "reason rationale explanation justification because grund begrundung raison razon motivo 理由 原因"
Severity = Annotated[Literal["high", "medium", "low"], BeforeValidator(values.severity)]


class CritiqueItemReply(ReplyModel):
    """One point against one answer."""

    main: ClassVar[str] = "claim"
    keyed: ClassVar[tuple[str, str]] = ("target", "claim")
    groups: ClassVar[tuple[str, ...]] = (
        *("items", "points", "issues", "problems", "critiques", "critique", "weaknesses", "concerns"),
        *("flaws", "criticisms", "kritikpunkte", "schwachen", "faiblesses", "debilidades", "问题"),
    )
    names: ClassVar[dict[str, str]] = {
        "target": (
            "label answer response answer_label target_response response_label target_answer about "
            "member candidate proposal responder"
        ),
        "claim": (
            "issue problem criticism point comment weakness flaw concern text description finding "
            "observation what_is_wrong observacion"
        ),
        "suggestion": (
            "fix recommendation improvement suggested_fix proposed_fix remedy advice what_to_do "
            "solution suggestion"
        ),
        "severity": "priority impact importance level severity_level",
        "category": "type kind area topic aspect",
        "quote": "passage excerpt citation quoted_text evidence quoted_passage",
    }
    refers: ClassVar[dict[str, str]] = {"target": "answer"}
    of_each: ClassVar[dict[str, int]] = {"target": 5}
    most: ClassVar[dict[str, int]] = {"claim": 600, "suggestion": 600, "category": 60, "quote": 800}
    may_mean_all: ClassVar[tuple[str, ...]] = ("target",)
    target: Text
    claim: Written
    suggestion: Text = ""
    severity: Severity = "medium"
    category: Text = ""
    quote: Text = ""


class ShownPointReply(CritiqueItemReply):
    """One point that quotes a passage, or says what is missing."""

    names: ClassVar[dict[str, str]] = {
        **CritiqueItemReply.names,
        "missing": "lacks lacking absent omission gap",
    }
    most: ClassVar[dict[str, int]] = {**CritiqueItemReply.most, "missing": 300}
    missing: Text = ""


class CritiqueReply(ReplyModel):
    """A ranking, best first, and up to five points for each answer."""

    main: ClassVar[str] = "items"
    neutral: ClassVar[tuple[str, ...]] = ("comments", "feedback", "reviews", "findings")
    wrappers: ClassVar[tuple[str, ...]] = ("critique", "review", "critiques", "feedback", "kritik")
    names: ClassVar[dict[str, str]] = {
        "ranking": (
            "rankings rank order ranked ordering best_to_worst final_ranking ranked_answers ordre orden"
        ),
        "items": (
            "critiques critique points issues problems comments reviews feedback weaknesses findings "
            "concerns criticisms flaws items_list critique_items kritik remarques 批评"
        ),
    }

    refers: ClassVar[dict[str, str]] = {"ranking": "answer"}
    ranking: tuple[Text, ...] = ()
    items: tuple[CritiqueItemReply, ...]


class ShownCritiqueReply(CritiqueReply):
    """The same, with a passage or what is missing in each point."""

    items: tuple[ShownPointReply, ...]


class PointReply(ReplyModel):
    """The author's answer to one point."""

    main: ClassVar[str] = "answer"
    keyed: ClassVar[tuple[str, str]] = ("id", "answer")
    names: ClassVar[dict[str, str]] = {
        "id": "point point_id critique critique_id ref item number punkt_id identifiant",
        "answer": "status response decision verdict action resolution result outcome",
        "justification": "reason why explanation rationale comment note details change what_changed",
    }
    refers: ClassVar[dict[str, str]] = {"id": "point"}
    most: ClassVar[dict[str, int]] = {"id": 60, "justification": 800}
    once: ClassVar[str] = "id"
    id: Text
    answer: Annotated[Literal["fixed", "held"], BeforeValidator(values.answer)]
    justification: Text = ""


class RefinementReply(ReplyModel):
    """The whole refined text, an answer per point, and one line on what changed."""

    main: ClassVar[str] = "text"
    wrappers: ClassVar[tuple[str, ...]] = ("refinement", "refined", "revision")
    names: ClassVar[dict[str, str]] = {
        "text": (
            "refined_text refined_answer answer refined_response response revised_answer revised_text "
            "new_text updated_answer updated_text final_answer full_text full_answer whole_answer "
            "content body markdown refinement refined revision proposal refined_proposal "
            "improved_answer final_text"
        ),
        "answers": (
            "responses point_answers critique_answers answers_to_points points critiques replies "
            "addressed critique_responses responses_to_critiques point_responses responses_to_points "
            "answers_to_critiques"
        ),
        "summary": "change_summary changes_summary summary_of_changes changes changelog what_changed note",
        "changed_because": "because why_changed reason_for_change change_reason",
    }
    text: Written
    answers: tuple[PointReply, ...] = ()
    summary: Text = ""
    changed_because: Because = ""


class MustHaveReply(ReplyModel):
    """One must-have, met or not by the best answer."""

    main: ClassVar[str] = "text"
    keyed: ClassVar[tuple[str, str]] = ("text", "met")
    names: ClassVar[dict[str, str]] = {
        "text": "must_have requirement name criterion description item",
        "met": "is_met fulfilled satisfied status result pass passed achieved value",
    }
    text: Text
    met: Annotated[bool, BeforeValidator(values.mark)]


class EvaluationReply(ReplyModel):
    """The judge's figures, 0 to 100."""

    wrappers: ClassVar[tuple[str, ...]] = (
        "evaluation",
        "judgement",
        "judgment",
        "scores",
        "figures",
        "bewertung",
    )
    remark: ClassVar[str] = "note"
    names: ClassVar[dict[str, str]] = {
        "agreement": "agreement_score consensus agreement_level consensus_score",
        "quality": "quality_score",
        "must_haves": "musthaves must_have requirements must_haves_met must_have_check",
        "note": "notes comment reasoning explanation rationale justification summary observacao",
    }

    @model_validator(mode="before")
    @classmethod
    def _of_a_hundred(cls, value: Any) -> Any:
        figures = ("agreement", "quality")
        if isinstance(value, dict) and all(values.not_judged(value.get(name)) for name in figures):
            value = {**value, "judged": False}
        return values.shares(value, figures)

    agreement: Percent
    quality: Percent
    judged: SkipJsonSchema[bool] = True
    """False: the judge says in so many words that it judges neither; that is no unreadable figure."""
    must_haves: tuple[MustHaveReply, ...] = ()
    note: Text = ""


class DissentReply(ReplyModel):
    """Who disagrees, and why."""

    main: ClassVar[str] = "why"
    keyed: ClassVar[tuple[str, str]] = ("seat", "why")
    names: ClassVar[dict[str, str]] = {
        "seat": "who member name agent person model from",
        "why": "reason because dissent position view explanation argument text opinion objection",
    }
    seat: Text
    why: Text


def _by_somebody(given: tuple[DissentReply, ...]) -> tuple[DissentReply, ...]:
    """Leave out what is said of nobody; of whom something is said may be left open."""
    return tuple(one for one in given if not one.seat.strip() or folded(one.seat) not in NO_WORDS)


class SideReply(ReplyModel):
    """One side of a dispute: who takes it, what they say, and what they take for granted."""

    main: ClassVar[str] = "says"
    keyed: ClassVar[tuple[str, str]] = ("who", "says")
    names: ClassVar[dict[str, str]] = {
        "who": "seat seats member members names side name agents model models",
        "says": "position view claim argument says_that statement text",
        "assumes": "assumption assumptions premise",
    }
    who: Text
    says: Text
    assumes: Text = ""


class DisputeReply(ReplyModel):
    """What is disputed, side by side."""

    main: ClassVar[str] = "issue"
    keyed: ClassVar[tuple[str, str]] = ("issue", "sides")
    names: ClassVar[dict[str, str]] = {
        "issue": "topic question point dispute subject matter about",
        "sides": "positions views parties opinions 观点",
    }
    issue: Text
    sides: tuple[SideReply, ...] = ()


class OnlyOneReply(ReplyModel):
    """What a single member says and nobody else took up."""

    main: ClassVar[str] = "says"
    keyed: ClassVar[tuple[str, str]] = ("who", "says")
    names: ClassVar[dict[str, str]] = SideReply.names
    who: Text
    says: Text


class SynthesisReply(ReplyModel):
    """The final answer and what stands around it."""

    main: ClassVar[str] = "answer"
    wrappers: ClassVar[tuple[str, ...]] = ("synthesis", "final_synthesis")
    names: ClassVar[dict[str, str]] = {
        "answer": (
            "final_answer final text synthesis response final_response conclusion content markdown "
            "final_text result recommendation"
        ),
        "decision": "bottom_line verdict in_short decision_finale",
        "disputed": "disputes disputed_points points_of_dispute conflicts contested contested_points",
        "only_one_says": "only_one unique_points single_voices lone_points only_one_member",
        "what_changed": "changes changed evolution what_has_changed",
        "departs_from_vote": (
            "departs departure why_it_departs differs_from_vote departs_from_first_answers abweichung 偏离"
        ),
        "agreed": (
            "agreement agreements consensus agreed_points points_of_agreement common_ground "
            "areas_of_agreement"
        ),
        "dissent": (
            "dissents disagreement disagreements dissenting dissenting_views dissenting_opinions "
            "minority_views"
        ),
        "open_questions": "questions open unresolved open_issues unresolved_questions remaining_questions",
        "unmet_must_haves": "unmet missing_must_haves unmet_requirements not_met",
        "confidence": "confidence_level certainty",
    }
    most: ClassVar[dict[str, int]] = dict.fromkeys(
        ("agreed", "disputed", "only_one_says", "what_changed", "dissent", "open_questions"), 20
    )
    answer: Written
    decision: Text = ""
    agreed: tuple[Text, ...] = ()
    disputed: tuple[DisputeReply, ...] = ()
    only_one_says: tuple[OnlyOneReply, ...] = ()
    what_changed: tuple[Text, ...] = ()
    departs_from_vote: Text = ""
    dissent: Annotated[tuple[DissentReply, ...], AfterValidator(_by_somebody)] = ()
    open_questions: tuple[Text, ...] = ()
    unmet_must_haves: tuple[Text, ...] = ()
    confidence: Confidence = None


class InsertionReply(ReplyModel):
    """What a member says and the chosen answer lacks: whose it is, its words, and where they belong."""

    main: ClassVar[str] = "text"
    keyed: ClassVar[tuple[str, str]] = ("who", "text")
    names: ClassVar[dict[str, str]] = {
        "who": SideReply.names["who"],
        "text": "says words sentence addition point statement",
        "after": "behind follows where place anchor passage",
    }
    refers: ClassVar[dict[str, str]] = {"who": "answer"}
    of_each: ClassVar[dict[str, int]] = {"who": 5}
    most: ClassVar[dict[str, int]] = {"text": 600, "after": 300}
    who: Text
    text: Written
    after: Text = ""


class FrameReply(SynthesisReply):
    """What stands around an answer that is chosen word for word: it is not written again."""

    main: ClassVar[str] = "decision"
    names: ClassVar[dict[str, str]] = {
        **SynthesisReply.names,
        "additions": "added insertions what_others_add",
        "left_out": "omitted not_taken_up omissions",
    }
    most: ClassVar[dict[str, int]] = {**SynthesisReply.most, "additions": 8, "left_out": 12}
    answer: SkipJsonSchema[Text] = ""
    only_one_says: SkipJsonSchema[tuple[OnlyOneReply, ...]] = ()
    additions: tuple[InsertionReply, ...] = ()
    left_out: tuple[InsertionReply, ...] = ()


class QuestionReply(ReplyModel):
    """One clarifying question."""

    main: ClassVar[str] = "question"
    keyed: ClassVar[tuple[str, str]] = ("question", "options")
    names: ClassVar[dict[str, str]] = {
        "question": "text q ask query clarification",
        "options": "choices answers possible_answers suggestions suggested_answers",
        "why": "reason rationale purpose impact because",
    }
    most: ClassVar[dict[str, int]] = {"question": 500, "options": 8, "why": 500}
    question: Written
    options: tuple[Text, ...] = ()
    why: Text = ""


class ClarificationReply(ReplyModel):
    """What a member must know before it answers; empty where nothing."""

    main: ClassVar[str] = "questions"
    wrappers: ClassVar[tuple[str, ...]] = ("clarification",)
    names: ClassVar[dict[str, str]] = {
        "questions": "clarifications clarifying_questions clarification_questions open_questions",
    }
    most: ClassVar[dict[str, int]] = {"questions": 20}
    questions: tuple[QuestionReply, ...] = ()

    @field_validator("questions")
    @classmethod
    def _that_ask(cls, found: tuple[QuestionReply, ...]) -> tuple[QuestionReply, ...]:
        return tuple(one for one in found if not values.has_none(one.question))

    @classmethod
    def in_prose(cls, text: str) -> dict[str, Any] | None:
        """Return the questions that prose lists, none where it says that it has none."""
        listed = values.questions(text)
        if listed:
            return {"questions": listed}
        return {"questions": []} if values.has_none(text) else None


class DraftsReply(ReplyModel):
    """Which draft is the best, by its label."""

    remark: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "best": "winner best_draft choice selected draft pick label",
        "why": _WHY,
    }
    refers: ClassVar[dict[str, str]] = {"best": "draft"}
    best: Text
    why: Text = ""


class GroupReply(ReplyModel):
    """Answers that say the same: what they say, and their labels."""

    main: ClassVar[str] = "labels"
    keyed: ClassVar[tuple[str, str]] = ("answer", "labels")
    names: ClassVar[dict[str, str]] = {
        "answer": "says meaning summary position result",
        "labels": "answers members responses items",
    }
    refers: ClassVar[dict[str, str]] = {"labels": "answer"}
    answer: Text = ""
    labels: tuple[Text, ...]


class GroupingReply(ReplyModel):
    """Which answers say the same."""

    main: ClassVar[str] = "alike"
    names: ClassVar[dict[str, str]] = {
        "alike": "groups clusters classes sets grouping",
    }
    alike: tuple[GroupReply, ...]


class KnownReply(ReplyModel):
    """One thing that a member's own files say."""

    main: ClassVar[str] = "says"
    keyed: ClassVar[tuple[str, str]] = ("says", "quote")
    names: ClassVar[dict[str, str]] = {
        "says": "fact claim statement text finding point",
        "file": "source name document quelle",
        "quote": CritiqueItemReply.names["quote"],
    }
    refers: ClassVar[dict[str, str]] = {"file": "file"}
    most: ClassVar[dict[str, int]] = {"says": 800, "quote": 800}
    says: Written
    file: Text = ""
    quote: Text = ""


class PoolingReply(ReplyModel):
    """What a member's own files say that bears on the question; empty where nothing does."""

    main: ClassVar[str] = "known"
    names: ClassVar[dict[str, str]] = {
        "known": "facts items findings points knowledge 事实",
    }
    most: ClassVar[dict[str, int]] = {"known": 40}
    known: tuple[KnownReply, ...] = ()


class GradeReply(ReplyModel):
    """How one answer meets the rubric."""

    main: ClassVar[str] = "grade"
    keyed: ClassVar[tuple[str, str]] = ("label", "grade")
    names: ClassVar[dict[str, str]] = {
        "label": "answer response item name",
        "grade": "verdict mark score rating result judgement judgment correct note",
        "why": _WHY,
    }
    refers: ClassVar[dict[str, str]] = {"label": "answer"}
    once: ClassVar[str] = "label"
    label: Text
    grade: Annotated[Literal["right", "partly", "wrong"], BeforeValidator(values.grade)]
    why: Text = ""


class GradingReply(ReplyModel):
    """How each answer meets the rubric."""

    main: ClassVar[str] = "grades"
    names: ClassVar[dict[str, str]] = {
        "grades": "answers verdicts marks scores ratings results grading notes 评分",
    }
    grades: tuple[GradeReply, ...]


class CheckedSideReply(SideReply):
    """What one of several answers says, by its label, and the words in which it does."""

    names: ClassVar[dict[str, str]] = {**SideReply.names, "quote": CritiqueItemReply.names["quote"]}
    refers: ClassVar[dict[str, str]] = {"who": "answer"}
    most: ClassVar[dict[str, int]] = {"quote": 300}
    assumes: SkipJsonSchema[Text] = ""
    quote: Text = ""


class CheckedReply(DisputeReply):
    """What answers differ on."""

    sides: tuple[CheckedSideReply, ...] = ()


class CheckReply(ReplyModel):
    """Where answers agree and where they differ."""

    main: ClassVar[str] = "disputed"
    names: ClassVar[dict[str, str]] = {
        "agreed": SynthesisReply.names["agreed"],
        "disputed": f"differ differences differs unterschiede {SynthesisReply.names['disputed']}",
    }
    most: ClassVar[dict[str, int]] = dict.fromkeys(("agreed", "disputed"), 12)
    agreed: tuple[Text, ...] = ()
    disputed: tuple[CheckedReply, ...] = ()


class CompareReply(ReplyModel):
    """Which of two texts meets the question better."""

    remark: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "winner": "best better result verdict choice preferred",
        "why": _WHY,
    }
    winner: Annotated[
        Literal["first", "second", "tie"] | None,
        BeforeValidator(values.winner),
        WithJsonSchema({"enum": ["first", "second", "tie"], "type": "string"}),
    ]
    why: Text = ""
