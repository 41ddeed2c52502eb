# SPDX-License-Identifier: MIT
"""The page in a real browser, for tests: it reads captures, reports no error, and requests nothing but itself."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCE / "tests" / "common"))
from browser import Browser  # noqa: E402

PAGE = Path(os.environ["GODOT_PAGE"])
ANALYSE = os.environ["GODOT_ANALYSE"]
PCAPS = SOURCE / "pcaps"
ARENA = PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
HAS_ENDED = "return document.getElementById('running').hidden && (answer !== null || document.getElementById('message').textContent !== '')"
REPORT_IS_SHOWN = ("const frame = document.querySelector('iframe'); const page = frame === null ? null : frame.contentDocument; "
                   "return page !== null && page.documentElement.dataset.ready === 'yes'")


def analysed(*words):
    return subprocess.run([ANALYSE, *words], capture_output=True, check=True).stdout.decode()


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = Browser()
        cls.browser = cls.session.__enter__()
        cls.kept = tempfile.TemporaryDirectory(prefix="godot-page-")
        cls.folder = Path(cls.kept.name)

    @classmethod
    def tearDownClass(cls):
        cls.session.__exit__(None, None, None)
        cls.kept.cleanup()

    def setUp(self):
        self.browser.open(PAGE)
        self.assertEqual(self.browser.run("return document.documentElement.dataset.ready"), "yes")

    def tearDown(self):
        """The page reports no error, and requests nothing but itself and what it has made."""
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual({url for url in self.browser.requests() if not url.startswith(("blob:", "about:srcdoc"))} - {PAGE.as_uri()}, set())

    def text(self, selector):
        return self.browser.run("return document.querySelector(arguments[0]).textContent", selector)

    def read(self, *captures):
        self.browser.run("answer = null; document.getElementById('captures').value = ''; document.getElementById('message').textContent = ''")
        self.browser.type("#captures", "\n".join(map(str, captures)))
        self.browser.wait_for(f"{captures} are read", HAS_ENDED)

    def choose_project(self, folder):
        """The browser lists the folder's files by and by."""
        self.browser.run("answer = null")
        self.browser.type("#project", str(folder))
        self.browser.wait_for(f"{folder} is chosen", "return filesOfProject().length > 0")

    def answer(self):
        return self.browser.run("return answer")
