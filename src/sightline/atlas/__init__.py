"""The atlas of fields of view: popular algorithms, measured beside our rules.

    sightline atlas -o build/atlas

scans          symmetric shadowcasting, diamond walls
rays           lines to every tile, lines to the rim, a fixed set of rays (DCSS)
flood          MiniGrid's algorithm
packages       python-tcod in this process, rot.js through node
algorithms     all of them by name, each with the definition that it approximates
definitions    exact definitions of what is visible
maps           seeded maps, and scenes in which algorithms are known to fail
measures       symmetry, difference, leaks, blind corners, artifacts, speed
drawing        pictures of the differences
report         the tables, in Markdown and JSON
"""
