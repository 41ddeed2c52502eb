# SPDX-License-Identifier: MIT
"""Malformed and hostile multiplayer messages: errors are always shown, and few bytes cannot cause much work. The
messages are test vectors and messages made here, not engines'."""

import struct
import sys
import unittest

import harness  # first: it adds tests/common to the path

sys.path.insert(0, str(harness.SOURCE / "tests" / "fuzz"))

import make_corpus  # noqa: E402

PORT = 24680
DECODE_AS = {"scene": "godot.as_godot4", "named": "godot.as_godot3"}
NO_METHODS = b"d41d8cd98f00b204e9800998ecf8427e\0"
MESSAGE = 58_000  # bytes; a datagram holds a few more
LONGEST = 4096  # bytes of a path that the plugin stores


def decoded(how):
    return ("-d", f"udp.port=={PORT},{DECODE_AS[how]}")


class Malformed(unittest.TestCase):
    def test_each_one_has_a_reason(self):
        """All of the codec's malformed vectors, except those that need a transport of their own."""
        for how in DECODE_AS:
            messages = [content for name, content in make_corpus.vectors("malformed.h") if name == how and content]
            self.assertGreater(len(messages), 5)
            capture = harness.datagrams(f"malformed_{how}", messages, PORT)
            names = ["godot.malformed", "godot.variant.malformed", "_ws.expert.message"]
            for message, (own, value, reasons) in zip(messages, harness.fields(capture, names, *decoded(how))):
                with self.subTest(how=how, message=message.hex()):
                    self.assertEqual(len(own) + len(value), 1)
                    self.assertTrue(any(", at offset " in reason for reason in reasons), reasons)

    def test_a_filter_finds_each_one(self):
        for how in DECODE_AS:
            messages = [content for name, content in make_corpus.vectors("malformed.h") if name == how and content]
            capture = harness.datagrams(f"malformed_{how}", messages, PORT)
            found = harness.line_count(capture, "godot.malformed || godot.variant.malformed", *decoded(how))
            self.assertEqual(found, len(messages), how)

    def test_unknown_commands_are_labelled(self):
        """The column and the message's line say that the command is unknown."""
        capture = harness.datagrams("unknown_command", [b"\x0f", b"\x09\x07\0\0\0"], PORT)
        shown = [column for (column,) in harness.fields(capture, ["_ws.col.Info"], *decoded("named"))]
        self.assertEqual(shown, [["Unknown command [Malformed]"]] * 2)
        self.assertEqual(harness.tree_text(capture, *decoded("named")).count("Godot Multiplayer, Unknown command\n"), 2)

    def test_good_ones_are_not(self):
        for how in DECODE_AS:
            messages = [content for name, content in make_corpus.vectors("vectors.h") if name == how]
            self.assertGreater(len(messages), 5)
            capture = harness.datagrams(f"good_{how}", messages, PORT)
            names = ["godot", "godot.malformed", "godot.variant.malformed"]
            for message, (protocol, *problems) in zip(messages, harness.fields(capture, names, *decoded(how))):
                with self.subTest(how=how, message=message.hex()):
                    self.assertEqual((len(protocol), problems), (1, [[], []]))


