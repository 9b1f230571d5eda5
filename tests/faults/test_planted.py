"""The faults that are planted by hand (`plant.py`) can be planted: what they change stands where they say."""

from __future__ import annotations

from tests.faults.plant import planted
from tests.support.commands import ROOT


def test_every_fault_that_is_planted_has_its_spot_and_its_test() -> None:
    faults = planted()
    assert len(faults) >= 97
    assert len({fault.what for fault in faults}) == len(faults)
    gone = [f.what for f in faults if f.old not in (ROOT / f.file).read_text(encoding="utf-8")]
    assert gone == [], "what these change is worded otherwise now: word them anew in planted.toml"
    for fault in faults:
        file, name = fault.test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), fault.what
