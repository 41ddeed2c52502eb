# SPDX-License-Identifier: MIT
"""Who decides that it is a Variant, and whose: heuristics, conversation, preferences, Decode As."""

import unittest

import harness
import truth

PORT = 24680
ENGINE4 = harness.PCAPS / "godot-4.6"
ENGINE3 = harness.PCAPS / "godot-3.6"
LATE = ENGINE3 / "late_verdict_udp.pcap"  # five numbers that could be anybody's, then a dictionary of Godot 3
FIRST_CERTAIN = 6
SCALARS = ENGINE4 / "scalars_udp.pcap"
EVIDENCE = {"preference", "decode-as", "conversation", "heuristic", "ambiguous"}
# Each heuristic with a capture that only it can recognise.
HEURISTICS = {
    "godot_variant_udp": ENGINE4 / "variants_udp.pcap",
    "godot_variant_tcp": ENGINE4 / "variants_tcp.pcap",
    "godot_variant_websocket": ENGINE4 / "variants_ws.pcap",
    "godot_variant_tls": ENGINE4 / "variants_tls.pcapng",
    "godot_variant_dtls": ENGINE4 / "variants_dtls.pcapng",
}


def verdicts(capture, *options, two_passes=True):
    """Dialect and evidence of each frame, None for frames without a Variant."""
    names = ["godot.dialect", "godot.dialect.evidence"]
    rows = harness.fields(capture, names, *options, two_passes=two_passes)
    return [(dialect[0], evidence[0]) if dialect else None for dialect, evidence in rows]


def sent(capture):
    return sum(message.is_variant for message in truth.load(truth.truth_of(capture)))


class Heuristics(unittest.TestCase):
    def test_first_pass_claims_nothing_before_it_is_certain(self):
        found = verdicts(LATE, two_passes=False)
        self.assertEqual(found[: FIRST_CERTAIN - 1], [None] * (FIRST_CERTAIN - 1))
        self.assertEqual(found[FIRST_CERTAIN - 1], ("godot3", "heuristic"))
        self.assertEqual(set(found[FIRST_CERTAIN:]), {("godot3", "conversation")})

    def test_second_pass_knows_from_the_start(self):
        found = verdicts(LATE)
        self.assertEqual(set(found[: FIRST_CERTAIN - 1]), {("godot3", "conversation")})
        self.assertEqual(found[FIRST_CERTAIN - 1], ("godot3", "heuristic"))
        self.assertEqual({dialect for dialect, _ in found}, {"godot3"})

    def test_scalars_are_recognised_by_what_comes_after_them(self):
        found = verdicts(SCALARS)
        self.assertEqual(len(found), 60)
        self.assertEqual({verdict and verdict[0] for verdict in found}, {"godot4"})

    def test_every_capture_says_why(self):
        for capture in sorted(harness.PCAPS.glob("godot-*/*.pcap*")):
            with self.subTest(capture=capture.name):
                engine = "godot" + capture.parent.name.removeprefix("godot-")[0]
                found = {verdict for verdict in verdicts(capture) if verdict}
                self.assertEqual({dialect for dialect, _ in found}, {engine})
                self.assertLessEqual({evidence for _, evidence in found}, EVIDENCE)

    def test_each_can_be_switched_off(self):
        for name, capture in HEURISTICS.items():
            with self.subTest(heuristic=name):
                self.assertTrue(any(verdicts(capture)))
                found = verdicts(capture, "--disable-heuristic", name)
                self.assertFalse(any(found))

    def test_protocol_can_be_switched_off(self):
        found = verdicts(SCALARS, "--disable-protocol", "godot.variant")
        self.assertFalse(any(found))


