# SPDX-License-Identifier: MIT
"""Every text from the plugin is UTF-8 that XML 1.0 allows; a text that is cut ends at a character and is marked.

Names and values of many scripts, too long for Wireshark's labels, columns and messages, each shifted by 0 to 3 bytes, so that the
cut hits every byte of a character; and strings that no engine sends: control characters, noncharacters, bytes that are not
UTF-8. The messages are made here, with the encoders of other tests."""

import json
import struct
import unittest
import xml.etree.ElementTree as ElementTree

import harness  # first: it adds tests/common to the path

import test_multiplayer_shown as wire

PORT = 24680
DEBUGGER = 6007
AS_GODOT_4 = ("-d", f"udp.port=={PORT},godot.as_godot4")
AS_VARIANT = harness.preferences(dialect="godot4", variant__udp_ports=PORT)
LABEL = 240  # bytes of an item's label, and of a message of Expert Information
COLUMN = 4096

SCRIPTS = {
    "Arabic": "لاعب",
    "Armenian": "խաղացող",
    "Bengali": "খেলোয়াড়",
    "Chinese": "玩家",
    "Cuneiform": "𒀀𒁀𒂀",
    "Cyrillic": "игрок",
    "Devanagari": "खिलाड़ी",
    "Emoji": "🧙‍♀️🏳️‍🌈",
    "Ethiopic": "ተጫዋች",
    "Georgian": "მოთამაშე",
    "Greek": "παίκτης",
    "Gothic": "𐌰𐌱𐌲",
    "Hangul": "플레이어",
    "Hebrew": "שחקן",
    "Japanese": "プレイヤー",
    "Khmer": "អ្នកលេង",
    "Latin": "Überspieler",
    "Tamil": "வீரர்",
    "Thai": "ผู้เล่น",
    "Tibetan": "རྩེད་མོ་བ།",
    "Vietnamese": "người chơi",
}
HOSTILE = {
    "control": bytes(range(1, 32)),
    "delete and C1": b"\x7f" + "".join(map(chr, range(0x80, 0xA0))).encode(),
    "noncharacters": "\ufffe\uffff\U0001ffff\U0010ffff\ufdd0".encode(),
    "half a character": b"\xe7\x8e",
    "surrogates": b"\xed\xa0\x80\xed\xbf\xbf",
    "overlong": b"\xc0\x80\xe0\x80\x80\xf0\x80\x80\x80",
    "too large": b"\xf4\x90\x80\x80\xf8\x88\x80\x80\x80",
    "direction": "\u202e\u2066\u200f\u2028\u2029\ufeff".encode(),
    "markup": b"]]>&#1;<!--\"'&amp;%s%n%99999c",
}


def refused(character):
    """Characters that XML 1.0 does not allow (production 2, Char)."""
    code = ord(character)
    return (code < 0x20 and character not in "\t\n\r") or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF)


def raw_simplify(number, path):
    return b"\x01" + wire.NO_METHODS + b"\0" + struct.pack("<I", number) + path + b"\0"


def variant_string(data, kind=4):
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 4)


def dictionary(key, value):
    return struct.pack("<II", 27, 1) + variant_string(key) + variant_string(value)


def of_call(data):
    """An argument of a call: the type in one byte, then the value."""
    return b"\x04" + struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


