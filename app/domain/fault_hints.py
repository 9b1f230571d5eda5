"""Fault hints: what helps where a call failed, each a sentence that may stand behind a fault message."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from app.domain.errors import ProviderErrorKind
from app.domain.i18n import Message, words

_LATER = words("Wait a while and retry, or use another model.")
BY_KIND: Mapping[ProviderErrorKind, Message] = {
    "auth": words("Enter the key again under Models and keys, or use another model."),
    "no_credit": words("Add credit at the provider, or use another model."),
    "rate_limit": _LATER,
    "timeout": words("Retry, raise the time limit, or use another model."),
    "overloaded": _LATER,
    "server_error": _LATER,
    "context_overflow": words("Use a model with a larger context, or shorten the material."),
    "refused": words("Change the wording, or use another model."),
    "truncated": words("Retry; where the length was the limit, raise the longest answer."),
    "bad_reply": words("Retry, or use another model."),
    "connection": words("Check the connection and the provider's address, then retry."),
    "not_found": words("Check the model's name, or use another model."),
    "host_died": words("Retry; if it happens again, run roundtable doctor."),
}
PROGRAM_BY_KIND: Mapping[ProviderErrorKind, Message] = {
    "auth": words("Start {program} in a terminal, log in there, then retry; or use another model."),
    "server_error": words("Try its command line in a terminal, then retry; or use another model."),
    "bad_reply": words("Try its command line in a terminal: its options may have changed. Then retry."),
    "timeout": words("Retry, give the program more seconds, or use another model."),
}
"""Where a program of the person's own answers, what helps is done there."""
ADD_PROGRAM = words("Add it first: roundtable command add {name}, or use another model.")
INSTALL_PROGRAM = words("Install it, or set it up again where it lies; or use another model.")
ASKED_TO_WAIT: Mapping[str, Message] = {
    "minutes": words("It asks to be left alone for {n} minutes."),
    "hours": words("It asks to be left alone for {n} hours."),
    "days": words("It asks to be left alone for {n} days."),
}
GO_ON_LATER = words("Go on later, or use another model.")
OUT_OF_THE_LOOP = words("Use what came, retry, or use another model.")
RAISE_LONGEST = words("Raise the longest answer, or use another model.")
ONLY_THOUGHT = words("Retry, or use a model that thinks less.")
LARGER_WINDOW = words("Give the model a larger context on its server, or use another model.")
SMALLER_MODEL = words("Free memory on that machine, or use a smaller model.")
LOAD_MODEL = words("Load the model on its server and retry, or use another model.")
CHECK_ADDRESS = words("Check the provider's address.")
CHECK_VERSION = words("Check the provider's address: most end in /v1, and this one does not.")
CHECK_DIALECT = words("Check the address, and which provider the model's name begins with.")
CHECK_CERTIFICATE = words("Check the address, or name the certificate of your network in SSL_CERT_FILE.")
CHECK_SCHEME = words("Check whether the address begins with http:// or https:// there.")
CORRECT_CERTIFICATES = words("Correct SSL_CERT_FILE and SSL_CERT_DIR, or take them out.")
CORRECT_PROXY = words("Give {name} the address of an HTTP proxy, or take it out.")
OTHER_MODEL = words("Use another model.")
OTHER_MODEL_OF = words("Use another model, one of: {names}/….")
OTHER_VOICE = words("Use one of: {names}.")
OTHER_SAMPLE = words("Choose a model, or begin one of the samples under New.")
APPROVE = words(
    "Use another model, or resume the session and approve it when you are asked "
    "(without a terminal: --allow-server {host})."
)
ENTER_KEY = words("Enter one under Models and keys (or: roundtable key {owner}), or set the variable {name}.")
ENTER_KEY_OR = words(
    "Enter one under Models and keys (or: roundtable key {owner}), or set the variable {name} or {other}."
)
ENTER_SECRET = words(
    "Enter it under Models and keys (or: roundtable key {owner}), or set the variable of that name."
)
ENTER_NAMED = words(
    "Enter it under Models and keys (or: roundtable config {provider}.{name} VALUE), or set the variable of "
    "that name."
)


def install_hint(wanted: str) -> Message:
    """Return how a package comes to be beside the program."""
    told = words("Install it beside Roundtable: {python} -m pip install '{wanted}'")
    return told.filled(python=sys.executable, wanted=wanted)


INSTALL_LITELLM = install_hint("litellm>=1.84.0,<2")
INSTALL_MCP = install_hint("mcp>=2,<3")
INSTALL_TRACING = words(
    "Install them beside Roundtable: {python} -m pip install 'opentelemetry-sdk>=1.30,<2' "
    "'opentelemetry-exporter-otlp-proto-http>=1.30,<2'",
    python=sys.executable,
)
USE_HTTP = words("Use one that begins with http:// or https://.")
USE_PROVIDER = words(
    "Use <provider>/<model> with one of: offline, {names}; any other server as openai/<model> with base_url."
)
NO_SEARCH = words(
    "Turn the member's web search off (in the team, web_search), or use a model whose provider has "
    "one: Anthropic's, Gemini's, Perplexity's, OpenRouter's, OpenAI's search models."
)
OTHER_EMBEDDING = words("Name another embedding model, as openai/text-embedding-3-small, or leave it empty.")
NAME_EMBEDDING = words("Name {model} or a connected provider's, as in openai/text-embedding-3-small.")
PARTIAL_KEPT = words("What had arrived is kept.")
NOTHING_ARRIVED = words("Nothing had arrived.")
NEXT_COSTS = words("The next call may cost up to ${needs}.")
NEXT_TAKES = words("The next call may take up to {needs} tokens.")
