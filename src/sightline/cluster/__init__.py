"""Heat maps, graphs of who sees whom and studies of games, on the cores of a machine or on many
machines: `pip install 'sightline[cluster]'`.

    from sightline.cluster import heat_map, open_heat

    if __name__ == "__main__":      # as wherever Python starts processes
        run = heat_map("country.zarr", "quest", radius=20, out="heat")
        print(run.complete, open_heat("heat")[:10, :10])

The work is cut up, each piece carries its own cut of the map, and results are written as they come:
what is stopped, is resumed. docs/cluster.md tells how; `sightline heatmap MAP --cluster`,
`sightline graph` and `sightline study one-card-dungeon --cluster` are the same from a terminal.
"""

from sightline.cluster.crew import Spent
from sightline.cluster.games import ClusterStudy, study_dungeon
from sightline.cluster.questions import (
    ClusterRun,
    graph_files,
    heat_map,
    open_heat,
    read_graph,
    visibility_graph,
)

__all__ = [
    "ClusterRun",
    "ClusterStudy",
    "Spent",
    "graph_files",
    "heat_map",
    "open_heat",
    "read_graph",
    "study_dungeon",
    "visibility_graph",
]
