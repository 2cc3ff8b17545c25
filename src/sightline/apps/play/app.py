"""The program behind `sightline play`.

run()                                  asks for a class, then starts level 1
run(class_name="ranger", seed=7)       the same game every time
run(level=5)                           starts at a built-in level
run(level="my-levels/cellar.txt")      plays your own level
run(resume=True)                       continues the last saved game
run(resume="game.json")                continues the game in that file, and saves to it
run(tutorial=True)                     one small level with hints
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from sightline.apps.play.board import BoardView
from sightline.apps.play.drawing import LEAST_ROOM, ROOM
from sightline.apps.play.panel import PROMPTS, adventurer, bestiary, conversation, headline
from sightline.apps.play.screens import HelpScreen, SmallScreen, StartScreen
from sightline.apps.play.session import Session
from sightline.errors import FormatError, InvalidValueError, SightlineError
from sightline.games.one_card_dungeon import (
    Action,
    EndTurn,
    Game,
    Level,
    MoveMonster,
    Phase,
    Reroll,
    Roll,
    load_file,
    new_game,
    parse_level,
    shipped_level,
)
from sightline.games.one_card_dungeon.board.level import LEVEL_COUNT
from sightline.games.one_card_dungeon.measure import typical_skills
from sightline.model.cell import Square

DIRECTIONS = {
    "up": (-1, 0), "k": (-1, 0), "down": (1, 0), "j": (1, 0),
    "left": (0, -1), "h": (0, -1), "right": (0, 1), "l": (0, 1),
    "y": (-1, -1), "u": (-1, 1), "b": (1, -1), "n": (1, 1),
}  # fmt: skip
LIST_KEYS = ("up", "down", "enter", "home", "end", "pageup", "pagedown")
AT_THE_END = ("A new game", "Quit")
TALK_LINES = 5
LEAST_SIZE = (60, 18)
"""The smallest terminal that can show the game, in columns and rows."""
FULL_SIZE = (80, 24)
"""The smallest terminal that shows everything at full width, in columns and rows."""


CSS = """
#headline { height: 1; background: $primary-background; color: $text; text-style: bold; }
#table { height: 1fr; }
#floor { height: 100%; }
#board { width: auto; height: auto; }
#side { width: 1fr; padding: 0 0 0 1; }
#adventurer, #bestiary { height: auto; }
#choices { height: 1fr; border: none; padding: 0; background: $surface; }
#help { width: 100%; height: 100%; padding: 0 1; background: $surface; }
#start { width: 76; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
         border: round $primary; background: $surface; }
