# SPDX-License-Identifier: MIT
"""Captures in the Trace Event Format: as many slices and flows as there are messages and acknowledgements, all bytes, and
what a viewer asks for: slices of a thread stand in each other or apart."""

import json
import unittest
from collections import Counter, defaultdict

import harness
from report_file import arrays

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
SERVER = harness.PCAPS / "links" / "godot-4.6" / "lossy_server.pcap"
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
        for capture in (ARENA, LOSSY, SERVER):
            with self.subTest(capture=capture.name):
                events, (profile,) = traced(capture, "godot,profile,channels")
                slices = [event for event in events if event.get("cat") == "message"]
                # Messages are what is on channels; copies count nowhere.
                on_channels = sum(int(row["count"]) for row in profile if row["mode"])
                relays = self.relays(capture)
                relayed = sum(1 for event in slices if event["args"]["frame"] in relays)
                whole = [event for event in slices if event["args"].get("remark") != "never whole"]
                self.assertLessEqual(abs(len(whole) - on_channels), relayed)
                flows = Counter(event["ph"] for event in events if event.get("cat") == "acknowledged")
                self.assertEqual(flows["s"], flows["f"])
                kinds = {kind: sum(1 for event in slices if event["args"]["kind"] == kind) for kind in ("Spawn", "Despawn")}
                for kind, command in (("Spawn", 4), ("Despawn", 5)):
                    found = harness.fields(capture, ["godot.command"], display_filter=f"godot.command == {command}")
                    self.assertEqual(kinds[kind], sum(row[0].count(str(command)) for row in found))
                least, most = self.acknowledged(capture)
                self.assertGreater(least, 100)
                self.assertTrue(least <= flows["s"] <= most, (least, flows, most))
                if capture == ARENA:
                    self.assertEqual(flows["s"], most)
                self.assertEqual(len({event["id"] for event in events if event["ph"] == "s"}), flows["s"])

    def acknowledged(self, capture):
        """How many messages were, by their commands: at least and at most, where a datagram has some that were not."""
        least = most = 0
        names = ["enet.command", "enet.analysis.acked_in_frame", "enet.analysis.retransmission"]
        for commands, acked, again in harness.fields(capture, names, display_filter="enet.analysis.acked_in_frame"):
            asking = [command for command in commands if command in ("2", "3", "4", "5", "6", "8", "10", "11")]
            messages = asking.count("6")
            most += min(messages, len(acked))
            if len(asking) == len(acked) and not again:
                least += messages
        return least, most

    def relays(self, capture):
        return {int(number) for ((number,),) in harness.fields(capture, ["frame.number"], display_filter="godot.relay")}

    def test_what_waited_is_as_long_as_it_was_held(self):
        """`enet.analysis.held` where it is certain."""
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
