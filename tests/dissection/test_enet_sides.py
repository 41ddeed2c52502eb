# SPDX-License-Identifier: MIT
"""Both sides of a link in one capture: pairs of datagrams, and losses in between. The truth is the relay's log; the
captures of its two sides, made at the same time with one clock, are merged here."""

import collections
import functools
import json
import struct
import unittest

import enet_lab as lab
import harness
from enet_lab import LINKS, enet

NAMES = sorted(str(path.relative_to(LINKS))[: -len(".relay.json")] for path in LINKS.glob("*/*.relay.json"))
WAYS = (("c2s", "client", "server"), ("s2c", "server", "client"))
UNRELIABLE = (enet.UNRELIABLE, enet.UNRELIABLE_FRAGMENT, enet.UNSEQUENCED)
GOES_ON = 1_000_000_000  # ns: a side that is captured for this much longer would have received the datagram


def records(capture):
    """The header of a pcap, and its packets: time, bytes."""
    data = capture.read_bytes()
    at, found = 24, []
    while at < len(data):
        seconds, fraction, length = struct.unpack_from("<III", data, at)
        found.append(((seconds, fraction), data[at : at + 16 + length]))
        at += 16 + length
    return data[:24], found


def merged(name, *parts, keep=lambda part, frame: True):
    """One capture merged from several, by time, and the frame number in it of each (part, frame)."""
    path = harness.workshop().folder / f"{name}.pcap"
    headers, packets = set(), []
    for part, capture in enumerate(parts):
        header, found = records(capture)
        headers.add(header)
        packets += [(time, part, frame, data) for frame, (time, data) in enumerate(found, 1) if keep(part, frame)]
    (header,) = headers
    packets.sort(key=lambda packet: packet[:3])
    path.write_bytes(header + b"".join(data for *_, data in packets))
    path.chmod(0o644)
    return path, {(part, frame): number for number, (_, part, frame, _) in enumerate(packets, 1)}


def sides(name):
    return LINKS / f"{name}_client.pcap", LINKS / f"{name}_server.pcap"


def found(capture, what, *fields):
    names = ["frame.number", *fields]
    return harness.fields(capture, names, *lab.ALONE, display_filter=what)


@functools.cache
def both(name):
    """Both sides: the datagrams by side and direction, and their frame numbers in the merged capture."""
    capture, numbers = merged(name.replace("/", "-"), *sides(name))
    frames, datagrams = {}, {}
    for part, side in enumerate(("client", "server")):
        for datagram in lab.recorded(sides(name)[part]):
            way = "c2s" if lab.to_server(datagram) else "s2c"
            datagrams.setdefault((side, way), []).append(datagram)
            frames[side, datagram.frame] = numbers[part, datagram.frame]
    return capture, frames, datagrams


