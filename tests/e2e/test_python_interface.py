"""Programs that import Roundtable run all workflows: the guide's examples as they stand, and their ends."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.engine.bus import Streamed
from app.engine.python_api import Event, Hooks
from app.services.core import Core
from app.workflows.debate.face.api import Debates
from app.workflows.draft.face.api import Drafts
from app.workflows.experiment.plugin import Experiments
from app.workflows.research.plugin import Researches
from tests.support.commands import ROOT, born
from tests.support.laid_out import lay_out
from tests.support.study import BRIEF, FILES

GUIDE = (ROOT / "resources" / "guide" / "how-to.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
SAID = ("finished 1", "accepted ", "scope ['docs/billing.md'", "Cycle 1: rules, no AI.")
"""What each prints."""
QUESTION = "Should the library open on Sundays?"
MATTER = "A Sunday costs 635 euros. Open on 36 Sundays."


@pytest.mark.parametrize("number", range(4))
def test_an_example_of_the_guide_runs_as_it_stands_there(number: int, tmp_path: Path) -> None:
    assert len(EXAMPLES) == len(SAID)
    lay_out(tmp_path / "sources", FILES)
    ran = born(tmp_path, EXAMPLES[number], data=tmp_path / "data", life="tests.support.script_life")
    assert ran.code == 0, ran
    assert SAID[number] in ran.out


async def test_hooks_are_called_for_nodes_events_and_text_in_the_order_of_the_records(core: Core) -> None:
    seen: list[Event] = []
    entered: list[str] = []
    left: list[str] = []
    texts: list[Streamed] = []
    hooks = Hooks(
        entered={"proposal": lambda event: entered.append(event.node)},
        left={"synthesis": lambda event: left.append(event.node)},
        every=seen.append,
        text=texts.append,
    )
    setup = {"max_rounds": 1}
    done = await core.api(Debates).run(QUESTION, MATTER, setup=setup, policy="all", hooks=hooks)
    assert (done.state, done.rounds) == ("finished", 1)
    assert done.result
    assert (entered, left) == (["proposal"], ["synthesis"])
    assert [event.seq for event in seen] == sorted({event.seq for event in seen})
    assert {event.session for event in seen} == {done.session}
    assert {event.node for event in seen if event.kind == "critique_filed"} <= {"critique"}
    stored = [event async for event in core.api(Debates).watch(done.session, after=seen[0].seq - 1)]
    assert [(one.seq, one.kind, one.node) for one in stored] == [
        (one.seq, one.kind, one.node) for one in seen
    ]


async def test_a_hook_that_raises_holds_nothing_up_and_one_of_nobody_is_refused(core: Core) -> None:
    def fails(event: Event) -> None:
        raise ValueError(event.kind)

    debates = core.api(Debates)
    setup = {"max_rounds": 1}
    done = await debates.run(QUESTION, MATTER, setup=setup, policy="all", hooks=Hooks(every=fails))
    assert done.state == "finished"
    with pytest.raises(InputError, match="names a node that there is not: proposals"):
        await debates.resume(done.session, hooks=Hooks(entered={"proposals": fails}))
    with pytest.raises(InputError, match="names an event that there is not: answered"):
        await debates.resume(done.session, hooks=Hooks(events={"answered": fails}))


async def test_a_gate_waits_is_looked_at_and_decided_and_its_session_goes_on_by_its_id(core: Core) -> None:
    debates = core.api(Debates)
    waits = await debates.run(QUESTION, MATTER, setup={"max_rounds": 1})
    while waits.kind != "approval":
        waits = await debates.decide(waits.session, "continue")
    assert (waits.state, waits.result) == ("waiting", "")
    assert "approve" in waits.verbs
    assert (await debates.look(waits.session[:20])).gate == waits.gate
    again = await debates.run(QUESTION, session=waits.session)
    assert (again.session, again.gate) == (waits.session, waits.gate)
    done = await debates.decide(waits.session, "finish")
    assert (done.state, done.gate) == ("finished", "")
    with pytest.raises(InputError, match="waits for no decision"):
        await debates.decide(done.session, "finish")
    with pytest.raises(InputError, match="is no research"):
        await core.api(Researches).look(done.session)


async def test_a_research_is_watched_from_its_first_record_to_its_end(core: Core, tmp_path: Path) -> None:
    lay_out(tmp_path / "sources", FILES)
    research = core.api(Researches)
    begun = await research.run(tmp_path / "sources", BRIEF, setup={"max_iterations": 1})
    assert (begun.kind, begun.report, begun.findings) == ("scope", "", ())
    moving = asyncio.create_task(research.resume(begun.session, policy="all"))
    kinds = [event.kind async for event in research.watch(begun.session)]
    done = await moving
    assert (kinds[0], done.state, done.iterations) == ("session_created", "finished", 1)
    assert "research_criteria_tested" in kinds
    assert {one.check for finding in done.findings for one in finding.citations} == {"verified"}
    assert done.report.strip()


async def test_an_experiment_waits_after_a_cycle_and_a_draft_for_what_is_to_be_written(
    core: Core, tmp_path: Path
) -> None:
    waits = await core.api(Experiments).run("trial-1", "Look for a prime above 100.", cycles=2)
    assert (waits.kind, waits.cycles) == ("cycle", 1)
    done = await core.api(Experiments).resume(waits.session, policy="all")
    assert (done.state, done.cycles, len(done.reflections)) == ("finished", 2, 2)
    setup = {"template": "novel", "brief": "Ada keeps the light."}
    drafts = core.api(Drafts)
    asked = await drafts.run(tmp_path / "novel", setup=setup)
    assert (asked.outcome, asked.kind) == ("waiting", "draft_feedback")
    written = await drafts.decide(
        asked.session, "generate", {"level": "premise"}, policy={"acceptance": "accept"}
    )
    assert (written.outcome, written.level) == ("accepted", "premise")
