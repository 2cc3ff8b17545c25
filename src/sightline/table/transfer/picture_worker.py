"""Render a PNG in a separate process: `python -m sightline.table.transfer.picture_worker`.

Rendering takes a second, and blocks all threads of its process. The input is an SVG, and the output
the PNG.
"""

from __future__ import annotations

import sys

from sightline.processes import end_with_parent
from sightline.render import svg_to_png


def main() -> None:
    end_with_parent()
    sys.stdout.buffer.write(svg_to_png(sys.stdin.buffer.read().decode()))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
