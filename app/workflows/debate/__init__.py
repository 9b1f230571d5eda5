"""Debate: several models answer one question, criticise each other and refine; a person decides each round."""
