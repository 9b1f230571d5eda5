"""Batches in the window: many sessions from one table, and what deliberating was worth."""
