"""Every state that the window can show, played on a made-up core, and the pictures of them."""
