"""docs/api.txt lists the public interface, and the changelog explains its changes."""

from __future__ import annotations

import pytest

import sightline

pytest.importorskip("griffe")

from tests import interface

TEXT = interface.FILE.read_text(encoding="utf-8")
CHANGELOG = (interface.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_file_is_current() -> None:
    """To fix: run python -m tests.interface and add a line to the changelog."""
    assert interface.marked(interface.baseline_of(TEXT), interface.lines()) == TEXT


def test_every_change_is_in_the_changelog() -> None:
    """Each marked name, or its class, is in the newest section."""
    assert interface.unmentioned(interface.changed(TEXT), CHANGELOG) == []


def test_every_public_name_has_a_line() -> None:
    listed = {interface.name_of(line) for line in interface.baseline_of(TEXT)}
    listed |= interface.changed(TEXT)
    modules = {"areas", "hexes", "packs", "squares"}
    lost = [name for name in sightline.__all__ if f"sightline.{name}" not in listed]
    assert set(lost) <= modules


def test_a_change_is_marked_until_the_next_release() -> None:
    before = ["class sightline.Door", "sightline.los(a, b)", "sightline.sees(a, b)"]
    now = ["class sightline.Door", "sightline.sees(a, b, *, rule)", "sightline.trace(a)"]
    text = interface.marked(before, now)
    assert text.splitlines()[1:] == [
        "  class sightline.Door",
        "- sightline.los(a, b)",
        "- sightline.sees(a, b)",
        "+ sightline.sees(a, b, *, rule)",
        "+ sightline.trace(a)",
    ]
    assert interface.baseline_of(text) == before
    assert interface.changed(text) == {"sightline.los", "sightline.sees", "sightline.trace"}
    assert interface.changed(interface.marked(now, now)) == set()


def test_a_change_needs_a_line_in_the_newest_section() -> None:
    changelog = "# Changelog\n\n## 0.9\n\n- `sees` and `Door`.\n\n## 0.8\n\n- `trace`.\n"
    names = {"sightline.sees", "sightline.trace", "sightline.Door.opened", "sightline.Gate.opened"}
    assert interface.unmentioned(names, changelog) == ["sightline.Gate.opened", "sightline.trace"]
