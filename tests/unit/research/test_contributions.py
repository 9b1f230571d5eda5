"""What an agent found, kept, covered and used is one set of figures, wherever it is told."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

from app.engine.tabs import ListTab
from app.workflows.research.face.contributions import contributions
from app.workflows.research.face.record_words import line as told
from app.workflows.research.face.tabs import TABS
from app.workflows.research.plugin import ResearchPlugin
from tests.support.study import DOUBLES, FILES, FIVE, Council, found, study

INVENTED = found("It is retried for ever.", ("src/retry.py", "2", "while True: retry()"))


async def test_the_figures_of_an_agent_are_the_same_in_tab_report_export_and_terminal(tmp_path: Path) -> None:
    council = Council(
        {
            "explore 1": {"findings": [FIVE, DOUBLES, INVENTED], "files": ["src/retry.py"]},
            "citation 1": {"findings": [], "files": ["docs/old.md"]},
        }
    )
    async with study(tmp_path, council) as one:
        await one.open(gate_policy="never_ask", max_iterations=1, max_agents_per_iteration=2)
        state, plugin = one.state, ResearchPlugin()
        first, second = contributions(state)[:2]
        assert (first.citations, first.verified, len(first.findings)) == (3, 2, 3)
        assert (first.analysed, first.estimated) == (1, len(FILES))
        assert (second.citations, second.verified, second.findings) == (0, 0, ())
        # All that they used is all that was used, less the lead's and the judge's calls.
        seats = state.spend.by_seat
        agents = {agent.task.seat for agent in state.agents.values()}
        used = sum(account.tokens for seat, account in seats.items() if seat in agents)
        assert sum(one.account.tokens for one in contributions(state)) == used > 0

        tokens = f"{first.account.tokens:,}"
        (row,) = [line for line in state.report.splitlines() if line.startswith("| reader 1 |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        told_there = "25 % (1 of 4 files)"
        assert cells[1:4] == ["1", "3", "3 found, 2 checked"]
        assert (cells[5], cells[6]) == (told_there, tokens)

        (tab,) = [one.source for one in TABS if one.name == "agents"]
        assert isinstance(tab, ListTab)
        rows = tab.rows(state)
        fields = {str(field.name): str(field.value) for field in tab.detail(state, rows[0]).fields}
        assert fields["Citations"] == "3 found, 2 checked"
        assert (fields["Coverage"], fields["Tokens"], fields["Cost"]) == (told_there, tokens, cells[7])

        details: Any = plugin.details(state)
        exported = details["agents"][0]
        assert exported["tokens"] == first.account.tokens
        assert (exported["citations"], exported["verified_citations"], exported["coverage"]) == (3, 2, 25.0)

        checked = (await one.facts("research_claims_checked"))[0]
        lines = str(told(state, checked)).splitlines()
        assert lines[0].startswith("reader 1: 3 findings, citations 3 found, 2 checked, ")
        assert told_there in lines[0]
        assert f"{tokens} tokens, {cells[7]}" in lines[0]
        assert len(lines) == 2


async def test_an_agent_without_an_answer_covers_nothing_and_its_calls_are_told(tmp_path: Path) -> None:
    council = Council(
        {"explore 1": {"findings": [FIVE], "files": ["src/retry.py"]}, "citation 1": "no answer"}
    )
    async with study(tmp_path, council) as one:
        await one.open(gate_policy="never_ask", max_iterations=1, max_agents_per_iteration=2)
        silent = contributions(one.state)[1]
        assert (silent.analysed, silent.citations, silent.findings) == (0, 0, ())
        assert silent.account.tokens > 0
        assert re.search(r"\| source checker 1 \| 1 \| 0 \|", one.state.report)


async def test_where_no_agent_answered_no_line_is_told(tmp_path: Path) -> None:
    async with study(
        tmp_path, Council({"explore 1": {"findings": [FIVE], "files": ["src/retry.py"]}})
    ) as one:
        await one.open(gate_policy="never_ask", max_iterations=1, max_agents_per_iteration=1)
        state = deepcopy(one.state)
        checked = (await one.facts("research_claims_checked"))[0]
        for agent in state.agents.values():
            agent.ended = None
        assert told(state, checked) is None
