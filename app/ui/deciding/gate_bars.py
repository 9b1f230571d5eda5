"""The bar of each kind of gate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.facts import TextChoice
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.projections.gate_inbox import Request
from app.ui.deciding.bar import Bar, BarButton, Tone
from app.ui.deciding.telling import REASONS, auto_text, cost_text, duration, figure_text, purpose_text
from app.ui.deciding.verbs import RISKY, labels_of
from app.ui.naming import Names
from app.ui.texts import count, money, percent, shown, tr
from app.ui.view import SessionView

Payload = Mapping[str, JsonValue]


def gate_bar(view: SessionView, gate: Request) -> Bar:
    """Return the bar of an open gate."""
    kind, payload = gate.fact.kind, gate.fact.payload
    labels = labels_of(kind, gate.fact.verbs)
    if kind == "failure" and not may_sit_out(payload)[0]:
        labels.pop("fallback:absent", None)
    if kind == "failure" and payload.get("models_stay"):
        labels.pop("fallback:model", None)
    if kind == "uncertain":
        labels = _for_all(payload, labels)
    primary = _primary(gate, labels)
    buttons = tuple(BarButton(f"gate:{does}", tr(text), does == primary) for does, text in labels.items())
    if view.auto is not None:
        buttons = (BarButton("auto_off", tr("Take back control")), *buttons)
    title, details, tone = _words(view, gate, payload)
    hint, aside = _hint(kind, gate)
    if view.auto is not None:
        details, tone = [auto_text(view), *details], "warn"
    return Bar(
        gate.gate,
        title,
        tuple(details),
        buttons,
        tone,
        words=kind in ("approval", "cycle"),
        hint=hint,
        aside=aside,
        pins=kind == "approval" and "approve" in gate.fact.verbs,
        pinned=tuple(view.fold.session.guidance.values()),
        texts=kind == "approval",
        decided=_decided(view) if kind == "approval" else (),
        auto=_auto(view, gate),
        show=tr("show") if kind in ("approval", "critique_review") else "",
    )


def _hint(kind: str, gate: Request) -> tuple[str, str]:
    """Return what the words that are typed are for, and what becomes of them."""
    if kind == "cycle":
        return tr("Note for the next prompt"), tr("(optional)")
    if "approve" not in gate.fact.verbs:
        return tr("Guidance for the final answer"), tr("(optional; sent when you finish)")
    if gate.fact.payload.get("raises_limit"):
        return tr("Guidance for one more round, or for the final answer"), tr("(optional)")
    return tr("Guidance for the next round"), tr("(optional; sent when you approve)")


def _decided(view: SessionView) -> tuple[tuple[str, TextChoice], ...]:
    return tuple((seat, view.decided_text(seat)[0]) for seat in view.active_members())


def _auto(view: SessionView, gate: Request) -> Literal["", "offer", "on"]:
    if gate.fact.kind != "approval" or "approve" not in gate.fact.verbs:
        return ""
    return "on" if view.auto is not None else "offer"


def _primary(gate: Request, labels: Mapping[str, str]) -> str:
    """Return the filled button: the rules' choice, but never one that throws something away."""
    stored = stored_of(gate.fact.payload)
    if stored and len(stored) < len(items_of(gate.fact.payload)):
        # A verb for all of them would pay again for what is finished.
        return "each"
    wanted = gate.fact.primary or (gate.fact.verbs[0] if gate.fact.verbs else "")
    if wanted in labels and wanted not in RISKY:
        return wanted
    safe = [does for does in labels if does not in RISKY]
    return safe[-1] if safe else ""


def _for_all(payload: Payload, labels: dict[str, str]) -> dict[str, str]:
    """Leave the verbs that fit every item; where there are several, each can be decided by itself."""
    verbs = [set(map(str, _list(item, "verbs"))) for item in items_of(payload)]
    fitting = set.intersection(*verbs) if verbs else set()
    left = {does: text for does, text in labels.items() if does in fitting}
    return {"each": QT_TRANSLATE_NOOP("ui", "Decide each…"), **left} if len(verbs) > 1 or not left else left


