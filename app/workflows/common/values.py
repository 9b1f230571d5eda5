"""The values of replies as models write them: figures, marks and words in another form or language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from app.domain.live_text import folded
from app.workflows.common.reading.readable import line_of

_SEVERITIES = {
    "high": (
        "high critical major severe serious blocker blocking p0 p1 important hoch kritisch "
        "schwerwiegend schwer eleve elevee haute critique grave majeur alta alto critico critica 高 "
        "严重 重大"
    ),
    "medium": (
        "medium moderate mid normal average p2 mittel massig moyen moyenne moderee modere media "
        "medio moderada moderado 中 中等"
    ),
    "low": (
        "low minor trivial small nit info p3 p4 niedrig gering klein faible mineur basse baja bajo "
        "menor baixa baixo 低 轻微"
    ),
}
_ANSWERS = {
    "fixed": (
        "fixed fix fixes addressed accepted accept resolved done changed incorporated implemented "
        "corrected agreed behoben erledigt angenommen umgesetzt korrigiert corrige accepte traite "
        "corregido aceptado resuelto corrigido aceito 已修复 已修正 修复 接受 已解决"
    ),
    "held": (
        "held hold holding kept keep rejected reject declined disagree disagreed unchanged "
        "maintained defended gehalten beibehalten abgelehnt zuruckgewiesen maintenu rejete conserve "
        "mantenido rechazado mantido rejeitado 保留 坚持 拒绝 维持"
    ),
}
_WINNERS = {
    "first": (
        "first 1 1st one first_text text_1 text_one option_1 the_first the_first_text answer_1 "
        "first_answer first_response the_first_answer the_first_response response_1 a answer_a response_a "
        "text_a option_a antwort_a erste_antwort die_erste_antwort "
        "erste erster der_erste der_erste_text premier le_premier primero el_primero primeiro 第一 "
        "第一个 一"
    ),
    "second": (
        "second 2 2nd two second_text text_2 text_two option_2 the_second the_second_text answer_2 "
        "second_answer second_response the_second_answer the_second_response response_2 b answer_b "
        "response_b text_b option_b antwort_b zweite_antwort die_zweite_antwort "
        "zweite zweiter der_zweite der_zweite_text deuxieme second_e le_deuxieme le_second segundo "
        "el_segundo 第二 第二个 二"
    ),
    "tie": (
        "tie tied draw equal both neither same even unentschieden gleich gleichstand egalite "
        "ex_aequo empate 平局 平手"
    ),
}
_BECAUSE = {
    "evidence": (
        "evidence new_evidence source new_source fact new_fact figure data information beleg quelle "
        "neuer_beleg tatsache preuve source_nouvelle evidencia prueba evidencia_nova 证据 新证据"
    ),
    "error": (
        "error mistake own_error error_found correction flaw fehler irrtum erreur error_propio erro 错误"
    ),
    "persuaded": (
        "persuaded persuasion convinced argument arguments reasoning others agreement uberzeugt argumente "
        "convaincu convencido 说服"
    ),
}
_GRADES = {
    "right": (
        "right correct true yes full fully met meets pass passed complete richtig korrekt ja juste correcto "
        "correct_answer certo 正确"
    ),
    "partly": "partly partial partially half incomplete mixed teilweise halb partiel parcial 部分",
    "wrong": (
        "wrong incorrect false no none unmet fail failed falsch nein faux incorrecto errado 错误 不正确"
    ),
}
_CONFIDENCES = {
    "high": "high very_high strong hoch sehr_hoch elevee haute forte alta alto 高",
    "medium": "medium moderate mid mittel moyenne moderee media medio moderada 中 中等",
    "low": "low very_low weak niedrig gering faible basse baja bajo baixa 低",
}
_TRUE = frozenset(
    """
    true yes y met fulfilled satisfied pass passed ok 1 x ja erfullt oui satisfait rempli si cumplido sim
    atendido 是 满足 已满足
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
_FALSE = frozenset(
    """
    false no n unmet not_met unfulfilled not_satisfied missing fail failed 0 nein nicht_erfullt unerfullt
    non non_satisfait non_rempli no_cumplido nao nao_atendido 否 不满足 未满足
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
_FIGURE = re.compile(
    r"[~≈]?\s*(-?\d{1,6}(?:[.,]\d{1,6})?)\s*(?:%|percent|prozent)?\s*(?:(?:/|of|out of|von)\s*(\d{1,4}))?\.?",
    re.IGNORECASE,
)


def _table(words: Mapping[str, str]) -> dict[str, str]:
    return {folded(word): meaning for meaning, all_words in words.items() for word in all_words.split()}


_BY_SEVERITY, _BY_ANSWER = _table(_SEVERITIES), _table(_ANSWERS)
_BY_BECAUSE, _BY_GRADE = _table(_BECAUSE), _table(_GRADES)
_BY_WINNER, _BY_CONFIDENCE = _table(_WINNERS), _table(_CONFIDENCES)


def text(value: Any) -> Any:
    """Return a text: nothing for null, words for what is no text."""
    return value if isinstance(value, str) else line_of(value)


def severity(value: Any) -> Any:
    """Return a severity in our words; an unknown one as it is, so that it is refused."""
    return _meant(value, _BY_SEVERITY)


def answer(value: Any) -> Any:
    """Return `fixed` or `held`."""
    return _meant(value, _BY_ANSWER)


def winner(value: Any) -> Any:
    """Return `first`, `second` or `tie`."""
    return _meant(value, _BY_WINNER)


def grade(value: Any) -> Any:
    """Return `right`, `partly` or `wrong`."""
    return _meant({True: "right", False: "wrong"}[value] if isinstance(value, bool) else value, _BY_GRADE)


def because(value: Any) -> Any:
    """Return why an answer changed: `evidence`, `error` or `persuaded`; empty for anything else."""
    said = _meant(value, _BY_BECAUSE)
    return said if isinstance(said, str) and said in _BECAUSE else ""


def confidence(value: Any) -> Any:
    """Return a confidence in our words; a word only, for nobody says what a figure of it means."""
    return _meant(value, _BY_CONFIDENCE)


def _meant(value: Any, table: Mapping[str, str]) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    # A word, or the word before an explanation: `High (blocks the launch)`, `fixed – a source was added`.
    name = folded(value)
    found = table.get(name)
    if found is None:
        head = re.split(r"[(\[:;,.–—|/]|\s-\s", value.strip("*_`\"'([ "), maxsplit=1)[0]
        found = table.get(folded(head))
    return found if found is not None else name


def mark(value: Any) -> Any:
    """Return whether a must-have is met; what is neither yes nor no is refused."""
    if not isinstance(value, str):
        return value
    bare = value.strip()
    if bare[:1] in "✓✔✅☑":
        return True
    if bare[:1] in "✗✘❌☒":
        return False
    name = folded(re.split(r"[(:;,.–—]", bare, maxsplit=1)[0])
    return True if name in _TRUE else False if name in _FALSE else value


def percent(value: Any) -> Any:
    """Return a figure from 0 to 100: 85, "85", "85%", "8.5/10", "85 out of 100"."""
    if isinstance(value, dict):
        # {"score": 85, "reason": "…"}
        figures = [
            inner
            for inner in value.values()
            if isinstance(inner, int | float) and not isinstance(inner, bool)
        ]
        value = figures[0] if len(figures) == 1 else value
    if isinstance(value, str):
        found = _FIGURE.match(value.strip().strip("*_` "))
        if found is None:
            return value
        number, whole = float(found.group(1).replace(",", ".")), float(found.group(2) or 100)
        rest = value.strip().strip("*_` ")[found.end() :].strip()
        if whole <= 0 or (rest and rest[0] not in "(–—-:;,|"):
            return value
        value = number * 100 / whole
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return min(100.0, max(0.0, float(value)))


def not_blank(value: str) -> str:
    """Refuse a blank text."""
    if not value.strip():
        raise ValueError("it is blank")
    return value


def shares(value: Any, names: tuple[str, ...]) -> Any:
    """Return figures given as shares of one (0.85) as ones of a hundred, where all are and one is broken."""
    if not isinstance(value, dict):
        return value
    figures = [value.get(name) for name in names]
    if all(
        isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 1 for one in figures
    ) and any(isinstance(one, float) and one not in (0.0, 1.0) for one in figures):
        return {**value, **{name: value[name] * 100 for name in names}}
    return value
