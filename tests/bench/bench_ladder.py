"""The ladder against the whole debate: what a quick check that goes up as recommended loses, and spares.

Run: `python packaging/dev.py bench ladder [TASKS]`, usually 2 000 tasks a cell, the same every time. The
cells are those of the simulated panels; the loop is `simulated.climb`, which a test holds against the ladder
itself. Tokens are those that the program plans for the calls of each.

Bounds: in no cell more than 1 point less than the whole debate; over all cells at least 40 % fewer tokens.
Stated without a bound: the cells in which it spares less, for where first answers differ all debate. Exit 1
where a bound is missed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

from app.domain.ids import SeatName
from app.domain.seats import Seat
from app.workflows.debate.planning import planned
from app.workflows.debate.setup import DebateSetup, GuestText
from tests.bench.bench_simulated import ACCURACIES, CONFORMITIES, INSIGHTS, NAMES, ROUNDS, SIZES, TASKS, Cell
from tests.support.simulated.panel import Task, climb, deliberate

LEAST, SPARED = -0.01, 0.40


@dataclass(frozen=True)
class Told:
    """How a cell came out, as shares of its tasks."""

    cell: Cell
    ladder: float
    debate: float
    spared: float
    """Share of the debate's tokens that the ladder did not use."""
    taken: float
    """Share of tasks in which an attacked answer was the result."""

    @property
    def lost(self) -> float:
        """Return by how much it is better than the debate."""
        return self.ladder - self.debate

    def line(self) -> str:
        """Return the cell as a line of the table."""
        cell = self.cell
        figures = (self.debate, self.ladder, self.lost, self.spared, self.taken)
        return (
            f"{cell.accuracy:4.2f} {cell.conformity:4.1f} {cell.insight:4.1f} {cell.size:2d}  "
            + "  ".join(f"{100 * figure:6.1f}" for figure in figures)
        )


def tokens(size: int, **setup: object) -> int:
    """Return the tokens that are planned for a panel of this size, without its first answers there are."""
    there = setup.pop("there", 0)
    seats = {SeatName(name): Seat(name=name, model="m/x") for name in (*NAMES[:size], "chair", "judge")}
    asked = {"question": "Which?", "interactive_clarifications": False, "auto_stop_on_convergence": False}
    calls = planned(DebateSetup.model_validate({**asked, **setup}), seats)
    spared = [str(name) for name in NAMES[: int(str(there))]]
    return sum(
        one.calls * (one.tokens_in + one.tokens_out)
        for one in calls
        if one.purpose != "proposal" or str(one.seat) not in spared
    )


def parts(size: int) -> tuple[int, int, int, int, int]:
    """Return the tokens of a debate, a quick check, an attack, a debate after each of the two."""
    answer = GuestText(name="a", text="x" * 2800)
    attack = tokens(size - 2, profile="attack", guests=[answer], revised_by=NAMES[0])
    return (
        tokens(size, max_rounds=ROUNDS),
        tokens(size, profile="quick"),
        attack,
        tokens(size, max_rounds=ROUNDS, there=2),
        tokens(size, max_rounds=ROUNDS - 1, there=2),
    )


def tell(cell: Cell, tasks: int) -> Told:
    """Run all tasks of a cell."""
    members = cell.members()
    whole, quick, attack, at_once, later = parts(len(members))
    sums: Counter[str] = Counter()
    for number in range(tasks):
        task = Task(f"{number}")
        went = climb(task, members, ROUNDS)
        sums["ladder"] += went.result == task.right
        sums["debate"] += deliberate(task, members, ROUNDS).result == task.right
        sums["taken"] += went.rungs == ("attack",)
        sums["tokens"] += (
            quick
            + {
                ("debate",): at_once,
                ("attack",): attack,
                ("attack", "debate"): attack + later,
            }[went.rungs]
        )
    return Told(
        cell,
        ladder=sums["ladder"] / tasks,
        debate=sums["debate"] / tasks,
        spared=1 - sums["tokens"] / (tasks * whole),
        taken=sums["taken"] / tasks,
    )


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 1 where a bound is missed."""
    tasks = int(arguments[0]) if arguments else TASKS
    cells = [
        Cell(accuracy, conformity, size, insight)
        for accuracy, conformity, insight, size in product(ACCURACIES, CONFORMITIES, INSIGHTS, SIZES)
    ]
    print(f"{tasks:,} tasks a cell, {ROUNDS} rounds; shares in %")
    print("acc  conf insi  n  debate  ladder    +/-   spared   taken")
    with ProcessPoolExecutor(2) as pool:
        table = list(pool.map(tell, cells, [tasks] * len(cells), chunksize=2))
    for told in table:
        print(told.line())
    missed = [f"more than a point less: {told.line()}" for told in table if told.lost < LEAST]
    for size in SIZES:
        mine = [told for told in table if told.cell.size == size]
        worst, spared = min(told.lost for told in mine), [told.spared for told in mine]
        mean, least = 100 * sum(spared) / len(mine), 100 * min(spared)
        print(
            f"{size} members: at worst {100 * worst:+.1f} points; {mean:.0f} % spared, at least {least:.0f} %"
        )
    spared_in_all = sum(told.spared for told in table) / len(table)
    under = sum(told.spared < SPARED for told in table)
    print(f"All: {100 * spared_in_all:.1f} % spared; less than {SPARED:.0%} in {under} of {len(table)} cells")
    if spared_in_all < SPARED:
        missed.append(f"only {100 * spared_in_all:.1f} % of the tokens are spared")
    for line in missed:
        print("MISSED:", line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
