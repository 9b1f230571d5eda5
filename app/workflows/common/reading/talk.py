"""What a model says to whoever asked, around its answer or in place of one. Pure.

By words, in a few languages. Rules judge no meaning: only a short text is looked at that says nothing else,
or a line before an answer.
"""

from __future__ import annotations

import re

_SHORT = 300
"""Characters up to which a reply may be nothing but such words."""


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_INTRODUCES = _any(
    r"\A(?:(?:sure|certainly|of course|absolutely|ok(?:ay)?|here|below|this is|gerne?|natürlich|klar|hier"
    r"|bien sûr|voici|claro|aquí)\b|当然|好的|以下)[^\n]{0,100}?"
    r"(?:answer|response|refine|revis|updat|improv|rewr|version|antwort|fassung|überarbeit|réponse|révis"
    r"|respuesta|versión|回答|答案|修改|版本)[^\n]{0,60}[:：]\s*\n"
)
_TAKES_LEAVE = _any(
    r"\n\s*\n(?:-{3,}\s*\n+)?(?:(?:i )?hope (?:this|that|it)|(?:please )?let me know|feel free to|ich hoffe"
    r"|lass(?:en sie)? (?:es )?mich wissen|sag(?:en sie)? (?:mir )?bescheid|j'espère que|n'hésitez pas"
    r"|espero que|no dudes|希望[这对]|如果[您你])[^\n]{0,200}\Z"
)
_REFUSES = _any(
    r"\A(?:(?:i'?m|i am|we'?re) (?:very |so |really )?sorry|sorry,|apologies,|unfortunately, i|as an ai)"
    r"[^\n]{0,80}?\b(?:can(?:no|['’])t|unable|not able|won['’]t)\b",
    r"\A(?:i|we) (?:can(?:no|['’])t|am unable to|am not able to|won['’]t) "
    r"(?:assist|help|provide|comply|do that|answer|fulfil|engage|evaluate|participate)",
    r"\A(?:es )?(?:tut mir leid|bedaure|leider|als ki)\b[^\n]{0,80}?\b(?:kann|darf)\b[^\n]{0,60}\bnicht\b",
    r"\A(?:je suis )?désolée?\b[^\n]{0,80}?\bne (?:peux|puis)\b",
    r"\Alo siento\b[^\n]{0,80}?\bno puedo\b",
    r"\A(?:很|非常)?(?:抱歉|对不起)[^\n]{0,40}?(?:不能|无法)",
    r"\A(?:извините|простите|к сожалению)\b[^\n]{0,80}?\bне (?:могу|можем)\b",
)
_CHANGED = r"(?:replaced|changed|updated|revised|rewritten|edited|removed|added|renamed|made|applied)\b"
_REPORTS = _any(
    rf"\A(?:done[.!,:]? )?(?:i(?:['’]ve| have)? (?:now )?|(?:all|every|each)\b[^\n]{{0,60}} been ){_CHANGED}",
    rf"\A(?:the|your) (?:file|document|text|chapter) (?:has been|was|is now) {_CHANGED}|\Adone[.!]?\Z",
    r"\Aich habe\b[^\n]{0,120}\b(?:ersetzt|geändert|überarbeitet|entfernt|ergänzt)\b",
    r"\Aj'ai (?:remplacé|modifié|supprimé|ajouté)\b|\Ahe (?:reemplazado|cambiado|modificado)\b|\A我已",
)
_OWN = r"(?:answer|response|text|proposal|position)"
_EARLIER = r"(?:original|previous|initial|earlier|current|above|last)"
_SAME = (
    r"(?:unchanged|(?:the )?same(?: as (?:above|before))?|no (?:further )?changes?|see above|as before"
    r"|unverändert|(?:wie|siehe) oben|keine änderung(?:en)?|inchangée?|idem|sin cambios|不变|同上"
    r"|без изменений)"
)
_KEEPS = _any(
    rf"\A[\[(<{{*_]+(?:(?:my|the|text|{_OWN}|is|remains|left) )*{_SAME}(?:\b[^\n]{{0,60}})?[\])>}}*_]+\Z",
    r"\A(?:unchanged|(?:the )?same as (?:above|before)|unverändert|inchangée?|同上|без изменений)\W*\Z",
    rf"\b(?:my (?:\w+ )?|the {_EARLIER} ){_OWN} (?:stands|remains|is unchanged|stays)\b",
    rf"\bi (?:stand by|keep|maintain|stick (?:to|with)) my (?:\w+ )?{_OWN}\b",
    r"\bmeine (?:\w+ )?antwort bleibt\b|\bich bleibe bei meiner antwort\b|\bje maintiens ma réponse\b",
    r"\bmantengo mi respuesta\b|我的回答不变|我坚持(?:我的|原)",
)


def without_talk(text: str) -> str:
    """Return an answer without the line that introduces it, and then without the one that takes leave."""
    rest = _INTRODUCES.sub("", text.lstrip(), count=1)
    return text if rest == text.lstrip() else _TAKES_LEAVE.sub("", rest).strip() or text


def refuses(text: str) -> bool:
    """Tell whether a reply says that it will not do what was asked, and nothing else."""
    return _says_only(text, _REFUSES)


def reports(text: str) -> bool:
    """Tell whether what came in place of a text says that it was changed."""
    return _says_only(text, _REPORTS)


def keeps(text: str) -> bool:
    """Tell whether what came in place of a new answer says that the one before stands."""
    return _says_only(text, _KEEPS)


def _says_only(text: str, words: re.Pattern[str]) -> bool:
    said = text.strip().strip("\"'“”")
    return len(said) <= _SHORT and "\n" not in said and words.search(said) is not None
