"""Where things lie, and what a person has set."""
