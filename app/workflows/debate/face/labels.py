"""What a debate says in lines of text: why it ended, and what its gates ask. Pure.

Payloads are read as they lie in the journal: those of earlier versions lack fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from app.domain.canonical import JsonValue
from app.domain.comparison import Comparison, Difference
from app.domain.gates import Data, GatePlace, Way
from app.domain.i18n import Message, plural, words
from app.domain.ids import figure_title
from app.domain.money import FREE, cost_words, sum_words
from app.domain.payload import Payload, amount_of, items_of, mapping_of, number_of, texts_of
from app.engine.plugin import ENDS
from app.workflows.debate.rules.termination import STANDING_STILL

REASONS: Mapping[str, Message] = {
    "max_rounds_reached": words("round limit reached"),
    # By agreement or by standing still: where the rules were shown, `_CONVERGED` says which.
    "models_converged": words("the answers have settled"),
    "no_significant_changes": words("the last changes were small"),
    "context_limit_reached": words("the token budget is nearly used up"),
    "attacked": words("the attack is over"),
}
FIGURES: Mapping[str, Message] = {
    "rounds_completed": words("rounds done"),
    "max_rounds": words("rounds at most"),
    "total_refinements": words("answers changed"),
    "total_unchanged": words("answers kept"),
    "tokens_used": words("tokens used"),
    "models_changed": words("answers changed"),
    "models_unchanged": words("answers kept"),
    "duration_seconds": words("took"),
}
"""What the figures of a debate's summary are called."""
_OFFERS: Mapping[str, Message] = {
    "max_rounds_reached": words("Round limit reached"),
    "models_converged": words("The answers have settled"),
    "no_significant_changes": words("The last changes were small"),
    "context_limit_reached": words("The token budget is nearly used up"),
}
"""The same where the bar says why it can end here."""
_CONVERGED: Mapping[JsonValue, tuple[Message, Message]] = {
    5: (words("no answer changed in this round"), words("No answer changed in this round")),
    7: (words("the target was reached"), words("The target was reached")),
    8: (
        words("nobody turned for evidence or an error in this round"),
        words("Nobody turned for evidence or an error in this round"),
    ),
}
"""How the answers settled, by the number of the rule that holds first: in a sentence, and at its start."""
PURPOSES: Mapping[str, Message] = {
    "clarification": words("asking questions"),
    "summarization": words("summarising"),
    "proposal": words("answering"),
    "drafts": words("choosing among drafts"),
    "grouping": words("looking which answers are the same"),
    "pooling": words("telling what it alone was given"),
    "critique": words("critiquing"),
    "refinement": words("refining"),
    "evaluation": words("judging"),
    "synthesis": words("writing the final answer"),
    "debate_check": words("looking where the answers differ"),
    "compare": words("comparing the final answer with round 1"),
    "grading": words("grading by the rubric"),
}
"""What a seat does that is asked for each purpose."""
MISSING: Mapping[str, tuple[Message, Message]] = {
    # Who goes on without a member here meets it again: to be told before, or it seems not to have worked.
    "clarification": (
        words("{names} could not be asked for questions."),
        words("Going on without leaves out the questions alone; round 1 asks again."),
    ),
}
"""What is said where the calls of a purpose failed, and of going on without."""
JUDGED = ("agreement", "quality")
"""The figures that a judge gives; the others are computed."""
_RUNGS: Mapping[str, Message] = {
    "attack": words("Attack: {calls} calls, about {tokens} tokens, {cost}"),
    "debate": words("Debate: {calls} calls, about {tokens} tokens, {cost}"),
}
"""What going up takes, by the payload's field."""
_OPEN_POINTS = 3
"""Points of criticism that a gate's lines quote; the rest is counted."""
_STATUS = {
    "changed": "changed by {share}",
    "minor": "a small change, {share}",
    "held": "kept as it was",
    "failed": "failed; the text before stands",
    "skipped": "left out",
}


# --- gates ------------------------------------------------------------------------------------


