# SPDX-License-Identifier: MIT
"""Nothing hands tshark's user a path of the checkout, which may lie below a folder that only its owner reads. Runs that share a start
of tshark are as those with a start of their own."""

import os
import re
import subprocess
import unittest
from unittest import mock

import harness
import sharkd
from projects import PROJECTS, copied, with_project

CAPTURE = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
PROJECT = PROJECTS / "multiplayer4"
# Members of JSON, as text and in bytes. One of them is never the last of its object.
VENDOR = re.compile(rb'\n *"[\w.]+\.oui_resolved(_raw)?": ("[^"]*"|\[[^\]]*\]),')


class Checkout(unittest.TestCase):
    def test_paths_of_the_checkout(self):
        shop = harness.workshop()
        for words in (with_project(PROJECT), ["-r", CAPTURE], [harness.SOURCE], [f"-Xlua_script:{harness.SOURCE}/a.lua"]):
            for command in (shop.tshark, lambda *each: shop.as_user("python3", *each), lambda *each: harness.run(*map(str, each))):
                with self.subTest(words=words), self.assertRaisesRegex(harness.Refused, "is in the checkout"):
                    command(*words)

    def test_copies(self):
        """Each names the checkout in its own path, as a copy does."""
        shop = harness.workshop()
        for words in (with_project(copied(PROJECT)), ["-r", str(shop.readable(CAPTURE))], ["--tshark", harness.TSHARK],
                      [f"{harness.SOURCE}-other/a.pcap"], [f"/elsewhere{harness.SOURCE}/a.pcap"]):
            with self.subTest(words=words):
                self.assertEqual(shop.tshark(*words)[-len(words) :], words)

    def test_programs_read_their_copies(self):
        rows = harness.fields(CAPTURE, ["frame.number"], "-c", "20", *with_project(copied(PROJECT)))
        self.assertEqual(len(rows), 20)
        answer = sharkd.converse(CAPTURE, {"method": "status"})[0]
        self.assertGreater(answer["result"]["frames"], 20)


class SharedStarts(unittest.TestCase):
    def test_as_with_a_start_of_its_own(self):
        """Of several outputs, and of words that tshark refuses; but for the names of vendors, which a shared start has not."""
        for words in (["-c", "40"], ["-2", "-V", "-c", "40"], ["-2", "-T", "json", "-x", "-c", "20"], ["-2", "-q", "-z", "godot,problems"],
                      ["-o", "godot.name_peers:FALSE", "-2", "-T", "fields", "-e", "godot.from", "-e", "godot.dialect.evidence"], ["-Y", "no.such.field"],
                      ["-z", "godot,report"]):
            with self.subTest(words=words):
                shared = harness.run(*words, capture=CAPTURE, check=False)
                with mock.patch.object(harness.workshop(), "started", None):
                    own = harness.run(*words, capture=CAPTURE, check=False)
                self.assertNotIn(b"oui_resolved", shared.stdout)
                self.assertEqual((shared.stdout, shared.stderr, shared.returncode), (VENDOR.sub(b"", own.stdout), own.stderr, own.returncode))
                self.assertTrue(shared.stdout or shared.stderr)

    def test_one_process_registers_for_all(self):
        for _ in range(3):
            harness.run("-c", "1", capture=CAPTURE)
        servers = list(harness.workshop().started.known.values())
        self.assertEqual([server.process.poll() for server in servers], [None] * len(servers))
        self.assertLessEqual(len(servers), 2)  # with the plugin, and without it

    def test_own_starts(self):
        shop = harness.workshop()
        for words in (["-G", "protocols"], ["-Xlua_script:a.lua"], ["-C", "Godot"], ["--version"]):
            self.assertIsNone(shop.started.run(shop.tshark(*words), len(shop.user), shop.environment(True), 1), words)

    def test_words_that_would_be_lost(self):
        done = harness.run("frame.number", capture=CAPTURE, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"need a start of their own", done.stderr)

    def test_a_run_that_takes_too_long(self):
        """Its process ends, others of the same start go on."""
        pipe = harness.workshop().folder / "silent"
        os.mkfifo(pipe, 0o666)
        silent = os.open(pipe, os.O_RDWR)
        try:
            with self.assertRaises(subprocess.TimeoutExpired):
                harness.run("-r", str(pipe), timeout=2)
        finally:
            os.close(silent)
        self.assertTrue(harness.run("-c", "1", capture=CAPTURE).stdout)


if not harness.SHARES_STARTS:
    del SharedStarts  # each run has its own start


if __name__ == "__main__":
    unittest.main()
