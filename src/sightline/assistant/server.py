"""The tools of the MCP server. Each is a thin layer over the service's questions.

The docstrings of tools are the descriptions that assistants read.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from itertools import permutations
from typing import Any, Literal

from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from sightline import __version__
from sightline.assistant.maps import Maps
from sightline.errors import SightlineError
from sightline.model.threshold import Purpose
from sightline.rules.registry import RULES
from sightline.service.refusals import Refusal

INSTRUCTIONS = (
    "Exact line of sight, cover, areas and movement for maps of tabletop games. Read a map first,"
    " place the figures, then ask. Do not guess what is visible: ask `look`. Positions are [row,"
    " column] on squares and [q, r] on hexes, or tiles such as C4, or names of figures; for another"
    ' height than the ground {"tile": "C4", "elevation": 2} or {"tile": "C4", "floor": "gallery"}.'
    " Answers carry a proof of each look and a claim about all tiles; `check_proof` verifies both."
)
MOST_PROOFS = 30
"""The most pairs for which one answer has proofs."""
NO_PROOFS = "There are too many pairs. Ask `look` for the proof of one."
PlaceName = str | list[int] | dict[str, Any]
CLAIM = {"detail": "claim"}
Side = Literal["hero", "ally", "enemy", "neutral"]
Answer = dict[str, Any]


def make_server(maps: Maps) -> MCPServer[Any]:
    """Return the server with all its tools."""
    server: MCPServer[Any] = MCPServer(
        "sightline", version=__version__, instructions=INSTRUCTIONS, log_level="CRITICAL"
    )
    tools = Tools(maps)
    for name in TOOLS:
        server.add_tool(_in_words(getattr(tools, name)), structured_output=name != "picture")
    return server


def _in_words(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return the tool, changed so that its errors say what is wrong and what to do."""

    @functools.wraps(tool)
    async def called(*given: Any, **named: Any) -> Any:
        try:
            return await tool(*given, **named)
        except Refusal as refusal:
            problem = refusal.problem
            raise ToolError(f"{problem.field}: {problem.message} {problem.remedy}") from None
        except SightlineError as error:
            raise ToolError(str(error)) from None

    return called


