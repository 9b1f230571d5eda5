"""The providers that are spoken to, as data: dialect, address, key variable, what is particular of them.

Rule: a provider stands here only if the host can read its stream itself (see `app.gateway.host`) and knows
every host name its requests go to. The others that litellm knows are carried by it, and are data
(`resources/models/carried.json`); everything else is reached as `openai/<model>` with a `base_url`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.domain.i18n import Message, words
from app.gateway.host.dialects import anthropic, gemini, ollama
from app.gateway.host.dialects.registry import DIALECTS, USUAL
from app.resources import text

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Dialect

_LOAD = words("Load it there")
_CARRIER = "litellm"
"""Stands in the place of a scheme where only litellm knows the address."""


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider, by the part of a model's name before the first slash."""

    name: str
    title: str
    base: str
    """Where requests go unless a seat names another `base_url`."""
    dialect: Dialect = USUAL
    env: tuple[str, ...] = ()
    """Variables its key usually lies in, the first one is named in hints."""
    local: bool = False
    """A server on this machine: no key needed, no price."""
    page: str = ""
    """Where a person gets a key."""
    key_begins: tuple[str, ...] = ()
    """What its keys begin with, where they can be told by it."""
    counted: bool = False
    """Tokens are counted as its models count them, not with a margin."""
    marked: bool = False
    """Its models' caches keep what ends at a mark of the request."""
    form_first: bool = False
    """For its models' caches a form of the reply stands before all messages."""
    keyed: bool = False
    """Takes a name under which calls that begin alike are kept together."""
    resells: bool = False
    """Passes requests on; whose model it is stands behind its own name."""
    one_model: bool = False
    """It serves a single model, which answers to any name."""
    getting: Message = _LOAD
    """What a person does who wants a `{model}` that a server on this machine has not."""
    search: Mapping[str, Any] | None = None
    """What asks in a request's body for its own search; None: none of its own is known.

    Sources: docs.claude.com (web search tool), ai.google.dev (grounding with Google Search), OpenAI's guide
    to web search in chat completions (its search models), openrouter.ai (web search), docs.perplexity.ai,
    whose models always search. xAI has taken its own out of chat completions.
    """
    search_in: str = ""
    """What the names of its models hold that search; empty: all do."""
    carried: bool = False
    """litellm carries its calls, and is asked in the usual dialect."""
    named: Mapping[str, str] = field(default_factory=dict)
    """The parameters that it takes besides, with their usual variables."""
    secret: frozenset[str] = frozenset()
    """Those that are kept like keys."""
    needs: tuple[tuple[str, ...], ...] = ()
    """Of each group one must be there."""

    @property
    def origin(self) -> str:
        """Scheme, host and port of `base`."""
        return origin(self.base)

    def searches(self, model: str, base_url: str | None) -> bool:
        """Tell whether a model there can be asked to search; a server of another's decides for itself."""
        return self.search is not None and (self.search_in in model or not self.serves(base_url))

    def serves(self, base_url: str | None) -> bool:
        """Tell whether requests to this address (None: the usual one) go to the provider itself."""
        if self.carried:
            # Whoever has models there has an address of their own.
            return True
        return not self.local and (base_url is None or origin(base_url) == self.origin)


