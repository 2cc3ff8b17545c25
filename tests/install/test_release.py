"""Releases have a bill of materials, are reproducible, and can be installed without an index."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

import pytest

from release import same_bytes, sbom
from tests.install.environments import ROOT, Environment, shared_wheel

THOROUGH = os.environ.get("SIGHTLINE_THOROUGH", "0") not in ("", "0")


# --- the bill of materials


def test_the_bill_names_what_is_installed_and_what_is_shipped() -> None:
    bill = sbom.bill()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["bom-ref"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"])
    assert parts["pkg:pypi/numpy"]["scope"] == "required"
    assert parts["pkg:pypi/msgspec"]["scope"] == "optional"
    assert parts["pkg:pypi/ruff"]["scope"] == "excluded"
    (svelte,) = (part for part in bill["components"] if part["name"] == "svelte")
    assert svelte["scope"] == "required"
    assert re.fullmatch("[0-9a-f]{128}", svelte["hashes"][0]["content"])
    (vite,) = (part for part in bill["components"] if part["name"] == "vite")
    assert vite["scope"] == "excluded"
    (root,) = bill["dependencies"]
    assert root["ref"] == bill["metadata"]["component"]["bom-ref"]
    assert set(root["dependsOn"]) == set(parts)


def test_no_requirement_and_no_locked_package_is_missing() -> None:
    names = {part["name"] for part in sbom.bill()["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    asked = {re.split(r"[\[<>=!; ]", each)[0].lower() for each in wanted} - {"sightline-engine"}
    assert asked <= names
    for lock in sbom.LOCKS.values():
        for path in json.loads(lock.read_text(encoding="utf-8"))["packages"]:
            assert not path or path.rpartition("node_modules/")[2] in names


def test_the_same_sources_give_the_same_bill() -> None:
    assert json.dumps(sbom.bill()) == json.dumps(sbom.bill())


# --- two builds


@pytest.mark.skipif(not THOROUGH, reason="two builds; SIGHTLINE_THOROUGH=1 makes them")
@pytest.mark.parametrize("pure", ["0", "1"])
def test_two_builds_give_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pure: str
) -> None:
    monkeypatch.setenv("SIGHTLINE_PURE", pure)
    monkeypatch.setenv("SIGHTLINE_UNOPTIMIZED", "1")
    assert same_bytes.main() == 0, capsys.readouterr().out


def test_a_packed_archive_has_no_owner_and_one_time(tmp_path: Path) -> None:
    """This tests our part of the archive. What setuptools adds depends on the user and the time."""
    script = """
import sys, tarfile, os, time
from pathlib import Path
import setuptools
setuptools.setup = lambda **kwargs: None
os.environ["SIGHTLINE_PURE"] = "1"
source = Path("setup.py").read_text()
names = {}
exec(compile(source, "setup.py", "exec"), names)
hashes = []
for order, age in ((("a", "b"), 0), (("b", "a"), 100)):
    folder = Path(sys.argv[1]) / str(age)
    folder.mkdir()
    for name in order:
        (folder / name).write_text(name)
        os.utime(folder / name, (time.time() - age,) * 2)
    archive = folder / "x.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        for name in order:
            packed.add(folder / name, name)
    names["pack_again"](archive, 1_700_000_000)
    hashes.append(archive.read_bytes())
    with tarfile.open(archive) as packed:
        assert [(m.name, m.uid, m.uname, m.mtime) for m in packed] == [
            (name, 0, "", 1_700_000_000) for name in ("a", "b")
        ]
        assert packed.extractfile("b").read() == b"b"
assert hashes[0] == hashes[1]
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


# --- a wheelhouse


