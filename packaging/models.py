"""Write resources/models: what litellm knows of the models of our providers, as data.

    .venv/bin/python packaging/models.py                 writes both files (dev.py lock does); takes minutes
    .venv/bin/python packaging/models.py --check         compares them, and requests to all models
    .venv/bin/python packaging/models.py --check NAME …  compares requests to these models, in seconds

`table.tsv` has prices and windows; `carried.json` the providers that litellm carries; `quirks.json` what
requests to single models want otherwise than the dialect's plain form. The quirks of a model are those with
which our own writer says what litellm writes, in requests of all kinds. Names never seen are tried as well: a
family's beginning, or that of its next version, with a made-up end. So the table holds litellm's rules by
name, too.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

from models_by_litellm import Library, Wire
from models_carried import carried_text

from app.domain.canonical import JsonValue
from app.domain.messages import ChatMessage, ModelRequest, Options, ToolCall, ToolSpec
from app.gateway.host.composing import written
from app.gateway.host.dialects.quirks import PLAIN, Quirks, found_in, quirks_of
from app.gateway.host.dialects.writing import Feature
from app.gateway.providers import PROVIDERS, SPOKEN, Provider

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "models"
NEVER_SEEN = "never-heard-of"
PRICES = (
    "input_cost_per_token",
    "output_cost_per_token",
    "cache_read_input_token_cost",
    "cache_creation_input_token_cost",
)
"""What litellm calls them, in the order of the table."""
THINKS_WHEN_ASKED = re.compile(r"claude|mistral-(?:large|medium|small)")
"""Models that can think before they answer, and do so only where a request says it."""
CHOICES: Mapping[str, Sequence[object]] = {
    "base": ("", "https://generativelanguage.googleapis.com/v1alpha"),
    "before": ("", "accounts/fireworks/models/", "accounts/fireworks/routers/"),
    "longest": ("max_tokens", "max_completion_tokens"),
    "temperature": ("any", "one", "none"),
    "top_p": ("any", "one", "none"),
    "seed": ("seed", "random_seed", ""),
    "usage": (True, False),
    "system": (True, False),
    "tools": (True, False),
    "signed": (False, True),
    "schema": ("plain", "native", "none", "tool"),
    "beside_tools": (True, False),
    "json": (False, True),
    "more": ({}, {"usage": {"include": True}}),
}
"""What quirks may be; the first that fits is taken."""
SCHEMA: dict[str, JsonValue] = {
    "$defs": {"Point": {"type": "object", "properties": {"text": {"type": "string"}}}},
    "type": "object",
    "properties": {
        "verdict": {"enum": ["yes", "no"], "type": "string"},
        "grade": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "points": {"type": "array", "items": {"$ref": "#/$defs/Point"}},
    },
    "required": ["verdict"],
}
FIND = ToolSpec(
    name="find",
    description="Find a passage.",
    parameters={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
)


def say(role: str, text: str, **more: Any) -> ChatMessage:
    """Return a message."""
    return ChatMessage(role=role, text=text, **more)  # type: ignore[arg-type]  # roles by their names


def call(id_: str, value: str) -> ToolCall:
    """Return a call of the tool."""
    return ToolCall(id=id_, name="find", arguments=json.dumps({"q": value}, ensure_ascii=False))


TALKS: tuple[Sequence[ChatMessage], ...] = (
    (say("system", "You are Zoë."), say("user", "Where to? Reply as JSON.")),
    (say("user", "  One line.\n\n{braces} <tags> 漢字 🙂 as JSON\n"),),
    (
        *(say("system", "Be brief, in JSON."), say("user", "One"), say("assistant", "Two\n")),
        say("user", "That is no JSON object. Once more."),
    ),
)
TALKS_WITH_TOOLS: tuple[Sequence[ChatMessage], ...] = (
    (
        *(say("system", "In JSON"), say("user", "Go"), say("assistant", "", tool_calls=(call("a1", "é"),))),
        say("tool", " found \n", tool_call_id="a1"),
    ),
    (
        *(say("system", "In JSON"), say("user", "Go")),
        say("assistant", "Looking.", tool_calls=(call("a1", "one"), call("a2", "two"))),
        *(say("tool", "1", tool_call_id="a1"), say("tool", "2", tool_call_id="a2")),
        say("assistant", "", tool_calls=(call("a3", "three"),)),
        *(say("tool", "3", tool_call_id="a3"), say("assistant", "Done."), say("user", "Reflect.")),
    ),
)


@dataclass(frozen=True)
class Probe:
    """A kind of request."""

    options: Options = field(default_factory=Options)
    tools: bool = False
    schema: bool = False
    without: frozenset[Feature] = frozenset()
    talk: Sequence[ChatMessage] = TALKS[0]

    def of(self, provider: Provider, model: str) -> ModelRequest:
        """Return the request to a model."""
        return ModelRequest(
            purpose="say",
            seat="Ann",
            model=f"{provider.name}/{model}",
            messages=tuple(self.talk),
            options=self.options,
            tools=(FIND,) if self.tools else (),
            reply_schema=SCHEMA if self.schema else None,
        )


PROBES = (
    Probe(),
    *(Probe(Options(temperature=value)) for value in (0.4, 1.0)),
    *(Probe(Options(top_p=value)) for value in (0.9, 1.0)),
    Probe(Options(temperature=0.4, top_p=0.9, seed=7, max_output_tokens=900)),
    *(Probe(tools=tools, schema=schema) for tools, schema in ((True, False), (False, True), (True, True))),
    Probe(schema=True, without=frozenset({"schema"})),
    Probe(tools=True, talk=TALKS_WITH_TOOLS[1]),
)
TALKED = tuple(
    Probe(Options(seed=7), tools, schema, talk=talk)
    for tools, schema in product((False, True), (False, True))
    for talk in (*TALKS, *(TALKS_WITH_TOOLS if tools else ()))
)
"""What is compared besides, once quirks are known."""


class Table:
    """What is found out of the library."""

    def __init__(self) -> None:
        self.library = Library()
        self._found: dict[str, Quirks] = {}
        self._fitted: dict[str, Quirks] = {}

    def quirks(self, provider: Provider, model: str) -> Quirks:
        """Return the quirks with which our writer says what litellm writes."""
        name = f"{provider.name}/{model}"
        if name not in self._found:
            self._found[name] = self._quirks(provider, model)
        return self._found[name]

    def _quirks(self, provider: Provider, model: str) -> Quirks:
        wires = [self.library.write(probe.of(provider, model), provider, probe.without) for probe in PROBES]
        # What differs in the name alone is fitted once.
        kind = repr([provider.name, wires]).replace(model, NEVER_SEEN)
        if kind not in self._fitted:
            self._fitted[kind] = self._fit(provider, model, wires)
        return self._fitted[kind]

    def _fit(self, provider: Provider, model: str, wires: Sequence[Wire | None]) -> Quirks:
        if wires[0] is None:
            return Quirks(chat=False)

        def errors(quirks: Quirks) -> int:
            both = zip(PROBES, wires, strict=True)
            return sum(len([*differences(provider, model, probe, wire, quirks)]) for probe, wire in both)

        found = PLAIN
        # Twice: how one is told decides what another looks like.
        for name, values in (*CHOICES.items(), *CHOICES.items()):
            choices = [replace(found, **{name: value}) for value in values]  # type: ignore[arg-type]  # by its name
            found = min(choices, key=errors)
        with_schema = next(w for p, w in zip(PROBES, wires, strict=True) if p.schema and not p.tools)
        new = with_schema.headers.items() - wires[0].headers.items() if with_schema is not None else set()
        headers = {name: value for name, value in sorted(new) if name.startswith(f"{provider.name}-")}
        return replace(found, schema_headers=headers)

    def names(self, provider: Provider) -> Sequence[str]:
        """Return the names of a provider's models that are, or may be, served as a chat."""
        return sorted(
            name.partition("/")[2]
            for name, row in rows(self.library.table).items()
            if name.startswith(f"{provider.name}/") and row["mode"] in ("chat", "responses", None)
        )

    def rules(self, provider: Provider) -> Mapping[str, Quirks]:
        """Return a provider's quirks by names and beginnings of names."""
        found: dict[str, Quirks] = {}
        known = {name: self.quirks(provider, name) for name in self.names(provider)}

        def look(beginning: str, names: Sequence[str]) -> None:
            """Note what names that begin so have of their own."""
            for one in (beginning, *next_versions(beginning)):
                made_up = f"{one}-{NEVER_SEEN}" if one else NEVER_SEEN
                if found_in(found, made_up) != self.quirks(provider, made_up):
                    found[f"{one}*"] = self.quirks(provider, made_up)
            further: dict[str, list[str]] = {}
            for name in names:
                word = re.match(r"[^A-Za-z0-9]*[A-Za-z0-9]+", name[len(beginning) :])
                if word is not None:
                    further.setdefault(beginning + word[0], []).append(name)
            for one, some in sorted(further.items()):
                if any(found_in(found, name) != known[name] for name in some):
                    look(one, some)

        look("", list(known))
        return found | {name: q for name, q in known.items() if found_in(found, name) != q}


