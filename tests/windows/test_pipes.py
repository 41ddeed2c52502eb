# SPDX-License-Identifier: MIT
"""godotdump.exe and the pipes of Windows: pipe_reader.c reads from it as Wireshark does. Run by scripts/test-windows, which
compiles that."""

import os
import subprocess
import unittest
from pathlib import Path

from test_godotdump import Game, framed, free_port, records_of

WINE = [str(Path(__file__).with_name("as-user")), "wine"]
READER = os.environ["GODOT_WINDOWS_READER"]
DUMP = os.environ["GODOT_WINDOWS_DUMP"]
HEAD = b"\x0a\x0d\x0d\x0a"  # what pcapng begins with
PATIENCE = 120


class Pipes(unittest.TestCase):
    def read(self, how, pipe, fifo, size=len(HEAD), while_it_runs=lambda port: None):
        """The beginning of what was read, and how the program ended after its reader has closed the pipe."""
        port = free_port()
        process = subprocess.Popen(
            [*WINE, READER, how, pipe, str(size), DUMP, "--capture", "--fifo", fifo, "--port", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.addCleanup(process.kill)
        while_it_runs(port)
        said, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        return said[: len(HEAD)], said[size:].decode().split()

    def test_named(self):
        """A pipe as Wireshark makes it: its end ends a capture in which no packet comes."""
        name = r"\\.\pipe\godotdump_test"
        self.assertEqual(self.read("named", name, name), (HEAD, ["ended", "0"]))

    def test_anonymous(self):
        """The same for the standard output."""
        self.assertEqual(self.read("anonymous", "-", "-"), (HEAD, ["ended", "0"]))

    def test_a_game_is_let_go(self):
        """A game that sends nothing after its first records is told, too."""
        name = r"\\.\pipe\godotdump_game"
        away = []

        def play(port):
            game = Game(port)
            game.send(framed(records_of("balls_process", "server", 10)))
            away.append(game.is_sent_away())

        self.assertEqual(self.read("named", name, name, 1000, play), (HEAD, ["ended", "0"]))
        self.assertEqual(away, [True])
