"""All that is known of OpenAI's dialect, which most servers speak. What each name means, `dialect` says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.stream_state import (
    StreamState,
    ToolPart,
    add_finish,
    count_of,
    dollars_of,
    is_chosen,
    timings_of,
)
from app.gateway.host.dialects.vectors import OpenAIEmbedding
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import (
    OPTIONS,
    REPLY,
    Body,
    Cuts,
    Feature,
    Marks,
    arguments_text,
    data_address,
    function_tool,
    marked_blocks,
    schema_of,
    set_options,
    wants_json,
)

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest
    from app.gateway.host.dialects.dialect import Embedding


_IN, _OUT = ("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")
_DETAILS_IN = ("prompt_tokens_details", "input_tokens_details")
_DETAILS_OUT = ("completion_tokens_details", "output_tokens_details")
_CACHED = ("prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens", "num_cached_tokens")
"""DeepSeek's, that of proxies before Anthropic, Moonshot's and Together's, Mistral's."""
_STORED = ("cache_write_tokens", "cache_creation_tokens", "cache_creation_input_tokens")
"""OpenAI's and OpenRouter's, and two of proxies."""
_TICKS = 1e10
"""xAI's, in a dollar."""


def _read_usage(state: StreamState, usage: Mapping[str, Any]) -> None:
    """Take note of the counts of a call, and of what it is said to cost. Nothing that was told is unsaid."""
    inner, outer = _within(usage, _DETAILS_IN), _within(usage, _DETAILS_OUT)
    read, written = _count(usage, _IN), _count(usage, _OUT)
    cached = _count(inner, ("cached_tokens",)) or _count(usage, _CACHED)
    state.tokens_in = read or state.tokens_in or 0
    state.tokens_cached = cached or state.tokens_cached
    state.tokens_stored = _count(inner, _STORED) or _count(usage, _STORED) or state.tokens_stored
    thought = count_of(outer.get("reasoning_tokens"))
    # xAI counts thoughts beside the answer, OpenAI within it.
    apart = count_of(usage.get("total_tokens")) == read + written + thought
    state.tokens_out = (written + thought if apart else written) or state.tokens_out or 0
    cost = _cost(usage)
    state.cost = state.cost if cost is None else cost


def _cost(usage: Mapping[str, Any]) -> float | None:
    ticks = usage.get("cost_in_usd_ticks")
    if isinstance(ticks, int | float):
        return dollars_of(ticks / _TICKS)
    told = usage.get("cost", usage.get("estimated_cost"))
    # Perplexity tells the parts of it as well.
    cost = dollars_of(told.get("total_cost") if isinstance(told, Mapping) else told)
    if cost is not None and usage.get("is_byok"):
        # OpenRouter's own share alone: whose key it was is charged by the provider, too.
        cost += dollars_of(_within(usage, ("cost_details",)).get("upstream_inference_cost")) or 0.0
    return cost


