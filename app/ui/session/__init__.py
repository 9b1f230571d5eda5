"""The page of one session: header, strip, tabs, what is loaded when. Imports gates, panels, insights, view
and kit."""
