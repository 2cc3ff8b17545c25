"""The long checks, in the order in which docs/evidence.md lists them."""

from tests.evidence.check import Check
from tests.evidence.checks.heights import Heights, HeightsKernel, HeightsPacks
from tests.evidence.checks.kernels import Kernels
from tests.evidence.checks.kills import Kills
from tests.evidence.checks.protocol import Protocol
from tests.evidence.checks.readers import Readers
from tests.evidence.checks.reference import Reference
from tests.evidence.checks.rooms import Rooms
from tests.evidence.checks.small_boards import SmallBoards
from tests.evidence.checks.suites import Sanitizers, WithoutKernels

CHECKS: tuple[Check, ...] = (
    SmallBoards(),
    Reference(),
    Heights(),
    HeightsKernel(),
    HeightsPacks(),
    Kernels(),
    Rooms(),
    Readers(),
    Protocol(),
    Kills(),
    WithoutKernels(),
    Sanitizers(),
)
