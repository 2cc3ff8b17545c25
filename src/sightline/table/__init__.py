"""The table: a server for one master and their players, and the page that it serves in the browser.

Each folder is a layer, and imports only those before it in this list, through their `__init__`:

    protocol     what pages and the server say to each other
    state        what is true: maps, figures, players, and every change made to them
    storage      the file in which a table is kept
    vision       who sees and knows what
    rulings      looks that the rule leaves to the master
    actions      what people may do, and what it comes to
    questions    answers to what people ask
    service      the table at work: plan, commit, send
    transfer     maps in, pictures and files out
    http         requests, sockets, and who may come in
    run          starts it, for the command line

docs/table-inside.md tells more, and docs/architecture.md follows a drag through all of them.
"""
