# SPDX-License-Identifier: MIT
"""godotdump.exe and the pipes of Windows: pipe_reader.c reads its output as Wireshark does, and tshark.exe captures with it.
scripts/test-windows compiles pipe_reader.c and runs these tests."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

import harness
from test_godotdump import Game, framed, free_port, records_of

WINE = [str(Path(__file__).with_name("as-user")), "wine"]
READER = os.environ["GODOT_WINDOWS_READER"]
DUMP = os.environ["GODOT_WINDOWS_DUMP"]
HEAD = b"\x0a\x0d\x0d\x0a"  # the first block of pcapng
PATIENCE = 120


class Pipes(unittest.TestCase):
    def read(self, how, pipe, fifo, size=len(HEAD), while_it_runs=lambda port: None):
        """The beginning of the data, and the program's exit status after its reader has closed the pipe."""
        port = free_port()
        process = subprocess.Popen(
            [*WINE, READER, how, pipe, str(size), DUMP, "--capture", "--fifo", fifo, "--port", str(port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.addCleanup(process.kill)
        while_it_runs(port)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        return output[: len(HEAD)], output[size:].decode().split()

    def test_named(self):
        """A named pipe as Wireshark makes it: closing it ends a capture in which no packet arrives."""
        name = r"\\.\pipe\godotdump_test"
        self.assertEqual(self.read("named", name, name), (HEAD, ["ended", "0"]))

    def test_anonymous(self):
        """The same with the standard output."""
        self.assertEqual(self.read("anonymous", "-", "-"), (HEAD, ["ended", "0"]))

    def test_a_silent_game_is_disconnected(self):
        """A game that sends nothing after its first records is disconnected, too."""
        name = r"\\.\pipe\godotdump_game"
        away = []

        def play(port):
            game = Game(port)
            game.send(framed(records_of("balls_process", "server", 10)))
            away.append(game.is_disconnected())

        self.assertEqual(self.read("named", name, name, 1000, play), (HEAD, ["ended", "0"]))
        self.assertEqual(away, [True])


class Tshark(unittest.TestCase):
    def setUp(self):
        shop = harness.workshop()
        self.extcap = shop.folder / "extcap"
        self.extcap.mkdir(exist_ok=True)
        self.extcap.chmod(0o755)
        shutil.copy(DUMP, self.extcap)
        self.port = free_port()
        self.file = shop.home / f"captured-{self.port}.pcapng"
        self.tshark = subprocess.Popen(
            shop.tshark("-i", "godotdump", "-o", f"extcap.godotdump.port:{self.port}", "-c", "200", "-w", self.file),
            env={**shop.environment(True), "WIRESHARK_EXTCAP_DIR": str(self.extcap)}, cwd=shop.home, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.addCleanup(self.tshark.kill)

    def test_captures(self):
        """Captures a game's records into a file: all are there, and the end of the capture disconnects the game."""
        game = Game(self.port)
        self.addCleanup(game.close)
        sent = records_of("arena_enet", "server", 200)
        game.send(framed(sent))
        output = self.tshark.communicate(timeout=PATIENCE)[1].decode()
        self.assertEqual(self.tshark.returncode, 0, output)
        self.assertTrue(game.is_disconnected())
        rows = harness.fields(self.file, ["godot.mirror.sequence", "godot.rpc.text"])
        self.assertEqual(len(rows), len(sent))
        self.assertTrue(any(text and text[0].startswith('Network.register(player_name: "red", looks:') for _, text in rows))
