"""The rules of research: pure functions of its data, the same result in whatever order things arrived."""
