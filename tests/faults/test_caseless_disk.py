"""A disk on which names that differ in their capitals alone are one: nothing is written over, known is known.

A library that is compiled here is preloaded and lets a folder be such a disk, for whoever runs in it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.faults.disk.library import COMPILER, compiled
from tests.support.commands import Ran, born
from tests.support.laid_out import lay_out
from tests.support.nursery import Nursery
from tests.support.study import BRIEF, FILES

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the disk is made by a library that Linux preloads"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the library that makes the disk"),
]
CALLING = """
import json
from tests.support.commands import call
for words in {commands}:
    ran = call(*words)
    print(json.dumps([ran.code, ran.out, ran.err]))
"""
QUESTION = ("run", "debate", "--question", "Must we paint the hall?", "--approve", "all", "--json")


class Disk:
    """A folder whose names have no case, and commands that run in it."""

    def __init__(self, folder: Path, nursery: Nursery) -> None:
        self.folder, self._nursery = folder, nursery

    def calls(self, *commands: Sequence[object]) -> list[Ran]:
        """Run commands in the folder, one after the other in one process."""
        found = self.script(CALLING.format(commands=[list(map(str, words)) for words in commands]))
        rans = [Ran(*json.loads(line)) for line in found.splitlines()]
        assert all(ran.code != 1 for ran in rans), rans
        return rans

    def script(self, text: str) -> str:
        """Run lines of Python in the folder; return what they print."""
        ran = born(self.folder, text, life="tests.support.script_life", nursery=self._nursery)
        assert ran.code == 0, ran
        return ran.out


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Return where programs come from that have the library loaded which makes a folder such a disk."""
    library = compiled(tmp_path_factory.mktemp("caseless"), "caseless.c")
    found = Nursery(LD_PRELOAD=str(library))
    yield found
    found.close()


@pytest.fixture
def disk(tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setenv("CASELESS", str(tmp_path))
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    return Disk(tmp_path, nursery)


@pytest.mark.nightly
def test_a_backup_is_not_written_over_and_an_export_replaces_the_one_of_before(disk: Disk) -> None:
    session = disk.calls(QUESTION)[0].value["session"]
    export = ("export", session, "--format")
    first, second, backup, again, own, shown, other, listed = disk.calls(
        (*export, "md", "-o", "Report.md"),
        (*export, "md", "-o", "REPORT.MD"),
        ("backup", "All.zip"),
        ("backup", "ALL.ZIP"),
        (*export, "json", "-o", f"DATA/Sessions/{session.upper()}.Roundtable"),
        ("show", session),
        ("show", session.upper()),
        ("list", "--json"),
    )
    assert (first.code, second.code, backup.code, shown.code) == (0, 0, 0, 0)
    assert [one.name for one in disk.folder.glob("*.[mM]*")] == ["Report.md"]
    assert (again.code, "already" in again.err) == (2, True)
    assert (own.code, "would be replaced" in own.err) == (2, True)
    assert other.code in (0, 2)
    assert len(json.loads(listed.out)) == 1


@pytest.mark.nightly
def test_a_batch_is_known_by_its_folder_and_no_session_begun_twice(disk: Disk) -> None:
    (disk.folder / "Rows.csv").write_text("id,question,max-rounds\na,Must we?,1\nb,Which?,1\n")
    *rans, listed = disk.calls(
        *(
            ("batch", "run", table, "--out", out, "--approve", "all", "--team", "offline-pair")
            for table, out in (("Rows.csv", "Out"), ("rows.CSV", "OUT"))
        ),
        ("list", "--json"),
    )
    assert [ran.code for ran in rans] == [0, 0], rans
    assert [one.name for one in disk.folder.iterdir() if one.name.lower() == "out"] == ["Out"]
    assert len(json.loads(listed.out)) == 2


def test_a_team_of_a_name_in_other_capitals_is_the_same_one(disk: Disk) -> None:
    teams = disk.folder / "config" / "teams"
    teams.mkdir(parents=True)
    (teams / "panel.toml").write_text(
        "[[member]]\nname='Ada'\nmodel='offline/analyst'\n[chair]\nname='C'\nmodel='offline/analyst'\n"
    )
    *rans, listed = disk.calls(
        *((*QUESTION, "--team", name) for name in ("panel", "Panel", "PANEL")), ("teams",)
    )
    assert all(ran.code in (0, 2) for ran in rans), rans
    assert listed.out.count("panel") >= 1
    assert [one.name for one in teams.iterdir()] == ["panel.toml"]


def test_what_usually_holds_secrets_stays_closed_in_whatever_capitals_it_is_named(disk: Disk) -> None:
    sources = lay_out(disk.folder / "Sources", FILES)
    (Path(sources) / ".ENV").write_text("KEY=canary-of-the-owner\n")
    asked = ("--brief", BRIEF, "--set", "max_iterations=1", "--approve", "all", "--json")
    (ran,) = disk.calls(("run", "research", "SOURCES", *asked))
    assert ran.code == 0, ran
    (log,) = disk.calls(("log", ran.value["session"], "--json"))
    assert (log.code, "canary-of-the-owner" in log.out) == (0, False)


RENAMING = """
import asyncio, os
from pathlib import Path
from app.engine.folders import Change
from app.store.clock import SystemClock
from app.store.project_git import GitProject

folder = Path("novel")
folder.mkdir()
(folder / "Parts").mkdir()
text, more = b"Rain fell on the quay.\\n", b"Rain fell on the quay.\\nThen it stopped.\\n"

async def tree(project):
    head = (await project.state()).head
    return [(path, len(await project.read(path, head))) for path in await project.files(head)]

async def main():
    project = GitProject(folder, SystemClock())
    await project.commit(Change({"Readme.md": text, "Parts/One.md": text}, "One", {"N": "1"}))
    # By us: what is dropped and what is new are one file of the disk.
    renamed = {"README.md": more, "Readme.md": None}
    there = {"README.md": None, "Readme.md": text}
    kept = await project.commit(Change(renamed, "Two", {"N": "2"}, seen=there))
    print(sorted(os.listdir(folder)), await tree(project), await project.read("Readme.md"))
    # By somebody else, a folder too.
    os.rename(folder / "Parts", folder / "away")
    os.rename(folder / "away", folder / "parts")
    found = await project.snapshot(lambda path: path.endswith(".md"), 2**20)
    print(sorted(found.files), sorted((edit.path, edit.kind) for edit in found.edits))
    await project.commit(Change({"README.md": text}, "Three", {"N": "3"}, also=[e.path for e in found.edits]))
    print(await tree(project), (await project.snapshot(lambda path: True, 2**20)).edits)
    await project.commit(Change({"README.md": more}, "Four", {"N": "4"}))
    await project.revert(kept.commit.sha, "Undo", {"N": "5"})
    print(sorted(os.listdir(folder)), await tree(project), await project.read("README.md"))

asyncio.run(main())
"""


def test_a_draft_renames_a_file_in_its_capitals_alone_and_sees_where_somebody_else_did(disk: Disk) -> None:
    ours, seen, theirs, undone = disk.script(RENAMING).splitlines()
    assert ours == "['.git', 'Parts', 'README.md'] [('Parts/One.md', 23), ('README.md', 40)] None"
    assert seen == "['README.md', 'parts/One.md'] [('Parts/One.md', 'removed'), ('parts/One.md', 'added')]"
    assert theirs == "[('README.md', 23), ('parts/One.md', 23)] ()"
    assert undone == "['.git', 'Readme.md', 'parts'] [('Readme.md', 23), ('parts/One.md', 23)] None"