def items_of(payload: Payload) -> list[dict[str, JsonValue]]:
    """Return the items of an interruption."""
    return [item for item in _list(payload, "items") if isinstance(item, dict)]


def stored_of(payload: Payload) -> list[dict[str, JsonValue]]:
    """Return the calls that are finished, though another version of the program worded them otherwise."""
    return [item for item in items_of(payload) if "use_stored" in _list(item, "verbs")]


def may_sit_out(payload: Payload) -> tuple[set[str], int]:
    """Return which failing seats the session can do without, and how many of them at most."""
    seats = {str(seat) for seat in _list(payload, "may_sit_out")}
    most = payload.get("most_absent")
    most = most if isinstance(most, int) else len(seats)
    return (seats, most) if most > 0 else (set(), 0)


def absent_of(payload: Payload) -> list[str]:
    """Return the seats that “Go on without” leaves out, none where each has to be decided by itself."""
    seats, most = may_sit_out(payload)
    failing = list(dict.fromkeys(str(item["seat"]) for item in items_of(payload)))
    return failing if set(failing) <= seats and len(failing) <= most else []


def _list(payload: Payload, name: str) -> list[JsonValue]:
    value = payload.get(name)
    return value if isinstance(value, list) else []


def _words(view: SessionView, gate: Request, payload: Payload) -> tuple[str, list[str], Tone]:
    number = gate.round or view.position.round
    items = items_of(payload)
    match gate.fact.kind:
        case "approval":
            title = tr("◆ {what} is ready for your decision.", what=f"{tr(view.round_word)} {number}")
            return title, approval_details(view, gate), "plain"
        case "failure":
            title, lines, tone = _failure(view.names, items)
            return title, [*lines, *_others_now(view, items)], tone
        case "uncertain":
            lines = [_uncertain_line(view.names, item) for item in items[:4]]
            return _uncertain_title(len(items), len(stored_of(payload))), lines, "warn"
        case "budget":
            return _budget(items)
        case "clarification":
            return _clarification(payload, number)
        case "critique_review":
            title = tr("◆ The critiques of round {n} are ready to be sent to the authors.", n=number)
            return title, [tr("Decide single critiques in the Critiques tab; the rest goes on.")], "plain"
        case "context":
            return tr("◆ The history no longer fits the model."), [], "warn"
        case _:
            return _other(view, gate, payload)


def _other(view: SessionView, gate: Request, payload: Payload) -> tuple[str, list[str], Tone]:
    titles = {
        "judge": tr("◆ Judge, attempt {n}: needs revision.", n=payload.get("attempt") or gate.attempt),
        "operator": tr("◆ The agent writes:"),
        "cycle": tr("◆ {word} {n} is done.", word=tr(view.round_word), n=gate.round),
        "downstream": tr("◆ This change affects later parts."),
        "plan": tr("◆ A plan is ready for your decision."),
        "acceptance": tr("◆ New texts are ready to be accepted."),
        "pick": tr("◆ Several versions are ready; choose one."),
        "scope": tr("◆ Please confirm what is looked into."),
        "iteration": tr("◆ {word} {n} is done.", word=tr(view.round_word), n=gate.round),
        "feedback": tr("What should change next?"),
    }
    kind = gate.fact.kind
    title = titles.get(kind, tr("◆ {kind}: your decision is needed.", kind=_spelled(kind)))
    lines = []
    for name in ("text", "message", "question", "summary", "feedback", "reflection"):
        value = payload.get(name)
        if isinstance(value, str) and value.strip():
            # A reflection can be read above the bar; what is asked stands here alone.
            lines.append(f"“{shown(excerpt(value), 160 if name == 'reflection' else 300)}”")
    if payload.get("cap_reached"):
        lines.append(tr("It ended at its {n} tool calls, without a reflection.", n=payload.get("tool_calls")))
    similarity = payload.get("similarity")
    if payload.get("advice") and isinstance(similarity, float):
        part, other = percent(round(100 * similarity)), payload.get("similar_to")
        lines.append(
            tr("{part} similar to cycle {n}; the next prompt asks for something new.", part=part, n=other)
        )
    return title, lines[:2], "plain"