#who { height: auto; border: none; margin-top: 1; }
StartScreen { align: center middle; }
SmallScreen { background: $surface; }
"""


class PlayApp(App[None]):
    """The screen of the game: the board, panels, a line about the inspected tile,
    and the last message.
    """

    TITLE = "One Card Dungeon"
    ENABLE_COMMAND_PALETTE = False
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "roll", "Roll"),
        Binding("a", "attack", "Attack"),
        Binding("e", "end_turn", "End turn"),
        Binding("tab", "look_round", "Look", priority=True),
        Binding("shift+tab", "look_round(True)", "Look back", show=False, priority=True),
        Binding("v", "look_mode", "Look anywhere", show=False),
        Binding("escape", "stop_looking", "Stop looking", show=False),
        Binding("z", "undo", "Undo"),
        Binding("t", "ties", "Ties", show=False),
        Binding("s", "save", "Save"),
        Binding("question_mark", "help", "Help"),
        Binding("ctrl+n", "new_game", "New", show=False),
        Binding("q", "leave", "Quit"),
    ]

    def __init__(self, session: Session | None, save_path: Path, seed: int | None = None) -> None:
        super().__init__()
        self.session = session
        self.save_path = save_path
        self.seed = seed
        self._save_failed = False
        self.looking = False
        """Whether the arrow keys move the cursor instead of the adventurer."""

    def compose(self) -> ComposeResult:
        yield Static(id="headline")
        with Horizontal(id="table"):
            with ScrollableContainer(id="floor", can_focus=False):
                yield BoardView()
            with Vertical(id="side"):
                yield Static(id="adventurer")
                yield Static(id="bestiary")
                yield OptionList(id="choices")
        yield Static(id="talk")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        if self.session is None:
            self.action_new_game()
        self._fit()

    # --- drawing

    @property
    def is_narrow(self) -> bool:
        """Whether the terminal is too small for everything."""
        return self.size.width < FULL_SIZE[0] or self.size.height < FULL_SIZE[1]

    @property
    def room(self) -> tuple[int, int]:
        """The columns and rows that are free for the board."""
        return LEAST_ROOM if self.is_narrow else ROOM

    def _trouble(self) -> str:
        """Return the reason why the game could not be saved, or ""."""
        return self.session.messages[-2] if self.session and self._save_failed else ""

    def _fit(self) -> None:
        """Draw for the current size of the terminal, or show which size is needed."""
        too_small = self.size.width < LEAST_SIZE[0] or self.size.height < LEAST_SIZE[1]
        covered = isinstance(self.screen, SmallScreen)
        if too_small and not covered:
            self.push_screen(SmallScreen(LEAST_SIZE, self._trouble))
        elif covered and not too_small:
            self.pop_screen()
        self.show()

    def show(self) -> None:
        """Draw the current state."""
        session = self.session
        if session is None:
            return
        self.query_one("#headline", Static).update(headline(session.state))
        self.query_one("#floor").styles.width = self.room[0]
        self.query_one(BoardView).show(session, self.room)
        self.query_one("#adventurer", Static).update(adventurer(session))
        self.query_one("#bestiary", Static).update(bestiary(session, narrow=self.is_narrow))
        self.query_one(Footer).compact = self.is_narrow
        self._show_talk(session)
        self._show_choices(session)
        self.refresh_bindings()

    def _show_talk(self, session: Session) -> None:
        talk = self.query_one("#talk", Static)
        height = TALK_LINES - self.is_narrow
        if self.query_one(BoardView).is_small:
            # the rows of the headline and the footer
            height = max(height, self.size.height - self.room[1] - 2)
        talk.styles.height = height
        talk.update(conversation(session, max(20, self.size.width), height))

    def on_resize(self) -> None:
        self.call_later(self._fit)  # run after the new size has taken effect

    def _show_choices(self, session: Session) -> None:
        choices = self.query_one("#choices", OptionList)
        texts = [offer.text for offer in session.offers()]
        if session.state.is_over:
            texts = [*AT_THE_END]
        prompts = [f"{_digit(number)} {text}" for number, text in enumerate(texts, 1)]
        shown = [str(option.prompt) for option in choices.options]
        if prompts != shown:
            choices.clear_options()
            choices.add_options([Option(prompt) for prompt in prompts])
            choices.highlighted = 0 if prompts else None
        choices.display = bool(prompts)
        if prompts and not self.looking:
            choices.focus()
        else:
            self.query_one(BoardView).focus()

    # --- choosing

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "choices":
            self.choose(event.option_index)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show where the monster of the highlighted choice would go."""
        session = self.session
        if session is None or event.option_list.id != "choices":
            return
        offers = session.offers()
        if session.state.phase is Phase.MONSTER_MOVE and event.option_index < len(offers):
            action = offers[event.option_index].action
            if isinstance(action, MoveMonster):
                session.look = action.to
                self.query_one(BoardView).show(session, self.room)

    def choose(self, index: int) -> None:
        """Choose the offer with that index."""
        session = self.session
        if session is None:
            return
        offers = session.offers()
        if session.state.is_over and index < len(AT_THE_END):
            self.action_new_game() if index == 0 else self.exit()
        elif index < len(offers):
            self.act(offers[index].action)
        elif offers or session.state.is_over:
            count = len(offers or AT_THE_END)
            there = "there is one choice" if count == 1 else f"there are {count} choices"
            self.say(f"{there}, and none has the number {index + 1}")
        else:
            now = PROMPTS[session.state.phase]
            self.say(f"numbers are for lists, and there is none now: {now}")

    def say(self, message: str) -> None:
        """Show a message below the board."""
        if self.session is not None:
            self.session.say(message)
            self.show()

    def act(self, action: Action) -> None:
        """Perform an action, and show the result."""
        if self.session is not None:
            self.session.act(action)
            self.looking = False
            self.show()

    def on_key(self, event: events.Key) -> None:
        session = self.session
        if session is None or len(self.screen_stack) > 1:
            return
        choosing = self.query_one("#choices", OptionList).display
        if event.key.isdigit() and event.key != "0":
            self.choose(int(event.key) - 1)
        elif event.key == "enter" and session.look is not None:
            self.use(session.look)
        elif event.key in DIRECTIONS and not (choosing and event.key in LIST_KEYS):
            self._direction(session, *DIRECTIONS[event.key])
        elif event.key in self.screen.active_bindings:
            return
        else:
            self.say(self._why_nothing(session, event.key))
        event.stop()

    def _why_nothing(self, session: Session, key: str) -> str:
        """Return the reason why a key has no effect now."""
        if session.state.is_over:
            return f"the game is {session.state.phase}; ctrl+n begins another"
        if key in ("r", "a", "e"):
            return f"not now: {PROMPTS[session.state.phase]}"
        if key == "enter":
            return "enter uses the tile that you look at: look with tab, with v, or with the mouse"
        return f"the key {key} means nothing here; ? shows those that do"

    def _direction(self, session: Session, rows: int, cols: int) -> None:
        if self.looking:
            session.move_look(rows, cols)
        else:
            session.step(rows, cols)
        self.show()

    def use(self, tile: Square) -> None:
        """Walk to the tile, or attack the monster on it."""
        if self.session is not None:
            self.session.use(tile)
            self.looking = False
            self.show()

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        if self.session is not None and not self.looking:
            self.session.look = event.tile
            self.show()

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        self.use(event.tile)

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide footer entries that have no effect now."""
        if self.session is None:
            return action in ("new_game", "help", "leave")
        phase = self.session.state.phase
        if action in ("attack", "end_turn"):
            return phase is Phase.ADVENTURER
        if action == "roll":
            return phase in (Phase.ROLL, Phase.ENERGY)
        return True

    def action_roll(self) -> None:
        if self.session is not None:
            self.act(Roll() if self.session.state.phase is Phase.ROLL else Reroll())

    def action_attack(self) -> None:
        if self.session is not None:
            self.session.attack()
            self.show()

    def action_end_turn(self) -> None:
        if self.session is not None:
            self.session.look = None
            self.act(EndTurn())

    def action_look_round(self, backwards: bool = False) -> None:
        if self.session is not None:
            self.session.look_round(backwards)
            self.show()

    def action_look_mode(self) -> None:
        if self.session is not None:
            self.looking = True
            self.session.move_look(0, 0)
            self.show()
            self.query_one(BoardView).focus()

    def action_stop_looking(self) -> None:
        if self.session is not None:
            if self.session.look is None and not self.looking:
                self.session.say("you look at nothing in particular")
            self.looking = False
            self.session.look = None
            self.show()

    def action_undo(self) -> None:
        if self.session is not None:
            self.session.undo()
            self.show()

    def action_ties(self) -> None:
        if self.session is not None:
            self.session.ask_ties = not self.session.ask_ties
            asks = "are yours" if self.session.ask_ties else "take the first tile by themselves"
            self.session.say(f"Equal moves of monsters {asks}.")
            self.show()

    def action_save(self) -> None:
        if self.session is not None:
            self.session.save()
            self.show()

    def action_help(self) -> None:
        self.push_screen(HelpScreen())

    def action_leave(self) -> None:
        """Save a game that is not over, unless it is the tutorial, and quit."""
        session = self.session
        done = session is None or session.tutorial or session.state.is_over
        if done or self._save_failed or (session is not None and session.save()):
            self.exit()
            return
        self._save_failed = True
        assert session is not None
        session.say("Press q again to leave without saving.")
        self.show()

    def action_new_game(self) -> None:
        self.push_screen(StartScreen(self.save_path.exists()), self._begin)

    def _begin(self, choice: str | None) -> None:
        if choice is None or choice == "quit":
            if self.session is None or self.session.state.is_over:
                self.exit()
            return
        try:
            if choice == "resume":
                self.session = resumed(self.save_path)
            elif choice == "tutorial":
                self.session = begun(self.save_path, tutorial=True, seed=self.seed)
            else:
                self.session = begun(self.save_path, class_name=choice, seed=self.seed)
        except (SightlineError, OSError) as error:
            self.notify(str(error), title="The saved game cannot be read", severity="error")
            self.action_new_game()
            return
        self.show()


def _digit(number: int) -> str:
    return str(number) if number <= 9 else " "


# --- start


def default_save_path() -> Path:
    """Return the file for saved games if the player does not name one."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sightline" / "one-card-dungeon.json"


