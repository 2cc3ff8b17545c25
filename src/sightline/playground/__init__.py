"""The playground: a board, a rule and undo, for a page without a server.

A page sends `Do` and `Ask` messages to `Playground.handle`, as it would to the table, and gets the
same responses as plain data. In the browser this runs in Pyodide, in a worker, but nothing here
depends on that. Links and files, which the table's protocol lacks, have separate methods.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sightline.errors import FormatError, InvalidValueError, SightlineError
from sightline.formats import load_bytes
from sightline.links import USUAL_RULES, SharedPosition, read_link
from sightline.model.board import Board
from sightline.model.square import SquareBoard
from sightline.playground import exports
from sightline.playground.actions import act, new_board
from sightline.playground.checksum import checksum
from sightline.playground.looks import answer
from sightline.playground.views import Plain, change, snapshot, stage, table_info
from sightline.rules.menu import NO_PACKS, rule_from_menu
from sightline.rules.registry import rule_from_dict
from sightline.rules.rule import Rule
from sightline.texts import as_text, say, with_templates

if TYPE_CHECKING:
    from sightline.playground.tabletop import TabletopScene

__all__ = ["Playground", "checksum"]

MOST_STEPS = 200
FIRST = """\
+---+---+---+---+---+---+---+---+---+
| .   .   .   .   .   .   .   .   . |
+   +   +   +   +   +---+-c-+---+   +
| .   M   .   .  ###| .   .   . |   |
+   +   +   +   +   +   +   +   +   +
| .   .   .  ###  . | .   G   . | . |
+   +   +   +   +   +   +   +   +   +
| .   .   .   .   . o .   .   . | . |
+   +   +   +   +   +---+---+---+   +
| .   B   .   .   O   .   .   .   . |
+---+---+---+---+---+---+---+---+---+

