"""Fault messages: why a call failed, as templates with named places; what helps stands in `fault_hints`.

Rules: this is the only place that has these sentences. Whoever reports a failure fills a template in; the
window says it in its own language; the journal keeps the English text, and `message_lookup` finds the
template of such a text again. So a template of an earlier version stays here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.errors import ProviderErrorKind
from app.domain.i18n import Message, words

BY_KIND: Mapping[ProviderErrorKind, Message] = {
    "auth": words("The key was refused{rest}"),
    "no_credit": words("The provider's account has no credit left{rest}"),
    "context_overflow": words("The request is too long for this model{rest}"),
    "refused": words("The provider refused the request{rest}"),
    "not_found": words("The provider does not know this model or address{rest}"),
    "rate_limit": words("Too many requests for the provider{rest}"),
    "overloaded": words("The provider is overloaded{rest}"),
    "server_error": words("The provider has an error of its own{rest}"),
    "timeout": words("The provider took too long{rest}"),
    "bad_reply": words("The provider did not accept the request{rest}"),
}
"""What a provider's answer means; its status and what it said itself are the rest."""
KEY_NOT_FOR_MODEL = words("The key may not use this model{rest}")
NO_ANSWER = words("The server sent no answer{rest}")
REDIRECTS = words("The server redirects ({status}) to {target}; redirects are not followed.")
ERROR_WITHIN = words("The provider reported an error in the middle of the answer{rest}")
ERROR = words("The provider reported an error{rest}")
MODEL_REFUSED = words("The model refused: {text}")
HELD_BACK = words("The provider held the answer back ({finish}).")
NO_ROOM = words("The provider had no room left for the answer ({finish}).")
CUT_OFF = words("The answer was cut off at the {n} tokens that it may have.")
CUT_OFF_NAMED = words("The answer was cut off at its longest, {n} tokens ({finish}).")
"""As earlier versions wrote it, with the provider's own word."""
CUT_SHORT = words("The server cut the answer off after {n} tokens of {limit} that it might have ({finish}).")
THOUGHT_UP = words("All {n} tokens went into thinking, and no answer came ({finish}).")
ONLY_THOUGHT = words("The model only thought and gave no answer.")
LOADING = words("The server is still loading the model.")
NO_MEMORY = words("The server has too little memory for this model{rest}")
LOOPED = words("The answer went round in a loop, and the call was ended.")
BROKE_OFF = words("The answer broke off before its end.")
UNKNOWN_FINISH = words("The answer ended for a reason that is not known ({finish}).")
NO_TOOL_CALL = words("The model announced a call of a tool and made none.")
EMPTY = words("The answer was empty.")
TOO_LARGE = words("The answer is larger than {n} MB.")
UNUSABLE = words("The answer cannot be used: {why}.")
UNREADABLE = words("The answer cannot be read: {why}.")
OTHER_DIALECT = words("The server speaks another language than the model's provider does.")
WEB_PAGE = words("The server sent a web page instead of an answer.")
NO_ANSWER_DATA = words("The server sent data that is no answer{rest}")
NOT_OF_A_MODEL = words("The server sent something that is no answer of a model.")
CLOSED_EARLY = words("The connection was closed before the answer began.")
BROKE_EARLY = words("The connection broke before the answer began ({why}).")
UNREACHED = words("The provider cannot be reached ({why}).")
UNREACHED_THERE = words("{server} cannot be reached ({why}).")
TOO_LONG_BY = words(
    "The request is too long for this model: it has about {n} tokens, and the model takes in {window}."
)
TOO_LONG_TO_ANSWER = words(
    "The request is too long for this model: it has about {n} tokens, the model takes in {window}, and the "
    "answer needs room too."
)
NOTHING_FOR = words("The provider sent nothing for {n} seconds.")
STOOD_STILL = words("The answer stood still for {n} seconds.")
NOT_COMPLETE = words("The answer was not complete after {n} seconds.")
BAD_PROXY = words("The proxy that {name} names cannot be used: {proxy}.")
BAD_CERTIFICATES = words("The certificates cannot be read: {why}.")
STOPPED = words("Stopped by you.")


def few_figures(seconds: float) -> str:
    """Return seconds as they are told: whole ones, below ten with as much behind the point as matters."""
    return f"{round(seconds, 0 if seconds >= 10 else 1 if seconds >= 1 else 2):g}"


