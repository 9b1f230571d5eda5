"""The host alone: killed, hung, slow to import, without its parent, and what it leaves behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.domain.messages import ChatMessage
from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.engine.retry import RetryPolicy
from app.gateway.host_client import HostClient, host_command
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.protocol import VERSION, Hello, Ready, decode, encode
from app.processes.frames import FrameReader, pack
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults import speaking
from tests.faults.asking import embedding, end, events, request
from tests.faults.conftest import ample, short
from tests.faults.debating import ALL, begin, of, panel
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import Said
from tests.support.desk import desk
from tests.support.pace import PACE, Own
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.loopback
ROOT = Path(__file__).resolve().parents[2]
STAND_IN = ROOT / "tests" / "faults" / "stand_in_host.py"
"""A host that sends nothing: starts in a tenth of a second."""
HANGS = 0.8 * PACE
"""Seconds that a call may take whose host hangs: nothing else is waited for."""
LATEST = HANGS + 2.0 * PACE
"""Seconds after which a call to a host that hangs is no longer waited for."""
SLOWLY = speaking.events("openai", Said("One two three. " * 200, pieces=600))
"""An answer that takes half a minute, a piece every twentieth of a second."""
REACHING_HOST = """
import socket, sys, threading, time
def reach():
    while "httpcore._backends.anyio" not in sys.modules:
        time.sleep(0.01)
    try:
        socket.create_connection(("127.0.0.1", {port}))
    except ConnectionRefusedError as error:
        print(error, file=sys.stderr, flush=True)
