"""The look of each role: two palettes and one table of styles.

The hues are those of Okabe and Ito, darkened or lightened for contrast with the background, so they
differ for every type of color vision. Still, nothing is shown by color alone: verdicts differ in
dashes and marks, contacts in dashes and hatching, figures in shape, light and shadow in lightness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sightline.errors import UnknownNameError
from sightline.model.names import not_one_of

LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "ink": "#1b1f27",
    "muted": "#59606d",
    "floor": "#f8f5ed",
    "grid": "#d3ccbc",
    "solid": "#565d6a",
    "solid-line": "#6d7482",
    "rim": "#343a45",
    "wall": "#1b1f27",
    "door": "#d59a4a",
    "gate": "#59606d",
    "hero": "#0b6aab",
    "ally": "#00745a",
    "enemy": "#b84300",
    "figure": "#6a4f93",
    "token-edge": "#ffffff",
    "token-name": "#ffffff",
    "low": "#f0dfbd",
    "tall": "#8d6238",
    "wood": "#4f3519",
    "leaf": "#2e7d4f",
    "height-1": "#f0e6cf",
    "height-2": "#e6d5b0",
    "height-3": "#dac293",
    "height-4": "#ccad77",
    "pit": "#dfe3ea",
    "end": "#0b4f8a",
    "visible": "#007355",
    "hidden": "#c23b00",
    "ambiguous": "#85309f",
    "lit": "#fff0b0",
    "lit-some": "#fff8dc",
    "covered-1": "#f6d98c",
    "covered-2": "#e3b565",
    "covered-3": "#c58f4e",
    "shadow": "#a9afbb",
    "grazed": "#f3e3f7",
    "along": "#e3cdec",
    "deep": "#15181d",
    "unknown": "#3f4652",
    "night": "#15181d",
    "day": "#ffffff",
}

DARK: Mapping[str, str] = {
    "paper": "#15181d",
    "ink": "#eceef2",
    "muted": "#a9b1bd",
    "floor": "#363d48",
    "grid": "#4b5360",
    "solid": "#0c0e11",
    "solid-line": "#2a3039",
    "rim": "#7f8998",
    "wall": "#f2f3f5",
    "door": "#b9813a",
    "gate": "#b4bcc8",
    "hero": "#56b4e9",
    "ally": "#2fc39a",
    "enemy": "#f58a4b",
    "figure": "#c3a3ec",
    "token-edge": "#15181d",
    "token-name": "#101317",
    "low": "#5d4f36",
    "tall": "#c3905a",
    "wood": "#f0dcc0",
    "leaf": "#7fd8a0",
    "height-1": "#454741",
    "height-2": "#57533f",
    "height-3": "#6a6042",
    "height-4": "#7d6d45",
    "pit": "#272d38",
    "end": "#8fd0ff",
    "visible": "#35d6a5",
    "hidden": "#ff8a50",
    "ambiguous": "#dd9cf2",
    "lit": "#7c7038",
    "lit-some": "#585234",
    "covered-1": "#655a33",
    "covered-2": "#51482f",
    "covered-3": "#40392b",
    "shadow": "#1f2329",
    "grazed": "#4c3b57",
    "along": "#63467a",
    "deep": "#000000",
    "unknown": "#000000",
    "night": "#15181d",
    "day": "#ffffff",
}

HEAT = (
    # From viridis: even in lightness, and without the gray of rock.
    "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
    "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a role, in color names of the palette."""

    fill: str = ""
    stroke: str = ""
    dash: tuple[float, ...] = ()
    """The lengths of dashes and gaps, in stroke widths."""
    cap: str = "butt"
    pattern: str = ""
    """diagonal, back, cross or dots, drawn in the color of `fill`."""
    opacity: float = 1.0
    bold: bool = False
    halo: bool = False
    """Whether letters have an outline in the color of the paper."""
    holes: bool = False
    """Whether an outline inside another outline is a hole."""


_KINDS = ("hero", "ally", "enemy", "figure")

