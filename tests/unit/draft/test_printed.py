"""A novel's text in a report: what its writer set stays what it means."""

from __future__ import annotations

from app.markup.render import render
from app.workflows.draft.face.exports import printed

NOVEL = """# The Salt Road

“You are late,” said Mara.
She counted the coins.

#

They sang all night.

* * *

No one spoke of the well[^deed] or the road[^b].

> The salt is old,
> the road is long.

```
a[^x]
b
```

[^b]: It was paved.
[^deed]: It was dug in 1802.
"""


def test_scenes_lines_and_footnotes_of_a_novel_stay_what_they_mean() -> None:
    ends = {one: f"{one}  " for one in ("said Mara.", "is old,", "was paved.")}
    notes = {"[^deed]:": "¹", "[^b]:": "²", "[^deed]": "¹", "[^b]": "²"}
    wanted = NOVEL.strip()
    for was, becomes in {**ends, **notes, "\n#\n": "\n* * *\n"}.items():
        wanted = wanted.replace(was, becomes)
    assert printed(NOVEL) == wanted


def test_they_are_shown_so() -> None:
    html = render(printed(NOVEL)).html
    assert html.count("<hr>") == 2
    assert "said Mara.<br>She counted" in html
    assert "old,<br>the road" in html
    assert "the well¹" in html


def test_what_is_no_note_and_what_ends_already_stays() -> None:
    text = "See [^1] alone.\\\nOne  \nTwo"
    assert printed(text) == text
    assert printed("") == ""
