"""Rules of a debate: pure functions over its state and its texts."""