def begun(
    save_path: Path,
    *,
    level: int | str | None = None,
    class_name: str | None = None,
    seed: int | None = None,
    tutorial: bool = False,
) -> Session:
    """Return a session with a new game that will be saved to this path."""
    hero_class = class_name or "paladin"
    if tutorial:
        start = new_game([shipped_level("tutorial")], hero_class)
    elif level is None:
        start = new_game(hero_class=hero_class)
    elif str(level).isdigit() and not Path(str(level)).exists():
        number = int(level)
        if not 1 <= number <= LEVEL_COUNT:
            raise InvalidValueError(f"level: expected 1 to {LEVEL_COUNT} or a file, got {number}")
        start = new_game(hero_class=hero_class, first=number, skills=typical_skills(number))
    else:
        start = new_game(read_own_levels(Path(str(level))), hero_class)
    game = Game.begin(start, secrets.randbelow(1 << 32) if seed is None else seed)
    return Session(game, save_path, tutorial=tutorial)


def read_own_levels(path: Path) -> list[Level]:
    """Return the level in a file, or the levels in a folder sorted by name."""
    try:
        files = sorted(path.glob("*.txt")) if path.is_dir() else [path]
        if not files:
            raise InvalidValueError(f"level: there is no .txt file in {path}")
        return [_read_level(file) for file in files]
    except OSError as error:
        raise InvalidValueError(f"level: cannot read {path}: {error.strerror}") from None


