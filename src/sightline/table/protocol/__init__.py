"""The protocol between pages and the server: every message is defined here.

`client` has the messages of a page, `server` those of the server. A page sends `actions`, which
change something, and `questions`, which do not; `answers` are the responses to questions. `types`
has the small types of their fields. All are msgspec structs with limits on every field, so invalid
messages are rejected during decoding. The page's TypeScript types are generated from them.
"""
