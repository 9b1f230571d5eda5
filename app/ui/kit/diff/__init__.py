"""The diff in the window: two texts side by side that never drift, and decisions on each change."""
