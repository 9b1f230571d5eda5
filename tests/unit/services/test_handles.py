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
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (300, {most}))
make_room({sessions})
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("sessions", "most", "room"),
    [(10, "hard", 300), (100, "hard", 700), (100, "500", 500), (100, "300", 300)],
)
def test_the_limit_is_raised_as_far_as_it_is_needed_and_may_be(sessions: int, most: str, room: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED.format(sessions=sessions, most=most)],
        capture_output=True,
        encoding="utf-8",
        timeout=AMPLE,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, str(room)), done.stderr
