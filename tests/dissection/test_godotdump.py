# SPDX-License-Identifier: MIT
"""godotdump, the interface for running games. The games are synthetic: clients of this test that send records of
engines (pcaps/mirror), or anything else. tshark reads the output."""

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

try:
    import pty
except ImportError:  # Windows
    pty = None

import harness

import mirrors

sys.path.insert(0, str(harness.SOURCE / "tools"))

from godot_tools import ports  # noqa: E402
from godot_tools.ports import free_port  # noqa: E402

PROGRAM = Path(os.environ.get("GODOT_EXTCAP", harness.SOURCE / "build" / "extcap")) / "godotdump"
# The program that tshark starts: PROGRAM itself, or under wine the script that starts wine.
STARTED = Path(os.environ.get("GODOT_WINDOWS_DUMP", PROGRAM))
GREETING = b"godot.mirror\x01\x00\x00\x00"
PATIENCE = 120  # seconds, on a busy machine
TAGS = 20  # bytes of an exported PDU before the mirror's record


def records_of(name, role, most=200):
    """The records of a recording, one by one."""
    data = mirrors.recordings(name)[role].read_bytes()
    at = 0
    found = []
    while at < len(data) and len(found) < most:
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            (captured,) = struct.unpack_from("<I", data, at + 20)
            found.append(data[at + 28 + TAGS : at + 28 + captured])
        at += length
    return found


def framed(records):
    return b"".join(struct.pack("<I", len(record)) + record for record in records)


def with_interfaces(shop):
    """The environment of a tshark that finds the program as an interface."""
    folder = shop.folder / "extcap"
    if not folder.exists():  # a program that is still ending cannot be written
        folder.mkdir()
        shutil.copy(STARTED, folder)
        for path in (folder, folder / STARTED.name):
            path.chmod(0o755)
    return {**shop.environment(True), "WIRESHARK_EXTCAP_DIR": str(folder)}


class Game:
    """A client that speaks as the addon does."""

    all = []

    def __init__(self, port, greeting=GREETING):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except ConnectionRefusedError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        self.all.append(self)
        try:
            self.answer = self.socket.recv(16, socket.MSG_WAITALL)
        except ConnectionResetError:
            self.answer = b""  # refused
        if greeting:
            self.socket.sendall(greeting)

    def send(self, data, piece=None):
        if piece is None:
            self.socket.sendall(data)
            return
        for begin in range(0, len(data), piece):
            self.socket.sendall(data[begin : begin + piece])

    def is_disconnected(self):
        self.socket.settimeout(PATIENCE)
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def close(self):
        self.socket.close()


class Dump:
    """Runs godotdump, which captures into a file."""

    all = []

    def __init__(self, *options, errors=subprocess.PIPE):
        self.port = free_port()
        self.file = harness.workshop().home / f"игра {self.port}.pcapng"
        self.process = subprocess.Popen(
            [PROGRAM, "--capture", "--extcap-interface", "godotdump", "--fifo", self.file, "--port", str(self.port), *options],
            stderr=errors, encoding="utf-8",
        )  # fmt: skip
        self.all.append(self.process)

    def end(self, how=signal.SIGTERM):
        """Asks it to end, by default as Wireshark does; returns its output."""
        if STARTED != PROGRAM:
            time.sleep(0.5)  # wine ends a program at once, as TerminateProcess does
        self.process.send_signal(how)
        output = self.process.communicate(timeout=PATIENCE)[1]
        self.file.chmod(0o644)
        return output

    def fields(self, *names, **options):
        return harness.fields(self.file, names, **options)


def send_until_closed(game, data):
    try:
        while True:
            game.send(data)
    except (ConnectionError, TimeoutError):
        return


