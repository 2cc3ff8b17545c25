"""The table: a server for one master and their players, and the page that it serves."""
