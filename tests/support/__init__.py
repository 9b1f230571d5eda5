"""What several suites share: a toy workflow and sessions over real files."""
