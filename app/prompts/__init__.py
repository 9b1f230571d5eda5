"""Prompt templates: strict, so that a missing or misspelt variable is an error and never an empty place."""
