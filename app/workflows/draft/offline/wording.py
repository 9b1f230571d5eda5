"""The few sentences that the offline voices of a draft say of their own."""

from __future__ import annotations

from collections.abc import Mapping

from app.workflows.common.offline.language import Language

SKELETON = "skeleton"
_SAID: Mapping[str, Mapping[Language, str]] = {
    SKELETON: {
        "en": "A skeleton made by rules, no AI: the lines are quoted, the text is still to be written.",
        "de": "Ein Gerüst von Regeln, keiner KI: Die Zeilen sind zitiert, der Text ist noch zu schreiben.",
    },
    "from_above": {
        "en": "quote what stands above under headings; rules write no text of their own",
        "de": "zitieren, was darüber steht, unter Überschriften; Regeln schreiben keinen eigenen Text",
    },
    "no_rule": {
        "en": "There is no rule for {said}: not done, and not judged.",
        "de": "Für {said} gibt es keine Regel: nicht getan und nicht beurteilt.",
    },
    "not_there": {
        "en": "{said}: what it names was not found, so nothing was changed.",
        "de": "{said}: Was es nennt, wurde nicht gefunden, also wurde nichts geändert.",
    },
    "keeps": {"en": "{said}: nothing else is touched.", "de": "{said}: Anderes bleibt, wie es ist."},
    "is_done": {"en": "{said}: done.", "de": "{said}: getan."},
    "is_not_done": {"en": "{said}: not done everywhere.", "de": "{said}: nicht überall getan."},
    "unasked": {
        "en": "{path} changed, and nobody asked for that.",
        "de": "{path} hat sich geändert, und niemand hat darum gebeten.",
    },
    "not_judged": {
        "en": "Rules checked this, no AI: whether the text is any good was not judged.",
        "de": "Das prüften Regeln, keine KI: Ob der Text gut ist, wurde nicht beurteilt.",
    },
    "what_now": {
        "en": "Name in quotation marks what is to be replaced, deleted or added, or let a model write.",
        "de": "In Anführungszeichen nennen, was ersetzt, gelöscht oder ergänzt wird, oder ein Modell fragen.",
    },
    "written": {
        "en": "Files: {files}, words: {words}. Rules counted, no AI: whether it is any good was not judged.",
        "de": "Dateien: {files}, Wörter: {words}. Regeln zählten, keine KI: Ob es gut ist, blieb offen.",
    },
    "ranked": {
        "en": "{label}: {done} done, {words} words changed.",
        "de": "{label}: {done} getan, {words} Wörter geändert.",
    },
    "explained": {
        "en": "Rules compared the words, no AI: a change weighs as much as the share of words that changed.",
        "de": "Regeln verglichen die Wörter, keine KI: Eine Änderung wiegt so viel wie ihr Anteil an ihnen.",
    },
    "new": {"en": "new", "de": "neu"},
    "deleted": {"en": "deleted", "de": "gelöscht"},
    "changed": {"en": "Places changed: {places}", "de": "Geänderte Stellen: {places}"},
    "differ": {
        "en": "The same words with other figures: {a} and {b}",
        "de": "Dieselben Wörter mit anderen Zahlen: {a} und {b}",
    },
    "gone": {
        "en": "{name} does not stand in the level above any more.",
        "de": "{name} steht in der Ebene darüber nicht mehr.",
    },
}


def say(language: Language, sentence: str, /, **values: object) -> str:
    """Return a sentence in a language."""
    return _SAID[sentence][language].format(**values)
