"""Members that plant points: true ones quote as models copy, invented ones quote what stands nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

from app.domain.messages import ModelRequest
from tests.support.asked import read

ANSWERS = {
    "Ada": (
        "## Recommendation\n\nWe should open the **Mill Street bridge** to buses only, from 1 March on.\n\n"
        "- It carries 4,200 cars a day, and the survey found cracks in two of nine piers.\n"
        "- Repair costs “between 3 and 4 million” by the engineers' own estimate.\n"
        "- A detour over Station Road takes eleven minutes more at rush hour.\n\n"
        "The council has set aside 2.5 million; the rest must come from the state, which has not answered."
    ),
    "Ben": (
        "The bridge should be closed to all traffic until the piers are mended.\n\nThree reasons:\n\n"
        "1. The load of one bus equals that of *some forty* cars, so buses are the worst of it.\n"
        "2. Cracks in piers grow by frost, and the next frost is due in November.\n"
        "3. The ferry at Lower Quay could carry 900 people an hour; it lies idle.\n\n"
        "> The engineer wrote: “I would not drive over it.”\n\nWe propose a closure of fourteen weeks."
    ),
    "Cy": (
        "Keep it open, and limit the weight to 3.5 tonnes.\n\n| Choice | Cost | Weeks |\n|---|---|---|\n"
        "| weight limit | 40,000 | 1 |\n| full repair | 3.6 million | 14 |\n\n"
        "A limit can be enforced with two height bars, which the town already owns. Nobody was hurt in "
        "thirty years – the cracks were known in 2009 and have not grown since. Shops on Mill Street live "
        "from passing trade, and a closure would cost them a third of their sales."
    ),
}
_SENTENCES: dict[str, tuple[str, ...]] = {
    "Ada": (
        "We should open the **Mill Street bridge** to buses only, from 1 March on.",
        "It carries 4,200 cars a day, and the survey found cracks in two of nine piers.",
        "Repair costs “between 3 and 4 million” by the engineers' own estimate.",
        "A detour over Station Road takes eleven minutes more at rush hour.",
        "The council has set aside 2.5 million; the rest must come from the state, which has not answered.",
    ),
    "Ben": (
        "The bridge should be closed to all traffic until the piers are mended.",
        "The load of one bus equals that of *some forty* cars, so buses are the worst of it.",
        "Cracks in piers grow by frost, and the next frost is due in November.",
        "The ferry at Lower Quay could carry 900 people an hour; it lies idle.",
        "The engineer wrote: “I would not drive over it.”",
    ),
    "Cy": (
        "Keep it open, and limit the weight to 3.5 tonnes.",
        "A limit can be enforced with two height bars, which the town already owns.",
        "Nobody was hurt in thirty years – the cracks were known in 2009 and have not grown since.",
        "Shops on Mill Street live from passing trade, and a closure would cost them a third of their sales.",
        "| full repair | 3.6 million | 14 |",
    ),
}


def _middle_left_out(said: str) -> str:
    words = said.split()
    third = max(2, len(words) // 3)
    return f"{' '.join(words[:third])} … {' '.join(words[-third:])}"


COPIED: tuple[Callable[[str], str], ...] = (
    lambda said: said,
    lambda said: f"“{said.rstrip('.')}”",
    lambda said: said.replace("**", "").replace("*", "").replace("“", '"').replace("”", '"'),
    lambda said: said.replace(" ", "\n", 3).replace(" ", "  "),
    lambda said: said[0].lower() + said[1:],
    lambda said: " ".join(said.split()[1:-1]),
    _middle_left_out,
    lambda said: f"{said} …",
    lambda said: said.upper(),
    lambda said: said.replace("–", "-").replace("'", "’"),
)
"""How models copy a passage: all of it stands there."""

INVENTED: tuple[Callable[[str], str], ...] = (
    lambda said: re.sub(r"\d", lambda found: str((int(found[0]) + 3) % 10), said) + " That is certain.",
    lambda said: said.replace(" ", " hardly ", 2),
    lambda said: f"The answer claims that {said.split()[-1]} is what matters most of all.",
    lambda said: "The minister promised in June to pay for everything that is needed.",
    lambda said: " ".join(reversed(said.split())),
    lambda said: f"{said} … as the report of the auditors on page 12 confirms",
    lambda said: "Buses and cars alike may pass without any limit until further notice.",
    lambda said: _middle_left_out(said).replace("…", "and therefore surely"),
    lambda said: "It is well known that bridges of this age are safe.",
    lambda said: " ".join(f"{word} indeed" if at == 3 else word for at, word in enumerate(said.split())),
)
"""What models make up: of the answer, of other answers, of nothing."""


def _sentences_of(shown: str) -> tuple[str, ...]:
    return next(_SENTENCES[name] for name, text in ANSWERS.items() if text in shown)


class Planter:
    """Plants points until so many of each kind are there; a claim's number tells which it is."""

    def __init__(self, each: int, seed: int = 7) -> None:
        self.each, self._rng = each, Random(seed)
        self.true: list[str] = []
        self.invented: list[str] = []

    @property
    def done(self) -> bool:
        """Whether all are planted."""
        return min(len(self.true), len(self.invented)) >= self.each

    def critique(self, request: ModelRequest) -> str:
        """Return the points of a critic that reads what stands in its prompt, and nothing else."""
        items = [
            {"target": answer["label"], "severity": "high", **point}
            for answer in read(request)["answers"]
            for number, said in enumerate(_sentences_of(answer["text"]))
            if (point := self._point(number, said)) is not None
        ]
        return json.dumps({"ranking": [], "items": items})

    def _point(self, number: int, said: str) -> dict[str, str] | None:
        kind, ways = (self.true, COPIED) if number % 2 == 0 else (self.invented, INVENTED)
        if self._rng.random() < 0.3:
            kind, ways = (self.invented, INVENTED) if kind is self.true else (self.true, COPIED)
        if len(kind) >= self.each:
            return None
        way = ways[len(kind) % len(ways)]
        claim = f"{'True' if kind is self.true else 'Invented'} point {len(kind) + 1}."
        kind.append(claim)
        return {"claim": claim, "suggestion": "Mend that.", "quote": way(said)}
