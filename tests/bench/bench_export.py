"""A session of forty rounds written in each form.

Run: `python packaging/dev.py bench export`. 40 rounds × 5 members, 2.5 kB a text: once with a few words
changed in each, once with every text another one. Limit: 50 × `import httpx` for each form, from the
records to the file, and for what a person sees before. Exit 1 where one is missed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench import yardstick
from tests.bench.stage import play
from tests.support.long import NAMES, as_lines, records
from tests.support.scenes.debate_story import FIRST
from tests.support.scenes.stage import set_up

ROUNDS, MEMBERS = 40, 5
LIMIT = 50.0
WORDS = " ".join(FIRST.values()).split()


def another(number: int) -> str:
    """Return a text of passages, lists and headings that no other number has."""
    chance = random.Random(number)
    passages = [" ".join(chance.choices(WORDS, k=60)) for _ in range(5)]
    return f"## Text {number}\n\n" + "\n\n".join(passages) + "\n\n- " + "\n- ".join(passages[0].split()[:9])


def session(*, anew: bool) -> list[dict[str, Any]]:
    """Return the lines of an export of the session."""
    lines = as_lines(records(ROUNDS, MEMBERS, another(0)))
    for number, line in enumerate(lines):
        if anew and line["type"] == "text_proposed":
            line["body"]["text"] = another(number)
    letters = {name: chr(65 + at) for at, name in enumerate(NAMES)}
    last = lines[-1]
    dealt = {"seq": last["seq"] + 1, "type": "letters_dealt", "schema": 1, "body": {"letters": letters}}
    return [*lines, {**last, **dealt}]


async def measured(folder: Path, *, anew: bool) -> bool:
    """Print seconds and bytes by form; return whether each was in time."""
    core = set_up(folder)
    id = await core.put(session(anew=anew))
    within = True
    print("every text another" if anew else "a few words changed")
    for form in core.exporting.formats():
        began = time.perf_counter()
        content = await core.exporting.content(id, form)
        took = time.perf_counter() - began
        within = within and yardstick.times(took, "clock") <= LIMIT
        print(f"  {form:8} {yardstick.of(took, LIMIT, 'clock')} {len(content) / 1000:9,.0f} kB")
    began = time.perf_counter()
    report = await core.exporting.preview(id)
    took = time.perf_counter() - began
    print(f"  {'preview':8} {yardstick.of(took, LIMIT, 'clock')} {len(report.reading) / 1000:9,.0f} kB")
    await core.close()
    return within and yardstick.times(took, "clock") <= LIMIT


async def measure(folder: Path) -> bool:
    """Measure both sessions."""
    few = await measured(folder / "few", anew=False)
    return await measured(folder / "anew", anew=True) and few


if __name__ == "__main__":
    sys.exit(play(measure))
