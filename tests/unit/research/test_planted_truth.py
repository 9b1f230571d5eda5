"""What a research makes of a folder whose truth is known, with models that read what they are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from app.workflows.research.state import ResearchState
from tests.support.planted import Planted, Truth, plant
from tests.support.planted_reader import PlantedReader
from tests.support.planted_worlds import FIRM, VALLEY, World
from tests.support.study import study

LARGE = {"gate_policy": "never_ask", "max_agents_per_iteration": 8, "max_iterations": 6}


class Found:
    """What was found, beside what was planted."""

    def __init__(self, state: ResearchState, truth: Truth) -> None:
        self.state, self.truth = state, truth
        self.cited = {
            (citation.file, " ".join(citation.quote.split()))
            for finding in state.findings
            for citation in finding.citations
        }
        copied = [
            (copy, one.sentence)
            for copy, path in truth.copies.items()
            for one in truth.stated
            if one.path == path
        ]
        self.stated = {(one.path, one.sentence) for one in truth.stated} | set(copied)
        self.conflicts = {frozenset((one.a, one.b)) for one in state.conflicts}

    def of(self, planted: Planted) -> set[str]:
        """Return the findings that cite a planted sentence."""
        return {
            finding.id
            for finding in self.state.findings
            for citation in finding.citations
            if " ".join(citation.quote.split()) == planted.sentence
        }

    def in_conflict(self, a: Planted, b: Planted) -> bool:
        """Tell whether two planted sentences stand against each other."""
        return any(frozenset((x, y)) in self.conflicts for x in self.of(a) for y in self.of(b))


async def run(folder: Path, seed: int, world: World = VALLEY) -> Found:
    """Plant a folder and study it to the end."""
    truth = plant(folder / "sources", seed=seed, world=world)
    async with study(folder, PlantedReader(truth), {}) as one:
        assert await one.open(brief=world.brief, **LARGE) == "finished"
        return Found(one.state, truth)


def share(parts: Iterable[bool]) -> float:
    """Return the share of what holds."""
    held = list(parts)
    return sum(held) / len(held)


def check(found: Found) -> None:
    """Hold what was found against what was planted."""
    truth, state = found.truth, found.state
    citations = [citation for finding in state.findings for citation in finding.citations]
    assert {citation.check for citation in citations} == {"verified"}
    assert share(cited in found.stated for cited in found.cited) >= 0.95, "precision"
    assert share(place in found.cited for place in found.stated) >= 0.90, "recall"
    lures = {(one.path, one.sentence) for one in truth.planted if one.kind == "lure"}
    assert not found.cited & lures

    assert not any(found.in_conflict(a, b) for a, b in truth.qualifications)
    assert len(found.conflicts) <= len(truth.contradictions), "no conflict that nobody planted"

    (absent,) = [question for question in state.questions if question.text == truth.world.unanswered]
    assert absent.state == "absent"
    assert truth.world.elsewhere <= set(absent.searched)
    assert all(question.state == "answered" for question in state.questions if question is not absent)


def check_copies(found: Found) -> None:
    """A copy is of one origin with its original, and backs nothing that the original says."""
    origins = {
        citation.file: citation.origin for finding in found.state.findings for citation in finding.citations
    }
    both = [(copy, path) for copy, path in found.truth.copies.items() if copy in origins and path in origins]
    assert both
    assert all(origins[copy] == origins[path] for copy, path in both)
    backed = [
        finding
        for finding in found.state.findings
        for copy, path in both
        if {copy, path} == {citation.file for citation in finding.citations}
    ]
    assert backed
    assert all(finding.confidence < 0.95 for finding in backed)


@pytest.mark.nightly
@pytest.mark.parametrize("world", [VALLEY, FIRM], ids=["valley", "firm"])
async def test_of_what_was_planted_in_many_folders_nearly_all_is_found(tmp_path: Path, world: World) -> None:
    contradicted: list[bool] = []
    for seed in range(1, 9):
        found = await run(tmp_path / str(seed), seed, world)
        check(found)
        check_copies(found)
        contradicted += [found.in_conflict(a, b) for a, b in found.truth.contradictions]
    assert share(contradicted) >= 0.95
