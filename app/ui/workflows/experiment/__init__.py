"""The tabs of an experiment: messages, reflections, memory, metrics and its log."""
