# SPDX-License-Identifier: MIT
"""tools/godot-worst, with games of this test: a server and a client that count what arrives, so that the border is known."""

import stat
import subprocess
import sys
import unittest

import harness
from test_godotdump import PROGRAM

TOOL = harness.SOURCE / "tools" / "godot-worst"
# The client sends 200 datagrams, and the server counts them. Status 1 if fewer than so many arrive. The client goes on until one arrives
# that says so: what comes through a link comes in its order.
GAME = """
import os, socket, struct, sys, time
least = int(sys.argv[1])
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.1", int(os.environ["GODOT_SERVER_PORT"])))
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
client.connect(("127.0.0.1", int(os.environ["GODOT_CLIENT_PORT"])))
for number in range(200):
    client.send(b"Z" * 20 + struct.pack("<I", number))
    if number % 50 == 0:
        time.sleep(0.01)
server.settimeout(0.2)
got = set()
for _ in range(50):
    client.send(b"end")
    try:
        while b"end" not in got:
            got.add(server.recv(100))
    except TimeoutError:
        continue
    break
sys.exit(len(got - {b"end"}) < least)
"""


class Worst(unittest.TestCase):
    def setUp(self):
        self.folder = harness.workshop().folder / f"worst-{self._testMethodName}"
        self.folder.mkdir()
        self.game = self.folder / "game.py"
        self.game.write_text(GAME)
        # tshark of the tests: with the plugin, as the user of the tests.
        self.tshark = self.folder / "tshark"
        shop = harness.workshop()
        settings = " ".join(f'{name}="{value}"' for name, value in shop.environment(True).items())
        # Captures of godotdump are their owner's alone.
        opened = 'for word; do case $word in *.pcapng) chmod a+r "$word";; esac; done'
        self.tshark.write_text(f'#!/bin/sh\n{opened}\nexec env -i {settings} {" ".join(shop.tshark())} "$@"\n')
        self.tshark.chmod(self.tshark.stat().st_mode | stat.S_IXUSR)

    def find(self, *options, least=160):
        into = self.folder / "into"
        into.mkdir()
        into.chmod(0o777)
        done = subprocess.run(
            [sys.executable, TOOL, "--godotdump", PROGRAM, "--tshark", self.tshark, "--into", into, *options, "--", sys.executable,
             self.game, str(least)],
            capture_output=True, text=True, encoding="utf-8", check=False, timeout=harness.PATIENCE, umask=0o022)  # fmt: skip
        rows = [line.split() for line in done.stdout.splitlines()]
        return done.returncode, rows, done.stderr, into

    def test_the_border_of_losses(self):
        """80 of 100 must arrive: the border is near a loss of 20 %."""
        code, rows, output, into = self.find("--fault", "loss", "--steps", "7")
        self.assertEqual(code, 0, output)
        fault, survives, dies, unit = rows[1][:4]
        self.assertEqual((fault, unit), ("loss", "%"))
        self.assertLess(float(survives), float(dies))
        self.assertGreater(float(dies), 13)
        self.assertLess(float(survives), 27)
        self.assertIn("its status is 1", " ".join(rows[1]))
        self.assertTrue((into / "loss.pcapng").exists())
        page = into / "loss.html"
        self.assertTrue(rows[1][-1].endswith("/loss.html"), "the report is named in the table")
        self.assertTrue(page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>"))
        self.assertEqual(len(list(into.glob("*.pcapng"))), 1, "only the border is kept")

    def test_a_filter(self):
        """A game that ends well, but whose capture has what it must not have."""
        code, rows, output, _ = self.find("--fault", "duplicate=50", "--unless", "godot.link.copy == 2", "--steps", "1", least=0)
        self.assertEqual(code, 0, output)
        self.assertIn("godot.link.copy == 2:", " ".join(rows[1]))

    def test_it_survives_all(self):
        code, rows, output, _ = self.find("--fault", "duplicate=20", least=0)
        self.assertEqual(code, 0, output)
        self.assertEqual(rows[1][:4], ["duplicate", "20", "and", "more"])

    def test_without_faults_it_fails(self):
        code, rows, output, _ = self.find("--fault", "loss", least=201)
        self.assertEqual((code, rows), (2, []))
        self.assertIn("without any fault the game does not survive either: its status is 1", output)

    def test_a_folder_with_other_files(self):
        (self.folder / "full").mkdir()
        (self.folder / "full/loss.pcapng").write_bytes(b"mine")
        done = subprocess.run([sys.executable, TOOL, "--godotdump", PROGRAM, "--tshark", self.tshark, "--into", self.folder / "full", "--", "true"],
                              capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
        self.assertEqual(done.returncode, 2)
        self.assertIn("files that are not of godot-worst", done.stderr)
        self.assertEqual((self.folder / "full/loss.pcapng").read_bytes(), b"mine")

    def test_command_line(self):
        for words, why in ((["--fault", "moon", "--", "x"], "'moon' is none of loss"), ([], "a command that plays the game is needed"),
                           (["--fault", "loss=much", "--", "x"], "'much' is no number of %"),
                           (["--fault", "loss", "--", "/does/not/exist"], "No such file"),
                           (["--unless", "no.such.field", "--", "true"], "tshark: ")):  # fmt: skip
            done = subprocess.run([sys.executable, TOOL, "--godotdump", PROGRAM, "--tshark", self.tshark, *words],
                                  capture_output=True, text=True, encoding="utf-8", check=False)  # fmt: skip
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main()
