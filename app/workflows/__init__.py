"""The workflows, strangers to each other."""
