"""The table's protocol: random sessions, and messages corrupted in transit."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.evidence.check import ENGINE, Check, Result, kernels_missing

GOAL = 10**6
STEPS = 25
GROUPS = ("evenings", "broken messages")


class Protocol(Check):
    name = "protocol"
    title = "The table's protocol"
    compares = (
        "each player's page with a slow reference for what they see and remember, after every"
        " message of a game master and two players; half of the messages are corrupted at random,"
        " and must be refused or act like a valid message"
    )
    unit = "messages"
    sources = (
        *ENGINE,
        *("src/sightline/table", "src/sightline/rulings", "src/sightline/storage"),
        *("tests/table/support", "tests/table/vision/test_knowledge.py"),
        *("tests/fuzz/fuzz_readers.py", "tests/evidence/checks/protocol.py"),
    )

    def missing(self) -> str:
        return kernels_missing()

    def groups(self) -> dict[str, int]:
        return dict.fromkeys(GROUPS, GOAL // len(GROUPS))

    def part(self, group: str, number: int) -> Result:
        return asyncio.run(_evening(number, broken=group == "broken messages"))


OF_HEIGHTS = ("bottom", "top", "elevation", "floor", "stops")
"""Action fields that the reference model of the players' knowledge does not support."""


async def _evening(seed: int, *, broken: bool) -> Result:
    from tests.table.support.fake_pages import repeated_ids
    from tests.table.vision.test_knowledge import evening

    result = Result()
    with result.case(f"evening {seed}"), repeated_ids():
        async with evening(seed) as here:
            if broken:
                _break_messages(here, Random(f"broken {seed}"))
            for _ in range(STEPS):
                await here.step()
                result.answers += 1
    return result


def _break_messages(here: Any, rng: Random) -> None:
    """Corrupt every later message between the page and the table, byte by byte."""
    import msgspec

    from sightline.table.http.connection import _DECODER
    from sightline.table.protocol.actions import PlayerAction
    from sightline.table.protocol.client import Ask, Do
    from tests.fuzz.fuzz_readers import mutate

    for person in (here.ours.master, *here.ours.players.values()):
        do, ask, page = person.do, person.ask, person.page

        def broken(message: Any) -> Any:
            try:
                return _DECODER.decode(mutate(msgspec.json.encode(message), rng))
            except (msgspec.MsgspecError, ValueError, RecursionError):
                return None  # the connection would refuse this message

        async def do_broken(action: Any, *, do: Any = do, page: Any = page) -> Any:
            message = broken(Do("broken", action))
            if not isinstance(message, Do):
                return None
            if page.actor.role != "master" and not isinstance(message.action, PlayerAction):
                return None  # the connection would refuse this message too
            given = {getattr(message.action, name, None) for name in OF_HEIGHTS}
            if given - {None, "", msgspec.UNSET}:
                return None  # the reference supports only flat maps
            return await do(message.action)

        async def ask_broken(question: Any, *, ask: Any = ask) -> Any:
            message = broken(Ask("broken", question))
            return await ask(message.question) if isinstance(message, Ask) else None

        person.do, person.ask = do_broken, ask_broken
