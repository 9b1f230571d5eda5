"""Requests written by profiles say what litellm says: asked of the real library, over many models and shapes.

Meant to differ: the order of members, how numbers and signs are escaped, and the headers of the connection
itself. Nothing else.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.messages import Message, ModelRequest, Options, ToolCall, ToolSpec
from app.gateway.host.composing import Composing, keyed
from app.gateway.host.library.learning import sendable
from app.gateway.host.library_process import LibraryProcess
from app.gateway.host.plain import compose_plainly
from app.gateway.host.prices import Prices
from app.gateway.host.profiles import MARK, Profile, ProfileStore, name_of
from app.gateway.host.table import ModelTable
from app.gateway.host.wire import Composed
from app.gateway.providers import provider_of
from tests.faults.test_native_replies import SCHEMA
from tests.support.waiting import until

pytestmark = [
    # The library's pipes are read by threads that live as long as its process.
    pytest.mark.keeps_threads("model host"),
]
SAMPLE = (
    "openai/gpt-4o-mini",
    "openai/o3-mini",
    "anthropic/claude-sonnet-4-5",
    "gemini/gemini-2.5-flash",
    "mistral/mistral-large-latest",
    "groq/llama-3.3-70b-versatile",
    "perplexity/sonar",
)
"""One of each way of writing; the whole matrix is looked at every night."""
PER_PROVIDER = 9
"""Models of each provider's list in the nightly matrix, evenly from its beginning to its end."""
OPTIONS = (
    Options(),
    Options(temperature=0.4, seed=7, max_output_tokens=900),
    Options(temperature=1.0, top_p=0.9),
)
FIND = ToolSpec(
    name="find",
    description="Find a passage “exactly”.",
    parameters={
        "type": "object",
        "title": "Args",
        "properties": {"q": {"type": "string", "title": "Q", "minLength": 1}},
        "required": ["q"],
        "additionalProperties": False,
    },
)


def message(role: str, text: str, **more: Any) -> Message:
    """Return a message."""
    return Message(role=role, text=text, **more)  # type: ignore[arg-type]  # roles by their names


def call(id_: str, value: str) -> ToolCall:
    """Return a call of the tool."""
    return ToolCall(id=id_, name="find", arguments=json.dumps({"q": value}, ensure_ascii=False))


PLAIN: tuple[Sequence[Message], ...] = (
    (message("system", "You are Zoë."), message("user", "Where to? Reply as JSON.")),
    (message("user", "  One line.\n\n{braces} <tags> 漢字 🙂\n"),),
    (
        message("system", "Be brief."),
        message("user", "One"),
        message("assistant", "Two\n"),
        message("user", "That is no JSON object. Once more."),
    ),
)
WITH_TOOLS: tuple[Sequence[Message], ...] = (
    (
        *(message("system", "Sys"), message("user", "Go")),
        message("assistant", "", tool_calls=(call("a1", "é"),)),
        message("tool", " found \n", tool_call_id="a1"),
    ),
    (
        *(message("system", "Sys"), message("user", "Go")),
        message("assistant", "Looking.", tool_calls=(call("a1", "one"), call("a2", "two"))),
        *(message("tool", "1", tool_call_id="a1"), message("tool", "2", tool_call_id="a2")),
        message("assistant", "", tool_calls=(call("a3", "three"),)),
        message("tool", "3", tool_call_id="a3"),
        message("assistant", "Done."),
        message("user", "Reflect."),
    ),
)


@pytest.fixture(scope="module")
def library() -> Iterator[LibraryProcess]:
    """Return the real library's process, one for all: it takes seconds to come."""
    found = LibraryProcess()
    yield found
    asyncio.run(found.end())


def asked(model: str, messages: Sequence[Message], **more: Any) -> ModelRequest:
    """Return a request."""
    return ModelRequest(purpose="say", seat="Ann", model=model, messages=tuple(messages), **more)


def words(composed: Composed) -> tuple[object, ...]:
    """Return what matters of a request."""
    wire = composed.wire
    return (
        *(wire.method, wire.url, sendable(wire.headers), json.loads(wire.body)),
        *(composed.dropped, composed.tools_as_text, composed.carried, composed.reply_tool),
    )


async def compare(library: LibraryProcess, model: str, sets: Sequence[Options] = OPTIONS) -> tuple[int, int]:
    """Compare a model's requests by profile with litellm's; return how many, and how many had a profile."""
    provider = provider_of(model)
    assert provider is not None
    schema: dict[str, JsonValue] | None
    count = profiled = 0
    for options, tools, schema in itertools.product(sets, ((), (FIND,)), (None, SCHEMA)):
        first = asked(model, PLAIN[0], options=options, tools=tools, reply_schema=schema)
        learned = (await library.ask(first, (), learns=True))["profile"]
        profile = Profile(**learned) if learned is not None else None
        for messages in (*PLAIN, *(WITH_TOOLS if tools else ())):
            seed = None if options.seed is None else len(messages) + 11
            numbers = {"seed": seed, "max_output_tokens": options.max_output_tokens + len(messages)}
            other = {"messages": tuple(messages), "options": options.model_copy(update=numbers)}
            request = first.model_copy(update=other)
            count += 1
            filled = profile.fill(request, provider, MARK) if profile is not None else None
            if filled is None:
                # litellm goes on composing these.
                continue
            profiled += 1
            real = (await library.ask(request, ()))["composed"]
            assert words(filled) == words(keyed(real, request, provider, MARK)), (
                model,
                options,
                bool(tools),
                bool(schema),
            )
    return count, profiled