def next_versions(beginning: str) -> Iterator[str]:
    """Yield a beginning as it will be for the next versions of its models."""
    number = re.search(r"(?<!\d)\d{1,2}(?!\d)(?=\D*$)", beginning)
    if number is not None:
        for more in range(1, 5):
            yield beginning[: number.start()] + str(int(number[0]) + more) + beginning[number.end() :]


def differences(
    provider: Provider, model: str, probe: Probe, wire: Wire | None, quirks: Quirks
) -> Iterator[str]:
    """Yield where our request and litellm's are apart, but for what is meant to be."""
    ours = written(probe.of(provider, model), provider, None, probe.without, quirks)
    if wire is None:
        yield "another dialect"
        return
    if probe.tools and "tool_choice" in wire.body:
        # litellm has the reply be a tool that must be called, and so no other can be.
        return
    yield from apart(
        _comparable(ours.wire.url, json.loads(ours.wire.body)), _comparable(wire.url, dict(wire.body))
    )


def _comparable(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a request, in one way of saying it."""
    if "contents" in body:
        # Google takes its names in both spellings.
        body = _in_camels(body)
        for content in body["contents"]:
            # Our prompts say it themselves.
            parts = content["parts"]
            content["parts"] = [p for p in parts if not p.get("text", "").startswith("Use this JSON schema:")]
        body["contents"] = [content for content in body["contents"] if content["parts"]]
        # Its own default, which litellm writes out.
        if body["generationConfig"].get("temperature") == 1.0:
            del body["generationConfig"]["temperature"]
    body["tools"] = [_named(tool) for tool in body.get("tools", [])]
    choice = body.pop("tool_choice", None)
    # litellm lets some answer in one piece, and takes it apart itself.
    return {"url": url, **body, "forced": choice is not None, "stream": True}


def _named(tool: dict[str, Any]) -> JsonValue:
    """Return the names of tools alone: schemas go as the tool wrote them, and there is but one kind."""
    if "functionDeclarations" in tool:
        return [one["name"] for one in tool["functionDeclarations"]]
    name = str(tool.get("function", tool)["name"])
    # Of the tool that must be called to reply.
    return "reply" if name == "json_tool_call" else name


def _in_camels(value: Any) -> Any:
    if isinstance(value, list):
        return [_in_camels(one) for one in value]
    if not isinstance(value, dict):
        return value
    some = value.get("anyOf")
    if isinstance(some, list) and len(some) == 1:
        value = {**{name: one for name, one in value.items() if name != "anyOf"}, **some[0]}
    return {
        re.sub(r"_(\w)", lambda found: found[1].upper(), name): _in_camels(one) for name, one in value.items()
    }


def apart(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield where two pieces of JSON are apart."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from apart(one.get(name), other.get(name), f"{path}/{name}")
    elif one != other:
        yield path


def rows(table: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
    """Return litellm's rows of our providers, by our names, with `listed` for what a person may choose."""
    found: dict[str, Mapping[str, Any]] = {}
    clouds = sorted((p for p in PROVIDERS.values() if not p.local), key=lambda one: -len(one.name))
    # A name with its provider before it goes before one without.
    for key in sorted(table, key=lambda key: ("/" in key, key)):
        entry = table[key]
        whose = str(entry.get("litellm_provider", ""))
        provider = next((one for one in clouds if whose.startswith(one.name)), None)
        if provider is None or (provider.carried and entry.get("mode") not in ("chat", None)):
            continue
        name = key.removeprefix(f"{provider.name}/")
        # OpenAI's other names with a slash are sizes of pictures.
        strange = "ft:" in name or (provider.name == "openai" and "/" in name)
        chat = (whose == provider.name or provider.carried) and entry.get("mode") in ("chat", None)
        found[f"{provider.name}/{name}"] = {
            **entry,
            "listed": chat and not strange,
            "mode": entry.get("mode"),
        }
    return found


def table_text(table: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the file of prices and windows: tab-separated, sorted, dollars per million tokens."""
    prices_told = "dollars in, out, from a cache, to a cache; tokens above which they are"
    columns = f"model, listed or thinks or sees, window, {prices_told}"
    lines = [f"# Made from litellm {version('litellm')}: {columns}"]
    for name, row in sorted(rows(table).items()):
        window = row.get("max_input_tokens")
        known = str(int(window)) if isinstance(window, int | float) else ""
        above, from_there = next(iter(steps(row)), ("", ()))
        told = (*prices(row), above, *from_there) if above else prices(row)
        thinks = row.get("supports_reasoning") and not THINKS_WHEN_ASKED.search(name)
        found = {"listed": row["listed"], "thinks": thinks, "sees": row.get("supports_vision")}
        marks = " ".join(mark for mark, holds in found.items() if holds)
        lines.append("\t".join((name, marks, known, *told)))
    return "\n".join(lines) + "\n"


def prices(row: Mapping[str, Any], above: str = "") -> Sequence[str]:
    """Return the four prices of a row, empty where it has none; `above`: the end of their names."""
    costs = [row.get(f"{name}{above}") for name in PRICES]
    return ["" if cost is None else f"{round(float(cost) * 1e6, 9):.12g}" for cost in costs]


def steps(row: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield from how many tokens of a prompt on a row has other prices, and these."""
    for name in sorted(row):
        found = re.fullmatch(r"input_cost_per_token(_above_(\d+)k_tokens)", name)
        if found is not None:
            yield f"{found[2]}000", prices(row, found[1])


def quirks_text(table: Table) -> str:
    """Return the file of quirks."""
    providers = {}
    for provider in SPOKEN.values():
        if provider.local:
            continue
        kinds: dict[str, list[str]] = {}
        for name, quirks in sorted(table.rules(provider).items()):
            other = {f.name: getattr(quirks, f.name) for f in fields(Quirks)}
            other = {name: value for name, value in other.items() if value != getattr(PLAIN, name)}
            kinds.setdefault(json.dumps(other), []).append(name)
        providers[provider.name] = [
            {"names": names, "quirks": json.loads(kind)} for kind, names in kinds.items()
        ]
    made = {"made_from": f"litellm {version('litellm')}", "providers": providers}
    return json.dumps(made, indent=1) + "\n"


def compared(table: Table, models: Sequence[str]) -> Iterator[str]:
    """Yield where requests to models, by the table that is there, are apart from litellm's."""
    for name in models:
        provider, model = PROVIDERS[name.partition("/")[0]], name.partition("/")[2]
        quirks = quirks_of(provider.name, model)
        for probe in (*PROBES, *TALKED):
            wire = table.library.write(probe.of(provider, model), provider, probe.without)
            if wire is not None or quirks.chat:
                for path in differences(provider, model, probe, wire, quirks):
                    tools, schema = " with tools" * probe.tools, " with a schema" * probe.schema
                    yield f"{name}{tools}{schema}: {path}"


def main(arguments: Sequence[str]) -> int:
    """Write, or compare; return 1 where something is apart."""
    table = Table()
    texts: dict[str, str] = {}
    if len(arguments) < 2:
        texts = {
            "table.tsv": table_text(table.library.table),
            "carried.json": carried_text(),
            "quirks.json": quirks_text(table),
        }
    if not arguments:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return 0
    clouds = [provider for provider in SPOKEN.values() if not provider.local]
    every = [f"{provider.name}/{name}" for provider in clouds for name in table.names(provider)]
    found = [
        f"{name} is not litellm's"
        for name, text in texts.items()
        if (FOLDER / name).read_text("utf-8") != text
    ]
    found += sorted(set(compared(table, arguments[1:] or every)))
    print("\n".join(found) or "as litellm has it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
