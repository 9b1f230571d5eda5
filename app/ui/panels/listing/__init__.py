"""The stock list with detail: a workflow's rows, filtered, grouped, and the chosen one in full."""
