"""Print how readable the diff of twenty real pairs is beside its peers.

`python tests/bench/bench_readability.py [name of a pair to write out]`
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.readable import PEERS, pairs, score


def table() -> None:
    """Print edits/one-word islands/cut words by pair, then totals."""
    totals: dict[str, list[int]] = {name: [0, 0, 0, 0] for name in PEERS}
    print("edits / one-word islands / borders inside words")
    print(f"{'':18}" + "".join(f"{name:>19}" for name in PEERS))
    for name, (old, new) in pairs().items():
        line = f"{name:18}"
        for peer, work in PEERS.items():
            found = score(work(old, new))
            figures = (found.edits, found.islands, found.cuts, found.kept)
            totals[peer] = [total + figure for total, figure in zip(totals[peer], figures, strict=True)]
            line += f"{found.edits:>9} /{found.islands:>3} /{found.cuts:>3}"
        print(line)
    print(f"{'all':18}" + "".join(f"{t[0]:>9} /{t[1]:>3} /{t[2]:>3}" for t in totals.values()))
    print(f"{'island share':18}" + "".join(f"{t[1] / t[0]:>19.1%}" for t in totals.values()))
    print(f"{'characters kept':18}" + "".join(f"{t[3]:>19,}" for t in totals.values()))


def written(name: str) -> None:
    """Print one pair with its edits in brackets."""
    old, new = pairs()[name]
    for peer in ("ours", "its clean-up"):
        marks = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
        print(f"--- {peer}\n" + "".join(marks[kind].format(text) for kind, text in PEERS[peer](old, new)))


if __name__ == "__main__":
    table() if len(sys.argv) < 2 else written(sys.argv[1])
