"""Every sentence of the council's own, in English and German. The rest of what it writes is quoted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.workflows.common.offline.language import Language

EN: Final[Mapping[str, str]] = {
    "source.question": "your question",
    "source.answer": "your answer",
    "lens.cost": "cost",
    "lens.risk": "risk",
    "lens.people": "the people concerned",
    "rules": (
        "Rules, no AI: what is quoted here stands in the given texts word for word, and nothing is concluded "
        "from it."
    ),
    "nothing": (
        "Nothing was given that could be quoted. These rules, no AI, quote given texts and know nothing else."
    ),
    "no_line": "No line was found.",
    "weighed": "Lines on {}",
    "added": "Added lines",
    "c.no_line.there_is": "It has no line for {}. There is one: {}",
    "c.more": "For {} it leaves out a line: {}",
    "c.lens": "It quotes nothing on {}, such as {}",
    "c.figure": "{} stands in none of the given texts.",
    "s.quote": "Quote the line.",
    "s.figure": "Say where the figure is from, or leave it out.",
    "k.missing": "left out",
    "k.figure": "no source",
    "r.added": "Added the line.",
    "r.there": "The line is quoted already.",
    "r.full": "{} lines are quoted for this already.",
    "r.none": "It names no line that could be quoted. Rules cannot weigh it.",
    "r.summary": "{} added.",
    "line.one": "1 line",
    "line.many": "{} lines",
    "j.note": "Coverage: {}. Rules judge neither agreement nor quality.",
    "j.coverage": "{} has lines for {} of {} demands",
    "j.nothing": "Nothing was given to quote, so nothing is covered",
    "j.best": "It has lines for most demands: {} of {}.",
    "j.same": "Each has lines for {} of {} demands. The first is taken. Rules do not judge which is better.",
    "j.tie": "Not judged: rules do not tell which text is better.",
    "j.right": "The rubric's words stand in it.",
    "j.wrong": "The rubric's words do not stand in it.",
    "d.found": "Left to you: rules quote and do not choose. Lines were found for {} of {} demands.",
    "d.nothing": "Left to you: nothing was given that could be quoted.",
    "d.none": "Left to you: no line of the given texts bears on the question by its words.",
    "f.head": "**Lines were found for {} of {} demands.** {}",
    "f.missing": "**No line was found for:**",
    "f.says": "{}: {}",
    "f.asked": "The question itself, {}: {}",
    "f.figures": "Two lines give different figures on {}.",
    "f.all": "All quote {}",
    "f.place": "line {} of {}",
    "q.missing": "No given line bears on this: {} What do you know of it?",
    "q.why": "What you answer can be quoted; without it this demand stays without a line.",
}
DE: Final[Mapping[str, str]] = {
    "source.question": "Ihre Frage",
    "source.answer": "Ihre Antwort",
    "lens.cost": "Kosten",
    "lens.risk": "Risiken",
    "lens.people": "den betroffenen Menschen",
    "rules": (
        "Regeln, keine KI: Was hier zitiert ist, steht Wort für Wort in den gegebenen Texten, und nichts "
        "wird daraus geschlossen."
    ),
    "nothing": (
        "Es wurde nichts gegeben, das sich zitieren ließe. Diese Regeln, keine KI, zitieren gegebene Texte "
        "und wissen sonst nichts."
    ),
    "no_line": "Keine Zeile gefunden.",
    "weighed": "Zeilen zu {}",
    "added": "Ergänzte Zeilen",
    "c.no_line.there_is": "Zu {} fehlt eine Zeile. Es gibt eine: {}",
    "c.more": "Zu {} fehlt noch eine Zeile: {}",
    "c.lens": "Zu {} ist nichts zitiert, etwa {}",
    "c.figure": "{} steht in keinem der gegebenen Texte.",
    "s.quote": "Die Zeile zitieren.",
    "s.figure": "Sagen, woher die Zahl stammt, oder sie weglassen.",
    "k.missing": "fehlt",
    "k.figure": "ohne Quelle",
    "r.added": "Die Zeile ist ergänzt.",
    "r.there": "Die Zeile ist schon zitiert.",
    "r.full": "Dazu sind schon {} Zeilen zitiert.",
    "r.none": "Er nennt keine Zeile, die sich zitieren ließe. Regeln können ihn nicht abwägen.",
    "r.summary": "{} ergänzt.",
    "line.one": "1 Zeile",
    "line.many": "{} Zeilen",
    "j.note": "Abdeckung: {}. Über Einigkeit und Güte urteilen Regeln nicht.",
    "j.coverage": "{} hat Zeilen zu {} von {} Forderungen",
    "j.nothing": "Es wurde nichts zum Zitieren gegeben, also ist nichts abgedeckt",
    "j.best": "Er hat zu den meisten Forderungen Zeilen: {} von {}.",
    "j.same": (
        "Jeder hat Zeilen zu {} von {} Forderungen. Der erste wird genommen. Welcher besser ist, beurteilen "
        "Regeln nicht."
    ),
    "j.tie": "Nicht beurteilt: Regeln sagen nicht, welcher Text besser ist.",
    "j.right": "Die Wörter der Vorgabe stehen darin.",
    "j.wrong": "Die Wörter der Vorgabe stehen nicht darin.",
    "d.found": "Ihnen überlassen: Regeln zitieren und wählen nicht. Zeilen gibt es zu {} von {} Forderungen.",
    "d.nothing": "Ihnen überlassen: Es wurde nichts gegeben, das sich zitieren ließe.",
    "d.none": "Ihnen überlassen: Keine Zeile der gegebenen Texte hat dem Wortlaut nach damit zu tun.",
    "f.head": "**Zeilen gibt es zu {} von {} Forderungen.** {}",
    "f.missing": "**Keine Zeile gibt es zu:**",
    "f.says": "{}: {}",
    "f.asked": "Die Frage selbst, {}: {}",
    "f.figures": "Zwei Zeilen nennen verschiedene Zahlen zu {}.",
    "f.all": "Alle zitieren {}",
    "f.place": "Zeile {} von {}",
    "q.missing": "Keine gegebene Zeile hat damit zu tun: {} Was wissen Sie darüber?",
    "q.why": "Was Sie antworten, lässt sich zitieren. Ohne Antwort bleibt diese Forderung ohne Zeile.",
}


def say(language: Language, name: str, *parts: object) -> str:
    """Return a sentence of the council in a language."""
    return (DE if language == "de" else EN)[name].format(*parts)


def lines_in_words(language: Language, number: int) -> str:
    """Return “1 line” or “3 lines”."""
    return say(language, "line.one") if number == 1 else say(language, "line.many", number)
