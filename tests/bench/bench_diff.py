"""Time the word diff at 100 KB against diff-match-patch, difflib and git; exit 1 where it is slow or inexact.

`python tests/bench/bench_diff.py`; difflib runs at a tenth of the size (it is quadratic).
"""

from __future__ import annotations

import difflib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from diff_match_patch import diff_match_patch

from app.diffing import diff_texts
from app.diffing.alignment import align

SIZE = 100_000
LIMIT = 1.0
"""Seconds that a diff of 100 KB may take; the ordinary figure is a tenth of it."""


def prose(seed: int, size: int) -> list[str]:
    """Return about `size` characters of words, frequent ones more often, in paragraphs."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 9))) for _ in range(3000)]
    words: list[str] = []
    length = 0
    while length < size:
        word = vocabulary[int(3000 * rng.random() ** 3)] + ("\n\n" if len(words) % 60 == 59 else " ")
        words.append(word)
        length += len(word)
    return words


def edited(words: list[str], share: float, seed: int) -> list[str]:
    """Replace, delete or insert at a share of the words."""
    rng = random.Random(seed)
    result: list[str] = []
    for word in words:
        roll = rng.random()
        if roll > share:
            result.append(word)
        elif roll > share * 2 / 3:
            result.append(f"new{rng.randint(0, 999)} ")
        elif roll > share / 3:
            result += [word, f"more{rng.randint(0, 999)} "]
    return result


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """Return seconds and the result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def git_words(old: str, new: str) -> None:
    """Run git's word diff over two files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("old", "new")]
        for path, text in zip(paths, (old, new), strict=True):
            path.write_text(text, "utf-8")
        subprocess.run(
            ["git", "diff", "--no-index", "--word-diff=porcelain", *map(str, paths)],
            capture_output=True,
            check=False,
        )


def main() -> int:
    """Print a table and return 0 where every diff was exact and quick enough."""
    words = prose(1, SIZE)
    old = "".join(words)
    sound = True
    print("edited   ours  align  diff-match-patch  git words  difflib (10 KB)   in milliseconds")
    for share in (0.02, 0.10, 0.50):
        new = "".join(edited(words, share, 2))
        ours, found = timed(lambda new=new: diff_texts(old, new))  # type: ignore[misc]
        rows, _ = timed(lambda new=new: align(old, new))  # type: ignore[misc]
        google, _ = timed(lambda new=new: diff_match_patch().diff_main(old, new))  # type: ignore[misc]
        git, _ = timed(lambda new=new: git_words(old, new))  # type: ignore[misc]
        few = words[: len(words) // 10]
        changed = edited(few, share, 2)
        slow, _ = timed(difflib.SequenceMatcher(None, few, changed, False).get_opcodes)
        exact = (found.old_text, found.new_text) == (old, new)  # type: ignore[attr-defined]
        sound = sound and exact and ours <= LIMIT
        figures = (ours, rows, google, git, slow)
        print(
            f"{share:5.0%} " + "  ".join(f"{figure * 1000:8.0f}" for figure in figures),
            "" if exact else "NOT EXACT",
        )
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
