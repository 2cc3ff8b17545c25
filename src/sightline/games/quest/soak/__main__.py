"""Play and check quests: `python -m sightline.games.quest.soak 10000`."""

import sys

from sightline.games.common.soak import run
from sightline.games.quest.soak import soak

run(soak, sys.argv[1:])
