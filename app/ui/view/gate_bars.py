"""The bar of an open gate, from what its kind says of itself."""

from __future__ import annotations

from functools import partial

from app.domain.facts import TextChoice
from app.domain.gate_choices import choices, primary_of
from app.domain.gate_lines import items_of
from app.domain.gates import GateKind, GatePlace, Verb
from app.domain.i18n import Words
from app.projections.gate_inbox import Gate
from app.ui.kit.actions import ask_choice, gate_choice
from app.ui.kit.texts import count, money, round_noun, shown, tr
from app.ui.view.bar import Bar, BarButton
from app.ui.view.labels import (
    GLYPHS,
    IDLE_GLYPH,
    auto_text,
    cost_text,
    duration,
    figure_text,
    purpose_text,
)
from app.ui.view.session_view import SessionView

LONGEST = 600
"""Characters of one line of the bar."""


def gate_bar(view: SessionView, gate: Gate) -> Bar:
    """Return the bar of an open gate."""
    payload, offered = gate.fact.payload, gate.fact.verbs
    kind = view.kind(gate.fact.kind)
    found = choices(kind, payload, offered)
    primary = primary_of(kind, payload, offered, gate.fact.primary, found)
    word = round_noun(view.round_word)
    buttons = [
        BarButton(
            gate_choice(choice.id),
            tr(choice.label),
            choice.id == primary,
            tr(choice.verb.tip.filled(round=word)) if choice.verb.tip is not None else "",
            choice.verb.action,
        )
        for choice in found
    ]
    buttons = [*_asks(view, gate), *buttons]
    details = _details(view, gate, kind)
    if view.fold.session.auto is not None:
        buttons.insert(0, BarButton("auto_off", tr("Take back control")))
        details.insert(0, auto_text(view))
    verbs = [verb for verb in kind.verbs if verb.name in offered]
    takes_words = any(verb.line for verb in verbs)
    hint, aside = map(tr, kind.hinted(payload, offered)) if takes_words else ("", "")
    if not takes_words:
        takes_words, hint = _line_of_asks(view, gate)
    in_bar = [verb for verb in verbs if verb.asked == "in the bar"]
    by_itself = any(verb.by_itself for verb in verbs)
    texts = kind.asks("texts", offered)
    return Bar(
        gate.id,
        f"{_glyph(gate, kind)} {said(view, kind.heading(payload, place_of(view, gate)))}",
        tuple(details),
        tuple(buttons),
        "warn" if kind.warns or view.fold.session.auto is not None else "plain",
        words=takes_words,
        hint=hint,
        aside=aside,
        pins=any(verb.pin for verb in in_bar),
        pinned=tuple(view.fold.session.guidance.values()),
        texts=texts,
        decided=_decided(view) if texts else (),
        auto=("on" if view.fold.session.auto is not None else "offer") if by_itself else "",
        show=tr("show") if kind.shows else "",
    )


def _asks(view: SessionView, gate: Gate) -> list[BarButton]:
    """Return the buttons of what can be asked for here without deciding, with what it may cost."""
    if view.offers[0] != gate.id:
        return []
    there = {command.name: command for command in view.traits.commands}
    busy = {command.name for command in view.fold.commands.at_gate(gate.id) if command.unfinished}
    return [
        BarButton(
            ask_choice(name),
            f"{tr(there[name].verb.label)}{price_text(cost, again=there[name].again)}",
            tip=_tip_of(there[name].verb),
        )
        for name, cost in view.offers[1]
        if name in there and name not in busy
    ]


def _tip_of(verb: Verb) -> str:
    return tr(verb.tip) if verb.tip is not None else ""


def price_text(cost: float | None, *, again: bool = False) -> str:
    """Return what something may cost at most, as the rest of a label; nothing where it is free.

    `again`: it asks once more after that.
    """
    if cost is None:
        return tr(" (price unknown)")
    if again and cost > 0:
        return tr(" (at most {sum} to begin with)", sum=money(cost))
    return tr(" (at most {sum})", sum=money(cost)) if cost > 0 else ""


def _line_of_asks(view: SessionView, gate: Gate) -> tuple[bool, str]:
    """Return whether something that can be asked for takes the words of the line, and what they are for."""
    names = {name for name, _cost in view.offers[1]} if view.offers[0] == gate.id else set()
    verbs = [command.verb for command in view.traits.commands if command.name in names and command.verb.line]
    if not verbs:
        return False, ""
    title = verbs[0].data.model_fields[verbs[0].line].title
    return True, tr(Words(title, context="setup")) if title else tr(verbs[0].label)


