"""Starting the window: the loop, the one instance, signals that end it, crash reports. May import every
room."""
