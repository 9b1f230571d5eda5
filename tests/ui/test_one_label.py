"""One label for each verb: the bar of the window and the command line call an answer the same."""

from __future__ import annotations

from app.domain.gates import INTERRUPTIONS
from app.engine.plugin import ENDS
from app.ui.deciding.telling import REASONS
from app.ui.deciding.verbs import ELSEWHERE, labels_of
from app.workflows.registry import Registry

TWO_BUTTONS = {("failure", "fallback")}
"""Verbs that the window has two buttons for."""


def test_the_window_and_the_command_line_have_one_label_for_each_verb() -> None:
    kinds = [*INTERRUPTIONS.values()]
    kinds += [kind for plugin in Registry().plugins.values() for kind in plugin.gates.values()]
    for kind in kinds:
        shown = labels_of(kind.name, tuple(kind.verbs))
        for verb in kind.verbs:
            if verb not in ELSEWHERE and (kind.name, verb) not in TWO_BUTTONS:
                assert str(kind.label(verb)) == shown[verb], (kind.name, verb)


def test_the_window_and_the_command_line_say_alike_why_a_session_ended() -> None:
    told = {**ENDS}
    for plugin in Registry().plugins.values():
        told |= plugin.vocabulary.reasons
    assert {reason: str(words) for reason, words in told.items()} == REASONS
