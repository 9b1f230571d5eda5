"""Prompt templates: strict, so that a missing or misspelt variable is an error and never an empty place."""

from app.prompts.templates import PromptTemplates, fenced

__all__ = ["PromptTemplates", "fenced"]
