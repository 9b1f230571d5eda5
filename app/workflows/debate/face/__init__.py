"""The face of a debate: its form, gates, tabs, words and report."""
