"""Spans of sessions for the collector that the person named: an observer of committed records.

Rules: nothing waits for the collector, and what it does not take is dropped, never a record; it alone is
contacted, over no proxy, and no variable of the environment is read; texts go along only where asked for.
One trace a session: its id and those of its spans follow from the session's id and the records' numbers, so
that a run which goes on later, in another process, is in the same trace, and linked to the run before.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from app.domain.canonical import JsonValue
from app.domain.fault_hints import INSTALL_TRACING
from app.engine.bus import Appended, BusMessage, RunEnded

if TYPE_CHECKING:
    from app.domain.fact_base import Record

_MOST_WAITING = 2048
"""Spans that wait for the collector; the oldest go where there are more."""
BATCH = 256
SECONDS = 5.0
LAST_SECONDS, AWAY_SECONDS = 2.0, 0.2
"""How long a program that ends waits for its collector, and for one that did not take what came before."""
LONGEST_TEXT = 8000
_ENDS = frozenset({"call_completed", "call_failed", "call_cancelled", "call_interrupted"})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TraceSettings:
    """Where spans go, empty: nowhere; and whether texts go along."""

    address: str = ""
    texts: bool = False
    headers: Callable[[], Mapping[str, str]] = dict
    """Secret headers that the collector wants; may wait for the keyring."""


@dataclass(slots=True)
class PlainSpan:
    """A span in plain values; times in microseconds."""

    session: str
    key: str
    name: str
    begins: int
    ends: int
    parent: str = ""
    links: tuple[str, ...] = ()
    attributes: dict[str, Any] = field(default_factory=dict)
    failed: str = ""


def span_number(session: str, key: str) -> int:
    """Return the id of a span, the same for ever."""
    return int(hashlib.sha256(f"{session}/{key}".encode()).hexdigest()[:16], 16) or 1


def trace_number(session: str) -> int:
    """Return the id of a session's trace."""
    return int(hashlib.sha256(f"trace/{session}".encode()).hexdigest()[:32], 16) or 1


@dataclass
class _Session:
    run: str = ""
    begun: int = 0
    first: str = ""
    left_open: str = ""
    """The node that was entered by an earlier run and goes on in this one."""
    open: dict[str, tuple[int, Mapping[str, JsonValue]]] = field(default_factory=dict)


