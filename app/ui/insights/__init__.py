"""Where the run stands and how it went: map, curves, criteria."""
