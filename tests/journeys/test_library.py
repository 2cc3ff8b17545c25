"""A user installs only the package and works through the docs from the first page on.

All code is executed as shown, page by page, in one folder and in an environment with only numpy and
the wheel. Code that needs an extra must say so and name the command that installs it.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, ROOT, check_printed, examples, pages, script
from tests.install.environments import Done, Environment, shared_wheel

READ = ("Guide", "Rules", "Games", "Cookbook", "Coming from")
NEEDS = {
    "docs/pictures-under-maps.md": "png",
    "docs/cookbook/clients.md": "png",
    "docs/cluster.md": "cluster",
}

# Each page runs in a fork of one process, so imports run once and pages share only the folder.
IN_TURN = """
import json, os, sys, tempfile
import sightline, sightline.formats, sightline.packs
answers = []
for script in json.loads(sys.argv[1]):
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            break
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        answers.append([code, out.read(), err.read()])
else:
    print(json.dumps(answers))
    script = ""
exec(compile(script, "<string>", "exec"))
"""


def in_order() -> list[str]:
    """Return the pages with code under these tabs, in the order of the site's menu."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    tabs = re.split(r"^  - (?=\S)", menu, flags=re.MULTILINE)
    chosen = [tab for tab in tabs if tab.startswith(READ)]
    assert len(chosen) == len(READ)
    found = [f"docs/{page}" for page in re.findall(r"(\S+\.md)$", "".join(chosen), re.MULTILINE)]
    return ["README.md", "docs/README.md", *(page for page in found if page in PAGES)]


def test_the_docs_in_an_empty_environment(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    there = Environment(tmp_path / "empty")
    there.lend("numpy")
    installed = there.install(shared_wheel(tmp_path_factory))
    assert installed.code == 0, installed.err

    order = in_order()
    assert len(order) > 25
    assert set(NEEDS) < set(order)
    texts = pages()
    scripts = [script(examples(texts[page])) for page in order]
    asked = there.run("-X", "utf8", "-c", IN_TURN, json.dumps(scripts))
    assert asked.code == 0, asked.err
    for page, answer in zip(order, json.loads(asked.out), strict=True):
        blocks, done = examples(texts[page]), Done(*answer)
        if page in NEEDS:
            assert f"pip install 'sightline-engine[{NEEDS[page]}]'" in done.err, (page, done)
        else:
            assert (done.code, done.err) == (0, ""), page
            check_printed(page, blocks, done.out)
    _type_its_commands(there, texts["README.md"])


def _type_its_commands(there: Environment, readme: str) -> None:
    """Run the README's commands on the map that its Python code saved; playing needs an extra."""
    asked = readme.partition("## Ask\n")[2].partition("```sh\n")[2].partition("```")[0]
    lines = [shlex.split(line, comments=True) for line in asked.splitlines()]
    assert len(lines) >= 4
    for program, *words in lines:
        assert program == "sightline"
        done = there.sightline(*words)
        if words[0] == "table":
            assert (done.code, "sightline-engine[table]" in done.err) == (2, True), done
        else:
            assert done.code in (0, 1), done  # visible or hidden, but not an error
            assert done.out
    assert (there.work / "sight.svg").exists()
