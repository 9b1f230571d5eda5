"""The workflows there are, and the facts that they bring."""

from __future__ import annotations

from collections import Counter

import pytest

from app.domain.fact_base import NO_ENTRY, PlainBodies, Record, UnknownFact
from app.domain.facts import SHARED_FACTS
from app.workflows.registry import SHIPPED, Registry
from tests.support.sound_faces import check_faces


def record(tag: str) -> Record:
    """Return an empty record of a type."""
    return Record(1, 0, NO_ENTRY, 0, 0, tag, 1, "{}", PlainBodies())


def test_every_fact_has_a_tag_of_its_own() -> None:
    own = {fact for plugin in Registry().plugins.values() for fact in plugin.facts}
    tags = Counter(fact.tag() for fact in {*SHARED_FACTS, *own})
    assert [tag for tag, times in tags.items() if times > 1] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_what_faces_show_of_a_workflow_holds_together(name: str) -> None:
    check_faces(name, Registry().plugins[name])


def test_facts_are_read_with_the_workflow_alone_that_is_there() -> None:
    registry = Registry()
    own = next(iter(registry.plugins["research"].facts))
    for fact in (SHARED_FACTS[0], own):
        assert fact.tag() in registry.catalogue
    assert list(registry.plugins.made) == ["research"]


def test_a_fact_of_any_workflow_is_found_also_where_none_is_there_yet() -> None:
    tags = [next(iter(plugin.facts)).tag() for plugin in Registry().plugins.values()]
    registry = Registry()
    assert all(tag in registry.catalogue for tag in reversed(tags))
    assert registry.catalogue.classes().keys() >= set(tags)


def test_what_no_workflow_knows_is_kept_as_unknown() -> None:
    registry = Registry()
    assert isinstance(registry.catalogue.decode(record("told_by_a_later_program")), UnknownFact)
    assert registry.plugins.made.keys() == SHIPPED.keys()
