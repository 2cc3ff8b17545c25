"""Heights at the table: where figures walk and what is seen, storey by storey."""
