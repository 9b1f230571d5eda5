"""How servers and models behave that people run themselves, or reach through gateways."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from app.domain import fault_messages
from app.domain.messages import ChatMessage, ToolCall, ToolSpec
from app.engine.ports import Completed, Delayed, Failed
from app.engine.retry import RetryPolicy
from app.gateway.hosted import HostedGateway
from app.gateway.throttle import Throttle
from app.store.clock import SystemClock
from tests.faults.asking import end, events, request
from tests.faults.conftest import ample
from tests.faults.server import Act, Asked, FaultServer

pytestmark = pytest.mark.loopback
TEXT = "Move to the river, for the rent is lower there."


def told(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def chunk(delta: Mapping[str, object], finish: str | None = None) -> bytes:
    return told({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


DONE = b"data: [DONE]\n\n"


def counted(tokens: int = 12) -> bytes:
    return told({"choices": [], "usage": {"prompt_tokens": 20, "completion_tokens": tokens}})


def answering(text: str, finish: str | None = "stop", *rest: bytes) -> Act:
    last = [chunk({}, finish)] if finish is not None else []
    return Act([chunk({"content": text}), *last, *(rest or (counted(), DONE))])


def refusing(status: int, body: object) -> Act:
    return Act([json.dumps(body).encode()], status, {"content-type": "application/json"}, "length")


def failing(error: object) -> Act:
    return Act([b"event: error\n" + told({"error": error})])


async def asked_all(
    gateway: HostedGateway, server: FaultServer, acts: Mapping[str, Act]
) -> Mapping[str, Completed | Failed]:
    """Ask a model of each name, which the server answers so."""
    server.script = lambda asked: acts[asked.model]
    gateway.throttle = Throttle(SystemClock(), at_once=16, at_once_own=16)
    ends = await asyncio.gather(*(end(gateway, request(server, name), name) for name in acts))
    return dict(zip(acts, ends, strict=True))


async def test_an_answer_that_came_to_its_end_is_taken_whatever_its_server_calls_that(
    gateway: HostedGateway, server: FaultServer
) -> None:
    acts = {
        "none": (answering(TEXT, None), TEXT, ("no_reason",)),
        "empty": (answering(TEXT, ""), TEXT, ("no_reason",)),
        "eos-token": (answering(TEXT, "eos_token"), TEXT, ()),
        "normal": (answering(TEXT, "normal"), TEXT, ("no_reason",)),
        "eos": (answering(TEXT, "eos"), TEXT, ()),
        "own": (answering(TEXT, "<|eot|>"), TEXT, ("no_reason",)),
        "twice": (
            Act([b"data: " + piece for piece in (chunk({"content": TEXT}), chunk({}, "stop"), DONE)]),
            TEXT,
            (),
        ),
        "comment": (Act([b"data: : PROCESSING\n\n", *answering(TEXT).pieces]), TEXT, ()),
        "inner": (
            answering(f"Sure!\n<think>Weigh it.</think>\n{TEXT}"),
            f"Sure!\n<think>Weigh it.</think>\n{TEXT}",
            (),
        ),
    }
    found = await asked_all(gateway, server, {name: act for name, (act, _, _) in acts.items()})
    for name, (_, text, marks) in acts.items():
        last = found[name]
        assert isinstance(last, Completed), (name, last)
        assert (last.text, last.marks) == (text, marks), name


FULL = "Context size has been exceeded."


async def test_an_answer_that_did_not_come_to_its_end_is_told_by_what_cut_it(
    gateway: HostedGateway, server: FaultServer
) -> None:
    thinking = chunk({"reasoning_content": "I should weigh it again. "})
    acts = {
        "broken": (answering(TEXT, None, b": bye\n\n"), "truncated", "broken", "broke off"),
        "limit": (answering(TEXT, "length", counted(4000), DONE), "truncated", "limit", "4,000 tokens"),
        "server": (
            answering(TEXT, "length", counted(400), DONE),
            "truncated",
            "server",
            "400 tokens of",
        ),
        "repeated": (answering(TEXT, "repetition"), "truncated", "broken", "broke off"),
        "full": (
            Act([chunk({"content": TEXT}), told({"error": {"message": FULL, "type": "server_error"}})]),
            "truncated",
            "server",
            FULL,
        ),
        "thought-up": (
            Act([thinking, chunk({}, "length"), counted(4000), DONE]),
            "truncated",
            "thoughts",
            "thinking",
        ),
        "thought-and-stopped": (
            Act([thinking, chunk({}, "stop"), counted(), DONE]),
            "bad_reply",
            None,
            "only thought",
        ),
        "thought-only": (answering("<think>A broker is another part. So"), "bad_reply", None, "only thought"),
    }
    found = await asked_all(gateway, server, {name: act for name, (act, *_) in acts.items()})
    for name, (_, kind, cut, word) in acts.items():
        last = found[name]
        assert isinstance(last, Failed), (name, last)
        assert (last.kind, last.cut) == (kind, cut), name
        assert word in str(last.message), name
        assert last.received, name
        assert RetryPolicy().delay(last, 0) is None, name


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "System role not supported"),
        (500, "Only user, assistant and tool roles are supported, got system. at row 1, column 1"),
        (422, "Developer instruction is not enabled for this model"),
        (400, "Error rendering prompt with jinja template: Only user and assistant roles are supported!"),
    ],
)
async def test_a_model_without_a_system_role_is_told_it_in_front_of_the_users_text_and_that_is_remembered(
    gateway: HostedGateway, server: FaultServer, status: int, message: str
) -> None:
    def script(asked: Asked) -> Act:
        roles = [one["role"] for one in asked.json["messages"]]
        return refusing(status, {"error": {"message": message}}) if "system" in roles else answering(TEXT)

    server.script = script
    name = f"no-system-{status}-{len(message)}"
    for _ in range(2):
        assert isinstance(await end(gateway, request(server, name)), Completed)
    first, *later = [one.json["messages"] for one in server.asked]
    assert [one["role"] for one in first] == ["system", "user"]
    assert later == [[{"role": "user", "content": "Be brief.\n\nWhere to?"}]] * 2


RAW = json.dumps({"error": {"message": "max_tokens: 32000 > 8192, the maximum allowed for this model"}})
INNER = {"raw": RAW, "provider_name": "Upstream"}
WHERE = {"type": "less_than_equal", "loc": ["body", "max_tokens"], "msg": "Input should be at most 2048"}
MEMORY = "model requires more system memory (8.4 GiB) than is available (5.6 GiB)"
CAUSE = {"raw": "upstream connect error or reset before headers", "provider_name": "Upstream"}
SPENT = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int((time.time() + 40_000) * 1000))}
REASONS: dict[str, tuple[Callable[[], Act], str, str, bool]] = {
    "metadata": (
        lambda: refusing(400, {"error": {"message": "Provider returned error", "metadata": INNER}}),
        "bad_reply",
        "max_tokens: 32000 > 8192, the maximum allowed for this model (Upstream)",
        False,
    ),
    "detail": (
        lambda: refusing(422, {"detail": [WHERE]}),
        "bad_reply",
        "max_tokens: Input should be at most 2048",
        False,
    ),
    "code": (
        lambda: refusing(400, {"error": {"message": None, "code": "InvalidParameter"}}),
        "bad_reply",
        "InvalidParameter",
        False,
    ),
    "in-the-middle": (
        lambda: Act(
            [
                chunk({"content": TEXT}),
                told({"error": {"code": 502, "message": "Provider returned error", "metadata": CAUSE}}),
                DONE,
            ]
        ),
        "server_error",
        "upstream connect error",
        False,
    ),
    "memory": (lambda: refusing(500, {"error": {"message": MEMORY}}), "server_error", MEMORY, False),
    "unloaded": (
        lambda: refusing(503, {"detail": "No models are currently loaded."}),
        "not_found",
        "No models are currently loaded",
        False,
    ),
    "template": (
        lambda: refusing(500, {"error": {"message": "Roles must alternate user/assistant/user/…"}}),
        "bad_reply",
        "Roles must alternate",
        False,
    ),
    "crashed": (
        lambda: refusing(400, {"error": {"message": "The model has crashed (Exit code: 18446744072635)"}}),
        "server_error",
        "has crashed",
        True,
    ),
    "day": (
        lambda: refusing(429, {"error": {"message": "free-models-per-day", "metadata": {"headers": SPENT}}}),
        "rate_limit",
        "left alone for",
        False,
    ),
    "budget": (
        lambda: refusing(400, {"error": {"message": "Budget has been exceeded! Max budget: 0.1"}}),
        "no_credit",
        "Max budget",
        False,
    ),
    "quota": (
        lambda: refusing(200, {"error": {"message": "Upstream quota is exhausted, please top up"}}),
        "no_credit",
        "top up",
        False,
    ),
    "foreign": (
        lambda: failing({"message": "对于模型无可用渠道", "type": "new_api_error"}),
        "bad_reply",
        "对于模型无可用渠道",
        False,
    ),
    "too-long": (
        lambda: failing({"message": "The prompt has 15000 tokens, the limit is 8192"}),
        "context_overflow",
        "15000 tokens",
        False,
    ),
}


async def test_the_reason_is_shown_wherever_it_stands_and_only_what_may_pass_is_asked_again(
    gateway: HostedGateway, server: FaultServer
) -> None:
    found = await asked_all(gateway, server, {name: make() for name, (make, *_) in REASONS.items()})
    for name, (_, kind, word, again) in REASONS.items():
        last = found[name]
        assert isinstance(last, Failed), (name, last)
        assert last.kind == kind, (name, last)
        assert word in str(last.message), (name, last)
        assert (RetryPolicy().delay(last, 0) is not None) == again, name
        # What had come is kept: it can be gone on with, or used.
        assert last.cut == ("broken" if last.partial else None), name


class Quick(SystemClock):
    """A clock on which nobody waits; it keeps how long anybody would have."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Take note of a pause."""
        self.slept.append(seconds)