def wheel_of(name: str, folder: Path) -> Path:
    """Build a wheel from an installed distribution."""
    found = distribution(name)
    tags = re.findall(r"^Tag: (\S+)", found.read_text("WHEEL") or "", re.MULTILINE)
    wheel = folder / f"{name}-{found.version}-{tags[0]}.whl"
    record = []
    with zipfile.ZipFile(wheel, "w") as packed:
        for file in found.files or ():
            if file.parts[0] == ".." or file.suffix == ".pyc" or file.name == "RECORD":
                continue
            content = Path(str(file.locate())).read_bytes()
            packed.writestr(file.as_posix(), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{file.as_posix()},sha256={digest.decode()},{len(content)}")
        info = f"{name}-{found.version}.dist-info/RECORD"
        packed.writestr(info, "\n".join([*record, f"{info},,"]) + "\n")
    return wheel


def test_it_installs_from_a_wheelhouse_with_no_index(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    wheel = shared_wheel(tmp_path_factory)
    (house / wheel.name).symlink_to(wheel)
    clean = Environment(tmp_path / "clean")
    without = clean.install_from(house, "sightline-engine")
    assert without.code != 0
    assert "numpy" in without.err
    wheel_of("numpy", house)
    done = clean.install_from(house, "sightline-engine")
    assert done.code == 0, done.err
    seen = clean.run("-c", "import numpy, sightline; print(sightline.__version__)")
    assert seen.code == 0, seen.err
    assert clean.sightline("demo").code == 0


# --- the container file

CONTAINERFILE = ROOT / "release" / "Containerfile"


def instructions(text: str) -> list[tuple[str, str]]:
    joined = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return [
        (word, " ".join(rest.split()))
        for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())
    ]


def complaints(text: str) -> list[str]:
    """Return the problems of a container file, by common rules of linters."""
    lines = instructions(text)
    found = []
    for word, rest in lines:
        if word == "FROM":
            image = rest.split()[0]
            if ":" not in image or image.endswith(":latest"):
                found.append(f"{image}: name a version")
        if word == "ADD":
            found.append("ADD: write COPY")
        if word in ("CMD", "ENTRYPOINT") and not rest.startswith("["):
            found.append(f"{word}: write a JSON list")
        if word == "WORKDIR" and not rest.startswith("/"):
            found.append(f"WORKDIR {rest}: write an absolute path")
        if word == "ENV" and re.search("token|secret|password", rest, re.IGNORECASE):
            found.append("ENV: keep secrets out of images")
        if word != "RUN":
            continue
        if "apt-get install" in rest and "--no-install-recommends" not in rest:
            found.append("apt-get: add --no-install-recommends")
        if "apt-get install" in rest and "rm -rf /var/lib/apt/lists" not in rest:
            found.append("apt-get: delete its lists in the same RUN")
        if re.search(r"pip (install|wheel)", rest) and "--no-cache-dir" not in rest:
            found.append("pip: add --no-cache-dir")
        if "sudo" in rest.split():
            found.append("sudo: use USER")
    users = [rest for word, rest in lines if word == "USER"]
    if not users or users[-1] in ("root", "0"):
        found.append("USER: do not run as root")
    return found


def test_the_container_file_is_clean() -> None:
    assert complaints(CONTAINERFILE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("python:3.13-slim-trixie", "python"),
        ("python:3.13-slim-trixie", "python:latest"),
        ("COPY dist", "ADD dist"),
        ('ENTRYPOINT ["sightline"]', "ENTRYPOINT sightline"),
        ("WORKDIR /data", "WORKDIR data"),
        (" --no-install-recommends", ""),
        ("rm -rf /var/lib/apt/lists/*", "true"),
        (" --no-cache-dir", ""),
        ("USER sightline", ""),
        ("USER sightline", "USER root"),
        ("VOLUME", "ENV API_TOKEN=x\nVOLUME"),
    ],
)
def test_the_linter_finds(old: str, new: str) -> None:
    text = CONTAINERFILE.read_text(encoding="utf-8")
    assert old in text
    assert complaints(text.replace(old, new)) != []


def test_the_container_installs_an_extra_that_there_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = CONTAINERFILE.read_text(encoding="utf-8")
    (extra,) = re.findall(rf"{project['name']}\[(\w+)\]", text)
    assert extra in project["optional-dependencies"]
    command = json.loads(dict(instructions(text))["CMD"])
    from sightline.apps.cli.main import command_parser

    parser, _ = command_parser(command[0])
    parser.parse(command[1:])
