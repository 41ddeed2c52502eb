# SPDX-License-Identifier: MIT
"""The network profile: every byte of every frame of our conversations has one owner; bytes per call and per property are
what the engine's scripts say they sent; the same rows as text, CSV and JSON."""

import csv
import io
import json
import unittest
from collections import Counter

import harness

OURS = {"enet", "godot", "godot.variant", "godot.debug"}
NAMES = ["godot,profile", *(f"godot,profile,{by}" for by in ("peers", "channels", "scenes", "seconds"))]
FIELDS = ["frame.len", "udp.stream", "tcp.stream", "frame.protocols"]
ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"


def captures():
    """All that hold something of ours: noise is other people's."""
    found = sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])
    return [capture for capture in found if "noise" not in capture.parts]


def tables(text):
    """The CSV tables of an output, as lists of dictionaries; each begins with the line that names its columns."""
    found = []
    for row in csv.reader(io.StringIO(text)):
        if "total" in row:
            found.append((row, []))
        elif row:
            found[-1][1].append(dict(zip(found[-1][0], row)))
    return [rows for _, rows in found]


def profile(capture, name="godot,profile", two_passes=True, options=()):
    passes = ["-2"] if two_passes else []
    done = harness.run("-q", *passes, *options, "-z", f"{name},csv", capture=capture)
    return tables(done.stdout.decode())[0]


def own_flows(lines):
    """Bytes of the frames of each conversation that has something of ours."""
    flows, ours = Counter(), set()
    for line in lines:
        length, udp, tcp, protocols = line.split("\x1f")
        flow = ("udp", udp) if udp else ("tcp", tcp)
        if flow[1]:
            flows[flow] += int(length)
            if OURS & set(protocols.split(":")):
                ours.add(flow)
    return {flow: flows[flow] for flow in ours}


class Sums(unittest.TestCase):
    def test_every_byte_has_an_owner(self):
        """In two passes, whatever carries it: range coder, zstd, fragments, losses, WebSocket, TCP, TLS."""
        arguments = [option for name in FIELDS for option in ("-e", name)]
        for name in NAMES:
            arguments += ["-z", f"{name},csv"]
        compared = 0
        for capture in captures():
            with self.subTest(capture=capture.name):
                done = harness.run(
                    "-2", "-T", "fields", "-E", "separator=\x1f", "-E", "occurrence=l", *arguments, capture=capture
                )
                lines = done.stdout.decode().split("\n")
                packets = [line for line in lines if line.count("\x1f") == len(FIELDS) - 1]
                wanted = sum(own_flows(packets).values())
                found = tables("\n".join(line for line in lines if "\x1f" not in line))
                self.assertEqual(len(found), len(NAMES))
                for name, rows in zip(NAMES, found):
                    self.assertEqual(sum(int(row["total"]) for row in rows), wanted, name)
                compared += wanted
        self.assertGreater(compared, 5_000_000)

    def test_a_row_is_what_its_columns_say(self):
        for row in profile(ARENA):
            parts = sum(int(row[name]) for name in ("own", "protocol", "share", "again"))
            self.assertEqual(parts, int(row["total"]), row)

    def test_rows_come_by_bytes(self):
        totals = [int(row["total"]) for row in profile(ARENA)]
        self.assertEqual(totals, sorted(totals, reverse=True))


class Forms(unittest.TestCase):
    def test_csv_json_and_text_say_the_same(self):
        rows = profile(ARENA)
        done = harness.run("-q", "-2", "-z", "godot,profile,json", capture=ARENA)
        as_json = json.loads(done.stdout)
        self.assertEqual([list(row) for row in rows][0][:9],
                         "kind node member count own protocol share again total".split())
        self.assertEqual([row["total"] for row in as_json], [int(row["total"]) for row in rows])
        self.assertEqual([row["node"] for row in as_json], [row["node"] for row in rows])
        text = harness.run("-q", "-2", "-z", "godot,profile", capture=ARENA).stdout.decode()
        sync = next(row for row in rows if row["kind"] == "Sync")
        line = next(line for line in text.split("\n") if line.startswith("Sync"))
        self.assertEqual(line.split()[1], sync["node"])
        self.assertIn(f" {sync['total']} ", line)

    def test_a_display_filter_comes_last(self):
        done = harness.run("-q", "-2", "-z", "godot,profile,csv,godot.rpc.text", capture=ARENA)
        kinds = {row["kind"] for row in tables(done.stdout.decode())[0]}
        self.assertIn("Remote call", kinds)
        self.assertNotIn("Ping", kinds)

    def test_a_wrong_filter_is_refused(self):
        done = harness.run("-q", "-z", "godot,profile,no such filter", capture=ARENA, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"godot,profile,no such filter", done.stderr)


if __name__ == "__main__":
    unittest.main()
