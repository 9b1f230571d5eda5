"""The replies that models are asked to give as JSON: lenient in form, strict in meaning."""

# Annotations are no texts here, for start-up cost: pydantic would compile each of them.

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema, model_validator
from pydantic.json_schema import SkipJsonSchema

from app.workflows.common import values
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
            "member candidate proposal responder ziel antwort cible reponse objetivo respuesta resposta "
            "alvo 目标 回答 对象"
        ),
        "claim": (
            "issue problem critique criticism point comment weakness flaw concern text description "
            "finding observation what_is_wrong kritik kritikpunkt mangel schwache behauptung probleme "
            "remarque affirmation critica problema afirmacion observacion 问题 批评 主张 论点"
        ),
        "suggestion": (
            "fix recommendation improvement suggested_fix proposed_fix remedy advice what_to_do "
            "solution vorschlag empfehlung suggestion recommandation sugerencia recomendacion sugestao "
            "建议"
        ),
        "severity": (
            "priority impact importance level severity_level schweregrad schwere gravite severite "
            "gravedad severidad gravidade 严重性 严重程度 程度"
        ),
        "category": ("type kind area topic aspect kategorie bereich categorie categoria 类别 分类"),
        "quote": (
            "passage excerpt citation quoted_text evidence quoted_passage zitat textstelle extrait cita "
            "citacao 引用 原文"
        ),
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
        "missing": "lacks lacking absent omission gap fehlt fehlend manque manquant falta faltante 缺少 缺失",
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
            "rankings rank order ranked ordering best_to_worst final_ranking ranked_answers rangliste "
            "rangfolge reihenfolge classement ordre clasificacion orden classificacao 排名 排序"
        ),
        "items": (
            "critiques critique points issues problems comments reviews feedback weaknesses findings "
            "concerns criticisms flaws items_list critique_items kritik kritiken kritikpunkte punkte "
            "schwachen mangel remarques problemes faiblesses criticas puntos problemas debilidades 批评 "
            "问题 批评意见 条目"
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
        "id": (
            "point point_id critique critique_id ref item number nr punkt punkt_id identifiant punto 编号"
        ),
        "answer": (
            "status response decision verdict action resolution result outcome antwort reponse "
            "respuesta resposta estado statut entscheidung 回答 状态"
        ),
        "justification": (
            "reason why explanation rationale comment note details change what_changed begrundung "
            "erklarung explication raison justificacion razon justificativa 理由 说明 解释"
        ),
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
            "improved_answer final_text antwort uberarbeitete_antwort uberarbeiteter_text texte reponse "
            "reponse_revisee reponse_amelioree texto respuesta respuesta_revisada texto_revisado "
            "resposta 文本 正文 回答 修改后的回答 答案"
        ),
        "answers": (
            "responses point_answers critique_answers answers_to_points points critiques replies "
            "addressed critique_responses responses_to_critiques point_responses responses_to_points "
            "answers_to_critiques antworten antworten_auf_die_punkte antworten_auf_punkte reponses "
            "reponses_aux_points reponses_aux_critiques respuestas respuestas_a_los_puntos respostas "
            "回应 答复 回复"
        ),
        "summary": (
            "change_summary changes_summary summary_of_changes changes changelog what_changed note "
            "zusammenfassung anderungen zusammenfassung_der_anderungen resume resume_des_changements "
            "resumen resumen_de_cambios cambios resumo 摘要 总结 修改摘要"
        ),
        "changed_because": "because why_changed reason_for_change change_reason grund_der_anderung 改变原因",
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
        "text": (
            "must_have requirement name criterion description item muss anforderung exigence requisito 要求"
        ),
        "met": (
            "is_met fulfilled satisfied status result pass passed achieved value erfullt satisfait "
            "rempli cumplido atendido 满足"
        ),
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
        "agreement": (
            "agreement_score consensus agreement_level consensus_score ubereinstimmung einigkeit accord "
            "consenso acuerdo concordancia 一致性 一致 共识"
        ),
        "quality": "quality_score qualitat qualite calidad qualidade 质量",
        "must_haves": (
            "musthaves must_have requirements must_haves_met must_have_check anforderungen exigences "
            "requisitos 必须满足 要求"
        ),
        "note": (
            "notes comment reasoning explanation rationale justification summary anmerkung notiz "
            "bemerkung begrundung remarque commentaire nota comentario observacao 备注 说明"
        ),
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
        "seat": (
            "who member name agent person model from mitglied wer membre qui miembro quien membro 成员 谁"
        ),
        "why": (
            "reason because dissent position view explanation argument text opinion objection grund "
            "begrundung warum raison pourquoi razon motivo por_que 理由 原因"
        ),
    }
    seat: Text
    why: Text


