# SPDX-License-Identifier: MIT
"""Streams that the capture does not hold whole: what is shown was sent, and nothing is called malformed."""

import struct
import unittest

import harness
from truth import load, truth_of

CAPTURE = harness.PCAPS / "godot-4.6" / "variants_tcp.pcap"
FILE_HEADER, PACKET_HEADER = 24, 16


def packets():
    data = CAPTURE.read_bytes()
    at = FILE_HEADER
    while at < len(data):
        seconds, fraction, captured, length = struct.unpack_from("<4I", data, at)
        at += PACKET_HEADER
        yield seconds, fraction, length, data[at:at + captured]
        at += captured


def rewritten(name, kept):
    """The capture with other packets, or with less of them."""
    path = harness.workshop().folder / f"{name}.pcap"
    with open(path, "wb") as file:
        file.write(CAPTURE.read_bytes()[:FILE_HEADER])
        for seconds, fraction, length, data in kept:
            file.write(struct.pack("<4I", seconds, fraction, len(data), length) + data)
    path.chmod(0o644)
    return path


class Gaps(unittest.TestCase):
    def assert_only_truth(self, capture, at_least):
        out = harness.run("-2", "-o", "godot.text_limit:0", "-o", "godot.max_elements:1", "-Y", "godot.variant",
                          "-T", "json", "-j", "godot.variant", "-e", "godot.variant.stream.length",
                          "-e", "godot.variant.malformed", capture=capture).stdout.decode()
        self.assertNotIn("godot.variant.malformed", out)
        sent = {message["len"] for message in load(truth_of(CAPTURE))}
        lengths = [int(line.strip(' ",')) for line in out.splitlines() if line.strip(' ",').isdigit()]
        self.assertGreaterEqual(len(lengths), at_least)
        self.assertLessEqual(set(lengths), sent)

    def test_cut_by_snaplen(self):
        cut = rewritten("cut", ((s, f, length, data[:200]) for s, f, length, data in packets()))
        self.assert_only_truth(cut, 400)

    def test_begun_late(self):
        late = rewritten("late", list(packets())[300:])
        self.assert_only_truth(late, 800)


if __name__ == "__main__":
    unittest.main()
