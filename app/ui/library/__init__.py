"""All sessions in a table: filters, preview, what can be done with them. Imports panels, view and kit."""