threading.Thread(target=reach, daemon=True).start()
from app.gateway.host.main import main
main()
"""
"""The real host, with something in it that connects without being asked."""


def stand_in(server: FaultServer, *arguments: str) -> HostedGateway:
    """Return a gateway to a stand-in host."""
    table = ProviderTable(approved=(server.url,), variables={server.url: ("TEST_KEY",)})
    host_client = HostClient([sys.executable, str(STAND_IN), *arguments], doubt_seconds=0.5 * PACE)
    keys = Keys({"TEST_KEY": "key-for-tests"})
    found = HostedGateway(keys, SystemClock(), lambda: table, host_client, short("total"))
    # Else the host would be asked first what the server tells of itself.
    found.sizes.learn(server.url, "openai/good", window=2**20, slots=64)
    return found


def hanging(server: FaultServer) -> HostedGateway:
    """Return a gateway to a host that takes calls and does nothing."""
    found = stand_in(server, "hang")
    found.limits = lambda total: replace(ample(total), total=HANGS)
    return found


async def test_a_killed_host_leaves_sent_calls_uncertain_and_the_next_host_serves(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    def script(asked: Any) -> Act:
        if asked.number == 0 and asked.model == "slow":
            return Act(speaking.events("openai", Said("Some words arrive first. ")), stall_at=3)
        return default(asked)

    default, server.script = server.script, script
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="slow", Cy="good"))
        run = asyncio.ensure_future(table.run(session))
        # Not that they were sent: that they came, and are kept.
        await until(lambda: table.sessions.live(session) is not None)
        calls = table.live(session).fold.calls
        await until(lambda: [one.state for one in calls.by_asked.values()].count("completed") == 2)
        await until(lambda: table.said.get("Bob") == "Some words ")
        pid, starts = gateway.host_client.pid, gateway.host_client.starts
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert await run == "waiting"
        records = await table.sessions.records(session)
        gate = of(records, "gate_opened")[-1]
        assert gate["kind"] == "uncertain"
        (item,) = gate["payload"]["items"]
        assert (item["seat"], item["partial"]) == ("Bob", "Some words ")
        assert "ask_again" in gate["verbs"]
        await table.review.answer(session, table.gate(session), "ask_again", go_on=False)
        assert await table.drive(session, ALL) == "finished"
    # Nothing that had finished was asked again; Bob was, by decision.
    before = {asked.model: server.hashes[asked.hash] for asked in server.asked[:3]}
    assert before == {"good": 1, "slow": 2}
    assert gateway.host_client.starts == starts + 1


async def test_a_host_that_is_killed_during_an_embedding_leaves_it_sent(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act([b"{"], before=60.0)
    asked = asyncio.ensure_future(end(gateway, embedding("openai/small", f"{server.url}/v1", "one")))
    await until(lambda: server.asked)
    assert gateway.host_client.pid is not None
    os.kill(gateway.host_client.pid, signal.SIGKILL)
    failed = await asked
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("host_died", True)


async def test_a_host_that_dies_before_it_sent_is_started_again_by_the_retry_policy(
    server: FaultServer, tmp_path: Path
) -> None:
    gateway = stand_in(server, "die-once", str(tmp_path / "died"))
    (tmp_path / "data").mkdir()
    async with desk(tmp_path / "data", gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good"))
        await table.run(session)
        records = await table.sessions.records(session)
        await gateway.close()
    first = of(records, "call_failed")[0]
    assert (first["kind"], first["sent"]) == ("host_died", False)
    assert of(records, "call_completed")[0]["text"] == "The stand-in answers."
    assert gateway.host_client.starts >= 2


def has_ended(pid: int) -> bool:
    """Tell whether a process is gone or waits to be collected; it may go between two questions."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize(
    ("frame", "amid"),
    [
        *((frame, 1) for frame in range(1, 8)),
        # Before a frame is behind the one before it: whole frames alone have come.
        *((frame, 0) for frame in (1, 4)),
        *(pytest.param(frame, 0, marks=pytest.mark.nightly) for frame in (2, 3, 5, 6, 7)),
    ],
)
async def test_a_host_that_dies_at_any_frame_ends_its_call_in_words_and_the_next_one_is_answered(
    server: FaultServer, tmp_path: Path, frame: int, amid: int
) -> None:
    gateway = stand_in(server, "die-at", str(tmp_path / "died"), str(frame), str(amid))
    try:
        ends = [await end(gateway, request(server, "good", "openai")) for _ in range(3)]
        failed = [one for one in ends if isinstance(one, Failed)]
        assert [one.kind for one in failed] == ["host_died"]
        assert str(failed[0].message)
        assert {one.text for one in ends if isinstance(one, Completed)} == {"The stand-in answers."}
        assert isinstance(ends[-1], Completed)
    finally:
        await gateway.close()


async def test_a_hung_host_ends_the_call_in_time_and_is_replaced(server: FaultServer) -> None:
    gateway = hanging(server)
    # Its start is not what is measured.
    (await gateway.host_client.open()).close()
    watch = Own()
    failed = await end(gateway, request(server, "good"))
    assert watch.seconds < LATEST
    assert isinstance(failed, Failed)
    assert failed.kind == "timeout"
    # A server of one's own charges nothing: it is asked again, whoever noticed the end.
    assert RetryPolicy().delay(failed, 0) is not None
    pid = gateway.host_client.pid
    assert pid is not None
    # Doubted, asked, found dead, ended.
    await until(lambda: has_ended(pid))
    await gateway.close()


async def test_a_hung_host_holds_nobody_up_whose_request_is_larger_than_its_pipe(server: FaultServer) -> None:
    gateway = hanging(server)
    large = request(server, "good", messages=(ChatMessage(role="user", text="long " * 200_000),))
    (await gateway.host_client.open()).close()
    watch = Own()
    asked = asyncio.ensure_future(end(gateway, large))
    stopped = asyncio.ensure_future(events(gateway, large, "stopped"))
    await asyncio.sleep(0.3)
    # Called in the window's thread: it waits neither for a pipe that nobody reads, nor for anything else.
    with pytest.raises(StopIteration):
        gateway.cancel("stopped").send(None)
    assert await stopped == []
    assert not asked.done()
    failed = await asked
    assert watch.seconds < LATEST
    assert isinstance(failed, Failed)
    assert failed.kind == "timeout"
    # Else it would be given two seconds to end by itself.
    pid = gateway.host_client.pid
    if pid is not None:
        os.kill(pid, signal.SIGKILL)
    await gateway.close()