def clarification_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return how many questions there are, before which round."""
    asked, before = len(items_of(payload, "questions")), max(1, wording.round)
    if asked == 1:
        return words("Before round {round} the models have {n} question.", n=asked, round=before)
    return words("Before round {round} the models have {n} questions.", n=asked, round=before)


def clarification(payload: Payload) -> Iterator[Message]:
    """Yield each question with its options and who asked it, and what was answered before."""
    for question in items_of(payload, "questions"):
        asked = ", ".join(texts_of(question, "asked_by"))
        by = words(" ({who})", who=asked) if asked else ""
        yield words("{id}: {text}{by}", id=question.get("id"), text=question.get("text"), by=by)
        for number, option in enumerate(texts_of(question, "options"), 1):
            yield words("    {n}  {option}", n=number, option=option)
        if question.get("why"):
            yield words("    Why: {why}", why=question["why"])
    for seat, count in mapping_of(payload, "dropped").items():
        yield words("{who}: {n} more questions were over the maximum.", who=seat, n=count)
    for seat, count in mapping_of(payload, "repeated").items():
        yield words("{who}: {n} more questions only repeat yours.", who=seat, n=count)
    for question in items_of(payload, "earlier"):
        answer = question.get("answer") or question.get("note") or question.get("option")
        ended = answer or str(question.get("status", "")).replace("_", " ")
        yield words("Earlier: {text} – {answer}", text=question.get("text"), answer=ended)


def review(payload: Payload) -> Sequence[Message]:
    """Return each critique in a line, worst first."""
    rank = {"high": 0, "medium": 1, "low": 2}
    points = sorted(items_of(payload, "critiques"), key=lambda p: rank.get(str(p.get("severity")), 1))
    return tuple(_point(point) for point in points)


def _point(point: Mapping[str, JsonValue]) -> Message:
    said = words(
        "{id}: {critic} on {target}, {severity}: {claim}",
        id=point.get("id"),
        critic=point.get("critic"),
        target=point.get("target") or "all",
        severity=point.get("severity"),
        claim=point.get("claim"),
    )
    if point.get("passage") == "absent":
        said = words("{point} – the passage does not stand in the answer", point=said)
    if point.get("met"):
        said = words("{point} – the answer says already what it suggests", point=said)
    return said


def _apart(payload: Payload) -> list[Mapping[str, JsonValue]]:
    """Return the points whose passage does not stand in the answer, and that nobody has decided on."""
    points = items_of(payload, "critiques")
    return [one for one in points if one.get("passage") == "absent" and not one.get("verdict")]


def review_example(payload: Payload) -> Mapping[str, JsonValue]:
    """Return a verdict on the first critique; those that are not named go to their authors."""
    points = items_of(payload, "critiques")
    verdict: dict[str, JsonValue] = {"verdict": "dismiss", "reason": "Why it does not go to the author."}
    return {"critiques": {str(points[0].get("id")): verdict}} if points else {}


def guidance_hint(payload: Payload, offered: Sequence[str]) -> tuple[Message, Message]:
    """Return what the guidance guides, and what becomes of it."""
    if "approve" not in offered:
        return words("Guidance for the final answer"), words("(optional; sent when you finish)")
    if payload.get("raises_limit") and "finish" not in offered:
        return words("Guidance for one more round"), words("(optional)")
    if payload.get("raises_limit"):
        return words("Guidance for one more round, or for the final answer"), words("(optional)")
    return words("Guidance for the next round"), words("(optional; sent when you approve)")


_ALL: Mapping[int, Message] = {
    2: words("Debate with both"),
    3: words("Debate with all three"),
    4: words("Debate with all four"),
    5: words("Debate with all five"),
}
_COMPARED_BY: Mapping[JsonValue, Message] = {
    "judge": words("compared by the judge"),
    "words": words("compared by their words, without a judge"),
}


def ladder_hint(payload: Payload, offered: Sequence[str]) -> tuple[Message, Message]:
    """Return what the guidance guides."""
    return words("Guidance for what follows"), words("(optional; sent when you attack or debate)")


def ladder_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return whether the answers agree, and on how many points they differ."""
    differ, two = len(items_of(payload, "differ")), _two(payload)
    if payload.get("agree"):
        return words("The two answers agree.") if two else words("The answers agree.")
    if differ and two:
        one, many = (
            words("The two answers differ on 1 point."),
            words("The two answers differ on {n} points."),
        )
        return plural(differ, one, many)
    if differ:
        one = words("The answers differ on 1 point.")
        return plural(differ, one, words("The answers differ on {n} points."))
    (only,) = items_of(payload, "answers")[:1] or ({},)
    return words("Only {who} answered; there is nothing to compare.", who=only.get("seat"))