class Ports(unittest.TestCase):
    """Of games and relays: what a capture shows must not depend on them."""

    def test_no_other_protocol_has_one(self):
        listed = [line.split("\t") for line in harness.run("-G", "decodes").stdout.decode().splitlines()]
        taken = {int(row[1]) for row in listed if row[0] in ("udp.port", "tcp.port")}
        self.assertIn(44818, taken, "EtherNet/IP")
        self.assertLessEqual(taken.intersection(range(ports.FIRST, ports.LAST + 1)), {ports.OF_SSH})

    def test_none_is_given_twice_nor_taken(self):
        given = [free_port() for _ in range(200)]
        self.assertEqual(len(set(given)), 200)
        self.assertTrue(all(ports.FIRST <= port <= ports.LAST and port != ports.OF_SSH for port in given))
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with socket.socket(socket.AF_INET, kind) as other:
                other.bind(("127.0.0.1", given[0]))
                self.assertFalse(ports.is_free(given[0]))


    @unittest.skipUnless(sys.platform.startswith("linux"), "a name that Linux keeps")
    def test_another_program_is_given_others(self):
        """Tests run beside each other, and open a port seconds after they have chosen it."""
        given = {free_port() for _ in range(100)}
        asked = "from godot_tools.ports import free_port\nfor _ in range(500): print(free_port())"
        done = subprocess.run([sys.executable, "-c", asked], env={**os.environ, "PYTHONPATH": str(harness.SOURCE / "tools")}, capture_output=True,
                              text=True, check=True)  # fmt: skip
        others = set(map(int, done.stdout.split()))
        self.assertEqual((len(others), given & others), (500, set()))


