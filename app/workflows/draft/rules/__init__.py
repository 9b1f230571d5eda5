"""Rules of a draft: pure functions over texts and replies."""
