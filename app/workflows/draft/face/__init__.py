"""The face of a draft: gates, tabs, words and exports."""
