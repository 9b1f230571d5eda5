"""Pictures over real HTTP: each dialect carries their very bytes, and who sees none is told so."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.domain.given_pictures import picture_of
from app.domain.messages import ChatMessage, GivenPicture, ModelRequest
from app.engine.ports import Completed, Failed
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from tests.faults.asking import end, request
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import DIALECTS, Dialect, Said, events
from tests.faults.test_strict_servers import MODEL
from tests.support.commands import call
from tests.support.dots import jpeg, png, webp
from tests.support.one_host import build_over
from tests.support.small_team import prepare

pytestmark = pytest.mark.loopback
FILES = (png(640, 480), jpeg(), webp())
QUESTION = "What do they show?"
JSON = {"content-type": "application/json"}


def given(*contents: bytes) -> tuple[GivenPicture, ...]:
    found = [picture_of(content, "a file") for content in contents]
    assert None not in found
    return tuple(one for one in found if one is not None)


def showing(server: FaultServer, dialect: Dialect = "openai", **more: Any) -> ModelRequest:
    messages = (
        ChatMessage(role="system", text="Be brief."),
        ChatMessage(role="user", text=QUESTION, pictures=given(*FILES)),
    )
    return request(server, more.pop("named", "seer"), dialect, messages=messages, **more)


def of_openai(body: Any) -> list[tuple[str, bytes]]:
    urls = [
        part["image_url"]["url"] for part in body["messages"][-1]["content"] if part["type"] == "image_url"
    ]
    return [(url.partition(";")[0].removeprefix("data:"), _plain(url.partition(",")[2])) for url in urls]


def of_anthropic(body: Any) -> list[tuple[str, bytes]]:
    sources = [one["source"] for one in body["messages"][-1]["content"] if one["type"] == "image"]
    return [(one["media_type"], _plain(one["data"])) for one in sources]


def of_gemini(body: Any) -> list[tuple[str, bytes]]:
    parts = [one["inlineData"] for one in body["contents"][-1]["parts"] if "inlineData" in one]
    return [(one["mimeType"], _plain(one["data"])) for one in parts]


def of_ollama(body: Any) -> list[tuple[str, bytes]]:
    # It looks at the bytes itself.
    kinds = ("image/png", "image/jpeg", "image/webp")
    return list(zip(kinds, map(_plain, body["messages"][-1]["images"]), strict=True))


def _plain(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


READ: Mapping[Dialect, Callable[[Any], list[tuple[str, bytes]]]] = {
    "openai": of_openai,
    "anthropic": of_anthropic,
    "gemini": of_gemini,
    "ollama": of_ollama,
}


def saying(asked: Asked) -> Act:
    return Act(events(asked.dialect, Said(tokens_in=1_000)))


def refusing(status: int, message: str) -> Act:
    return Act([json.dumps({"error": {"message": message}}).encode()], status, JSON, "length")


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_the_very_bytes_arrive_with_their_kinds_and_in_their_order(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    server.script = saying
    done = await end(gateway, showing(server, dialect))
    assert isinstance(done, Completed), done
    assert done.marks == ()
    (asked,) = server.asked
    kinds = ("image/png", "image/jpeg", "image/webp")
    assert READ[dialect](asked.json) == list(zip(kinds, FILES, strict=True))
    assert asked.prompt == QUESTION


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_model_that_is_known_not_to_see_is_told_and_sent_none(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    server.script = saying
    done = await end(gateway, showing(server, dialect, sees=False))
    assert isinstance(done, Completed), done
    assert done.marks == ("pictures_unseen",)
    (asked,) = server.asked
    assert base64.b64encode(FILES[0]).decode() not in asked.body.decode()
    assert asked.prompt.startswith(QUESTION)
    assert "were not sent to you" in asked.prompt


WORDS = {
    "llama.cpp": (
        500,
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    ),
    "vllm": (400, "/models/qwen is not a multimodal model"),
    "ollama": (400, "this model does not support image input (ref: b8bd630e)"),
    "openrouter": (404, "No endpoints found that support image input"),
    "deepseek": (400, "messages[1]: unknown variant `image_url`, expected `text` at line 1 column 812"),
    "lm studio": (400, "Model does not support images. Please use a model that does."),
    "one text alone": (422, "body.messages.1.content: Input should be a valid string"),
}


@pytest.mark.parametrize("name", WORDS)
async def test_who_refuses_pictures_is_asked_without_them_and_from_then_on(
    gateway: HostedGateway, server: FaultServer, name: str
) -> None:
    status, message = WORDS[name]
    server.script = lambda asked: refusing(status, message) if of_openai_any(asked) else saying(asked)
    for turn in range(2):
        done = await end(gateway, showing(server, named=name), f"c{turn}")
        assert isinstance(done, Completed), done
        assert done.marks == ("pictures_unseen",)
    assert [of_openai_any(asked) for asked in server.asked] == [True, False, False]
    assert "were not sent to you" in server.asked[-1].prompt


def of_openai_any(asked: Asked) -> bool:
    content = asked.json["messages"][-1]["content"]
    return not isinstance(content, str) and any(part["type"] == "image_url" for part in content)


@pytest.mark.parametrize(
    "message",
    [
        "messages.1.content.0.image.source.base64: image exceeds 5 MB maximum: 5283136 bytes > 5242880 bytes",
        "You uploaded an unsupported image. Please make sure your image is valid.",
        "Invalid image: could not process image",
    ],
)
async def test_who_does_not_take_this_picture_still_takes_others(
    gateway: HostedGateway, server: FaultServer, message: str
) -> None:
    server.script = lambda asked: refusing(413, message)
    failed = await end(gateway, showing(server, named="choosy"))
    assert isinstance(failed, Failed), failed
    server.script = saying
    done = await end(gateway, showing(server, named="choosy"), "c2")
    assert isinstance(done, Completed), done
    assert done.marks == ()


@pytest.mark.parametrize(
    ("dialect", "path", "told"),
    [
        ("ollama", "/api/show", {"model_info": {}, "capabilities": ["completion"]}),
        ("openai", "/props", {"total_slots": 1, "modalities": {"vision": False}}),
    ],
)
async def test_a_server_that_tells_that_its_model_does_not_see_is_sent_no_picture(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, path: str, told: Mapping[str, object]
) -> None:
    server.script = saying
    server.sizes = {path: Act([json.dumps(told).encode()], headers=JSON)}
    done = await end(gateway, showing(server, dialect))
    assert isinstance(done, Completed), done
    assert done.marks == ("pictures_unseen",)


@pytest.mark.parametrize(("counted", "marks"), [(21, ("pictures_unknown",)), (500, ()), (0, ())])
async def test_of_a_server_that_counts_the_text_alone_it_is_not_known_whether_it_saw(
    gateway: HostedGateway, server: FaultServer, counted: int, marks: tuple[str, ...]
) -> None:
    server.script = lambda asked: Act(events(asked.dialect, Said(tokens_in=counted)))
    for sees in (None, True):
        done = await end(gateway, showing(server, sees=sees), f"c{sees}")
        assert isinstance(done, Completed), done
        assert done.marks == marks
    blind = await end(gateway, showing(server, sees=False), "blind")
    assert isinstance(blind, Completed), blind
    assert blind.marks == ("pictures_unseen",)


async def test_nothing_is_said_where_the_text_is_so_long_that_its_count_tells_nothing_of_pictures(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda asked: Act(events(asked.dialect, Said(tokens_in=4_000)))
    long = ChatMessage(role="user", text="The van is old. " * 1_000, pictures=given(FILES[1]))
    done = await end(gateway, request(server, "seer", messages=(long,)))
    assert isinstance(done, Completed), done
    assert done.marks == ()


async def test_a_prompt_is_counted_with_its_pictures_where_they_are_sent(
    gateway: HostedGateway, server: FaultServer
) -> None:
    whole, blind = await gateway.estimate([showing(server), showing(server, sees=False)])
    # 640 × 480 / 750, and twice the least.
    assert whole.tokens_in - blind.tokens_in == 410 + 2 * 258


def test_a_debate_shows_a_picture_to_who_sees_and_tells_the_others_of_it(
    server: FaultServer, host_client: HostClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    file = tmp_path / "plan.png"
    file.write_bytes(FILES[0])
    server.script = lambda asked: Act(events("openai", MODEL.said(asked)))
    places = prepare(tmp_path, server.base("openai"), vision={"small": True, "blind": False})
    team = Path(places["team"])
    team.write_text(team.read_text().replace("own/small", "own/blind", 1))
    ran = call(
        *("run", "debate", "--question", "What does the plan show?", "--context", file),
        *("--team", places["team"], "--set", "enabled=false", "--approve", "all", "--json"),
        data=tmp_path / "data",
        make=lambda: build_over(host_client),
    )
    assert ran.code == 0, ran.err
    assert {one.model: of_openai_any(one) for one in server.asked} == {"small": True, "blind": False}
    shown = [one for one in server.asked if of_openai_any(one)]
    assert all(of_openai(one.json) == [("image/png", FILES[0])] for one in shown)
    assert all("640 × 480 dots" in one.prompt for one in server.asked)
