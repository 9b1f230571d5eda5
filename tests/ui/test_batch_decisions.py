"""What a person decides at a batch: to ask again what failed, to let rules decide, to make one like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from app.ui.batches.choices import next_folder
from app.ui.batches.rows import Column
from app.ui.kit.dialog import Confirm
from tests.faults.debating import approve, panel
from tests.faults.ledger import Ledger
from tests.faults.server import Act, Asked, FaultServer
from tests.support.batch_page import Batch
from tests.support.one_host import build_over
from tests.support.waiting import until
from tests.ui.test_translation import Brackets

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.loopback,
]


class Script:
    """Answers all rows, the second only once the key is mended."""

    def __init__(self) -> None:
        self._ledger, self.broken = Ledger(gap=0.0), True

    def __call__(self, asked: Asked) -> Act:
        refused = self.broken and b"plan number 1 " in asked.body
        return Act(status=401) if refused else self._ledger(asked)


def table_in(folder: Path) -> Path:
    path = folder / "questions.csv"
    rows = [f"q{n},Is plan number {n} better than none?,1,false" for n in range(3)]
    path.write_text("\n".join(["id,question,max_rounds,interactive_clarifications", *rows]), encoding="utf-8")
    return path


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_what_failed_is_told_by_its_cause_and_asked_again_and_what_waits_is_let_go_with_its_price(
    desk_on, host_client, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TEST_KEY", "sk-0123456789abcdef")
    core, script = build_over(host_client), Script()
    with FaultServer(script) as server:
        approve(server)
        core.teams.save(panel(server, Ann="ann", Bob="bob").model_copy(update={"name": "panel"}))
        async with desk_on(core) as d:
            batch = Batch(d, core)
            page = batch.page
            assert not page.earlier.isVisible(), "nothing was begun before"
            await batch.fill(table_in(tmp_path), tmp_path / "survey")
            await batch.sound()
            await d.click("Start")
            await batch.ended()
            await until(lambda: batch.cells(Column.STATE).count("finished") == 2)
            assert page.title.text() == "survey"
            assert page.bar.title.text() == "1 row failed."
            assert page.bar.again.text().startswith("Run again the row that failed, about $0.0")
            assert page.bar.told.text() == "1 × The key was refused (401)."
            assert batch.cells(Column.ANSWER)[1] == "The key was refused (401)."
            brackets = Brackets()
            QCoreApplication.installTranslator(brackets)
            assert batch.cells(Column.ANSWER)[1].startswith("⟦The key was refused"), "as the window speaks"
            QCoreApplication.removeTranslator(brackets)
            # Whoever looks at it later is told the same.
            standings = await core.batches.standings(page._batch.entries)
            assert [one.why for one in standings.values()] == ["", "The key was refused (401).", ""]
            script.broken = False
            QTest.mouseClick(page.bar.again, Qt.MouseButton.LeftButton)
            await until(lambda: batch.cells(Column.STATE) == ["finished"] * 3)
            await batch.ended()
            assert page.bar.again.isHidden()

        async with desk_on(core) as d:
            batch = Batch(d, core)
            page = batch.page
            assert page.earlier.isVisible()
            page.earlier.show_choices()
            (offered,) = [one for one in page.earlier.choices.actions() if "survey" in one.text()]
            offered.trigger()
            page.earlier.choices.close()
            await batch.sound()
            assert page.form.folder.text() == str(tmp_path / "survey-2")
            assert page.form.table_file.text() == str(tmp_path / "questions.csv")
            assert page.form.teams.chosen() == ("panel",)
            await d.click("Start")
            await until(lambda: page.bar.title.text() == "3 rows wait for you; nothing else runs.")
            await batch.ended()
            # By what one has cost it is told what the others will.
            page.model.tick([page.model.items[0].session], True)
            page.form.decisions.setCurrentIndex(1)
            await d.click("Go on with 1")
            await until(lambda: batch.cells(Column.STATE)[0] == "finished")
            await batch.ended()
            page.bar.clear.click()
            await until(lambda: page.bar.told.text().startswith("Deciding all 2: about $0.0"))
            QTest.mouseClick(page.bar.judge, Qt.MouseButton.LeftButton)
            (sure,) = [one for one in page.findChildren(Confirm) if one.isVisible()]
            assert sure.text.text().startswith("2 rows go on without you: ")
            assert "Deciding all 2: about $0.0" in sure.text.text()
            QTest.mouseClick(sure.main, Qt.MouseButton.LeftButton)
            await until(lambda: batch.cells(Column.STATE) == ["finished"] * 3)
            await batch.ended()
            # It is shown, and called as it was, where its table says something else by now.
            (tmp_path / "questions.csv").write_text("id,question\nq0,Another?\n", encoding="utf-8")
            page.form.changed.emit()
            await until(lambda: "other sessions" in page.problem.text())
            assert page.title.text() == "survey-2"
            assert batch.cells(Column.STATE) == ["finished"] * 3
    await core.close()


def test_a_batch_like_another_one_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "survey-2").mkdir()
    assert next_folder(tmp_path / "survey").name == "survey-3"
    assert next_folder(tmp_path / "survey-2").name == "survey-3"
    assert next_folder(tmp_path / "may").name == "may-2"
