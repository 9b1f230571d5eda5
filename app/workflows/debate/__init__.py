"""Debate: several models answer one question, criticise each other, refine; a person decides each round."""
