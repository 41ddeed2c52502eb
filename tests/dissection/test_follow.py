# SPDX-License-Identifier: MIT
"""Follow: the messages of a connection as its receiver got them. The receiver's own script logged them in order, over
links with loss, duplicates and delay; the capture is of the receiver's side."""

import base64
import hashlib
import re
import unittest

import harness

import enet_lab as lab
import enet_reader as enet
import projects
from truth import load, truth_of

MULTIPLAYER = harness.PCAPS / "multiplayer"
SIDES = {"server": "c2s", "client": "s2c"}
# Time, frame, sender, receiver, text.
LINE = re.compile(r"(\d+\.\d{6})  \d+  (.+?) -> (.+?)  (.*)\n", re.DOTALL)
ENGINES = ("godot-3.6", "godot-4.6", "libenet")


def content(data):
    """A message's bytes in the form of the truth."""
    return data.decode("latin-1") if len(data) <= 1024 else hashlib.sha256(data).hexdigest()


def followed(what, capture, *options, number=0):
    """The records of Follow: whether the client sent it, the frame in which it arrived, its bytes."""
    out = harness.run("-q", "-2", "-z", f"follow,{what},yaml,{number}", *options, capture=capture).stdout.decode()
    found = []
    for packet in out.split("  - packet: ")[1:]:
        head, data = packet.split("    data: !!binary |\n")
        frame, peer = re.match(r"(\d+)\n    peer: (\d)", head).groups()
        found.append((peer == "0", int(frame), base64.b64decode("".join(data.split()))))
    return found


def received(capture, side):
    """The messages that the receiver's script got, in its order."""
    lines = lab.truth_of(capture)
    sent = {line["seq"]: line for line in lines if line["kind"] == "enet_sent"}
    got = [line["of"] for line in lines if line["kind"] == "enet_received" and line["proc"].startswith(side)]
    return [sent[number].get("text", sent[number].get("sha256")) for number in got]


harness.show_ids()


class OverLossyLinks(unittest.TestCase):
    def test_order_of_delivery(self):
        for engine in ENGINES:
            for side, direction in SIDES.items():
                capture = lab.LINKS / engine / f"lossy_{side}.pcap"
                with self.subTest(capture=lab.name_of(capture)):
                    records = followed("enet", capture)
                    # Godot 3 puts sender and receiver in front; messages without more bytes are its own, about peers.
                    header = 8 if engine == "godot-3.6" else 0
                    got = [data[header:] for client, _, data in records if client == (direction == "c2s")]
                    got = [content(data) for data in got if header == 0 or len(data) > 8]
                    wanted = received(capture, side)
                    self.assertGreater(len(wanted), 300)
                    self.assertEqual(got, wanted)


class Channels(unittest.TestCase):
    """One channel of a connection: the messages that its receiver got on it, in order."""

    CAPTURE = lab.LINKS / "godot-4.6" / "lossy_server.pcap"

    def test_preference(self):
        whole = followed("enet", self.CAPTURE)
        rows = harness.fields(self.CAPTURE, ["frame.number", "enet.channel"], display_filter="enet.payload || enet.fragment.data || godot")
        channels = {int(row[0][0]): {int(each) for each in row[1]} for row in rows}
        parts = {}
        for channel in range(5):
            parts[channel] = followed("enet", self.CAPTURE, "-o", f"enet.follow_channels:{channel}")
            for _, frame, _ in parts[channel]:
                self.assertIn(channel, channels[frame])
        self.assertGreater(sum(len(records) > 20 for records in parts.values()), 1)
        # Each record of the whole is in one channel, in the same order.
        self.assertEqual(sorted(whole), sorted(record for records in parts.values() for record in records))
        for records in parts.values():
            rest = iter(whole)
            self.assertTrue(all(record in rest for record in records))
        some = followed("enet", self.CAPTURE, "-o", "enet.follow_channels:1-4")
        self.assertEqual(len(some), len(whole) - len(parts[0]))
        self.assertEqual(len(followed("enet", self.CAPTURE, "-o", "enet.follow_channels:200")), 0)

    def test_sub_streams(self):
        """The same from Follow > ENet Channel, in versions of Wireshark that allow sub-streams for other protocols than
        HTTP/2."""
        output = harness.run("-v").stdout.decode()
        version = tuple(int(part) for part in re.search(r" (\d+)\.(\d+)\.", output).groups())
        if version < (4, 4):
            with self.assertRaises(harness.Refused):
                followed("enet_channel", self.CAPTURE)
            return
        for channel in (0, 1):
            records = followed("enet_channel", self.CAPTURE, number=f"0,{channel}")
            self.assertEqual(records, followed("enet", self.CAPTURE, "-o", f"enet.follow_channels:{channel}"))
            self.assertTrue(records)


