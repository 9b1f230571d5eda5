"""A table finds the sessions that earlier versions made of it; files for nobody keep it from beginning."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import build
from app.domain.seats import Seat, Team
from app.services.batches.batch_rows import read_manifest
from app.services.batches.builder import plan_batch
from app.services.batches.plan import make_plan
from app.services.batches.wish import BatchWish
from app.services.readiness import NotReady
from app.settings.folders import Folders
from app.settings.teams import TeamFiles
from app.workflows.debate.plugin import DebatePlugin

TEAM = Team(
    name="T",
    members=(Seat(name="Ada", model="m/a"), Seat(name="Ben", model="m/b")),
    chair=Seat(name="Chair", model="m/c"),
)


class OneTeam(TeamFiles):
    """Teams of which the usual one is that of these tests."""

    def default(self) -> Team:
        """Return it."""
        return TEAM


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "question,rubric\nShall we?,it names May\nMay we?,\n",
            [
                ("0b444ff5d51b", "14c2bbeq3k7mdrtfkyaxwyjnyj"),
                ("bc93592e6f0a", "4hfjbadc09kjmg5m2d7gzeaxcz"),
            ],
        ),
        ("question,context\nShall we?,all.md\n", [("362098d4beb8", "1702cfrepqn9nfv24rx7vdq1ec")]),
        # Which was asked for by name when the chair wrote unless something else was.
        ("question,result_by\nShall we?,best\n", [("28c2137a249d", "57d8ytbvp5q37zt11m3s4k8s7t")]),
    ],
)
def test_rows_without_ids_keep_the_sessions_that_an_earlier_version_gave_them(
    tmp_path: Path, table: str, expected: list[tuple[str, str]]
) -> None:
    # The ids are those of the version before a rubric graded, files were for one, and rule 8 could end it.
    (tmp_path / "all.md").write_text("x", encoding="utf-8")
    (tmp_path / "q.csv").write_text(table, encoding="utf-8")
    plan = make_plan(
        "b",
        read_manifest(tmp_path / "q.csv", {"debate": DebatePlugin()}, ["debate"]),
        [],
        1,
        OneTeam(tmp_path),
    )
    assert [(cell.entry.id, cell.session) for cell in plan.sessions] == expected


async def test_a_file_for_nobody_in_any_row_keeps_the_batch_from_beginning(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("x", encoding="utf-8")
    (tmp_path / "q.csv").write_text("question,context\nShall we?,\nMay we?,Bob=notes.md\n", encoding="utf-8")
    core = build(Folders(tmp_path / "data", tmp_path / "config"))
    try:
        wish = BatchWish(tmp_path / "q.csv", tmp_path / "survey", ["debate"])
        plan = plan_batch(core.plugins, core.teams, wish).plan

        async def nobody_is_asked(_seats: object) -> None:
            """Offline members contact nobody."""

        with pytest.raises(NotReady, match=r"“notes\.md” is for Bob alone"):
            await core.batches.check(plan, nobody_is_asked)
    finally:
        await core.close()