def _read_level(path: Path) -> Level:
    """Return the level in a file. Errors name the file."""
    try:
        return parse_level(path.read_text(encoding="utf-8"))
    except FormatError as error:
        raise FormatError(str(error), str(path)) from None
    except UnicodeDecodeError:
        raise FormatError("expected UTF-8 text", str(path)) from None


def resumed(path: Path) -> Session:
    """Return a session with the saved game in a file, which will be saved to the same file."""
    session = Session(load_file(path), path)
    session.say("Welcome back.")
    return session


def run(
    level: int | str | None = None,
    class_name: str | None = None,
    seed: int | None = None,
    resume: str | os.PathLike[str] | bool | None = None,
    tutorial: bool = False,
) -> None:
    """Play in the terminal until the player quits.

    `level`       1 to 12, a level file, or a folder of them; by default all twelve
    `class_name`  paladin, barbarian, ranger or wizard, or adventurer for the base game without
                  classes; without it and without a level the player is asked, else paladin
    `seed`        makes the dice rolls repeatable
    `resume`      the path of a saved game, or True for the last one
    `tutorial`    one small level with hints

    Invalid arguments raise a SightlineError before the screen changes.
    """
    PlayApp(*prepare(level, class_name, seed, resume, tutorial), seed=seed).run()


def prepare(
    level: int | str | None,
    class_name: str | None,
    seed: int | None,
    resume: str | os.PathLike[str] | bool | None,
    tutorial: bool,
) -> tuple[Session | None, Path]:
    """Return the session that `run` starts with, or None to ask for a class, and
    the file for saving.
    """
    save_path = default_save_path()
    if resume:
        save_path = save_path if resume is True else Path(resume)
        try:
            return resumed(save_path), save_path
        except OSError as error:
            raise InvalidValueError(f"resume: cannot read {save_path}: {error.strerror}") from None
    if level is None and class_name is None and not tutorial:
        return None, save_path
    session = begun(save_path, level=level, class_name=class_name, seed=seed, tutorial=tutorial)
    return session, save_path
