"""The table over HTTP and WebSockets: routes, connections, access control and rate limits.

A request passes, in this order: `uvicorn_server` (connections per address, identified by
`addresses`), `guard` (own host names and origins only), `websocket` (limits control frames),
`connection` (authentication, and one message at a time within `rate_limits`).
"""
