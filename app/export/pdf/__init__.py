"""Reports as PDF: Qt lays the pages out in a child process, for a report is written without a window too."""
