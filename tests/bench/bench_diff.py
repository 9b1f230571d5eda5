"""Time our diff beside diff-match-patch, git's word diff and difflib in one run.

`python tests/bench/bench_diff.py`. Medians of five (three of a million characters) in milliseconds. Judged is
the processor time of ours as a multiple of git's, start of its process included: git gives white space up and
aligns nothing. Exit 1 where a limit is missed or a diff is not exact.
difflib runs at a tenth of the size (it is quadratic). diff-match-patch stops at its limit of one second and
then shows the rest as all deleted and all inserted: `left` is the part of the text it still holds as common.
"""

from __future__ import annotations

import difflib
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from diff_match_patch import diff_match_patch

import app
from app.diffing import compare, diff_texts
from tests.support.readable import rebuilt

LIMITS = {("prose", 10_000): 4, ("prose", 100_000): 12, ("prose", 1_000_000): 25, ("code", 100_000): 18}
"""Multiples of git's processor time by kind and size in characters, however much was edited."""


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


def of_children() -> float:
    """Return the processor time of the processes that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Print the table; return 0 where every diff was exact and within its limit."""
    sound = True
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(
        "text     size edited |   ours    cpu | git words    cpu | ratio limit | in rows |"
        " diff-match-patch  left | difflib at a tenth"
    )
    sources = [("prose", size, prose(1, size)) for size in (10_000, 100_000, 1_000_000)]
    for kind, size, words in [*sources, ("code", 100_000, code(100_000))]:
        old = "".join(words)
        for share in (0.02, 0.10, 0.50):
            new = "".join(edited(words, share, 2))
            times = 5 if size < 1_000_000 else 3
            ours, git = partial(diff_texts, old, new), git_words(old, new)
            busy, git_busy = median(ours, times, time.thread_time), median(git, times, of_children)
            rows = median(partial(compare, old, new), times)
            text_diff, found = ours(), compare(old, new)
            every = range(len(found.hunks))
            exact = rebuilt(text_diff) == (old, new)
            exact = exact and (found.compose(()), found.compose(every)) == (old, new)
            limit = LIMITS[kind, size]
            sound = sound and exact and busy <= limit * git_busy
            line = f"{kind:5} {size / 1000:6,.0f}K {share:6.0%} | {median(ours, times):6.0f} {busy:6.1f} | "
            line += f"{median(git, times):9.0f} {git_busy:6.1f} | {busy / git_busy:5.1f} {limit:5} |"
            line += f" {rows:7.0f} |"
            if size < 1_000_000:
                began = time.perf_counter()
                parts = diff_match_patch().diff_main(old, new)
                google = (time.perf_counter() - began) * 1000
                left = sum(len(text) for op, text in parts if op == 0) / len(old)
                few = words[: len(words) // 10]
                slow = difflib.SequenceMatcher(None, few, edited(few, share, 2), False)
                line += f" {google:16.0f} {left:5.0%} | {median(slow.get_opcodes, 1):8.0f}"
            print(line, "" if exact else "NOT EXACT")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
