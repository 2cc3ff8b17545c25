"""Build the playground: a folder for any web host, with the engine in it.

python playground/make_playground.py             build it into build/playground/site, and
                                                 copy it into the package for the table
python playground/make_playground.py --pure      the same without kernels

Node runs Vite and, once, Pyodide; zig compiles the kernels. Both runtimes are downloaded at pinned
versions into build/playground. If zig is not available, the kernels are omitted with a message,
unless SIGHTLINE_KERNELS=1 requires them. Unchanged parts are not rebuilt.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = ROOT / "build/playground"
SITE = BUILD / "site"
TABLETOPS = BUILD / "tabletops"
"""What `page/vtt/make_vtt.py` adds to the engine: readers of scenes, and the list of all files."""
PACKAGED = ROOT / "src/sightline/table/http/playground"
sys.path[:0] = [str(HERE), str(ROOT / "page"), str(ROOT / "src")]

import engine  # noqa: E402
import kernels  # noqa: E402
import make_page  # noqa: E402

MOST_BYTES = 4_000_000
"""The maximum size of a first visit."""


class NoPlaygroundError(Exception):
    """The playground cannot be built; the message gives the reason."""


def build(*, pure: bool = False, site: Path = SITE) -> dict[str, int]:
    """Build it, and return the sizes of what a visit loads, by file."""
    try:
        npm, environment = make_page.find_npm()
        node = shutil.which("node", path=environment["PATH"])
        assert node is not None
        BUILD.mkdir(parents=True, exist_ok=True)
        runtime = _runtime(npm, environment)
        compiled = {} if pure else _kernels()
        zipped = engine.sources(compiled)
        made, told = engine.prepare(node, runtime, zipped, BUILD)
        if compiled and not told["kernels"]:
            raise NoPlaygroundError("the kernels were compiled, but Pyodide does not load them")
        _page(npm, environment, site)
        manifest = _bundles(runtime, made, site)
        (site / "engine.json").write_text(json.dumps(manifest), encoding="utf-8")
        _service_worker(site)
    except (make_page.NoPageError, subprocess.SubprocessError, OSError) as error:
        raise NoPlaygroundError(str(error)) from error
    return {
        path.relative_to(site).as_posix(): path.stat().st_size
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def _runtime(npm: str, environment: dict[str, str]) -> Path:
    """Return Pyodide as pinned in package-lock.json."""
    folder = BUILD / "npm"
    lock = HERE / "package-lock.json"
    runtime = folder / "node_modules/pyodide"
    kept = folder / "package-lock.json"
    if not runtime.exists() or kept.read_bytes() != lock.read_bytes():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder / name)
        words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([npm, *words], cwd=folder, env=environment, check=True, timeout=600)
    return runtime


def _kernels() -> dict[str, bytes]:
    try:
        return kernels.compile_all(BUILD)
    except kernels.NoKernelsError as error:
        if os.environ.get("SIGHTLINE_KERNELS", "0") not in {"", "0"}:
            raise NoPlaygroundError(str(error)) from error
        print(f"note: pure Python answers in the playground, slower but equal. {error}")
        return {}


def _page(npm: str, environment: dict[str, str], site: Path) -> None:
    make_page.install()
    words = [npm, "run", "--silent", "build-playground", "--", "--outDir", str(site)]
    subprocess.run(words, cwd=make_page.PAGE, env=environment, check=True, timeout=600)
    (site / "playground.html").rename(site / "index.html")


def _bundles(runtime: Path, made: Path, site: Path) -> dict[str, object]:
    unpacked = made / "site"
    if not unpacked.exists():
        zipfile.ZipFile(made / "sightline.zip").extractall(unpacked)
    ours = {
        f"site/{path.relative_to(unpacked).as_posix()}": path
        for path in sorted(unpacked.rglob("*"))
        if path.is_file()
    }
    files = {name: runtime / name for name in engine.RUNTIME}
    files["python_stdlib.zip"] = made / "python_stdlib.zip"
    files["pyodide-lock.json"] = made / "pyodide-lock.json"
    whole = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    # Warnings of other packages do not matter here, but their versions are still checked.
    lock = json.dumps({"info": whole["info"], "packages": {}})
    files["pyodide-lock.json"].write_text(lock, encoding="utf-8")
    from sightline import __version__

    readers = {each: ours.pop(each) for each in list(ours) if engine.is_for_tabletops(each)}
    manifest = {
        "runtime": engine.bundle("runtime", files, BUILD, site),
        "engine": engine.bundle("engine", ours, BUILD, site),
        "version": __version__,
    }
    TABLETOPS.mkdir(exist_ok=True)
    for old in TABLETOPS.glob("*.bin"):
        old.unlink()
    whole = {**manifest, "readers": engine.bundle("readers", readers, BUILD, TABLETOPS)}
    (TABLETOPS / "engine.json").write_text(json.dumps(whole), encoding="utf-8")
    return manifest


def _first_files(site: Path) -> list[Path]:
    """Return the page's own files that every visit loads: only English, and no texts of games."""
    ours = (*site.glob("*.*"), *(site / "assets").glob("playground-*"), *site.glob("*/worker-*"))
    return sorted(path for path in ours if path.suffix != ".bin" and path.name != "sw.js")


def _service_worker(site: Path) -> None:
    """Write the service worker, which caches the page's files for offline use.

    The page itself caches the engine's files, unpacked.
    """
    files = [path.relative_to(site).as_posix() for path in _first_files(site)]
    text = (HERE / "sw.js").read_text(encoding="utf-8")
    shell = json.dumps(["./", *files])
    version = engine.fingerprint(*((site / each).read_bytes() for each in files))
    languages = {
        path.name[:2]: path.relative_to(site).as_posix() for path in site.glob("assets/??-*.js")
    }
    made = text.replace("__FILES__", shell).replace("__VERSION__", json.dumps(version))
    made = made.replace("__LANGUAGES__", json.dumps(languages))
    (site / "sw.js").write_text(made, encoding="utf-8")


def install(site: Path) -> None:
    """Copy it into the package, so that the table serves it at /playground/ and the wheel contains
    it.
    """
    shutil.rmtree(PACKAGED, ignore_errors=True)
    shutil.copytree(site, PACKAGED)


def over_the_wire(site: Path) -> int:
    """Return the transfer size of a first visit, with text compressed by gzip."""
    packed = sum(path.stat().st_size for path in site.glob("*.bin"))
    return packed + sum(len(gzip.compress(path.read_bytes())) for path in _first_files(site))


def main(words: list[str]) -> int:
    try:
        sizes = build(pure="--pure" in words)
    except NoPlaygroundError as error:
        print(f"The playground is not built: {error}", file=sys.stderr)
        return 1
    for name, size in sizes.items():
        print(f"{size:>11,}  {name}")
    print(f"{sum(sizes.values()):>11,}  in all: {SITE.relative_to(ROOT)}")
    whole = over_the_wire(SITE)
    print(f"{whole:>11,}  over the wire, with gzip for the page's own text, as web hosts have it")
    if whole > MOST_BYTES:
        print(f"That is more than {MOST_BYTES:,} bytes.", file=sys.stderr)
        return 1
    install(SITE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