M: "Mira" hero
B: "Bruno" hero
G: "goblin" enemy
O: "orc" enemy
"""


class Playground:
    """The state of one page: its board, rule and undo history."""

    def __init__(self) -> None:
        self.board: Board = SquareBoard.from_text(FIRST.replace("|   |", "| . |"))
        self.rule: Rule = rule_from_dict(USUAL_RULES["square"])
        self._drawn = snapshot(self.board)
        self._number = 1
        self._undo: list[tuple[str, Board, Rule]] = []
        self._redo: list[tuple[str, Board, Rule]] = []
        self._scene: TabletopScene | None = None

    # --- the table's protocol

    def handle(self, message: str) -> str:
        """Return the responses to one message of the page, as JSON."""
        given = json.loads(message)
        try:
            match given["t"]:
                case "hello":
                    made = [{"t": "welcome", "role": "master"}, *self._everything()]
                case "do":
                    before = {each.name for each in self.board.figures()}
                    made = self._do(given["action"])
                    new = [each for each in self.board.figures() if each.name not in before]
                    done = {"t": "done", "id": given["id"]}
                    made.append(done | ({"made": new[0].name} if len(new) == 1 else {}))
                case "ask":
                    said = answer(self.board, self.rule, given["question"])
                    made = [{"t": "answer", "id": given["id"], "answer": said}]
                case _:
                    made = []
        except SightlineError as error:
            made = [{"t": "refused", "id": given.get("id", ""), "why": as_text(error)}]
        return json.dumps(with_templates(made))

    def _do(self, action: Plain) -> list[Plain]:
        match action["t"]:
            case "undo":
                return self._step(self._undo, self._redo)
            case "redo":
                return self._step(self._redo, self._undo)
            case "new_map":
                return self._put(say("made a new board"), new_board(action))
            case "rule":
                return self._judge(action["rule"])
        changed = self.board.copy()
        words = act(changed, action)
        return self._put(words, changed)

    def _judge(self, plain: Plain) -> list[Plain]:
        game = self.rule.game
        rule = rule_from_menu(plain, NO_PACKS if game is None else {game.name: game})
        return self._put(say("chose another rule"), self.board, rule)

    def _put(self, words: str, board: Board, rule: Rule | None = None) -> list[Plain]:
        """Set the board (and rule), and return the messages for the page."""
        self._undo = [*self._undo[1 - MOST_STEPS :], (words, self.board, self.rule)]
        self._redo = []
        return self._turn_to(board, rule or self.rule)

    def _step(self, back: list[Any], forth: list[Any]) -> list[Plain]:
        if not back:
            return []
        words, board, rule = back.pop()
        forth.append((words, self.board, self.rule))
        return self._turn_to(board, rule)

    def _turn_to(self, board: Board, rule: Rule) -> list[Plain]:
        before, self.board = self.board, board
        usual = rule_from_dict(USUAL_RULES[board.grid.name])
        self.rule = rule if board.grid.name in rule.grids else usual
        if not board.same_layout(before):
            self._number += 1
            self._drawn = snapshot(board)
            return self._everything()
        shown, self._drawn = self._drawn, snapshot(board, self._drawn)
        return [change(shown, self._drawn, self.rule), self._info()]

    def _everything(self) -> list[Plain]:
        return [stage(self.board, self._drawn, self.rule, self._map), self._info()]

    def _info(self) -> Plain:
        undo, redo = (steps[-1][0] if steps else "" for steps in (self._undo, self._redo))
        return table_info(self.board, self.rule, self._map, undo, redo)

    @property
    def _map(self) -> str:
        return f"board-{self._number}"

    # --- methods beyond the table's protocol

    def call(self, name: str, argument: str) -> str:
        """Call one of the methods below with JSON arguments. Errors are returned as text.

        The page has catalogs, so its texts come with their templates. The shells for virtual
        tabletops have none, so they get English.
        """
        of_page: dict[str, Callable[..., Any]] = {
            "open": self.open,
            "read": self.read,
            "export": self.export,
            "checksum": checksum,
        }
        of_shells: dict[str, Callable[..., Any]] = {
            "scene": self.scene,
            "tokens": self.tokens,
            "look": self.look,
            "view": self.view,
        }
        method = of_page.get(name) or of_shells[name]
        try:
            made = {"ok": method(**json.loads(argument))}
        except SightlineError as error:
            made = {"error": as_text(error)}
        return json.dumps(with_templates(made) if name in of_page else made)

    def open(self, link: str) -> Plain:
        """Open the position of a link; return its view settings and the messages for the page."""
        return self._opened(read_link(link))

    def read(self, data: str, name: str) -> Plain:
        """Open a map file given in base64: text, our JSON or Universal VTT."""
        import base64

        try:
            loaded = load_bytes(base64.b64decode(data), name)
        except ImportError as error:
            # The page only includes readers for text, our JSON and Universal VTT.
            raise FormatError(
                say(
                    "The browser cannot read {name}. Convert it first:"
                    " `sightline convert {name} map.json`.",
                    name=name,
                )
            ) from error
        rule = rule_from_dict(loaded.rule or USUAL_RULES[loaded.board.grid.name])
        opened = self._opened(SharedPosition(loaded.board, None, None, rule))
        report = loaded.report
        return {**opened, "notes": [*report.changed, *report.guessed, *report.lost]}

    def _opened(self, position: SharedPosition) -> Plain:
        messages = self._put(say("opened another position"), position.board, position.rule)
        return {
            "messages": messages,
            "from": position.source,
            "to": position.target,
            "show": position.show,
        }

    # --- for virtual tabletops

    def scene(self, **given: Any) -> Plain:
        """Read the scene of a virtual tabletop: see `TabletopScene`."""
        from sightline.playground.tabletop import TabletopScene

        self._scene = TabletopScene(**given)
        return self._scene.summary()

    def tokens(self, tokens: list[Plain]) -> Plain:
        """Replace the tokens of the scene."""
        self._read_scene.place(tokens)
        return self._read_scene.summary()

    def look(self, a: str, b: str, rule: str) -> Plain:
        """Return the line of sight between two tokens of the scene."""
        return self._read_scene.look(a, b, rule)

    def view(self, a: str, rule: str) -> Plain:
        """Return everything that a token of the scene sees."""
        return self._read_scene.view(a, rule)

    @property
    def _read_scene(self) -> TabletopScene:
        if self._scene is None:
            raise InvalidValueError("No scene was read. Send one with `scene` first.")
        return self._scene

    def export(self, what: str, a: Any = None, b: Any = None, **how: Any) -> str:
        """Return the position as text, JSON, SVG, Python or link: see `exports`."""
        start, end = (tuple(each) if isinstance(each, list) else each for each in (a, b))
        return str(exports.export(self.board, self.rule, start, end, what, **how))