class SideReply(ReplyModel):
    """One side of a dispute: who takes it, what they say, and what they take for granted."""

    main: ClassVar[str] = "says"
    keyed: ClassVar[tuple[str, str]] = ("who", "says")
    names: ClassVar[dict[str, str]] = {
        "who": (
            "seat seats member members names side name agents model models wer mitglied qui quien quem "
            "谁 成员"
        ),
        "says": ("position view claim argument says_that statement text meint sagt dit dice diz 观点 立场"),
        "assumes": (
            "assumption assumptions premise annahme annahmen suppose hypothese supone supuesto 假设 前提"
        ),
    }
    who: Text
    says: Text
    assumes: Text = ""


class DisputeReply(ReplyModel):
    """What is disputed, side by side."""

    main: ClassVar[str] = "issue"
    keyed: ClassVar[tuple[str, str]] = ("issue", "sides")
    names: ClassVar[dict[str, str]] = {
        "issue": (
            "topic question point dispute subject matter about streitpunkt frage sujet tema 议题 问题 争议"
        ),
        "sides": ("positions views parties opinions seiten positionen cotes lados posiciones 各方 观点"),
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
            "final_text result recommendation antwort endgultige_antwort schlussantwort reponse "
            "reponse_finale respuesta respuesta_final resposta resposta_final 答案 最终答案 最终回答 "
            "回答"
        ),
        "decision": ("bottom_line verdict in_short entscheidung beschluss decision_finale decisao 决定 决策"),
        "disputed": (
            "disputes disputed_points points_of_dispute conflicts contested contested_points strittig "
            "streitpunkte points_contestes puntos_en_disputa 争议 争议点"
        ),
        "only_one_says": ("only_one unique_points single_voices lone_points only_one_member nur_einer_sagt"),
        "what_changed": (
            "changes changed evolution what_has_changed was_sich_geandert_hat cambios changements 变化"
        ),
        "departs_from_vote": (
            "departs departure why_it_departs differs_from_vote departs_from_first_answers abweichung 偏离"
        ),
        "agreed": (
            "agreement agreements consensus agreed_points points_of_agreement common_ground "
            "areas_of_agreement einigkeit einig ubereinstimmung accords points_d_accord accord acuerdos "
            "acordado puntos_de_acuerdo acordos 共识 一致"
        ),
        "dissent": (
            "dissents disagreement disagreements dissenting dissenting_views dissenting_opinions "
            "minority_views widerspruch abweichende_meinungen dissens desaccords desaccord disenso "
            "desacuerdo desacuerdos discordancia 分歧 异议"
        ),
        "open_questions": (
            "questions open unresolved open_issues unresolved_questions remaining_questions "
            "offene_fragen questions_ouvertes preguntas_abiertas questoes_abertas 未解决的问题 未决问题 "
            "开放问题"
        ),
        "unmet_must_haves": (
            "unmet missing_must_haves unmet_requirements not_met unerfullte_anforderungen "
            "exigences_non_satisfaites requisitos_incumplidos requisitos_no_cumplidos 未满足的要求"
        ),
        "confidence": (
            "confidence_level certainty sicherheit zuversicht konfidenz confiance confianza confianca "
            "置信度 信心"
        ),
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
    dissent: tuple[DissentReply, ...] = ()
    open_questions: tuple[Text, ...] = ()
    unmet_must_haves: tuple[Text, ...] = ()
    confidence: Confidence = None


