"""An answer of the council: each demand with the lines that bear on it, then what its member weighs."""

from __future__ import annotations

from collections.abc import Sequence

from app.workflows.common.offline.demands import Demand
from app.workflows.common.offline.quoting import quoted
from app.workflows.common.offline.statements import Statement
from app.workflows.debate.offline.case import Case
from app.workflows.debate.offline.lenses import Lens
from app.workflows.debate.offline.phrases import say

_WEIGHED = 3
"""Lines on what a member weighs, beside those for the demands."""


def write(case: Case, lens: Lens) -> str:
    """Return a member's first answer: for each demand the line that is nearest by what the member weighs."""
    language = case.language
    if case.empty:
        return say(language, "nothing")
    matter = say(language, f"lens.{lens}")
    parts = [say(language, "rules")]
    used: list[Statement] = []
    for number, demand in enumerate(case.demands, 1):
        lines = case.lines_for(demand, lens, most=1)
        used += lines
        parts.append("\n".join((_opening(case, number, demand), *_items(case, lines, empty=True))))
    if weighed := case.weighed(lens, used, _WEIGHED):
        parts.append(f"## {say(language, 'weighed', matter)}\n\n" + "\n".join(_items(case, weighed)))
    return "\n\n".join(parts) + "\n"


def is_written_here(case: Case, text: str) -> bool:
    """Tell whether an answer is one of the council's own: then all that it says is quoted."""
    return say(case.language, "rules") in text or say(case.language, "nothing") in text


def add(case: Case, text: str, line: Statement, demand: Demand | None) -> str:
    """Return an answer with a line added to what it has for a demand, else at its end."""
    item = _items(case, [line])[0]
    opening = _opening_of(case, text, demand) if demand is not None else ""
    if not opening:
        heading = f"## {say(case.language, 'added')}"
        head = "" if heading in text.splitlines() else f"\n{heading}\n\n"
        return f"{text.rstrip()}\n{head}{item}\n"
    before, _, behind = text.partition(opening)
    block, gap, rest = behind.partition("\n\n")
    kept = [old for old in block.split("\n") if old.strip() != f"- {say(case.language, 'no_line')}"]
    whole = "\n".join(kept).rstrip()
    return f"{before}{opening}{whole}\n   {item}{gap or chr(10)}{rest}"


def lines_for(case: Case, text: str, demand: Demand) -> int:
    """Return how many lines an answer of the council quotes for a demand."""
    opening = _opening_of(case, text, demand)
    block = text.partition(opening)[2].partition("\n\n")[0] if opening else ""
    return sum(1 for line in block.splitlines() if line.strip().startswith("- ")) - (
        say(case.language, "no_line") in block
    )


def _opening(case: Case, number: int, demand: Demand) -> str:
    return f"{number}. {quoted(demand.text, case.language)}"


def _opening_of(case: Case, text: str, demand: Demand) -> str:
    said = quoted(demand.text, case.language)
    return next((line for line in text.splitlines() if line.partition(". ")[2] == said), "")


def _items(case: Case, lines: Sequence[Statement], *, empty: bool = False) -> list[str]:
    indent = "   " if empty else ""
    said = [case.cite(line) for line in lines] or ([say(case.language, "no_line")] if empty else [])
    return [f"{indent}- {one}" for one in said]
