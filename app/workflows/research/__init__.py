"""Research: agents study a folder; findings with checked citations accumulate until the criteria hold."""