class Preferences(unittest.TestCase):
    def test_dialect_overrules(self):
        # Ports make sure that the values are read whatever the heuristics think of that dialect.
        for dialect in ("godot2", "godot3", "godot4", "redot-docs"):
            with self.subTest(dialect=dialect):
                options = harness.preferences(dialect=dialect, variant__udp_ports=PORT)
                for two_passes in (False, True):
                    found = verdicts(SCALARS, *options, two_passes=two_passes)
                    self.assertEqual(set(found), {(dialect, "preference")})

    def test_dialect_without_ports(self):
        found = verdicts(LATE, *harness.preferences(dialect="godot3"))
        self.assertEqual({verdict for verdict in found if verdict}, {("godot3", "preference")})
        self.assertEqual(sum(map(bool, found)), 17)

    def test_dialect_changes_what_is_read(self):
        options = harness.preferences(dialect="godot3", variant__udp_ports=PORT)
        rows = harness.fields(SCALARS, ["godot.variant.type_name"], *options)
        frame_of_dictionary = rows[56][0]
        self.assertNotIn("Dictionary", frame_of_dictionary)

    def test_udp_ports(self):
        options = harness.preferences(variant__udp_ports=f"1,{PORT}-{PORT}")
        found = verdicts(LATE, *options, "--disable-heuristic", "godot_variant_udp", two_passes=False)
        self.assertEqual(set(found[: FIRST_CERTAIN - 1]), {("godot4", "ambiguous")})
        self.assertEqual(found[FIRST_CERTAIN - 1], ("godot3", "heuristic"))
        self.assertEqual(set(found[FIRST_CERTAIN:]), {("godot3", "conversation")})

    def test_tcp_ports(self):
        for name in ("variants_tcp", "variants_tcp_be"):
            for folder in (ENGINE3, ENGINE4):
                capture = folder / f"{name}.pcap"
                with self.subTest(capture=capture):
                    options = harness.preferences(variant__tcp_ports=PORT, text_limit=0)
                    packets = harness.packets(capture, *options, "--disable-heuristic", "godot_variant_tcp")
                    self.assertEqual(sum(len(packet.values) for packet in packets), sent(capture))

    def test_other_ports(self):
        options = harness.preferences(variant__udp_ports=PORT + 100, variant__tcp_ports=PORT)
        found = verdicts(LATE, *options, "--disable-heuristic", "godot_variant_udp")
        self.assertFalse(any(found))

    def test_precision(self):
        capture = harness.PCAPS / "vectors" / "godot3_double.pcap"
        options = harness.preferences(dialect="godot3", variant__udp_ports="24700-24799")
        self.assertEqual(len(harness.fields(capture, ["frame.number"], *options)), 35)
        double = [*options, *harness.preferences(double_precision="double")]
        single = [*options, *harness.preferences(double_precision="single")]
        malformed = "godot.variant.malformed or godot.variant.trailing"
        self.assertFalse(harness.fields(capture, ["frame.number"], *double, display_filter=malformed))
        self.assertTrue(harness.fields(capture, ["frame.number"], *single, display_filter=malformed))


class DecodeAs(unittest.TestCase):
    def test_datagrams(self):
        found = verdicts(LATE, "-d", f"udp.port=={PORT},godot.variant", two_passes=False)
        self.assertTrue(all(found))
        self.assertEqual(found[0], ("godot4", "ambiguous"))
        self.assertEqual(found[-1], ("godot3", "conversation"))

    def test_datagrams_of_a_dialect(self):
        for dialect in ("godot2", "godot3", "godot4", "redot_docs"):
            with self.subTest(dialect=dialect):
                found = verdicts(LATE, "-d", f"udp.port=={PORT},godot.variant.as_{dialect}", two_passes=False)
                self.assertEqual(set(found), {(dialect.replace("_", "-"), "decode-as")})

    def test_streams(self):
        for protocol in ("godot.variant", "godot.variant.as_godot4"):
            for capture, table in ((ENGINE4 / "variants_tcp.pcap", "tcp"), (ENGINE4 / "variants_tls.pcapng", "tls")):
                with self.subTest(protocol=protocol, table=table):
                    options = ["-d", f"{table}.port=={PORT},{protocol}", *harness.preferences(text_limit=0)]
                    off = ["--disable-heuristic", f"godot_variant_{table}"]
                    packets = harness.packets(capture, *options, *off)
                    self.assertEqual(sum(len(packet.values) for packet in packets), sent(capture))

    def test_the_preference_overrules_decode_as(self):
        options = ["-d", f"udp.port=={PORT},godot.variant.as_godot4", *harness.preferences(dialect="godot3")]
        self.assertEqual(set(verdicts(LATE, *options)), {("godot3", "preference")})


class Passes(unittest.TestCase):
    def test_first_pass_reads_what_the_second_reads(self):
        """Once a conversation is known, one pass over a file shows what two passes show."""
        names = ["tcp.stream", "udp.stream", "godot.variant.text"]
        for capture in (ENGINE4 / f"{name}.pcap" for name in ("variants_udp", "variants_tcp", "variants_ws")):
            known = set()
            once, twice = (harness.fields(capture, names, two_passes=two_passes) for two_passes in (False, True))
            for number, (first, second) in enumerate(zip(once, twice), 1):
                stream = first[0] + first[1]
                if first[2]:
                    known.add(tuple(stream))
                if tuple(stream) in known:
                    with self.subTest(capture=capture.name, frame=number):
                        self.assertEqual(first, second)
            self.assertTrue(known, capture)


if __name__ == "__main__":
    unittest.main()