def contents():
    """Contents for names and values: each script repeated, shifted by 0 to 3 bytes, and strings that no engine
    sends."""
    for name, text in SCRIPTS.items():
        for pushed in range(4):
            yield name, b"x" * pushed + (text * (2 * LABEL // len(text.encode()))).encode()
    for name, data in HOSTILE.items():
        yield name, data
        for pushed in range(4):
            yield name, b"x" * (LABEL - 40 + pushed) + data * 40


def multiplayer_messages():
    for number, (_, content) in enumerate(contents()):
        name = content.replace(b"\0", b"")
        yield raw_simplify(number % 200, b"Main/" + name)
        yield wire.call(number % 200, 3, of_call(content), of_call(name[:20]))
        named = name + b"\0"
        yield struct.pack("<BBIIII", 4, 0, number % 200, number + 1, 0, len(named)) + named
        if number % 8 == 0:
            yield wire.call(number % 200, 4, *[of_call(name[:239])] * 20)  # fills the column


def variants():
    for _, content in contents():
        yield variant_string(content)
        yield dictionary(content, content)
        # Malformed: a String whose length exceeds the datagram, after a key that the error message names.
        yield struct.pack("<II", 27, 2) + variant_string(content) + struct.pack("<II", 4, 1 << 20)


def debugger_messages():
    """Messages of a game that prints these texts, each with its length in front, as on the stream."""
    for _, content in contents():
        texts = struct.pack("<II", 28, 2)
        texts += struct.pack("<II", 28, 1) + variant_string(content) + struct.pack("<II", 28, 1) + struct.pack("<II", 2, 0)
        message = struct.pack("<II", 28, 3) + variant_string(b"output") + struct.pack("<II", 2, 1) + texts
        yield struct.pack("<I", len(message)) + message


class Texts(unittest.TestCase):
    """Every output format for the same captures."""

    @classmethod
    def setUpClass(cls):
        cls.captures = (
            (harness.datagrams("texts_multiplayer", list(multiplayer_messages()), PORT), AS_GODOT_4),
            (harness.datagrams("texts_variant", list(variants()), PORT), AS_VARIANT),
            (harness.stream("texts_debugger", list(debugger_messages()), DEBUGGER), ()),
        )

    def output(self, *options, limits=(240,)):
        for capture, settings in self.captures:
            for limit in limits:
                shown = harness.run("-2", *settings, *harness.preferences(text_limit=limit), *options, capture=capture)
                yield shown.stdout

    def assert_clean(self, text):
        self.assertEqual(sorted({hex(ord(character)) for character in text if refused(character)}), [])

    def test_pdml(self):
        for output in self.output("-T", "pdml", limits=(240, 0)):
            document = ElementTree.fromstring(output)  # the parser refuses text that is not UTF-8 or not XML
            labels = [item.get("showname") or item.get("show") for item in document.iter("field")]
            self.assertGreater(len(labels), 1000)
            names = {proto.get("name") for proto in document.iter("proto")}
            self.assertTrue(names & {"godot", "godot.variant", "godot.debug"})
            for label in labels:
                self.assert_clean(label or "")

    def test_psml(self):
        for output in self.output("-T", "psml", limits=(0,)):
            rows = ElementTree.fromstring(output).findall("packet")
            self.assertGreater(len(rows), 100)

    def test_json(self):
        for kind in ("json", "jsonraw"):
            for output in self.output("-T", kind):
                json.loads(output.decode())
                self.assert_clean(output.decode())

    def test_ek(self):
        for output in self.output("-T", "ek"):
            lines = output.decode().split("\n")[:-1]
            self.assertGreater(len(lines), 100)
            for line in lines:
                json.loads(line)

    def test_text(self):
        """Trees and packet lists, where each label is one line."""
        for options in (("-V",), ()):
            for output in self.output(*options):
                self.assert_clean(output.decode())

    def test_tables(self):
        names = ("godot,tree", "godot,profile", "godot,profile,csv", "godot,profile,json", "godot,problems,csv")
        for output in self.output("-q", *[option for name in names for option in ("-z", name)]):
            self.assert_clean(output.decode())

    def test_what_is_cut_is_marked(self):
        """Labels that the plugin writes: as many characters as fit, and a mark."""
        capture, settings = self.captures[1]
        document = ElementTree.fromstring(harness.run("-2", *settings, "-T", "pdml", capture=capture).stdout)
        lines = [proto.get("showname") for proto in document.iter("proto") if proto.get("name") == "godot.variant"]
        long = [line for line in lines if len(line.encode()) > LABEL - 8]
        self.assertGreater(len(long), len(SCRIPTS))
        for line in long:
            self.assertTrue(line.endswith("…") or line.endswith('"') or line.endswith("}"), line)
            self.assertGreater(len(line.encode()), LABEL - 8)
            self.assertLess(len(line.encode()), LABEL)

    def test_columns_are_cut_at_a_character(self):
        """As PSML has them: Wireshark 4.4 and later write a backslash as two in -T fields."""
        cut = 0
        for capture, settings in self.captures:
            options = ("-2", *settings, *harness.preferences(text_limit=0), "-T", "psml")
            document = ElementTree.fromstring(harness.run(*options, capture=capture).stdout)
            for packet in document.iter("packet"):
                info = packet.findall("section")[-1].text
                self.assertLess(len(info.encode()), COLUMN)
                if len(info.encode()) >= COLUMN - len("\U0010ffff".encode()):
                    self.assertRegex(info, "[^\ufffd]…$")
                    cut += 1
        self.assertGreater(cut, 10)


if __name__ == "__main__":
    unittest.main()
