"""The package on PyPI is `sightline-engine`; `sightline` there belongs to another project."""

import re
import tomllib
from pathlib import Path

import sightline

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MADE = {"build", "dist", "node_modules", "__pycache__", "static", "runs", "corpus"}
WRITTEN = {".ipynb", ".md", ".pyi", ".py", ".toml", ".ts", ".tsx", ".yml", ""}
OTHER = re.compile(
    r"\bpip3? install[^\n|`;&]*?(?<![\w./-])sightline(?![\w/-])"  # pip install (-U) sightline
    r"|(?<![\w.-])sightline\[[a-z]"  # sightline[table]
)
THIS = Path(__file__).name


def _written() -> list[Path]:
    """Return every hand-written file, in a clone or in the source archive."""
    found, folders = [], [ROOT]
    for folder in folders:
        for each in folder.iterdir():
            if each.is_dir() and each.name not in MADE:
                if not each.name.startswith(".") or each.name == ".github":
                    folders.append(each)
            elif each.is_file() and each.suffix in WRITTEN and each.name != THIS:
                found.append(each)
    return found


def test_no_file_installs_the_package_of_somebody_else() -> None:
    files = _written()
    assert len(files) > 500
    assert {ROOT / "README.md", ROOT / "Makefile", ROOT / "pyproject.toml"} <= set(files)
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in files
        for found in OTHER.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert wrong == []


def test_the_check_bites() -> None:
    for words in (
        "pip install sightline",
        "pip install -U sightline  # numpy",
        "pip install 'sightline[table]'",
        "install sightline[cluster] there",
    ):
        assert OTHER.search(words), words
    for words in (
        "pip install sightline-engine",
        "pip install 'sightline-engine[table]'",
        "pip install . && sightline demo",
        "pip install '.[table]'; sightline table",
    ):
        assert not OTHER.search(words), words


def test_the_names_are_these() -> None:
    project = PROJECT["project"]
    assert project["name"] == "sightline-engine"
    assert list(project["scripts"]) == ["sightline"]


def test_the_version_is_written_once_and_has_its_changes() -> None:
    """`__version__` is authoritative, since a dist-info may be out of date."""
    assert PROJECT["project"]["dynamic"] == ["version"]
    dynamic = PROJECT["tool"]["setuptools"]["dynamic"]["version"]
    assert dynamic == {"attr": "sightline.__version__"}
    headings = re.findall(
        r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sightline.__version__.partition(".dev")[0] == headings[0]
