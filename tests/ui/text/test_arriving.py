"""A text that arrives is formatted as far as it is whole, and stands as it should once all of it is there."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt

from app.markup.render import render
from app.ui.kit.text.arriving import closed, open_fence, whole_until
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import tr
from tests.support.quiet import quiet

ANSWER = (
    "# Yes\n\nA **trial** of twelve months.\n\n## Who\n- **Support** first,\n  in two groups\n"
    "- then the office\n\n"
    "```\n## no heading\n\n- no point\n```\n\nThe end of `it`."
)


def test_only_blocks_that_are_whole_are_told_from_the_rest() -> None:
    assert whole_until("One line that may go on", 0) == 0
    assert whole_until("One.\n\nTwo", 0) == 6
    assert whole_until("## Head\n", 0) == 8
    assert whole_until("- one\n  goes on\n- two", 0) == 16
    assert whole_until("- one\n\n  its second paragraph", 0) == 0
    assert whole_until("```\na\n\nb\n## c", 0) == 0
    assert whole_until(ANSWER, 0) == ANSWER.index("The end")


@pytest.mark.parametrize("step", [1, 7, 40])
async def test_no_marks_of_what_is_whole_are_seen_while_it_arrives(view: SafeTextView, step: int) -> None:
    for end in range(step, len(ANSWER) + step, step):
        view.show_text(ANSWER[:end], live=True)
    seen = view.plain()
    assert "**" not in seen
    assert "# Yes" not in seen
    assert "Support first, in two groups" in " ".join(seen.split())
    assert "## no heading\n\n- no point" in seen
    assert seen.rstrip().endswith("The end of it.")
    view.show_text(ANSWER)
    whole = view.plain().split()
    assert whole == seen.replace("`", "").split()


async def test_a_text_that_is_already_arriving_when_it_is_opened_is_formatted_too(view: SafeTextView) -> None:
    view.show_text(ANSWER[: ANSWER.index("Who") + 2], live=True)
    assert "**" not in view.plain()


async def test_headings_are_not_larger_than_a_title_and_lines_end_in_time(view: SafeTextView) -> None:
    view.resize(1600, 400)
    view.show_text(ANSWER + "\n\n" + "A long line of plain words. " * 30)
    body = view.font().pointSizeF()
    page = view.document()
    block, sizes, widest = page.begin(), [], 0.0
    while block.isValid():
        fragment = block.begin()
        if not fragment.atEnd():
            sizes.append(fragment.fragment().charFormat().font().pointSizeF())
        layout = block.layout()
        lines = [layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())]
        widest = max([widest, *lines])
        block = block.next()
    assert max(sizes) == pytest.approx(body * 15 / 13, rel=0.01)
    assert 400 < widest <= 480 * view.fontMetrics().height() / 15


POINTS = "## Head\n\n- One point.\n- Another.\n- A third.\n\nAnd words.\n\n- The only one.\n\nThe end.\n\n"


def _places(view: SafeTextView) -> list[tuple[str, int]]:
    """Return each block with where it stands, in pixels from the first."""
    page, found = view.document(), []
    block = page.begin()
    while block.isValid():
        if block.text() or block.next().isValid():
            top = page.documentLayout().blockBoundingRect(block).top()
            found.append((block.text().strip(), round(top)))
        block = block.next()
    return [(words, top - found[0][1]) for words, top in found]


async def test_points_stand_where_they_will_while_they_arrive(view: SafeTextView) -> None:
    view.resize(600, 900)
    for end in range(0, len(POINTS), 5):
        view.show_text(POINTS[:end], live=True)
        await quiet()
    view.show_text(POINTS + "x", live=True)
    await quiet()
    arriving = _places(view)
    view.show_text(POINTS + "x")
    await quiet()
    assert "" not in dict(arriving), "no empty line stands before a point"
    assert arriving[:-1] == _places(view)[:-1]


ARABIC = "هذا نص عربي طويل بما يكفي لسطر واحد"


@pytest.mark.parametrize(
    "text",
    [
        ARABIC,
        f"# {ARABIC}\n\n{ARABIC}",
        f"- {ARABIC}\n- {ARABIC}",
        f"> {ARABIC}",
        f"First.\n\n{ARABIC}",
        f"**{ARABIC}** GPT",
    ],
)
@pytest.mark.parametrize("live", [False, True])
async def test_lines_from_right_to_left_stand_at_the_right(view: SafeTextView, text: str, live: bool) -> None:
    view.show_text(text, live=live)
    view.grab()
    block, checked = view.document().begin(), 0
    while block.isValid():
        if "هذا" in block.text():
            line = block.layout().lineAt(0)
            left = line.naturalTextRect().left()
            room = line.width() - line.naturalTextWidth()
            assert block.textDirection() == Qt.LayoutDirection.RightToLeft or live
            assert left >= room - 20, (block.text(), left, room)
            checked += 1
        block = block.next()
    assert checked


STREAM = (
    "## What it costs\n\nWith **bold words**, *some* and `code` we say $W_q = \\frac{a}{b}$, then:\n"
    "| Option | One-off |\n|---|---:|\n| Terminate | €2.6 m |\n| Stay | €0 |\n\n"
    "```python\ndef f(x):\n    return x\n```\n\n$$E = \\frac{1}{2} m v^2$$\n\n"
    "1. **First** point with [a link](https://example.org/x)\n2. second one, $5 and $10\n"
)


@pytest.mark.parametrize("step", [1, 3, 8])
async def test_no_sign_of_what_is_still_open_is_seen(view: SafeTextView, step: int) -> None:
    for end in range(3, len(STREAM), step):
        view._open_until = 0.0
        view.show_text(STREAM[:end], live=True)
        seen = view.plain()
        assert not seen.endswith(("*", "`")), STREAM[:end][-40:]
        for sign in ("**", "##", "|", "```", "](", "\\frac", "---", "$W", "$$"):
            assert sign not in seen, (sign, STREAM[:end][-40:])


async def test_what_stands_stays_in_its_place_while_more_arrives(view: SafeTextView) -> None:
    view.resize(420, 900)
    before: list[tuple[str, int]] = []
    for end in range(3, len(STREAM), 4):
        view._open_until = 0.0
        view.show_text(STREAM[:end], live=True)
        now = _places(view)
        for (words, top), (same, at) in zip(before[:-1], now, strict=False):
            assert words != same or abs(top - at) <= 1, (words, STREAM[:end][-40:])
        before = now


async def test_a_formula_on_lines_of_its_own_is_told_of_until_it_is_whole(view: SafeTextView) -> None:
    end = STREAM.index("v^2$$")
    view.show_text(STREAM[:end], live=True)
    assert view.plain().split()[-3:] == tr("formula being written").split()
    view.show_text(STREAM[: end + 5], live=True)
    view._open_until = 0.0
    view.show_text(STREAM[: end + 6], live=True)
    assert tr("formula being written") not in view.plain()


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("so **it", "so **it**"),
        ("so **it *is", "so **it *is***"),
        ("a `b", "a `b`"),
        ("see [the", "see the"),
        ("see [the page]", "see the page"),
        ("see [12", "see [12"),
        ("see [12]", "see [12]"),
        ("see [the page](https://exa", "see the page"),
        ("- one\n- ", "- one"),
        ("costs $5 and", "costs $5 and"),
        ("so $x_", "so "),
        ("so\n\n$$\n\\frac{a", "so\n\n\n\n$$\n\\phantom{}\\text{…}\n$$"),
        ("| a | b", "| a | b|\n|---|---|"),
        ("```\na\n``", "```\na"),
        ("2 * 3", "2 * 3"),
    ],
)
def test_what_is_open_is_closed(text: str, whole: str) -> None:
    assert closed(text) == whole


SIGNS = re.compile(r"\*\*|```|\$\D|\\|\]\(|~~|`|\[\^|^#|^\s*[-*+]\s|^[=-]+$", re.MULTILINE)
MIXED = r"""## In *short*

