# SPDX-License-Identifier: MIT
"""The user guide: each link leads to an existing file and heading, each page can be reached from the first one, and
each path that a page names exists."""

import os
import re
import unicodedata
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
GUIDE = SOURCE / "docs/README.md"
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^()\s>]+)>?\)")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
CODE = re.compile(r"`([^`]+)`")
WORKFLOW = re.compile(r"\.\./\.\./actions/workflows/([\w.-]+\.yml)(?:/badge\.svg)?")
TOP_FOLDERS = ("codec", "base", "project", "analysis", "answers", "plugin", "docs", "tests", "pcaps", "scripts", "profiles", "cmake", "packaging", "addon", "extcap")


def documents():
    """Pages of the project, without those of build folders and other checkouts."""
    kept = [SOURCE / "README.md", *(SOURCE / "docs").rglob("*.md"), *(SOURCE / "pcaps").rglob("*.md")]
    return sorted(kept + [page for name in ("addon", "extcap", "codec") for page in (SOURCE / name).rglob("*.md")])


def prose(page):
    """Lines outside code blocks."""
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if FENCE.match(line.strip()):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield line


def anchor(heading):
    """GitHub's rule: letters, digits, blanks and hyphens stay, in lower case; blanks become hyphens."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").lower()
    return "".join(
        "-" if letter == " " else letter
        for letter in text
        if letter in " -_" or unicodedata.category(letter)[0] in "LNM"
    )


def anchors(page):
    found = {}
    for line in prose(page):
        if heading := HEADING.match(line):
            name = anchor(heading[2])
            times = found.get(name, 0)
            found[name] = times + 1
            yield name if times == 0 else f"{name}-{times}"


def links(page):
    for line in prose(page):
        for target in LINK.findall(CODE.sub("`code`", line)):
            yield target


class Links(unittest.TestCase):
    def test_links_lead_somewhere(self):
        checked = 0
        for page in documents():
            for target in links(page):
                if re.match(r"[a-z]+:", target):
                    self.assertRegex(target, r"^(https://|mailto:)", page)
                    continue
                with self.subTest(page=str(page.relative_to(SOURCE)), link=target):
                    # A page of the repository's host, relative to where it shows the README.
                    if page == SOURCE / "README.md" and (workflow := WORKFLOW.fullmatch(target)):
                        self.assertTrue((SOURCE / ".github/workflows" / workflow[1]).exists(), "no such workflow")
                        continue
                    path, _, name = target.partition("#")
                    file = (page.parent / path).resolve() if path else page
                    self.assertTrue(file.exists(), "no such file")
                    self.assertIn(SOURCE.resolve(), [file, *file.parents])
                    if name:
                        self.assertIn(name, list(anchors(file)))
                    checked += 1
        self.assertGreater(checked, 20)

    def test_anchors_are_githubs(self):
        self.assertEqual(anchor('"rpc node checksum failed"'), "rpc-node-checksum-failed")
        self.assertEqual(anchor("Building, and where things are"), "building-and-where-things-are")
        self.assertEqual(anchor("Help > About > Plugins does not list it"), "help--about--plugins-does-not-list-it")
        self.assertEqual(anchor("`godot.rpc`: [calls](x.md)"), "godotrpc-calls")

    def test_paths_are_there(self):
        for page in documents():
            for line in prose(page):
                for word in CODE.findall(line):
                    path = word.split()[0] if word.split() else ""
                    if path.split("/")[0] in TOP_FOLDERS and re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", path):
                        with self.subTest(page=str(page.relative_to(SOURCE)), path=path):
                            # docs/architecture.md omits the extensions of sources: `plugin/core/bridge`.
                            near = list((SOURCE / path).parent.glob(Path(path).name + "*"))
                            self.assertTrue(near, "no such file")

    def test_every_page_is_reached(self):
        """Each page is reached from the README by links; the guide lists no page twice."""
        reached, waiting = set(), [SOURCE / "README.md"]
        while waiting:
            page = waiting.pop()
            if page in reached:
                continue
            reached.add(page)
            targets = [target.partition("#")[0] for target in links(page) if not re.match(r"[a-z]+:", target)]
            waiting += [(page.parent / target).resolve() for target in targets if target.endswith(".md")]
        for page in (SOURCE / "docs").rglob("*.md"):
            with self.subTest(page=str(page.relative_to(SOURCE))):
                self.assertIn(page.resolve(), {one.resolve() for one in reached})
        listed = [target for target in links(GUIDE) if not target.startswith("../")]
        self.assertEqual(len(listed), len(set(listed)))


if __name__ == "__main__":
    unittest.main()
