# SPDX-License-Identifier: MIT
"""Captures in the Trace Event Format: as many slices and flows as messages and acknowledgements, with all bytes; slices
of a thread are nested or disjoint, as viewers require."""

import json
import unittest
from collections import Counter, defaultdict

import enet_lab
import harness
from report_file import arrays

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
SERVER = harness.PCAPS / "links" / "godot-4.6" / "lossy_server.pcap"
FRAGMENTS = [SERVER.with_name("fragments.pcap"), SERVER.with_name("lossy_fragments_server.pcap"),
             harness.PCAPS / "enet" / "godot-4.6" / "rpc_enet_zstd.pcap"]
COPY = "enet.repeated"
CAPTURES = [ARENA, LOSSY, SERVER,
            harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_websocket.pcap",
            harness.PCAPS / "multiplayer" / "godot-4.6" / "mesh_enet.pcap",
            harness.PCAPS / "enet" / "godot-4.6" / "rpc_enet_zstd.pcap",
            harness.PCAPS / "debugger" / "godot-4.6" / "session.pcap",
            harness.PCAPS / "godot-4.6" / "variants_tcp.pcap",
            harness.PCAPS / "mirror" / "arena_enet.server.pcapng",
            harness.PCAPS / "noise" / "dns.pcap"]


def traced(capture, *tables):
    file = harness.workshop().home / "trace.json"
    options = [word for table in tables for word in ("-z", f"{table},json")]
    done = harness.run("-q", "-2", "-z", f"godot,trace,{file}", *options, capture=capture)
    return json.loads(file.read_text(encoding="utf-8"))["traceEvents"], arrays(done.stdout.decode())


