"""The one label of each verb, by gate, in the order of the buttons; the last is the usual primary."""

from __future__ import annotations

from app.domain.i18n import QT_TRANSLATE_NOOP

VERBS: dict[str, dict[str, str]] = {
    "approval": {
        "reject": QT_TRANSLATE_NOOP("ui", "Reject with feedback…"),
        "finish": QT_TRANSLATE_NOOP("ui", "Approve and finish"),
        "approve": QT_TRANSLATE_NOOP("ui", "Approve and continue"),
    },
    "clarification": {
        "continue": QT_TRANSLATE_NOOP("ui", "Continue without answering"),
        "answer": QT_TRANSLATE_NOOP("ui", "Answer questions…"),
    },
    "critique_review": {"send": QT_TRANSLATE_NOOP("ui", "Send to the authors")},
    "failure": {
        "stop": QT_TRANSLATE_NOOP("ui", "Stop"),
        "fallback:model": QT_TRANSLATE_NOOP("ui", "Use another model…"),
        "fallback:absent": QT_TRANSLATE_NOOP("ui", "Go on without"),
        "retry": QT_TRANSLATE_NOOP("ui", "Retry"),
    },
    "uncertain": {
        "drop": QT_TRANSLATE_NOOP("ui", "Leave out"),
        "use_partial": QT_TRANSLATE_NOOP("ui", "Use what arrived"),
        "use_stored": QT_TRANSLATE_NOOP("ui", "Use the stored answer"),
        "ask_again": QT_TRANSLATE_NOOP("ui", "Ask again"),
    },
    "budget": {"stop": QT_TRANSLATE_NOOP("ui", "Stop"), "raise": QT_TRANSLATE_NOOP("ui", "Raise the limit…")},
    "context": {
        "stop": QT_TRANSLATE_NOOP("ui", "Stop"),
        "reflections": QT_TRANSLATE_NOOP("ui", "Carry reflections only"),
        "summary": QT_TRANSLATE_NOOP("ui", "Summarise the older part"),
    },
    "downstream": {
        "cancel": QT_TRANSLATE_NOOP("ui", "Cancel"),
        "cull_all": QT_TRANSLATE_NOOP("ui", "Delete all and go on"),
        "keep_all": QT_TRANSLATE_NOOP("ui", "Keep all, mark stale"),
    },
    "judge": {
        "cancel": QT_TRANSLATE_NOOP("ui", "Cancel"),
        "accept": QT_TRANSLATE_NOOP("ui", "Accept anyway"),
        "continue": QT_TRANSLATE_NOOP("ui", "Try again with this feedback"),
    },
    "acceptance": {
        "reject": QT_TRANSLATE_NOOP("ui", "Reject"),
        "accept_parts": QT_TRANSLATE_NOOP("ui", "Accept parts…"),
        "accept": QT_TRANSLATE_NOOP("ui", "Accept"),
    },
    "cycle": {
        "finish": QT_TRANSLATE_NOOP("ui", "Finish"),
        "redo": QT_TRANSLATE_NOOP("ui", "Redo this cycle…"),
        "continue": QT_TRANSLATE_NOOP("ui", "Next cycle"),
    },
    "operator": {
        "time_out": QT_TRANSLATE_NOOP("ui", "No answer"),
        "reply": QT_TRANSLATE_NOOP("ui", "Reply…"),
    },
    "scope": {"confirm": QT_TRANSLATE_NOOP("ui", "Confirm")},
    "iteration": {
        "stop_with_report": QT_TRANSLATE_NOOP("ui", "Stop with report"),
        "finish": QT_TRANSLATE_NOOP("ui", "Finish"),
        "continue": QT_TRANSLATE_NOOP("ui", "Continue"),
    },
    "plan": {
        "cancel": QT_TRANSLATE_NOOP("ui", "Cancel"),
        "edit": QT_TRANSLATE_NOOP("ui", "Edit plan…"),
        "approve": QT_TRANSLATE_NOOP("ui", "Approve plan"),
    },
    "pick": {
        "none": QT_TRANSLATE_NOOP("ui", "None fits"),
        "pick": QT_TRANSLATE_NOOP("ui", "Use this one"),
    },
    "feedback": {
        "close": QT_TRANSLATE_NOOP("ui", "Close"),
        "undo": QT_TRANSLATE_NOOP("ui", "Undo"),
        "generate": QT_TRANSLATE_NOOP("ui", "Generate"),
        "feedback": QT_TRANSLATE_NOOP("ui", "Send"),
    },
}

ELSEWHERE = {"stop_with_answer"}
"""Verbs that the Stop menu offers, not the bar."""
RISKY = {"cull_all", "drop", "stop"}
"""Verbs that throw something away: never the filled button."""


def labels_of(kind: str, verbs: tuple[str, ...]) -> dict[str, str]:
    """Return the labels of a gate's verbs; a kind or verb nobody named is spelled from its name."""
    named = VERBS.get(kind, {})
    known = {does.partition(":")[0] for does in named}
    strangers = {
        verb: verb.replace("_", " ").capitalize()
        for verb in verbs
        if verb not in known and verb not in ELSEWHERE
    }
    offered = {does: text for does, text in named.items() if does.partition(":")[0] in verbs}
    return {**strangers, **offered}


def verb_label(kind: str, verb: str) -> str:
    """Return one verb's label, for lists of choices."""
    return VERBS.get(kind, {}).get(verb, verb.replace("_", " ").capitalize())
