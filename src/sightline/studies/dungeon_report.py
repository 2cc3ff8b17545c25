"""The report of a One Card Dungeon study: Markdown tables and a chart of win rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.games.one_card_dungeon import shipped_levels
from sightline.studies.charts import ChartPanel, ChartPoint, line_chart

if TYPE_CHECKING:
    from sightline.studies.dungeon import DungeonStudy, Tally

PICTURE = "win-rates.svg"
FOOT = (
    "A level by itself is entered by a typical adventurer (two rises in three levels, health 5)."
    " Any game can be played again: `sightline study one-card-dungeon --replay"
    " PLAYER,CLASS,LEVEL,SEED` prints it as a link."
)


def markdown(study: DungeonStudy) -> str:
    """Return one table per player: levels as rows, classes as columns, each share
    with its interval.
    """
    lines = [
        "# One Card Dungeon: who wins how often",
        "",
        f"{study.games:,} games of {study.asked:,}"
        + ("" if study.complete else " (stopped before the end)")
        + ". Shares are in per cent, with the interval that holds the true one with a confidence of"
        " 95 %.",
        "",
        f"![Win rates by level, a line for each class]({PICTURE})",
    ]
    for player in _players(study):
        classes = list(dict.fromkeys(c.hero_class for c in study.cells if c.player == player))
        levels = list(dict.fromkeys(c.level for c in study.cells if c.player == player))
        lines += ["", f"## The {player} player", "", _games(study, player), ""]
        lines.append(f"| level | {' | '.join(classes)} |")
        lines.append("| --- " * (1 + len(classes)) + "|")
        for level in levels:
            found = [_share(study, player, hero, level) for hero in classes]
            lines.append(f"| {level_name(level)} | {' | '.join(found)} |")
    lines += ["", FOOT]
    return "\n".join(lines) + "\n"


def _games(study: DungeonStudy, player: str) -> str:
    counts = [tally.games for cell, tally in study.cells.items() if cell.player == player]
    first, most = study.first_seed, max(counts)
    return f"{sum(counts):,} games; seeds {first} to {first + max(1, most) - 1} in every cell."


def level_name(level: int) -> str:
    """Return the level in words: `1 Rats in the straw`, or the name of the whole dungeon."""
    return "the whole way down" if level == 0 else f"{level} {shipped_levels()[level - 1].title}"


def chart(study: DungeonStudy, theme: str) -> str:
    """Return an SVG with one panel per player and one line per class."""
    panels = []
    for player in _players(study):
        levels = sorted({c.level for c in study.cells if c.player == player}, key=_way_down_last)
        classes = list(dict.fromkeys(c.hero_class for c in study.cells if c.player == player))
        lines = {hero: [_point(study, player, hero, level) for level in levels] for hero in classes}
        ticks = ["all 12" if level == 0 else str(level) for level in levels]
        panels.append(ChartPanel(f"the {player} player", ticks, lines))
    title = "One Card Dungeon: levels that were won"
    foot = f"{study.games:,} games; upright lines are intervals of 95 % confidence"
    return line_chart(panels, title, foot, theme)


def _way_down_last(level: int) -> int:
    return level or 99


def _players(study: DungeonStudy) -> list[str]:
    return list(dict.fromkeys(cell.player for cell in study.cells))


def _tally(study: DungeonStudy, player: str, hero: str, level: int) -> Tally | None:
    from sightline.studies.dungeon import StudyCell

    tally = study.cells.get(StudyCell(player, hero, level))
    return None if tally is None or not tally.games else tally


def _share(study: DungeonStudy, player: str, hero: str, level: int) -> str:
    tally = _tally(study, player, hero, level)
    if tally is None:
        return "-"
    low, high = tally.interval
    digits = 1 if high >= 0.01 else 3  # more digits for rates near 0
    rate, least, most = (f"{100 * share:.{digits}f}" for share in (tally.rate, low, high))
    return f"{rate} ({least} to {most})"


def _point(study: DungeonStudy, player: str, hero: str, level: int) -> ChartPoint | None:
    tally = _tally(study, player, hero, level)
    return None if tally is None else ChartPoint(tally.rate, *tally.interval)
