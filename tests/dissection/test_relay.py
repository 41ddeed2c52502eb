# SPDX-License-Identifier: MIT
"""godotdump as a relay that makes a network worse. Players and servers are sockets of this test, unless a class says
otherwise; the truth is what they sent and got, and the relay's own log. No test compares times with a clock: a delay is
compared with what the relay says."""

import collections
import csv
import os
import queue
import random
import select
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

import harness
from test_godotdump import PATIENCE, PROGRAM, STARTED, free_port, with_interfaces

CHECKED = ("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE")
CHECKSUMS = 0x01000000  # the group of expert information that a wrong checksum is. Others depend on ports that the system chose.
SETTLED = b"settled"
FATE = ("godot.link.player", "godot.link.to_server", "godot.link.number", "godot.link.fate")
OUTCOMES = ("passed", "loss", "burst", "queue full", "no room in the relay", "player not proven", "sent")


def udp_socket(port=0, address="127.0.0.1"):
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    made.bind((address, port))
    made.settimeout(PATIENCE)
    return made


class Server(threading.Thread):
    """Answers each datagram with the same bytes and a mark, unless it is told to be silent."""

    def __init__(self, address="127.0.0.1", answers=True):
        super().__init__(daemon=True)
        self.socket = udp_socket(address=address)
        Relay.players.append(self.socket)
        self.port = self.socket.getsockname()[1]
        self.got = []
        self.senders = collections.Counter()
        self.answers = answers
        self.marker, self.is_marked = udp_socket(address=address), threading.Event()
        Relay.players.append(self.marker)
        self.start()

    def run(self):
        while True:
            try:
                data, sender = self.socket.recvfrom(65536)
            except (OSError, ValueError):
                return
            if sender == self.marker.getsockname():
                self.is_marked.set()
                continue
            self.got.append(data)
            self.senders[sender] += 1
            if self.answers:
                self.socket.sendto(data[:65000] + b"!", sender)

    def has_read_all(self):
        """Waits until it has got what was sent to it before."""
        self.is_marked.clear()
        return wait_until(lambda: self.marker.sendto(b"", self.socket.getsockname()) == 0 and self.is_marked.wait(0.2))

    def wait_for(self, count):
        """Until it has got so many, or in vain."""
        wait_until(lambda: len(self.got) >= count)
        return self.got


def wait_until(condition):
    """Whether it became true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Said(threading.Thread):
    """What a program says in lines."""

    def __init__(self, file):
        super().__init__(daemon=True)
        self.file, self.lines, self.new = file, [], queue.Queue()
        self.start()

    def run(self):
        for line in self.file:
            self.lines.append(line)
            self.new.put(line)
        self.new.put("")

    def until(self, text=""):
        """The next line that has this text; empty: the program has said all."""
        while line := self.new.get(timeout=PATIENCE):
            if text in line:
                break
        return line

    def all(self):
        self.join(PATIENCE)
        return "".join(self.lines)


class Relay:
    """The program, in a terminal's mode or, with `pipes`, as Wireshark runs it."""

    all, players, listeners = [], [], []

    def __init__(self, server, *options, address="127.0.0.1", listen="127.0.0.1", pipes=()):
        self.port = free_port()
        shop = harness.workshop()
        self.file = shop.home / f"relay {self.port}.pcapng"
        self.log = shop.home / f"relay {self.port}.csv"
        if pipes:
            command = [PROGRAM, "--capture", "--extcap-interface", "godotrelay", "--fifo", self.file, "--port", str(self.port),
                       "--server", f"{address}:{server}", *pipes]  # fmt: skip
        else:
            ends = f"{listen}:{self.port}:{address}:{server}"
            command = [PROGRAM, "--relay", ends, "--write", self.file, "--log", self.log]
        self.process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, encoding="utf-8")
        self.all.append(self.process)
        self.said = Said(self.process.stderr)
        self.listeners.append(self.said)
        self.first = "" if pipes else self.said.until()
        self.settled = 0
        if pipes:
            wait_until(lambda: self.file.exists() and self.file.stat().st_size)

    def player(self):
        made = udp_socket()
        made.connect(("127.0.0.1", self.port))
        self.players.append(made)
        return made

    def has_read(self, data):
        """Waits until the capture has these bytes: then the relay has read what was sent before, too. It ends at once if it is told
        to, whatever waits to be read."""
        if not wait_until(lambda: data in self.file.read_bytes()):
            raise AssertionError(f"the relay has not read {data[:40]}")

    def settle(self, player, seconds):
        """Until all has gone on that this player has sent, and that the relay holds back for less than `seconds`. What says so is a
        datagram of its own."""
        time.sleep(seconds)
        self.settled += 1
        data = b"%s %d" % (SETTLED, self.settled)
        player.send(data)
        self.has_read(data)

    @classmethod
    def end_all(cls):
        for process in cls.all:
            process.kill()
            process.wait()
        for listener in cls.listeners:
            listener.join(PATIENCE)
        for process in cls.all:
            for pipe in filter(None, (process.stdout, process.stderr)):
                pipe.close()
        for player in cls.players:
            player.close()
        Relay.all.clear()
        Relay.players.clear()
        Relay.listeners.clear()

    def end(self, how=signal.SIGINT):
        if how is not None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.file.chmod(0o644)
        return self.said.all()

    def fields(self, *names, **options):
        """Without Wireshark's other protocols: some claim ports that the system may choose, as that of EtherNet/IP, 44818."""
        return harness.fields(self.file, names, *CHECKED, "-2", *harness.alone(), **options)

    def fates(self):
        with open(self.log, encoding="utf-8") as file:
            return list(csv.DictReader(file))