def _two(payload: Payload) -> bool:
    return len(items_of(payload, "answers")) == 2


def ladder_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return why to doubt answers that agree; what they differ on stands above them."""
    if not payload.get("agree"):
        return []
    if _two(payload):
        return [words("Two that agree can both be wrong.")]
    return [words("Answers that agree can be wrong together.")]


def ladder_price(payload: Payload) -> Message:
    """Return what going up costs."""
    costs = {name: mapping_of(payload, name).get("cost") for name in _RUNGS}
    attack, debate = _about(costs["attack"]), _about(costs["debate"])
    if costs["debate"]:
        debate = words("about {cost}", cost=debate)
    if "debate" not in texts_of(payload, "verbs"):
        return words("Attack: {attack}", attack=attack)
    return words("Attack: {attack} · Debate: {debate}", attack=attack, debate=debate)


def ladder(payload: Payload) -> Iterator[Message]:
    """Yield where the answers differ and agree, and what going up takes."""
    for one in items_of(payload, "differ"):
        yield words("They differ on: {issue}", issue=one.get("issue"))
        for side in items_of(one, "sides"):
            yield words("    {who}: {says}", who=side.get("who"), says=side.get("says"))
    for point in texts_of(payload, "agreed"):
        yield words("They agree: {point}", point=point)
    if payload.get("compared_by") == "words":
        yield words("Compared by their words, without a judge.")
    for name, said in _RUNGS.items():
        rung = mapping_of(payload, name)
        if name in texts_of(payload, "verbs"):
            yield said.filled(
                calls=rung.get("calls"), tokens=f"{rung.get('tokens', 0):,}", cost=_about(rung.get("cost"))
            )


def ladder_compared(payload: Payload) -> Comparison | None:
    """Return where the answers agree and differ, for the panel above them; None: there is one alone."""
    if payload.get("compared_by") not in _COMPARED_BY:
        return None
    differ = tuple(
        Difference(
            str(one.get("issue")),
            {str(side.get("who")): str(side.get("says")) for side in items_of(one, "sides")},
            {str(side.get("who")): str(side.get("quote") or "") for side in items_of(one, "sides")},
        )
        for one in items_of(payload, "differ")
    )
    seats = tuple(str(one.get("seat")) for one in items_of(payload, "answers"))
    by = _COMPARED_BY[payload.get("compared_by")]
    return Comparison(seats, differ, texts_of(payload, "agreed"), by)


def _about(cost: JsonValue) -> Message:
    if cost == 0:
        return FREE
    return sum_words(cost) if isinstance(cost, int | float) else words("cost unknown")


def take_ways(payload: Payload) -> Iterator[Way]:
    """Yield a button for the answer that is meant, and a link for each other one."""
    for one in items_of(payload, "answers"):
        seat, letter = str(one.get("seat")), one.get("letter")
        meant = seat == payload.get("chosen")
        label = (
            words("Take {letter}", letter=letter) if meant else words("Take {letter} instead", letter=letter)
        )
        yield Way(f"take-{seat}", label, {"seat": seat}, best=meant, link=None if meant else label)


def attack_ways(payload: Payload) -> Iterator[Way]:
    """Yield the button that has the answer attacked that is meant."""
    seat = str(payload.get("chosen") or "")
    yield Way("attack", words("Attack it once"), {"seat": seat} if seat else {}, best=True)


def debate_ways(payload: Payload) -> Iterator[Way]:
    """Yield the button that says how many would debate."""
    number = number_of(payload, "members")
    yield Way("debate", _ALL.get(number, words("Debate with all")), best=True)


def pick_ways(payload: Payload) -> Iterator[Way]:
    """Yield a way for each text that there is, all behind one link."""
    for seat, found in mapping_of(payload, "statuses").items():
        if isinstance(found, dict) and found.get("length"):
            label = words("Finish with {letter}, unchanged", letter=found.get("letter") or seat)
            yield Way(f"take-{seat}", label, {"seat": seat}, link=words("Another text"))


def write_ways(payload: Payload) -> Iterator[Way]:
    """Yield the one way, with what it costs where that is told."""
    told = mapping_of(payload, "write")
    label = words("Write a new one")
    if told:
        label = words("Write a new one, {price}", price=_price(told.get("cost")))
    yield Way("write", label, link=label)


def _price(cost: JsonValue) -> Message:
    if not isinstance(cost, int | float):
        return _about(cost)
    return words("about {cost}", cost=sum_words(cost)) if cost else FREE


def _contested(payload: Payload) -> bool:
    """Tell whether nobody moves any more although they do not agree: then nothing is recommended."""
    if _unbacked(payload):
        return False
    if payload.get("rule") not in STANDING_STILL:
        return False
    if _below(payload):
        return True
    grave = [p for p in items_of(payload, "critiques") if p.get("severity") == "high"]
    return any(p.get("answer") in ("held", "unanswered") and not p.get("verdict") for p in grave)


def _below(payload: Payload) -> bool:
    """Tell whether the figure falls short of what is needed, as far as both are known."""
    figure, threshold = amount_of(payload, "figure"), amount_of(payload, "threshold")
    return figure is not None and threshold is not None and figure < threshold


def _unbacked(payload: Payload) -> bool:
    """Tell whether an attacked answer has no more than half of the panel behind it: then all debate it."""
    found, panel = payload.get("behind"), payload.get("panel")
    few = isinstance(found, int) and isinstance(panel, int) and 2 * found <= panel
    return few and payload.get("primary") == "approve"


def safest(payload: Payload) -> str | None:
    """Return what loses nothing where a text lost most of itself, or nobody moves and they do not agree."""
    if _shortened(payload):
        return "reject"
    return "finish" if _contested(payload) else None


def _shortened(payload: Payload) -> list[str]:
    """Return whose text is much shorter than before though nothing asks for that."""
    shown = mapping_of(payload, "statuses")
    return [seat for seat in shown if mapping_of(shown, seat).get("much_shorter") is True]


def approval_unattended(payload: Payload) -> tuple[str, Data]:
    """Return what is answered where nobody is asked: as the rules say, and no text that lost most of it."""
    verb, kept = str(payload.get("primary") or "finish"), _shortened(payload)
    return verb, {"texts": dict.fromkeys(kept, "previous")} if kept else {}


def not_by_itself(payload: Payload) -> Message | None:
    """Return which limit ended approving by itself, None where it is off."""
    auto = mapping_of(payload, "auto")
    if not auto:
        return None
    rule = REASONS.get(str(payload.get("rule"))) or ENDS.get(str(payload.get("rule")))
    if rule is not None:
        why = rule
    elif auto.get("rounds_left") == 0:
        why = words("the rounds you allowed are done")
    elif isinstance(until := auto.get("until_cost"), int | float) and _reached(payload.get("cost"), until):
        why = words("{sum} are spent", sum=sum_words(until))
    elif _reached(payload.get("figure"), auto.get("until_figure")):
        why = words("{n:g} % is reached", n=auto["until_figure"])
    else:
        return None
    return words("Not approved for you: {why}.", why=why)


def _reached(value: JsonValue, limit: JsonValue) -> bool:
    return isinstance(value, int | float) and isinstance(limit, int | float) and value >= limit


def approval_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return why it may end here, what would then stay open, and what going on changes, in one line."""
    rule, still = payload.get("rule"), payload.get("open_disagreements")
    why = _OFFERS.get(str(rule)) or ENDS.get(str(rule))
    sentences = []
    number = _first_rule(payload)
    if _unbacked(payload):
        why = None
        few = words("{n} of {all} members stand behind the answer; have all of them debate it.")
        sentences.append(few.filled(n=payload["behind"], all=payload["panel"]))
    if _contested(payload) and number != 8:
        why = words("The members no longer move and do not agree")
    elif number in _CONVERGED:
        why = _CONVERGED[number][1]
    if why is not None and not still:
        sentences.append(words("{why}.", why=why))
    elif why is not None and still == 1:
        sentences.append(words("{why}, 1 disagreement still open.", why=why))
    elif why is not None:
        sentences.append(words("{why}, {n} disagreements still open.", why=why, n=still))
    sentences += _limits(payload)
    lost = _shortened(payload)
    if lost:
        shorter = words("{who}: much shorter than before, unasked; the text before goes on.")
        sentences.append(shorter.filled(who=", ".join(lost)))
    # In one line, where there is room: in a low window each line is taken from the answers.
    return (
        [reduce(lambda line, more: words("{line} {more}", line=line, more=more), sentences)]
        if sentences
        else []
    )


