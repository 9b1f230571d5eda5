"""What the tabs of a session show. Imports view and kit."""
