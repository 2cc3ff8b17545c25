"""Load a file in a subprocess with limited memory and time."""

from __future__ import annotations

from tests import forked

MEGABYTES, SECONDS = 200, 4
"""The most that refusing a file may cost. Two seconds are promised, but machines are busy."""

LOAD = """
import resource, sys, time
from sightline.errors import SightlineError
from sightline.formats import load_bytes
_, name, memory = sys.argv
resource.setrlimit(resource.RLIMIT_AS, (int(memory) << 20,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
data = sys.stdin.buffer.read()

def megabytes(what):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(what)) / 1024

before = megabytes("VmRSS")
start = time.process_time()
try:
    said = f"loaded: {load_bytes(data, name).board!r}"
except SightlineError as error:
    said = f"refused: {error}"
print(time.process_time() - start, megabytes("VmHWM") - before, said)
"""


def load_in_a_cage(
    name: str, data: bytes, *, memory: int = 512, refused_within: int = MEGABYTES
) -> str:
    """Return "loaded: ..." or "refused: ...", and check that a refusal is quick and needs little
    memory.

    `memory`: the memory limit of the process, in megabytes.
    """
    done = forked.run(["-c", LOAD, name, str(memory)], data)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    seconds, megabytes, said = done.stdout.decode().split(" ", 2)
    if said.startswith("refused"):
        assert float(seconds) < SECONDS, said[:200]
        assert float(megabytes) < refused_within, said[:200]
    return said
