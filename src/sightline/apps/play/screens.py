"""The other screens of the game: start, help, and terminal too small."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sightline.games.one_card_dungeon import HeroClass

NAMES = 10  # the column width for names
HELP = """\
[b]One Card Dungeon[/b]: clear twelve levels, one after the other, with one life.

[b]A turn[/b]  Roll three dice and put one on each of speed, attack and defense. \
Walk (2 speed a straight step, 3 a diagonal) and attack as long as points \
last. An attack needs range and line of sight, costs the monster's defense \
and takes 1 health. Then the monsters move, and all that have you in range \
and sight attack together: the sum divided by your defense is what you lose.

[b]Keys[/b]
 arrows, h j k l  walk straight        y u b n          walk diagonally
 a                attack               e                end the turn
 tab, shift+tab   look at a monster    v, then arrows   look at any tile
 enter            use what you see     escape           stop looking
 1 to 9, arrows   choose in a list     r                roll, or roll again
 z                take back            t                ask about ties
 s                save                 q                save and quit
 ctrl+n           a new game           ?                this help
 Mouse: point at a tile to look, click to walk there or to attack.

[b]Signs[/b]
 @    you                          »R«  you can attack it now
 ·    you see this tile             R   you see it, no more
 ▒▒▒  a wall                       (R)  it is hidden from you
 2    speed to walk there           !3  it could attack you now, for 3
 ok   ending there costs nothing    -1  ending there costs 1 health
 Looking at a tile that you can walk to shows what you would see from there.
"""


class HelpScreen(ModalScreen[None]):
    """Keys, symbols and rules. Any key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "dismiss", "close"),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(HELP)
            yield Static("[b]escape closes this[/b]")


class SmallScreen(ModalScreen[None]):
    """Covers everything while the terminal is too small to play in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "leave", "quit")]

    def __init__(self, least: tuple[int, int], trouble: Callable[[], str]) -> None:
        super().__init__()
        self.least = least
        self.trouble = trouble
        """Why the game could not be saved, or ""."""

    def compose(self) -> ComposeResult:
        yield Static(id="small")

    def on_mount(self) -> None:
        self.on_resize()

    def on_resize(self) -> None:
        columns, rows = self.app.size
        trouble = self.trouble()
        leaving = f"{trouble} q again leaves without saving." if trouble else "q saves and quits."
        self.query_one("#small", Static).update(
            f"One Card Dungeon needs {self.least[0]} columns and {self.least[1]} rows; this"
            f" terminal has {columns} and {rows}. Make it larger to play on; {leaving}"
        )

    async def action_leave(self) -> None:
        await self.app.run_action("leave")
        self.on_resize()


class StartScreen(ModalScreen[str]):
    """Asks for a class. The result is a class, `tutorial`, `resume` or `quit`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "quit")]

    def __init__(self, has_save: bool) -> None:
        super().__init__()
        self.has_save = has_save

    def compose(self) -> ComposeResult:
        options = [Option(f"{each.value.capitalize():<{NAMES}} {each.power}", id=each.value)
                   for each in HeroClass]  # fmt: skip
        options.append(Option(f"{'Tutorial':<{NAMES}} one small level with hints", id="tutorial"))
        if self.has_save:
            options.insert(0, Option(f"{'Continue':<{NAMES}} where you saved", id="resume"))
        options.append(Option("Quit", id="quit"))
        with Vertical(id="start"):
            yield Static(
                "[b]One Card Dungeon[/b]\nTwelve levels, three dice, six hearts. Choose a class."
            )
            yield OptionList(*options, id="who")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option.id))

    def action_leave(self) -> None:
        self.dismiss("quit")