def _glyph(gate: Gate, kind: GateKind) -> str:
    return IDLE_GLYPH if gate.fact.idle else GLYPHS["failed" if kind.event == "failed" else "waiting"]


def place_of(view: SessionView, gate: Gate) -> GatePlace:
    """Return where a gate stands, with the names that the window has for things."""
    return GatePlace(
        word=view.round_word,
        round=gate.round or view.round,
        who=view.names.of,
        doing=partial(purpose_text, view),
        money=money,
        missing=view.vocabulary.missing,
    )


def said(view: SessionView, line: Words) -> str:
    """Return a line of a gate as one that can be shown: texts of models are in it."""
    return view.names.veil(shown(tr(line), LONGEST))


def _decided(view: SessionView) -> tuple[tuple[str, TextChoice], ...]:
    return tuple((seat, view.decided_text(seat)[0]) for seat in view.active_members())


def _details(view: SessionView, gate: Gate, kind: GateKind) -> list[str]:
    """Return the lines of the gate, between what every round tells that lies before the person."""
    payload = gate.fact.payload
    lines = [said(view, line) for line in kind.lines(payload, place_of(view, gate))]
    if kind.asks("models"):
        lines += _others_now(view, gate)
    if not kind.asks("texts"):
        return lines
    goes_on = any(verb.by_itself and verb.name in gate.fact.verbs for verb in kind.verbs)
    price = _price(view) if goes_on else tr("So far {c}.", c=cost_text(view))
    # What nobody assesses or criticises has not become anything yet.
    return [line for line in (_became(view, gate), *lines, price) if line]


def _others_now(view: SessionView, gate: Gate) -> list[str]:
    """Return which failed seats were given another model since, so that retrying asks that one."""
    before = {str(item["seat"]): str(item.get("model", "")) for item in items_of(gate.fact.payload)}
    seats = view.fold.session.seats
    moved = [seat for seat, model in before.items() if model and seat in seats and seats[seat].model != model]
    return [
        tr(
            "{who} has another model now: {model}. Retry asks it.",
            who=view.names.of(seat),
            model=shown(view.names.veil(seats[seat].model), 40),
        )
        for seat in moved
    ]


def _became(view: SessionView, gate: Gate) -> str:
    """Return what became of the texts in the round under review, and its figure."""
    found = view.this_attempt()
    revised = sum(fact.status in ("changed", "minor") for fact in found)
    held = sum(fact.status == "held" for fact in found)
    filed = view.fold.critiques.of_round(view.round, view.attempt)
    still = gate.fact.payload.get("open_disagreements")
    if not isinstance(still, int):
        still = sum(not point.answers or point.answers[-1].answer != "fixed" for point in filed)
    parts = [count(revised, "{n} answer revised", "{n} answers revised")] if found else []
    if held:
        parts.append(count(held, "{n} kept", "{n} kept"))
    if found or filed:
        parts.append(count(len(filed), "{n} critique", "{n} critiques"))
    if still:
        parts.append(count(still, "{n} open disagreement", "{n} open disagreements"))
    row = view.fold.timeline.rounds.get(view.round)
    figure = row.current.figure if row is not None else None
    if figure is not None and figure.value is not None:
        parts.append(figure_text(figure))
    return " · ".join(parts)


def round_price(view: SessionView) -> str:
    """Return what another round may cost and take: the estimate, else as much as the last one did."""
    number, gate = view.round, view.gate()
    if gate is not None and view.estimate[0] == gate.id:
        return view.estimate[1]
    account = view.fold.spend.by_round.get(number)
    each = account.cost if account is not None else 0.0
    row = view.fold.timeline.rounds.get(number)
    took = duration(view.log[gate.seq - 1].at - row.current.opened_at) if row and gate else ""
    cost = tr("an unknown sum") if account is not None and account.unpriced else money(each)
    return ", ".join(filter(None, (cost, took)))


def _price(view: SessionView) -> str:
    number, about, word = view.round + 1, round_price(view), round_noun(view.round_word)
    if about == view.estimate[1]:
        # The estimate is a sentence of its own.
        words = tr("Approving runs {round} {n}: {about}.", round=word, n=number, about=about.rstrip("."))
    else:
        words = tr("Approving runs {round} {n}: about {about}.", round=word, n=number, about=about)
    return f"{words} " + tr("So far {c}.", c=cost_text(view))
