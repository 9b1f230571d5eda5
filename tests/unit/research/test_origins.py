"""Copies of a text are one source, whatever they are called."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.rules.origins import MOST_KEPT, origins

WORDS = [f"word{n}" for n in range(400)]


def prose(seed: int, length: int = 300) -> str:
    rng = Random(seed)
    return " ".join(rng.choice(WORDS) for _ in range(length))


def edited(text: str, every: int) -> str:
    return " ".join("edited" if at % every == 0 else word for at, word in enumerate(text.split()))


def test_copies_are_one_origin_and_others_are_not() -> None:
    text = prose(1)
    found = origins(
        {
            "notes/b.md": text,
            "notes/a.md": text.upper().replace(" ", "\n"),
            "notes/edited.md": edited(text, 25),
            "other.md": prose(2),
            "rewritten.md": edited(text, 3),
            "empty.md": "",
            "void.md": "  \n",
        }
    )
    assert found == {
        "notes/a.md": "notes/a.md",
        "notes/b.md": "notes/a.md",
        "notes/edited.md": "notes/a.md",
        "other.md": "other.md",
        "rewritten.md": "rewritten.md",
        "empty.md": "empty.md",
        "void.md": "void.md",
    }


def test_long_copies_are_told_from_a_sample() -> None:
    text = prose(3, 20_000)
    assert len(text.split()) > 10 * MOST_KEPT
    found = origins({"a": text, "b": edited(text, 40), "c": prose(4, 20_000), "d": prose(3, 400)})
    assert found == {"a": "a", "b": "a", "c": "c", "d": "d"}


def test_a_collection_is_no_copy_of_what_it_holds() -> None:
    parts = {f"part{n}.md": prose(n) for n in range(10)}
    found = origins({**parts, "all.md": "\n".join(parts.values())})
    assert len(set(found.values())) == 11


def test_a_common_head_makes_no_copies() -> None:
    head = prose(99, 60)
    found = origins({f"src/{n}.py": head + " " + prose(n, 240) for n in range(40)})
    assert len(set(found.values())) == 40


def test_short_texts_are_copies_only_where_they_are_the_same() -> None:
    assert origins({"a": "x = 5", "b": "x  =  5", "c": "x = 6"}) == {"a": "a", "b": "a", "c": "c"}


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=3), st.text(max_size=60), max_size=6), st.randoms()
)
def test_the_order_of_files_changes_nothing_and_every_origin_is_its_own(
    texts: dict[str, str], rng: Random
) -> None:
    found = origins(texts)
    order = list(texts)
    rng.shuffle(order)
    assert origins({path: texts[path] for path in order}) == found
    assert set(found) == set(texts)
    assert all(found[origin] == origin for origin in found.values())