class Spans:
    """Makes spans of records as they are committed."""

    def __init__(self) -> None:
        self._take: Callable[[PlainSpan], None] = lambda _span: None
        self._texts = False
        self._sessions: dict[str, _Session] = {}

    def go_to(self, take: Callable[[PlainSpan], None], *, texts: bool) -> None:
        """Hand spans to another taker from here on."""
        self._take, self._texts = take, texts

    def record(self, session: str, record: Record) -> None:
        known = self._sessions.setdefault(session, _Session())
        if not known.run and record.type != "run_started":
            # Of a run that began while nobody was told: when it did is not known here.
            return
        match record.type:
            case "run_started":
                known.begun, known.run = record.at, f"run-{record.seq}"
                # A run that goes on is linked to what the one before it left open, whoever saw that.
                known.left_open = str(record.entry) if record.entry else ""
            case "node_entered" | "call_asked":
                known.open[str(record.seq)] = (record.at, record.body("messages" if not self._texts else ""))
            case "tool_asked":
                body = record.body()
                known.open[f"tool {record.entry} {body['seat']} {body['part']}"] = (record.at, body)
            case "node_left":
                self._node(session, known, record)
            case "effect_completed":
                self._tool(session, known, record)
            case _ if record.type in _ENDS:
                self._call(session, known, record)

    def ended(self, session: str, workflow: str, state: str, at: int) -> None:
        """Tell that a run returned."""
        known = self._sessions.get(session)
        if known is None or not known.run:
            return
        links = tuple(filter(None, (known.first, known.left_open)))
        about = {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": workflow,
            "gen_ai.conversation.id": session,
            "roundtable.state": state,
        }
        name = f"invoke_workflow {workflow}".strip()
        span = PlainSpan(session, known.run, name, known.begun, max(at, known.begun), "", links, about)
        span.failed = state if state in ("failed", "interrupted") else ""
        self._take(span)
        known.first = known.first or known.run
        known.run = ""

    def _begun(self, known: _Session, key: str) -> tuple[int, Mapping[str, JsonValue]]:
        """Return when something began; in an earlier process: with this run, as far as it is seen here."""
        return known.open.pop(key, (known.begun, {}))

    def _node(self, session: str, known: _Session, record: Record) -> None:
        key = str(record.entry)
        begun, _ = self._begun(known, key)
        body = record.body()
        about = {"roundtable.signal": body.get("signal"), "roundtable.round": record.round}
        name = f"node {body.get('node')}"
        self._take(PlainSpan(session, key, name, begun, record.at, known.run, (), about))

    def _call(self, session: str, known: _Session, record: Record) -> None:
        end = record.body()
        key = str(end.get("asked"))
        begun, asked = self._begun(known, key)
        model = str(asked.get("model", ""))
        used = end.get("usage")
        usage: Mapping[str, JsonValue] = used if isinstance(used, dict) else {}
        operation = "embeddings" if end.get("vectors") else "chat"
        about: dict[str, Any] = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": model.partition("/")[0],
            "gen_ai.request.model": model.partition("/")[2] or model,
            "gen_ai.conversation.id": session,
            "gen_ai.agent.name": asked.get("seat"),
            "gen_ai.usage.input_tokens": usage.get("tokens_in"),
            "gen_ai.usage.output_tokens": usage.get("tokens_out"),
            "gen_ai.usage.cache_read.input_tokens": usage.get("tokens_cached") or None,
            "gen_ai.usage.cache_creation.input_tokens": usage.get("tokens_stored") or None,
            "roundtable.purpose": asked.get("purpose"),
            "roundtable.try": asked.get("tries"),
        }
        if record.type == "call_completed":
            about["gen_ai.response.finish_reasons"] = (str(end.get("finish")),)
        if self._texts:
            about["gen_ai.input.messages"] = json.dumps(asked.get("messages"))[:LONGEST_TEXT]
            about["gen_ai.output.messages"] = str(end.get("text") or "")[:LONGEST_TEXT]
        failed = "" if record.type == "call_completed" else str(end.get("kind") or record.type)
        if failed:
            about["error.type"] = failed
        parent = str(record.entry) if record.entry else known.run
        name = f"{operation} {model}"
        self._take(PlainSpan(session, key, name, begun, record.at, parent, (), about, failed))

    def _tool(self, session: str, known: _Session, record: Record) -> None:
        body = record.body()
        key = f"tool {record.entry} {body['seat']} {body['part']}"
        if key not in known.open:
            return
        begun, asked = self._begun(known, key)
        value = body.get("value")
        done: Mapping[str, JsonValue] = value if isinstance(value, dict) else {}
        about: dict[str, Any] = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": asked.get("tool"),
            "gen_ai.tool.type": "extension",
            "gen_ai.conversation.id": session,
            "roundtable.tool.server": asked.get("server"),
        }
        if self._texts:
            about["gen_ai.tool.call.arguments"] = json.dumps(asked.get("arguments"))[:LONGEST_TEXT]
            about["gen_ai.tool.call.result"] = str(done.get("output") or "")[:LONGEST_TEXT]
        failed = "" if done.get("ok") else str(done.get("trouble") or "error")
        if failed:
            about["error.type"] = failed
        name = f"execute_tool {asked.get('tool')}"
        self._take(PlainSpan(session, key, name, begun, record.at, str(record.entry), (), about, failed))


