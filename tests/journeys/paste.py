"""Paste the clipboard into an editor."""

from playwright.sync_api import BrowserContext

MAY_COPY = ["clipboard-read", "clipboard-write"]


def pasted(context: BrowserContext) -> str:
    editor = context.new_page()
    editor.set_content("<textarea></textarea>")
    editor.locator("textarea").click()
    editor.keyboard.press("Control+V")
    text = editor.locator("textarea").input_value()
    editor.close()
    return text
