"""Run the command `sightline` as `python -m sightline`."""

import sys

from sightline.apps.cli.main import main

sys.exit(main())
