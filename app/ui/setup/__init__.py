"""What a session is begun with: its form, the estimate, teams. Imports view and kit."""
