# SPDX-License-Identifier: MIT
"""Programs of others over ENet, and games with a MultiplayerPeer of their own (pcaps/foreign): what is not Godot's is not
taken for it, and what could not be read, or was lost before the capture, is blamed on nobody."""

import gzip
import json
import unittest

import harness

FOREIGN = harness.PCAPS / "foreign"


def rows(name, fields, **how):
    return harness.fields(FOREIGN / f"{name}.pcap", fields, **how)


def truth(name):
    path = FOREIGN / f"{name}.truth.jsonl.gz"
    lines = gzip.open(path, "rt") if path.exists() else open(FOREIGN / f"{name}.truth.jsonl")
    with lines:
        return [json.loads(line) for line in lines]


def texts(name, **how):
    """All of Expert Information."""
    return [text for row in rows(name, ["_ws.expert.message"], **how) for text in row[0]]


class NotGodots(unittest.TestCase):
    def protocols(self, name, **how):
        return [row[0][0] for row in rows(name, ["frame.protocols"], **how)]

    def test_games_with_a_header_of_their_own(self):
        for name in ("peer_with_source_and_target", "peer_with_counter", "enet_u32_types"):
            for two_passes in (True, False):
                with self.subTest(name, two_passes=two_passes):
                    seen = self.protocols(name, two_passes=two_passes)
                    self.assertGreater(sum("enet" in each for each in seen), 300)
                    if two_passes:
                        self.assertEqual([each for each in seen if "godot" in each or "variant" in each], [])
                        # Values in messages of ENet are no layer of frame.protocols.
                        found = harness.fields(FOREIGN / f"{name}.pcap", ["frame.number"], display_filter="godot || godot.variant")
                        self.assertEqual(found, [])

    def test_nothing_is_said_of_them(self):
        for name in ("peer_with_source_and_target", "peer_with_counter"):
            with self.subTest(name):
                said = [each for each in texts(name, two_passes=True) if "Godot" in each and "Nothing of Godot's" not in each]
                self.assertEqual(said, [])


class Enet(unittest.TestCase):
    def test_more_peers(self):
        self.assertTrue(truth("enet_more_peers"))
        seen = rows("enet_more_peers", ["enet.variant", "udp.length"], two_passes=True)
        datagrams = [row[0] for row in seen if row[1]]
        self.assertGreater(len(datagrams), 700)
        self.assertEqual({tuple(each) for each in datagrams}, {("zpl-more-peers",)})

    def test_what_could_not_be_read_is_not_missing(self):
        for name in ("enet_own_compressor", "enet_own_checksum"):
            with self.subTest(name):
                self.assertTrue(truth(name))
                said = texts(name, two_passes=True)
                self.assertTrue(any("could be read" in each for each in said))
                self.assertFalse([each for each in said if "The capture lacks packets" in each or "was not captured" in each])

    def test_a_beginning_that_could_not_be_read_is_not_late(self):
        """The capture has both requests, in frames 1 and 2, with a checksum of the program's own."""
        for name in ("enet_own_compressor", "enet_own_checksum"):
            with self.subTest(name):
                text = harness.run("-2", "-q", "-z", "godot,problems,json", capture=FOREIGN / f"{name}.pcap").stdout.decode()
                reasons = {each["reason"] for each in json.loads(text)["not_judged"]}
                self.assertIn("unreadable", reasons)
                self.assertNotIn("began_late", reasons)

    def test_losses_before_the_capture_are_not_the_throttles(self):
        events = truth("enet_loses_before_the_capture")
        self.assertTrue(any(row["ev"] == "drop" for row in events))
        said = [row for row in rows("enet_loses_before_the_capture", ["enet.analysis.throttled"], two_passes=True) if row[0]]
        self.assertEqual(said, [])

    def test_a_client_that_asks_again_does_not_stand_still(self):
        for name in ("enet_deaf_client_lo", "enet_deaf_client_lan"):
            with self.subTest(name):
                said = [" ".join(row[0]) for row in harness.fields_and_details(FOREIGN / f"{name}.pcap", ["_ws.expert.message"])
                        if any("does not react" in each for each in row[0])]  # fmt: skip
                self.assertTrue(said)
                for each in said:
                    before, _, excluded = each.partition("Not: ")
                    self.assertNotIn("has ended", before)
                    self.assertIn("throws them away", before)

    def test_older_than_a_reliable_message_of_its_frame(self):
        """ENet 1.3.13 puts reliable commands first: those that the program never received are marked, and no others."""
        events = truth("love_one_frame")
        sent, received = ([row["text"] for row in events if row["ev"] == event] for event in ("sent", "received"))
        missing = [text for text in sent if text not in received]
        self.assertEqual((len(sent), len(missing)), (15, 5))
        text = harness.run("-2", "-q", "-z", "godot,problems,json", capture=FOREIGN / "love_one_frame.pcap").stdout.decode()
        self.assertEqual([(row["problem"], row["count"]) for row in json.loads(text)["rows"]], [("never_delivered", len(missing))])


if __name__ == "__main__":
    unittest.main()
