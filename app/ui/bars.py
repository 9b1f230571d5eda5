"""Which words and buttons the decision bar shows: a pure function of the session's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.texts import count, money, shown, tr
from app.ui.view import SessionView

Tone = Literal["plain", "warn"]

GLYPHS = {
    "waiting": "◆",
    "running": "●",
    "paused": "■",
    "stopped": "■",
    "interrupted": "■",
    "finished": "✓",
    "failed": "✕",
}

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
}
"""The one label of each verb, by gate, in the order of the buttons; the rightmost is the usual primary."""


@dataclass(frozen=True, slots=True)
class BarButton:
    """One button: what it does (`gate:<verb>` or an action's id) and its label."""

    does: str
    label: str
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """The decision bar's content. `identity` changes when another decision is asked for."""

    identity: str
    title: str
    details: tuple[str, ...] = ()
    buttons: tuple[BarButton, ...] = ()
    tone: Tone = "plain"
    busy: bool = False


def state_of(view: SessionView, running: bool) -> str:
    """Return the state as the person sees it: a run that nobody moves is interrupted."""
    state = view.position.state
    return "interrupted" if state == "running" and not running else state


def chip_text(view: SessionView, state: str) -> str:
    """Return “◆ Waiting for you · round 2 of at most 4”."""
    words = {
        "waiting": tr("Waiting for you"),
        "running": tr("Running"),
        "paused": tr("Paused"),
        "stopped": tr("Stopped"),
        "interrupted": tr("Interrupted"),
        "finished": tr("Finished"),
        "failed": tr("Needs attention"),
    }
    gate = view.gate_fact()
    glyph, word = GLYPHS[state], words[state]
    if state == "waiting" and gate is not None and gate.kind == "failure":
        glyph, word = "✕", tr("Needs attention")
    chip = f"{glyph} {word}"
    number, most = view.position.round, view.most_rounds
    if not number:
        return chip
    if state == "finished":
        return chip + " · " + tr("after round {n}", n=number)
    return (
        chip
        + " · "
        + (tr("round {n} of at most {most}", n=number, most=most) if most else tr("round {n}", n=number))
    )


def bar_for(view: SessionView, state: str) -> Bar:
    """Return what the decision bar shows."""
    gate = view.gate()
    if state == "waiting" and gate is not None:
        return _gate_bar(
            view, gate.gate, gate.fact.kind, gate.fact.payload, gate.fact.verbs, gate.fact.primary
        )
    number = view.position.round
    kept = tr("Everything that was finished is kept.")
    details: tuple[str, ...]
    match state:
        case "running":
            return Bar(f"running{number}", _running_title(view), _running_details(view), busy=True)
        case "finished":
            spent = (tr("{tokens} tokens · {cost}", tokens=f"{view.tokens:,}", cost=cost_text(view)),)
            return Bar(
                "finished",
                _finished_title(view),
                spent,
                (
                    BarButton("follow_up", tr("Start a follow-up")),
                    BarButton("fork", tr("Continue from here… (forks)")),
                    BarButton("export_md", tr("Export…"), True),
                ),
            )
        case "failed":
            title = tr("✕ The session ended without a result in round {n}.", n=number)
            details = (tr("Resume opens the question about the failed models again."), kept)
        case "paused":
            title = tr("■ Paused in round {n}.", n=number) if number else tr("■ Not started yet.")
            details = (kept,)
        case "interrupted":
            title, details = (
                tr("■ Interrupted in round {n}: the program ended while it ran.", n=number),
                (kept,),
            )
        case _:
            title, details = tr("■ You stopped during round {n}.", n=number), (kept,)
    return Bar(state, title, details, (BarButton("resume", tr("Resume"), True),))


def cost_text(view: SessionView) -> str:
    """Return what was spent, of the limit where there is one."""
    spent = money(view.cost) + (tr(" + calls without a known price") if view.unpriced else "")
    return tr("{spent} of {limit}", spent=spent, limit=money(view.cost_limit)) if view.cost_limit else spent


def _running_title(view: SessionView) -> str:
    running = [call for call in view.calls.values() if call.state == "running"]
    if not running:
        return (
            tr("● Round {n} is running.", n=view.position.round) if view.position.round else tr("● Starting…")
        )
    names = ", ".join(dict.fromkeys(shown(call.seat, 30) for call in running))
    return tr("● {who}: {what}", who=names, what=purpose_text(running[-1].purpose))


def _running_details(view: SessionView) -> tuple[str, ...]:
    now = [call for call in view.calls.values() if call.round == view.position.round]
    done = sum(call.state != "running" for call in now)
    return (
        tr(
            "{done} of {all} calls of this round done · {cost}", done=done, all=len(now), cost=cost_text(view)
        ),
    )


def purpose_text(purpose: str) -> str:
    """Return what a call is for, as a verb."""
    known = {
        "clarification": tr("asking what is unclear"),
        "clarify": tr("asking what is unclear"),
        "summary": tr("summarising"),
        "summarization": tr("summarising"),
        "proposal": tr("answering"),
        "critique": tr("critiquing"),
        "refinement": tr("revising"),
        "evaluation": tr("judging"),
        "judge": tr("judging"),
        "synthesis": tr("writing the final answer"),
    }
    return known.get(purpose, purpose.replace("_", " "))


REASONS = {
    "user_stopped": QT_TRANSLATE_NOOP("ui", "you ended it"),
    "error_occurred": QT_TRANSLATE_NOOP("ui", "too few models answered"),
    "max_rounds_reached": QT_TRANSLATE_NOOP("ui", "all planned rounds are done"),
    "context_limit_reached": QT_TRANSLATE_NOOP("ui", "the token budget is nearly used up"),
    "models_converged": QT_TRANSLATE_NOOP("ui", "the models converged"),
    "no_significant_changes": QT_TRANSLATE_NOOP("ui", "nobody changed much any more"),
}


def _finished_title(view: SessionView) -> str:
    reason = view.position.reason
    if reason is None:
        return (
            tr("✓ Finished after round {n}.", n=view.position.round)
            if view.position.round
            else tr("✓ Finished.")
        )
    why = tr(REASONS[reason]) if reason in REASONS else reason.replace("_", " ")
    return tr("✓ Finished after round {n}: {why}.", n=view.position.round, why=why)


def _items(payload: dict[str, JsonValue]) -> list[dict[str, JsonValue]]:
    items = payload.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _gate_bar(
    view: SessionView,
    identity: str,
    kind: str,
    payload: dict[str, JsonValue],
    verbs: tuple[str, ...],
    primary: str | None,
) -> Bar:
    labels = VERBS.get(kind) or {verb: verb.replace("_", " ").capitalize() for verb in verbs}
    main = primary or (verbs[0] if verbs else "")
    may_sit_out = payload.get("may_sit_out")
    buttons = tuple(
        BarButton(f"gate:{does}", tr(text), does == main)
        for does, text in labels.items()
        if does.partition(":")[0] in verbs and not (does == "fallback:absent" and not may_sit_out)
    )
    items = _items(payload)
    number = view.position.round
    match kind:
        case "approval":
            title = tr("◆ Round {n} is ready for your decision.", n=number)
            return Bar(identity, title, _approval_details(view, payload, main), buttons)
        case "failure":
            details = tuple(
                f"{shown(str(item['seat']), 40)}: {shown(str(item.get('message', '')), 160)} "
                + tr("(tried {n}×)", n=item.get("tries", 1))
                + (" " + shown(str(item["hint"]), 120) if item.get("hint") else "")
                for item in items[:4]
            )
            names = ", ".join(dict.fromkeys(shown(str(item["seat"]), 30) for item in items))
            title = tr("✕ {names} did not answer. What finished is kept.", names=names)
            return Bar(identity, title, details, buttons, "warn")
        case "uncertain":
            title = tr("◆ It is not known whether {n} interrupted calls were finished.", n=len(items))
            if len(items) == 1:
                title = tr("◆ It is not known whether an interrupted call was finished.")
            details = tuple(_uncertain_line(item) for item in items[:4])
            return Bar(identity, title, details, buttons, "warn")
        case "budget":
            details = tuple(
                tr(
                    "{spent} of {limit} spent; the next call may cost up to {needs}.",
                    spent=_dollars(item.get("spent")),
                    limit=_dollars(item.get("limit")),
                    needs=_dollars(item.get("needs")),
                )
                for item in items[:1]
            )
            return Bar(identity, tr("◆ The cost limit is reached."), details, buttons, "warn")
        case "clarification":
            questions = payload.get("questions")
            n = len(questions) if isinstance(questions, list | dict) else 0
            title = tr(
                "◆ The models have {what} before round {n}.",
                what=count(n, "{n} question", "{n} questions"),
                n=max(1, number),
            )
            return Bar(identity, title, (tr("Unanswered questions are sent as “not answered”."),), buttons)
        case "critique_review":
            title = tr("◆ The critiques of round {n} are ready to be sent to the authors.", n=number)
            return Bar(
                identity,
                title,
                (tr("Decide single critiques in the Critiques tab; the rest goes on."),),
                buttons,
            )
        case "context":
            return Bar(identity, tr("◆ The history no longer fits the model."), (), buttons, "warn")
        case _:
            return Bar(
                identity, tr("◆ {kind}: your decision is needed.", kind=kind.replace("_", " ")), (), buttons
            )


def _dollars(value: JsonValue) -> str:
    return money(float(value)) if isinstance(value, int | float) else tr("unknown")


def _uncertain_line(item: dict[str, JsonValue]) -> str:
    arrived = len(str(item.get("partial") or ""))
    got = (
        count(arrived, "{n} character arrived", "{n} characters arrived")
        if arrived
        else tr("nothing arrived")
    )
    return tr(
        "{who} ({what}): {got}; asking again may cost {cost}.",
        who=shown(str(item["seat"]), 40),
        what=purpose_text(str(item.get("purpose", ""))),
        got=got,
        cost=_dollars(item.get("cost")),
    )


def _approval_details(view: SessionView, payload: dict[str, JsonValue], main: str) -> tuple[str, ...]:
    place = (view.position.round, view.position.attempt)
    revised = sum(fact.status in ("changed", "minor") for fact in view.this_attempt())
    held = sum(fact.status == "held" for fact in view.this_attempt())
    filed = [row for row in view.critiques.values() if (row.round, row.attempt) == place]
    still = sum(row.answer is not None and row.answer.answer != "fixed" for row in filed)
    parts = [count(revised, "{n} answer revised", "{n} answers revised")]
    if held:
        parts.append(count(held, "{n} kept", "{n} kept"))
    parts.append(count(len(filed), "{n} critique", "{n} critiques"))
    if still:
        parts.append(count(still, "{n} not followed", "{n} not followed"))
    lines = [" · ".join(parts)]
    rule = payload.get("rule") or payload.get("reason")
    if isinstance(rule, str) and rule in REASONS:
        lines.append(tr("You can finish: {why}.", why=tr(REASONS[rule])))
    figure = view.rounds[place[0]].figure if place[0] in view.rounds else None
    if figure is not None and figure.value is not None:
        lines.append(figure_text(figure))
    if main == "approve" and view.rounds:
        lines.append(
            tr(
                "So far {cost}; a round has cost about {each}.",
                cost=cost_text(view),
                each=money(view.cost / len(view.rounds)),
            )
        )
    return tuple(lines)


def figure_text(figure: object) -> str:
    """Return a criterion as “Agreement 78 of 80 needed”."""
    name = str(getattr(figure, "name", "")).replace("_", " ").capitalize()
    value, threshold = getattr(figure, "value", None), getattr(figure, "threshold", None)
    text = f"{name} {value:g}" if value is not None else tr("{name}: unknown", name=name)
    return text + (tr(" (needed: {t})", t=f"{threshold:g}") if threshold is not None else "")
