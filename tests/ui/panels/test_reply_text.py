"""What a person reads of structured replies: text as it streams, points one by one, what was repaired."""

from __future__ import annotations

import json

import pytest

from tests.support.scenes.stage import Stage
from tests.support.waiting import until
from tests.ui.panels.test_answers import two_rounds

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
MORE = "The rent is lower, the river is quiet, and the tram stops at the door. " * 8
"""As long as the answer before: of one that lost most of itself the text before goes on."""
REPLY = (
    f'```json\n{{"text": "# A new plan\\n\\nIt costs **less**. {MORE}", '
    '"answers": [], "summary": "New.",}\n```'
)


async def test_a_card_shows_the_text_of_a_refinement_and_never_its_json(desk, core: Stage):
    session = await two_rounds(core)
    async with desk() as d:
        await core.approve(session)
        await core.play_on(session, but=lambda request: request.purpose == "refinement")
        for piece in ("Sure! ", 'Here it is:\n{"te', 'xt": "# A new pl', "an\\n\\nIt costs **le"):
            core.players.stream("Ada", piece)
            await d.settle()
            d.window.bridge.flush()
        view = d.named("Answer of Ada")
        await until(lambda: "It costs" in view.toPlainText())
        assert "{" not in view.toPlainText()
        assert view.toPlainText().startswith("A new plan")
        core.lines["Ada", "refinement"] = REPLY
        await core.play_on(session)
        await until(lambda: "Read out of a code fence" in d.named("Status of Ada").toolTip())
        await until(lambda: "less" in view.toPlainText())
        assert "summary" not in view.toPlainText()
        assert "a comma too many" in d.named("Status of Ada").toolTip()


async def test_a_critique_is_told_point_by_point_and_the_answer_stays(desk, core: Stage):
    session = await two_rounds(core)
    async with desk() as d:
        before = d.named("Answer of Ada").toPlainText()
        await core.approve(session)
        points = [{"target": "Response A", "claim": f"Point {number} is wrong."} for number in (1, 2)]
        core.players.stream("Ada", json.dumps({"ranking": [], "items": points})[:-4])
        await d.settle()
        d.window.bridge.flush()
        await until(lambda: "2 so far: Point 2 is wrong" in d.named("Status of Ada").text())
        assert d.named("Answer of Ada").toPlainText() == before
        panel = d.window.page.tabs.show_kind("critiques")
        assert panel._why_none() == "Critiques are being written; they stand here once they are whole."
