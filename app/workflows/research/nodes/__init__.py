"""Nodes of a research: what is asked, of whom, and what follows."""