_TEXT = {
    "label": Style(fill="muted"),
    "faint": Style(fill="muted", opacity=0.75),
    "caption": Style(fill="ink"),
    "note": Style(fill="muted"),
    "name": Style(fill="token-name", bold=True),
    "name-on-floor": Style(fill="ink", bold=True),
    "name-on-tall": Style(fill="token-edge", bold=True),
    "badge-mark": Style(stroke="paper", cap="round"),
    "tag": Style(fill="end", stroke="paper"),
    "tag-text": Style(fill="paper", bold=True),
    "number": Style(fill="paper"),
    "secret-mark": Style(fill="ink", bold=True),
}

_BOARD = {
    "paper": Style(fill="paper"),
    "floor": Style(fill="floor"),
    "grid": Style(stroke="grid"),
    "rim": Style(stroke="rim"),
    "solid": Style(fill="solid"),
    "solid-hatch": Style(fill="solid-line", pattern="diagonal"),
    "solid-rim": Style(stroke="rim"),
    "outside-hatch": Style(fill="muted", pattern="diagonal"),
    "wall": Style(stroke="wall", cap="round"),
    "wall-casing": Style(stroke="paper", cap="round", opacity=0.8),
    "grid-casing": Style(stroke="day", opacity=0.3),
    "door": Style(fill="door", stroke="wall"),
    "door-leaf": Style(stroke="door", cap="butt"),
    "door-outline": Style(stroke="wall", cap="butt"),
    "door-swing": Style(stroke="muted", dash=(2, 2)),
    "post": Style(fill="wall"),
    "lock": Style(fill="wall"),
    "secret-gap": Style(stroke="floor", cap="butt"),
    "secret": Style(stroke="wall", dash=(1.1, 0.9)),
    "limited": Style(stroke="wall", dash=(0.05, 1.7), cap="round"),
    "window-pane": Style(stroke="floor", cap="butt"),
    "curtain": Style(stroke="wood", dash=(1.5, 0.8), cap="butt"),
    "bars": Style(stroke="gate", dash=(0.05, 1.9), cap="round"),
    "partial": Style(stroke="wall", dash=(3.0, 1.4), cap="butt"),
    "one-way": Style(fill="wall", stroke="floor"),
    "secret-disc": Style(fill="floor", stroke="wall"),
    "gate-rail": Style(stroke="gate"),
    "gate-bar": Style(stroke="gate", cap="round"),
    "gate-raised": Style(stroke="gate", dash=(1, 2.2), cap="round"),
    "lock-disc": Style(fill="paper", stroke="wall"),
    "token-ring": Style(stroke="token-edge", opacity=0.8),
    "low": Style(fill="low", stroke="wood"),
    "low-line": Style(stroke="wood", opacity=0.55),
    "tall": Style(fill="tall", stroke="wood"),
    "tall-line": Style(stroke="wood", opacity=0.55),
    "terrain": Style(fill="leaf", pattern="dots", opacity=0.5),
    "terrain-rim": Style(stroke="leaf", dash=(2, 2), opacity=0.7),
    "terrain-mark": Style(fill="leaf", bold=True, halo=True),
    "cover": Style(fill="leaf"),
    "height-label": Style(fill="wood", bold=True),
    "cover-label": Style(fill="leaf", bold=True),
    "pit": Style(fill="pit"),
    **{f"height-{n}": Style(fill=f"height-{n}") for n in range(1, 5)},
    **{kind: Style(fill=kind, stroke="token-edge") for kind in _KINDS},
    **{f"{kind}-airy": Style(fill="floor", stroke=kind, dash=(2, 1.2)) for kind in _KINDS},
    **{f"{kind}-ground": Style(fill=kind, stroke=kind, opacity=0.4) for kind in _KINDS},
    **{f"name-{kind}": Style(fill=kind, bold=True) for kind in _KINDS},
}

