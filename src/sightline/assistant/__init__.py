"""The MCP server of `sightline mcp`, with which assistants ask the engine instead of guessing.

maps     the maps of a session, and questions about them, through the service's workers
server   the tools
run      stdio and streamable HTTP
"""
