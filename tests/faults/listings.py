"""What a server says of its models: some, or why it shows nobody any."""

from __future__ import annotations

import json
import math

from tests.faults.server import Act, Script
from tests.faults.speaking import error_body
from tests.support.waiting import AMPLE


def having(*models: str, owner: str = "somebody") -> Script:
    """Return what a server says that has these models."""
    body = json.dumps({"data": [{"id": name, "owned_by": owner} for name in models]}).encode()
    return lambda _: Act([body], 200, {"content-type": "application/json"}, "length")


def refusing(status: float) -> Script:
    """Return what a server says that shows nobody its models; infinity: nothing."""
    if status == math.inf:
        return lambda _: Act(before=AMPLE)
    body = error_body("openai", int(status), "error", "Not for you.")
    return lambda _: Act([body], int(status), {"content-type": "application/json"}, "length")
