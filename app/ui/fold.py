"""Old name of `app.ui.view`, for the panels that still ask for it."""

from app.ui.view import CritiqueRow, RoundRow, SessionView, TextVersion

__all__ = ["CritiqueRow", "RoundRow", "SessionView", "TextVersion"]
