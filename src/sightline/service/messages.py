"""Requests and answers. The same structs validate requests and define the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import Encoder

from sightline.model.threshold import Purpose
from sightline.texts import plain_text

MOST_NAMES = 100
Name = Annotated[str, Meta(max_length=1_000)]
# The length is not limited, because msgspec 0.22 crashes on a limited string or a tuple.
RuleWord = Annotated[
    Name | dict[str, Any],
    Meta(description="A name that GET /v1/rules lists, or a rule with its settings."),
]
Metric = Literal["euclid", "chebyshev", "manhattan", "steps"]
_RANGE = Meta(ge=0, le=10_000)
Number = Annotated[int, _RANGE] | Annotated[float, _RANGE]
Detail = Annotated[
    Literal["verdict", "words", "proof"],
    Meta(description="words adds an explanation, proof also what POST /v1/check needs."),
]
ClaimDetail = Annotated[
    Literal["tiles", "claim"],
    Meta(description="claim adds what POST /v1/check needs to verify every tile."),
]


encoded = Encoder(enc_hook=plain_text).encode
"""Encodes an answer as JSON."""


class Incoming(Struct, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """The base of all requests."""


class Outgoing(Struct, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """The base of all answers."""


class PlaceAt(Incoming, kw_only=True):
    """A tile at a height: at an elevation in tiles, or on a floor."""

    tile: str | tuple[int, int]
    elevation: Annotated[float, Meta(ge=-10_000, le=10_000)] | None = None
    floor: str | None = None


PlaceWord = Annotated[
    str | tuple[int, int] | PlaceAt,
    Meta(
        description="A figure's name, a tile's name such as C4, a position [row, col], or a tile at"
        ' a height: {"tile": "C4", "elevation": 2} or {"tile": [2, 3], "floor": "gallery"}.'
    ),
]
PurposeWord = Annotated[
    Purpose,
    Meta(description="What needs a free line. Windows, curtains and bars differ."),
]


# --- boards


class MapFile(Incoming, kw_only=True):
    """A map file of any format that sightline reads."""

    name: Name
    """Its name. The ending is a hint to the format."""
    data: bytes
    """Its bytes in base64."""
    level: Name | None = None
    """The level to read, for a file with several."""
    snap: bool = False
    """Move walls that almost lie on grid edges onto them."""


class WithBoard(Incoming, kw_only=True):
    """A board, given in one of three ways. Omit all three to ask about a stored board by its id."""

    board: Annotated[
        dict[str, Any] | UnsetType, Meta(description='Our JSON: {"sightline": 1, "board": ...}.')
    ] = UNSET
    text: Annotated[str | UnsetType, Meta(description="A drawn map: see the page Drawn maps.")] = (
        UNSET
    )
    file: MapFile | UnsetType = UNSET


class Question(WithBoard, kw_only=True):
    """A question about a board."""

    rule: RuleWord | UnsetType = UNSET


class NewBoard(Question, kw_only=True):
    """A board to store, and the rule for questions that name none."""


class BoardInfo(Outgoing, kw_only=True):
    """A board that the service stores."""

    id: str
    version: int
    grid: str
    tiles: int
    figures: list[FigureInfo]
    rule: dict[str, Any]
    did: list[str] = []
    """The effects of the changes, one sentence each."""
    notes: list[str] = []
    """What was changed, guessed or lost when the map was read."""


class FigureInfo(Outgoing, kw_only=True):
    """A figure and its position."""

    name: str
    at: tuple[int, int]
    kind: str
    side: str
    size: tuple[int, int]
    elevation: int | str | None = None
    """The height of its feet in tiles: a whole number, or a fraction such as
    "3/2"; null means on the ground.
    """
    height: int | str = 1
    """The height from feet to head, in tiles."""


class BoardDocument(Outgoing, kw_only=True):
    """A whole board as sightline JSON."""

    id: str
    version: int
    board: dict[str, Any]


class BoardList(Outgoing, kw_only=True):
    """Every board that the service stores, the last used first."""

    boards: list[BoardInfo]


# --- questions


class AskSee(Question, kw_only=True):
    """Ask whether one place sees another."""

    from_: PlaceWord
    to: PlaceWord
    by: PurposeWord = "sight"
    detail: Detail = "verdict"


class AskCover(AskSee, kw_only=True):
    """Ask how much cover the target has."""


class AskField(Question, kw_only=True):
    """Ask which tiles the viewers see."""

    viewers: Annotated[list[PlaceWord], Meta(min_length=1, max_length=MOST_NAMES)]
    radius: Number | None = None
    metric: Metric = "euclid"
    floor: Name | None = None
    """The name of the floor whose tiles are tested; null means the viewer's own floor."""
    light_walls: bool = False
    """Also list solid tiles next to a visible floor tile."""
    by: PurposeWord = "sight"
    cover: bool = False
    """Also list the degree of cover of each tile."""
    detail: ClaimDetail = "tiles"