_SIGHT = {
    "casing": Style(stroke="paper", cap="round", opacity=0.9),
    "end-frame": Style(stroke="end"),
    "end-frame-target": Style(stroke="end", dash=(2.2, 1.3)),
    "end-point": Style(fill="end", stroke="paper"),
    "end-ring": Style(fill="paper", stroke="end"),
    "line-visible": Style(stroke="visible", cap="round"),
    "line-hidden": Style(stroke="hidden", cap="round"),
    "line-ambiguous": Style(stroke="ambiguous", cap="round"),
    "beyond-hidden": Style(stroke="hidden", dash=(1.2, 2.2)),
    "beyond-ambiguous": Style(stroke="ambiguous", dash=(4, 1.6)),
    "blocker-hatch": Style(fill="hidden", pattern="back"),
    "blocker-outline": Style(stroke="hidden"),
    "blocker-glow": Style(stroke="hidden", cap="round", opacity=0.45),
    "touch-outline": Style(stroke="ambiguous", dash=(2.5, 1.5)),
    "touch-glow": Style(stroke="ambiguous", cap="round", opacity=0.45),
    "along": Style(stroke="ambiguous", dash=(0.35, 0.5)),
    "stop-disc": Style(fill="hidden", stroke="paper"),
    "stop-mark": Style(stroke="paper", cap="round"),
    "ring": Style(stroke="ambiguous"),
    "ring-casing": Style(stroke="paper"),
    "badge-visible": Style(fill="visible"),
    "badge-hidden": Style(fill="hidden"),
    "badge-ambiguous": Style(fill="ambiguous"),
    "verdict-visible": Style(fill="visible", bold=True),
    "verdict-hidden": Style(fill="hidden", bold=True),
    "verdict-ambiguous": Style(fill="ambiguous", bold=True),
    "chosen": Style(stroke="end"),
    "fan-visible": Style(fill="visible", opacity=0.16),
    "fan-hidden": Style(fill="hidden", opacity=0.12),
    "step-points": Style(fill="end", bold=True, halo=True),
    "tried-casing": Style(stroke="paper", opacity=0.5),
    "tried-clear": Style(stroke="visible"),
    "tried-corner": Style(stroke="ambiguous", dash=(5, 1.5, 1, 1.5)),
    "tried-edge": Style(stroke="ambiguous", dash=(6, 2.5)),
    "tried-blocked": Style(stroke="hidden", dash=(1.5, 2)),
    "number-clear": Style(fill="visible", stroke="paper"),
    "number-corner": Style(fill="ambiguous", stroke="paper"),
    "number-edge": Style(fill="ambiguous", stroke="paper"),
    "number-blocked": Style(fill="hidden", stroke="paper"),
    "true-line": Style(stroke="muted", dash=(1.5, 2.5)),
    "step": Style(stroke="end", opacity=0.8),
    "step-tint": Style(fill="end", opacity=0.13),
    "step-dot": Style(fill="end", stroke="paper"),
    "step-number": Style(fill="paper", bold=True),
    "profile-ground": Style(fill="height-4", stroke="wood"),
    "profile-too-high": Style(fill="hidden", stroke="wood"),
}

_FIELD = {
    "lit": Style(fill="lit"),
    "lit-some": Style(fill="lit-some"),
    "lit-some-dots": Style(fill="muted", pattern="dots"),
    "shadow": Style(fill="shadow"),
    "unseen-rock": Style(fill="deep", opacity=0.55),
    "lit-rock": Style(fill="lit", opacity=0.34),
    "unknown": Style(fill="unknown"),
    "on-bright": Style(fill="night"),
    "on-dark": Style(fill="day"),
    "lit-rim": Style(stroke="muted"),
    "doubt": Style(fill="grazed"),
    "doubt-hatch": Style(fill="ambiguous", pattern="cross"),
    **{f"covered-{n}": Style(fill=f"covered-{n}") for n in range(1, 4)},
    "covered-1-hatch": Style(fill="muted", pattern="dots"),
    "covered-2-hatch": Style(fill="muted", pattern="back"),
    "covered-3-hatch": Style(fill="muted", pattern="cross"),
    "contact-clear": Style(fill="lit"),
    "contact-corner": Style(fill="grazed"),
    "contact-corner-hatch": Style(fill="ambiguous", pattern="dots"),
    "contact-edge": Style(fill="along"),
    "contact-edge-hatch": Style(fill="ambiguous", pattern="back"),
    "contact-blocked": Style(fill="shadow"),
    "lamp": Style(fill="door", stroke="ink"),
    "lamp-ray": Style(stroke="ink", cap="round"),
    "viewer": Style(stroke="end"),
    "eye": Style(fill="paper", stroke="end"),
    "pupil": Style(fill="end"),
    "legend-frame": Style(stroke="muted"),
    "legend-tick": Style(stroke="ink"),
}

