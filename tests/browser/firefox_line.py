"""Start Firefox and forward its messages: `python firefox_line.py FIREFOX WORDS...`.

The driver reads the address from Firefox's output; this proxy replaces it with its own. It answers
commands that this Firefox lacks and that our tests do not depend on.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

NOT_YET = {"emulation.setMediaFeaturesOverride"}
"""It sets the color scheme, which our tests in Firefox do not change."""
STARTED = re.compile(rb"(WebDriver BiDi listening on )(ws://\S+)")


async def between(driver: ServerConnection, firefox: ClientConnection) -> None:
    async def there() -> None:
        async for frame in driver:
            said = json.loads(frame)
            if said["method"] in NOT_YET:
                await driver.send(json.dumps({"type": "success", "id": said["id"], "result": {}}))
            else:
                await firefox.send(frame)

    async def back() -> None:
        async for frame in firefox:
            await driver.send(frame)

    ways = {asyncio.create_task(there()), asyncio.create_task(back())}
    _, other = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for each in other:
        each.cancel()


async def main(words: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    address = ""

    async def answer(driver: ServerConnection) -> None:
        line = connect(f"{address}/session", max_size=None, compression=None, proxy=None)
        async with line as other:
            await between(driver, other)

    async with serve(answer, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async for text in firefox.stderr:
            if found := STARTED.search(text):
                address = found[2].decode()
                text = STARTED.sub(rb"\1ws://127.0.0.1:%d" % port, text)
            sys.stderr.buffer.write(text)
            sys.stderr.flush()
        return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
