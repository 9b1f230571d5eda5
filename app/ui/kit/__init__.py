"""What knows no session: words, theme, dialogs, tables, safe text, differences. Imports no other room."""
