"""The running table: one change at a time, and updates for all pages.

`Table` handles requests in order. `transaction` makes a change in memory and on disk, or not at
all, and `broadcast` then sends each page its changes. `listeners` are the connected pages.
`fairness` limits how long a user can delay others.
"""