@lru_cache(maxsize=256)
def origin(url: str) -> str:
    """Return scheme://host:port of a URL, lower case, the port always named; what is no URL has no scheme."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # Half an address in brackets.
        return f"://{url}"
    scheme = parts.scheme.lower()
    try:
        port = parts.port
    except ValueError:
        port = 0
    host = (parts.hostname or "").lower()
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{port or (443 if scheme == 'https' else 80)}"


def this_machine(url: str) -> bool:
    """Tell whether a URL leads to this machine, by the usual names for it."""
    return (urlsplit(origin(url)).hostname or "") in ("127.0.0.1", "localhost", "::1")


@lru_cache(maxsize=256)
def own_network(url: str) -> bool:
    """Tell whether a URL leads to this machine or into a private network."""
    parts = urlsplit(origin(url))
    host = parts.hostname or ""
    if parts.scheme == _CARRIER:
        return False
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_PRIVATE_NAMES)
    return address.is_private or address.is_loopback or address.is_link_local


_PRIVATE_NAMES = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa")
_REASONING = re.compile(
    r"(?:\A|[^a-z0-9])(?:o[134]|gpt-5|gpt-oss|r1|qwq|qwen3|magistral|reason\w*|think\w*|grok-[34])(?:[^a-z0-9]|\Z)"
    r"|gemini-(?:2\.5|3)|deepseek-r"
)
"""Parts of the names of models that think before their first word, and for minutes."""


def reasons(model: str) -> bool:
    """Tell whether a model is known to think before it answers, by its name."""
    return _REASONING.search(model.lower()) is not None


_TABLE = (
    Provider(
        "openai",
        "OpenAI",
        "https://api.openai.com/v1",
        env=("OPENAI_API_KEY",),
        page="https://platform.openai.com/api-keys",
        key_begins=("sk-", "sk-proj-", "sk-svcacct-"),
        counted=True,
        form_first=True,
        keyed=True,
        search={"web_search_options": {}},
        search_in="-search",
    ),
    Provider(
        "anthropic",
        "Anthropic",
        "https://api.anthropic.com",
        anthropic,
        ("ANTHROPIC_API_KEY",),
        page="https://console.anthropic.com/settings/keys",
        key_begins=("sk-ant-",),
        marked=True,
        form_first=True,
        search={"tools": [{"type": "web_search_20250305", "name": "web_search", "max_uses": 5}]},
    ),
    Provider(
        "gemini",
        "Google Gemini",
        "https://generativelanguage.googleapis.com/v1beta",
        gemini,
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        page="https://aistudio.google.com/apikey",
        key_begins=("AIza",),
        search={"tools": [{"google_search": {}}]},
    ),
    Provider(
        "mistral",
        "Mistral",
        "https://api.mistral.ai/v1",
        env=("MISTRAL_API_KEY",),
        page="https://console.mistral.ai/api-keys",
    ),
    Provider(
        "groq",
        "Groq",
        "https://api.groq.com/openai/v1",
        env=("GROQ_API_KEY",),
        page="https://console.groq.com/keys",
        key_begins=("gsk_",),
    ),
    Provider(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com/beta",
        env=("DEEPSEEK_API_KEY",),
        page="https://platform.deepseek.com/api_keys",
        key_begins=("sk-",),
    ),
    Provider(
        "xai",
        "xAI",
        "https://api.x.ai/v1",
        env=("XAI_API_KEY",),
        page="https://console.x.ai",
        key_begins=("xai-",),
    ),
    Provider(
        "openrouter",
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        env=("OPENROUTER_API_KEY",),
        page="https://openrouter.ai/settings/keys",
        key_begins=("sk-or-",),
        resells=True,
        search={"plugins": [{"id": "web"}]},
    ),
    Provider(
        "together_ai",
        "Together",
        "https://api.together.ai/v1",
        env=("TOGETHERAI_API_KEY",),
        page="https://api.together.ai/settings/api-keys",
        key_begins=("tgp_",),
    ),
    Provider(
        "fireworks_ai",
        "Fireworks",
        "https://api.fireworks.ai/inference/v1",
        env=("FIREWORKS_AI_API_KEY",),
        page="https://app.fireworks.ai/settings/users/api-keys",
        key_begins=("fw_",),
    ),
    Provider(
        "perplexity",
        "Perplexity",
        "https://api.perplexity.ai",
        env=("PERPLEXITYAI_API_KEY",),
        page="https://www.perplexity.ai/settings/api",
        key_begins=("pplx-",),
        search={},
    ),
    Provider(
        "cerebras",
        "Cerebras",
        "https://api.cerebras.ai/v1",
        env=("CEREBRAS_API_KEY",),
        page="https://cloud.cerebras.ai",
        key_begins=("csk-",),
    ),
    Provider(
        "ollama",
        "Ollama",
        "http://127.0.0.1:11434",
        ollama,
        local=True,
        getting=words("Get it there (ollama pull {model})"),
    ),
    Provider("lm_studio", "LM Studio", "http://127.0.0.1:1234/v1", local=True),
    Provider("llamacpp", "llama.cpp", "http://127.0.0.1:8080/v1", local=True, one_model=True),
)


def _carried() -> Iterator[Provider]:
    """Yield those that litellm carries."""
    for name, told in json.loads(text("models/carried.json"))["providers"].items():
        secret = frozenset(told["secret"])
        keys = [variable for parameter, variable in told["named"].items() if parameter == "api_key"]
        yield Provider(
            name,
            told["title"],
            f"{_CARRIER}://{name}",
            env=tuple(keys),
            carried=True,
            named=told["named"],
            secret=secret,
            needs=tuple(map(tuple, told["needs"])),
        )


CARRIED_FIRST = ("azure", "bedrock", "cohere", "vertex_ai", "watsonx")
"""Those of the carried that are named where not all can be."""
SPOKEN = {provider.name: provider for provider in _TABLE}
"""Those whose dialect is spoken here."""
PROVIDERS = SPOKEN | {one.name: one for one in _carried() if one.name not in SPOKEN}


def provider_of(model: str) -> Provider | None:
    """Return the provider that a model's name begins with."""
    return PROVIDERS.get(model.partition("/")[0])


def speaker_of(dialect: str) -> Provider:
    """Return the provider as which a server of one's own is asked that speaks a dialect.

    Empty: the usual one. Raises KeyError.
    """
    spoken = DIALECTS[dialect] if dialect else USUAL
    return next(provider for provider in _TABLE if provider.dialect is spoken)


def key_owner(provider: Provider, base_url: str | None) -> str:
    """Return the name a key is kept under: a provider's key is never given to another address."""
    if base_url is None or origin(base_url) == provider.origin:
        return provider.name
    return f"{provider.name}@{origin(base_url)}"