class Tools:
    """The functions that assistants can call. Each docstring is the description that they read."""

    def __init__(self, maps: Maps) -> None:
        self._maps = maps

    # --- maps

    async def read_map(self, path: str) -> Answer:
        """Read a map file: Universal VTT, Dungeondraft, Foundry, Roll20, Tiled, text and others.
        The answer has the map_id for all other tools."""
        return await self._maps.read(path)

    async def draw_map(self, text: str) -> Answer:
        """Make a map from a drawing: '.' is floor, '#' is rock, a letter is a figure."""
        return await self._maps.draw(text)

    async def list_maps(self) -> Answer:
        """List the maps that were read."""
        return {"maps": self._maps.every()}

    async def show_map(self, map_id: str) -> Answer:
        """Show a map as a drawing with all figures."""
        return self._maps.show(map_id)

    async def map_document(self, map_id: str) -> Answer:
        """Return the whole map as sightline JSON. Together with a proof, it is all that
        `sightline.check` needs.
        """
        return self._maps.document(map_id)

    async def place_figure(
        self,
        map_id: str,
        name: str,
        at: list[int],
        side: Side = "neutral",
        size: int = 1,
        elevation: float | None = None,
        height: float = 1,
    ) -> Answer:
        """Put a new figure on the map. `size` 2 covers 2 by 2 squares. `elevation` is the height of
        its feet in tiles, for flyers and upper floors."""
        placed = {"change": "place", "name": name, "at": at, "side": side, "size": [size, size]}
        return self._maps.change(map_id, [{**placed, "elevation": elevation, "height": height}])

    async def move_figure(
        self, map_id: str, figure: str, to: list[int], elevation: float | None = None
    ) -> Answer:
        """Move a figure to another tile.

        Ask `reach` first whether it can get there. Without `elevation` the figure keeps its
        elevation.
        """
        moved: dict[str, Any] = {"change": "move", "figure": figure, "to": to}
        if elevation is not None:
            moved["elevation"] = elevation
        return self._maps.change(map_id, [moved])

    async def change_map(self, map_id: str, changes: list[dict[str, Any]]) -> Answer:
        """Change a map: a list of changes, all or none. Each has "change": remove (figure), paint
        (tiles, solid), terrain (tiles, kind), edges (edges, carries: wall, door, gate or null,
        state), door (edge, state), wall (ends), unwall (ends), height (tiles, cover, elevation),
        lift (figure, elevation), floor (name, height, tiles), unfloor (name). Edges and walls also
        take bottom, top and stops: window, curtain or bars."""
        return self._maps.change(map_id, changes)

    # --- questions

    async def look(
        self,
        map_id: str,
        source: PlaceName,
        target: PlaceName,
        rule: str | None = None,
        by: Purpose = "sight",
    ) -> Answer:
        """Tell whether source sees target, how much cover the target has, and why, with a proof.

        Use `by` "effect" for shots and spells, which windows and bars treat differently.
        """
        question = {"from": source, "to": target, "rule": rule, "by": by, "detail": "proof"}
        return await self._maps.ask("see", map_id, question)

    async def who_sees_whom(self, map_id: str, rule: str | None = None) -> Answer:
        """Tell who sees whom, for all figures.

        If there are few, the answer has a proof of each pair.
        """
        answer = await self._maps.ask("who", map_id, {"rule": rule})
        pairs = list(permutations(self._maps.people(map_id), 2))
        return {**answer, "proofs": await self._proofs(map_id, pairs, rule)}

    async def _proofs(
        self, map_id: str, pairs: list[tuple[Any, str]], rule: str | None, by: Purpose = "sight"
    ) -> list[Any] | str:
        """Return the data that `check` needs for each pair, or the reason why there
        are no proofs.
        """
        if len(pairs) > MOST_PROOFS:
            return NO_PROOFS
        return [(await self.look(map_id, a, b, rule, by))["proof"] for a, b in pairs]

    async def field(
        self,
        map_id: str,
        viewers: list[PlaceName],
        rule: str | None = None,
        radius: int | None = None,
        floor: str | None = None,
    ) -> Answer:
        """Return the tiles and figures that these viewers see together.

        The answer has a claim about every tile, and a proof for each viewer and each other figure;
        the proofs ignore the radius.
        """
        question = {"viewers": viewers, "rule": rule, "radius": radius, "floor": floor, **CLAIM}
        answer = await self._maps.ask("field", map_id, question)
        others = [each for each in self._maps.people(map_id) if each not in viewers]
        pairs = [(viewer, other) for viewer in viewers for other in others]
        return {**answer, "proofs": await self._proofs(map_id, pairs, rule)}

    async def area(
        self,
        map_id: str,
        shape: Literal["circle", "cone", "line", "burst"],
        at: PlaceName,
        length: float,
        toward: PlaceName | None = None,
        corner: str | None = None,
        sight: bool = False,
        rule: str | None = None,
    ) -> Answer:
        """Return the tiles and figures that a spell or an explosion covers, with a claim about each
        tile. With sight, only those that the effect reaches, with a proof for each such figure.
        """
        question = {
            "shape": shape,
            "at": at,
            "length": length,
            "toward": toward,
            "corner": corner,
            "sight": sight,
            "rule": rule,
            **CLAIM,
        }
        answer = await self._maps.ask("area", map_id, question)
        if not sight:
            return answer
        pairs = [(at, each) for each in answer["figures"] if each != at]
        return {**answer, "proofs": await self._proofs(map_id, pairs, rule, "effect")}

    async def reach(
        self,
        map_id: str,
        figure: PlaceName,
        steps: float,
        to: PlaceName | None = None,
        diagonals: Literal["never", "open", "around"] = "open",
    ) -> Answer:
        """Return where a figure can go within a number of steps, and a path to `to`, with a claim
        about the cost of every tile.
        """
        question = {"from": figure, "steps": steps, "to": to, "diagonals": diagonals, **CLAIM}
        return await self._maps.ask("reach", map_id, question)

    async def compare_rules(self, map_id: str, source: PlaceName, target: PlaceName) -> Answer:
        """Answer one line of sight by every rule and every game, each with its
        reason and its proof.
        """
        question = {"from": source, "to": target, "detail": "proof"}
        return await self._maps.ask("compare", map_id, question)

    async def picture(
        self,
        map_id: str,
        source: PlaceName | None = None,
        target: PlaceName | None = None,
        rule: str | None = None,
        format: Literal["png", "svg"] = "png",
    ) -> Any:
        """Return a picture of the map.

        With `source` it shows what source sees, and with `target` also the line between the two.
        """
        question = {"from": source, "to": target, "rule": rule, "format": format}
        data = await self._maps.picture(map_id, question)
        return Image(data=data, format="png") if format == "png" else data.decode()

    async def check_proof(self, map_id: str, proof: dict[str, Any]) -> Answer:
        """Verify a proof or a claim of an answer on the map in its current state.

        For a claim, every tile is verified.
        """
        return await self._maps.ask("check", map_id, {"proof": proof})

    # --- rules

    async def list_rules(self) -> Answer:
        """List every rule and game by name."""
        return {"rules": {name: rule.title for name, rule in RULES.items()}}

    async def explain_rule(self, rule: str) -> Answer:
        """Explain what a rule or a game says about sight and cover, and the source of that."""
        found = RULES[rule]
        game = found.game
        return {
            "name": rule,
            "title": found.title,
            "grids": list(found.grids),
            "blocks": found.blocks_in_words(),
            "degrees": {each: found.effect_of(each) for each in found.degrees},
            **({} if game is None else {"summary": game.summary, "source": game.source}),
        }


TOOLS = tuple(name for name in vars(Tools) if not name.startswith("_"))
