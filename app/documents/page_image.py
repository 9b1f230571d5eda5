"""A page of a PDF as a picture, with the places of a quotation on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from app.domain.pictures import Raster


class Mark(NamedTuple):
    """A line of a quotation on its page, in the picture's dots from its upper left."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as it is printed; `marks`: none where the quotation was not found on it."""

    raster: Raster
    marks: tuple[Mark, ...] = ()
