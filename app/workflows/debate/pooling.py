"""What single members know from files that they alone were given is told to all, once, and listed.

Groups talk about what all know and lose what one alone knows (Stasser and Titus 1985): so nobody is left to
decide whether to mention it. A quote is looked for in the file that it is said to be from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.domain.fact_base import Fact
from app.domain.i18n import translate
from app.domain.messages import Missing
from app.domain.reporting import Remark
from app.engine.node import Context
from app.workflows.common.repairs import mended_facts
from app.workflows.common.replies import KnownReply, PoolingReply
from app.workflows.debate.asking import ask_structured, make_ask, question_inputs
from app.workflows.debate.facts import KnowledgePooled, KnownAlone
from app.workflows.debate.state import DebateState

MOST = 20
"""Things that a member tells of its own files."""


async def pool(state: DebateState, context: Context, seats: Sequence[str]) -> list[Fact]:
    """Ask the members that have files of their own what stands in them; who has told them is not asked again.

    `seats`: those that have answered just now. One that could not yet is asked when it does.
    """
    told = {seat for seat, pooled in state.pooled.items() if not pooled.unread}
    asked = seats if state.setup.tell_files else ()
    own = [seat for seat in asked if state.setup.own_files(seat) and seat not in told]
    found = await context.gather(*(_told(state, context, seat) for seat in own))
    return [fact for facts in found for fact in facts]


async def _told(state: DebateState, context: Context, seat: str) -> list[Fact]:
    inputs = {**question_inputs(state, seat), "limit": MOST}
    ask = make_ask(state, context, "pooling", seat, inputs, schema=PoolingReply)
    # Its answer stands all the same: that the others know nothing of its files is said in the report.
    names = {"file": [file.name for file in state.setup.own_files(seat)]}
    answered = await ask_structured(state, context, ask, PoolingReply, tolerate=True, shown=names)
    if answered.reply is None or isinstance(answered.outcome, Missing):
        return [*answered.mended, KnowledgePooled(seat=seat, unread=True)]
    known = tuple(_known(state, seat, one) for one in answered.reply.known[:MOST])
    mended = mended_facts(ask, answered.outcome, ("too_many",)) if len(answered.reply.known) > MOST else ()
    return [*answered.mended, *mended, KnowledgePooled(seat=seat, known=known)]


def _known(state: DebateState, seat: str, said: KnownReply) -> KnownAlone:
    files = state.setup.own_files(seat)
    quote = _folded(said.quote)
    holding = [file.name for file in files if quote and quote in _folded(file.text)]
    return KnownAlone(
        says=said.says.strip(),
        file=said.file if said.file in holding or not holding else holding[0],
        quote=said.quote.strip(),
        found=bool(holding),
    )


def _folded(text: str) -> str:
    """Return a text as it is compared: blanks and quotation marks in one form."""
    return " ".join(text.casefold().translate(str.maketrans("“”„«»’‘", '"""""\'\'')).split()).strip("\" '…")


def pooled_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what only one member was given, as it told it to the others."""
    for seat, pooled in state.pooled.items():
        files = [file.name for file in state.setup.own_files(seat)]
        if pooled.unread:
            text = translate(
                "has files that not all were given ({files}), and did not tell the others what is in them",
                files=", ".join(files),
            )
            yield Remark(text=text, who=(seat,))
            continue
        named = {one.file for one in pooled.known}
        silent = [file for file in files if file not in named]
        # Of what names no file nobody knows which one it is from.
        if silent and "" not in named:
            text = translate(
                "told the others nothing from {files}, which not all were given", files=", ".join(silent)
            )
            yield Remark(text=text, who=(seat,))
        for one in pooled.known:
            where = f" ({one.file})" if one.file else ""
            doubt = "" if one.found else translate(" – no such passage stands in its files")
            yield Remark(text=f"{one.words}{where}{doubt}", who=(seat,))
