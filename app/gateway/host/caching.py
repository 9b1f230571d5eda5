"""Prompt caches of providers: what of a request they may keep, and which part of it must not break that.

A provider keeps a beginning, and what counts as its beginning differs (looked up in November 2026):
Anthropic reads tools, system text and messages in this order and keeps what ends at a mark, at least 1 024
tokens of it, with some models 2 048 or 4 096 (marks before that are passed over); a form of the reply changes
what stands before all. OpenAI keeps by itself, and puts tools and the form of the reply in front of the
messages, so another form is another beginning. Servers of one's own hold the model to a form beside the
prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain.canonical import digest
from app.domain.counting import estimate_tokens
from app.domain.shared_parts import beginning, shared_text
from app.gateway.host.dialects.writing import Cuts, Marks
from app.gateway.providers import PROVIDERS, Provider

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest

MARKED, LONG = 1_024, 2_000
"""Tokens from which a beginning is marked, and from which a form of the reply may not stand before it."""


def vendor(request: ModelRequest, provider: Provider) -> Provider | None:
    """Return whose model is asked, also through who passes requests on; None: nobody's that is known."""
    if not provider.serves(request.base_url):
        return None
    return PROVIDERS.get(request.model.split("/")[1]) if provider.resells else provider


def marks_of(request: ModelRequest, provider: Provider, messages: Sequence[ChatMessage]) -> Marks:
    """Return where a request is marked: behind what other calls begin with too, and what the next turn will.

    `messages`: as they are sent. None where nobody looks at marks. Of many parts that are shared, all calls
    have the first one, the call before ended with the last but one, and the next begins with the last.
    """
    asked = vendor(request, provider)
    # A server of one's own that is spoken to as the provider is may look at marks as well.
    if not provider.marked and (asked is None or not asked.marked):
        return {}
    marks: dict[int, Cuts] = {}
    first = next((at for at, message in enumerate(messages) if message.role == request.shared_by), None)
    before = "\n".join(message.text for message in messages[: first or 0])
    text = "" if first is None else messages[first].text
    # What is sent may have more behind it, such as tools in words.
    if first is not None and request.shared and text.startswith(shared_text(request)[: request.shared[-1]]):
        long = [end for end in request.shared if estimate_tokens(before + text[:end]) >= MARKED]
        marks[first] = {end: end in (long[0], *long[-2:]) for end in long}
    last = len(messages) - 1
    if _is_conversation(request) and estimate_tokens("\n".join(m.text for m in messages)) >= MARKED:
        marks[last] = {**marks.get(last, {}), len(messages[last].text): True}
    return {at: ends for at, ends in marks.items() if ends}


def form_breaks_cache(request: ModelRequest, provider: Provider) -> bool:
    """Tell whether the form of the reply would stand before a long beginning that other calls have too.

    The prompt ends with the form in words; so nothing is lost but that the server holds the model to it.
    """
    if request.reply_schema is None or not request.shared:
        return False
    priced = bool(request.price_in)
    asked = vendor(request, provider)
    known = asked is not None and asked.form_first
    # A server of one's own with a price passes on to somebody; one without holds the form beside the prompt.
    if not known and (provider.serves(request.base_url) or not priced):
        return False
    return estimate_tokens(beginning(request)) >= LONG


def cache_key(request: ModelRequest, provider: Provider) -> str:
    """Return the name under which calls that begin alike are kept together; empty where none is wanted."""
    if not request.shared or not provider.keyed or vendor(request, provider) is None:
        return ""
    return digest(beginning(request))[:32]


def _is_conversation(request: ModelRequest) -> bool:
    """Tell whether more turns follow on a request, which begin with all of it."""
    return bool(request.tools) or any(message.role == "assistant" for message in request.messages)
