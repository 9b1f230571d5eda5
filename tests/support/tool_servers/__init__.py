"""Real MCP servers, started as child processes or served on loopback; good ones and hostile ones."""