class Queries(unittest.TestCase):
    """Wireshark's queries before it captures."""

    def ask(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_interface(self):
        code, output, _ = self.ask("--extcap-interfaces", "--extcap-version=4.6")
        self.assertEqual(code, 0)
        self.assertIn("interface {value=godotdump}{display=Godot game: mirror}", output)
        code, output, _ = self.ask("--extcap-interface", "godotdump", "--extcap-dlts")
        self.assertIn("dlt {number=252}", output)
        code, output, _ = self.ask("--extcap-interface", "godotdump", "--extcap-config")
        for call in ("--port", "--address", "--only"):
            self.assertIn(f"{{call={call}}}", output)

    def test_command_line(self):
        code, output, _ = self.ask("--help")
        self.assertEqual(code, 0)
        self.assertIn("tshark -i godotdump", output)
        self.assertEqual(self.ask("--version")[0], 0)
        for words, why in (
            (["--capture", "--fifo", "x", "--port", "70000"], "'70000' is no port"),
            (["--capture"], "needs --fifo"),
            (["--colour", "red"], "'--colour' is no option"),
            (["--цвет", "red"], "'--цвет' is no option"),
            (["--extcap-interface", "eth0", "--extcap-dlts"], "'eth0' is no interface"),
            (["--capture", "--fifo", "/does/not/exist/x"], "Cannot write to"),
            (["--capture", "--fifo", "-", "--address", "example"], "'example' is no address"),
        ):
            code, _, output = self.ask(*words)
            self.assertNotEqual(code, 0, words)
            self.assertIn(why, output)

    def test_port_in_use(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            code, _, output = self.ask("--capture", "--fifo", "-", "--port", str(port))
        self.assertEqual(code, 1)
        self.assertIn(f"Port {port} on 127.0.0.1 is taken", output)
        self.assertIn("godot_wireshark/live/port", output)


class Captures(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        while Game.all:
            Game.all.pop().close()
        while Dump.all:
            Dump.all.pop().kill()

    def test_two_games(self):
        """Server and client at the same time, in pieces of any size: their records come out unchanged, and
        distinguishable."""
        sent = {role: records_of("arena_enet", role) for role in ("server", "red")}
        dump = Dump()
        games = {role: Game(dump.port) for role in sent}
        for game in games.values():
            self.assertEqual(game.answer, GREETING)
        for each in range(0, 200, 20):
            games["server"].send(framed(sent["server"][each : each + 20]), 7)
            games["red"].send(framed(sent["red"][each : each + 20]))
        self.assertEqual(dump.end(), "")
        alone = {}
        for role in sent:
            alone[role] = [row[0] for row in harness.fields(mirrors.recordings("arena_enet")[role], ["godot.mirror.game"])][:200]
        rows = dump.fields("godot.mirror.game", "godot.mirror.sequence", "frame.time_epoch", "godot.mirror.time", "_ws.malformed")
        self.assertEqual(len(rows), 400)
        for role, games_of_role in alone.items():
            self.assertEqual([row[0] for row in rows if row[0] == games_of_role[0]], games_of_role, role)
        for _, _, epoch, stamp, malformed in rows:
            self.assertEqual(malformed, [])
            self.assertAlmostEqual(float(epoch[0]), int(stamp[0]) / 1e6, places=5)

    @unittest.skipUnless(hasattr(signal, "SIGSTOP") and STARTED == PROGRAM, "no signals here")
    def test_the_end_comes_before_the_packets_are_read(self):
        """What games have sent when a capture is ended is in the file: the program sees the signal first."""
        dump = Dump()
        games = [Game(dump.port), Game(dump.port)]
        bad = Game(dump.port)
        dump.process.send_signal(signal.SIGSTOP)
        record = framed(records_of("arena_enet", "green", 1))
        copies = 300_000 // len(record)  # more than it reads at once
        bad.send(record * copies + b"\xff" * 400)
        sent = [records_of("arena_enet", role) for role in ("server", "red")]
        for game, records in zip(games, sent):
            game.send(framed(records))
        dump.process.send_signal(signal.SIGTERM)
        dump.process.send_signal(signal.SIGCONT)
        self.assertEqual(dump.end(), "")
        self.assertEqual(len(dump.fields("godot.mirror.sequence", display_filter="!godot.mirror.notice")), 400 + copies)
        ((notice,),) = dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")
        self.assertIn("is no record of the mirror", notice[0])

    @unittest.skipUnless(hasattr(signal, "SIGSTOP") and STARTED == PROGRAM, "no signals here")
    def test_a_game_that_never_pauses_does_not_delay_the_end(self):
        dump = Dump()
        game = Game(dump.port)
        records = framed(records_of("arena_enet", "server"))
        threading.Thread(target=send_until_closed, args=(game, records), daemon=True).start()
        while not dump.file.exists() or dump.file.stat().st_size < 1_000_000:
            time.sleep(0.02)
        self.assertEqual(dump.end(), "")
        self.assertEqual(dump.process.returncode, 0)

    @unittest.skipUnless(pty, "no terminals here")
    def test_a_terminal_shows_why(self):
        """The reason for a closed connection, as the capture has it."""
        ours, theirs = pty.openpty()
        dump = Dump(errors=theirs)
        self.assertTrue(Game(dump.port, b"GET / HTTP/1.1\r\n\r\n").is_disconnected())
        dump.end()
        os.close(theirs)
        (notice,) = [row[0][0] for row in dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")]
        self.assertEqual(os.read(ours, 1000).decode().strip(), notice + ".")
        os.close(ours)

    def test_other_clients_are_closed(self):
        """Connections of other programs, other versions and garbage are closed, with a reason; a correct game
        continues."""
        dump = Dump()
        good = Game(dump.port)
        records = records_of("balls_process", "server", 60)
        good.send(framed(records[:30]))
        bad = [
            Game(dump.port, b"GET / HTTP/1.1\r\n\r\n"),
            Game(dump.port, b"godot.mirror\x09\x00\x00\x00"),
            Game(dump.port, GREETING + b"\xff" * 400),
            Game(dump.port, GREETING + b"\x40\x00\x00\x00\x01\x00" + b"\x00" * 62),
        ]
        self.assertTrue(all(game.is_disconnected() for game in bad))
        good.send(framed(records[30:]))
        output = dump.end()
        notices = [row[0][0] for row in dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")]
        self.assertEqual(len(notices), len(bad))
        self.assertEqual(output, "", "Wireshark shows it in red when the capture ends")
        for why in ("is no Godot game", "uses version 9", "is no record of the mirror"):
            self.assertTrue(any(why in notice for notice in notices), why)
        self.assertEqual(len(notices), 4)
        rows = dump.fields("godot.mirror.sequence", display_filter="!godot.mirror.notice")
        self.assertEqual(len(rows), 60)

    def test_silent_connections_keep_nobody_out(self):
        """All places are taken by connections that greet, and then send a byte of a record now and then. A game that tries once
        a second, as the addon does, gets in; while it does not, the capture says why."""
        dump = Dump()
        silent = [Game(dump.port) for _ in range(64)]
        self.assertTrue(all(game.answer == GREETING for game in silent))
        slow = struct.pack("<IBBHQQIiiBBHiI", 44 + 1000, 1, 1, 44, 0, 7, 0, 1, 1, 0, 2, 0, 0, 1000)
        for second in range(len(slow)):
            game = Game(dump.port, b"")
            if game.answer == GREETING:
                break
            for each in silent:
                try:
                    each.send(slow[second : second + 1])
                except ConnectionError:
                    pass  # the one that has lost its place
            time.sleep(1)
        self.assertEqual(game.answer, GREETING)
        game.send(GREETING + framed(records_of("balls_process", "server", 30)))
        dump.end()
        notices = [row[0][0] for row in dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")]
        self.assertTrue(any("A connection was refused: 64 games are connected" in notice for notice in notices), notices)
        self.assertTrue(any("All 64 places for games were taken" in notice for notice in notices), notices)
        self.assertEqual(len(dump.fields("godot.mirror.sequence", display_filter="!godot.mirror.notice")), 30)

    def test_unfinished_records_are_bounded_together(self):
        """Connections that begin records of 32 MiB and never end them: the largest are closed, a game with small records
        is not."""
        dump = Dump()
        good = Game(dump.port)
        records = records_of("balls_process", "server", 60)
        good.send(framed(records[:30]))
        # A message record (kind 1) whose length names 32 MiB more than its head.
        size = 32 << 20
        head = struct.pack("<BBHQQIiiBBHiI", 1, 1, 44, 0, 7, 0, 1, 1, 0, 2, 0, 0, size)
        greedy = [Game(dump.port) for _ in range(10)]
        for game in greedy:
            try:
                game.send(struct.pack("<I", len(head) + size) + head + bytes(30 << 20))
            except (ConnectionError, TimeoutError):
                pass
        good.send(framed(records[30:]))
        status = Path(f"/proc/{dump.process.pid}/status")
        if status.exists() and STARTED == PROGRAM:
            peak = int(status.read_text().split("VmHWM:")[1].split()[0]) >> 10
            self.assertLess(peak, 300, "MiB: 160 of records, and a copy of one while it grows")
        dump.end()
        notices = [row[0][0] for row in dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")]
        self.assertGreaterEqual(sum("Unfinished records need more than the 160 MiB" in notice for notice in notices), 4, notices)
        self.assertEqual(len(dump.fields("godot.mirror.sequence", display_filter="!godot.mirror.notice")), 60)

    def test_records_larger_than_a_packet(self):
        """Wireshark ends a file, and dumpcap a live capture, at a packet above 256 KiB. Of a longer message the beginning is
        captured, with its length; a description that is longer is cut. What comes after them is there."""
        shop = harness.workshop()
        port = free_port()
        large = struct.pack("<BBHQQIiiBBHiI", 1, 1, 44, 0, 7, 0, 1, 1, 0, 2, 0, 0, 1 << 20) + b"\x03" + bytes((1 << 20) - 1)
        scenes = b"".join(struct.pack("<HHI", 32, 0, 100) + b"%100d" % number for number in range(3000))
        spawner = struct.pack("<BBHQQIi", 1, 5, 28, 0, 7, 0, 1) + scenes
        records = records_of("arena_enet", "server", 100)
        tshark = subprocess.Popen(
            shop.tshark("-n", "-l", "-i", "godotdump", "-o", f"extcap.godotdump.port:{port}", "-c", "102", "-T", "fields", "-e", "frame.number",
                        "-e", "frame.len", "-e", "frame.cap_len", "-e", "godot.mirror.length", "-e", "godot.mirror.shortened"),
            env=with_interfaces(shop), cwd=shop.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        game = Game(port)
        game.send(framed([*records[:50], large, spawner, *records[50:]]))
        shown, output = tshark.communicate(timeout=harness.PATIENCE)
        game.close()
        rows = [line.split("\t") for line in shown.splitlines()]
        self.assertEqual(len(rows), 102, output)
        self.assertEqual([row[1] for row in rows[52:]], [str(len(record) + TAGS) for record in records[50:]])
        (_, length, captured, of_message, note), (_, length_of_spawner, captured_of_spawner, _, _) = rows[50:52]
        self.assertEqual((length, of_message), (captured, str(1 << 20)))
        self.assertIn(note, ("1", "True", "Present") if note else ())
        self.assertEqual([row[4] for row in rows[:50] + rows[52:]], [""] * 100)
        self.assertEqual(int(length_of_spawner), len(spawner) + TAGS)
        self.assertLess(int(captured_of_spawner), 262_144)

    def test_only(self):
        """--only selects games by their introduction."""
        dump = Dump("--only", "client, nothing")
        server, red = Game(dump.port), Game(dump.port)
        server.send(framed(records_of("arena_enet", "server", 50)))
        red.send(framed(records_of("arena_enet", "red", 50)))
        self.assertTrue(server.is_disconnected())
        dump.end()
        ((notice,),) = dump.fields("godot.mirror.notice", display_filter="godot.mirror.notice")
        self.assertIn("Not wanted: ", notice[0])
        rows = dump.fields("godot.mirror.own_id", display_filter="godot.mirror.peer")
        self.assertTrue(rows)
        self.assertNotIn(["1"], [row[0] for row in rows])

    def test_names_do_nothing_in_a_terminal(self):
        """A game chooses its name."""
        dump = Dump("--only", "nothing")
        game = Game(dump.port)
        name = "a\u009b2J\u202eb\x1b[2J".encode()
        attribute = struct.pack("<HHI", 3, 0, len(name)) + name
        game.send(framed([struct.pack("<BBHQQIi", 1, 2, 28, 0, 7, 0, 1) + attribute]))
        self.assertTrue(game.is_disconnected())
        if os.name == "posix":
            self.assertEqual(dump.file.stat().st_mode & 0o777, 0o600)
        dump.end()
        self.assertIn("Not wanted: a?2J?b?[2J".encode(), dump.file.read_bytes())

    def test_interrupted(self):
        """Ctrl+C ends a capture without an error; the file has everything received until then."""
        dump = Dump()
        Game(dump.port).send(framed(records_of("balls_process", "server", 30)))
        self.assertEqual(dump.end(signal.SIGINT), "")
        self.assertEqual(dump.process.returncode, 0)
        self.assertEqual(len(dump.fields("godot.mirror.sequence")), 30)

    @unittest.skipUnless(hasattr(os, "mkfifo") and STARTED == PROGRAM, "pipes of Wireshark on Windows: tests/windows")
    def test_the_toolbar_ends_it(self):
        """Wireshark has one toolbar for both interfaces. 5.0 sends Q when a capture is to end; what was received is captured. Other
        controls change nothing."""
        folder = harness.workshop().home
        names = [folder / f"mirror control {way} {free_port()}" for way in ("in", "out")]
        for name in names:
            os.mkfifo(name)
        dump = Dump("--extcap-control-in", names[0], "--extcap-control-out", names[1])
        answers = os.open(names[1], os.O_RDONLY)
        orders = os.open(names[0], os.O_WRONLY)
        self.addCleanup(os.close, answers)
        self.addCleanup(os.close, orders)
        os.write(orders, b"T\0\0\2\xff\0" + b"T\0\0\x06\x04\x01100%")  # initialized; a loss, as for the relay
        game = Game(dump.port)
        game.send(framed(records_of("balls_process", "server", 30)))
        head = os.read(answers, 6)
        self.assertEqual((head[:1], head[4:]), (b"T", b"\x07\x02"), "a line for the log")
        self.assertIn(b'the interface "Godot game: worse network"', os.read(answers, 1000))
        self.assertIsNone(dump.process.poll())
        os.write(orders, b"Q\0\0\0")
        self.assertEqual(dump.process.communicate(timeout=PATIENCE)[1], "")
        self.assertEqual(dump.process.returncode, 0)
        dump.file.chmod(0o644)
        self.assertEqual(len(dump.fields("godot.mirror.sequence")), 30)

    def test_reader_ends(self):
        """The capture ends when its reader does."""
        port = free_port()
        process = subprocess.Popen([PROGRAM, "--capture", "--fifo", "-", "--port", str(port)], stdout=subprocess.PIPE)
        Dump.all.append(process)
        game = Game(port)
        game.send(framed(records_of("balls_process", "server", 10)))
        process.stdout.read(200)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertTrue(game.is_disconnected())

    def test_reader_ends_without_traffic(self):
        """It also ends if no packet comes whose writing could fail."""
        port = free_port()
        process = subprocess.Popen([PROGRAM, "--capture", "--fifo", "-", "--port", str(port)], stdout=subprocess.PIPE)
        Dump.all.append(process)
        game = Game(port)
        self.assertEqual(process.stdout.read(4), b"\x0a\x0d\x0d\x0a")
        process.stdout.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertTrue(game.is_disconnected())

    def test_tshark(self):
        """tshark finds the interface in WIRESHARK_EXTCAP_DIR, and shows calls as they come."""
        shop = harness.workshop()
        port = free_port()
        environment = with_interfaces(shop)
        tshark = subprocess.Popen(
            shop.tshark("-n", "-l", "-i", "godotdump", "-o", f"extcap.godotdump.port:{port}", "-c", "200", "-T", "fields",
                        "-e", "godot.rpc.text"),
            env=environment, cwd=shop.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        game = Game(port)
        game.send(framed(records_of("arena_enet", "server")))
        shown, output = tshark.communicate(timeout=harness.PATIENCE)
        game.close()
        self.assertIn('Network.register(player_name: "red", looks:', shown, output)


if __name__ == "__main__":
    unittest.main()