class InsertionReply(ReplyModel):
    """What a member says and the chosen answer lacks: whose it is, its words, and where they belong."""

    main: ClassVar[str] = "text"
    keyed: ClassVar[tuple[str, str]] = ("who", "text")
    names: ClassVar[dict[str, str]] = {
        "who": SideReply.names["who"],
        "text": "says words sentence addition point statement satz phrase frase 文本",
        "after": "behind follows where place anchor passage nach apres despues 位置",
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
        "additions": "added insertions what_others_add erganzungen ajouts adiciones 补充",
        "left_out": "omitted not_taken_up omissions weggelassen omis omitido 遗漏",
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
        "question": "text q ask query clarification frage pregunta pergunta 问题",
        "options": (
            "choices answers possible_answers suggestions suggested_answers optionen antworten choix "
            "opciones opcoes 选项"
        ),
        "why": (
            "reason rationale purpose impact because grund warum begrundung raison pourquoi razon "
            "por_que motivo 原因 理由"
        ),
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
        "questions": (
            "clarifications clarifying_questions clarification_questions open_questions fragen "
            "ruckfragen preguntas perguntas 问题 澄清问题"
        ),
    }
    most: ClassVar[dict[str, int]] = {"questions": 20}
    questions: tuple[QuestionReply, ...] = ()

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
        "best": (
            "winner best_draft choice selected draft pick label beste bester_entwurf meilleur mejor "
            "melhor 最佳 最好"
        ),
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
        "answer": "says meaning summary position result antwort reponse respuesta resposta 回答",
        "labels": "answers members responses items antworten reponses respuestas respostas 标签",
    }
    refers: ClassVar[dict[str, str]] = {"labels": "answer"}
    answer: Text = ""
    labels: tuple[Text, ...]


class GroupingReply(ReplyModel):
    """Which answers say the same."""

    main: ClassVar[str] = "alike"
    names: ClassVar[dict[str, str]] = {
        "alike": "groups clusters classes sets grouping gruppen groupes grupos 分组",
    }
    alike: tuple[GroupReply, ...]


class KnownReply(ReplyModel):
    """One thing that a member's own files say."""

    main: ClassVar[str] = "says"
    keyed: ClassVar[tuple[str, str]] = ("says", "quote")
    names: ClassVar[dict[str, str]] = {
        "says": "fact claim statement text finding point aussage tatsache fait hecho fato 事实",
        "file": "source name document datei quelle fichier archivo arquivo 文件",
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
        "known": "facts items findings points knowledge tatsachen fakten faits hechos fatos 事实",
    }
    most: ClassVar[dict[str, int]] = {"known": 40}
    known: tuple[KnownReply, ...] = ()


class GradeReply(ReplyModel):
    """How one answer meets the rubric."""

    main: ClassVar[str] = "grade"
    keyed: ClassVar[tuple[str, str]] = ("label", "grade")
    names: ClassVar[dict[str, str]] = {
        "label": "answer response item name antwort reponse respuesta resposta 标签 回答",
        "grade": "verdict mark score rating result judgement judgment correct note bewertung nota 评分",
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
        "grades": "answers verdicts marks scores ratings results grading bewertungen notes notas 评分",
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
        "winner": (
            "best better result verdict choice preferred gewinner sieger gagnant ganador vencedor 胜者 获胜者"
        ),
        "why": _WHY,
    }
    winner: Annotated[
        Literal["first", "second", "tie"] | None,
        BeforeValidator(values.winner),
        WithJsonSchema({"enum": ["first", "second", "tie"], "type": "string"}),
    ]
    why: Text = ""
