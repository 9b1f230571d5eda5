"""Carry a person's edit of one text over to a newer version of it (a three-way merge)."""

from __future__ import annotations

from dataclasses import dataclass

from diff_match_patch import diff_match_patch

from app.diffing.spans import Region, Span, diff_texts, edit_regions

_CONTEXT = 24
"""Characters around an edit by which its place is known again."""
_FARTHEST = 10_000
"""Characters from where it is expected that an edit's place is looked for."""


@dataclass(frozen=True, slots=True)
class _Carried:
    """The newer text with the edit made in it, and the (old, new) parts of the edit that found no place."""

    text: str
    unplaced: tuple[tuple[str, str], ...] = ()

    @property
    def whole(self) -> bool:
        """Tell whether every part found its place."""
        return not self.unplaced


def carry_over(base: str, edited: str, newer: str) -> _Carried:
    """Make in `newer` the changes that lead from `base` to `edited`; nothing is dropped in silence.

    A change whose surroundings stand unchanged in `newer` is made there exactly; any other is placed as a
    patch is, by the likeness of its surroundings.
    """
    if base in (edited, newer):
        return _Carried(newer if base == edited else edited)
    if edited == newer:
        return _Carried(newer)
    equal = [span for span in diff_texts(base, newer) if span.kind == "equal"]
    text = newer
    loose: list[Region] = []
    # From the back, so that places before an edit stay where they are.
    for region in reversed(edit_regions(base, edited)):
        a0, a1, b0, b1 = region
        offset = _exact(equal, a0, a1, len(base))
        if offset is None:
            loose.append(region)
        else:
            text = text[:offset] + edited[b0:b1] + text[offset + a1 - a0 :]
    unplaced: list[tuple[str, str]] = []
    for region in reversed(loose):
        patched = _patched(base, edited, text, region, _expected(equal, region[0]))
        if patched is None:
            unplaced.append((base[region[0] : region[1]], edited[region[2] : region[3]]))
        else:
            text = patched
    return _Carried(text, tuple(unplaced))


def _exact(equal: list[Span], start: int, end: int, length: int) -> int | None:
    """Return where in the newer text an unchanged stretch of the base with both its borders stands."""
    for span in equal:
        last = span.old + len(span.text)
        before = span.old < start or start == 0 == span.old
        behind = end < last or end == length == last
        if span.old <= start and end <= last and (before or behind):
            return span.new + start - span.old
    return None


def _expected(equal: list[Span], offset: int) -> int:
    found = 0
    for span in equal:
        if span.old > offset:
            break
        found = span.new + min(offset - span.old, len(span.text))
    return found


def _patched(base: str, edited: str, text: str, region: Region, expected: int) -> str | None:
    """Apply one edit as a patch, or return None where its place is not found."""
    a0, a1, b0, b1 = region
    if a1 - a0 > 0 and text.count(base[a0:a1]) == 1 and a1 - a0 >= 8:
        at = text.index(base[a0:a1])
        return text[:at] + edited[b0:b1] + text[at + a1 - a0 :]
    start, end = max(0, a0 - _CONTEXT), min(len(base), a1 + _CONTEXT)
    tool = diff_match_patch()
    tool.Match_Distance = _FARTHEST
    tool.Match_Threshold = 0.35
    tool.Patch_DeleteThreshold = 0.35
    tool.Diff_Timeout = 0.5
    marks = [
        (op, part)
        for op, part in (
            (0, base[start:a0]),
            (-1, base[a0:a1]),
            (1, edited[b0:b1]),
            (0, base[a1:end]),
        )
        if part
    ]
    patches = tool.patch_make(base[start:end], marks)
    for patch in patches:
        patch.start1 += max(0, expected - (a0 - start))
        patch.start2 += max(0, expected - (a0 - start))
    patched, done = tool.patch_apply(patches, text)
    return str(patched) if done and all(done) else None
