"""Sentences that come in English as plain text – from the models' host, from the journal – said again.

A process of its own and a record that stands for ever speak one language. What they say to a person is known
here by its form; what is not known stands as it came, and so do the parts that others wrote.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from app.domain.i18n import Figure, Message, Translate, words

_KNOWN = (
    # What a provider's answer means, with its status and what it said itself.
    words("The key was refused ({status}){rest}"),
    words("The key may not use this model ({status}){rest}"),
    words("The server sent no answer ({status}){rest}"),
    words("The provider's account has no credit left ({status}){rest}"),
    words("The request is too long for this model ({status}){rest}"),
    words("The provider refused the request ({status}){rest}"),
    words("The provider does not know this model or address ({status}){rest}"),
    words("Too many requests for the provider ({status}){rest}"),
    words("The provider is overloaded ({status}){rest}"),
    words("The provider has an error of its own ({status}){rest}"),
    words("The provider took too long ({status}){rest}"),
    words("The provider did not accept the request ({status}){rest}"),
    words("The server redirects ({status}) to {target}; redirects are not followed."),
    words("The provider reported an error in the middle of the answer{rest}"),
    words("The provider reported an error{rest}"),
    words("The model refused: {text}"),
    words("The answer broke off before its end."),
    words("The server speaks another language than the model's provider does."),
    words("The connection was closed before the answer began."),
    words("The connection broke before the answer began ({why})."),
    words("The provider cannot be reached ({why})."),
    words("The answer ended for a reason that is not known ({finish})."),
    words("The model announced a call of a tool and made none."),
    words("The answer was empty."),
    words("The answer cannot be used: {why}."),
    words("The answer cannot be read: {why}."),
    words("The answer is larger than {n} MB."),
    words("The provider held the answer back ({finish})."),
    words("The provider had no room left for the answer ({finish})."),
    words("The answer was cut off at its longest, {n} tokens ({finish})."),
    words("The server sent a web page instead of an answer."),
    words("The server sent data that is no answer{rest}"),
    words("The server sent something that is no answer of a model."),
    words("The provider sent nothing for {n} seconds."),
    words("The answer stood still for {n} seconds."),
    words("The answer was not complete after {n} seconds."),
    words("The model host ended unexpectedly."),
    words("The model host ended unexpectedly: {why}"),
    words("The model host does not answer."),
    words("No provider is connected for the model “{model}”."),
    words("There is no key for {provider}."),
    words("The address {address} is none of a server."),
    words("{server} is not asked for embeddings: only servers that speak OpenAI's are."),
    words("{provider} does not list {model}."),
    words("{provider} lists {n} models."),
    words("The session names the server {server}, which you have not approved."),
    words(
        "The session names the server {server} and the variable {variable} for it, "
        "which you have not approved."
    ),
    words("Stopped by you."),
    # Why no connection came about.
    words("no connection"),
    words("no connection in time"),
    words("reading failed"),
    words("writing failed"),
    words("closed without an answer"),
    words("what came is no HTTP that can be read"),
    words("nobody is known by this name"),
    words("no encrypted connection"),
    words("its certificate is not trusted: {why}"),
    # What stands beside a figure.
    words("One answer alone has none to be compared with."),
    words("The judge gave no readable figure."),
    words("to cycle {n}"),
    words("to cycle {n}, compared by {model}"),
    words("to cycle {n}, compared by words, for {model} failed: {why}"),
    words("{n} of {all} answered."),
)
_HELP = (
    words("Enter the key again under Models and keys, or put another model in the seat."),
    words("Add credit at the provider, or put another model in the seat."),
    words("Wait a while and retry, or put another model in the seat."),
    words("Retry, raise the time limit, or put another model in the seat."),
    words("Put a model with a larger context in the seat, or shorten the material."),
    words("Change the wording, or put another model in the seat."),
    words("Retry; where the length was the limit, raise the longest answer."),
    words("Retry, or put another model in the seat."),
    words("Check the connection and the provider's address, then retry."),
    words("Check the model's name, or put another model in the seat."),
    words("Retry; if it happens again, run roundtable doctor."),
    words("Go on later, or put another model in the seat."),
    words("Raise the longest answer, or put another model in the seat."),
    words("Check the provider's address."),
    words("Check the address, and which provider the model's name begins with."),
    words("Check the model's name, or your plan there."),
    words("Put another model in the seat."),
    words(
        "Put another model in the seat, or resume the session and approve it when you are asked "
        "(without a terminal: --allow-server {host})."
    ),
    words("Enter one under Models and keys (or: roundtable key {owner}), or set the variable {name}."),
    words(
        "Enter one under Models and keys (or: roundtable key {owner}), or set the variable {name} or {other}."
    ),
    words("Use one that begins with http:// or https://."),
    words(
        "Use <provider>/<model> with one of: offline, {names}; "
        "any other server as openai/<model> with base_url."
    ),
    words("Name another embedding model, as openai/text-embedding-3-small, or leave it empty."),
    words("Run roundtable doctor."),
    words("Try again."),
    words("What had arrived is kept."),
    words("Nothing had arrived."),
)
"""What stands behind a fault, as a sentence of its own."""
_PLACE = re.compile(r"\\\{(\w+)\\\}")
_END = re.compile(r"(?<=[.!?…”]) (?=[A-Z])")


class Retelling:
    """Sentences that are known by their forms; their places take any text."""

    def __init__(self, known: Sequence[Message]) -> None:
        self._sentences = known

    def words(self, text: str) -> Message | None:
        """Return a whole sentence as words, None where it is none of these."""
        for form, source in self._forms:
            found = form.fullmatch(text)
            if found is not None:
                # A reason in brackets is a sentence of its own.
                given = {name: self.words(part) or part for name, part in found.groupdict().items()}
                return Message(source, given)
        return None

    @cached_property
    def _forms(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """How each sentence is known; one that says more goes before what it begins with."""
        forms = []
        for one in sorted(self._sentences, key=lambda known: -len(known.source)):
            pattern = _PLACE.sub(r"(?P<\1>.*?)", re.escape(one.source))
            forms.append((re.compile(pattern, re.DOTALL), one.source))
        return tuple(forms)


_FAULTS = Retelling((*_KNOWN, *_HELP))
_HINTS = Retelling(_HELP)


def retold(text: str) -> Message:
    """Return a sentence, or one with what helps behind it, as words; as it stands where it is not known."""
    for end in reversed(list(_END.finditer(text))):
        after = _HINTS.words(text[end.end() :])
        if after is not None:
            before = text[: end.start()]
            told = _FAULTS.words(before) or as_it_is(before)
            return words("{told} {hint}", told=told, hint=after)
    return _FAULTS.words(text) or as_it_is(text)


class WithoutStop(Message):
    """A sentence as a part of another: without the stop at its end, in whatever language."""

    __slots__ = ()

    def text(self, translate: Translate | None = None, figure: Figure | None = None) -> str:
        """Return it without its stop."""
        return Message.text(self, translate, figure).rstrip(".")


def retold_within(text: str) -> Message:
    """Return what `retold` does, to stand within a sentence."""
    told = retold(text)
    return WithoutStop(told.source, told.params, told.context)


def as_it_is(text: str) -> Message:
    """Return what others wrote, as words."""
    return Message("{text}", {"text": text})
