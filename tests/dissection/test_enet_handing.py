# SPDX-License-Identifier: MIT
"""Which dissector gets ENet's messages, and in which order; dissectors in Lua stand for users' own. Made by
tests/common/enet_writer.py."""

import unittest

import harness
import enet_writer as enet
import pcapwriter

DISSECTOR = """
local mine = Proto("mine_%(name)s", "Mine %(name)s")
local text = ProtoField.string("mine_%(name)s.text", "Text")
mine.fields = { text }
local function dissect(buffer, pinfo, tree)
  if buffer(0, 1):uint() ~= 0x21 then return 0 end
  tree:add(mine, buffer()):add(text, buffer(1))
  pinfo.cols.info = "mine " .. buffer(1):string()
  return buffer:len()
end
mine.dissector = dissect
"""
ON_CHANNEL = DISSECTOR % {"name": "channel"} + 'DissectorTable.get("enet.channel"):add(3, mine)\n'
HEURISTIC = DISSECTOR % {"name": "heuristic"} + """
mine:register_heuristic("enet", function(buffer, pinfo, tree)
  return dissect(buffer, pinfo, tree) > 0
end)
"""
THROWS = """
local bad = Proto("bad", "Bad")
function bad.dissector(buffer) return buffer(1000, 1):uint() end
DissectorTable.get("enet.channel"):add(3, bad)
"""
# Writes its columns before it looks at the message, and accepts none.
ON_CHANNELS = 'for channel = 0, 5 do DissectorTable.get("enet.channel"):add(channel, other) end'
AS_HEURISTIC = 'other:register_heuristic("enet", function(...) return dissect(...) > 0 end)'
REJECTS = """
local other = Proto("other", "Other")
local function dissect(buffer, pinfo)
  pinfo.cols.protocol = "Other"
  pinfo.cols.info = "other"
  pinfo.cols.info:append(" text")
  return 0
end
other.dissector = dissect
%s
"""
DOCUMENT = harness.SOURCE / "docs/enet.md"
INTEGER = b"\x02\0\0\0\x2a\0\0\0"  # the int 42, in the encoding of every generation


def script(name, text):
    path = harness.workshop().folder / f"{name}.lua"
    path.write_text(text)
    path.chmod(0o644)
    return ["-X", f"lua_script:{path}"]


def written(name, write):
    path = harness.workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        write(enet.Talk(capture))
    path.chmod(0o644)
    return path


def messages(talk):
    talk.handshake(data=0, channels=5)
    for sequence, (channel, payload) in enumerate([(3, b"!on three"), (1, b"!on one"), (3, b"?not mine"), (1, INTEGER)]):
        talk.send(True, enet.reliable(channel, sequence, payload), enet.ping(sequence + 10))


