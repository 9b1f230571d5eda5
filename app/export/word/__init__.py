"""Word documents: a report to hand on, and a text with tracked changes that comes back in."""
