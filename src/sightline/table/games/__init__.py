"""Games at the table: seats, and each page's view.

The rules are in `sightline.games`. Each `TableGame` here turns them into messages.
"""
