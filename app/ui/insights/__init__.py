"""Figures and charts over a session, and the map of its run. Imports view and kit."""