class AskCompare(Question, kw_only=True):
    """Ask for the answers of every rule and game."""

    from_: PlaceWord
    to: PlaceWord
    by: PurposeWord = "sight"
    detail: Annotated[
        Literal["words", "proof"], Meta(description="proof adds what POST /v1/check needs.")
    ] = "words"


class AskReach(Question, kw_only=True):
    """Ask where a figure can go."""

    from_: PlaceWord
    steps: Number
    to: PlaceWord | None = None
    """Also return a cheapest path to this tile."""
    diagonals: Literal["never", "open", "around"] = "never"
    diagonal_cost: Number = 1
    doors: tuple[Literal["open", "closed", "locked", "secret"], ...] = ("open",)
    through: bool | Annotated[list[Name], Meta(max_length=MOST_NAMES)] = False
    detail: ClaimDetail = "tiles"


class AskArea(Question, kw_only=True):
    """Ask which tiles a spell or an explosion covers."""

    shape: Literal["circle", "cone", "line", "burst"]
    at: PlaceWord
    length: Annotated[Number, Meta(description="Radius or length.")]
    toward: PlaceWord | None = None
    """The direction of a cone or line."""
    corner: Name | None = None
    """The corner of a burst, such as north-east."""
    angle: Literal[45, 60, 90, 120, 180] | Literal["as-wide-as-long"] | None = None
    metric: Metric = "euclid"
    sight: bool = False
    """List only tiles that an effect from the origin reaches by the rule."""
    detail: ClaimDetail = "tiles"


class AskWho(Question, kw_only=True):
    """Ask who sees whom."""

    by: PurposeWord = "sight"


class AskPicture(Question, kw_only=True):
    """Ask for a picture: of the board, a line of sight or a field."""

    from_: PlaceWord | None = None
    """Draw what this viewer sees, or with `to` the line between the two."""
    to: PlaceWord | None = None
    by: PurposeWord = "sight"
    format: Literal["svg", "png"] = "svg"
    theme: Literal["light", "dark"] = "light"
    all_lines: bool = False


class AskCheck(Question, kw_only=True):
    """Ask whether a proof or a claim holds on the board."""

    proof: dict[str, Any]


# --- answers


class SeeAnswer(Outgoing, kw_only=True):
    """The answer about one line of sight."""

    visible: bool
    verdict: Literal["visible", "hidden", "ambiguous"]
    degree: str = ""
    """The degree of cover, for rules with cover."""
    degrees: tuple[str, str] | None = None
    """The least and the most cover, if the game master decides."""
    effect: str = ""
    blocked: tuple[int, int] | None = None
    """How many lines are blocked, if open touches pass and if they block."""
    words: str = ""
    blockers: list[str] = []
    proof: dict[str, Any] | None = None


class FieldAnswer(Outgoing, kw_only=True):
    """The visible tiles."""

    count: int
    tiles: list[tuple[int, int]]
    figures: list[str]
    cover: list[tuple[int, int, str]] | None = None
    claim: dict[str, Any] | None = None


class Compared(Outgoing, kw_only=True):
    """The answer of one rule in a comparison."""

    rule: str
    ties: str = ""
    visible: bool
    verdict: str
    degree: str = ""
    effect: str = ""
    words: str
    proof: dict[str, Any] | UnsetType = UNSET


class CompareAnswer(Outgoing, kw_only=True):
    """The answers of every rule and game to one question."""

    answers: list[Compared]


class Reached(Outgoing, kw_only=True):
    """A tile and the cost of getting there: a whole number, or a fraction such as "3/2"."""

    tile: tuple[int, int]
    cost: int | str


class ReachAnswer(Outgoing, kw_only=True):
    """The tiles within reach, the cheapest first."""

    count: int
    tiles: list[Reached]
    path: list[tuple[int, int]] | None = None
    """The tiles of the path, or null if no path leads there."""
    claim: dict[str, Any] | None = None


class AreaAnswer(Outgoing, kw_only=True):
    """The tiles of an area and the figures on them."""

    count: int
    tiles: list[tuple[int, int]]
    figures: list[str]
    claim: dict[str, Any] | None = None


class WhoRow(Outgoing, kw_only=True):
    """Which figures one figure sees, and which are too close to call."""

    figure: str
    sees: list[str]
    ambiguous: list[str]


class WhoAnswer(Outgoing, kw_only=True):
    """Who sees whom, for every figure that is not furniture."""

    rows: list[WhoRow]


class CheckAnswer(Outgoing, kw_only=True):
    """Whether a proof holds, and what is wrong with it."""

    holds: bool
    problems: list[str]


class RuleInfo(Outgoing, kw_only=True):
    """A rule and its texts."""

    name: str
    title: str
    grids: list[str]
    blocks: str
    is_game: bool


class RuleList(Outgoing, kw_only=True):
    """All rules by name."""

    rules: list[RuleInfo]


class Health(Outgoing, kw_only=True):
    """The state of the service."""

    status: Literal["ok"]
    version: str
    boards: int


class Problem(Outgoing, kw_only=True):
    """An error: the field, the message and the remedy."""

    field: str
    message: str
    remedy: str


class ErrorAnswer(Outgoing, kw_only=True):
    """The form of every error."""

    error: Problem