def _within(usage: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    return next((usage[name] for name in names if isinstance(usage.get(name), Mapping)), {})


def _count(counts: Mapping[str, Any], names: Sequence[str]) -> int:
    return next((count for name in names if (count := count_of(counts.get(name)))), 0)


NAME: str = "openai"
WORDS: ServerWords = ServerWords(
    finishes={
        "stop": "whole",
        # Together's, and some others'.
        "eos": "whole",
        "eos_token": "whole",
        "tool_calls": "tools",
        "function_call": "tools",
        "length": "cut",
        # Mistral's.
        "model_length": "cut",
        "content_filter": "held back",
        # DeepSeek's.
        "insufficient_system_resource": "no room",
        # Zhipu's.
        "sensitive": "held back",
        "network_error": "broken",
    },
    end_marks=("[DONE]",),
    # llama.cpp's.
    error_fields=("error:",),
    errors={
        "context_overflow": (
            *("context_length_exceeded", "maximum context length", "context window"),
            *(
                "reduce the length of the messages",
                "too many input tokens",
                "longer than the model's context",
            ),
            # llama.cpp's and Moonshot's.
            *("exceeds the available context size", "exceeded model token limit"),
            *("context size has been exceeded", "increase the physical batch size"),
            # Those of Hugging Face's server.
            *("`inputs` tokens + `max_new_tokens`", "`inputs` must have less than"),
        ),
        "no_credit": (
            *("insufficient_quota", "exceeded your current quota", "billing"),
            # DeepSeek's, OpenRouter's and others'.
            *("insufficient balance", "insufficient credits", "payment required", "out of credits"),
            *("top up", "top-up", "recharge", "requires more credits"),
            # LiteLLM's, of a limit that its owner set.
            *("budget has been exceeded", "budget_exceeded"),
            *("余额不足", "欠费", "充值"),
        ),
        "not_found": (
            *("model_not_found", "unknown model", "no such model", "invalid model"),
            *("not a valid model", "model not found"),
        ),
        "auth": ("not authenticated", "unauthorized", "invalid token"),
        "overloaded": ("loading model", "over capacity"),
        # Zhipu's, and others'.
        "rate_limit": ("too many requests", "并发数过高", "请求过于频繁"),
        # The third is Azure's, the last DeepSeek's.
        "refused": (
            *("content_policy", "content_filter", "content management policy", "moderation"),
            "content exists risk",
        ),
    },
    error_types={
        "rate_limit": ("rate_limit",),
        "auth": ("authentication",),
        "server_error": ("server_error",),
    },
    parts={
        "system": (
            *("system role", "system message", "system prompt", "system instruction"),
            *("system 角色", "system角色", "系统角色", "first message must", "first message should"),
            *("got system", "role system", "role: system", "role 'system'", 'role "system"'),
            # Gemma's, where Google serves it.
            "developer instruction",
        ),
        "schema": (
            *("response_format", "response format", "json_schema", "json schema", "structured output"),
            *("json mode", "json_object", "tool_choice", "tool choice"),
            # llama.cpp's, Groq's, vLLM's and OpenRouter's.
            *("grammar", "json_tool_call", "guided", "handle the requested parameters"),
        ),
        "tools": (
            *("tools", "tool use", "tool call", "tool_call", "function call", "function_call", "functions"),
            # llama.cpp's: without it, it takes none.
            "--jinja",
        ),
        "max_tokens": ("max_tokens",),
        "top_p": ("top_p",),
        "temperature": ("temperature",),
        "seed": ("seed",),
        "usage": ("stream_options", "include_usage"),
        "stream": (
            *("streaming is not", "not support stream", "'stream'", "stream=true", "streaming mode"),
            # OpenAI's, of models that it shows to known customers alone.
            "to stream this model",
        ),
        "cache_key": ("prompt_cache_key",),
        "pictures": (
            *("image input", "image_url", "images", "multimodal", "multi-modal", "mmproj", "vision"),
            # Of servers that know messages of one text alone.
            *("content must be a string", "expected a string", "valid string", "str type expected"),
        ),
    },
    unknown=(
        "max_completion_tokens",
        *(
            "不支持",
            "未知",
            "サポートされて",
            "не поддерж",
            "nicht erlaubt",
            "nicht unterstützt",
            "unbekannt",
        ),
        *("no admit", "no es compatible", "no está permitido", "pris en charge", "pas autorisé"),
    ),
    # Groq's.
    statuses={498: "overloaded"},
)

VERSION_PATH: str = ""

LINES: bool = False
KNOWN_BY: frozenset[str] = frozenset({"choices", "usage", "x_groq"})
ENDS_WITH_BODY: bool = True

SIZED: bool = False

LISTED_UNDER: str = "data"
EMBEDDING: Embedding | None = OpenAIEmbedding("/embeddings")


def messages_of(messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks) -> Body:
    # Some reasoning models know no system text.
    system = "system" if quirks.system else "user"
    return {"messages": [_message(one, system, marks.get(at, {})) for at, one in enumerate(messages)]}


def _message(message: ChatMessage, system: str, cuts: Cuts) -> Body:
    body: Body = {"role": system if message.role == "system" else message.role}
    if message.text or not message.tool_calls:
        body["content"] = marked_blocks(message.text, cuts) if cuts else message.text
    if message.pictures:
        shown = [{"type": "image_url", "image_url": {"url": data_address(one)}} for one in message.pictures]
        body["content"] = [*shown, *marked_blocks(message.text, cuts)]
    if message.tool_calls:
        body["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.tool_calls
        ]
    if message.tool_call_id is not None:
        body["tool_call_id"] = message.tool_call_id
    return body


def address(base: str, model: str) -> str:
    return f"{base}/chat/completions"


def headers(key: str | None) -> Mapping[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def body_of(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks
) -> tuple[Body, frozenset[Feature]]:
    longest = request.options.max_output_tokens
    body: Body = {"model": quirks.before + request.model.partition("/")[2], "stream": "stream" not in without}
    carried: set[Feature] = set()
    if body["stream"]:
        carried.add("stream")
    if quirks.usage and body["stream"] and "usage" not in without:
        body["stream_options"] = {"include_usage": True}
        carried.add("usage")
    if "max_tokens" in without or quirks.longest != "max_tokens":
        body["max_completion_tokens"] = longest
    else:
        body["max_tokens"] = longest
        carried.add("max_tokens")
    options = set_options(request, without, quirks)
    body.update({quirks.seed if name == "seed" else name: value for name, value in options.items()})
    carried.update(name for name in OPTIONS if name in options)
    tools = [function_tool(tool) for tool in request.tools] if "tools" not in without else []
    if tools:
        carried.add("tools")
    schema = schema_of(request, without, quirks, tools=bool(tools))
    if schema is not None:
        carried.add("schema")
    if schema is not None and quirks.schema == "tool":
        tools = [{"type": "function", "function": {"name": REPLY, "parameters": schema}}]
        body["tool_choice"] = {"type": "function", "function": {"name": REPLY}}
    elif schema is not None:
        named = {"name": REPLY, "schema": schema, "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif ("schema" in without or not tools) and wants_json(request, without, quirks):
        carried.add("json")
        body["response_format"] = {"type": "json_object"}
    if tools:
        body["tools"] = tools
    return body, frozenset(carried)


def read(state: StreamState, event: dict[str, Any]) -> bool:
    problem = event if event.get("object") == "error" else (event.get("x_groq") or {}).get("error")
    choices = [choice for choice in event.get("choices") or [] if choice is not None]
    problem = problem or next((choice["error"] for choice in choices if choice.get("error")), None)
    if problem:
        # vLLM tells an error as an event of its own, Groq beside the last one, OpenRouter in the choice.
        state.error = problem if isinstance(problem, dict) else {"message": str(problem)}
        return False
    # Moonshot tells it within the choice.
    for usage in (event.get("usage"), *(choice.get("usage") for choice in choices)):
        if isinstance(usage, dict):
            _read_usage(state, usage)
    timings = event.get("timings")
    if isinstance(timings, dict):
        # llama.cpp's, where it keeps the beginning of the last prompt.
        state.tokens_cached = state.tokens_cached or count_of(timings.get("cache_n"))
        state.timings = timings_of(timings, ("", "prompt_ms", "predicted_ms"), 1e3)
    finished = False
    for choice in choices:
        if not is_chosen(state, choice):
            continue
        delta = choice.get("delta") or {}
        if not delta and not state.text:
            # A server that does not stream, and puts the whole answer into one event.
            delta = choice.get("message") or {}
        content = delta.get("content")
        if isinstance(content, list | dict):
            for part in content if isinstance(content, list) else [content]:
                _part(state, part)
        # Some servers name it as in the interface that this one followed.
        state.text.add(choice.get("text") if content is None else content)
        state.reasoning.add(delta.get("reasoning_content") or delta.get("reasoning"))
        state.refusal.add(delta.get("refusal"))
        calls, before = delta.get("tool_calls") or [], delta.get("function_call")
        # The second is what calls were before there were several.
        for call in filter(None, [*([calls] if isinstance(calls, dict) else calls), before]):
            _call(state, call)
        reason = choice.get("finish_reason")
        if reason and reason != "null":
            add_finish(state, reason)
            finished = True
    return finished


def _call(state: StreamState, call: dict[str, Any]) -> None:
    """Take a part of a call. Not all count them: a new id, or a name behind a whole one, is another."""
    function = call.get("function") or call
    name, named = str(function.get("name") or ""), str(call.get("id") or "")
    index = call.get("index")
    at = state.slots.get(count_of(index), len(state.tools)) if index is not None else len(state.tools) - 1
    part = state.tools.get(at)
    arguments = function.get("arguments") or ""
    another = (named != part.id if named and part.id else arguments and part.whole) if part else True
    if part is None or (name and another):
        at = len(state.tools)
        part = state.tools[at] = ToolPart()
    state.slots[count_of(index)] = at
    part.id = part.id or named
    # Some repeat the name with every part.
    part.name += name if name != part.name else ""
    part.arguments += arguments_text(arguments)


def unstreamed(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if value.get("object") == "chat.completion.chunk":
        # One of a list of them.
        yield value
        return
    choices = value.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        return
    # Some name it as in the interface that this one followed.
    text = first.get("text")
    message = first.get("message", {"content": text} if isinstance(text, str) else None)
    if not isinstance(message, dict):
        return
    delta = dict(message)
    calls = delta.get("tool_calls") or []
    delta["tool_calls"] = [{**call, "index": number} for number, call in enumerate(calls)]
    choice = {"delta": delta, "finish_reason": first.get("finish_reason")}
    yield {"choices": [choice], "usage": value.get("usage"), "timings": value.get("timings")}


def _part(state: StreamState, part: object) -> None:
    if not isinstance(part, dict):
        state.text.add(part)
    elif part.get("type") in ("thinking", "reasoning"):
        held = next((part[name] for name in ("thinking", "summary", "text") if part.get(name)), "")
        for piece in [held] if isinstance(held, str) else held:
            state.reasoning.add(piece.get("text") if isinstance(piece, dict) else piece)
    else:
        state.text.add(part.get("text"))


def listing(base: str, key: str | None) -> tuple[str, Mapping[str, str]]:
    return f"{base}/models", headers(key)
