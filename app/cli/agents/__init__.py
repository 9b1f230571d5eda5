"""The interface for agents: `roundtable mcp`, a Model Context Protocol server on standard streams."""
