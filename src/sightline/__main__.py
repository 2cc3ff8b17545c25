"""`python -m sightline` is `sightline`."""

import sys

from sightline.apps.cli.main import main

sys.exit(main())