@pytest.mark.parametrize(
    "refusal",
    [
        refusing(503, {"error": {"message": "Loading model", "code": 503}}),
        failing({"message": "The model is still loading", "code": 503}),
    ],
)
async def test_a_model_that_its_server_is_loading_is_waited_for_in_one_call_with_growing_pauses(
    gateway: HostedGateway, server: FaultServer, refusal: Act
) -> None:
    gateway.clock = clock = Quick()
    server.script = lambda asked: refusal if len(server.asked) <= 3 else answering(TEXT)
    found = await events(gateway, request(server, "large"))
    assert isinstance(found[-1], Completed)
    assert found.count(Delayed("loading")) == 3
    assert clock.slept == [10, 20, 40]
    assert not any(isinstance(event, Failed) for event in found)


@pytest.mark.parametrize(("first_byte", "waited"), [(150.0, 150), (1800.0, 240)])
async def test_a_model_that_is_loaded_for_too_long_fails_once_and_for_good(
    first_byte: float, waited: int, gateway: HostedGateway, server: FaultServer
) -> None:
    gateway.clock = clock = Quick()
    gateway.limits = lambda total: replace(ample(total), first_byte=first_byte)
    server.script = lambda _: refusing(503, {"error": {"message": "Loading model", "code": 503}})
    last = await end(gateway, request(server, "huge"))
    assert isinstance(last, Failed)
    assert last.message == fault_messages.LOADING
    assert RetryPolicy().delay(last, 0) is None
    assert (sum(clock.slept), len(server.asked)) == (waited, len(clock.slept) + 1)


