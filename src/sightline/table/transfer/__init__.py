"""Import of maps, export of pictures and files.

Incoming files are read in a separate process (`map_worker`), and PNGs are rendered in another
(`picture_worker`), so that neither a hostile file nor a large picture blocks the server.
"""
