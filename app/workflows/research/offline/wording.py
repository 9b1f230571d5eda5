"""The few sentences that the offline voices of a research say of their own."""

from __future__ import annotations

from collections.abc import Mapping

from app.workflows.common.offline.language import Language

_SAID: Mapping[str, Mapping[Language, str]] = {
    "no_line": {
        "en": "No line that was read holds the words of: {text}",
        "de": "Keine gelesene Zeile enthält die Wörter von: {text}",
    },
    "no_other": {
        "en": "No line that was read has the same words with another figure.",
        "de": "Keine gelesene Zeile hat dieselben Wörter mit einer anderen Zahl.",
    },
    "no_further": {
        "en": "No further line that was read has the same words and figures.",
        "de": "Keine weitere gelesene Zeile hat dieselben Wörter und Zahlen.",
    },
    "unsettled": {
        "en": "Rules, no AI: they see that the figures differ, and not which of them holds.",
        "de": "Regeln, keine KI: Sie sehen, dass die Zahlen sich unterscheiden, und nicht, welche gilt.",
    },
    "repeats": {
        "en": "The explorers read these files by the same rules: their lines are not counted twice.",
        "de": "Die Erkunder lesen diese Dateien nach denselben Regeln: Ihre Zeilen zählen nicht doppelt.",
    },
    "coverage": {
        "en": "Lines hold {held} of its {all} words ({words}). Whether they answer it was not judged.",
        "de": "Zeilen enthalten {held} von {all} Wörtern der Frage ({words}). "
        "Ob sie sie beantworten, wurde nicht beurteilt.",
    },
    "nothing": {
        "en": "No line holds its words ({words}).",
        "de": "Keine Zeile enthält ihre Wörter ({words}).",
    },
    "report": {
        "en": "Rules wrote this, no AI: lines of the files that hold words of the questions. "
        "Nothing was judged.",
        "de": "Das schrieben Regeln, keine KI: Zeilen der Dateien, die Wörter der Fragen enthalten. "
        "Beurteilt wurde nichts.",
    },
    "disputed": {"en": "Other lines give another figure:", "de": "Andere Zeilen nennen eine andere Zahl:"},
}


def say(language: Language, sentence: str, /, **values: object) -> str:
    """Return a sentence in a language."""
    return _SAID[sentence][language].format(**values)