# Where nobody can be asked.
NO_PROVIDER = words("No provider is connected for the model “{model}”.")
NO_PREFIX = words("No provider is called as in “{model}”.")
NO_KEY = words("There is no key for {provider}.")
LACKS = words("{provider} needs {names}, and nobody set it.")
NO_LITELLM = words("This model is reached with litellm, which is not installed.")
NO_ADDRESS = words("The address {address} is none of a server.")
NO_EMBEDDINGS = words("{server} is not asked for embeddings: only servers that speak OpenAI's are.")
NO_SEARCH = words("{model} cannot be asked to search: no search of its provider’s own is known here.")
NO_EMBEDDING_MODEL = words("“{model}” is no embedding model.")
OTHER_INTERFACE = words("{model} is served through an interface that Roundtable does not speak (Responses).")
NO_VOICE = words("The offline council has no “{model}” for {purpose}.")
NO_SAMPLE = words("There is no sample “{model}”.")
UNAPPROVED = words("The session names the server {server}, which you have not approved.")
UNAPPROVED_KEY = words(
    "The session names the server {server} and the variable {variable} for it, which you have not approved."
)

# Seats by command.
NO_PROGRAM = words("There is no program “{name}”.")
UNAPPROVED_PROGRAM = words("The session names a program that you have not approved: {line}")
PROGRAM_MISSING = words("The program {program} is not there, or may not be executed.")
PROGRAM_UNSTARTED = words("{program} cannot be started: {why}.")
PROGRAM_SLOW = words("{program} had not answered after {n} seconds. It last said: {words}")
PROGRAM_LOGIN = words("{program} asks for a login. It says: {words}")
PROGRAM_LIMIT = words("{program} has come to a limit of its own. It says: {words}")
PROGRAM_UNREADABLE = words("{program} gave no answer that can be read. It says: {words}")
PROGRAM_FAILED = words("{program} failed. It says: {words}")

# The model host.
HOST_ENDED = words("The model host ended unexpectedly.")
HOST_ENDED_WITH = words("The model host ended unexpectedly: {why}")
HOST_DOUBTED = words("The model host did not answer any more and was ended.")
HOST_STALLED = words("The model host stood still for {n} s while it started.")
HOST_UNSTARTED = words("The model host cannot be started: {why}.")
HOST_OTHER_VERSION = words("The model host is of another version; install the program again.")
HOST_FAILED = words("The model host failed ({error}).")

# Why a session of a batch was not moved.
BATCH_LIMIT = words("The limit of the batch is reached.")
ELSEWHERE = words("Another process has it.")

# Why no connection came about.
NO_CONNECTION = words("no connection")
NO_CONNECTION_IN_TIME = words("no connection in time")
READING_FAILED = words("reading failed")
WRITING_FAILED = words("writing failed")
CLOSED_SILENTLY = words("closed without an answer")
NO_HTTP = words("what came is no HTTP that can be read")
UNKNOWN_NAME = words("nobody is known by this name")
NOT_ENCRYPTED = words("no encrypted connection")
UNTRUSTED = words("its certificate is not trusted: {why}")

# Why an answer cannot be read.
BAD_PACKING = words("it is packed in an unknown way")
BAD_VECTORS = words("it does not hold one vector per text, all of one length")
EVENT_TOO_LONG = words("one event of the stream is too long")
EVENTS_REPEATED = words("the stream repeats its events")
PAGE_WITHIN = words("a web page stands in the middle of it")
UNKNOWN_JSON = words("it is no stream, and JSON of an unknown form")
NO_JSON = words("it is no stream and no whole JSON either")
EVENT_NO_JSON = words("an event of the stream is not valid JSON")
EVENT_NO_OBJECT = words("an event of the stream is not an object")
EVENT_UNKNOWN = words("an event of the stream has an unknown form")

# What stands beside a figure.
NOT_COMPARED = words("One answer alone has none to be compared with.")
NO_FIGURE = words("The judge gave no readable figure.")
TO_CYCLE = words("to cycle {n}")
TO_CYCLE_BY = words("to cycle {n}, compared by {model}")
TO_CYCLE_BY_WORDS = words("to cycle {n}, compared by words, for {model} failed: {why}")
BAD_COMPARISON = words("its vectors cannot be compared")
ANSWERED = words("{n} of {all} answered.")