async def test_a_host_of_another_version_or_none_at_all_is_said_in_a_sentence(server: FaultServer) -> None:
    for gateway, words in (
        (stand_in(server, "old"), "another version"),
        (stand_in(server, "crash"), "out of luck"),
        (
            HostedGateway(
                Keys({"TEST_KEY": "k"}), SystemClock(), host_client=HostClient(["/no/such/program"])
            ),
            "start",
        ),
    ):
        table = ProviderTable(approved=(server.url,), variables={server.url: ("TEST_KEY",)})
        gateway.table = lambda table=table: table  # type: ignore[misc]
        failed = await end(gateway, request(server, "good"))
        assert isinstance(failed, Failed)
        assert (failed.kind, failed.sent) == ("host_died", False)
        assert words in str(failed.message)
        assert "doctor" in str(failed.hint)
        ready = await gateway.ask("ping", {})
        assert words in str(ready["problem"])
        await gateway.close()
    assert server.asked == []


async def test_own_rates_are_known_at_the_first_estimate_also_where_nobody_was_approved(
    server: FaultServer,
) -> None:
    table = ProviderTable.model_validate(
        {"endpoints": {"work": {"base_url": server.base("openai"), "price_in": 2.0, "price_out": 4.0}}}
    )
    gateway = stand_in(server, "crash")
    gateway.table = lambda: table
    seat = {"base_url": "http://127.0.0.1:9/v1", "price_in": 1.0, "price_out": 3.0}
    own, unapproved, local = await gateway.estimate(
        [
            request(server, "x", base_url=None).model_copy(update={"model": "work/x"}),
            request(server, "x").model_copy(update=seat),
            request(server, "x", base_url=None).model_copy(update={"model": "ollama/llama3"}),
        ]
    )
    await gateway.close()
    assert own.cost_max == pytest.approx((own.tokens_in * 2.0 + own.tokens_out_max * 4.0) / 1e6)
    out = unapproved.tokens_out_max
    assert unapproved.cost_max == pytest.approx((unapproved.tokens_in * 1.0 + out * 3.0) / 1e6)
    assert local.cost_max == 0.0
    assert server.asked == []


