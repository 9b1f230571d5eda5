"""Run twenty scripted debates of five members and five rounds; exit 1 above their time or where memory grows.

The members answer at once, so all the time is the program's own: prompts, journal, folds, gates, diffs.
Memory is what the process holds after each debate, garbage collected, from the fifth on.
"""

from __future__ import annotations

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from app.domain.messages import ModelRequest
from tests.bench import yardstick
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, evaluate

DEBATES, ROUNDS = 20, 5
MEMBERS = ("Ada", "Ben", "Cy", "Dee", "Eve")
WARM_UP = 4
LIMIT = 300.0
"""Imports of httpx that all of them may take."""
GROWTH = 1.15
"""How many times as much memory may be held after the last debate as after the warm-up."""
PARAGRAPH = (
    "The office moves to the river because the lease ends in May and the rent there is 14 euros a metre, "
    "which is two less than now; however, the tram stops at eight, and 31 of 58 people come by tram. "
)


def resident() -> float:
    """Return the megabytes of memory the process holds; 0 where the system does not tell (not Linux)."""
    memory_file = Path("/proc/self/statm")
    return int(memory_file.read_text().split()[1]) * 4096 / 2**20 if memory_file.exists() else 0.0


def say(request: ModelRequest) -> str:
    """Play every member: long answers, two points against each other answer, one sentence more a round."""
    match request.purpose:
        case "proposal":
            return "".join(f"{n}. {request.seat}: {PARAGRAPH}\n\n" for n in range(1, 13))
        case "critique":
            labels = [answer["label"] for answer in read(request)["answers"]]
            items = [
                {"target": label, "claim": f"{label}: point {n} lacks a source.", "severity": "medium"}
                for label in labels
                for n in (1, 2)
            ]
            return json.dumps({"ranking": labels, "items": items})
        case "refinement":
            points: list[dict[str, str]] = read(request)["critiques"]
            answers = [{"id": p["id"], "answer": "fixed", "justification": "Added one."} for p in points]
            text = f"{read(request)['text']}\n\nIn addition, {len(answers)} sources were named. {PARAGRAPH}"
            return json.dumps({"text": text, "answers": answers, "summary": "sources"})
        case "evaluation":
            return evaluate(agreement=50)
        case "summarization":
            return f"{request.seat} holds that the office moves. {PARAGRAPH}"
        case "compare":
            return json.dumps({"winner": "tie"})
        case _:
            return json.dumps({"answer": PARAGRAPH, "dissent": [], "confidence": "medium"})


async def debate(folder: Path) -> tuple[int, int]:
    """Run one debate to its answer; return its calls and records."""
    table = Table(folder)
    for purpose in (
        "proposal",
        "critique",
        "refinement",
        "evaluation",
        "summarization",
        "compare",
        "synthesis",
    ):
        table.scripts[purpose] = say
    state = await table.open(MEMBERS, gate_policy="never_ask", termination="fixed", max_rounds=ROUNDS)
    assert state == "finished", state
    assert len(table.state.rounds_accepted) == ROUNDS
    found = len(table.gateway.requests), len(await table.records())
    await table.sessions.shutdown()
    return found


def main() -> int:
    """Run and print the figures."""
    took: list[float] = []
    held: list[float] = []
    calls = records = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(DEBATES):
            begun = time.process_time()
            calls, records = asyncio.run(debate(Path(folder) / str(number)))
            took.append(time.process_time() - begun)
            gc.collect()
            held.append(resident())
    growth = held[-1] / max(held[WARM_UP], 1.0)
    print(
        f"{DEBATES} debates of {len(MEMBERS)} members and {ROUNDS} rounds: {yardstick.of(sum(took), LIMIT)}"
    )
    print(f"median {statistics.median(took):.2f} s, slowest {max(took):.2f} s")
    print(f"{calls} calls and {records} records each")
    print(
        f"memory {held[WARM_UP]:.0f} MB after {WARM_UP + 1}, {held[-1]:.0f} MB at the end: "
        f"{growth:.3f} × (at most {GROWTH})"
    )
    return 0 if yardstick.times(sum(took)) < LIMIT and growth < GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
