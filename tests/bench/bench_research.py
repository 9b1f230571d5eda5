"""Time integrating a research of 5 000 findings with 20 000 citations; exit 1 above 10 × `import httpx`."""

from __future__ import annotations

import sys
import time
from random import Random

from app.workflows.research.model import CATEGORIES, Citation, Claim, Relation
from app.workflows.research.rules.candidates import candidates
from app.workflows.research.rules.integration import Ledger, assemble, confirmations
from tests.bench import yardstick

FINDINGS, CITATIONS, FILES, ITERATIONS = 5_000, 4, 300, 4
LIMIT = 10.0
"""Imports of httpx."""
VOCABULARY = [f"word{number}" for number in range(3_000)]


def ledger(rng: Random, *, crowded: bool) -> Ledger:
    """Return everything that was said; `crowded`: every second claim says the same of the same lines."""
    claims: list[Claim] = []
    for number in range(FINDINGS):
        crowd = crowded and number % 2 == 0
        words = VOCABULARY[:8] if crowd else rng.choices(VOCABULARY, k=12)
        citations = []
        for _ in range(CITATIONS):
            file = "src/same.py" if crowded else f"src/mod{rng.randrange(FILES)}.py"
            first = 10 if crowded else rng.randrange(1, 800)
            citations.append(
                Citation(
                    file=file,
                    first=first,
                    last=first + 3,
                    quote="as it stands",
                    check="verified",
                    found_first=first,
                    found_last=first + 3,
                    digest="d",
                    origin=file,
                )
            )
        claims.append(
            Claim(
                agent=f"explore {number // 50}",
                iteration=1 + number * ITERATIONS // FINDINGS,
                number=number % 50 + 1,
                description=f"{' '.join(words)} of Name_{rng.randrange(900)}",
                category=rng.choice(CATEGORIES),
                citations=tuple(citations),
            )
        )
    relations = [
        Relation(
            a=f"f{rng.randrange(1, 2_000)}",
            b=f"f{rng.randrange(1, 2_000)}",
            kind=rng.choice(("same", "enhances", "contradicts", "qualifies")),
            iteration=rng.randrange(1, ITERATIONS + 1),
        )
        for _ in range(20 * ITERATIONS)
    ]
    origins = {f"src/mod{number}.py": f"src/mod{number % 250}.py" for number in range(FILES)}
    return Ledger(claims=claims, relations=relations, origins=origins)


def integrated(of: Ledger) -> float:
    """Return the seconds that one integration takes: what a node does, but for asking models."""
    began = time.process_time()
    known = assemble(of)
    confirmations(known, of.claims, ITERATIONS)
    candidates(known.findings, [(one.a, one.b) for one in of.relations])
    assemble(of)
    return time.process_time() - began


def main() -> int:
    """Print both cases and say whether they stay below the limit."""
    worst = 0.0
    for crowded in (False, True):
        seconds = min(integrated(ledger(Random(4), crowded=crowded)) for _ in range(2))
        print(f"{'crowded' if crowded else 'spread'}: {FINDINGS} findings: {yardstick.of(seconds, LIMIT)}")
        worst = max(worst, seconds)
    return int(yardstick.times(worst) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
