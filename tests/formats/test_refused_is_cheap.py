"""A refused file takes at most 200 MB beside itself, and two seconds: bombs of each kind."""

import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import is_set
from tests.formats.test_load_save import NASTY
from tests.formats.test_readers_are_safe import BOMBS, LARGE
from tests.formats.test_tabletop_bombs import BOMBS as TABLETOP_BOMBS

MEGABYTES, SECONDS = 200, 2
UNPACKED = {"many-layers.tmx"}
"""What may be unpacked (256 MB in all) is more than that."""

LOAD = """
import sys, time
from importlib import import_module
from sightline.errors import SightlineError
from sightline.formats import READERS, load_bytes
for name in READERS:
    import_module(f"sightline.formats.{name}")
data = sys.stdin.buffer.read()

def megabytes(what):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(what)) / 1024

before = megabytes("VmRSS")
with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")  # the peak so far is forgotten, which was that of our parent
start = time.process_time()
try:
    load_bytes(data, sys.argv[1])
except SightlineError:
    print("refused", megabytes("VmHWM") - before, time.process_time() - start)
else:
    print("loaded 0 0")
"""
EVERY: dict[str, Any] = {
    **{name: make for name, (make, _) in BOMBS.items() if name not in UNPACKED},
    **{name: make for name, (make, _) in TABLETOP_BOMBS.items()},
    **NASTY,
}
FEW = ("entities.tmx", "unpacks.tmx", "claims.tmx", "objects", "brackets", "letters", "quotes")
"""What is tried in every run."""


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="what a process took, as Linux has it"
)
@pytest.mark.parametrize(
    "name",
    sorted(EVERY) if is_set("SIGHTLINE_THOROUGH") else [each for each in FEW if each not in LARGE],
)
def test_what_is_refused_costs_little(name) -> None:
    made = EVERY[name]
    done = subprocess.run(
        [sys.executable, "-c", LOAD, name],
        input=made if isinstance(made, bytes) else made(),
        capture_output=True,
        timeout=120,
        check=True,
    )
    fate, took, seconds = done.stdout.decode().split()
    if fate == "refused":
        assert float(took) <= MEGABYTES
        assert float(seconds) <= SECONDS
