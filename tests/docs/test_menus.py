# SPDX-License-Identifier: MIT
"""The menus that the pages name are those that the plugin registers."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
WIRESHARKS_OWN = {"Statistics > Flow Graph", "Statistics > Plots", "Statistics > I/O Graphs", "Statistics > Conversations", "Statistics > Protocol Hierarchy"}
NAMED = re.compile(r"\b(?:Statistics|Tools) > [^\n.,;:()`|]*")


def registered():
    """Paths of the menus, as they read on the screen."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((SOURCE / "plugin").rglob("*")) if path.suffix in {".cpp", ".h"})
    tables = (SOURCE / "answers/options/tables/z_tables.cpp").read_text(encoding="utf-8")
    found = {f"Statistics > {title}" for title in re.findall(r'^    \{"(?:godot|enet),[\w,]+", "([^"]+)"', tables, re.MULTILINE)}
    for file in sorted((SOURCE / "analysis").glob("libraries/*/library.def")):
        titles = re.findall(r'^GODOT_LIBRARY_TABLE\(\w+, "[\w,]+", "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
        found |= {f"Statistics > {title}" for title in titles}
    for title in re.findall(r'[Ss]tatistics(?:<[\w:]+>)? (?:\w+_)?statistics\([^,]+, ((?:"[^"]*"|GODOT_MENU_SEPARATOR|\s)+)\)', code):
        found.add("Statistics > " + title.replace("GODOT_MENU_SEPARATOR", " > ").replace('"', "").replace("  ", " ").strip())
    found |= {f"Tools > Godot > {title}" for title in re.findall(r'(?:add_tool\(|offer_in_window\(\{\.title = )"([^"]+)"', code)}
    if 'std::string("Tables/")' in code:
        found.add("Tools > Godot > Tables")
    return {re.sub(r" +", " ", path.replace("\\u2026", "\u2026")) for path in found}


class Menus(unittest.TestCase):
    def test_each_menu_on_a_page_is_registered(self):
        known = registered()
        self.assertGreater(len(known), 15, known)
        whole = known | WIRESHARKS_OWN
        folders = {" > ".join(path.split(" > ")[:-1]) for path in known}
        pages = [SOURCE / "README.md", SOURCE / "CHANGELOG.md", *sorted((SOURCE / "docs").rglob("*.md"))]
        named = 0
        for page in pages:
            text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
            for path in NAMED.findall(text):
                path = path.replace("*", "")
                named += 1
                fits = any(path.startswith(each) for each in whole) or any(
                    re.match(rf"{re.escape(folder)} > Follow|{re.escape(folder)}(?: and|$)", path) for folder in folders)
                self.assertTrue(fits, f"{page.name}: {path}")
        self.assertGreater(named, 15)


if __name__ == "__main__":
    unittest.main()
