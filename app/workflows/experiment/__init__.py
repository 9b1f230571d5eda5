"""The experiment: one model, cycle after cycle, with tools, a memory of its own and its reflections."""
