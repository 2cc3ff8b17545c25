"""The panel next to the board: the adventurer, the dice, the monsters."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text

from sightline.apps.play.drawing import STYLES
from sightline.apps.play.session import Session
from sightline.games.one_card_dungeon import HeroClass, Phase, State
from sightline.games.one_card_dungeon.state import FULL_HEALTH, SKILLS

PROMPTS = {
    Phase.ROLL: "roll the dice",
    Phase.ENERGY: "one die on each skill",
    Phase.ADVENTURER: "walk and attack",
    Phase.MONSTER_MOVE: "equal moves: you choose",
    Phase.MONSTER_ATTACK: "the monsters attack",
    Phase.LEVEL_UP: "level clear: learn or heal",
    Phase.WON: "you have won",
    Phase.LOST: "you have fallen",
}


def headline(state: State) -> Text:
    """Return the prompt, the level and the class, cut to one line."""
    asked = PROMPTS[state.phase]
    words = (
        f" {asked[0].upper()}{asked[1:]} | level {state.number + 1}/{len(state.levels)},"
        f" {state.level.title} | {state.hero_class} | turn {state.turn}"
    )
    return Text(words, no_wrap=True, overflow="ellipsis")


def conversation(session: Session, width: int, height: int) -> Text:
    """Return the text about the inspected tile, or a hint, followed by the latest message."""
    hint = session.hint() if session.look is None else ""
    about = [f"Hint: {hint}"] if hint else [line for line in session.about() if line]
    upper = [part for line in about for part in wrap(line[0].upper() + line[1:], width)]
    upper = upper[: height - 1]
    said = [part for line in session.messages[-height:] for part in wrap(line, width)]
    lower = said[-(height - len(upper)) :]
    return Text.assemble(("\n".join(upper), "bold"), "\n" if upper else "", "\n".join(lower))


def adventurer(session: Session) -> Text:
    """Return the adventurer's health, dice, power and skills."""
    state = session.state
    hearts = "♥" * state.health + "." * (FULL_HEALTH - state.health)
    text = Text.assemble(
        "Health ", (hearts, STYLES["hurt"]), f" {state.health}/{FULL_HEALTH}   ", _dice(state), "\n"
    )
    text.append("        spd  atk  def  rng\n", STYLES["rim"])
    text.append(_row("skill", [getattr(state.skills, skill) for skill in SKILLS]))
    if state.phase is Phase.ADVENTURER or state.points.defence:
        text.append(_row("now", [getattr(state.points, skill) for skill in SKILLS]), "bold")
    else:
        text.append("now       -    -    -    -\n", STYLES["rim"])
    text.append(_power(state), STYLES["rim"])
    return text


def _row(name: str, values: list[int]) -> str:
    return f"{name:<6}" + "".join(f"{value:>5}" for value in values) + "\n"


def _dice(state: State) -> str:
    if not state.energy:
        return ""
    faces = "".join(f"[{face}]" for face in state.energy)
    return faces if state.phase is not Phase.ROLL else f"last {faces}"


def _power(state: State) -> str:
    short = {
        HeroClass.PALADIN: "keep a die, once a level",
        HeroClass.BARBARIAN: "reroll at health 1, each turn",
        HeroClass.RANGER: "a die on range, once a level",
        HeroClass.WIZARD: "reroll, once a level",
        HeroClass.ADVENTURER: "no class, no power",
    }[state.hero_class]
    return f"{short}{' (used)' if state.power_used else ''}"


def bestiary(session: Session, *, narrow: bool = False) -> Text:
    """Return all living monsters with their values. The inspected one is marked."""
    name, gap = (6, "") if narrow else (8, " ")
    state = session.state
    text = Text(no_wrap=True)
    head = "".join(f"{gap}{word:>3}" for word in ("spd", "atk", "def", "rng"))
    if narrow:
        head = " sp at de rn"
    text.append(f"  {'monster':<{name + 1}}  at hp{head}", STYLES["rim"])
    for monster in state.monsters:
        kind = monster.kind
        mark = ">" if monster.at == session.look else " "
        numbers = (kind.speed, kind.attack, kind.defence, kind.range)
        text.append(
            f"\n{mark}{kind.letter} {kind.name[:name]:<{name}} {monster.at!s:>3}"
            f" {monster.health:>2}" + "".join(f"{gap}{number:>3}" for number in numbers),
            "bold" if mark == ">" else "",
        )
    return text
