"""The battlefields and units of a skirmish as data, with lookup tables."""
