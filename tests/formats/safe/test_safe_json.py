"""Malicious or damaged JSON is refused with the position of the error."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import FormatError, OffBoardError
from sightline.formats.contract import MAX_NESTING
from sightline.formats.safe import safe_json
from sightline.formats.safe.safe_json import (
    Node,
    blamed,
    looks_like_json,
    parse_json,
    read_json,
    text_int,
    text_number,
)
from tests.formats.boards import PLAIN


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b'{"a": [1, {"b": NaN}]}', r"^\$\.a\[1\]\.b: .*NaN"),
        (b"[-Infinity]", r"^\$\[0\]: .*-Infinity"),
        (b'{"a": 1e400}', r"^\$\.a: 1e400 is beyond"),
        (b'{"a": {"x": 1, "y": 2, "x": 1}}', r"^\$\.a: the key 'x' is given twice"),
        (b'{"a b": ["\\ud800"]}', r'^\$\["a b"\]\[0\]: a lone surrogate'),
        (b'{"\\udc00": 1}', r"^\$: a lone surrogate"),
        (b"9" * 500, r"^\$: a number of 500 digits"),
        (b'{"a": \xff}', r"^line 1 column 7: expected UTF-8 text, got the byte 0xff"),
        ("{}".encode("utf-16"), "UTF-16"),
        (b'{"a":\n 1;}', r"^line 2 column 3: not JSON"),
        (b"", "^line 1 column 1: not JSON"),
        (b"[" * 1_000_000, "nested deeper"),
        (b"[" * 101 + b"]" * 101, "nested deeper"),
        (b'{"a":[' * 60 + b"0" + b"]}" * 60, "nested deeper"),
        (b"[" + b"[]," * 6_000_000 + b"0]", "its values would take about"),
    ],
)
def test_what_python_lets_through(data: bytes, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        parse_json(data, "test.json")


def test_as_deep_as_allowed() -> None:
    value = parse_json(b"[" * MAX_NESTING + b"]" * MAX_NESTING, "deep.json")
    for _ in range(MAX_NESTING - 1):
        (value,) = value
    assert value == []


def test_brackets_in_strings_are_not_nesting() -> None:
    text = "[" * 500 + '\\"' + "{" * 500
    assert parse_json(f'["{text}"]'.encode(), "x") == [text.replace('\\"', '"')]


@given(PLAIN)
def test_good_json_is_read_as_python_reads_it(value: object) -> None:
    assert parse_json(json.dumps(value).encode(), "x") == value
    assert parse_json(b"\xef\xbb\xbf" + json.dumps(value, indent=1).encode(), "x") == value


@given(st.binary(max_size=60) | st.text('[]{}",:\\u019eEd8 -.ntf', max_size=40).map(str.encode))
def test_anything_else_is_an_error_of_ours(data: bytes) -> None:
    with contextlib.suppress(FormatError):
        parse_json(data, "x")
    assert looks_like_json(data) in (True, False)


class TestNode:
    tree = read_json(
        b'{"walls": [{"c": [0, 1.5, 2, "x"]}], "n": 3.0, "half": 0.5, "yes": true, "none": null}',
        "x",
    )

    def complaint(self, ask) -> str:
        with pytest.raises(FormatError) as caught:
            ask()
        return str(caught.value)

    def test_it_gives_what_is_there(self) -> None:
        corner = self.tree["walls"][0]["c"]
        assert [corner[0].whole(), corner[1].number(), corner[3].string()] == [0, 1.5, "x"]
        assert self.tree["n"].whole() == 3
        assert self.tree["yes"].boolean() is True
        assert self.tree.get("none") is None
        assert "none" not in self.tree
        assert [place.place for place in self.tree["walls"].items()] == ["$.walls[0]"]
        assert corner[3].one_of("x", "y") == "x"

    def test_errors_name_the_place(self) -> None:
        corner = self.tree["walls"][0]["c"]
        tree = self.tree
        assert self.complaint(corner[3].number) == ("$.walls[0].c[3]: expected a number, got 'x'")
        assert self.complaint(corner[1].whole).startswith("$.walls[0].c[1]: ")
        assert self.complaint(lambda: corner[2].number(0, 1)).endswith("from 0 to 1, got 2")
        assert "at least 8 items, got 4" in self.complaint(lambda: corner[7])
        assert "'door', which is missing" in self.complaint(lambda: tree["door"])
        assert "got true" in self.complaint(tree["yes"].number)
        assert "got true" in self.complaint(tree["yes"].whole)
        assert "got an object of 5" in self.complaint(tree.as_list)
        assert "got a list of 1" in self.complaint(tree["walls"].as_dict)
        assert "at most 3 items, got 4" in self.complaint(lambda: corner.as_list(limit=3))
        assert "expected 2 items" in self.complaint(lambda: corner.as_list(length=2))
        assert self.complaint(lambda: tree.only("walls", "n")).startswith("$.half: unknown key")
        assert "$.walls[0].c[1]" in self.complaint(lambda: corner.whole_numbers(0, 9))
        assert "one of 1, 2" in self.complaint(lambda: tree["yes"].one_of(1, 2))

    def test_long_values_are_shown_short(self) -> None:
        assert len(self.complaint(lambda: Node("x" * 10_000, "$").number())) < 120

    def test_errors_of_the_board_get_the_place(self) -> None:
        def off_the_board() -> None:
            with blamed("$.figures[2]"):
                raise OffBoardError("(9, 9) is off the board")

        assert self.complaint(off_the_board) == "$.figures[2]: (9, 9) is off the board"


@pytest.mark.parametrize("text", ["١٢", " 1", "1_0", "", "1.0", "+1", "0x1", "1" * 21, "11"])
def test_odd_whole_numbers_in_text(text: str) -> None:
    with pytest.raises(FormatError, match="expected a whole number"):
        text_int(text, "here", 0, 10)


@pytest.mark.parametrize("text", ["nan", "inf", "1e400", "1_0", " 1", "١٢", "0x1p3", "1e3"])
def test_odd_numbers_in_text(text: str) -> None:
    with pytest.raises(FormatError, match="expected a number"):
        text_number(text, "here", 0, 10)


def test_plain_numbers_in_text() -> None:
    assert text_int("-7", "here", -10, 10) == -7
    assert text_number("2.5e0", "here", 0, 10) == 2.5


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 64])
@given(
    st.lists(
        st.sampled_from(['"', "\\", "{", "}", "[", "]", ",", "a", '"a,[', '\\"', '"x"', "é"]),
        max_size=40,
    )
)
def test_strings_are_taken_out_in_pieces_as_at_once(piece, parts) -> None:
    data = "".join(parts).encode()
    bare, strings = safe_json._STRING.subn(b"", data)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(safe_json, "_PIECE", piece)
        pieces = list(safe_json._without_strings(data))
    assert b"".join(each for each, _ in pieces) == bare
    assert sum(number for _, number in pieces) == strings


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"[0, [1, NaN], 2]", "$[1][1]"),
        (b"[NaN, NaN]", "$[0]"),
        (b'{"a": [0, 1, {"b": 1e999}]}', "$.a[2].b"),
        (b'[0, {"a": 1, "a": 2}]', "$[1]"),
    ],
)
def test_the_first_odd_value_is_the_one_that_is_blamed(data, place) -> None:
    with pytest.raises(FormatError) as caught:
        safe_json.parse_json(data, "x.json")
    assert caught.value.place == place