def numbered(count, size=32):
    """Datagrams that no protocol claims."""
    return [struct.pack(">I", 0x5A000000 | number).ljust(size, b".") for number in range(count)]


def received(player, count):
    return [player.recv(65536) for _ in range(count)]


class Sockets(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        Relay.end_all()

    def test_without_faults_all_pass_unchanged(self):
        server = Server()
        relay = Relay(server.port)
        self.assertIn(f"Players connect to 127.0.0.1:{relay.port}, the server is 127.0.0.1:{server.port}, seed 1", relay.first)
        players = [relay.player() for _ in range(2)]
        for number, data in enumerate(numbered(100)):
            players[number % 2].send(data)
            self.assertEqual(players[number % 2].recv(65536), data + b"!")
        self.assertEqual(server.got, numbered(100))
        self.assertEqual(len(server.senders), 2, "players have ports of their own")
        if os.name == "posix":
            self.assertEqual([path.stat().st_mode & 0o777 for path in (relay.file, relay.log)], [0o600, 0o600], "it may have what players say")
        output = relay.end()
        self.assertEqual(relay.process.returncode, 0)
        self.assertIn("To the server: 100 passed.", output)
        self.assertIn("To the players: 100 passed.", output)

        rows = relay.fields("frame.interface_name", "ip.src", "udp.srcport", "udp.dstport", *FATE, "godot.link.other_in",
                            "frame.number", "_ws.expert.group", "udp.payload", display_filter="udp")  # fmt: skip
        self.assertEqual(len(rows), 400)
        by_frame = {row[9][0]: row for row in rows}
        ports = [player.getsockname()[1] for player in players]
        for name, _, source, target, player, up, number, fate, other, frame, groups, payload in rows:
            self.assertNotIn(CHECKSUMS, {int(group, 0) for group in groups}, "checksums are right")
            again = by_frame[other[0]]
            self.assertEqual(again[8], frame)
            self.assertEqual((again[4], again[5], again[6], again[11]), (player, up, number, payload))
            self.assertEqual({name[0], again[0][0]}, {"players", "server"})
            self.assertEqual(sorted((fate[0], again[7][0])), ["0", "6"])
            if name[0] == "players":
                mine = source if up[0] in ("1", "True") else target
                self.assertEqual(int(mine[0]), ports[int(player[0]) - 1])

    def test_the_capture_says_what_was_dropped_and_nothing_else(self):
        """Against what arrived, and against the relay's log."""
        server = Server(answers=False)
        relay = Relay(server.port, "--loss", "20%", "--duplicate", "10%", "--burst", "2%/30%", "--reorder", "5%/20ms", "--seed", "7")
        player = relay.player()
        sent = numbered(2000)
        for begin in range(0, 2000, 50):
            for data in sent[begin : begin + 50]:
                player.send(data)
            relay.has_read(data)
            self.assertTrue(server.has_read_all())
        relay.settle(player, 0.1)
        relay.end()
        log = relay.fates()
        self.assertEqual([row["number"] for row in log], [str(number + 1) for number in range(2001)])
        log.pop()
        expected = collections.Counter()
        for data, row in zip(sent, log):
            if row["outcome"] == "passed":
                expected[data] += 1 + (row["twice_us"] != "0")
        self.assertTrue(server.has_read_all())
        self.assertEqual(collections.Counter(data for data in server.got if not data.startswith(SETTLED)), expected)
        for outcome in ("loss", "burst"):
            self.assertTrue(any(row["outcome"] == outcome for row in log), outcome)

        rows = relay.fields("frame.interface_name", "godot.link.number", "godot.link.fate", "godot.link.dropped", "udp.payload",
                            "godot.link.copy", "godot.link.held_back_ms", display_filter="godot.link && godot.link.number <= 2000")  # fmt: skip
        arrived = [row for row in rows if row[0] == ["players"]]
        self.assertEqual([bytes.fromhex(row[4][0]) for row in arrived], sent)
        self.assertEqual([OUTCOMES[int(row[2][0])] for row in arrived], [row["outcome"] for row in log])
        self.assertEqual([row[3][0] in ("1", "True") for row in arrived], [row["outcome"] != "passed" for row in log])
        self.assertEqual([row[6] != [] for row in arrived], [row["held_back_us"] != "0" for row in log])
        went = [row for row in rows if row[0] == ["server"]]
        self.assertEqual(collections.Counter(bytes.fromhex(row[4][0]) for row in went), expected)
        copies = [row for row in went if row[5] == ["2"]]
        self.assertEqual(len(copies), sum(row["twice_us"] != "0" for row in log if row["outcome"] == "passed"))

    def test_one_seed_one_fate(self):
        logs = []
        for seed in ("7", "7", "8"):
            server = Server()
            relay = Relay(server.port, "--loss", "20%", "--duplicate", "5%", "--burst", "2%/30%", "--seed", seed)
            player = relay.player()
            for data in numbered(300):
                player.send(data)
                time.sleep(0.001)
            relay.has_read(data)
            relay.end()
            logs.append([(row["outcome"], row["twice_us"] != "0") for row in relay.fates() if row["way"] == "up"])
        self.assertEqual(len(logs[0]), 300)
        self.assertEqual(logs[0], logs[1])
        self.assertNotEqual(logs[0], logs[2])

    def test_delays_are_those_that_it_says(self):
        """Nothing goes on earlier than planned, and jitter keeps the order."""
        server = Server()
        relay = Relay(server.port, "--up-delay", "60ms±50ms", "--down-delay", "20ms", "--seed", "3")
        player = relay.player()
        for data in numbered(200):
            player.send(data)
            time.sleep(0.002)
        self.assertEqual(received(player, 200), [data + b"!" for data in numbered(200)])
        relay.end()
        rows = relay.fields("frame.number", "frame.time_relative", "godot.link.delay_ms", "godot.link.other_in", "godot.link.to_server",
                            display_filter="godot.link")  # fmt: skip
        times = {row[0][0]: float(row[1][0]) for row in rows}
        delays = collections.defaultdict(set)
        for frame, _, delay, other, up in rows:
            if not delay:
                continue
            self.assertGreaterEqual((times[other[0]] - times[frame[0]]) * 1000, float(delay[0]) - 0.002)
            delays[up[0] in ("1", "True")].add(float(delay[0]))
        self.assertGreater(len(delays[True]), 20)
        self.assertEqual(delays[False], {20.0})

    def test_any_size(self):
        server = Server()
        relay = Relay(server.port)
        player = relay.player()
        for size in (0, 1, 1392, 9000, 64999):
            player.send(b"x" * size)
            self.assertEqual(player.recv(65536), b"x" * size + b"!")
        player.send(b"y" * 65507)
        self.assertEqual(server.wait_for(6)[-1], b"y" * 65507)
        relay.end()
        rows = relay.fields("udp.length", display_filter="udp && frame.interface_name == players && godot.link.to_server == 1")
        self.assertEqual([int(row[0][0]) - 8 for row in rows], [0, 1, 1392, 9000, 64999, 65507])

    def test_no_server(self):
        relay = Relay(free_port())
        player = relay.player()
        player.send(b"hello")
        self.assertIn("datagrams found nobody: no server listens on 127.0.0.1:", relay.said.until("found nobody"))

    @unittest.skipUnless(hasattr(signal, "SIGSTOP") and STARTED == PROGRAM, "only Linux tells")
    def test_what_the_system_drops_is_told(self):
        """The relay stands still until the system's buffer is full: those that were lost have no fate, but are counted."""
        server = Server(answers=False)
        relay = Relay(server.port)
        player = relay.player()
        player.send(b"first")
        server.wait_for(1)
        relay.process.send_signal(signal.SIGSTOP)
        for _ in range(40_000):
            player.send(b"x" * 400)
        relay.process.send_signal(signal.SIGCONT)
        sent = 40_001
        last = b"first"
        while last not in server.got[1:]:  # then the relay has read all that it has not lost
            last = b"last %d" % sent
            player.send(last)
            sent += 1
            time.sleep(0.1)
        output = relay.end()
        came = len([row for row in relay.fates() if row["way"] == "up"])
        lost = sum(int(line.split()[0]) for line in output.splitlines() if "lost in this machine before the relay" in line)
        self.assertGreater(lost, 0)
        self.assertEqual(came + lost, sent)

    def test_strangers_keep_no_player_out(self):
        """A flood from other ports: a player whom the server answers goes on playing."""
        server = Server(answers=False)
        relay = Relay(server.port)
        player = relay.player()
        player.send(b"first")
        self.assertEqual(server.wait_for(1), [b"first"])
        server.socket.sendto(b"welcome", next(iter(server.senders)))
        self.assertEqual(player.recv(100), b"welcome")
        crowd = [relay.player() for _ in range(300)]
        for stranger in crowd:
            stranger.send(b"garbage")
        server.wait_for(64)
        time.sleep(1.5)
        for stranger in crowd:
            stranger.send(b"garbage")
        player.send(b"still here")
        self.assertTrue(wait_until(lambda: b"still here" in server.got))
        output = relay.end()
        self.assertIn("datagrams of strangers were ignored: there are 64 players", output)
        self.assertIn("has lost its place to another", output)
        for stranger in crowd:
            stranger.close()

    def test_garbage(self):
        """Anything from several players, also while its faults change: all that was not dropped arrives unchanged, and each packet
        of the capture is a whole datagram."""
        server = Server(answers=False)
        relay = Relay(server.port, "--loss", "10%", "--duplicate", "20%", "--reorder", "10%/5ms", "--script",
                      "every 200ms: loss 50% for 20ms; every 300ms: freeze 5ms", "--preset", "wifi-stalls")  # fmt: skip
        dice = random.Random(50)
        players = [relay.player() for _ in range(8)]
        waiter = relay.player()
        sent = []
        for number in range(1500):
            sent.append(dice.randbytes(dice.choice((0, 1, 7, 48, 700, 1392, 9000, 65000) if number % 50 == 0 else (1, 12, 90, 400))))
            players[number % 8].send(sent[-1])
            if number % 50 == 49:
                relay.settle(waiter, 0.1)
                self.assertTrue(server.has_read_all())
        relay.settle(waiter, 1)
        sent += [b"%s %d" % (SETTLED, number + 1) for number in range(relay.settled)]
        relay.end()
        self.assertEqual(relay.process.returncode, 0)
        log = [row for row in relay.fates() if row["way"] == "up"]
        self.assertEqual(len(log), len(sent))
        self.assertTrue(server.has_read_all())
        of_end = [row for row in log if row["player"] == "9"][-1]
        passed = [1 + (row["twice_us"] != "0") for row in log if row["outcome"] == "passed" and row is not of_end]
        self.assertEqual(len([data for data in server.got if data != sent[-1]]), sum(passed))
        self.assertEqual(collections.Counter(server.got) - collections.Counter(sent + sent), collections.Counter())
        rows = relay.fields("frame.interface_name", "udp.checksum.status", "ip.len", "frame.len", display_filter="udp")
        self.assertEqual(sum(row[0] == ["players"] for row in rows), len(sent))
        for _, status, length, frame in rows:
            self.assertEqual((length, status), (frame, ["1"]))

    def test_a_spoofed_address_gets_little(self):
        """On another address than the loopback, a player gets three times what it sent until it answers."""
        server = Server(answers=False)
        relay = Relay(server.port, listen="0.0.0.0")
        player = relay.player()
        player.send(b"x" * 100)
        server.wait_for(1)
        (end,) = server.senders
        for data in numbered(10, 100):
            server.socket.sendto(data, end)
        self.assertEqual(received(player, 3), numbered(3, 100))
        relay.has_read(data)
        player.send(b"x")  # it has got an answer
        server.wait_for(2)
        server.socket.sendto(b"z" * 1000, end)
        self.assertEqual(player.recv(2000), b"z" * 1000)
        relay.end()
        rows = relay.fields("godot.link.fate", "ip.dst", display_filter="godot.link.dropped == 1")
        self.assertEqual([row[0] for row in rows], [["5"]] * 7)
        rows = relay.fields("ip.dst", display_filter="frame.interface_name == players && godot.link.to_server == 1")
        self.assertEqual({row[0][0] for row in rows}, {"127.0.0.1"}, "the address that the player sees")

    def test_script_and_changes(self):
        """A script's change, and each change is a packet with a comment."""
        server = Server()
        # What is sent before the change arrives. On a busy machine the change may come first: then a later one is tried.
        for seconds in (3, 30, PATIENCE):
            relay = Relay(server.port, "--script", f"at {seconds}s: down loss 100% for 60min; player 2 loss 100%")
            first, second = relay.player(), relay.player()
            first.send(b"a")
            if select.select([first], [], [], seconds)[0]:
                break
            relay.end()
            server.got.clear()
        self.assertEqual(first.recv(10), b"a!")
        self.assertIn("down loss 100%.", relay.said.until("down loss"))
        second.send(b"b")
        first.send(b"lost on its way back")
        server.wait_for(2)
        self.assertEqual(server.got, [b"a", b"lost on its way back"])
        relay.has_read(b"lost on its way back!")
        self.assertEqual(select.select([first], [], [], 0.3)[0], [])
        relay.end()
        notices = [row[0][0] for row in relay.fields("godot.mirror.notice", display_filter="godot.mirror.notice")]
        self.assertIn("down loss 100%", notices)
        comments = [row[0][0] for row in relay.fields("frame.comment", display_filter="godot.mirror.notice")]
        self.assertEqual(comments, notices)

    def test_ipv6(self):
        try:
            server = Server("::1")
        except OSError:
            self.skipTest("no IPv6 here")
        relay = Relay(server.port, address="[::1]")
        player = relay.player()
        player.send(b"hello")
        self.assertEqual(player.recv(100), b"hello!")
        relay.end()
        rows = relay.fields("ip.src", "ipv6.dst", "_ws.expert.group", display_filter="godot.link.to_server == 1")
        self.assertEqual([row[:2] for row in rows], [[["127.0.0.1"], []], [[], ["::1"]]])
        self.assertNotIn(CHECKSUMS, {int(group, 0) for row in rows for group in row[2]}, "checksums are right")

    def test_without_a_capture(self):
        server = Server()
        relay_port = free_port()
        process = subprocess.Popen([PROGRAM, "--relay", f"{relay_port}:{server.port}"], stderr=subprocess.PIPE, encoding="utf-8")
        Relay.all.append(process)
        process.stderr.readline()
        player = udp_socket()
        Relay.players.append(player)
        player.sendto(b"a", ("127.0.0.1", relay_port))
        self.assertEqual(player.recv(10), b"a!")
        process.send_signal(signal.SIGTERM)
        self.assertIn("To the server: 1 passed.", process.communicate(timeout=PATIENCE)[1])
        self.assertEqual(process.returncode, 0)

    def test_reader_ends(self):
        server = Server()
        process = subprocess.Popen([PROGRAM, "--relay", f"{free_port()}:{server.port}", "--write", "-"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)  # fmt: skip
        Relay.all.append(process)
        self.assertEqual(process.stdout.read(4), b"\x0a\x0d\x0d\x0a")
        process.stdout.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)

    def test_command_line(self):
        for words, why in (
            (["--relay", "24680"], "does not name both ends"),
            (["--relay", "24680:example:port"], "does not name both ends"),
            (["--relay", "24680:24680"], "can't have the same port"),
            # Longer than names of DNS may be: nobody is asked for it, who may not answer.
            (["--relay", f"24680:{'x' * 64}:5"], f"'{'x' * 64}' is no address"),
            (["--relay", "1.2.3.4:24680:24681"], "Cannot listen on 1.2.3.4:24680"),
            (["--relay", "24680:24681", "--loss", "200%"], "loss is written like 5%"),
            (["--relay", "24680:24681", "--preset", "moon"], "'moon' is no preset: there are none, lan"),
            (["--relay", "24680:24681", "--script", "at soon: loss 5%"], "times are written like"),
            (["--relay", "24680:24681", "--script", "@/does/not/exist"], "Cannot read /does/not/exist"),
            (["--relay", "24680:24681", "--write", "/does/not/exist/x"], "Cannot write to /does/not/exist/x"),
            (["--relay", "24680:24681", "--write", "one.pcapng", "--log", "./one.pcapng"], "can't be one file"),
            (["--relay", "24680:24681", "--seed", "x"], "'x' is no seed"),
            (["--extcap-interface", "eth0", "--extcap-dlts"], "it has godotdump and godotrelay"),
        ):
            done = subprocess.run([PROGRAM, *words], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(why, done.stderr)

    def test_files_of_other_kinds_stay(self):
        file = harness.workshop().home / "relay notes.csv"
        file.write_text("day,players\n", encoding="utf-8")
        for option in ("--log", "--write"):
            done = subprocess.run([PROGRAM, "--relay", f"{free_port()}:{free_port()}", option, file], capture_output=True, encoding="utf-8", timeout=PATIENCE,
                                  check=False)  # fmt: skip
            self.assertEqual((done.returncode, file.read_text(encoding="utf-8")), (1, "day,players\n"), option)
            self.assertIn("a file of another kind has this name; it is left as it is.", done.stderr)

    def test_port_in_use(self):
        with udp_socket() as taken:
            port = taken.getsockname()[1]
            done = subprocess.run([PROGRAM, "--relay", f"{port}:1"], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"Port {port} of UDP is taken on this machine, perhaps by the server itself", done.stderr)


class TcpServer(threading.Thread):
    """Answers each connection with what it gets, until it has got all."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        Relay.players.append(self.socket)
        self.start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    @staticmethod
    def answer(connection):
        with connection:
            while data := connection.recv(65536):
                connection.sendall(data)


def exchanged(port, data):
    """What comes back of data that is sent through a connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as player:
        threading.Thread(target=lambda: (player.sendall(data), player.shutdown(socket.SHUT_WR)), daemon=True).start()
        got = b""
        while part := player.recv(65536):
            got += part
        return got


class Streams(unittest.TestCase):
    """Connections of TCP."""

    def tearDown(self):
        Relay.end_all()

    def test_all_bytes_pass(self):
        """Also more than the relay holds, in both directions, of several players; losses are for datagrams."""
        server = TcpServer()
        relay = Relay(server.port, "--delay", "20ms±15ms", "--loss", "30%", "--duplicate", "20%", "--reorder", "10%/30ms")
        data = bytes(range(256)) * 4000
        for _ in range(2):
            self.assertEqual(exchanged(relay.port, data), data)
        self.assertEqual(exchanged(relay.port, b""), b"")
        output = relay.end()
        self.assertEqual(output.count(" has left."), 3, output)
        rows = relay.fields("frame.interface_name", "tcp.len", "tcp.analysis.flags", "_ws.expert.group", "godot.link.fate", "godot.link.delay_ms",
                            "tcp.flags.reset", display_filter="tcp")  # fmt: skip
        sums = collections.Counter()
        for side, length, flags, groups, fate, delay, reset in rows:
            self.assertEqual(flags, [], "no segment is missing, sent twice or out of order")
            self.assertIn(reset[0], ("0", "False"))
            self.assertNotIn(CHECKSUMS, {int(group, 0) for group in groups}, "checksums are right")
            sums[side[0]] += int(length[0])
            self.assertEqual(bool(fate), int(length[0]) != 0)
            if fate == ["0"]:
                self.assertLessEqual(float(delay[0]), 100 * 60)
        self.assertEqual(sums, {"players": 4 * len(data), "server": 4 * len(data)})

    def test_bandwidth(self):
        """A slow link slows its sender down, and keeps little in between."""
        server = TcpServer()
        relay = Relay(server.port, "--up-bandwidth", "4Mbit")
        data = b"x" * 400_000
        self.assertEqual(exchanged(relay.port, data), data)
        relay.end()
        rows = relay.fields("godot.link.queued_ms", "frame.time_relative", "tcp.len", display_filter="tcp && godot.link.to_server == 1 && godot.link.fate == 6")
        took = float(rows[-1][1][0]) - float(rows[0][1][0])
        self.assertGreaterEqual(took * 4e6 / 8, 400_000 - int(rows[0][2][0]) - 20_000)

    def test_no_server(self):
        relay = Relay(free_port())
        with socket.create_connection(("127.0.0.1", relay.port), timeout=PATIENCE) as player:
            try:
                self.assertEqual(player.recv(10), b"")
            except ConnectionResetError:
                pass
        self.assertIn("Player 1 found no server", relay.end())

    def test_an_end_that_breaks_off(self):
        server = TcpServer()
        relay = Relay(server.port)
        with socket.create_connection(("127.0.0.1", relay.port), timeout=PATIENCE) as player:
            player.sendall(b"hello")
            self.assertEqual(player.recv(10), b"hello")
            player.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        data = b"again"
        self.assertEqual(exchanged(relay.port, data), data)
        relay.end()
        self.assertEqual(relay.process.returncode, 0)


    def test_a_player_that_breaks_off_while_the_server_waits(self):
        """The server sees it, as it would without the relay. Else the system reports it to the relay again and again."""
        for says_end_first in (False, True):
            with socket.create_server(("127.0.0.1", 0)) as server:
                relay = Relay(server.getsockname()[1])
                player = socket.create_connection(("127.0.0.1", relay.port), timeout=PATIENCE)
                held, _ = server.accept()
                held.settimeout(PATIENCE)
                with held:
                    player.sendall(b"hello")
                    self.assertEqual(held.recv(10), b"hello")
                    if says_end_first:
                        player.shutdown(socket.SHUT_WR)
                        self.assertEqual(held.recv(10), b"")
                    player.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    player.close()
                    self.assertEqual(held.recv(10), b"")
                    self.assertEqual(relay.said.until("has left"), "Player 1 has left.\n")
                relay.end()


def read_exactly(file, size):
    """A pipe gives what has come."""
    data = b""
    while len(data) < size and (more := os.read(file, size - len(data))):
        data += more
    return data


def control(number, command, text=b""):
    return b"T" + (len(text) + 2).to_bytes(3, "big") + bytes([number, command]) + text


PLAYER, WAY, PRESET, DELAY, LOSS, CHANGE, FREEZE, LOG = range(8)
INITIALIZED, SET, ADD = range(3)
STATUS = 6


@unittest.skipUnless(hasattr(os, "mkfifo") and STARTED == PROGRAM, "pipes of Wireshark on Windows: tests/windows")
class Toolbar(unittest.TestCase):
    """The interface's toolbar, its pipes driven as Wireshark drives them."""

    def setUp(self):
        folder = harness.workshop().home
        self.names = [folder / f"control {way} {free_port()}" for way in ("in", "out")]
        for name in self.names:
            os.mkfifo(name)

    def tearDown(self):
        Relay.end_all()

    def start(self, server, *options):
        relay = Relay(server.port, *options, pipes=("--extcap-control-in", self.names[0], "--extcap-control-out", self.names[1]))
        self.answers = os.open(self.names[1], os.O_RDONLY)
        self.orders = os.open(self.names[0], os.O_WRONLY)
        self.addCleanup(os.close, self.answers)
        self.addCleanup(os.close, self.orders)
        os.write(self.orders, control(255, INITIALIZED))
        return relay

    def answer(self):
        """The next message: control, command, text."""
        head = read_exactly(self.answers, 4)
        self.assertEqual(head[:1], b"T")
        body = read_exactly(self.answers, int.from_bytes(head[1:], "big"))
        return body[0], body[1], body[2:].decode()

    def until(self, wanted):
        """Reads messages until one of this control and command has this text."""
        seen = []
        while True:
            seen.append(self.answer())
            if seen[-1][:2] == wanted[:2] and wanted[2] in seen[-1][2]:
                return seen[-1]

    def test_controls(self):
        server = Server()
        relay = self.start(server)
        player = relay.player()
        player.send(b"a")
        self.assertEqual(player.recv(10), b"a!")
        self.assertEqual(self.until((PLAYER, ADD, "Player 1"))[2], "1\0Player 1")
        os.write(self.orders, control(WAY, SET, b"up") + control(LOSS, SET, b"100%"))
        self.until((LOG, ADD, "up loss 100%"))
        player.send(b"on the way to nobody")
        relay.has_read(b"on the way to nobody")
        os.write(self.orders, control(LOSS, SET, b"off") + control(LOSS, SET, b"often"))
        self.until((255, STATUS, "loss is written like 5%"))
        player.send(b"b")
        self.assertEqual(player.recv(10), b"b!")
        self.assertEqual(server.got, [b"a", b"b"])
        os.write(self.orders, control(PLAYER, SET, b"1") + control(WAY, SET, b"both") + control(CHANGE, SET, b"duplicate 100%"))
        self.until((LOG, ADD, "player 1 duplicate 100%"))
        player.send(b"c")
        self.assertEqual(sorted(received(player, 4)), [b"c!"] * 4)
        os.write(self.orders, control(PRESET, SET, b"none"))
        self.until((LOG, ADD, "Preset none"))
        os.write(self.orders, control(PLAYER, SET, b"0"))
        to_server = lambda: relay.fields("udp.payload", "godot.link.fate", "godot.link.queued_ms",
                                         display_filter="frame.interface_name == players && godot.link.to_server == 1")  # fmt: skip
        relay.file.chmod(0o644)
        for freezes in range(1, 6):
            os.write(self.orders, control(FREEZE, SET))
            self.until((LOG, ADD, "freeze 3000ms"))
            player.send(b"d")
            self.assertEqual(player.recv(10), b"d!")
            if float(to_server()[-1][2][0]) > 0:
                break  # else it came after the three seconds, on a busy machine
        os.write(self.orders, b"Q\0\0\0")  # Wireshark 5 asks a program to end
        self.assertEqual(relay.end(None), "", "Wireshark shows it in red when the capture ends")
        self.assertEqual(relay.process.returncode, 0)
        rows = to_server()
        self.assertEqual([bytes.fromhex(row[0][0]) for row in rows], [b"a", b"on the way to nobody", b"b", b"c", *[b"d"] * freezes])
        self.assertEqual([row[1] for row in rows], [["0"], ["1"], ["0"], ["0"], *[["0"]] * freezes])
        self.assertGreater(float(rows[-1][2][0]), 0)

    def test_garbage(self):
        """Garbage in the pipe changes nothing and ends nothing."""
        server = Server()
        relay = self.start(server)
        os.write(self.orders, b"\xff" * 5000)
        os.write(self.orders, control(LOSS, SET, b"100%"))  # after garbage, nobody knows where a message begins
        time.sleep(0.4)
        player = relay.player()
        player.send(b"a")
        self.assertEqual(player.recv(10), b"a!")
        self.assertEqual(relay.end(signal.SIGTERM), "")
        self.assertEqual(relay.process.returncode, 0)

    def test_queries(self):
        def ask(*words):
            done = subprocess.run([PROGRAM, *words], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=True)
            return done.stdout

        output = ask("--extcap-interfaces", "--extcap-version=4.6")
        self.assertIn("interface {value=godotrelay}{display=Godot game: worse network}", output)
        for number in range(8):
            self.assertIn(f"control {{number={number}}}", output)
        self.assertIn("value {control=2}{value=train}{display=Train}", output)
        output = ask("--extcap-interface", "godotrelay", "--extcap-config")
        for call in ("--port", "--address", "--server", "--preset", "--delay", "--loss", "--script", "--seed", "--log"):
            self.assertIn(f"{{call={call}}}", output)
        self.assertIn("dlt {number=101}", ask("--extcap-interface", "godotrelay", "--extcap-dlts"))


class Tshark(unittest.TestCase):
    def tearDown(self):
        Relay.end_all()

    @unittest.skipUnless(STARTED == PROGRAM, "tests/windows has tshark.exe")
    def test_tshark(self):
        """tshark finds the interface, and shows both sides as they come."""
        shop = harness.workshop()
        server = Server()
        port = free_port()
        environment = with_interfaces(shop)
        tshark = subprocess.Popen(
            shop.tshark("-n", "-l", "-i", "godotrelay", "-o", f"extcap.godotrelay.port:{port}", "-o",
                        f"extcap.godotrelay.server:127.0.0.1:{server.port}", "-c", "7", "-T", "fields", "-e", "frame.interface_name", "-e", "godot.link.number",
                        "-e", "godot.mirror.notice"),
            env=environment, cwd=shop.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        Relay.all.append(tshark)
        player = udp_socket()
        Relay.players.append(player)
        player.settimeout(0.2)
        end = time.monotonic() + harness.PATIENCE
        while tshark.poll() is None and time.monotonic() < end:
            player.sendto(b"hello", ("127.0.0.1", port))
            try:
                player.recv(100)
            except (TimeoutError, ConnectionRefusedError):
                pass
            time.sleep(0.1)
        shown, output = tshark.communicate(timeout=harness.PATIENCE)
        self.assertIn("players\t1\t", shown, output)
        self.assertIn("server\t1\t", shown, output)
        self.assertIn("Player 1 is 127.0.0.1:", shown, output)


if __name__ == "__main__":
    unittest.main()