def approval(payload: Payload) -> Iterator[Message]:
    """Yield where a round stands: what changed, the figures, what is open, unmet and degraded, the money."""
    for seat, found in mapping_of(payload, "statuses").items():
        if isinstance(found, dict):
            yield _seat(seat, found)
    for figure in items_of(payload, "criteria"):
        yield _figure(figure)
    still = payload.get("open_disagreements")
    if isinstance(still, int) and still:
        one = words("1 point of criticism was held against, or not answered:")
        yield plural(still, one, words("{n} points of criticism were held against, or not answered:"))
        points = [p for p in items_of(payload, "critiques") if p.get("answer") in ("held", "unanswered")]
        for point in points[:_OPEN_POINTS]:
            yield words("    {point}", point=_point(point))
        if len(points) > _OPEN_POINTS:
            yield words("    … and {n} more", n=len(points) - _OPEN_POINTS)
    apart = _apart(payload)
    if apart:
        yield words("Apart, and not sent to the authors unless you accept them: {n}", n=len(apart))
        for point in apart[:_OPEN_POINTS]:
            yield words("    {point}", point=_point(point))
    for text in texts_of(payload, "unmet_must_haves"):
        yield words("Unmet: {text}", text=text)
    for text in texts_of(payload, "degradation"):
        yield words("Degraded: {text}", text=text)
    yield from _ends(payload)
    spent = payload.get("cost")
    if isinstance(spent, int | float):
        yield _money(spent, payload)


