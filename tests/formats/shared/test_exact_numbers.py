"""Exact numbers are written as text and read back."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sightline.errors import FormatError, LimitError
from sightline.formats.shared.exact_numbers import MAX_DIGITS, exact_word, parse_exact


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (Fraction(0), "0"),
        (Fraction(-7), "-7"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 5), "0.2"),
        (Fraction(-3, 50), "-0.06"),
        (Fraction(7, 25), "0.28"),
        (Fraction(12345, 1000), "12.345"),
        (Fraction(1, 10**12), "0.000000000001"),
        (Fraction(1, 10**13), "1/10000000000000"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-5, 6), "-5/6"),
        (Fraction(1, 15), "1/15"),
    ],
)
def test_words_of_numbers(number, word) -> None:
    assert exact_word(number) == word
    assert parse_exact(word, "here") == number


@given(st.fractions())
@example(Fraction(-1, 2**12))
@example(Fraction(1, 2**13))
def test_what_is_written_is_read_back(number) -> None:
    assert parse_exact(exact_word(number), "here") == number


@pytest.mark.parametrize("word", ["", "x", "1.", ".5", "1/", "1 ", "1e3", "--1", "1/-2", "\u0663"])
def test_what_is_no_number(word) -> None:
    with pytest.raises(FormatError, match="expected a number such as 3") as caught:
        parse_exact(word, "here")
    assert caught.value.place == "here"


def test_plus_is_let_pass() -> None:
    assert parse_exact("+1/2", "here") == Fraction(1, 2)


def test_nothing_is_divided_by_zero() -> None:
    with pytest.raises(FormatError, match="'1/0' divides by zero"):
        parse_exact("1/0", "here")


def test_endless_numbers_are_refused() -> None:
    most = 10**MAX_DIGITS
    assert parse_exact("9" * 2 * MAX_DIGITS, "here") == 10 ** (2 * MAX_DIGITS) - 1
    with pytest.raises(FormatError, match="a number of 4001 characters; at most 4000"):
        parse_exact("9" * (2 * MAX_DIGITS + 1), "here")
    assert exact_word(Fraction(most - 1)) == "9" * MAX_DIGITS
    for number in (Fraction(most), Fraction(-most), Fraction(1, most)):
        with pytest.raises(LimitError, match="more than 2000 digits"):
            exact_word(number)
