"""Model text → safe HTML: nothing in it is loaded, opened or lost."""
