"""Gates of workflows that are to come, so that the sample can show any that describes itself."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.gates import GateKind, Verb
from app.domain.i18n import words

JUDGE = GateKind(
    "judge",
    words("The judge wants a revision"),
    (
        Verb("continue", words("Try again with this feedback"), primary=lambda payload: True),
        Verb("accept", words("Accept anyway")),
        Verb("cancel", words("Cancel")),
    ),
    short=words("judge wants a revision"),
    headline=lambda payload, place: words(
        "Judge, attempt {n}: needs revision.", n=payload.get("attempt") or 1
    ),
    told=lambda payload: (words("“{text}”", text=payload.get("feedback", "")),),
)
DOWNSTREAM = GateKind(
    "downstream",
    words("This change affects later parts"),
    (
        Verb("keep_all", words("Keep all, mark stale"), primary=lambda payload: True),
        Verb("cull_all", words("Delete all and go on"), destroys=True),
        Verb("cancel", words("Cancel")),
    ),
    short=words("later parts are affected"),
    told=lambda payload: (words("“{text}”", text=payload.get("summary", "")),),
)
SAMPLE_GATES: Mapping[str, GateKind] = {kind.name: kind for kind in (JUDGE, DOWNSTREAM)}
