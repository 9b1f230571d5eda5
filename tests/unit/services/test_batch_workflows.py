"""A table whose rows run several workflows: each is asked what it has fields for, and all are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.services.batches.batch_rows import Manifest, read_manifest
from app.services.batches.builder import PlannedBatch, plan_batch
from app.services.batches.plan import make_plan, of_shards
from app.services.batches.wish import BatchWish
from app.settings.teams import TeamFiles
from app.workflows.registry import Registry

PLUGINS = Registry().plugins
BOTH = ("debate", "research")


def table(folder: Path, text: str) -> Path:
    (folder / "sources").mkdir(exist_ok=True)
    path = folder / "questions.csv"
    path.write_text(text.replace("SOURCES", str(folder / "sources")), encoding="utf-8")
    return path


def read(folder: Path, text: str, workflows: Sequence[str] = BOTH, *values: str) -> Manifest:
    return read_manifest(table(folder, text), PLUGINS, workflows, values)


def told(manifest: Manifest) -> list[tuple[str, str]]:
    return [(row.name, row.workflow) for row in manifest.rows]


def test_each_row_is_of_every_workflow_with_the_columns_that_it_has_fields_for(tmp_path: Path) -> None:
    manifest = read(tmp_path, "id,question,brief,folder\na,Tea?,Find out about tea.,SOURCES\n")
    assert not manifest.set_aside
    assert told(manifest) == [("a", "debate"), ("a", "research")]
    debate, research = (row.setup.model_dump() for row in manifest.rows)
    assert debate["question"] == "Tea?"
    assert research["brief"] == "Find out about tea."
    assert manifest.usable == 1


def test_a_column_that_none_of_them_knows_is_carried_along_and_such_a_value_is_refused(
    tmp_path: Path,
) -> None:
    text = "id,question,brief,folder\na,Tea?,Tea.,SOURCES\n"
    manifest = read(tmp_path, text.replace("id,", "id,colour,").replace("a,", "a,red,"))
    assert (told(manifest), manifest.table[1]["colour"]) == ([("a", "debate"), ("a", "research")], "red")
    # Nor does one stop it that only a workflow has which is not run.
    manifest = read(tmp_path, text, ["debate"])
    assert (told(manifest), manifest.table[1]["brief"]) == ([("a", "debate")], "Tea.")
    with pytest.raises(InputError, match="colour=red"):
        read(tmp_path, text, BOTH, "colour=red")
    # What one of them has is meant for that one.
    debate, research = read(tmp_path, text, BOTH, "max_rounds=1").rows
    assert debate.setup.model_dump()["max_rounds"] == 1
    assert research.workflow == "research"


def test_a_row_may_name_its_own_workflow(tmp_path: Path) -> None:
    text = "id,workflow,question,brief,folder\na,,Tea?,,\nb,research,,Coffee.,SOURCES\nc,poem,Milk?,,\n"
    manifest = read(tmp_path, text, ["debate"])
    assert told(manifest) == [("a", "debate"), ("b", "research")]
    (aside,) = manifest.set_aside
    assert "no workflow called “poem”" in aside.why
    assert "research" in aside.next


def test_a_row_may_name_several_workflows(tmp_path: Path) -> None:
    text = "id,workflow,question,brief,folder\na,research; debate,Tea?,Tea.,SOURCES\n"
    assert told(read(tmp_path, text, ["debate"])) == [("a", "research"), ("a", "debate")]


def test_files_are_read_by_the_workflows_that_take_some(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Tea is hot.", encoding="utf-8")
    debate, _ = read(tmp_path, "id,question,context,brief,folder\na,Tea?,notes.md,Tea.,SOURCES\n").rows
    assert debate.setup.model_dump()["context"][0]["text"] == "Tea is hot."


def test_a_value_for_all_rows_reaches_a_workflow_that_only_a_row_names(tmp_path: Path) -> None:
    text = "id,workflow,question,brief,folder\na,,Tea?,,\nb,research,,Coffee.,SOURCES\n"
    _, research = read(tmp_path, text, ["debate"], "max_iterations=1").rows
    assert research.setup.model_dump()["max_iterations"] == 1
    with pytest.raises(InputError, match="max_iterations=1"):
        read(tmp_path, "question\nTea?\n", ["debate"], "max_iterations=1")


def test_the_order_of_the_workflows_changes_no_session(tmp_path: Path) -> None:
    text, files = "question,brief,folder\nTea?,Tea.,SOURCES\n", TeamFiles(tmp_path)
    one, other = (make_plan("b", read(tmp_path, text, names), [], 1, files) for names in (BOTH, BOTH[::-1]))
    assert [cell.workflow for cell in other.cells] == [*BOTH[::-1]]
    assert {cell.session for cell in one.cells} == {cell.session for cell in other.cells}
    planned(tmp_path, *BOTH).keep()
    planned(tmp_path, *BOTH[::-1]).keep()


def test_each_part_of_a_batch_has_sessions_of_every_workflow(tmp_path: Path) -> None:
    rows = "".join(f"{n},Tea {n}?,Tea.,SOURCES\n" for n in range(4))
    manifest = read(tmp_path, f"id,question,brief,folder\n{rows}")
    plan = make_plan("b", manifest, [], 1, TeamFiles(tmp_path))
    parts = [plan.shard(number, 2) for number in (1, 2)]
    assert [len(part.cells) for part in parts] == [4, 4]
    assert all({cell.workflow for cell in part.cells} == {*BOTH} for part in parts)
    entries = [cell.entry for cell in plan.sessions]
    for number, part in enumerate(parts, 1):
        assert of_shards(entries, [f"{number}/2"]) == [cell.entry for cell in part.sessions]


def test_one_id_stands_once_for_each_workflow(tmp_path: Path) -> None:
    text = "id,workflow,question,brief,folder\na,debate,Tea?,,\na,research,,Tea.,SOURCES\na,debate,Milk?,,\n"
    manifest = read(tmp_path, text)
    assert told(manifest) == [("a", "debate"), ("a", "research")]
    assert [one.number for one in manifest.set_aside] == [3]


def test_a_second_workflow_leaves_the_sessions_of_the_first_as_they_are(tmp_path: Path) -> None:
    files = TeamFiles(tmp_path)
    alone = make_plan("b", read(tmp_path, "question\nTea?\nMilk?\n", ["debate"]), [], 1, files).cells
    assert [cell.entry.kind for cell in alone] == ["", ""]
    text = "question,brief,folder\nTea?,Tea.,SOURCES\nMilk?,Milk.,SOURCES\n"
    both = make_plan("b", read(tmp_path, text), [], 1, files).cells
    assert [cell.entry.workflow for cell in both] == [*BOTH, *BOTH]
    assert [cell.session for cell in both[::2]] == [cell.session for cell in alone]
    assert len({cell.session for cell in both}) == 4
    assert both[0].entry.id == both[1].entry.id


def planned(folder: Path, *workflows: str, baselines: Sequence[str] = ()) -> PlannedBatch:
    path = table(folder, "id,question,brief,folder\na,Tea?,Tea.,SOURCES\n")
    wish = BatchWish(path, folder / "survey", workflows, baselines=baselines)
    return plan_batch(PLUGINS, TeamFiles(folder), wish)


def test_a_baseline_stands_beside_the_sessions_of_the_workflow_that_has_it(tmp_path: Path) -> None:
    variants = [cell.entry.variant for cell in planned(tmp_path, *BOTH, baselines=["vote"]).plan.sessions]
    team = variants[0].removesuffix(" · debate")
    assert variants == [f"{team} · debate", f"{team} · debate · vote", f"{team} · research"]
    with pytest.raises(InputError, match="no baseline “vote”"):
        planned(tmp_path, "research", baselines=["vote"])


def test_a_folder_knows_all_of_its_workflows(tmp_path: Path) -> None:
    batch = planned(tmp_path, *BOTH)
    batch.keep()
    about = batch.folder.about()
    assert about.made is not None
    assert (about.workflow, about.made.others) == ("debate", ("research",))
    assert [entry.workflow for entry in batch.folder.entries()] == [*BOTH]
