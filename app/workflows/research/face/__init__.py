"""The face of a research: gates, tabs, words, report and exports."""
