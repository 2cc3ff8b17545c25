"""The state of a table: its maps, figures and players, and every change to them.

A `World` stores each object as plain JSON under its key, with a `MapScene` for each map: the
engine's board and the figures on it. A change is a list of `JournalEntry`s. An `ActionPlan` is an
allowed change, and `History` knows which changes can be undone and redone. Visibility and storage
are handled elsewhere.
"""
