"""Pictures that are given with a question: what can be sent, and why something cannot.

Rule: what a picture is, its own bytes say, and never its name; nothing is drawn to find that out, and nothing
is written anew. The limits are those of the strictest of the large providers, for one table has several.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.messages import GivenPicture
from app.domain.pictures import kind_of, raster_of

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import PictureKind

LARGEST, LARGEST_ALL = 3_840 * 2**10, 12 * 2**20
"""Bytes of one picture, and of all: in base 64, 5 MB of one (Anthropic) and 20 MB of a request (Google)."""
MOST, LONGEST_SIDE = 20, 8_000
"""How many there may be, and dots of a side (Anthropic's guide to vision; of more, only smaller ones)."""
UNSEEN_MARK = "pictures_unseen"
"""In CallCompleted: the model was told of pictures, and not shown them."""
UNKNOWN_MARK = "pictures_unknown"
"""In CallCompleted: its server took the pictures, and counted no more tokens than the text alone has."""
SENT = ("png", "jpeg", "webp")
"""Kinds that all providers take."""


def picture_of(content: bytes, name: object) -> GivenPicture | None:
    """Return a file's content as a picture, None where it is none; raises InputError for one not to be sent.

    `name`: as the person is told of it.
    """
    kind = kind_of(content)
    if kind is None:
        return None
    if kind not in SENT:
        raise InputError(
            words(
                "{file} is a picture of the kind {kind}, which not all models take.",
                file=name,
                kind=kind.upper(),
            ),
            words("Save it as PNG, JPEG or WebP and choose that."),
        )
    if len(content) > LARGEST:
        raise InputError(
            words("{file} is a picture of more than {limit} MB.", file=name, limit=f"{LARGEST / 2**20:g}"),
            words("Save it smaller, or cut out the part that matters."),
        )
    found = raster_of(content)
    if found is None:
        raise InputError(
            words("{file} is no whole picture.", file=name),
            words("Open it in a viewer, save it again and choose that."),
        )
    if max(found.width, found.height) > LONGEST_SIDE:
        raise InputError(
            words("{file} is wider or higher than {limit} dots.", file=name, limit=LONGEST_SIDE),
            words("Save it smaller, or cut out the part that matters."),
        )
    data = base64.b64encode(content).decode("ascii")
    # Told by the bytes, and one of those that are sent.
    return GivenPicture(
        kind=cast("PictureKind", found.kind), width=found.width, height=found.height, data=data
    )


def check_sendable(pictures: Sequence[GivenPicture]) -> None:
    """Raise ValueError where pictures are too many, or one is not what it is said to be."""
    if len(pictures) > MOST:
        raise ValueError(
            words("{n} pictures are given; at most {limit} can be sent", n=len(pictures), limit=MOST)
        )
    size = _bytes(pictures)
    if size > LARGEST_ALL:
        raise ValueError(
            words(
                "the pictures come to {n} MB; {limit} MB can be sent",
                n=size // 2**20 + 1,
                limit=LARGEST_ALL // 2**20,
            )
        )
    if not all(map(_is_what_it_says, pictures)):
        raise ValueError(words("a picture is not what it is said to be; choose it again"))


def _is_what_it_says(picture: GivenPicture) -> bool:
    try:
        found = raster_of(picture.content)
    except ValueError:
        return False
    return found is not None and found[:3] == (picture.kind, picture.width, picture.height)


def fit(pictures: Sequence[GivenPicture]) -> bool:
    """Tell whether pictures can be sent together."""
    return len(pictures) <= MOST and _bytes(pictures) <= LARGEST_ALL


def _bytes(pictures: Sequence[GivenPicture]) -> int:
    return sum(len(one.data) for one in pictures) * 3 // 4


def given_in(setup: Mapping[str, JsonValue]) -> list[tuple[str, str, GivenPicture]]:
    """Return the pictures of a setup: name, the one seat it is for (empty: all), and the picture."""
    listed = [value for value in setup.values() if isinstance(value, list)]
    return [
        (str(one.get("name")), str(one.get("only") or ""), GivenPicture.model_validate(one["picture"]))
        for value in listed
        for one in value
        if isinstance(one, dict) and isinstance(one.get("picture"), dict)
    ]


def about(picture: GivenPicture) -> str:
    """Return what a model is told of a picture beside its name."""
    return f"{picture.kind.upper()}, {picture.width} × {picture.height} dots, {size_of(picture)}"


def size_of(picture: GivenPicture) -> str:
    """Return how large a picture's file is, in kB."""
    return f"{max(1, len(picture.data) * 3 // 4000):,} kB"
