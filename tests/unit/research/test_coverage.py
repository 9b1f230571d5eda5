"""Which files count as analysed, and what joins the estimate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.rules.coverage import Names, analysed, coverage, references
from app.workflows.research.rules.integration import assemble
from tests.support.claims import claim, ledger, place

FILES = (
    "app/__init__.py",
    "app/main.py",
    "app/billing/retry.py",
    "app/billing/__init__.py",
    "app/billing/rules.py",
    "docs/guide.md",
    "docs/setup/first.md",
    "docs/setup/my notes.md",
    "docs/pictures/a.svg",
    "src/JwtService.cs",
    "src/LoginService.cs",
    "web/src/util.ts",
    "web/src/index.ts",
    "lib/list.h",
    "one/notes.txt",
    "two/notes.txt",
)
NAMES = Names(FILES)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("app/main.py", "from app.billing.retry import plan", {"app/billing/retry.py"}),
        ("app/main.py", "import app.billing.rules as rules, os", {"app/billing/rules.py"}),
        ("app/billing/retry.py", "from . import rules", {"app/billing/rules.py"}),
        ("app/billing/retry.py", "from .rules import (A, B)", {"app/billing/rules.py"}),
        ("app/billing/retry.py", "from ..main import run", {"app/main.py"}),
        ("app/main.py", "from app import billing", {"app/billing/__init__.py"}),
        (
            "docs/guide.md",
            "See [first](setup/first.md) and ![a](pictures/a.svg).",
            {"docs/setup/first.md", "docs/pictures/a.svg"},
        ),
        ("docs/setup/first.md", "Back to ../guide.md", {"docs/guide.md"}),
        ("src/LoginService.cs", "var token = new JwtService(key);", {"src/JwtService.cs"}),
        ("web/src/index.ts", "import { x } from './util'", {"web/src/util.ts"}),
        ("lib/x.c", '#include "list.h"', {"lib/list.h"}),
        ("docs/guide.md", "It is in app/billing/retry.py:12", {"app/billing/retry.py"}),
        ("docs/guide.md", "It is in retry.py", {"app/billing/retry.py"}),
        ("docs/guide.md", "It is in notes.txt", set()),
        ("docs/guide.md", "../../../etc/passwd and /etc/hosts and guide.md", set()),
        ("docs/guide.md", "", set()),
        ("docs/guide.md", "See [it](<setup/my notes.md>) or “setup/my notes.md”", {"docs/setup/my notes.md"}),
        ("docs/guide.md", "It is said in retry.py.", {"app/billing/retry.py"}),
    ],
)
def test_a_text_refers_to_files_of_the_folder(path: str, text: str, expected: set[str]) -> None:
    assert set(references(path, text, NAMES)) == expected


def test_a_file_is_analysed_when_enough_of_it_was_shown() -> None:
    shown = {
        "whole.py": (10, [(1, 10)]),
        "half.py": (10, [(1, 3), (2, 4), (9, 12)]),
        "little.py": (10, [(1, 4), (2, 4), (1, 4)]),
        "long.py": (5_000, [(1, 100), (900, 999)]),
        "not-enough.py": (5_000, [(1, 100), (50, 199)]),
        "empty.py": (0, []),
    }
    assert analysed(shown, []) == {"whole.py", "half.py", "long.py", "empty.py"}
    findings = assemble(
        ledger(claim("a 1", "x", place("little.py", 3), place("invented.py", 1, check="unverified")))
    ).findings
    assert analysed(shown, findings) - analysed(shown, []) == {"little.py"}


def test_what_analysed_files_refer_to_joins_the_estimate() -> None:
    found = coverage(["a", "b"], {"a", "z"}, {"a": ["c", "a"], "b": ["d"]})
    assert found.estimated == ("a", "b", "c")
    assert (found.analysed, found.missing) == (("a",), ("b", "c"))
    assert found.referred == {"c": ("a",)}
    assert found.fraction == pytest.approx(1 / 3)
    assert coverage([], [], {}).fraction == 0.0, "of nothing, nothing was analysed"


PATHS = st.sets(st.sampled_from("abcdefgh"), max_size=8)


@given(PATHS, PATHS, st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefgh"))))
def test_coverage_never_exceeds_one_and_reading_more_of_the_estimate_never_lowers_it(
    estimate: set[str], read: set[str], referred: dict[str, list[str]]
) -> None:
    found = coverage(estimate, read, referred)
    assert 0.0 <= found.fraction <= 1.0
    assert sorted((*found.analysed, *found.missing)) == list(found.estimated)
    for path in found.missing:
        # Of what refers to nothing new: a file that was read may name others that nobody has seen.
        others = {k: v for k, v in referred.items() if k != path}
        after = coverage(estimate, {*read, path}, others)
        assert after.fraction >= coverage(estimate, read, others).fraction


@pytest.mark.parametrize(
    "text",
    ["a" * 300_000, "/" * 300_000, "a/" * 150_000, "." * 300_000, "\n" * 300_000, "A" * 300_000,
     "aA" * 150_000, "from " + "." * 300_000,
     "import " + "a," * 150_000, "(" * 300_000, "( " * 150_000, "Aa-_" * 75_000],
)  # fmt: skip
def test_a_text_that_was_made_to_take_long_takes_no_time(text: str) -> None:
    """It would take hours: a pattern that tries a run from each of its letters anew."""
    assert references("app/main.py", text, NAMES) == ()


@given(st.text(max_size=200), st.sampled_from(["a.py", "docs/x.md", "deep/er/y.ts"]))
def test_no_text_breaks_the_look_for_references(text: str, path: str) -> None:
    assert set(references(path, text, NAMES)) <= set(FILES)
