"""The tabs of a session and what they are made of."""
