"""The HTTP service of `sightline serve`: boards and questions as JSON, for every language.

messages, changes   requests and answers, as structs that also validate and document them
claims              answers about many tiles, and how each tile is verified
answering           answers a question about a board
quick               which questions need no worker
refusals            errors that name the field and the remedy
worker, pool        processes with limited memory and time for everything that may take long
shelf               boards that clients uploaded
openapi, metrics    the description of the service, and its counters
app, run            the routes, and the server
"""