async def test_what_helps_is_told_by_what_is_wrong_at_the_address_with_the_key_or_with_the_model(
    gateway: HostedGateway, server: FaultServer
) -> None:
    denied = {"message": "key not allowed to access model. This key can only access models=['a']"}
    acts = {
        "other-method": (refusing(405, {"detail": "Method Not Allowed"}), "address"),
        "page": (Act([b"<html>offline</html>"], 404, {"content-type": "text/html"}, "length"), "address"),
        "unknown": (refusing(404, {"error": "model 'x' not found, try pulling it first"}), "name"),
        "none-loaded": (refusing(404, {"error": {"message": "No models loaded."}}), "Load the model"),
        "denied": (refusing(401, {"error": denied}), "key"),
    }
    found = await asked_all(gateway, server, {name: act for name, (act, _) in acts.items()})
    for name, (_, word) in acts.items():
        last = found[name]
        assert isinstance(last, Failed), (name, last)
        assert word in str(last.hint), (name, last)
    assert "may not use this model" in str(found["denied"].message)  # type: ignore[union-attr]  # it failed


BOUNDED = {
    "type": "object",
    "properties": {
        "points": {"type": "array", "maxItems": 3, "items": {"type": "string", "maxLength": 200}},
        "figure": {"type": "integer", "minimum": 0, "maximum": 100},
    },
}


