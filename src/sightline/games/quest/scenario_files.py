"""Read a quest file as a `Scenario`, and check that it can be played."""

from __future__ import annotations

import os
from functools import lru_cache

from sightline.errors import FormatError
from sightline.formats.text import write
from sightline.games.quest.board.head import (
    DEFEAT,
    EXIT,
    FIND,
    HeadGoal,
    HeadNumbers,
    QuestHead,
    read_moves,
)
from sightline.games.quest.board.reading import parse_parts, quest_bytes, shipped_bytes
from sightline.games.quest.scenario import (
    ChestGift,
    FigureNumbers,
    Furnishing,
    QuestGoal,
    Scenario,
    ScenarioDoor,
    ScenarioFigure,
)
from sightline.model.figure import Figure
from sightline.model.numbers import short_repr
from sightline.model.square import SquareBoard
from sightline.model.threshold import Door, Gate, has_property
from sightline.texts import say, word

MAX_TILES, MAX_FIGURES = 1600, 60

HERO = FigureNumbers(moves=0, dice=2, attack=2, defence=2, body=6, range=1)
ALLY = FigureNumbers(moves=8, dice=0, attack=2, defence=1, body=3, range=1)
ENEMY = FigureNumbers(moves=6, dice=0, attack=2, defence=1, body=1, range=1)
LARGE_ENEMY = FigureNumbers(moves=4, dice=0, attack=4, defence=2, body=4, range=1)


