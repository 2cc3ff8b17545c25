"""Pictures at the table: stored, cut into tiles, and sent to the pages that may have them."""
