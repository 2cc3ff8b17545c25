"""The HTTP service of `sightline serve`: boards and questions as JSON, for every language.

messages, changes   the requests and answers, as structs that validate and document
claims              answers about many tiles, and how each tile is verified
answering           a question about a board -> an answer
quick               which questions need no worker
refusals            errors that name the field and the remedy
worker, pool        processes with limited memory and time for whatever may take long
shelf               boards that clients uploaded
openapi, metrics    the description of the service, and its counters
app, run            the routes, and the server
"""
