"""Sessions as files: the same bytes for the same session."""
