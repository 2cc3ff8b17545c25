"""The table: a server for a game master and players, and the page that it serves.

Each folder is a layer, and imports only from those above it in this list:

    protocol     messages between pages and the server
    state        the data: maps, figures, players, and every change to them
    storage      the file of a table
    vision       what each player sees and knows
    rulings      close calls that the game master decides
    actions      what users may do, and its effects
    questions    answers to queries
    service      the running table: plan, commit, send
    transfer     import of maps, export of pictures and files
    http         requests, WebSockets and access control
    run          startup, for the command line

See docs/table-inside.md. docs/architecture.md follows a drag through all layers.
"""