async def test_a_schema_goes_with_its_bounds_where_a_server_takes_them_and_that_is_learned(
    gateway: HostedGateway, server: FaultServer
) -> None:
    def script(asked: Asked) -> Act:
        if asked.model == "unbounded" and b"maxItems" in asked.body:
            return refusing(400, {"error": {"message": "Invalid schema: 'maxItems' is not permitted."}})
        return answering('{"points": [], "figure": 7}')

    server.script = script
    for name in ("bounded", "unbounded", "unbounded"):
        assert isinstance(await end(gateway, request(server, name, reply_schema=BOUNDED)), Completed)
    schemas = [one.json["response_format"]["json_schema"]["schema"]["properties"] for one in server.asked]
    assert schemas[0]["points"]["maxItems"] == 3
    assert (schemas[0]["figure"]["minimum"], schemas[0]["figure"]["maximum"]) == (0, 100)
    # Refused once, asked again with the schema alone, and so from then on.
    assert ["maxItems" in schema["points"] for schema in schemas] == [True, True, False, False]


async def test_streams_that_are_framed_in_their_own_way_are_read(
    gateway: HostedGateway, server: FaultServer
) -> None:
    pieces = (chunk({"content": TEXT}), chunk({}, "stop"), counted(), DONE)
    text = told({"choices": [{"index": 0, "text": TEXT, "finish_reason": None}]})
    acts = {
        "no-blank-lines": Act([piece.removesuffix(b"\n") for piece in pieces]),
        "nothing-between": Act([b"data: null\n\n", told({"type": "ping"}), *pieces]),
        "text": Act([text, *pieces[1:]]),
    }
    for name, found in (await asked_all(gateway, server, acts)).items():
        assert isinstance(found, Completed), name
        assert found.text == TEXT, name


async def test_half_an_event_is_an_answer_that_broke_off_and_keeps_what_came_before(
    gateway: HostedGateway, server: FaultServer
) -> None:
    half = chunk({"content": " And"})[:40]
    acts = {"begun": Act([chunk({"content": TEXT}), half]), "at-once": Act([half])}
    for name, found in (await asked_all(gateway, server, acts)).items():
        assert isinstance(found, Failed), name
        assert (found.kind, str(found.message)) == ("truncated", "The answer broke off before its end."), name
        assert found.partial == (TEXT if name == "begun" else "")


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ({"detail": "Not authenticated"}, "auth", "Not authenticated."),
        ({"code": 1113, "msg": "余额不足,请充值。", "success": False}, "no_credit", "余额不足,请充值。"),
        (
            {"errors": [{"message": "No such model x", "code": 5007}], "result": {}},
            "not_found",
            "No such model x.",
        ),
    ],
)
async def test_an_error_in_place_of_an_answer_is_told_by_its_words(
    gateway: HostedGateway, server: FaultServer, body: object, kind: str, said: str
) -> None:
    found = (await asked_all(gateway, server, {"it": refusing(200, body)}))["it"]
    assert isinstance(found, Failed)
    assert found.kind == kind
    assert str(found.message).endswith(said)


async def test_an_error_event_without_the_word_error_and_one_of_a_full_machine_are_told(
    gateway: HostedGateway, server: FaultServer
) -> None:
    event = b"event: error\n" + told({"message": "Service temporarily unavailable", "code": 503})
    acts = {"event": Act([event]), "memory": failing("CUDA error: out of memory")}
    found = await asked_all(gateway, server, acts)
    assert [one.kind for one in found.values() if isinstance(one, Failed)] == ["overloaded", "server_error"]
    assert "too little memory" in str(found["memory"].message)  # type: ignore[union-attr]  # it failed


