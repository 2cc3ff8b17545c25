"""Packages contain the built page of the table, but none of its sources."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = "src/sightline/table/http/static"
PLAYGROUND = "src/sightline/table/http/playground"
LEFT_OUT = shutil.ignore_patterns(
    "*.so", "__pycache__", "build", ".*", "tests", "benchmarks", "node_modules"
)


def pack(source: Path, where: Path, kind: str, **settings: str) -> Path:
    """Build a wheel or an sdist with setuptools, without downloads or compilation."""
    call = f"from setuptools import build_meta; build_meta.build_{kind}({str(where)!r})"
    where.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", call],
        cwd=source,
        env={**os.environ, "SIGHTLINE_PURE": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    [archive] = where.iterdir()
    return archive


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a copy of the sources with a one-line page."""
    copy = tmp_path / "source"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    for built in (STATIC, PLAYGROUND):
        shutil.rmtree(copy / built, ignore_errors=True)
    (copy / STATIC / "assets").mkdir(parents=True)
    (copy / STATIC / "index.html").write_text("<p>a page</p>")
    (copy / STATIC / "assets/page.js").write_text("// a script")
    (copy / PLAYGROUND).mkdir(parents=True)
    (copy / PLAYGROUND / "engine-abc.bin").write_bytes(b"packed")
    (copy / "page/node_modules/tool").mkdir(parents=True)
    (copy / "page/node_modules/tool/index.js").write_text("// not ours")
    return copy


def test_a_wheel_carries_the_page_and_not_its_sources(source: Path, tmp_path: Path) -> None:
    wheel = pack(source, tmp_path / "dist", "wheel", SIGHTLINE_NO_PAGE="1")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sightline/table/http/static/index.html" in names
    assert "sightline/table/http/static/assets/page.js" in names
    assert "sightline/table/http/playground/engine-abc.bin" in names
    assert not [name for name in names if "node_modules" in name or name.endswith(".svelte")]
    assert not [name for name in names if name.startswith("page/")]
    assert "sightline/kernels/left_out.txt" in names  # requested, and recorded


def test_an_archive_of_sources_carries_both(source: Path, tmp_path: Path) -> None:
    archive = pack(source, tmp_path / "dist", "sdist", SIGHTLINE_NO_PAGE="1")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {f"{STATIC}/index.html", "page/package-lock.json", "page/make_page.py"} <= names
    assert not [name for name in names if "node_modules" in name]


def test_without_npm_the_package_is_built_all_the_same(source: Path, tmp_path: Path) -> None:
    shutil.rmtree(source / STATIC)
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    # A Python without npm in its folder, whatever this machine has installed.
    script = source / "page/make_page.py"
    script.write_text(script.read_text().replace("sys.executable", repr(str(nowhere / "python"))))
    wheel = pack(source, tmp_path / "dist", "wheel", PATH=str(nowhere))
    names = zipfile.ZipFile(wheel).namelist()
    assert "sightline/table/__init__.py" in names
    assert not [name for name in names if "/static/" in name]
