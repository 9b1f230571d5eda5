"""Charts of a batch as SVG: shares with their intervals, and amounts, without a script, for a page and paper.

Every axis of shares or amounts begins at 0.

Colours are those of Okabe and Ito, told apart by colour-blind readers; shapes tell the series apart besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from app.domain.i18n import format_number, translate
from app.markup.visible import visible
from app.projections.intervals import Share

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 72, 16, 16, 48
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


@dataclass(frozen=True, slots=True)
class Amounts:
    """What something came to at places of the lower axis, one after the other."""

    title: str
    points: Sequence[tuple[float, float]]


Axis = Sequence[tuple[float, str]]
"""Places on an axis, with their words."""


def shares_plot(title: str, axis: str, ticks: Axis, series: Sequence[Series]) -> str:
    """Return an SVG of shares from 0 to 100 % over an axis."""
    x = _across(ticks)
    parts = _frame(title, axis, ticks, [(step, percent(step)) for step in _STEPS], len(series))
    for number, one in enumerate(series):
        parts += _series(one, number, len(series), x)
    return "\n".join([*parts, "</g></svg>"])


def amounts_plot(title: str, axis: str, ticks: Axis, series: Sequence[Amounts], form: str) -> str:
    """Return an SVG of amounts from 0 upwards over an axis; `form`: how one is written, as for `format`."""
    x = _across(ticks)
    steps = round_ticks(max((at for one in series for _, at in one.points), default=1.0), form)
    highest = steps[-1][0]
    parts = _frame(title, axis, ticks, [(at / highest, told) for at, told in steps], len(series))
    for number, one in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        places = [(x(at) + _aside(number, len(series)), _y(value / highest)) for at, value in one.points]
        parts += _line(places, colour) + [_mark(px, py, number, colour) for px, py in places]
        parts += _legend(one.title, number, colour)
    return "\n".join([*parts, "</g></svg>"])


def round_ticks(highest: float, form: str) -> Axis:
    """Return up to six round amounts from 0 to one that is not below the highest."""
    return [
        (step, format_number(form.format(step))) for step in round_steps(0, highest if highest > 0 else 1.0)
    ]


def round_steps(low: float, high: float, most: int = 5) -> list[float]:
    """Return the round values that enclose a range, in at most so many equal steps and two for its ends.

    A step is 1, 2, 2.5 or 5 times a power of ten. `low` lies below `high`.
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one * most >= (high - low) * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * number for number in range(first, last + 1)]


def _across(ticks: Axis) -> Callable[[float], float]:
    """Return where a place of the lower axis is drawn."""
    low = min((at for at, _ in ticks), default=0.0)
    high = max((at for at, _ in ticks), default=1.0)

    def x(at: float) -> float:
        inner = WIDTH - LEFT - RIGHT - 40
        return LEFT + 20 + ((at - low) / (high - low) if high > low else 0.5) * inner

    return x


def _frame(title: str, axis: str, ticks: Axis, steps: Axis, series: int) -> list[str]:
    """Return the beginning of a plot with its axes; `steps`: heights from 0 to 1."""
    x = _across(ticks)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 22 * series}">',
        f'<g role="img" aria-label={quoteattr(title)} font-size="13" fill="currentColor">',
    ]
    for step, told in steps:
        y = _y(step)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="currentColor" '
            f'stroke-opacity="0.2"/><text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{_text(told)}</text>'
        )
    for at, words in ticks:
        parts.append(
            f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{_text(words)}</text>'
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{_text(axis)}</text>'
    )
    return parts


def percent(share: float) -> str:
    """Return a share as a whole “67%”, as the language that is spoken has it."""
    return translate("{n}%", n=f"{share * 100:.0f}")


def _series(one: Series, number: int, of: int, x: Callable[[float], float]) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    known = [point for point in one.points if point.share.of]
    parts, places = [], []
    for point in known:
        # Beside each other at rounds; where the place is a figure, hardly.
        aside = _aside(number, of) * (1 if one.lined else 0.25)
        px, share = x(point.at) + aside, point.share
        places.append((px, _y(share.value)))
        parts.append(
            f'<line x1="{px:.1f}" x2="{px:.1f}" y1="{_y(share.low)}" y2="{_y(share.high)}" '
            f'stroke="{colour}" stroke-width="1.5"/>'
        )
    if one.lined:
        parts += _line(places, colour)
    parts += [_mark(px, py, number, colour) for px, py in places]
    return parts + _legend(one.title, number, colour)


def _aside(number: int, of: int) -> float:
    """Return how far a series is drawn aside: intervals at one place would hide each other."""
    return (number - (of - 1) / 2) * min(6.0, 36.0 / of)


def _line(places: Sequence[tuple[float, float]], colour: str) -> list[str]:
    if len(places) < 2:
        return []
    path = " ".join(f"{px:.1f},{py}" for px, py in places)
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>']


def _legend(title: str, number: int, colour: str) -> list[str]:
    y = HEIGHT + 22 * number + 8
    return [f'{_mark(LEFT + 6, y, number, colour)}<text x="{LEFT + 20}" y="{y + 4}">{_text(title)}</text>']


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
