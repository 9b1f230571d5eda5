"""Child processes: how this program begins one, what it hands on to it, and the frames between the two."""