class BothSides(unittest.TestCase):
    def log(self, name):
        return json.loads((LINKS / f"{name}.relay.json").read_text(encoding="utf-8"))

    def test_losses_of_the_relay(self):
        """The unreliable messages that the relay's log has lost, and no others, except those just before the other
        side's capture ends."""
        total = 0
        for name in NAMES:
            capture, frames, datagrams = both(name)
            lost, open_ = [], []
            for way, near, far in WAYS:
                end = max(it.time for at in ("c2s", "s2c") for it in datagrams[far, at])
                for number in self.log(name)[way]["lost"]:
                    datagram = datagrams[near, way][number]
                    count = sum(command.number in UNRELIABLE for command in datagram.commands)
                    into = lost if end - datagram.time > GOES_ON else open_
                    into += [frames[near, datagram.frame]] * count
            rows = found(capture, "enet.analysis.never_arrived", "enet.analysis.never_arrived", "godot.problem")
            shown = [int(frame[0]) for frame, marks, _ in rows for _ in marks]
            self.assertFalse(set(lost) - set(shown), name)
            self.assertLessEqual(set(shown), set(lost) | set(open_), name)
            self.assertEqual(sorted(it for it in shown if it not in open_), sorted(lost), name)
            for _, marks, kinds in rows:
                self.assertGreaterEqual(kinds.count("never_delivered"), len(marks))
            total += len(lost)
        self.assertGreater(total, 100)

    def test_links_to_the_other_side(self):
        """Each datagram that the relay passed on is linked, and no other; Connect has links of its own. Equal datagrams
        (acknowledgements of duplicates) cannot be told apart."""
        for name in NAMES:
            capture, frames, datagrams = both(name)
            expected, equal = {}, set()
            for way, near, far in WAYS:
                counts = collections.Counter(it.payload for it in datagrams[near, way])
                for number, arrived in reversed(list(zip(self.log(name)[way]["out"], datagrams[far, way]))):
                    sent = datagrams[near, way][number]
                    if any(command.number == enet.CONNECT for command in sent.commands):
                        continue
                    if counts[sent.payload] > 1:
                        equal |= {frames[near, it.frame] for it in datagrams[near, way] if it.payload == sent.payload}
                        equal |= {frames[far, it.frame] for it in datagrams[far, way] if it.payload == sent.payload}
                    one, other = frames[near, sent.frame], frames[far, arrived.frame]
                    expected[one], expected[other] = other, one  # at the end, its first copy
            rows = found(capture, "enet.analysis.other_side_in", "enet.analysis.other_side_in")
            shown = {int(frame[0]): int(other[0]) for frame, other in rows}
            wrong = {frame for frame, _ in set(shown.items()) ^ set(expected.items())}
            self.assertLessEqual(wrong, equal, name)
            self.assertLess(len(equal), len(shown) / 10)
            self.assertGreater(len(shown), 300)

    def test_no_pairs_in_one_pass(self):
        capture, _, _ = both("godot-4.6/lossy")
        names = ["frame.number"]
        self.assertFalse(harness.fields(capture, names, *lab.ALONE, display_filter="enet.analysis.never_arrived",
                                        two_passes=False))

    def test_a_capture_that_misses_frames(self):
        """The server acknowledges datagrams that the capture lacks, so the capture missed frames: fewer losses are
        certain."""
        name = "godot-4.6/lossy"
        _, _, datagrams = both(name)
        for way, wanted in (("c2s", enet.RELIABLE), ("s2c", enet.ACKNOWLEDGE)):
            missed = next(it.frame for it in datagrams["server", way][40:]
                          if {command.number for command in it.commands} == {wanted})
            capture, _ = merged(f"missed-{way}", *sides(name), keep=lambda part, frame: (part, frame) != (1, missed))
            self.assertTrue(found(capture, "enet"))
            self.assertFalse(found(capture, "enet.analysis.never_arrived"), way)

    def test_connections_that_are_no_pair(self):
        """Other connections; connections without the handshake; the same side twice; clocks that disagree."""
        name = "godot-4.6/lossy"
        client, server = sides(name)
        strangers, _ = merged("strangers", client, sides("godot-4.6/throttled")[1])
        late, _ = merged("late", client, server, keep=lambda part, frame: frame > 6)
        for capture in (strangers, late, client, server, self.shifted(client, server)):
            self.assertTrue(found(capture, "enet"))
            self.assertFalse(found(capture, "enet.analysis.never_arrived || enet.analysis.other_side_in"), capture)

    def shifted(self, client, server):
        """The server's clock is 200 ms behind."""
        header, packets = records(server)
        path = harness.workshop().folder / "shifted.pcap"
        moved = []
        for (seconds, fraction), data in packets:
            micros = seconds * 1_000_000 + fraction - 200_000
            moved.append(struct.pack("<II", *divmod(micros, 1_000_000)) + data[8:])
        path.write_bytes(header + b"".join(moved))
        return merged("clocks", client, path)[0]


if __name__ == "__main__":
    unittest.main()