STYLES: Mapping[str, Style] = {**_TEXT, **_BOARD, **_SIGHT, **_FIELD}

OVER_PICTURE: Mapping[str, Style] = {
    # Over a picture, fills are translucent and thin lines are stronger.
    "grid": Style(stroke="night", opacity=0.45),
    "solid": Style(fill="solid", opacity=0.5),
    "shadow": Style(fill="shadow", opacity=0.72, holes=True),
    "lit": Style(fill="lit", opacity=0.16),
    "lit-some": Style(fill="lit-some", opacity=0.4),
    "doubt": Style(fill="grazed", opacity=0.5),
    **{f"covered-{n}": Style(fill=f"covered-{n}", opacity=0.5) for n in range(1, 4)},
    "contact-clear": Style(fill="lit", opacity=0.16),
    "contact-corner": Style(fill="grazed", opacity=0.55),
    "contact-edge": Style(fill="along", opacity=0.55),
    "contact-blocked": Style(fill="shadow", opacity=0.72),
    "pit": Style(fill="pit", opacity=0.5),
    **{f"height-{n}": Style(fill=f"height-{n}", opacity=0.5) for n in range(1, 5)},
    "heat": Style(opacity=0.6),
    "faint": Style(fill="ink", halo=True),
    "name-on-floor": Style(fill="ink", bold=True, halo=True),
    "cover-label": Style(fill="leaf", bold=True, halo=True),
    "height-label": Style(fill="wood", bold=True, halo=True),
    **{f"name-{kind}": Style(fill=kind, bold=True, halo=True) for kind in _KINDS},
}

PALETTES: Mapping[str, Mapping[str, str]] = {"light": LIGHT, "dark": DARK}
THEMES = (*PALETTES, "auto")
"""All themes. `auto` follows the viewer's preference for light or dark, if the program that shows
the picture supports that.
"""


def check_theme(theme: str) -> str:
    if theme not in THEMES:
        raise UnknownNameError(not_one_of("theme", THEMES, theme))
    return theme


def css_of(role: str, palette: Mapping[str, str], over_picture: bool = False) -> str:
    """Return the CSS of a role, without widths and patterns, which depend on the scale."""
    if role.startswith("heat-"):
        paint = f"fill:{HEAT[int(role[5:])]}"
        return f"{paint};opacity:{OVER_PICTURE['heat'].opacity:g}" if over_picture else paint
    style = OVER_PICTURE.get(role, STYLES[role]) if over_picture else STYLES[role]
    said = []
    if not style.pattern:
        said.append(f"fill:{palette[style.fill]}" if style.fill else "fill:none")
    if style.stroke:
        said.append(f"stroke:{palette[style.stroke]}")
    if style.cap != "butt":
        said.append(f"stroke-linecap:{style.cap}")
    if style.opacity != 1.0:
        said.append(f"opacity:{style.opacity:g}")
    if style.bold:
        said.append("font-weight:600")
    if style.holes:
        said.append("fill-rule:evenodd")
    if style.halo:
        said.append(f"paint-order:stroke;stroke:{palette['paper']};stroke-width:2.5px")
    return ";".join(said)
