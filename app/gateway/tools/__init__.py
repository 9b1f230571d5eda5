"""Tools of MCP servers that the person configured: a child process each, and the parent's side of it."""