class Amplification(unittest.TestCase):
    """A long path is announced once and referred to by as many synchronizers as fit in a datagram. Longer paths are not
    stored."""

    def paths(self, name, *messages):
        capture = harness.datagrams(name, messages, PORT)
        shown = harness.fields(capture, ["godot.node.path"], *decoded("scene"))
        self.assertEqual(len(shown), len(messages))
        return shown[-1][0]

    def test_paths_of_synchronizers(self):
        state = struct.pack("<IQI", 0x80000005, 1, 1) + b"\x81"
        states = b"\x16" + state * (MESSAGE // len(state))
        announcement = b"\x01" + NO_METHODS + struct.pack("<I", 5)
        shown = self.paths("long_path", announcement + b"a/" * (LONGEST // 2) + b"\0", states)
        self.assertEqual(len(shown), MESSAGE // len(state))
        self.assertLess(sum(map(len, shown)), 100_000)
        self.assertTrue(shown[0].startswith("a/a/"))
        self.assertEqual(shown[-1], "…")
        self.assertEqual(self.paths("longer_path", announcement + b"a/" * (LONGEST // 2) + b"a\0", states), [])

    def test_paths_of_spawners(self):
        path = b"b/" * (LONGEST // 2)
        announcement = b"\x01" + NO_METHODS + struct.pack("<I", 5) + path + b"\0"
        spawned = b"\x04\0" + struct.pack("<IIIII", 5, 2, 1, 2, 77) + b"A\0"
        state = struct.pack("<II", 77, 1) + b"\x81"
        shown = self.paths("long_spawner", announcement, spawned, b"\x06\x07\0" + state * (MESSAGE // len(state)))
        self.assertEqual(len(shown), MESSAGE // len(state))
        self.assertEqual((shown[0], shown[-1]), ("…/A", "…"))

    def test_many_values(self):
        """Values that are not shown are still parsed and counted."""
        values = 50_000
        message = b"\x06\x01\0" + struct.pack("<II", 6, values) + b"\x81" * values
        capture = harness.datagrams("many_values", [message], PORT)
        names = ["godot.sync.value", "godot.variant.elements_omitted", "godot.malformed"]
        shown, omitted, malformed = harness.fields(capture, names, *decoded("scene"))[0]
        self.assertEqual((len(shown), omitted, malformed), (1000, [str(values - 1000)], []))

    def test_rows_of_statistics(self):
        """Of very many nodes, those after the first 2000 share a row."""
        announcement = [b"\x01" + NO_METHODS + struct.pack("<I", number) + b"n%05d\0" % number for number in range(2100)]
        capture = harness.datagrams("many_nodes", announcement, PORT)
        shown = harness.run("-q", "-z", "godot,tree", *decoded("scene"), capture=capture).stdout.decode()
        counts = {words[0]: int(words[1]) for words in map(str.split, shown.splitlines()) if words and words[0][0] == "n"}
        self.assertEqual(counts, {f"n{number:05}": 1 for number in range(2000)})
        others = next(line for line in shown.splitlines() if "All others, beyond 2000" in line)
        self.assertEqual(others.split("beyond 2000")[1].split()[0], "100")

    def test_a_method_after_none(self):
        """A call that ends before its method makes its node's row: the methods of later calls stand below it."""
        announcement = b"\x01" + NO_METHODS + struct.pack("<I", 1) + b"Network\0"
        capture = harness.datagrams("method_after_none", [announcement, b"\0\x01", b"\0\x01\x02\0", b"\0\x01\x02\0"], PORT)
        shown = harness.run("-q", "-z", "godot,tree", *decoded("scene"), capture=capture).stdout.decode()
        rows = [line.split()[:2] for line in shown.splitlines() if line.strip()]
        call = rows.index(["Remote", "call"])
        self.assertEqual(rows[call + 1 : call + 3], [["Network", "3"], ["#2", "2"]])

    def test_nodes_called_like_titles(self):
        """Malformed messages are counted below their own title, also if a node has the title's name."""
        messages = []
        for number, title in enumerate((b"Malformed messages", b"Messages by kind")):
            messages.append(b"\x01" + NO_METHODS + struct.pack("<I", number) + title + b"\0")
            messages += [bytes((0, number, 2, 0)), bytes((0, number))]
        capture = harness.datagrams("called_like_titles", messages, PORT)
        shown = harness.run("-q", "-z", "godot,tree", *decoded("scene"), capture=capture).stdout.decode().splitlines()
        self.assertEqual([line.split()[2] for line in shown if line.startswith("Malformed messages")], ["2"])
        self.assertEqual([line.split()[3] for line in shown if line.startswith("Messages by kind")], ["6"])


if __name__ == "__main__":
    unittest.main()
