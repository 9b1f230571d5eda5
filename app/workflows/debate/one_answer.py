"""The result of a lower rung: one answer word for word, taken or attacked. Nobody is asked for it.

Rule: what another answer says differently is left out, and can be put back; a point that a person accepted
and the answer leaves open is added; the strongest objection that was not taken up stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.node import Context, Step
from app.workflows.debate.degradation import degradation_lines
from app.workflows.debate.facts import Insertion, ResultChosen, ResultStated
from app.workflows.debate.grading import grade
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.insertions import as_insertion, compose
from app.workflows.debate.objections import objection_of, with_points
from app.workflows.debate.state import DebateState
from app.workflows.debate.stating import rendered, stopped


async def one_answer(state: DebateState, context: Context) -> Step:
    """Return the answer that was taken or attacked, with what speaks against it."""
    texts = state.standing_texts
    seat = state.target if state.target in texts else next(iter(s for s in state.active if s in texts), "")
    if not seat:
        nothing = ResultStated(answer="No final answer was written.", structured=False)
        return Step(DebateSignal.COMPLETE, (*rendered(nothing), *stopped(state)))
    version, checked = texts[seat], state.checked
    picked = ResultChosen(
        seat=seat,
        base=version.seq,
        text=version.text.strip(),
        chosen_by="alone" if len(texts) == 1 else "person" if state.rung_asked else "first",
        insertions=tuple(with_points(state, seat, _left_out(state, seat))),
    )
    accepted = state.rounds_accepted[-1]
    stated = ResultStated(
        answer=compose(picked.text, picked.others).text,
        agreed=checked.agreed if checked is not None else (),
        disputed=checked.disputed if checked is not None else (),
        objection=objection_of(state, seat),
        rung="take" if state.rung == "take" else "attack",
        unmet_must_haves=tuple(accepted.unmet),
        degradation=tuple(degradation_lines(state, state.degraded_on_entry)),
    )
    graded = await grade(state, context, stated.answer)
    return Step(DebateSignal.COMPLETE, (picked, *rendered(stated), *graded, *stopped(state)))


def _left_out(state: DebateState, seat: str) -> Iterator[Insertion]:
    """Yield what other answers say where they differ from this one."""
    sides = [side for one in (state.checked.disputed if state.checked else ()) for side in one.sides]
    said = {as_insertion(side.says): side.who for side in sides if side.who != seat and side.says.strip()}
    for number, (text, who) in enumerate(said.items(), 1):
        yield Insertion(id=f"i{number}", seat=who, text=text, taken=False)
