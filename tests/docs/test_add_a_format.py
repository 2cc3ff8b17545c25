"""The steps of docs/add-a-format.md work in a copy of the project."""

import pytest

from tests.docs.project_copy import ROOT, ProjectCopy, blocks, follow

PAGE = ROOT / "docs/add-a-format.md"


def test_the_page_takes_a_format_all_the_way(tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = ProjectCopy(tmp_path_factory.mktemp("sightline"), ["src/sightline"], [])
    follow(PAGE, copy)
    assert [block.language for block in blocks(PAGE)].count("python") == 3
    done = copy.run("-c", "from sightline.formats import READERS; print(READERS[-2:])")
    assert done.stdout == "('tiny', 'text')\n"