class Debugger(unittest.TestCase):
    def test_every_character(self):
        """Text that the game prints, as in its truth, also outside ASCII."""
        capture = harness.PCAPS / "debugger" / "godot-4.6" / "session.pcap"
        text = "".join(data.decode() for _, _, data in followed("godot.debug", capture))
        self.assertIn("Player Ä", text)


class Games(unittest.TestCase):
    """Godot's messages as lines: the scripts' calls in order, with sender and receiver."""

    def lines(self, capture, number, *options):
        records = followed("godot", capture, *options, number=number)
        for _, _, data in records:
            self.assertRegex(data.decode(), LINE)
        return [(client, *LINE.fullmatch(data.decode()).groups()) for client, _, data in records]

    def test_calls(self):
        """For each client of the arena: each of its calls to the server, in order."""
        capture = MULTIPLAYER / "godot-4.6" / "arena_enet.pcap"
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        for number, role in enumerate(("red", "green", "blue")):
            lines = self.lines(capture, number, *project)
            calls = [line for line in lines if line[0] and line[3] == "server" and re.match(r"[\w/]+\.\w+\(", line[4])]
            wanted = [line for line in load(truth_of(capture)) if line["kind"] == "rpc" and line["proc"] == role and 1 in line["targets"]]
            self.assertGreater(len(wanted), 50)
            reported = [f"{call['node'].removeprefix('/root/')}.{call['method']}(" for call in wanted]
            self.assertEqual(len(calls), len(reported))
            for call, wanted_call in zip(calls, reported):
                self.assertTrue(call[4].startswith(wanted_call), (call, wanted_call))
            times = [float(line[1]) for line in lines]
            self.assertEqual(times, sorted(times))
            self.assertEqual({line[2] for line in lines if line[0]}, {calls[0][2]})

    def test_each_line_has_its_frame(self):
        """The frame of its message, also if the receiver held the message back."""
        for capture in (MULTIPLAYER / "godot-4.6" / "arena_enet.pcap", harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"):
            records = followed("godot", capture)
            self.assertGreater(len(records), 200)
            self.assertEqual([str(frame) for _, frame, _ in records], [data.decode().split("  ")[1] for _, _, data in records])

    def test_nodes_are_included(self):
        capture = MULTIPLAYER / "godot-4.6" / "arena_enet.pcap"
        short = ("-o", "godot.text_limit:40")
        counted = [line[4] for line in self.lines(capture, 0, *short, "-o", "godot.follow_all_nodes:FALSE")]
        whole = [line[4] for line in self.lines(capture, 0, *short)]
        more = re.compile(r"; and (\d+) more$")
        self.assertGreater(sum(1 for text in counted if more.search(text)), 20)
        self.assertEqual(len(counted), len(whole))
        for short_text, text in zip(counted, whole):
            self.assertNotRegex(text, more)
            self.assertTrue(text.startswith(more.sub("", short_text)))

    def test_without_synchronisation(self):
        capture = MULTIPLAYER / "godot-4.6" / "arena_enet.pcap"
        everything = self.lines(capture, 0)
        rest = self.lines(capture, 0, "-o", "godot.follow_sync:FALSE")
        self.assertEqual(rest, [line for line in everything if not line[4].startswith(("sync ", "changes of "))])
        self.assertGreater(len(everything), len(rest) + 200)

    def test_websocket(self):
        capture = MULTIPLAYER / "godot-4.6" / "peers_websocket.pcap"
        lines = self.lines(capture, 0)
        shown = harness.fields(capture, ["godot.rpc.text"], display_filter="godot.stream == 0 && godot.rpc.text")
        texts = [each for (row,) in shown for each in row]
        self.assertGreater(len(texts), 20)
        self.assertEqual([line[4] for line in lines if line[4] in set(texts)], texts)


class HeldBack(unittest.TestCase):
    """A game over a lossy link, recorded at the server: messages that arrive before a lost or overtaken reliable one
    wait for it, and their lines show that. The expected waits are computed here from the datagrams, without the
    plugin."""

    CAPTURE = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
    HELD = re.compile(r"  \[held for (\d+), came in frame (\d+)\]$")

    def waits(self):
        """For each client, by its port: the messages that wait: missing number, frame of arrival, and time of
        delivery."""
        next_number = {}  # by client and channel
        arrived = {}
        waiting = {}
        found = {}
        start = None
        for datagram in enet.read(self.CAPTURE):
            start = datagram.time if start is None else start
            client = datagram.source[1]
            if client == lab.SERVER_PORT:
                continue
            for command in datagram.commands:
                if command.channel == enet.CONNECTION or command.number not in (enet.RELIABLE, enet.UNRELIABLE):
                    continue
                key = (client, command.channel)
                expected = next_number.setdefault(key, 1)
                if command.number == enet.RELIABLE:
                    if command.sequence < expected or command.sequence in arrived.setdefault(key, set()):
                        continue
                    arrived[key].add(command.sequence)
                late = command.sequence > expected or (command.number == enet.UNRELIABLE and command.sequence == expected)
                if late:
                    waiting.setdefault(key, []).append((command.sequence, expected, datagram.frame))
                while next_number[key] in arrived.get(key, set()):
                    next_number[key] += 1
                ready = [each for each in waiting.get(key, []) if each[0] < next_number[key]]
                waiting[key] = [each for each in waiting.get(key, []) if each not in ready]
                found.setdefault(client, []).extend((missing, frame, (datagram.time - start) / 1e9) for _, missing, frame in ready)
        return found

    def test_waiting_messages_are_marked(self):
        waits = self.waits()
        self.assertEqual(len(waits), 2)
        total = 0
        for number in (0, 1):
            ((port,),) = {tuple(row[0]) for row in harness.fields(self.CAPTURE, ["udp.srcport"], display_filter=f"godot.stream == {number} && udp.dstport == 24680")}
            records = followed("godot", self.CAPTURE, number=number)
            reported = []
            for client, frame, data in records:
                line = LINE.fullmatch(data.decode())
                held = self.HELD.search(line[4])
                if held is None:
                    continue
                self.assertTrue(client, line[0])
                self.assertEqual(frame, int(held[2]))
                reported.append((int(held[1]), frame, float(line[1])))
            wanted = [(missing, frame, round(when, 6)) for missing, frame, when in waits[int(port)]]
            self.assertEqual(reported, wanted)
            total += len(reported)
        self.assertGreater(total, 3)

    def test_calls_in_the_order_of_the_script(self):
        """Reliable calls reach the server in the order in which each client sent them, though they arrived in
        another."""
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        truth = load(truth_of(self.CAPTURE))
        roles = {str(line["from"]): line["proc"] for line in truth if line["kind"] == "rpc" and line["from"] != 1}
        seen = set()
        for number in (0, 1):
            lines = [LINE.fullmatch(data.decode()) for client, _, data in followed("godot", self.CAPTURE, *project, number=number) if client]
            (role,) = {roles[line[2]] for line in lines}
            seen.add(role)
            for channel in {line["channel"] for line in truth if line["kind"] == "rpc"}:
                reported = [line for line in truth if line["kind"] == "rpc" and line["proc"] == role and 1 in line["targets"]]
                wanted = [f"{line['node'].removeprefix('/root/')}.{line['method']}(" for line in reported if line["transfer"] == "reliable" and line["channel"] == channel]
                names = tuple(set(wanted))
                got = [line[4].split("(")[0] + "(" for line in lines if names and line[3] == "server" and line[4].startswith(names)]
                self.assertEqual(got, wanted)
        self.assertEqual(seen, {"red", "green"})


if __name__ == "__main__":
    unittest.main()
