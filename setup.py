"""Compile the kernels if there is a C compiler, and build the table's page if there is npm.
Everything else is in pyproject.toml.

SIGHTLINE_PURE=1        skip the kernels: pure Python gives the same answers more slowly.
SIGHTLINE_DEBUG=1       check bounds and build with gcc's sanitizers, for `make sanitize`.
SIGHTLINE_KERNELS=1     fail if the kernels cannot be compiled, as wheels require.
SIGHTLINE_PLAIN_C=1     compile the code for compilers other than gcc and clang, kernels/portable.h.
SIGHTLINE_UNOPTIMIZED=1 compile in a third of the time, for tests of installing.
SIGHTLINE_NO_PAGE=1     do not build the page; an existing one is included.

Without a compiler, or without Python's headers, the kernels are skipped and the rest is installed.
Without npm the page is skipped, unless it is built already: `sightline table` then says so.
"""

import gzip
import io
import multiprocessing
import os
import runpy
import shutil
import sys
import tarfile
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

PACKAGE = Path("src/sightline")
HEADERS = {".h", ".pxd", ".pxi"}


def asked_for(name: str) -> bool:
    return os.environ.get(name, "0") not in {"", "0"}


PURE = asked_for("SIGHTLINE_PURE")
DEBUG = asked_for("SIGHTLINE_DEBUG")
KERNELS = asked_for("SIGHTLINE_KERNELS")
PLAIN_C = asked_for("SIGHTLINE_PLAIN_C")
UNOPTIMIZED = asked_for("SIGHTLINE_UNOPTIMIZED")
NO_PAGE = DEBUG or asked_for("SIGHTLINE_NO_PAGE")

# Each flavor has a separate build folder, so that none uses files of another.
BUILD = "build"
for name, asked in (("debug", DEBUG), ("pure", PURE), ("plain-c", PLAIN_C)):
    BUILD = f"build/{name}" if asked else BUILD

# CPython compiles with -fwrapv, which hides every overflow from the sanitizer, so undo that.
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
DEBUG_FLAGS = ["-fno-wrapv", "-g", "-O1", "-fno-omit-frame-pointer", *SANITIZE]
RELEASE_FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0"]
if UNOPTIMIZED and sys.platform != "win32":
    RELEASE_FLAGS[0] = "-O0"

# Checks are set only here: a kernel's own header or decorator would override this, and the debug
# build would check nothing. Directives with a meaning (cdivision, wraparound) belong to the
# kernels.
CHECKS = ("boundscheck", "initializedcheck", "nonecheck")
DIRECTIVES = {"language_level": 3, "annotation_typing": False} | dict.fromkeys(CHECKS, DEBUG)


def kernels() -> list[Extension]:
    sources = [] if PURE else sorted(PACKAGE.rglob("*.pyx"))
    if not sources:
        return []
    from Cython.Build import cythonize

    forget_moved_headers(Path(BUILD, "cython"))
    extensions: list[Extension] = cythonize(
        [extension(source) for source in sources],
        build_dir=f"{BUILD}/cython",
        compiler_directives=DIRECTIVES,
        nthreads=(os.cpu_count() or 1) if multiprocessing.get_start_method() == "fork" else 0,
    )
    # The largest first, so that the last one does not keep a single core busy.
    extensions.sort(key=lambda each: -Path(each.sources[0]).stat().st_size)
    for each in extensions:
        # A sanitizer that silently did not run would be useless.
        each.optional = not (DEBUG or KERNELS)
    return extensions


def forget_moved_headers(copies: Path) -> None:
    """Delete Cython's copies of headers, since a header that has moved would be found there."""
    for copy in [*copies.rglob("*.h")]:
        if not copy.relative_to(copies).exists():
            copy.unlink()


def extension(source: Path) -> Extension:
    beside = source.parent
    parts = sorted(p for p in beside.rglob("*") if p.suffix in HEADERS)
    folders = [beside, *sorted({p.parent for p in parts} - {beside})]
    for part in (source, *(p for p in parts if p.suffix == ".pxi")):
        text = part.read_text(encoding="utf-8")
        if DEBUG and (own := [check for check in CHECKS if check in text]):
            sys.exit(f"{part} sets {', '.join(own)}: leave that to setup.py")
    return Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [source.as_posix()],
        include_dirs=[p.as_posix() for p in folders],
        define_macros=[("SIGHTLINE_PLAIN_C", "1")] if PLAIN_C else [],
        depends=[p.as_posix() for p in parts],
        extra_compile_args=DEBUG_FLAGS if DEBUG else RELEASE_FLAGS,
        extra_link_args=SANITIZE if DEBUG else [],
    )


def build_page() -> None:
    """Build the table's page if it is missing or older than its sources; print why if it cannot be
    built.
    """
    if NO_PAGE:
        return
    sys.path.insert(0, "page")
    import make_page

    try:
        make_page.build()
    except make_page.NoPageError as error:
        print(f"note: the table's page is not built. {error}", file=sys.stderr)


class BuildPage(Command):
    """Builds the page first, because it is package data."""

    editable_mode = False

    def initialize_options(self) -> None:
        self.build_lib: str | None = None

    def finalize_options(self) -> None:
        self.set_undefined_options("build_py", ("build_lib", "build_lib"))

    def run(self) -> None:
        build_page()

    def get_source_files(self) -> list[str]:
        return []  # MANIFEST.in lists them

    def get_outputs(self) -> list[str]:
        return []  # build_py handles them as data

    def get_output_mapping(self) -> dict[str, str]:
        return {}


class BuildAfresh(build):
    """Starts with an empty build folder, or deleted modules would be shipped."""

    sub_commands: ClassVar = [("build_page", None), *build.sub_commands]

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if PURE:  # do not warn about a deliberate choice
            Path(self.build_lib, "sightline/kernels/left_out.txt").write_text("by SIGHTLINE_PURE\n")


class BuildKernels(build_ext):
    """Removes kernels of an earlier build if they cannot be built any more."""

    def run(self) -> None:
        super().run()
        if self.inplace:
            sources = runpy.run_path(str(PACKAGE / "kernels" / "sources.py"))
            sources["STAMP"].write_text(sources["digest"](), encoding="utf-8")

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            filename = self.get_ext_filename(self.get_ext_fullname(ext.name))
            for stale in (Path(self.build_lib, filename), Path("src", filename)):
                stale.unlink(missing_ok=True)
            raise


class PackSources(sdist):
    """Adds the built page to the source archive, so that installing from it does not need node."""

    def run(self) -> None:
        build_page()
        super().run()

    def make_archive(self, base_name: str, format: str, *args: object, **kwargs: object) -> str:
        made = super().make_archive(base_name, format, *args, **kwargs)
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch and made.endswith(".tar.gz"):
            pack_again(Path(made), int(epoch))
        return made


def pack_again(archive: Path, epoch: int) -> None:
    """Make the archive reproducible: sorted, with one time and no owner."""
    with tarfile.open(archive) as packed:
        entries = [
            (member, packed.extractfile(member).read() if member.isfile() else None)
            for member in sorted(packed.getmembers(), key=lambda member: member.name)
        ]
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for member, content in entries:
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            packed.addfile(member, io.BytesIO(content) if content is not None else None)


setup(
    ext_modules=kernels(),
    cmdclass={
        "build": BuildAfresh,
        "build_ext": BuildKernels,
        "build_page": BuildPage,
        "sdist": PackSources,
    },
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": os.cpu_count()}},
)
