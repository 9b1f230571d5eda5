"""The bar of an open gate, from what its kind says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from app.domain.gate_choices import Choice, choices, primary_of
from app.domain.gates import GateKind, GatePlace, Verb
from app.domain.i18n import Message
from app.domain.money import FREE, UNKNOWN, limit_words
from app.domain.payload import items_of
from app.domain.typed_answers import CHANGES, typed_as
from app.engine.answering import only_a_person
from app.engine.plugin import PersonCommand
from app.projections.gate_inbox import Gate
from app.ui.kit.actions import ask_choice, gate_choice
from app.ui.kit.texts import count, round_noun, single_line, tr
from app.ui.view.bar import ANSWER, Bar, BarButton, Limits
from app.ui.view.disputes import disputed
from app.ui.view.labels import (
    auto_text,
    duration,
    purpose_text,
    spent_so_far,
)
from app.ui.view.session_view import SessionView

_ALONG = 48
"""Characters of what was written with an answer that can still be taken back."""
LONGEST = 600
"""Characters of one line of the bar."""


def gate_bar(view: SessionView, gate: Gate) -> Bar:
    """Return the bar of an open gate."""
    payload, offered = view.payload(gate), gate.fact.verbs
    kind = view.kind(gate.fact.kind)
    found = choices(kind, payload, offered)
    primary = primary_of(kind, payload, offered, gate.fact.primary, found)
    asks = view.fold.session.auto is None
    limits = Limits(view.workflow.agrees, view.most_rounds or 0) if asks else None
    ways = [
        BarButton(
            gate_choice(way.id),
            shown_line(view, way.label),
            way.id == primary,
            _tip(view, way.verb),
            way.verb.action,
            rare=way.verb.rare,
            limits=limits if way.verb.by_itself else None,
            link=shown_line(view, way.link) if way.link is not None else "",
        )
        for way in found
    ]
    verbs = [verb for verb in kind.verbs if verb.name in offered]
    hint, aside = _hint_of_asks(view, gate), ""
    if any(verb.line for verb in verbs):
        hint, aside = map(tr, kind.hinted(payload, offered))
    # Who talks to a workflow in lines goes on so where something is asked meanwhile.
    answers = not hint and kind.reads is None and any(one.reads is not None for one in view.gates.values())
    if answers:
        hint, aside = tr("Type"), ", ".join(answer_words(view, gate))
    texts, offers = kind.asks("texts", offered), tuple(kind.offers(payload))
    bar = Bar(
        gate.id,
        shown_line(view, kind.heading(payload, place_of(view, gate))),
        tuple(_details(view, gate, kind)),
        _look(gate, kind),
        _price(view, gate, kind, brief=False),
        (*_asks(view, gate), *ways),
        "plain" if gate.fact.idle else "warn",
        words=bool(hint),
        typing=ANSWER if answers else _typing(kind, found),
        hint=hint,
        aside=aside,
        about=shown_line(view, kind.about(payload)) if kind.about is not None else "",
        turns=tuple(way for way, choice in zip(ways, found, strict=True) if choice.verb.turns),
        phrases=tuple(single_line(one.line, LONGEST) for one in offers if one.does is None),
        commands=tuple((one.line, tr(one.does)) for one in offers if one.does is not None),
        pins=any(verb.pin for verb in verbs if verb.asked == "in the bar"),
        pinned=tuple(view.fold.session.guidance.values()),
        texts=texts,
        decided=tuple((seat, view.decided_text(seat)[0]) for seat in view.active_members()) if texts else (),
        show=_link(view, gate, kind),
        brief=_price(view, gate, kind, brief=True),
    )
    return _with_agent(
        view,
        with_auto_approval(view, bar, kind.not_by_itself(payload)),
        here=not only_a_person(gate.fact.kind, payload),
    )


def _with_agent(view: SessionView, bar: Bar, *, here: bool) -> Bar:
    """Return a gate's bar with whether an agent may decide there; as it was where none has to do with it.

    `here`: whether any agent may at such a gate.
    """
    agents = sorted(view.fold.session.agents)
    if not agents and not view.agent:
        return bar
    names = ", ".join(single_line(agent) for agent in agents or [view.agent])
    if agents:
        line = tr("The agent {agent} may decide here, too.", agent=names)
        if not here:
            line = tr("Only you can decide this, not the agent {agent}.", agent=names)
        own = tr("Decide yourself again")
        switch = BarButton("agent_off", own, link=own)
    else:
        line = tr("Begun by the agent {agent}; it may not decide here.", agent=names)
        switch = BarButton("agent_on", tr("Let the agent decide here"), rare=True)
    return bar._replace(details=(line, *bar.details), buttons=(switch, *bar.buttons))


def _typing(kind: GateKind, found: Sequence[Choice]) -> str:
    """Return the button that sends what is typed where whole lines are."""
    return next((gate_choice(way.id) for way in found if way.asked == "in the bar" and kind.reads), "")


def answer_words(view: SessionView, gate: Gate) -> Iterator[str]:
    """Yield what can be typed as an answer, and what shows more before one is given."""
    yield from (typed_as(verb) for verb in view.kind(gate.fact.kind).verbs if verb.name in gate.fact.verbs)
    # Of words that are heard for it the one that is a word: “view”, not “view-partial”.
    looks = [one.verb for one, _cost in offered_at(view, gate.id) if one.verb.looks]
    yield from (next(filter(str.isalpha, verb.heard), typed_as(verb)) for verb in looks)
    if slots_at(view, gate):
        yield CHANGES


def slots_at(view: SessionView, gate: Gate) -> list[str]:
    """Return the slots whose texts lie before the person."""
    found = view.slots().items() if view.kind(gate.fact.kind).slots or gate.attempt else ()
    return [slot for slot, mine in found if any(version.round == gate.round for version in mine)]


def held_bar(view: SessionView, gate: Gate, verb: Verb, seconds: int, along: str = "") -> Bar:
    """Return the bar of an answer that can still be taken back; without seconds it is on its way.

    `along`: what the person wrote with it.
    """
    done = tr(verb.done) if verb.done is not None else tr(verb.plain)
    if along.strip():
        done = tr("{done} with “{words}”", done=done, words=single_line(along, _ALONG).rstrip("."))
    if not seconds:
        return Bar(f"held {gate.id}", tr("{done}.", done=done), look="running")
    words = count(
        seconds, "{{done}}. Nothing is sent for {n} second.", "{{done}}. Nothing is sent for {n} seconds."
    )
    return Bar(
        f"held {gate.id}",
        words.format(done=done),
        look="running",
        cost=_price_of(view, gate, verb, brief=False),
        buttons=(
            BarButton("held:undo", tr("Undo"), tip=tr("Decide anew"), icon="undo-2"),
            BarButton("held:send", tr("Send now"), True),
        ),
    )


def with_auto_approval(view: SessionView, bar: Bar, ended: Message | None = None) -> Bar:
    """Return a bar as it is while rounds are approved by themselves; as it was where they are not.

    `ended`: why the person is asked all the same.
    """
    auto = view.fold.session.auto
    if auto is None:
        return bar
    return bar._replace(
        details=(auto_text(auto, agrees=view.workflow.agrees) if ended is None else tr(ended), *bar.details),
        buttons=(BarButton("auto_off", tr("Take back control"), icon="zap"), *bar.buttons),
        tone="warn",
    )


def _asks(view: SessionView, gate: Gate) -> list[BarButton]:
    """Return the buttons of what can be asked for here without deciding, with what it may cost."""
    busy = {command.name for command in view.fold.commands.at_gate(gate.id) if command.unfinished}
    return [
        BarButton(
            ask_choice(command.name),
            f"{tr(command.verb.label)}{price_text(cost, again=command.again)}",
            tip=_tip(view, command.verb),
            rare=command.verb.rare,
        )
        for command, cost in offered_at(view, gate.id)
        if command.name not in busy
    ]


def offered_at(view: SessionView, place: str) -> list[tuple[PersonCommand, float | None]]:
    """Return what can be asked for at a gate, or after the end, with its price, once that is known."""
    about, offers = view.offers
    known = [(view.command(name), cost) for name, cost in offers] if about == place else []
    return [(command, cost) for command, cost in known if command is not None]


def _tip(view: SessionView, verb: Verb) -> str:
    return tr(verb.tip.filled(round=round_noun(view.round_word))) if verb.tip is not None else ""


def price_text(cost: float | None, *, again: bool = False) -> str:
    """Return what something may cost at most, as the rest of a label; nothing where it is free.

    `again`: it asks once more after that.
    """
    if cost == 0:
        return ""
    if again and cost is not None:
        return tr(", {cost} to begin with", cost=limit_words(cost))
    return tr(", {cost}", cost=limit_words(cost))


def _hint_of_asks(view: SessionView, gate: Gate) -> str:
    """Return what words of the line are for where something that can be asked for takes them."""
    verb = next((command.verb for command, _cost in offered_at(view, gate.id) if command.verb.line), None)
    if verb is None:
        return ""
    title = verb.data.model_fields[verb.line].title
    return tr(Message(title, context="setup")) if title else tr(verb.label)


def _look(gate: Gate, kind: GateKind) -> str:
    return "idle" if gate.fact.idle else "failed" if kind.event == "failed" else "waiting"


def place_of(view: SessionView, gate: Gate | None) -> GatePlace:
    """Return where a gate stands, with the names that the window has for things; None: at the end."""
    return GatePlace(
        word=view.round_word,
        round=(gate.round if gate is not None else 0) or view.round,
        who=view.names.of,
        doing=partial(purpose_text, view),
        missing=view.vocabulary.missing,
    )


def shown_line(view: SessionView, line: Message) -> str:
    """Return a line of a gate as one that can be shown: texts of models are in it."""
    return view.names.veil(single_line(tr(line), LONGEST))


def _details(view: SessionView, gate: Gate, kind: GateKind) -> list[str]:
    """Return the lines of the gate, before what every round tells that lies before the person."""
    payload = gate.fact.payload
    lines = [shown_line(view, line) for line in kind.lines(payload, place_of(view, gate))]
    if kind.asks("models"):
        lines += _others_now(view, gate)
    if not kind.asks("texts"):
        return [*_decided_on(view, gate), *lines]
    # Where room is short the end goes: how much there is stands in the tabs' titles, too.
    warned = view.ahead.warned if view.ahead.gate == gate.id else ()
    return [line for line in (*lines, _became(view), *warned) if line]


def _decided_on(view: SessionView, gate: Gate) -> list[str]:
    """Return how many texts are taken as the person decided on their changes, where any is."""
    pairs = [(slot, seat) for slot in slots_at(view, gate) for seat in gate.decided]
    newest = (view.fold.texts.current(slot, seat) for slot, seat in pairs)
    found = sum(one is not None and one.decided is not None for one in newest)
    told = count(
        found,
        "{n} text is taken as you decided on its changes.",
        "{n} texts are taken as you decided on their changes.",
    )
    return [told] if found else []


def _others_now(view: SessionView, gate: Gate) -> list[str]:
    """Return which failed seats were given another model since, so that retrying asks that one."""
    before = {str(item["seat"]): str(item.get("model", "")) for item in items_of(gate.fact.payload)}
    seats = view.fold.session.seats
    moved = [seat for seat, model in before.items() if model and seat in seats and seats[seat].model != model]
    return [
        tr(
            "{who} has another model now: {model}. It is asked next.",
            who=view.names.of(seat),
            model=single_line(view.names.veil(seats[seat].model), 40),
        )
        for seat in moved
    ]


def _became(view: SessionView) -> str:
    """Return what became of the texts in the round under review; its figure stands beside its number.

    What nobody assesses or criticises has not become anything yet.
    """
    assessed = view.this_attempt()
    revised = sum(fact.status in ("changed", "minor") for fact in assessed)
    held = sum(fact.status == "held" for fact in assessed)
    filed = view.fold.critiques.of_round(view.round, view.attempt)
    parts = []
    if assessed:
        changed = count(revised, "{n} answer revised", "{n} answers revised")
        parts.append(changed if revised else tr("No answer revised"))
    if held:
        parts.append(count(held, "{n} kept", "{n} kept"))
    if assessed or filed:
        parts.append(count(len(filed), "{n} critique", "{n} critiques") if filed else tr("no critiques"))
    return " · ".join(parts)


def still_open(view: SessionView, gate: Gate) -> int:
    """Return how many points of criticism are disputed or were not answered."""
    if isinstance(gate.fact.payload.get("open_disagreements"), int):
        return len(disputed(view))
    filed = view.fold.critiques.of_round(view.round, view.attempt)
    return sum(not point.answers or point.answers[-1].answer != "fixed" for point in filed)


def _link(view: SessionView, gate: Gate, kind: GateKind) -> str:
    """Return the label of what turns to the points that the decision is about, empty where there are none."""
    if not kind.shows:
        return ""
    if not kind.asks("texts"):
        return tr("Show the critiques")
    still = still_open(view, gate)
    return count(still, "Review {n} disagreement", "Review {n} disagreements") if still else ""


def round_price(view: SessionView, *, brief: bool = False) -> str:
    """Return what another round may cost and take: the estimate, else as much as the last one did.

    `brief`: without the range of the estimate.
    """
    number, gate = view.round, view.gate()
    if gate is not None and view.ahead.gate == gate.id and view.ahead.round:
        return view.ahead.brief if brief else view.ahead.round
    account = view.fold.spend.by_round.get(number)
    row = view.fold.timeline.rounds.get(number)
    took = duration(view.log[gate.seq - 1].at - row.current.opened_at) if row and gate else ""
    price = account.price if account is not None else FREE
    cost = tr(price) if price in (FREE, UNKNOWN) else tr("about {cost}", cost=price)
    return " · ".join(filter(None, (cost, took)))


def runs_another(view: SessionView, gate: Gate) -> bool:
    """Tell whether an answer to the gate begins another round, which has a price."""
    verbs = view.kind(gate.fact.kind).verbs
    return any(verb.by_itself and verb.name in gate.fact.verbs for verb in verbs)


def _price_of(view: SessionView, gate: Gate, verb: Verb, *, brief: bool) -> str:
    """Return what an answer takes: one that begins another round, or ends with calls of its own."""
    if verb.by_itself:
        return f"{tr(view.round_word)} {view.round + 1}: {round_price(view, brief=brief)}"
    if verb.action == "finish" and view.ahead.gate == gate.id and view.ahead.ending:
        return tr("Finish: {cost}", cost=view.ahead.ending)
    return ""


def _price(view: SessionView, gate: Gate, kind: GateKind, *, brief: bool) -> str:
    """Return what each way on takes, “Finish: about $0.02 · Round 3: about $0.11 · 2 min”, else what was
    spent."""
    known = kind.price(gate.fact.payload)
    if known is not None:
        return shown_line(view, known)
    offered = [verb for verb in kind.verbs if verb.name in gate.fact.verbs]
    # In the order of the buttons: what goes on stands last.
    prices = [
        _price_of(view, gate, verb, brief=brief) for verb in sorted(offered, key=lambda verb: verb.by_itself)
    ]
    if any(prices):
        # Several ways may end it.
        return " · ".join(filter(None, dict.fromkeys(prices)))
    return spent_so_far(view) if kind.asks("texts") else ""
