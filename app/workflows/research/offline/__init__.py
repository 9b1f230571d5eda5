"""The offline council of a research."""
