"""The table over HTTP and WebSockets: routes, connections, access control and rate limits.

A request passes these modules in order: `uvicorn_server` (limits connections per address, found by
`addresses`), `guard` (accepts only own host names and origins), `websocket` (limits control
frames), `connection` (authenticates, and handles one message at a time within `rate_limits`).
"""
