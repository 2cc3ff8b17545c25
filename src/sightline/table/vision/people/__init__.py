"""What players learn of people: how hurt they look, whose turn it is, what happened in words."""
