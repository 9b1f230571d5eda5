"""Draft: a document developed level by level, each change judged, explained, and accepted as a commit."""
