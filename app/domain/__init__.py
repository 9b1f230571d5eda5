"""Values and pure rules shared by every layer; imports nothing of the program above it."""
