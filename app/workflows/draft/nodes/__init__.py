"""Nodes of a draft: what is asked, of whom, and what follows."""
