"""Spans at a real collector on loopback: one trace a session, retries and runs that go on included."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.gateway.tracing import Tracer, TraceSettings, span_number, trace_number
from app.store.clock import SystemClock
from tests.support.desk import desk, echo
from tests.support.lab import Turns
from tests.support.scripted import Line, ScriptedGateway
from tests.support.slow import Endless
from tests.support.tool_desk import raw_server, tool_lab
from tests.support.waiting import until

pytestmark = [pytest.mark.loopback, pytest.mark.keeps_threads("traces")]


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Span]]]:
    """Serve as a collector; yield its address and the spans it got."""
    got: list[Span] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                assert {one.key for one in resource.resource.attributes} == {"service.name"}
                got.extend(span for scope in resource.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1/traces", got
    server.shutdown()
    server.server_close()
    thread.join()


def holding(words: bytes, folder: Path) -> list[Path]:
    """Return the files that hold such words."""
    return [path for path in folder.rglob("*") if path.is_file() and words in path.read_bytes()]


@pytest.mark.parametrize("texts", [False, True])
async def test_a_session_is_one_trace_over_its_runs_and_has_texts_only_where_asked(
    tmp_path: Path, collector: tuple[str, list[Span]], texts: bool
) -> None:
    address, got = collector
    async with desk(tmp_path) as it:
        tracer = Tracer(lambda: TraceSettings(address, texts), it.parts.clock.now)
        unsubscribe = it.parts.bus.subscribe(tracer)
        session = await it.create()
        assert await it.run(session) == "waiting"
        tracer.close()
        # Whoever goes on with it, in another process, knows nothing of the spans before.
        unsubscribe()
        again = Tracer(lambda: TraceSettings(address, texts), it.parts.clock.now)
        it.parts.bus.subscribe(again)
        await it.sessions.stop(session, "now")
        await it.run(session)
        again.close()
        await until(lambda: len([span for span in got if span.name.startswith("invoke_workflow")]) > 1)
        runs = [span for span in got if span.name.startswith("invoke_workflow")]
        assert len({span.span_id for span in runs}) == len(runs)
        assert any(span.links for span in runs)
        assert {span.trace_id for span in got} == {trace_number(session).to_bytes(16, "big")}
        calls = [span for span in got if span.name.startswith("chat")]
        assert calls
        entries = [r.seq for r in await it.sessions.records(session) if r.type == "node_entered"]
        nodes = {span_number(session, str(seq)).to_bytes(8, "big") for seq in entries}
        assert all(call.parent_span_id in nodes for call in calls)
        keys = {one.key for call in calls for one in call.attributes}
        assert {"gen_ai.request.model", "gen_ai.usage.input_tokens", "gen_ai.operation.name"} <= keys
        assert ("gen_ai.input.messages" in keys) is texts


async def test_a_collector_that_is_away_costs_a_run_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as it:
        tracer = Tracer(lambda: TraceSettings("http://127.0.0.1:9/v1/traces"), it.parts.clock.now)
        it.parts.bus.subscribe(tracer)
        session = await it.create()
        before = await it.run(session)
        assert before in ("waiting", "finished")
        tracer.close()


@pytest.mark.nightly
async def test_tools_retries_and_a_run_that_goes_on_after_a_stop_are_one_linked_trace(
    tmp_path: Path, collector: tuple[str, list[Span]]
) -> None:
    address, got = collector
    busy = [Failed("overloaded", verbatim("Busy."), sent=True)]
    turns = Turns({1: [[("raw__echo", {"text": "two"})]]})

    def script(request: ModelRequest) -> Line:
        return busy.pop() if busy else turns(request)

    async with tool_lab(tmp_path, script, raw=raw_server("plain", tmp_path / "ledger")) as it:
        now = it.desk.parts.clock.now
        first = Tracer(lambda: TraceSettings(address), now)
        unsubscribe = it.desk.parts.bus.subscribe(first)
        setup = {"cycle_count": 1, "gate_policy": "never_ask", "tool_servers": ("raw",)}
        assert await it.open(**setup) == "waiting", "before the tool is called"
        await it.desk.sessions.stop(it.id, "now")
        first.close()
        unsubscribe()
        it.desk.parts.bus.subscribe(again := Tracer(lambda: TraceSettings(address, texts=True), now))
        await it.go()
        assert await it.answer("allow_once") == "finished"
        again.close()
        await until(lambda: len([span for span in got if span.name.startswith("invoke_workflow")]) > 1)
        records = await it.desk.sessions.records(it.id)
    assert {span.trace_id for span in got} == {trace_number(it.id).to_bytes(16, "big")}
    told = {span.span_id: {one.key: one.value for one in span.attributes} for span in got}
    (tool,) = [span for span in got if span.name == "execute_tool echo"]
    assert told[tool.span_id]["roundtable.tool.server"].string_value == "raw"
    assert "two" in told[tool.span_id]["gen_ai.tool.call.arguments"].string_value
    entered = [str(r.seq) for r in records if r.type == "node_entered"]
    assert tool.parent_span_id in {span_number(it.id, entry).to_bytes(8, "big") for entry in entered}
    # Each try of the model is a span of its own; the one that failed says so.
    calls = [span for span in got if span.name.startswith("chat")]
    asked = [r for r in records if r.type == "call_asked"]
    assert len(calls) == len(asked)
    assert [told[span.span_id]["error.type"].string_value for span in calls if span.status.code] == [
        "overloaded"
    ]
    runs = [span for span in got if span.name.startswith("invoke_workflow")]
    begun = [r.seq for r in records if r.type == "run_started"]
    assert {run.span_id for run in runs} == {
        span_number(it.id, f"run-{seq}").to_bytes(8, "big") for seq in begun
    }, "a span for each run"
    assert all(run.links for run in runs[1:]), "what goes on is linked to what was before"
    assert not [span for span in got if "secret" in str(span)]


async def test_a_call_that_was_stopped_ends_its_span_and_the_run_that_goes_on_is_linked(
    tmp_path: Path, collector: tuple[str, list[Span]]
) -> None:
    address, got = collector
    endless = [Endless("half")]

    def script(request: ModelRequest) -> Line:
        return endless.pop() if endless else echo(request)

    gateway = ScriptedGateway(script, SystemClock(), delay=0.01)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as it:
        it.parts.bus.subscribe(tracer := Tracer(lambda: TraceSettings(address), it.parts.clock.now))
        session = await it.create(rounds=1, names=("Ann",))
        await it.sessions.start(session)
        await until(lambda: it.said.get("Ann"))
        await it.sessions.stop(session, "now")
        await it.sessions.wait(session)
        assert await it.run(session) == "waiting"
        (gate,) = it.live(session).fold.gates.open.values()
        assert gate.fact.kind == "uncertain"
        await it.review.answer(session, gate.id, "ask_again", {})
        assert await it.run(session) == "waiting"
        tracer.close()
    runs = [span for span in got if span.name == "invoke_workflow toy"]
    told = [{one.key: one.value.string_value for one in span.attributes} for span in runs]
    assert [one["roundtable.state"] for one in told] == ["stopped", "waiting", "waiting"]
    assert not runs[0].links
    assert all(run.links for run in runs[1:])
    assert {span.trace_id for span in got} == {trace_number(session).to_bytes(16, "big")}
    calls = [span for span in got if span.name.startswith("chat")]
    ends = [{one.key: one.value.string_value for one in span.attributes}.get("error.type") for span in calls]
    assert ends[0] == "call_cancelled"
    assert ends[1:]
    assert not any(ends[1:])
    assert all(span.end_time_unix_nano >= span.start_time_unix_nano > 0 for span in got)


async def test_nothing_is_begun_for_traces_until_an_address_is_named(tmp_path: Path) -> None:
    async with desk(tmp_path) as it:
        it.parts.bus.subscribe(tracer := Tracer(TraceSettings, it.parts.clock.now))
        await it.run(await it.create())
        tracer.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("traces")]


async def test_an_address_that_was_taken_away_is_told_nothing_of_the_next_run(
    tmp_path: Path, collector: tuple[str, list[Span]]
) -> None:
    address, got = collector
    named = [address]
    async with desk(tmp_path) as it:
        it.parts.bus.subscribe(tracer := Tracer(lambda: TraceSettings(named[-1]), it.parts.clock.now))
        first = await it.create()
        await it.run(first)
        await until(lambda: [span for span in got if span.name.startswith("invoke_workflow")])
        named.append("")
        await it.run(await it.create())
        named.append(address)
        third = await it.create()
        await it.run(third)
        tracer.close()
    told = {trace_number(one).to_bytes(16, "big") for one in (first, third)}
    assert {span.trace_id for span in got} == told


async def test_the_secret_header_goes_to_the_collector_and_follows_no_redirect(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("DEBUG")
    canary, seen = "Bearer canary-55d1", list[tuple[str, str | None]]()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            seen.append((self.path, self.headers["Authorization"]))
            self.send_response(307)
            self.send_header("Location", f"http://127.0.0.1:{elsewhere.server_port}/elsewhere")
            self.end_headers()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            pass

    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server,
        ThreadingHTTPServer(("127.0.0.1", 0), Handler) as elsewhere,
    ):
        threads = [threading.Thread(target=one.serve_forever, daemon=True) for one in (server, elsewhere)]
        for thread in threads:
            thread.start()
        address = f"http://127.0.0.1:{server.server_port}/v1/traces"
        # Nor does a variable of the environment lead anywhere else.
        beside = f"http://127.0.0.1:{elsewhere.server_port}"
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "OTEL_EXPORTER_OTLP_ENDPOINT"):
            monkeypatch.setenv(name, beside)
        settings = TraceSettings(address, headers=lambda: {"Authorization": canary})
        assert canary not in repr(settings)
        async with desk(tmp_path) as it:
            it.parts.bus.subscribe(tracer := Tracer(lambda: settings, it.parts.clock.now))
            await it.run(await it.create())
            tracer.close()
        for one, thread in zip((server, elsewhere), threads, strict=True):
            one.shutdown()
            thread.join()
    assert seen
    assert set(seen) == {("/v1/traces", canary)}
    assert canary not in caplog.text
    assert not holding(b"canary", tmp_path)
