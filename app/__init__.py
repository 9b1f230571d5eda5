"""Roundtable: several models deliberate in rounds, a person decides."""
