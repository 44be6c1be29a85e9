"""The icons of the home screen, drawn from public/icons/sortilege.svg by a Chromium: python web/make_icons.py

They are committed; run this when the drawing changes. Browsers ask for 192 and 512 pixels (manifest.webmanifest),
iPhones for 180.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parent / "public/icons"
SIZES = (180, 192, 512)


def main() -> None:
    found = os.environ.get("SORTILEGE_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    drawing = (ICONS / "sortilege.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}")
            page.screenshot(path=ICONS / f"{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
