"""Heights at the table: where figures walk and what they see, storey by storey."""
