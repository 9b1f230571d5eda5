"""Roundtable: several models deliberate in rounds, a person decides."""

import os

# No package of anybody else's hooks into our models; to look for one takes pydantic longer than a window
# takes to paint.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

__version__ = "0.1.0"
