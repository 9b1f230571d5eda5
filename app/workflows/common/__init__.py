"""What several workflows need: structured replies and rules that read prose."""
