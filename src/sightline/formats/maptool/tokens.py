"""Tokens of MapTool: their positions, sizes, lights, and areas that block sight."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sightline.formats.contract import Report
from sightline.formats.counts import count, tell
from sightline.formats.maptool.areas import FAR, Areas
from sightline.formats.maptool.grid import MapGrid, Surface
from sightline.formats.safe.safe_xml import XmlElement
from sightline.formats.shared.figure_limits import MAX_FIGURES
from sightline.formats.shared.tokens import Tokens, tile_at
from sightline.formats.shared.walls import Spot
from sightline.model.threshold import Threshold
from sightline.texts import say

TOKEN = "net.rptools.maptool.model.Token"
_ATTACHED = "net.rptools.maptool.model.AttachedLightSource"
_SOURCE = "net.rptools.maptool.model.LightSource"
_LIGHT = "net.rptools.maptool.model.Light"
_SQUARE_SIZES = {
    # The ids of MapTool's sizes. Sizes that are not listed cover one square.
    "fwABAdBlFSoGAAAAKgABAA==": 2,  # Large
    "fwABAdBlFSoHAAAAKgABAA==": 3,  # Huge
    "fwABAdFlFSoIAAAAKgABAQ==": 4,  # Gargantuan
    "fwABAeFlFSoJAAAAKgABAQ==": 6,  # Colossal
}
_HEX_SIZES = {
    "fwABAQllXDgCAAAAOAABAQ==": 0,  # Large: three hexes, which matches none of our sizes
    "fwABAQllXDgDAAAAOAABAQ==": 2,  # Huge: a hex with one ring
    "wKgPRkuqwbEJAAAAgIAKQg==": 3,  # Humongous: with two rings
}
_BLACK = 0xFFFFFF
"""A mask for the red, green and blue of a color. MapTool uses black light as dim light."""


@dataclass(frozen=True)
class _Token:
    element: XmlElement
    x: Fraction
    y: Fraction
    size: int
    """Width in squares, or number of rings of hexes; 0 for a group of three hexes."""
    snaps: bool

    @property
    def span(self) -> int:
        return max(self.size, 1)


class Figures:
    """The tokens of one map."""

    def __init__(self, root: XmlElement, zone: XmlElement, grid: MapGrid, areas: Areas) -> None:
        self._root = root
        self._grid = grid
        self._areas = areas
        self._units = zone.number("unitsPerCell", 0, 1_000_000, 5)
        self._all: list[_Token] = []
        for element in areas.inside(zone.get("tokenMap"), TOKEN):
            self._all.append(self._token(element))
            if len(self._all) > MAX_FIGURES:
                raise element.error(say("more than {most:,} tokens", most=MAX_FIGURES))
        self._standing = [
            token for token in self._all if token.element.words("layer", default="TOKEN") == "TOKEN"
        ]

    def _token(self, element: XmlElement) -> _Token:
        size = 1
        for entry in (self._areas.get(element, "sizeMap") or element).all("entry"):
            tags = [self._areas.resolve(child) for child in entry.children]
            key = next((child.words("baGUID") for child in tags if child.get("baGUID")), "")
            grids = [child.text for child in tags if child.tag in ("java-class", "string")]
            if any(("Hex" in grid) == self._grid.is_hex for grid in grids):
                sizes = _HEX_SIZES if self._grid.is_hex else _SQUARE_SIZES
                size = sizes.get(key, 1)
        return _Token(
            element,
            element.number("x", -FAR, FAR, 0),
            element.number("y", -FAR, FAR, 0),
            size,
            element.words("snapToGrid", default="true") == "true",
        )

    def spots(self) -> list[Spot]:
        """Return two opposite corners of each token on the map, in pixels."""
        half = self._grid.size / 2
        spots = []
        for token in self._standing:
            x, y = self._middle(token)
            reach = half * token.span
            spots += [(x - reach, y - reach), (x + reach, y + reach)]
        return spots

    def ground(self) -> list[Spot]:
        """Return the corners of the pictures on the background layer, which many maps consist
        of.
        """
        spots = []
        for token in self._all:
            if token.element.words("layer") == "BACKGROUND":
                width, height = self._picture_size(token)
                corners = [(x, y) for x in (Fraction(0), width) for y in (Fraction(0), height)]
                spots += [self._on_map(token, corner) for corner in corners]
        return spots

    def _middle(self, token: _Token) -> Spot:
        """Return the middle of a token in pixels. The file stores its corner, or the middle of
        its hex.
        """
        if self._grid.is_hex and token.snaps:
            return token.x, token.y
        half = self._grid.size * token.span / 2
        if self._grid.kind == "diamonds":
            # The file has the upper corner of the diamond.
            return token.x, token.y + half
        return token.x + half, token.y + half

    # --- on the board

    def stand(self, tokens: Tokens, surface: Surface, report: Report) -> None:
        """Place all tokens on the board, with their lights."""
        fate: Counter[str] = Counter()
        sources = self._light_sources()
        for token in self._standing:
            element = token.element
            x, y = surface.to_board(self._middle(token))
            if not self._grid.is_hex:
                # The top left tile. The middle of a large figure is a corner or the middle of a
                # tile.
                back = Fraction(token.span - 1, 2)
                x, y = x - back, y - back
            at = tile_at(surface.board, (x, y))
            fate["three hexes"] += token.size == 0
            is_hero = element.words("tokenType") == "PC"
            fate["npc"] += not is_hero
            name = tokens.stand(
                element.words("name"), at, token.span, "hero" if is_hero else "enemy", element.place
            )
            for attached in self._areas.inside(element.get("lightSourceList"), _ATTACHED):
                key = self._areas.get(attached, "lightSourceId", "baGUID")
                source = None if key is None else sources.get(key.text)
                if source is None:
                    fate["unknown light"] += 1
                elif name is not None:
                    tokens.shine(name, *source, element.place)
        if fate["npc"]:
            report.guessed.append(say("tokens of non-player characters (NPC) are enemies"))
        tell(fate, report.changed, ("three hexes", "figure", say(" of three hexes became one hex")))
        stamps = len(self._all) - len(self._standing)
        if stamps:
            report.lost.append(
                say("{things} on the object and background layers", things=count(stamps, "stamp"))
            )
        stored = say(" of a type that is stored in the campaign, not in this file")
        tell(fate, report.lost, ("unknown light", "light", stored))

    def _light_sources(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Return the bright and dim radius, in tiles, of each kind of light in the campaign, by
        its id.
        """
        sources: dict[str, tuple[Fraction, Fraction]] = {}
        properties = self._areas.get(self._root, "campaign", "campaignProperties")
        kinds = None if properties is None else self._areas.get(properties, "lightSourcesMap")
        if kinds is None or not self._units:
            return sources
        for element in self._areas.inside(kinds, _SOURCE):
            key = self._areas.get(element, "id", "baGUID")
            if key is not None and element.words("type", default="NORMAL") == "NORMAL":
                sources[key.text] = self._reach(element)
        return sources

    def _reach(self, source: XmlElement) -> tuple[Fraction, Fraction]:
        bright = dim = Fraction(0)
        for light in self._areas.inside(source.get("lightList"), _LIGHT):
            if light.words("lumens", default="100").startswith("-"):
                continue  # darkness
            radius = light.number("radius", 0, 1_000_000, 0) / self._units
            color = light.words("paint", "color")
            # The number includes alpha, which can make it negative.
            is_dim = color.lstrip("-").isdigit() and not int(color) & _BLACK
            if is_dim:
                dim = max(dim, radius)
            else:
                bright = max(bright, radius)
        return bright, max(bright, dim)

    # --- blocking areas

    def outlines(
        self, kinds: Sequence[tuple[str, str, Threshold | None]], report: Report
    ) -> Iterator[tuple[list[Spot], Threshold, str]]:
        """Yield the outlines of the areas on tokens that block sight, such as doors, at their
        places on the map.
        """
        blocking = left_out = 0
        for token in self._all:
            for _, tag, threshold in kinds:
                area = token.element.get(tag)
                if area is None:
                    continue
                rings = self._areas.rings(area, self._tile(token))
                if threshold is None:
                    left_out += len(rings)
                    continue
                blocking += bool(rings)
                for ring in rings:
                    way = [self._on_map(token, spot) for spot in ring]
                    if self._is_mirrored(token):
                        way.reverse()  # reversed, so that the area is on its left again
                    yield way, threshold, token.element.place
        if blocking:
            report.read.append(
                say("areas that block sight on {things}", things=count(blocking, "token"))
            )
        if left_out:
            report.lost.append(say("{things} of pits on tokens", things=count(left_out, "outline")))

    def _picture_size(self, token: _Token) -> Spot:
        width, height = (token.element.number(tag, 0, FAR, 0) for tag in ("width", "height"))
        return width or Fraction(1), height or Fraction(1)

    def _scale(self, token: _Token) -> Spot:
        """Return the scale at which a token's picture is drawn."""
        element = token.element
        if element.words("snapToScale", default="true") == "true":
            width, height = self._picture_size(token)
            across, down = self._grid.tile
            fit = min(across * token.span / width, down * token.span / height)
            return fit, fit
        return element.number("scaleX", 0, 1_000, 1), element.number("scaleY", 0, 1_000, 1)

    def _tile(self, token: _Token) -> Fraction:
        """Return the width of a tile in pixels of the token's picture."""
        return self._grid.size / (max(self._scale(token)) or 1)

    def _is_mirrored(self, token: _Token) -> bool:
        flips = [token.element.words(tag) == "true" for tag in ("isFlippedX", "isFlippedY")]
        return flips[0] != flips[1]

    def _on_map(self, token: _Token, spot: Spot) -> Spot:
        """Convert a point of a token's picture to pixels of the map."""
        element = token.element
        width, height = self._picture_size(token)
        x, y = spot
        if element.words("isFlippedX") == "true":
            x = width - x
        if element.words("isFlippedY") == "true":
            y = height - y
        across, down = self._scale(token)
        x, y = (x - width / 2) * across, (y - height / 2) * down
        facing = element.words("facing")
        if element.words("tokenShape") == "TOP_DOWN" and facing.lstrip("-").isdigit():
            # A facing of -90 is down, which is how the picture is drawn. Angles are
            # counterclockwise.
            turn = math.radians(-(int(facing) + 90))
            cos, sin = Fraction(math.cos(turn)), Fraction(math.sin(turn))
            x, y = x * cos - y * sin, x * sin + y * cos
        anchor = element.number("anchorX", -FAR, FAR, 0), element.number("anchorY", -FAR, FAR, 0)
        if element.words("snapToScale", default="true") == "true" or token.snaps:
            middle = self._middle(token)
        else:
            middle = token.x + width * across / 2, token.y + height * down / 2
        return middle[0] + x + anchor[0], middle[1] + y + anchor[1]