async def test_requests_by_profile_say_what_litellm_says(library: LibraryProcess) -> None:
    for model in SAMPLE:
        count, profiled = await compare(library, model, OPTIONS[1:2])
        assert profiled == count, model


@pytest.mark.nightly
async def test_requests_by_profile_say_what_litellm_says_for_many_models(library: LibraryProcess) -> None:
    names: dict[str, list[str]] = {}
    for entry in Prices(ModelTable()).catalogue():
        assert isinstance(entry, dict)
        names.setdefault(str(entry["provider"]), []).append(str(entry["name"]))
    models = [
        name
        for listed in names.values()
        for name in dict.fromkeys(listed[:: max(1, len(listed) // PER_PROVIDER)])
    ]
    assert len(models) >= 60
    count = profiled = 0
    for model in models:
        one, had = await compare(library, model)
        count, profiled = count + one, profiled + had
    # Without one: system text or schema in the user's words, signatures that go with the calls of tools.
    assert profiled > 0.9 * count, f"{profiled} of {count}"


async def test_a_model_that_was_seen_needs_no_library_and_its_key_is_in_no_file(
    library: LibraryProcess, tmp_path: Path
) -> None:
    request = asked("anthropic/claude-sonnet-4-5", PLAIN[0])
    provider = provider_of(request.model)
    assert provider is not None
    store, name = ProfileStore(tmp_path), name_of(request, provider, frozenset())
    first = await Composing(library, store).compose(request, provider, "sk-canary-0123")
    await until(lambda: store.find(name) is not None)
    gone = LibraryProcess(["/nowhere/at/all"])
    again = await Composing(gone, ProfileStore(tmp_path)).compose(request, provider, "sk-canary-0123")
    assert words(again) == words(first)
    assert again.wire.headers["x-api-key"] == "sk-canary-0123"
    file = tmp_path / "profiles.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_text()
    assert "canary" not in kept
    assert "Zoë" not in kept
    # Another version of litellm, or of what is written here, asks anew.
    file.write_text(kept.replace("litellm ", "litellm 0.", 1))
    assert ProfileStore(tmp_path).find(name) is None
    file.write_text("no cache")
    assert ProfileStore(tmp_path).find(name) is None


async def test_a_profile_that_litellm_contradicts_is_replaced_and_told(
    library: LibraryProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    request = asked("openai/gpt-4o-mini", PLAIN[0])
    provider = provider_of(request.model)
    assert provider is not None
    name = name_of(request, provider, frozenset())
    store = ProfileStore(tmp_path)
    await Composing(library, store).compose(request, provider, "k")
    await until(lambda: store.find(name) is not None)
    file = tmp_path / "profiles.json"
    value = json.loads(file.read_text())
    value["profiles"][name]["body"]["model"] = "gpt-3"
    value["profiles"][name]["checked"] = 0
    file.write_text(json.dumps(value))
    store = ProfileStore(tmp_path)
    composing = Composing(library, store, check_delay=0.0)
    assert b"gpt-3" in (await composing.compose(request, provider, "k")).wire.body
    await until(lambda: (found := store.find(name)) is not None and found.checked > 0)
    found = store.find(name)
    assert found is not None
    assert found.body["model"] == "gpt-4o-mini"
    assert "otherwise than before" in caplog.text


async def test_what_may_soon_be_asked_is_learned_before(library: LibraryProcess, tmp_path: Path) -> None:
    request = asked("gemini/gemini-2.5-flash", PLAIN[0])
    own = asked("openai/x", PLAIN[0], base_url="http://127.0.0.1:9/v1")
    provider = provider_of(request.model)
    assert provider is not None
    store = ProfileStore(tmp_path)
    nobody = LibraryProcess(["/nowhere/at/all"])
    Composing(nobody, store).warm([own])
    assert not nobody.needed
    composing = Composing(library, store)
    composing.warm([request, request])
    await until(lambda: store.find(name_of(request, provider, frozenset())) is not None)


@pytest.mark.parametrize(
    ("model", "base"),
    [("openai/one-of-ours", "http://127.0.0.1:9/v1"), ("anthropic/one-of-ours", "http://127.0.0.1:9")],
)
@pytest.mark.parametrize("tools", [(), (FIND,)])
async def test_servers_of_ones_own_are_asked_as_litellm_would_ask_a_model_it_does_not_know(
    library: LibraryProcess, model: str, base: str, tools: tuple[ToolSpec, ...]
) -> None:
    provider = provider_of(model)
    assert provider is not None
    for messages in (*PLAIN, *(WITH_TOOLS if tools else ())):
        request = asked(model, messages, base_url=base, tools=tools, options=OPTIONS[1])
        ours = compose_plainly(request, provider, MARK)
        theirs = keyed((await library.ask(request, ()))["composed"], request, provider, MARK)
        assert ours.wire.url == theirs.wire.url
        one, other = json.loads(ours.wire.body), json.loads(theirs.wire.body)
        # Its schemas of tools are as the tool wrote them; there is no kind of tool but this.
        for body in (one, other):
            body.pop("tools", None)
        assert one == other
        key = "authorization" if provider.name == "openai" else "x-api-key"
        assert ours.wire.headers[key] == theirs.wire.headers[key]
        assert ours.dropped == theirs.dropped