@lru_cache(maxsize=32)
def read_scenario(text: str | bytes, name: str = "quest") -> Scenario:
    """Return the scenario of a text, or raise a `FormatError` that names the line.

    The result is cached, because its tables are slow to compute.

    >>> from sightline.games.quest import read_scenario
    >>> read_scenario("goal: exit C1\\n+---+---+---+\\n| H   .   . |\\n+---+---+---+\\n\\nH: hero")
    <Scenario: , 1 figures>
    """
    head, board, rulings = parse_parts(text, name)
    if rulings:
        raise FormatError(say("a quest that is played keeps its rulings in its saves"), name)
    if len(board.tiles()) > MAX_TILES:
        raise FormatError(say("expected at most {most:,} tiles", most=MAX_TILES), name)
    is_plain = not (board.wall_count or board.has_partial_barriers)
    if not is_plain or any(has_property(t) for _, _, t in board.edges()):
        raise FormatError(
            say("a quest that is played has plain walls, doors and gates between tiles"), name
        )
    people = [figure for figure in board.figures() if not figure.is_furniture]
    if len(people) > MAX_FIGURES:
        raise FormatError(
            say("expected at most {most} heroes, allies and enemies", most=MAX_FIGURES), name
        )
    if not any(figure.kind == "hero" for figure in people):
        raise FormatError(say("expected at least one hero on the board, got none"), name)
    figures = tuple(_figure(figure, head, name) for figure in people)
    furniture = tuple(_furnishing(f, board, head, name) for f in board.figures() if f.is_furniture)
    _check_places(board, name)
    _check_names(head, figures, furniture, name)
    return Scenario(
        text="\n".join((*head.lines(), "", _drawn(board))),
        title=head.title,
        story=head.story,
        mode=head.mode,
        large=head.large,
        reveal=head.reveal,
        rounds=head.rounds,
        goals=_goals(head, board, figures, furniture, name),
        figures=figures,
        doors=tuple(
            ScenarioDoor(a, b, type(t).__name__.lower(), t.state[0])
            for a, b, t in board.edges()
            if isinstance(t, (Door, Gate))
        ),
        furniture=furniture,
        board=board,
    )


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Return the scenario in a file."""
    return read_scenario(quest_bytes(path), str(path))


def shipped_scenario(name: str) -> Scenario:
    """Return a scenario that comes with sightline. `shipped_quests()` returns their names.

    >>> from sightline.games.quest import shipped_scenario
    >>> shipped_scenario("the-sealed-crypt").title
    'The Sealed Crypt'
    """
    return read_scenario(shipped_bytes(name), f"{name}.txt")


def _drawn(board: SquareBoard) -> str:
    """Return the map as in quest files: drawn with corners, even without walls."""
    text = write(board).decode()
    if board.has_edges:
        return text
    drawing, gap, legend = text.partition("\n\n")
    rows = drawing.split("\n")[-board.rows :]
    between = ["+" + "   +" * board.cols] * (board.rows - 1)
    rim = "+" + "---+" * board.cols
    tiles = [f"| {'   '.join(row)} |" for row in rows]
    inner = [line for pair in zip(tiles, [*between, rim], strict=True) for line in pair]
    return "\n".join((rim, *inner)) + gap + legend


def _figure(figure: Figure, head: QuestHead, name: str) -> ScenarioFigure:
    usual = {"hero": HERO, "ally": ALLY}.get(figure.kind, ENEMY)
    if usual is ENEMY and figure.size != (1, 1):
        usual = LARGE_ENEMY
    made = ScenarioFigure(
        figure.name, figure.kind, figure.at, figure.size, usual, figure.blocks_sight
    )
    # A figure's own numbers override those of its species.
    for called in dict.fromkeys((made.species, made.name)):
        for each in head.numbers:
            if each.name == called:
                made = made._replace(numbers=_numbers(made.numbers, each, name))
                if made.kind == "enemy" and made.numbers.dice:
                    raise FormatError(
                        say("moves: a monster has a number of them, and rolls none"),
                        say("{name}: line {line}", name=name, line=each.line),
                    )
    return made


def _numbers(numbers: FigureNumbers, said: HeadNumbers, name: str) -> FigureNumbers:
    for key, value in said.values:
        if key == "moves":
            steps, dice = read_moves(value, say("{name}: line {line}", name=name, line=said.line))
            numbers = numbers._replace(moves=steps, dice=dice)
        else:
            numbers = numbers._replace(**{key: int(value)})
    return numbers


def _furnishing(figure: Figure, board: SquareBoard, head: QuestHead, name: str) -> Furnishing:
    gift = ChestGift() if figure.kind == "chest" else None
    for each in head.chests:
        if each.name == figure.name:
            if gift is None:
                raise FormatError(
                    say(
                        "chest: {got} is a {kind}",
                        got=short_repr(each.name),
                        kind=word(figure.kind),
                    ),
                    say("{name}: line {line}", name=name, line=each.line),
                )
            gift = ChestGift(**{key: int(value) for key, value in each.values})
    tiles = sum(1 << tile[0] * board.cols + tile[1] for tile in figure.tiles)
    return Furnishing(
        figure.name, figure.kind, figure.at, figure.size, tiles, figure.blocks_sight, gift
    )


def _check_places(board: SquareBoard, name: str) -> None:
    """Raise an error if a figure stands in rock, on another figure or across a wall."""
    for figure in board.figures():
        for tile in figure.tiles:
            others = [other for other in board.names_at(tile) if other != figure.name]
            if others or board.is_solid(tile):
                what = others[0] if others else say("rock")
                raise FormatError(
                    say(
                        "{name} stands on {tile}, and so does {what}",
                        name=figure.name,
                        tile=str(tile),
                        what=what,
                    ),
                    name,
                )
            for other in figure.tiles:
                between = board.edge(tile, other) if board.grid.are_neighbors(tile, other) else None
                if between is not None and not figure.is_furniture:
                    raise FormatError(
                        say(
                            "{name} stands across the {between}",
                            name=figure.name,
                            between=word(str(between)),
                        ),
                        name,
                    )


def _check_names(
    head: QuestHead,
    figures: tuple[ScenarioFigure, ...],
    furniture: tuple[Furnishing, ...],
    name: str,
) -> None:
    """Raise an error if a name in a line is not on the map."""
    people = {each.name for each in figures} | {each.species for each in figures}
    for lines, what, names in (
        (head.numbers, say("hero, ally or enemy"), people),
        (head.chests, say("chest"), {each.name for each in furniture}),
    ):
        for each in lines:
            if each.name not in names:
                raise FormatError(
                    say(
                        "no {what} on the map is called {got}",
                        what=what,
                        got=short_repr(each.name),
                    ),
                    say("{name}: line {line}", name=name, line=each.line),
                )


def _goals(
    head: QuestHead,
    board: SquareBoard,
    figures: tuple[ScenarioFigure, ...],
    furniture: tuple[Furnishing, ...],
    name: str,
) -> tuple[QuestGoal, ...]:
    enemies = {n for each in figures if each.kind == "enemy" for n in (each.name, each.species)}
    chests = {each.name for each in furniture if each.gift is not None}
    if not head.goals and enemies:
        return (QuestGoal(DEFEAT, ""),)
    if not head.goals:
        raise FormatError(say("goal: expected one, since there is no enemy to defeat"), name)
    for goal in head.goals:
        place = say("{name}: line {line}", name=name, line=goal.line)
        if goal.kind == DEFEAT and (goal.what not in enemies if goal.what else not enemies):
            raise FormatError(
                say("goal: no enemy on the map is called {got}", got=short_repr(goal.what)), place
            )
        if goal.kind == FIND and goal.what not in chests:
            raise FormatError(
                say("goal: no chest on the map is called {got}", got=short_repr(goal.what)), place
            )
        for tile in goal.tiles:
            if tile not in board or board.is_solid(tile):
                raise FormatError(say("goal: nobody can stand on {tile}", tile=str(tile)), place)
    return tuple(_goal(goal) for goal in sorted(head.goals, key=lambda goal: goal.kind == EXIT))


def _goal(goal: HeadGoal) -> QuestGoal:
    return QuestGoal(goal.kind, goal.what, goal.tiles)
