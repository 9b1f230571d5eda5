"""What stock panels cannot show, a folder for each workflow that has something of the kind."""
