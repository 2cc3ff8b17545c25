"""Games at the table: seats, and the views that pages get.

The rules live in `sightline.games`; each `TableGame` here turns them into messages.
"""
