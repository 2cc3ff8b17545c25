"""Measurements on a map: distances, the tiles of areas, and the part of an area that a user
knows.
"""
