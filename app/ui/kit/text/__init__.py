"""The one way model text reaches the screen with formatting."""
