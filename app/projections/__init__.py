"""Incremental folds over shared facts, for the engine, the faces and the exports."""
