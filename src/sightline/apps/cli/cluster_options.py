"""The options that commands share which hand out their work in pieces."""

from __future__ import annotations

from typing import Annotated

from sightline.apps.cli.words import Argument, Option

PerhapsMap = Annotated[
    str | None,
    Argument(
        "MAP",
        "A map of any format that is read; - for standard input. With --cluster also an array of"
        " rock, .npy or .zarr.",
    ),
]
OnCluster = Annotated[
    bool, Option("--cluster", "Cut the work up, for the processes of a cluster (docs/cluster.md).")
]
Rock = Annotated[
    str | None,
    Option(
        "--rock",
        "In place of MAP, an array of rock: .npy, .zarr, or .txt with # for rock, of any size.",
        "FILE",
    ),
]
Workers = Annotated[
    str | None,
    Option(
        "--workers",
        "How many processes of this machine; as many as it has cores. 0: no cluster.",
        "N",
    ),
]
Scheduler = Annotated[
    str | None,
    Option(
        "--scheduler", "A dask scheduler in place of them, such as tcp://10.0.0.1:8786.", "ADDR"
    ),
]
PieceSide = Annotated[
    str | None, Option("--piece", "How many tiles a piece has each way (of a study: games).", "N")
]
ResultFolderName = Annotated[
    str | None,
    Option("--out", "The folder for the result, which is written as it comes.", "DIR"),
]
ResumeRun = Annotated[bool, Option("--resume", "Go on with what was stopped.")]
