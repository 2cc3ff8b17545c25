"""Files next to a map are read, and no name can reach outside the folder."""

import os
import socket
from pathlib import Path

import pytest

from sightline import formats
from sightline.errors import FormatError
from sightline.formats import SidecarFiles, load_with_report
from sightline.formats.contract import Options
from sightline.formats.safe import sidecar_files


@pytest.fixture
def world(tmp_path):
    """Create the folder world/game/maps for the map, with a secret file outside world."""
    maps = tmp_path / "world" / "game" / "maps"
    (maps / "sets").mkdir(parents=True)
    (maps / "near.tsx").write_bytes(b"near")
    (maps / "sets" / "inner.tsx").write_bytes(b"inner")
    (maps / ".." / "up.tsx").write_bytes(b"up")
    (maps / ".." / ".." / "upper.tsx").write_bytes(b"upper")
    (tmp_path / "secret.tsx").write_bytes(b"secret")
    return tmp_path


def maps_of(world):
    return world / "world" / "game" / "maps"


def read(world, path, *, climb=0, limit=100, allowed=None):
    return SidecarFiles(maps_of(world), allowed).read(path, (".tsx",), limit=limit, climb=climb)


@pytest.mark.parametrize(
    ("path", "climb", "content"),
    [
        ("near.tsx", 0, b"near"),
        ("./near.tsx", 0, b"near"),
        ("sets/inner.tsx", 0, b"inner"),
        ("sets\\inner.tsx", 0, b"inner"),  # as written on Windows
        ("sets/../near.tsx", 0, b"near"),
        ("../maps/near.tsx", 0, b"near"),
        ("../up.tsx", 1, b"up"),
        ("../up.tsx", 2, b"up"),
        ("../../upper.tsx", 2, b"upper"),
    ],
)
def test_near_files_are_read(world, path, climb, content) -> None:
    assert read(world, path, climb=climb) == content


@pytest.mark.parametrize(
    ("path", "climb", "message"),
    [
        ("../up.tsx", 0, "outside"),
        ("../../upper.tsx", 1, "outside"),
        ("..\\..\\upper.tsx", 1, "outside"),
        ("../../../secret.tsx", 2, "outside"),
        ("sets/../../../../secret.tsx", 2, "outside"),
        ("missing.tsx", 0, "no such file"),
        ("sets", 0, "ends in .tsx"),
        ("near.png", 0, "ends in .tsx"),
        ("near.tsx/", 0, "ends in .tsx"),
        ("", 0, "expected the name"),
        ("near.tsx\0.tsx", 0, "expected the name"),
        ("a" * 2000 + ".tsx", 0, "expected the name"),
        ("a" * 900 + ".tsx", 0, "beside the map"),  # longer than file names can be
        ("~/near.tsx", 0, "only relative"),
        ("\\\\server\\share\\near.tsx", 2, "only relative"),
        ("C:/near.tsx", 2, "only relative"),
        ("c:near.tsx", 2, "only relative"),
        ("https://example.org/near.tsx", 2, "only relative"),
        ("file:near.tsx", 2, "only relative"),
    ],
)
def test_far_and_odd_names_are_refused(world, path, climb, message) -> None:
    with pytest.raises(FormatError, match=message):
        read(world, path, climb=climb)


def test_an_absolute_path_is_refused_even_into_the_folder(world) -> None:
    with pytest.raises(FormatError, match="only relative"):
        read(world, str(maps_of(world) / "near.tsx"))


def test_links_do_not_lead_out(world) -> None:
    maps = maps_of(world)
    (maps / "link.tsx").symlink_to(world / "secret.tsx")
    (maps / "out").symlink_to(world)
    (maps / "loop.tsx").symlink_to("loop.tsx")
    (maps / "home.tsx").symlink_to(maps / "near.tsx")
    assert read(world, "home.tsx") == b"near"
    for path in ("link.tsx", "out/secret.tsx", "loop.tsx"):
        with pytest.raises(FormatError):
            read(world, path, climb=2)


def test_a_folder_that_is_allowed(world) -> None:
    assert read(world, "../../../secret.tsx", allowed=world) == b"secret"
    assert read(world, "near.tsx", allowed=world) == b"near"
    with pytest.raises(FormatError, match="outside"):
        read(world, "near.tsx", allowed=maps_of(world) / "sets")


def test_only_ordinary_files(world, monkeypatch) -> None:
    maps = maps_of(world)
    os.mkfifo(maps / "pipe.tsx")
    (maps / "folder.tsx").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(maps)
        server.bind("socket.tsx")
        for path in ("pipe.tsx", "folder.tsx", "socket.tsx"):
            with pytest.raises(FormatError, match="beside the map"):
                read(world, path)


def test_sizes_are_limited(world, monkeypatch) -> None:
    assert read(world, "near.tsx", limit=4) == b"near"
    with pytest.raises(FormatError, match="more than 3 bytes"):
        read(world, "near.tsx", limit=3)
    monkeypatch.setattr(sidecar_files, "MAX_TOTAL_BYTES", 9)
    together = SidecarFiles(maps_of(world))
    together.read("near.tsx", (".tsx",), limit=100)
    together.read("sets/inner.tsx", (".tsx",), limit=100)
    with pytest.raises(FormatError, match="more than 0 bytes"):
        together.read("near.tsx", (".tsx",), limit=100)
    monkeypatch.setattr(sidecar_files, "MAX_FILES", 2)
    many = SidecarFiles(maps_of(world))
    many.read("near.tsx", (".tsx",), limit=4)
    many.read("near.tsx", (".tsx",), limit=4)
    with pytest.raises(FormatError, match="more than 2 files"):
        many.read("near.tsx", (".tsx",), limit=4)


def test_bytes_alone_have_nothing_beside_them() -> None:
    with pytest.raises(FormatError, match=r"'near.tsx' .*load the map from its folder"):
        Options().read_sidecar("near.tsx", (".tsx",))


def test_options_pass_the_question_on(world) -> None:
    options = Options(sidecar_files=SidecarFiles(maps_of(world)))
    assert options.read_sidecar("../up.tsx", (".tsx",), climb=1) == b"up"
    with pytest.raises(FormatError, match="outside"):
        options.read_sidecar("../up.tsx", (".tsx",))
    with pytest.raises(FormatError, match="more than 3 bytes"):
        options.read_sidecar("near.tsx", (".tsx",), limit=3)


def test_a_map_is_loaded_with_its_folder(tmp_path, monkeypatch) -> None:
    (tmp_path / "crypt.txt").write_text("..#\n")
    seen = []
    monkeypatch.setattr(
        "sightline.formats.load_bytes", lambda data, name, options: seen.append(options)
    )
    load_with_report(tmp_path / "crypt.txt")
    own = SidecarFiles(tmp_path)
    load_with_report(tmp_path / "crypt.txt", Options(snap=True, sidecar_files=own))
    (tmp_path / "near.tsx").write_bytes(b"near")
    assert seen[0].sidecar_files.read("near.tsx", (".tsx",), limit=9) == b"near"
    assert seen[1] == Options(snap=True, sidecar_files=own)


def test_the_old_names_still_work_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="write SidecarFiles"):
        old = formats.Beside
    assert old is SidecarFiles
    with pytest.warns(DeprecationWarning, match="write sidecar_files="):
        options = Options(beside=SidecarFiles(tmp_path))  # type: ignore[call-arg]
    assert options.sidecar_files is not None
