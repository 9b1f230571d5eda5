"""Sources: members look things up with a real tool server, and what they cite of it is looked up in turn."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.domain.messages import ModelRequest
from app.workflows.debate.face.report import report
from app.workflows.debate.facts import SourceFetched
from app.workflows.debate.nodes.asking import cited
from tests.support.lab import calling
from tests.support.scripted import Line
from tests.support.tool_desk import configured, raw_server
from tests.unit.debate.debate_table import Table

pytestmark = pytest.mark.loopback
PAGE = "The bridge was opened in 1932.\nIt carries eight lanes."


@pytest.fixture
async def table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Seat them where one tool server does what the parameter says, else what it is asked for."""
    server = raw_server(getattr(request, "param", "plain"), tmp_path / "ledger")
    found = Table(tmp_path, tools=configured(tmp_path, web=server))
    yield found
    await found.sessions.close()


def _name(request: ModelRequest) -> str:
    """Return the name of the source that a request tells last."""
    said = [message.text for message in request.messages if message.role == "tool"]
    found = re.match(r"\[(source [0-9a-f]{6})\]\n", said[-1])
    assert found is not None, said
    return found[1]


def _asking(request: ModelRequest) -> Line:
    if not any(message.role == "tool" for message in request.messages):
        assert [tool.name for tool in request.tools] == ["web__echo"]
        assert "[source 3f9a12]" in request.messages[-1].text, "how it is cited is told"
        return calling(("web__echo", {"text": PAGE}))
    quote = "It carries eight lanes." if request.seat == "Ada" else "It carries nine lanes."
    return f"Build it: “{quote}” [{_name(request)}]. Others say so, too [source 000000]."


async def test_what_members_fetch_is_kept_and_what_they_cite_of_it_is_looked_up(
    table: Table, tmp_path: Path
) -> None:
    table.scripts["proposal"] = _asking
    assert await table.open(("Ada", "Bo"), tool_servers=["web"], max_rounds=1) == "waiting"
    assert table.kind == "tool", "nothing is called before the person has seen it"
    await table.answer("allow_session")
    while table.kind == "tool":
        await table.answer("allow_session")
    assert (tmp_path / "ledger").read_text().count("call") == 2
    (source,) = table.state.sources.values()
    assert PAGE in source.text
    assert await table.answer("finish") == "finished"
    (part,) = [one for one in report(table.state).findings if one.name == "sources"]
    told = {(remark.who, remark.text) for remark in part.remarks}
    assert (("Ada",), f"Source {source.source}: “It carries eight lanes.” stands there") in told
    assert (("Bo",), f"Source {source.source}: “It carries nine lanes.” does not stand there") in told
    assert any("nobody fetched such a source" in text for _, text in told)
    assert any("web__echo" in text for _, text in told)


@pytest.mark.parametrize("table", ["garbage"], indirect=True)
async def test_what_is_told_of_a_call_that_failed_is_no_source(table: Table, tmp_path: Path) -> None:
    def say(request: ModelRequest) -> Line:
        told = any(message.role == "tool" for message in request.messages)
        return "Do it." if told else calling(("web__echo", {"text": PAGE}))

    table.scripts["proposal"] = say
    await table.open(("Ada", "Bo"), tool_servers=["web"], max_rounds=1)
    while table.kind == "tool":
        await table.answer("allow_session")
    assert "call" in (tmp_path / "ledger").read_text()
    assert table.state.sources == {}


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("“opened in 1932” [source aaaaaa]", ["found"]),
        ('It says "opened in\u00a01932" (p. 3) [source AAAAAA].', ["found"]),
        ("“opened in 1931” [source aaaaaa]", ["not_there"]),
        ("It was opened in 1932 [source aaaaaa].", ["unquoted"]),
        ("“opened in 1932”\n\nIt stands [source aaaaaa].", ["unquoted"]),
        ("“opened in 1932” [source bbbbbb]", ["unknown"]),
        ("“opened in 1932” [source aaaaaa] and [source aaaaaa]", ["found", "unquoted"]),
        ("No source at all [1].", []),
    ],
)
def test_a_cited_passage_is_looked_for_in_the_source_it_is_cited_from(text: str, verdicts: list[str]) -> None:
    source = SourceFetched(source="aaaaaa", seat="Ada", tool="web", arguments="{}", text=PAGE)
    assert [one.verdict for one in cited(text, {"aaaaaa": source})] == verdicts
