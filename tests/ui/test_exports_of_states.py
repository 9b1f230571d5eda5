"""Every state of every workflow as a report: it reads as written for a person, whatever the form."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from app.markup.quoting import headings
from app.workflows.registry import Registry
from tests.support.html_page import Page
from tests.support.scenes.draft import STATES as DRAFT
from tests.support.scenes.experiment import STATES as EXPERIMENT
from tests.support.scenes.look import STATES as LOOK
from tests.support.scenes.research import STATES as RESEARCH
from tests.support.scenes.states import STATES, bring_to

EVERY = (*STATES, "branches", *DRAFT, *EXPERIMENT, *LOOK, *RESEARCH)
SAMPLE = ("approval", "failed", "draft-accepted", "experiment-broken", "research-once")
SLIPS = (
    (re.compile(r"[,;:]\.(?!\.)"), "a stop behind another sign"),
    (re.compile(r"(?<![.…])\.\.(?!\.)"), "two stops"),
    (
        re.compile(
            r"(?<![\d.,])1 (?:rounds|iterations|cycles|times|members|critiques|calls|conflicts|passages"
            r"|agents|files|findings|citations|places|words|notes|rows|gaps|questions|attempts)\b"
        ),
        "one of many",
    ),
    (re.compile(r"\(\)|“”|\[\]\(|\*\*\*\*"), "something empty"),
    (re.compile(r"\bNone\b(?![.: ])|\bTrue\b|\bFalse\b|<[a-z_]+>|\bnan\b"), "a value of the program's"),
)

ELSEWHERE = re.compile(
    r"```.*?```|“[^”]*”|`[^`\n]*`|^ *>.*?$|^ *- (?:Changed|New|Removed|Moved[\w ]*): .*?$",
    re.DOTALL | re.MULTILINE,
)
"""What the report quotes: words of models, files and persons."""


def machine_names() -> re.Pattern[str]:
    """Return what programs call things and no person does."""
    names: set[str] = set()
    for plugin in Registry().plugins.values():
        names |= {fact.tag() for fact in plugin.facts} | set(plugin.gates) | set(plugin.vocabulary.reasons)
        names |= {verb.name for gate in plugin.gates.values() for verb in gate.verbs}
        names |= set(plugin.vocabulary.purposes) | set(plugin.vocabulary.figures) | set(plugin.nodes)
    return re.compile(rf"\b(?:{'|'.join(sorted(name for name in names if '_' in name))})\b")


@pytest.mark.parametrize(
    "state", [state if state in SAMPLE else pytest.param(state, marks=pytest.mark.nightly) for state in EVERY]
)
async def test_a_report_of_every_state_reads_as_written_for_a_person(state, core):
    session = await bring_to(core, state)
    preview = await core.exporting.preview(session)
    names = machine_names()
    found = names.search(preview.reading)
    assert found is None, preview.reading[max(0, found.start() - 80) : found.end() + 80]
    own = ELSEWHERE.sub("…", preview.reading)
    for slip, what in SLIPS:
        found = slip.search(own)
        assert found is None, (what, own[max(0, found.start() - 80) : found.end() + 80])
    # Each heading stands at most one level below the one above it, and the title alone at the top.
    levels = [level for level, _ in headings(preview.markdown)]
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels)), headings(preview.markdown)
    page = Page((await core.exporting.content(session, "html")).decode())
    places = page.of("id")
    assert len(places) == len(set(places))
    assert {value[1:] for value in page.of("href") if value.startswith("#")} <= set(places)
    for form in ("csv", "json", "jsonl"):
        assert await core.exporting.content(session, form)


async def test_of_a_round_that_broke_off_nobody_is_said_not_to_have_answered(core):
    session = await bring_to(core, "failed")
    reading = (await core.exporting.preview(session)).reading
    assert "Round 1 is not finished; what has been answered in it is kept" in reading
    assert "of 3 members answered" not in reading


async def test_a_research_that_goes_on_tells_what_it_has_found_with_the_places(core):
    session = await bring_to(core, "research-iteration")
    reading = (await core.exporting.preview(session)).reading
    found = reading.partition("## What was found so far")[2].partition("\n## ")[0]
    assert "A failed charge is retried five times" in found
    assert "docs/billing.md" in found
    # Who found it is named for programs; where it stands is what a reader can look up.
    assert "citation 1" not in reading


async def test_cycles_without_a_reflection_are_named_in_the_summary(core):
    session = await bring_to(core, "experiment-broken")
    summary = (await core.exporting.preview(session)).reading.partition("\n## The starting")[0]
    assert "1 ended at the limit of tool calls (cycle 4)" in summary
    assert "1 ended without a reflection (cycle 7)" in summary