def _ends(payload: Payload) -> Iterator[Message]:
    """Tell what may end it here, and what going on changes."""
    rule = payload.get("rule")
    if rule:
        yield words("It can end here: {why}.", why=_rule(str(rule), payload))
    yield from _limits(payload)


def _limits(payload: Payload) -> Iterator[Message]:
    """Tell which limits are near, and which one going on raises."""
    if payload.get("warning") == "context_limit" and payload.get("rule") != "context_limit_reached":
        yield words("The token budget is nearly used up.")
    if payload.get("raises_limit"):
        yield words("Continuing adds a round.")


def _first_rule(payload: Payload) -> JsonValue:
    """Return the number of the rule that holds first; None: none does, or none was shown."""
    held = (one for one in items_of(payload, "rules") if one.get("holds") and one.get("in_force"))
    return next(held, {}).get("number")


def _rule(rule: str, payload: Payload) -> Message:
    number = _first_rule(payload)
    if _below(payload) and number != 8 and rule in STANDING_STILL:
        # Nobody moves, and they do not agree: to say that they do would be untrue.
        return words("the members hardly move any more, and what they dispute stays disputed")
    if number in _CONVERGED:
        return _CONVERGED[number][0]
    return REASONS.get(rule) or Message(rule.replace("_", " "))


def _seat(seat: str, found: Mapping[str, JsonValue]) -> Message:
    ratio, status = found.get("ratio"), str(found.get("status"))
    share = f"{100 * ratio:.0f} %" if isinstance(ratio, int | float) else ""
    what = words(_STATUS.get(status, status), share=share)
    if found.get("much_shorter") is True:
        what = words("{what}, much shorter than before, though nothing asks for that", what=what)
    remark = str(found.get("justification" if status == "held" else "summary") or "").strip()
    why = words(" – {said}", said=remark) if remark else ""
    return words("{who}: {what}{said}", who=seat, what=what, said=why)


def _figure(figure: Mapping[str, JsonValue]) -> Message:
    name = figure_title(str(figure.get("name", "")))
    value, needed = figure.get("value"), figure.get("threshold")
    limit = words(" (needed: {n:g} %)", n=needed) if isinstance(needed, int | float) else ""
    if not isinstance(value, int | float):
        if figure.get("name") in JUDGED:
            return words("{name}: not judged{limit}", name=name, limit=limit)
        return words("{name}: unknown{limit}", name=name, limit=limit)
    return words("{name} {n:.0f} %{limit}", name=name, n=value, limit=limit)


def _money(spent: float, payload: Payload) -> Message:
    limit, coming = payload.get("cost_limit"), payload.get("next_cost")
    price = cost_words(None if payload.get("cost_unknown") else spent, spent)
    of = words(" of {limit}", limit=sum_words(limit)) if isinstance(limit, int | float) else ""
    next_cost = coming if isinstance(coming, int | float) else 0
    then = words(", the next round about {cost}", cost=sum_words(next_cost)) if next_cost else ""
    return words("So far: {price}{of}{then}", price=price, of=of, then=then)
