"""Providers' own search: when it is asked for, and which pages an answer says it rests on.

How it is asked for, the rows of `app.gateway.providers` say. What is found is read by the provider alone:
nothing of a page is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest

NOT_KEPT = "Found by the provider’s own search; these pages were not kept:"
MOST_PAGES = 20
LONGEST = 200
"""Characters of a title, and ten times as many of an address."""


def asks_search(request: ModelRequest) -> bool:
    """Tell whether a request is to be answered with its provider's search: one for prose, without tools."""
    return request.options.web_search and request.reply_schema is None and not request.tools


def pages_in(event: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield address and title of each page that an event names, in the form of any provider."""
    # Anthropic's, beside the words that rest on it.
    yield from _page((event.get("delta") or {}).get("citation"), "url", "title")
    for candidate in event.get("candidates") or ():
        for chunk in (candidate.get("groundingMetadata") or {}).get("groundingChunks") or ():
            yield from _page(chunk.get("web"), "uri", "title")
    for choice in event.get("choices") or ():
        said = choice.get("delta") or choice.get("message") or {}
        for note in said.get("annotations") or ():
            yield from _page(note.get("url_citation"), "url", "title")
    # Perplexity's: with titles, or addresses alone.
    for found in event.get("search_results") or event.get("citations") or ():
        yield from _page({"url": found} if isinstance(found, str) else found, "url", "title")


def _page(value: object, url: str, title: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        return
    address, named = value.get(url), value.get(title)
    if isinstance(address, str) and address.startswith(("https://", "http://")):
        words = " ".join(named.split()) if isinstance(named, str) else ""
        yield address.split()[0][: 10 * LONGEST], words[:LONGEST]


def pages_told(pages: Mapping[str, str]) -> str:
    """Return the pages as they stand behind an answer, empty where there are none."""
    if not pages:
        return ""
    lines = [f"- {title}: {url}" if title else f"- {url}" for url, title in list(pages.items())[:MOST_PAGES]]
    return "\n\n".join(("", NOT_KEPT, "\n".join(lines)))
