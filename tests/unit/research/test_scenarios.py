"""The source's five scenarios, and those of agents that fail or invent, from the brief to the report."""

from __future__ import annotations

from pathlib import Path

from tests.support.study import DOUBLES, FIVE, Council, found, study

NEVER = {"gate_policy": "never_ask"}


async def test_one_iteration_whose_criteria_hold_ends_with_a_report(tmp_path: Path) -> None:
    council = Council(
        {
            "explore 1": [FIVE, DOUBLES],
            "citation 1": [
                found(
                    "A failed charge is retried five times.",
                    ("docs/billing.md", "3", "retried five times"),
                    confirms="f1",
                ),
            ],
        },
    )
    async with study(tmp_path, council) as one:
        ended = await one.open(**NEVER, early_exit=False, min_confidence_threshold=0.75)
        assert ended == "finished"
        assert one.reason == "full_convergence"
        assert one.state.iteration == 1
        assert "A failed charge is retried five times." in one.state.report
