"""Plots as SVG: shares with their intervals, drawn without a script, for a page and for paper.

Colours are those of Okabe and Ito, told apart by colour-blind readers; shapes tell the series apart besides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from app.domain.i18n import phrased
from app.markup.visible import visible
from app.projections.worth import Share

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 48
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#b59f00")
_STEPS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True, slots=True)
class Point:
    """A share at a place of the lower axis; `of` in it 0: nothing is known, and nothing is drawn."""

    at: float
    share: Share


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together. `lined`: they come one after the other."""

    title: str
    points: Sequence[Point]
    lined: bool = True


def shares_plot(title: str, axis: str, ticks: Sequence[tuple[float, str]], series: Sequence[Series]) -> str:
    """Return an SVG of shares from 0 to 100 % over an axis; `ticks`: places on it, with their words."""
    low = min((at for at, _ in ticks), default=0.0)
    high = max((at for at, _ in ticks), default=1.0)
    span = (high - low) or 1.0

    def x(at: float) -> float:
        inner = WIDTH - LEFT - RIGHT - 40
        return LEFT + 20 + ((at - low) / span if high > low else 0.5) * inner

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 22 * len(series)}">',
        f'<g role="img" aria-label={quoteattr(title)} font-size="13" fill="currentColor">',
    ]
    for step in _STEPS:
        y = _y(step)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="currentColor" '
            f'stroke-opacity="0.2"/><text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent(step)}</text>'
        )
    for at, words in ticks:
        parts.append(
            f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{_text(words)}</text>'
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{_text(axis)}</text>'
    )
    for number, one in enumerate(series):
        parts += _series(one, number, len(series), x)
    parts.append("</g></svg>")
    return "\n".join(parts)


def percent(share: float) -> str:
    """Return a share as a whole “67%”, as the language that is spoken has it."""
    return phrased("{n}%", n=f"{share * 100:.0f}")


def _series(one: Series, number: int, of: int, x: Callable[[float], float]) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    # A little beside each other: intervals at one place would hide each other.
    aside = (number - (of - 1) / 2) * 6
    known = [point for point in one.points if point.share.of]
    parts, places = [], []
    for point in known:
        px, share = x(point.at) + aside, point.share
        places.append((px, _y(share.value)))
        parts.append(
            f'<line x1="{px:.1f}" x2="{px:.1f}" y1="{_y(share.low)}" y2="{_y(share.high)}" '
            f'stroke="{colour}" stroke-width="1.5"/>'
        )
    if one.lined and len(places) > 1:
        path = " ".join(f"{px:.1f},{py}" for px, py in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts += [_mark(px, py, number, colour) for px, py in places]
    y = HEIGHT + 22 * number + 8
    parts.append(
        f'{_mark(LEFT + 6, y, number, colour)}<text x="{LEFT + 20}" y="{y + 4}">{_text(one.title)}</text>'
    )
    return parts


def _mark(px: float, py: float, number: int, colour: str) -> str:
    match number % 3:
        case 0:
            return f'<circle cx="{px:.1f}" cy="{py}" r="4" fill="{colour}"/>'
        case 1:
            return f'<rect x="{px - 4:.1f}" y="{py - 4:.1f}" width="8" height="8" fill="{colour}"/>'
        case _:
            corners = f"{px:.1f},{py - 5:.1f} {px - 5:.1f},{py + 4:.1f} {px + 5:.1f},{py + 4:.1f}"
            return f'<polygon points="{corners}" fill="{colour}"/>'


def _y(share: float) -> float:
    inner = HEIGHT - TOP - BOTTOM
    return round(TOP + (1 - min(1.0, max(0.0, share))) * inner, 1)


def _text(words: str) -> str:
    return escape(visible(words))
