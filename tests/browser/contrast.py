"""Measure the contrast of text on a page by WCAG 2.2 AA."""

from __future__ import annotations

from tests.browser.person import Person

# Every visible text with a contrast below 4.5, or below 3 if it is large. Pictures (svg) and
# disabled controls are excluded.
FAINT = """() => {
  const read = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number)
    return color.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]
  }
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]))
  const light = (color) => color.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0)
  const around = (element) => {
    const all = []
    for (let each = element; each; each = each.parentElement) all.push(each)
    return all
  }
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const words = texts.currentNode.textContent.trim()
    if (!words || !element.checkVisibility()) continue
    if (element.closest('svg, .unseen, script, style, option, :disabled')) continue
    const looks = around(element).map((each) => getComputedStyle(each))
    const ground = looks.map((look) => read(look.backgroundColor)).reverse()
      .reduce((below, top) => over(top, below), [255, 255, 255])
    const color = read(looks[0].color)
    color[3] *= looks.reduce((product, look) => product * Number(look.opacity), 1)
    const both = [light(over(color, ground)), light(ground)].sort((a, b) => b - a)
    const contrast = (both[0] + 0.05) / (both[1] + 0.05)
    const size = parseFloat(looks[0].fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(looks[0].fontWeight) >= 700)
    if (contrast < (large ? 3 : 4.5)) found.add(`${contrast.toFixed(2)} ${words.slice(0, 40)}`)
  }
  return [...found]
}"""


def faint(person: Person) -> list[str]:
    """Return the texts with insufficient contrast, with their values."""
    found: list[str] = []
    for _ in range(20):  # texts in a color transition are measured again
        found = person.page.evaluate(FAINT)
        if not found:
            break
        person.page.wait_for_timeout(100)
    return found