class Order(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capture = written("handing", messages)

    def shown(self, *options):
        names = ["_ws.col.Info", "enet.payload", "mine_channel.text", "mine_heuristic.text"]
        names = [name for name in names if not name.startswith("mine") or any(name[5:9] in text for text in options if "lua" in text)]
        return harness.fields(self.capture, names, *options)[3:]

    def test_no_dissector(self):
        rows = self.shown()
        self.assertEqual([row[1][0] for row in rows], [b"!on three".hex(), b"!on one".hex(), b"?not mine".hex(), INTEGER.hex()])
        self.assertEqual(rows[0][0], ["Send reliable ch 3 seq 0 (9 bytes); Ping"])

    def test_the_channels_dissector(self):
        rows = self.shown(*script("channel", ON_CHANNEL))
        self.assertEqual([row[2] for row in rows], [["on three"], [], [], []])
        self.assertEqual([bool(row[1]) for row in rows], [False, True, True, True])
        self.assertEqual(rows[0][0], ["mine on three; Ping"])
        self.assertEqual(rows[1][0], ["Send reliable ch 1 seq 1 (7 bytes); Ping"])

    def test_a_heuristic(self):
        rows = self.shown(*script("heuristic", HEURISTIC))
        self.assertEqual([row[2] for row in rows], [["on three"], ["on one"], [], []])
        self.assertEqual([bool(row[1]) for row in rows], [False, False, True, True])

    def test_the_channels_dissector_comes_before_heuristics(self):
        rows = self.shown(*script("channel", ON_CHANNEL), *script("heuristic", HEURISTIC))
        self.assertEqual([row[2] for row in rows], [["on three"], [], [], []])
        self.assertEqual([row[3] for row in rows], [[], ["on one"], [], []])

    def test_decode_as(self):
        found = harness.fields(self.capture, ["godot.variant.int"], "-d", "enet.channel==1,godot.variant")[3:]
        self.assertEqual(found[3], [["42"]])

    def test_exceptions_end_with_the_message(self):
        rows = self.shown(*script("throws", THROWS))
        self.assertTrue(all("Ping" in row[0][0] for row in rows), rows)


class Rejecting(unittest.TestCase):
    """What a dissector wrote to the columns is gone if it accepts nothing."""

    def columns(self, capture, *options):
        return harness.fields(capture, ["_ws.col.Protocol", "_ws.col.Info"], *options)

    def test_of_no_game(self):
        capture = written("handing_rejected", messages)
        expected = self.columns(capture)
        self.assertIn("Send reliable ch 3", expected[3][1][0])
        for name, registers in (("rejects", ON_CHANNELS), ("rejects_by_heuristic", AS_HEURISTIC)):
            with self.subTest(name=name):
                self.assertEqual(self.columns(capture, *script(name, REJECTS % registers)), expected)

    def test_of_godot(self):
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        expected = self.columns(capture)
        self.assertTrue(any("Players/Green.#2" in row[1][0] for row in expected if row[1]))
        self.assertEqual(self.columns(capture, *script("rejects_godot", REJECTS % ON_CHANNELS)), expected)


class Many(unittest.TestCase):
    def test_more_messages_than_wireshark_has_layers_for(self):
        def write(talk):
            talk.handshake(channels=5)
            talk.send(True, *(enet.reliable(3, sequence, b"!m") for sequence in range(1, 400)))

        options = [*script("channel", ON_CHANNEL), "-o", "gui.max_tree_depth:100"]
        names = ["mine_channel.text", "enet.payload", "enet.too_many_messages", "_ws.malformed"]
        taken, left, reported, malformed = harness.fields(written("many", write), names, *options)[3]
        self.assertGreater(len(taken), 50)
        self.assertEqual(len(taken) + len(left), 399)
        self.assertTrue(reported)
        self.assertFalse(malformed)

    def test_few_tree_levels(self):
        """A datagram of a game full of messages of Godot and of others, with a low limit of tree levels: messages
        without room are shown as bytes, and no dissector bug is reported."""

        def write(talk):
            talk.handshake(data=1_234_567_890, channels=5)
            talk.send(True, *(enet.reliable(4, sequence, INTEGER) for sequence in range(1, 15)))
            talk.send(True, *(enet.reliable(3, sequence, b"!m") for sequence in range(1, 15)))

        capture = written("few_levels", write)
        for levels in (15, 20, 24, 30):
            with self.subTest(levels=levels):
                options = [*script("channel", ON_CHANNEL), "-o", f"gui.max_tree_depth:{levels}"]
                names = ["godot.variant.int", "mine_channel.text", "enet.payload", "enet.too_many_messages",
                         "_ws.malformed", "godot.expert.details"]
                numbers, texts = harness.fields(capture, names, *options)[3:]
                for taken, left, reported, malformed, experts in ((numbers[0], *numbers[2:]), texts[1:]):
                    self.assertEqual(len(taken) + len(left), 14)
                    self.assertEqual(bool(reported), bool(left))
                    self.assertFalse(malformed)
                    self.assertFalse([text for text in experts if "bug" in text.lower()])
                self.assertEqual(bool(texts[1]), levels > 16)


class Variants(unittest.TestCase):
    """A lone value of a few bytes is too short to be recognised: it is Godot's only where the handshake is known."""

    def variants(self, name, data):
        def write(talk):
            talk.handshake(data=data, channels=5)
            for sequence in range(1, 4):
                talk.send(True, enet.reliable(4, sequence, INTEGER))

        capture = written(name, write)
        return [row[0] for row in harness.fields(capture, ["godot.variant.int"])[3:]]

    def test_of_another_program(self):
        self.assertEqual(self.variants("others", 0), [[], [], []])

    def test_of_godot(self):
        self.assertEqual(self.variants("godots", 1_234_567_890), [["42"]] * 3)

    def test_proved_by_the_conversation(self):
        def write(talk):
            talk.handshake(data=0, channels=5)
            text = b"\x04\0\0\0\x10\0\0\0" + b"a text of Godot!"
            for sequence, payload in enumerate([text, INTEGER, text + b"?", b"\x1c\0\0\0\x01\0\0\0" + text], 1):
                talk.send(True, enet.reliable(4, sequence, payload))

        rows = harness.fields(written("proved", write), ["godot.variant.text"])[3:]
        self.assertIn("42", rows[1][0])


class Repeated(unittest.TestCase):
    def test_copies_are_marked(self):
        def write(talk):
            talk.handshake(channels=5)
            talk.send(True, enet.reliable(0, 1, b"one"), time=500)
            talk.send(True, enet.reliable(0, 1, b"one"), time=500)  # duplicated by the network
            talk.send(True, enet.reliable(0, 1, b"one"), time=900)  # sent again
            talk.send(True, enet.reliable(0, 2, b"two"), time=910)

        rows = harness.fields(written("repeated", write), ["enet.repeated", "_ws.col.Info"])[3:]
        marks = [[harness.truth_value(mark) for mark in row[0]] for row in rows]
        self.assertEqual(marks, [[], ["1"], ["1"], []])
        self.assertEqual([row[1][0].split("]")[0] for row in rows[1:3]], ["[Duplicate", "[Retransmission"])


class Document(unittest.TestCase):
    def test_the_example(self):
        """The dissector of ten lines in docs/enet.md works."""
        text = DOCUMENT.read_text(encoding="utf-8")
        example = text.split("```lua\n")[1].split("```")[0]
        self.assertLessEqual(len(example.strip().splitlines()), 12)

        def write(talk):
            talk.handshake(channels=5)
            talk.send(True, enet.unreliable(2, 1, b"\0\x07\xff\xfb\x01\x2c"))

        shown = harness.fields(written("example", write), ["mygame.tick", "mygame.x", "mygame.y", "_ws.col.Info"],
                               *script("example", example))
        self.assertEqual(shown[3], [["7"], ["-5"], ["300"], ["tick 7 at -5, 300"]])


if __name__ == "__main__":
    unittest.main()
