"""A short scene from the sample quest: `python -m sightline.games.quest`."""

from __future__ import annotations

from collections.abc import Callable

from sightline.formats.text import write
from sightline.games.quest import Event, Quest, shipped_quest

Deed = tuple[str, Callable[[Quest], list[Event]]]

ROUND_THE_TABLE = [(2, 4), *((3, col) for col in range(4, 9)), (2, 8), (1, 8)]

SCENE: list[Deed] = [
    ("The heroes look round.", lambda quest: quest.opening),
    ("Ansa goes to the door of the library.", lambda quest: quest.move("Ansa", (2, 3))),
    ("She opens it.", lambda quest: quest.open_door("Ansa", (2, 3), (2, 4))),
    (
        "She goes in and round the table: one sees over tables, not through bookcases.",
        lambda quest: quest.walk("Ansa", ROUND_THE_TABLE),
    ),
    ("She searches the wall.", lambda quest: quest.search("Ansa")),
    ("She opens what she found.", lambda quest: quest.open_door("Ansa", (1, 8), (1, 9))),
    ("She closes it again, quickly.", lambda quest: quest.close_door("Ansa", (1, 8), (1, 9))),
    ("Brom takes the other door.", lambda quest: quest.move("Brom", (3, 1))),
    ("He opens it.", lambda quest: quest.open_door("Brom", (3, 1), (4, 1))),
    (
        "He goes down the corridor.",
        lambda quest: quest.move("Brom", (4, 1)) + quest.move("Brom", (4, 10)),
    ),
    ("He opens the gate of the crypt.", lambda quest: quest.open_door("Brom", (4, 10), (5, 10))),
    ("He steps through.", lambda quest: quest.walk("Brom", [(5, 10)])),
    (
        "The game master decides.",
        lambda quest: quest.decide("Brom", "orc", visible=True, why="the pillar is broken off"),
    ),
    ("An orc comes near the line: the ruling lapses.", lambda quest: quest.move("orc 2", (8, 8))),
    ("It goes back: the ruling returns.", lambda quest: quest.move("orc 2", (8, 9))),
    (
        "And Osric? His line runs along the pillar's side.",
        lambda quest: quest.decide("Osric", "ogre", visible=True, why="one cannot miss an ogre"),
    ),
]


def main() -> None:
    quest = shipped_quest("the-sealed-crypt")
    print(f"{quest.title}\n{quest.story}\n")
    for heading, deed in SCENE:
        print(f"* {heading}")
        for event in deed(quest):
            print(f"    {event}")
    print("\nThe map as the heroes know it:\n")
    print(write(quest.known_board()).decode())


if __name__ == "__main__":
    main()
