"""What rendering gives: safe HTML in pieces that can be shown one by one, or plain text and why."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

Reason = Literal["", "long", "deep", "dense", "lossy"]
"""Why a text is shown plain: too long, nested too deeply, too many marks, or something would be lost."""


class Image(NamedTuple):
    """A picture that is shown: where it is taken from, and its size in dots."""

    address: str
    width: int
    height: int


FindImage = Callable[[str], Image | None]
"""Returns what is shown for a mark or for an image's address; None: a note with it stays."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text made safe. `blocks` are whole HTML elements in order; empty where `reason` is set.

    `text` is what a reader sees, without marks of formatting. `images` counts those not loaded, `links` are
    the addresses that may be copied, in order, each once.
    """

    blocks: tuple[str, ...]
    text: str
    reason: Reason = ""
    images: int = 0
    links: tuple[str, ...] = ()

    @property
    def html(self) -> str:
        """The whole as one piece of HTML, for an export."""
        if self.reason:
            return f'<pre class="plain">{html.escape(self.text, quote=False)}</pre>\n'
        return "".join(self.blocks)