class Collector:
    """Sends spans in a thread of its own; what waits is bounded, and lost where nobody takes it."""

    def __init__(self, address: str, headers: Callable[[], Mapping[str, str]] = dict) -> None:
        """`headers` is asked in the collector's thread, once more where the collector takes nothing."""
        self._address, self._headers = address, headers
        self._secret: Mapping[str, str] | None = None
        self._waiting: deque[PlainSpan] = deque(maxlen=_MOST_WAITING)
        self._wake, self._over, self._away = threading.Event(), False, False
        self._thread = threading.Thread(target=self._follow, name="traces", daemon=True)
        self._thread.start()

    def take(self, span: PlainSpan) -> None:
        """Send a span soon; never waits."""
        self._waiting.append(span)
        self._wake.set()

    def end(self) -> None:
        """Send what waits, and nothing more; never waits."""
        self._over = True
        self._wake.set()

    def close(self) -> None:
        """Send what waits, for two seconds at most: nobody waits for a collector that is away."""
        self.end()
        self._thread.join(AWAY_SECONDS if self._away else LAST_SECONDS)

    def _follow(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                try:
                    self._send(batch)
                    self._away = False
                except Exception as error:  # noqa: BLE001  a collector may do what it likes
                    self._away, self._secret = True, None
                    _log.debug("traces were not taken: %s", type(error).__name__)
                    if self._over:
                        return
            if self._over:
                return

    def _send(self, batch: list[PlainSpan]) -> None:
        request = urllib.request.Request(  # noqa: S310  its address was checked to be http
            self._address, data=encoded(batch), headers={"Content-Type": "application/x-protobuf"}
        )
        if self._secret is None:
            self._secret = self._headers()
        for name, value in self._secret.items():
            request.add_unredirected_header(name, value)
        try:
            with _OPENER.open(request, timeout=SECONDS) as response:
                response.read(65536)
        except urllib.error.HTTPError as refusal:
            # It holds the connection until it is closed.
            with refusal:
                raise


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())


def encoded(batch: list[PlainSpan]) -> bytes:
    """Return spans as a collector takes them (OTLP, protobuf)."""
    from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags

    def context(session: str, key: str) -> SpanContext:
        number = span_number(session, key)
        return SpanContext(trace_number(session), number, False, TraceFlags(TraceFlags.SAMPLED))

    # Not by its detectors: they tell the machine's name.
    resource = Resource({"service.name": "roundtable"})
    spans = [
        ReadableSpan(
            one.name,
            context=context(one.session, one.key),
            parent=context(one.session, one.parent) if one.parent else None,
            resource=resource,
            attributes={name: value for name, value in one.attributes.items() if value is not None},
            links=[Link(context(one.session, key)) for key in one.links],
            kind=SpanKind.CLIENT if "gen_ai.request.model" in one.attributes else SpanKind.INTERNAL,
            status=Status(StatusCode.ERROR, one.failed) if one.failed else Status(StatusCode.UNSET),
            start_time=one.begins * 1000,
            end_time=max(one.begins, one.ends) * 1000,
        )
        for one in batch
    ]
    whole: bytes = encode_spans(spans).SerializeToString()
    return whole


class Tracer:
    """Listens to the bus; off until the person named a collector.

    What is set is looked at whenever a run begins: from then on another address is told, or nobody.
    """

    def __init__(self, settings: Callable[[], TraceSettings], now: Callable[[], int]) -> None:
        self._settings, self._now = settings, now
        self._spans = Spans()
        self._collector: Collector | None = None
        self._followed = ("", False)

    def __call__(self, message: BusMessage) -> None:
        """Take in a message of the bus."""
        match message:
            case Appended():
                for record in message.records:
                    if record.type == "run_started":
                        self._follow(self._settings())
                    if self._collector is not None:
                        self._spans.record(message.session, record)
            case RunEnded() if self._collector is not None:
                self._spans.ended(message.session, message.workflow, message.state, self._now())

    def close(self) -> None:
        """Send what waits."""
        if self._collector is not None:
            self._collector.close()

    def _follow(self, settings: TraceSettings) -> None:
        wanted = (settings.address, settings.texts)
        if wanted == self._followed:
            return
        before, self._collector, self._followed = self._collector, None, wanted
        if before is not None:
            before.end()
        if not settings.address.startswith(("http://", "https://")):
            return
        if find_spec("opentelemetry") is None:
            _log.warning("Traces need packages that are not installed. %s", INSTALL_TRACING)
            return
        self._collector = Collector(settings.address, settings.headers)
        self._spans.go_to(self._collector.take, texts=settings.texts)