def _budget(items: list[dict[str, JsonValue]]) -> tuple[str, list[str], Tone]:
    item = items[0] if items else {}
    if item.get("unit") == "tokens":
        told = tr("{spent} of {limit} tokens used; the next call may take up to {needs}.")
        figures = {name: f"{item.get(name) or 0:,}" for name in ("spent", "limit", "needs")}
        return tr("◆ The token limit is reached."), [told.format(**figures)], "warn"
    told = tr("{spent} of {limit} spent; the next call may cost up to {needs}.")
    sums = {name: dollars(item.get(name)) for name in ("spent", "limit", "needs")}
    return tr("◆ The cost limit is reached."), [told.format(**sums)], "warn"


def _spelled(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


def _why(called: Names, item: dict[str, JsonValue]) -> str:
    who, tries = called.of(str(item["seat"])), item.get("tries", 1)
    what = shown(called.veil(str(item.get("message", ""))), 160).rstrip(".")
    told = (
        tr("{who}: {what}.", who=who, what=what)
        if tries == 1
        else tr("{who}: {what}, tried {n}×.", who=who, what=what, n=tries)
    )
    return told + (" " + shown(called.veil(str(item["hint"])), 120) if item.get("hint") else "")


def _failure(called: Names, items: list[dict[str, JsonValue]]) -> tuple[str, list[str], Tone]:
    lines = [_why(called, item) for item in items[:4]]
    names = ", ".join(dict.fromkeys(called.of(str(item["seat"])) for item in items))
    if all(item.get("purpose") == "clarification" for item in items):
        # Who goes on without a member here meets it again: to be told before, or it seems not to have worked.
        lines.append(tr("Going on without leaves out the questions alone; round 1 asks again."))
        return tr("✕ {names} could not be asked for questions.", names=names), lines, "warn"
    return tr("✕ {names} did not answer. What finished is kept.", names=names), lines, "warn"


def _others_now(view: SessionView, items: list[dict[str, JsonValue]]) -> list[str]:
    """Return which failed seats were given another model since, so that retrying asks that one."""
    before = {str(item["seat"]): str(item.get("model", "")) for item in items}
    seats = view.position.seats
    moved = [seat for seat, model in before.items() if model and seat in seats and seats[seat].model != model]
    return [
        tr(
            "{who} has another model now: {model}. Retry asks it.",
            who=view.display_name(seat),
            model=shown(view.names.veil(seats[seat].model), 40),
        )
        for seat in moved
    ]


def _clarification(payload: Payload, number: int) -> tuple[str, list[str], Tone]:
    questions = payload.get("questions")
    found = questions if isinstance(questions, list) else []
    n = len(questions) if isinstance(questions, list | dict) else 0
    title = tr(
        "◆ The models have {what} before round {n}.",
        what=count(n, "{n} question", "{n} questions"),
        n=max(1, number),
    )
    asked = [str(q.get("text", "")) for q in found[:2] if isinstance(q, dict)]
    lines = [f"“{shown(text, 160)}”" for text in asked if text]
    return title, [*lines, tr("Unanswered questions are sent as “not answered”.")], "plain"


def dollars(value: JsonValue) -> str:
    """Return a payload's amount."""
    return money(float(value)) if isinstance(value, int | float) else tr("an unknown sum")


def _uncertain_title(calls: int, stored: int) -> str:
    if calls == stored:
        return count(
            stored,
            "◆ Roundtable has changed since {n} answer was given.",
            "◆ Roundtable has changed since {n} answers were given.",
        )
    if calls - stored == 1:
        return tr("◆ It is not known whether an interrupted call was finished.")
    return tr("◆ It is not known whether {n} interrupted calls were finished.", n=calls - stored)


def _uncertain_line(called: Names, item: Payload) -> str:
    if "use_stored" in _list(item, "verbs"):
        return tr(
            "{who} ({what}): the whole answer is stored; asking again, in other words, may cost {cost}.",
            who=called.of(str(item["seat"])),
            what=purpose_text(str(item.get("purpose", ""))),
            cost=dollars(item.get("cost")),
        )
    arrived = len(str(item.get("partial") or ""))
    got = (
        count(arrived, "{n} character arrived", "{n} characters arrived")
        if arrived
        else tr("nothing arrived")
    )
    return tr(
        "{who} ({what}): {got}; asking again may cost {cost}.",
        who=called.of(str(item["seat"])),
        what=purpose_text(str(item.get("purpose", ""))),
        got=got,
        cost=dollars(item.get("cost")),
    )


def approval_details(view: SessionView, gate: Request) -> list[str]:
    """Return what changed, what may end it, and what going on costs."""
    payload = gate.fact.payload
    found = view.this_attempt()
    revised = sum(fact.status in ("changed", "minor") for fact in found)
    held = sum(fact.status == "held" for fact in found)
    filed = view.fold.critiques.of_round(view.position.round, view.position.attempt)
    still = payload.get("open_disagreements")
    if not isinstance(still, int):
        still = sum(not point.answers or point.answers[-1].answer != "fixed" for point in filed)
    parts = [count(revised, "{n} answer revised", "{n} answers revised")]
    if held:
        parts.append(count(held, "{n} kept", "{n} kept"))
    parts.append(count(len(filed), "{n} critique", "{n} critiques"))
    if still:
        parts.append(count(still, "{n} open disagreement", "{n} open disagreements"))
    figure = view.rounds[view.position.round].figure if view.position.round in view.rounds else None
    if figure is not None and figure.value is not None:
        parts.append(figure_text(figure))
    lines = [" · ".join(parts)]
    rule = payload.get("rule")
    ends = [_may_finish(tr(REASONS[rule]), still)] if isinstance(rule, str) and rule in REASONS else []
    if payload.get("warning") == "context_limit" and rule != "context_limit_reached":
        ends.append(tr("The token budget is nearly used up."))
    if payload.get("raises_limit"):
        ends.append(tr("Going on raises the limit by one round."))
    if ends:
        # In one line, where there is room: in a low window each line is taken from the answers.
        lines.append(" ".join(ends))
    lines.append(_price(view) if "approve" in gate.fact.verbs else tr("So far {c}.", c=cost_text(view)))
    return lines


def _may_finish(why: str, still: int) -> str:
    """Return why it may end here, and what would then stay open."""
    if not still:
        return tr("You can finish: {why}.", why=why)
    left = count(still, "{n} disagreement would stay open", "{n} disagreements would stay open")
    return tr("You can finish: {why}, but {left}.", why=why, left=left)


def approval_price(view: SessionView) -> str:
    """Return what another round may cost and take: the estimate, else as much as the last one did."""
    number, gate = view.position.round, view.gate()
    if gate is not None and view.estimate[0] == gate.gate:
        return view.estimate[1]
    account = view.fold.spend.by_round.get(number)
    each = account.cost if account is not None else 0.0
    row = view.fold.timeline.rounds.get(number)
    took = duration(view.log[gate.seq - 1].at - row.current.opened_at) if row and gate else ""
    cost = tr("an unknown sum") if account is not None and account.unpriced else money(each)
    return ", ".join(filter(None, (cost, took)))


def _price(view: SessionView) -> str:
    number, about = view.position.round + 1, approval_price(view)
    if about == view.estimate[1]:
        # The estimate is a sentence of its own.
        words = tr("Approving runs round {n}: {about}.", n=number, about=about.rstrip("."))
    else:
        words = tr("Approving runs round {n}: about {about}.", n=number, about=about)
    return f"{words} " + tr("So far {c}.", c=cost_text(view))
