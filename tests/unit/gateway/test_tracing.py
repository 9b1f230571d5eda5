"""Spans at a real collector on loopback: one trace a session, retries and runs that go on included."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from app.gateway.tracing import Tracer, TraceSettings, span_number, trace_number
from tests.support.desk import desk
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
