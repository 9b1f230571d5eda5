"""Roundtable: several models deliberate in rounds, a person decides."""

__version__ = "0.1.0"
