"""A batch of many sessions asks for as many open files as it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.waiting import AMPLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit there")

ASKED = """
import resource
from app.services.batches.running import make_room
for sessions, most in ((10, ""), (100, ""), (100, "500"), (100, "300")):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, int(most) if most else hard))
    make_room(sessions)
    print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def test_the_limit_is_raised_as_far_as_it_is_needed_and_may_be() -> None:
    # In a process of its own: what may be at most is never raised again.
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, encoding="utf-8", timeout=AMPLE, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["300", "700", "500", "300"]), done.stderr