async def test_a_server_that_streams_nothing_or_takes_only_short_answers_is_asked_as_it_can(
    gateway: HostedGateway, server: FaultServer
) -> None:
    whole = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}]
    }

    def script(asked: Asked) -> Act:
        if asked.model == "whole" and asked.json.get("stream"):
            words = "Your organization must be verified to stream this model."
            return refusing(
                400, {"error": {"message": words, "param": "stream", "code": "unsupported_value"}}
            )
        longest = asked.json["max_tokens"]
        if asked.model == "short" and longest > 300:
            return refusing(400, {"error": {"message": "max_tokens must be less than or equal to 300"}})
        if asked.model == "afford" and longest > 1200:
            words = "This request requires more credits, or fewer max_tokens. You requested up to "
            words += f"{longest} tokens, but can only afford 1200."
            return refusing(402, {"error": {"message": words, "code": 402}})
        if asked.model == "window" and longest > 1024:
            # It counts more tokens in the prompt than are counted here.
            words = f"'max_tokens' or 'max_completion_tokens' is too large: {longest}. This model's maximum "
            words += "context length is 4096 tokens and your request has 3072 input tokens."
            return refusing(400, {"object": "error", "message": words, "code": 400})
        return Act([json.dumps(whole).encode()], 200, {"content-type": "application/json"}, "length")

    server.script = script
    for name in ("whole", "short", "afford", "window"):
        found = await end(gateway, request(server, name), name)
        assert isinstance(found, Completed), name
        assert found.text == TEXT
    assert [asked.json.get("stream") for asked in server.asked if asked.model == "whole"] == [True, False]
    for model, last in {"short": 300, "afford": 1200, "window": 1024}.items():
        limits = [asked.json["max_tokens"] for asked in server.asked if asked.model == model]
        assert limits == [4000, last], model
    (estimate,) = await gateway.estimate([request(server, "window")])
    assert estimate.context_limit == 4096


CONVERSATION = (
    ChatMessage(role="system", text="Be brief."),
    ChatMessage(role="user", text="Where to?"),
    ChatMessage(
        role="assistant", tool_calls=tuple(ToolCall(id=i, name="find", arguments="{}") for i in ("c1", "c2"))
    ),
    ChatMessage(role="tool", text="The river.", tool_call_id="c1"),
    ChatMessage(role="tool", text="The hill.", tool_call_id="c2"),
)


@pytest.mark.parametrize(
    "message",
    [
        "Error rendering prompt with jinja template: Only user and assistant roles are supported!",
        "This model only supports single tool-calls at once!",
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "Unexpected message role: tool",
    ],
)
async def test_a_template_without_a_place_for_what_tools_found_gets_it_as_the_users_text(
    gateway: HostedGateway, server: FaultServer, message: str
) -> None:
    def script(asked: Asked) -> Act:
        roles = [one["role"] for one in asked.json["messages"] if one["role"] != "system"]
        by_turns = roles == ["user", "assistant", "user"][: len(roles)]
        return answering(TEXT) if by_turns else refusing(500, {"error": {"message": message}})

    server.script = script
    tools = (ToolSpec(name="find", description="Looks.", parameters={"type": "object"}),)
    # It took tools before, as long as none had found anything.
    begun = request(server, f"t{len(message)}", tools=tools)
    assert isinstance(await end(gateway, begun), Completed)
    assert isinstance(await end(gateway, begun.model_copy(update={"messages": CONVERSATION})), Completed)
    last = server.asked[-1].json["messages"]
    assert last[-1]["content"] == "Result of find:\nThe river.\n\nResult of find:\nThe hill."


async def test_an_error_within_a_stream_that_names_no_part_of_the_request_says_nothing_of_its_tools(
    gateway: HostedGateway, server: FaultServer
) -> None:
    ended = failing({"message": "An error was encountered while running the model: unexpected EOF"})
    server.script = lambda asked: ended if not asked.number else answering(TEXT)
    tools = (ToolSpec(name="find", description="Looks.", parameters={"type": "object"}),)
    asked = request(server, "runner", tools=tools)
    failed = await end(gateway, asked)
    assert isinstance(failed, Failed)
    assert failed.kind == "server_error"
    assert isinstance(await end(gateway, asked), Completed)
    assert [len(one.json["tools"]) for one in server.asked] == [1, 1]