***Every* five**, ~~not~~ `x_1 * 2`, for $90^\circ$ and __a__ [link](https://a.example)[^1], $5 of $10.

| a | b |
|---|--:|
| **5 min** | `a \| b` |
| [it](https://a.example) | $x_i^2$ |

Setext
======

\begin{align*}
x &= 1
\end{align*}

> Quoted, **it**:
>
> | c | d |
> |---|---|
> | **5 min** | `e` |
>
> - a point, [so](https://a.example "named so") they say

- one with `code`
- two with \(x_1\) and **bold**

---

```
x = 1
```

[^1]: A note.
"""


def test_no_sign_is_seen_raw_whatever_has_arrived() -> None:
    for end in range(1, len(MIXED)):
        seen = render(closed(MIXED[:end])).text
        if raw := SIGNS.search(seen):
            pytest.fail(f"{raw.group()!r} is seen after {MIXED[max(0, end - 30) : end]!r}: {seen[-60:]!r}")


NESTED = (
    "Words.\n\n1. One.\n2. Two.\n   - nested one\n   - nested two\n3. See it.\n   - last\n\n- other\n\nEnd"
)


async def test_points_in_points_stand_where_they_will_while_they_arrive(view: SafeTextView) -> None:
    for end in range(5, len(NESTED), 5):
        view.show_text(NESTED[:end], live=True)
        view.catch_up()
    view.show_text(NESTED, live=True)
    await quiet()
    arriving = _places(view)
    view.show_text(NESTED)
    await quiet()
    assert arriving == _places(view)


@pytest.mark.parametrize("text", ["> ```\n> co", "1. a\n\n   - b\n\n     ```py\n     co", "````\n```\nco"])
def test_a_fence_is_open_wherever_it_stands(text: str) -> None:
    assert open_fence(text)
    assert not open_fence(text + "\n" + ("````" if text.startswith("````") else "```"))


async def test_no_word_moves_when_a_text_becomes_longer_than_its_view(view: SafeTextView) -> None:
    view.set_margins(12, 8)
    view.resize(300, 160)
    before: list[int] = []
    for end in range(100, 800, 20):
        view.show_text(("Words that go on and on in **one** line after another. " * 20)[:end], live=True)
        view.catch_up()
        await quiet()
        block = view.document().firstBlock()
        lines = [block.layout().lineAt(at) for at in range(block.layout().lineCount())]
        starts = [line.textStart() for line in lines]
        assert starts[: len(before)] == before
        before = starts
    assert view.verticalScrollBar().maximum() > 0
