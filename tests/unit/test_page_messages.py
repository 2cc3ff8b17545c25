"""The page's message types are generated from the server's structs and are current."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

import msgspec
import pytest

PAGE = Path(__file__).parents[2] / "page"


def load_script() -> ModuleType:
    sys.path.insert(0, str(PAGE))
    spec = importlib.util.spec_from_file_location("make_messages", PAGE / "make_messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look up their annotations there
    spec.loader.exec_module(module)
    return module


script = load_script()
NAMES = script.Names(structs={"Move": object}, aliases={"WireTile", "Id"})


def test_the_generated_file_is_current() -> None:
    assert script.FILE.read_text(encoding="utf-8") == script.text(), (
        f"{script.FILE.name} is not what the server's structs say: `{script.COMMAND}` renews it"
    )


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", "number"),
        ("str | None", "string | null"),
        ("Annotated[float, Meta(ge=0)] | UnsetType | None", "number | null"),
        ("list[WireTile]", "WireTile[]"),
        ("list[str | WireTile]", "(string | WireTile)[]"),
        ("tuple[int, float | None]", "[number, number | null]"),
        ("dict[str, Any]", "Record<string, unknown>"),
        ("Literal['', 'it is']", "'' | 'it is'"),
        ("Move | Id", "Move | Id"),
        ("float | int", "number"),
    ],
)
def test_types(annotation: str, expected: str) -> None:
    assert script.ts_type(ast.parse(annotation, mode="eval").body, NAMES) == expected


@pytest.mark.parametrize("annotation", ["Unheard", "set[int]", "list", "Mapping[str, int]"])
def test_a_type_without_a_counterpart_is_refused(annotation: str) -> None:
    with pytest.raises(script.NoTypeError, match="expected a plain type"):
        script.ts_type(ast.parse(annotation, mode="eval").body, NAMES)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("Annotated[int, Meta(ge=1, le=20)]", ["1 to 20."]),
        ("Annotated[str, Meta(max_length=MAX_WHY)] | UnsetType", ["At most MAX_WHY long."]),
        ("Annotated[list[str], Meta(min_length=1)]", ["At least 1 long."]),
        ("int", []),
    ],
)
def test_limits_are_said(annotation: str, expected: list[str]) -> None:
    assert list(script.limits(ast.parse(annotation, mode="eval").body)) == expected


def test_what_the_server_leaves_out_is_optional_and_has_its_default() -> None:
    text = script.text()
    figure = text[text.index("export interface FigureView {") :]
    assert "  id: string\n" in figure
    assert "  /** Left out: true. */\n  sighted?: boolean\n" in figure
    constant = figure[figure.index("export const FIGURE_VIEW_DEFAULTS") :]
    assert "  sighted: true,\n" in constant[: constant.index("satisfies")]


def test_an_unset_field_is_optional_and_null_is_kept_where_it_means_something() -> None:
    height = script.text().partition("export interface SetHeight {")[2].partition("}")[0]
    assert "cover?: number\n" in height
    assert "elevation?: number | null\n" in height


def _is_struct(value: object) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def test_everything_that_can_be_sent_is_there() -> None:
    text = script.text()
    for module in script.modules().values():
        for name, cls in vars(module).items():
            if _is_struct(cls) and cls.__module__ == module.__name__:
                is_base = bool(cls.__subclasses__()) and not cls.__struct_fields__
                assert (f"export interface {name} " in text) is not is_base, name


def test_a_check_fails_where_the_file_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "messages.gen.ts"
    monkeypatch.setattr(script, "FILE", file)
    monkeypatch.setattr(script, "TEXTS", tmp_path / "en.gen.ts")
    monkeypatch.setattr(script, "SAID", tmp_path / "said.gen.ts")
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert script.main(["--check"]) == 1
    assert "page/make_messages.py" in capsys.readouterr().err
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert script.main(["--check"]) == 1
