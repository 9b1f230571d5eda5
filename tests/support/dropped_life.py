"""Commands of somebody who may not do all, as root may: a life of a nursery that gives that up first."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Sequence
from dataclasses import astuple

import tests.support.command_life  # noqa: F401  what commands import is there
from tests.support.commands import call

VERSION = 0x20080522
"""Of the call: two words of each kind of capability."""
DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER = 1, 2, 3


def main(arguments: Sequence[str]) -> int:
    """Run commands, told as JSON, one after the other; print how each ended."""
    if os.geteuid() == 0:
        _drop(DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER)
    print(json.dumps([astuple(call(*command)) for command in json.loads(arguments[0])]))
    return 0


def _drop(*capabilities: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    head, has = (ctypes.c_uint32 * 2)(VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(head, has) == 0, os.strerror(ctypes.get_errno())
    # Effective, permitted and inheritable ones, the lower 32 of each.
    for at in range(3):
        has[at] &= ~sum(1 << one for one in capabilities)
    assert libc.capset(head, has) == 0, os.strerror(ctypes.get_errno())