async def test_a_cancelled_call_closes_its_connection_at_once(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(SLOWLY, gap=0.05)
    stream = gateway.start("c1", request(server, "any"))
    async for event in stream:
        if isinstance(event, TextDelta):
            break
    await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
    await until(lambda: server.asked[0].over_at > 0)
    assert server.asked[0].written < len(SLOWLY) // 2
    assert not server.asked[0].whole


async def test_cancelling_by_name_ends_the_stream_without_an_answer(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(SLOWLY, gap=0.05)
    found = []
    async for event in gateway.start("c1", request(server, "any")):
        found.append(event)
        if isinstance(event, TextDelta):
            await gateway.cancel("c1")
    assert isinstance(found[0], Sent)
    assert not any(isinstance(event, Completed | Failed) for event in found)


PATIENCE = 0.8 * PACE
"""Seconds for which nothing may be heard of a start."""


async def test_a_host_that_is_long_at_work_on_its_start_is_waited_for() -> None:
    # As on a machine where thirty programs share the processors; it imports nothing, to begin at once there.
    hello, ready = (pack(encode(frame)).hex() for frame in (Hello(VERSION), Ready(3.0)))
    longer = round(10 * 1.5 * PATIENCE)
    source = "import os, time\n"
    source += f"for _ in range({longer}): os.write(1, bytes.fromhex('{hello}')), time.sleep(0.1)\n"
    source += f"os.write(1, bytes.fromhex('{ready}')), os.read(0, 1)"
    host_client = HostClient([sys.executable, "-S", "-c", source], ready_seconds=PATIENCE)
    (await host_client.open()).close()
    assert host_client.starts == 1
    await host_client.close()


async def test_a_host_that_stands_still_in_its_start_is_given_up(server: FaultServer) -> None:
    gateway = stand_in(server, "slow", "3600")
    gateway.host_client = HostClient(gateway.host_client.argv, ready_seconds=0.5)
    failed = await end(gateway, request(server, "good"))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("host_died", False)
    assert str(failed.message) == "The model host stood still for 0.5 s while it started."
    await gateway.close()


@pytest.mark.parametrize(
    ("start", "shown"),
    [("while time.process_time() - began < 0.5: pass", True), ("time.sleep(0.4)", False)],
    ids=["at work", "standing still"],
)
def test_a_start_is_told_of_while_it_uses_the_processor(start: str, shown: bool) -> None:
    source = "import os, time\nfrom app.gateway.host import main\nmain.BEAT_SECONDS = 0.2\n"
    source += "main.open_pipes()\ntime.sleep(0.3)\nbegan = time.process_time()\n"
    source += f"{start}\nos._exit(0)"
    with subprocess.Popen(
        [sys.executable, "-c", source], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        frames = list(FrameReader().feed(process.stdout.read()))
    # The first goes before everything, the second tells of what was imported until then.
    assert (len(frames) > 2) is shown


def test_the_host_ends_with_its_parent_also_during_the_import() -> None:
    process = subprocess.Popen(
        host_command(), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdout as out, process.stdin as into:
        frames = FrameReader()
        hello = list(map(decode, frames.feed(os.read(out.fileno(), 4096))))
        assert isinstance(hello[0], Hello)
        into.close()
        assert process.wait(AMPLE) == 0
        # It never came to say that it is ready: nobody waited for the import.
        assert all(isinstance(frame, Hello) for frame in [*hello[1:], *map(decode, frames.feed(out.read()))])


async def test_the_host_has_no_key_in_its_arguments_and_environment(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TEST_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "HF_TOKEN"):
        monkeypatch.setenv(name, "key-for-tests")
    gateway = stand_in(server, "answer")
    assert isinstance(await end(gateway, request(server, "good")), Completed)
    pid = gateway.host_client.pid
    assert pid is not None
    host = psutil.Process(pid)
    assert "key-for-tests" not in " ".join(host.cmdline())
    assert "key-for-tests" not in str(host.environ())
    assert not [name for name in host.environ() if name.endswith(("_KEY", "_BASE_URL", "_TOKEN"))]
    await gateway.close()


async def test_the_hosts_folder_is_not_the_programs(gateway: HostedGateway, server: FaultServer) -> None:
    # The library reads what lies in the folder it is started in.
    assert isinstance(await end(gateway, request(server, "good")), Completed)
    assert gateway.host_client.pid is not None
    folder = Path(psutil.Process(gateway.host_client.pid).cwd())
    assert not folder.is_relative_to(ROOT)
    assert not folder.is_relative_to(Path.cwd())


async def test_what_reaches_for_the_network_within_the_running_host_is_refused(server: FaultServer) -> None:
    host_client = HostClient([sys.executable, "-c", REACHING_HOST.format(port=server.port)])
    line = await host_client.open()
    await until(lambda: any("reached for the network" in text for text in line.life.process.last_lines))
    line.close()
    await host_client.close()
    assert server.connections == 0


async def test_the_host_starts_no_process_and_stays_small(
    gateway: HostedGateway, server: FaultServer
) -> None:
    gateway.host_client = HostClient()
    for dialect in speaking.DIALECTS:
        assert isinstance(await end(gateway, request(server, "good", dialect)), Completed)
    assert gateway.host_client.pid is not None
    host = psutil.Process(gateway.host_client.pid)
    assert host.children() == []
    assert host.memory_info().rss < 110 * 2**20
    await gateway.close()
