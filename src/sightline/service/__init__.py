"""The HTTP service of `sightline serve`: boards and questions as JSON, for every language.

messages, changes   the requests and answers, as structs that validate and document
answering           a question about a board -> an answer
refusals            errors that name the field and the remedy
worker, pool        processes with limited memory and time for whatever may take long
shelf               boards that clients uploaded
openapi, metrics    the description of the service, and its counters
app, run            the routes, and the server
"""