class Trace(unittest.TestCase):
    def test_all_bytes_are_there(self):
        """The slices' bytes are the profile's, and each slice has a process and a thread with a name."""
        for capture in CAPTURES:
            with self.subTest(capture=capture.name):
                events, (profile,) = traced(capture, "godot,profile")
                slices = [event for event in events if event["ph"] in "Xi"]
                self.assertEqual(sum(event["args"]["bytes"] for event in slices), sum(int(row["total"]) for row in profile))
                self.assertEqual(bool(slices), capture.parent.name != "noise")
                named = Counter((event["name"], event["pid"], event.get("tid")) for event in events if event["ph"] == "M")
                self.assertTrue(all(count == 1 for count in named.values()), named)
                for event in slices:
                    self.assertIn(("process_name", event["pid"], None), named)
                    self.assertIn(("thread_name", event["pid"], event["tid"]), named)

    def test_slices_of_a_thread_nest(self):
        for capture in CAPTURES:
            threads = defaultdict(list)
            for event in traced(capture)[0]:
                if event["ph"] == "X":
                    begin = round(event["ts"] * 1000)
                    threads[event["pid"], event["tid"]].append((begin, -round(event["dur"] * 1000)))
            for slices in threads.values():
                ends = []
                for begin, length in sorted(slices):
                    while ends and ends[-1] <= begin:
                        ends.pop()
                    self.assertTrue(not ends or begin - length <= ends[-1], capture.name)
                    ends.append(begin - length)

    def test_messages_and_acknowledgements_are_counted(self):
        """As many slices and flows as tshark's trees have messages, and messages with acknowledged transmissions; the
        fragments of a message count once."""
        total = in_fragments = 0
        for capture in (ARENA, LOSSY, SERVER, *FRAGMENTS):
            with self.subTest(capture=capture.name):
                events = traced(capture)[0]
                slices = [event for event in events if event.get("cat") == "message"]
                messages, acknowledged, fragmented = self.counted(capture)
                self.assertEqual(sum(event["args"].get("remark") != "never whole" for event in slices), messages)
                flows = Counter(event["ph"] for event in events if event.get("cat") == "acknowledged")
                self.assertEqual((flows["s"], flows["f"]), (acknowledged, acknowledged))
                total += acknowledged
                in_fragments += fragmented
                for kind, command in (("Spawn", 4), ("Despawn", 5)):
                    found = harness.fields(capture, ["godot.command"], display_filter=f"godot.command == {command}")
                    self.assertEqual(sum(event["args"]["kind"] == kind for event in slices),
                                     sum(row[0].count(str(command)) for row in found))
                ids = {phase: {event["id"] for event in events if event["ph"] == phase} for phase in "sf"}
                self.assertEqual((len(ids["s"]), ids["f"]), (acknowledged, ids["s"]))
        self.assertGreater(total, 900)
        self.assertGreater(in_fragments, 10)

    def counted(self, capture):
        """Messages, those with an acknowledgement, and how many of the latter came in fragments: from the trees of
        ENet's commands."""
        messages = acknowledged = fragmented = 0
        pieces = {}  # by message in fragments: their numbers, and the frames of their acknowledgements
        for packet in enet_lab.dissected(capture).values():
            stream = packet.one("enet.stream"), packet.one("enet.connection.from_client")
            for command in enet_lab.commands_of(packet):
                value = lambda name: next((enet_lab.number(item.show) for item in command.walk() if item.name == name), None)
                kind, acked = value("enet.command"), value("enet.analysis.acked_in_frame")
                if kind not in (6, 7, 8, 9, 12) or value(COPY):
                    continue
                if kind not in (8, 12):
                    messages += 1
                    acknowledged += acked is not None
                    continue
                whole_in = packet.number if value("enet.reassembled.length") else value("enet.reassembled_in")
                if whole_in is None:
                    continue
                key = (*stream, value("enet.channel"), value("enet.fragment.start_sequence"), kind, whole_in)
                pieces.setdefault(key, {}).setdefault(value("enet.fragment.number"), acked or 0)  # later ones are retransmissions
        for (*_, whole_in), acks in pieces.items():
            messages += 1
            if min(acks.values()) != 0 and max(acks.values()) > whole_in:
                acknowledged += 1
                fragmented += 1
        return messages, acknowledged, fragmented

    def test_slices_of_held_messages(self):
        """As long as `enet.analysis.held`, if that is certain."""
        names = ["frame.number", "enet.analysis.held", "enet.analysis.held_perhaps"]
        wanted = Counter()
        for number, held, perhaps in harness.fields(SERVER, names, display_filter="enet.analysis.held"):
            if not perhaps:
                for each in held:
                    wanted[int(number[0]), round(float(each) * 1e6, 3)] += 1
        found = Counter((event["args"]["frame"], event["dur"]) for event in traced(SERVER)[0]
                        if event.get("cat") == "message" and event["args"].get("remark") == "held back")
        self.assertGreater(len(found), 5)
        self.assertEqual(found - wanted, Counter())

    def test_counters_are_the_fields(self):
        rows = harness.fields(LOSSY, ["enet.analysis.reliable_in_flight"], display_filter="enet.analysis.reliable_in_flight")
        most = max(int(value) for (values,) in rows for value in values)
        counters = defaultdict(list)
        for event in traced(LOSSY)[0]:
            if event["ph"] == "C":
                counters[event["name"].rpartition(": ")[2]] += event["args"].values()
        self.assertEqual(max(counters["in flight"]), most)
        trips = [float(rtt) * 1000 for command, rtts in harness.fields(
            LOSSY, ["enet.command", "enet.analysis.ack_rtt"], display_filter="enet.analysis.ack_rtt") if "3" not in command for rtt in rtts]
        self.assertEqual(sorted(counters["round trip"]), sorted(round(trip, 3) for trip in trips))

    def test_peers_are_processes(self):
        named = ("-o", 'uat:godot_peer_names:"Network.#2","0",""')
        file = harness.workshop().home / "trace.json"
        harness.run("-q", "-2", *named, "-z", f"godot,trace,{file}", capture=ARENA)
        events = json.loads(file.read_text(encoding="utf-8"))["traceEvents"]
        self.assertEqual({event["args"]["name"] for event in events if event["name"] == "process_name"},
                         {"server", "red", "green", "blue"})

    def test_a_file_that_cannot_be_written_is_refused(self):
        for wish, reason in (("godot,trace", b"expected"), ("godot,trace,/nowhere/a.json", b"cannot be written")):
            done = harness.run("-q", "-z", wish, capture=ARENA, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
