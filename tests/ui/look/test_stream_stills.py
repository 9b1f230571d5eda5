"""Stills of an answer that arrives: what stands above the open block stays to the pixel, no sign is raw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.ui.kit.text.arriving import whole_until
from app.ui.kit.text.safe_view import SafeTextView, warm
from app.ui.panels.answer_card import TextCard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ANSWER = r"""## In short

**Every five minutes.** That leaves 1,875 days at 85 % of the charge, and *49 more* than are needed.

| Interval | Readings a day | Mean current | Days at 85 % |
|---|---:|---:|---:|
| 10 s | 8,640 | 741.3 µA | 113 |
| 1 min | 1,440 | 141.3 µA | 590 |
| **5 min** | 288 | 45.3 µA | 1,875 |

### How it is worked out

```python
SLEEP = 8e-6          # A
def days(interval, usable=0.85):
    return CELL * usable / (SLEEP + READ / interval) / 86400
```

The mean current at an interval $T$ is

$$I = I_s + \frac{Q_m}{T} + \frac{Q_r}{3600}$$

so that \(T \ge 286\) s hold. What could break it:

1. A radio at **−10 °C**, see [the sheet](https://example.org/sheet).
2. A cell that has *lain* for two years, as `CELL` says.

> "The cell loses about 1 % a year by itself."

That is all.
"""
RAW = re.compile(r"\*\*|##|```|\||\$|\\[a-zA-Z(\[]|\]\(|^> |^- ", re.MULTILINE)
"""Signs that say how something is to be set."""
TOKEN, PER_STILL = re.compile(r"\s*\S{1,5}|\s+"), 4
"""A model's token, and so many to a still: sixteen a second, one still every 250 ms."""


class Still(NamedTuple):
    """What is seen at a moment: `settled` pixels from the top belong to blocks that are whole."""

    text: str
    seen: str
    picture: QImage
    settled: int


def stills(view: SafeTextView) -> Iterator[Still]:
    """Yield stills of the answer as it arrives."""
    tokens, text = TOKEN.findall(ANSWER), ""
    for at, token in enumerate(tokens, 1):
        text += token
        view.show_text(text, live=True)
        QApplication.processEvents()
        if at % PER_STILL == 0 or at == len(tokens):
            view.catch_up()
            QApplication.processEvents()
            yield Still(text, view.plain(), view.viewport().grab().toImage(), settled_until(view, text))


def settled_until(view: SafeTextView, text: str) -> int:
    """Return how far down the blocks reach that nothing more is added to."""
    if not whole_until(text, 0):
        return 0
    # The block that is open begins where the last whole one ends.
    last = view.document().findBlock(view._tail - 1)
    return int(view.document().documentLayout().blockBoundingRect(last).bottom())


def first_difference(one: QImage, other: QImage, until: int) -> int | None:
    """Return the first line of pixels above `until` in which two pictures differ."""
    until, wide = min(until, one.height(), other.height()), one.bytesPerLine()
    lines = (memoryview(picture.constBits()).cast("B") for picture in (one, other))
    here, there = lines
    return next((y for y in range(until) if here[y * wide :][:wide] != there[y * wide :][:wide]), None)


@pytest.fixture
def card(qtbot, app: QApplication) -> TextCard:
    warm()
    card = TextCard("Answer", "State")
    qtbot.addWidget(card)
    card.resize(306, 1500)
    card.show()
    # A caret would blink.
    card.text.setCursorWidth(0)
    return card


def test_an_answer_that_arrives_stands_to_the_pixel_as_it_will_and_shows_no_raw_sign(card: TextCard) -> None:
    found = list(stills(card.text))
    assert card.text.verticalScrollBar().maximum() == 0, "nothing scrolls: pictures can be laid side by side"
    assert len(found) > 40
    assert sum(one.settled > 0 for one in found) > len(found) / 2
    moved = [
        (one.text[-40:], y, one.settled)
        for one, other in pairwise(found)
        if (y := first_difference(one.picture, other.picture, one.settled)) is not None
    ]
    assert moved == [], "what stands above the block that arrives has changed"
    raw = [(one.text[-30:], sign[0]) for one in found if (sign := RAW.search(one.seen))]
    assert raw == []
    last = found[-1]
    card.text.show_text(ANSWER)
    QApplication.processEvents()
    assert card.text.plain().split() == last.seen.split(), "whole it is what the last still shows"
    assert first_difference(last.picture, card.text.viewport().grab().toImage(), last.settled) is None
