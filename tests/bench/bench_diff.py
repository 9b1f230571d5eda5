"""Time our diff beside diff-match-patch, git's word diff and difflib in one run; exit 1 where inexact.

`python tests/bench/bench_diff.py`. Medians of five in milliseconds; of ours also the processor time, which
other work on the machine disturbs less, with the bound and the ratio to it.
difflib runs at a tenth of the size (it is quadratic). diff-match-patch stops at its limit of one second and
then shows the rest as all deleted and all inserted: `left` is the part of the text it still holds as common.
"""

from __future__ import annotations

import difflib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from diff_match_patch import diff_match_patch

import app
from app.diffing import compare, diff_texts

BOUNDS = {
    (10_000, 0.02): 10,
    (10_000, 0.10): 10,
    (10_000, 0.50): 10,
    (100_000, 0.02): 50,
    (100_000, 0.10): 60,
    (100_000, 0.50): 100,
    (1_000_000, 0.02): 1200,
    (1_000_000, 0.10): 1200,
    (1_000_000, 0.50): 1200,
}
"""Milliseconds for prose by size in characters and share of words edited."""


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


def code(size: int) -> list[str]:
    """Return about `size` characters of this program's own source, cut into words with what follows them."""
    files = sorted(Path(app.__file__).parent.rglob("*.py"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return [word + " " if not word.endswith("\n") else word for word in text[:size].split(" ")]


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


def median(
    work: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return milliseconds."""
    took = []
    for _ in range(times):
        began = clock()
        work()
        took.append((clock() - began) * 1000)
    return statistics.median(took)


def git_words(old: str, new: str) -> Callable[[], object]:
    """Write two files and return what runs git's word diff over them."""
    folder = Path(tempfile.mkdtemp())
    paths = [folder / name for name in ("old", "new")]
    for path, text in zip(paths, (old, new), strict=True):
        path.write_text(text, "utf-8")
    command = ["git", "diff", "--no-index", "--word-diff=porcelain", *map(str, paths)]
    return lambda: subprocess.run(command, capture_output=True, check=False)


def main() -> int:
    """Print the table; return 0 where every diff was exact."""
    sound = True
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(
        "text     size edited |   ours    cpu  bound ratio  per KB  in rows |"
        " diff-match-patch  left | git words | difflib at a tenth"
    )
    sources = [("prose", size, prose(1, size)) for size in (10_000, 100_000, 1_000_000)]
    for kind, size, words in [*sources, ("code", 100_000, code(100_000))]:
        old = "".join(words)
        for share in (0.02, 0.10, 0.50):
            new = "".join(edited(words, share, 2))
            times = 5 if size < 1_000_000 else 3
            ours = median(lambda new=new, old=old: diff_texts(old, new), times)  # type: ignore[misc]
            busy = median(lambda new=new, old=old: diff_texts(old, new), times, time.thread_time)  # type: ignore[misc]
            rows = median(lambda new=new, old=old: compare(old, new), times)  # type: ignore[misc]
            text_diff, found = diff_texts(old, new), compare(old, new)
            every = range(len(found.hunks))
            sound = sound and (text_diff.old_text, text_diff.new_text) == (old, new)
            sound = sound and (found.compose(()), found.compose(every)) == (old, new)
            bound = BOUNDS.get((size, share)) if kind == "prose" else None
            line = f"{kind:5} {size / 1000:6,.0f}K {share:6.0%} | {ours:6.0f} {busy:6.0f} "
            line += f"{bound:6} {busy / bound:5.2f}" if bound else f"{'':6} {'':5}"
            line += f" {busy * 1000 / len(old):7.2f} {rows:8.0f} |"
            if size < 1_000_000:
                began = time.perf_counter()
                parts = diff_match_patch().diff_main(old, new)
                google = (time.perf_counter() - began) * 1000
                left = sum(len(text) for op, text in parts if op == 0) / len(old)
                line += f" {google:16.0f} {left:5.0%} |"
            else:
                line += f" {'':16} {'':5} |"
            line += f" {median(git_words(old, new), times):9.0f} |"
            if size <= 100_000:
                few = words[: len(words) // 10]
                changed = edited(few, share, 2)
                slow = difflib.SequenceMatcher(None, few, changed, False)
                line += f" {median(slow.get_opcodes, 1):8.0f}"
            print(line, "" if sound else "NOT EXACT")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
