"""Heat maps, visibility graphs and game studies on all cores of a machine, or on many machines:
`pip install 'sightline-engine[cluster]'`.

    from sightline.cluster import heat_map, open_heat

    if __name__ == "__main__":      # needed in every program that starts processes
        run = heat_map("country.zarr", "center", radius=20, out="heat")
        print(run.complete, open_heat("heat")[:10, :10])

The work is split into pieces. Each piece contains its own part of the map, and results are written
as they arrive, so a stopped run can be resumed. See docs/cluster.md; `sightline heatmap MAP
--cluster`, `sightline graph` and `sightline study one-card-dungeon --cluster` do the same from a
terminal.
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
