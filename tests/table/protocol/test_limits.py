"""Every field of a message from a page has a limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from sightline.formats.safe.safe_json import MAX_EXACT
from sightline.table.protocol.client import FromPage, Ping
from sightline.table.protocol.types import Incoming

WITHOUT_LIMIT = {
    # msgspec 0.22 crashes if a string with a limit may also be a tuple.
    *("AskEveryRule.a", "AskEveryRule.b", "AskSight.a", "AskSight.b", "Decide.a", "Decide.b"),
    "SetRule.rule",  # read by the rules themselves
    "TakeBack.ruling",  # looked up in the list of rulings
    *("AreaShape.at", "AskArea.at", "PutArea.at"),  # as above
    "PlaceFigure.owners",  # looked up in the list of players
}


def incoming(struct: type[Incoming] = Incoming) -> Iterator[type[Incoming]]:
    for each in struct.__subclasses__():
        yield each
        yield from incoming(each)


def is_limited(kind: inspect.Type) -> bool:
    match kind:
        case inspect.StrType(max_length=most):
            return most is not None
        case inspect.IntType(ge=low, le=high):
            # Browsers round larger numbers.
            return low is not None and high is not None and -MAX_EXACT <= low <= high <= MAX_EXACT
        case inspect.FloatType(ge=low, le=high):
            return low is not None and high is not None
        case inspect.ListType(item_type=item, max_length=most):
            return most is not None and is_limited(item)
        case inspect.TupleType(item_types=items):
            return all(map(is_limited, items))
        case inspect.UnionType(types=types):
            return all(map(is_limited, types))
        case inspect.StructType(cls=struct, fields=fields, forbid_unknown_fields=is_closed):
            if issubclass(struct, Incoming):
                return True  # its own fields are checked
            return is_closed and all(is_limited(field.type) for field in fields)
        case inspect.BoolType() | inspect.NoneType() | inspect.LiteralType():
            return True
    return False


@pytest.mark.parametrize("struct", list(incoming()), ids=lambda struct: struct.__name__)
def test_every_field_of_a_message_has_a_limit(struct: type[Incoming]) -> None:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    assert found.forbid_unknown_fields
    loose = {
        f"{struct.__name__}.{field.name}" for field in found.fields if not is_limited(field.type)
    }
    allowed = {each for each in WITHOUT_LIMIT if each.startswith(f"{struct.__name__}.")}
    assert loose == allowed


def test_a_page_can_say_nothing_else() -> None:
    decoder = msgspec.json.Decoder(FromPage)
    assert decoder.decode(b'{"t":"ping"}') == Ping()
    for text in (b"{}", b'{"t":"pang"}', b'{"t":"ping","more":1}', b'{"t":"stage","map":"m"}'):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(text)
    assert len(get_args(FromPage)) == 10
