"""Sessions as files: Markdown to read, JSON to import again, JSONL for tools."""
