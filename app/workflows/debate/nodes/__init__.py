"""Nodes of a debate: what is asked, of whom, and what follows."""
