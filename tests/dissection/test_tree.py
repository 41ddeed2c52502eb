# SPDX-License-Identifier: MIT
"""The tree and the columns: labels, byte ranges, notes, limits, and the list of fields."""

import collections
import os
import re
import struct
import unittest

import harness
import truth
import values

PORT = 24680
PAYLOAD_AT = 42  # Ethernet, IPv4, UDP
ENGINE4 = harness.PCAPS / "godot-4.6"
V = "godot.variant"

# Type ids of Godot 4.
NIL, BOOL, INT, FLOAT, STRING, VECTOR2, VECTOR3 = 0, 1, 2, 3, 4, 5, 9
OBJECT, DICTIONARY, ARRAY, PACKED_BYTES, PACKED_INT32, PACKED_STRINGS, PACKED_VECTOR2 = 24, 27, 28, 29, 30, 34, 35


def words(*numbers):
    return b"".join(struct.pack("<I", number & 0xFFFFFFFF) for number in numbers)


def block(text):
    data = text.encode()
    return words(len(data)) + data + bytes(-len(data) % 4)


def string(text):
    return words(STRING) + block(text)


def integer(number):
    return words(INT, number)


def floats(type_id, *numbers):
    return words(type_id) + struct.pack(f"<{len(numbers)}f", *numbers)


def array(*elements):
    return words(ARRAY, len(elements)) + b"".join(elements)


def dictionary(*pairs):
    return words(DICTIONARY, len(pairs)) + b"".join(key + value for key, value in pairs)


PLAYER = dictionary((string("hp"), integer(100)), (string("at"), floats(VECTOR2, 1.5, -2)))
PLAYER_TEXT = '{"hp": 100, "at": Vector2(1.5, -2)}'
# tshark's messages about a dissector bug.
FAULTS = ("Dissector bug", "Malformed Packet", "_ws.malformed", "exception occurred")


def settings(dialect="godot4", **more):
    return harness.preferences(dialect=dialect, variant__udp_ports=PORT, variant__tcp_ports=PORT, **more)


class Dissection(unittest.TestCase):
    """Dissects payloads made here."""

    def packets(self, *payloads, options=(), **preferences):
        capture = harness.datagrams(self.id(), payloads)
        return harness.packets(capture, *settings(**preferences), *options)

    def value(self, payload, **preferences):
        """The one value in a datagram."""
        (packet,) = self.packets(payload, **preferences)
        (value,) = packet.values
        return value

    def text(self, payload, **preferences):
        return self.value(payload, **preferences).child(f"{V}.text").show

    def assert_no_fault(self, text):
        for fault in FAULTS:
            self.assertNotIn(fault, text)


class Labels(Dissection):
    def test_tree(self):
        capture = harness.datagrams(self.id(), [PLAYER])
        shown = harness.tree_text(capture, *settings())
        lines = shown[shown.index("Godot Variant:") :].rstrip().splitlines()
        for line in (
            f"Godot Variant: {PLAYER_TEXT}",
            "    [Dialect: godot4, evidence: preference]",
            "    Header: 0x0000001b, Dictionary",
            "    [Type name: Dictionary]",
            f"    [Text: {PLAYER_TEXT}]",
            "    .000 0000 0000 0000 0000 0000 0000 0010 = Count: 2",
            "    hp: 100",
            '        Key: "hp"',
            "            String: hp",
            "            Padding: 0000",
            "        Value: 100",
            "            Int: 100",
            "    at: Vector2(1.5, -2)",
            "            x: 1.5",
            "            y: -2",
        ):
            self.assertIn(line, lines)

    def test_a_header_is_one_line(self):
        """The label has the flags that are set; their meanings are items below it."""
        typed = words(ARRAY | 1 << 16, INT, 0)
        wide = words(FLOAT | 1 << 16) + struct.pack("<d", 0.1)
        shown = harness.tree_text(harness.datagrams(self.id(), [wide, typed, floats(VECTOR2, 1, 2)]), *settings())
        lines = [line.strip() for line in shown.splitlines() if line.strip().startswith(("Header:", "Flags:"))]
        self.assertEqual(
            lines,
            [
                *("Header: 0x00010003, float, 64-bit", "Flags: 0x00010000, 64-bit"),
                *("Header: 0x0001001c, Array, Typed array, Element type kind: Builtin", "Flags: 0x00010000, Typed array, Element type kind: Builtin"),
                "Header: 0x00000005, Vector2",
            ],
        )

    def test_array(self):
        shown = harness.tree_text(harness.datagrams(self.id(), [array(integer(7), string("x"))]), *settings())
        self.assertIn("    [0]: 7\n", shown)
        self.assertIn('    [1]: "x"\n', shown)

    def test_packed_arrays(self):
        vectors = words(PACKED_VECTOR2, 2) + struct.pack("<4f", 1, 2, 3.5, -4)
        strings = words(PACKED_STRINGS, 2) + block("ab\0") + block("c\0")
        numbers = words(PACKED_INT32, 3, 5, -6, 7)
        shown = harness.tree_text(harness.datagrams(self.id(), [vectors, strings, numbers]), *settings())
        for label in ("[0] String: ab", "[1] String: c", "[1] Int: -6"):
            self.assertIn(f"{label}\n", shown)
        self.assertRegex(shown, r"\[1\]: 3.5, -4\n")

    def test_structs(self):
        """Values stand far after the names of their fields, and are labelled with them. Test vectors: no Redot was
        available."""
        shown = harness.tree_text(harness.PCAPS / "vectors" / "redot.pcap")
        nested = shown[shown.index('{"from": Struct[Point](3, -4)') :].split("\nFrame ")[0]
        lines = [line.strip() for line in nested.splitlines() if line.strip().startswith(("x:", "y:", "Field:", "Default:"))]
        self.assertEqual(lines, ["Field: x", "Default: 0", "Field: y", "Default: 0", "x: 3", "y: -4"])

    def test_keys_and_values_can_be_filtered(self):
        value = self.value(PLAYER)
        self.assertEqual(value.shows(f"{V}.key"), ["hp", "at"])
        self.assertEqual(value.shows(f"{V}.value"), ["100", "Vector2(1.5, -2)"])

    def test_every_generated_field_is_marked(self):
        shown = harness.tree_text(harness.datagrams(self.id(), [PLAYER]), *settings())
        for name in ("Dialect", "Type name", "Text"):
            lines = [line.strip() for line in shown.splitlines() if f"{name}: " in line]
            self.assertTrue(lines)
            self.assertTrue(all(line.startswith("[") and line.endswith("]") for line in lines), lines)

    def test_columns(self):
        rows = harness.fields(
            harness.datagrams(self.id(), [PLAYER, integer(5)]), ["_ws.col.Protocol", "_ws.col.Info"], *settings()
        )
        self.assertEqual(rows, [[["Variant"], [PLAYER_TEXT]], [["Variant"], ["5"]]])

    def test_several_values_in_a_segment(self):
        units = [integer(1), string("two"), PLAYER]
        segment = b"".join(words(len(unit)) + unit for unit in units)
        capture = harness.stream(self.id(), [segment])
        packet = next(packet for packet in harness.packets(capture, *settings()) if packet.values)
        self.assertEqual([value.child(f"{V}.text").show for value in packet.values], ["1", '"two"', PLAYER_TEXT])
        self.assertEqual(packet.shows(f"{V}.stream.length"), ["8", "12", str(len(PLAYER))])
        info = harness.fields(capture, ["_ws.col.Info"], *settings(), display_filter=V)
        self.assertEqual(info, [[[f'1; "two"; {PLAYER_TEXT}']]])


def is_within(child, item):
    return item.position <= child.position and child.position + child.length <= item.position + item.length


class Ranges(Dissection):
    def test_bytes(self):
        found = {
            (values.short(item.name), item.position - PAYLOAD_AT, item.length)
            for item in self.value(PLAYER).walk()
            if item.length
        }
        expected = {
            ("", 0, 52), ("header", 0, 4), ("type", 0, 4), ("text", 0, 52), ("dictionary.count", 4, 4),
            ("entry", 8, 20), ("key", 8, 12), ("string.length", 12, 4), ("string", 16, 2), ("padding", 18, 2),
            ("value", 20, 8), ("header", 20, 4), ("int", 24, 4),
            ("entry", 28, 24), ("key", 28, 12), ("string", 36, 2), ("value", 40, 12), ("text", 40, 12),
            ("vector2.x", 44, 4), ("vector2.y", 48, 4),
        }  # fmt: skip
        self.assertLessEqual(expected, found)

    def test_children_lie_within_their_parents(self):
        for name in ("variants_udp", "variants_ws"):
            with self.subTest(capture=name):
                packets = harness.packets(ENGINE4 / f"{name}.pcap")
                outside = [
                    f"frame {packet.number}: {child!r} is not within {item!r}"
                    for packet in packets
                    for value in packet.values
                    for item in value.walk(without=values.EXPERT)
                    for child in item.children
                    if child.length and item.length and not is_within(child, item)
                ]
                self.assertEqual(outside, [])


# Names of items that are no notes, and notes that engines' own traffic may have.
FIELD_ITEMS = {V, *(f"{V}.{name}" for name in (*values.NOT_IN_TEXT, *values.SUBTREES[1:], "bool", "int", "float"))}
FIELD_ITEMS |= {f"{V}.{name}" for name in ("string", "vector3.x", "vector3.y", "vector3.z")}
USUAL_NOTES = re.compile(r"Not a finite|A full object|Connection|This frame|TCP|ACKed|Previous|Retrans|Duplicate")


class Notes(Dissection):
    # Payload, the note, and the bytes that the noted item covers (None: any).
    ROWS = (
        (words(STRING, 1) + b"a\0\0\1", "padding_not_zero"),
        (integer(7) + words(0xDEADBEEF), "trailing_bytes"),
        (floats(FLOAT, float("nan")), "not_finite"),
        (floats(VECTOR3, 1, float("inf"), 0), "not_finite"),
        (words(STRING, 4) + b"a\xff\xfeb", "invalid_utf8"),
        (words(OBJECT) + block("Node") + words(0), "full_object"),
        (words(BOOL, 2), "bool_not_0_or_1"),
        (words(INT | 1 << 16, 5, 0), "needless_64"),
        (words(INT | 1 << 17, 5), "reserved_bits"),
        (words(ARRAY, 0x80000000), "shared_bit"),
        (words(STRING, 4) + b"a\0bc", "nul_in_text"),
        (words(PACKED_STRINGS, 1) + block("abcd"), "unterminated_string"),
    )

    def test_notes(self):
        for payload, name in self.ROWS:
            with self.subTest(note=name):
                value = self.value(payload)
                notes = {item.name for item in value.walk() if item.name.startswith(V)} - FIELD_ITEMS
                self.assertEqual(notes, {f"{V}.{name}"})
                self.assertTrue(value.all("_ws.expert.message"))

    def test_trailing_bytes_are_shown(self):
        value = self.value(integer(7) + words(0xDEADBEEF))
        self.assertEqual(value.child(f"{V}.trailing").data, words(0xDEADBEEF))
        self.assertEqual(value.child(f"{V}.text").show, "7")

    def test_garbage_is_usual_in_godot_2(self):
        for payload in (words(STRING, 1) + b"a\1\2\3", words(22, 1) + b"a\1\2\3"):
            value = self.value(payload, dialect="godot2")
            self.assertFalse(value.all("_ws.expert"), list(value.walk()))

    def test_bit_that_only_late_godot_2_reads(self):
        """Synthetic: no Godot 2 sends bit 16, but late versions read a wide number with it: the note does not say that the
        engine ignores the bit."""
        value = self.value(words(INT | 1 << 16, 0, 1 << 8), dialect="godot2")
        self.assertEqual(value.child(f"{V}.text").show, str(1 << 40))
        (reported,) = [item.show for item in value.all("_ws.expert.message")]
        self.assertNotIn("the engine ignores", reported)
        self.assertIn("Godot 3 and 4 ignore", reported)

    def test_engines_send_nothing_strange(self):
        for capture in sorted(harness.PCAPS.glob("godot-*/*.pcap*")):
            if "snaplen" in capture.stem:
                continue
            with self.subTest(capture=f"{capture.parent.name}/{capture.name}"):
                found = harness.fields(
                    capture, ["frame.number", "_ws.expert.message"], display_filter=f"{V} and _ws.expert"
                )
                texts = {text for row in found for text in row[1]}
                self.assertEqual({text for text in texts if not USUAL_NOTES.match(text)}, set())

    def test_malformed_has_reason_and_place(self):
        value = self.value(words(STRING, 255) + b"abcd")
        self.assertTrue(value.all(f"{V}.malformed"))
        (message,) = value.shows("_ws.expert.message")
        self.assertIn("255", message)
        self.assertIn("offset 8", message)
        self.assertEqual(value.shows(f"{V}.string.length"), ["255"])


class Limits(Dissection):
    def assert_elements(self, value, shown, omitted, begin, length):
        found = [item for item in value.all(f"{V}.elements_omitted")]
        self.assertEqual([(item.show, item.position - PAYLOAD_AT, item.length) for item in found],
                         [(str(omitted), begin, length)])  # fmt: skip
        self.assertEqual(len(value.all(f"{V}.{shown[0]}")), shown[1])

    def test_array(self):
        value = self.value(array(*[integer(5)] * 10), max_elements=3)
        self.assert_elements(value, ("index", 3), 7, 32, 56)

    def test_dictionary(self):
        value = self.value(dictionary(*[(integer(n), integer(n)) for n in range(10)]), max_elements=4)
        self.assert_elements(value, ("entry", 4), 6, 8 + 4 * 16, 6 * 16)

    def test_packed_numbers(self):
        value = self.value(words(PACKED_INT32, 10, *range(10)), max_elements=2)
        self.assert_elements(value, ("int", 2), 8, 16, 32)

    def test_packed_vectors(self):
        value = self.value(words(PACKED_VECTOR2, 5) + struct.pack("<10f", *range(10)), max_elements=1)
        self.assert_elements(value, ("packed.element", 1), 4, 16, 32)

    def test_packed_strings(self):
        value = self.value(words(PACKED_STRINGS, 4) + block("ab\0") * 4, max_elements=3)
        self.assert_elements(value, ("string", 3), 1, 32, 8)

    def test_nested(self):
        inner = array(*[integer(1)] * 5)
        value = self.value(array(inner, inner, inner), max_elements=2)
        self.assertEqual(value.shows(f"{V}.elements_omitted"), ["3", "3", "1"])

    def test_none_and_default(self):
        many = array(*[integer(1)] * 1500)
        self.assertEqual(len(self.value(many, max_elements=0).all(f"{V}.index")), 1500)
        self.assertEqual(len(self.value(many).all(f"{V}.index")), 1000)
        self.assertEqual(self.value(many).shows(f"{V}.elements_omitted"), ["500"])

    def test_omitted_elements_are_checked(self):
        value = self.value(array(*[integer(1)] * 5) + b"", max_elements=2)
        self.assertFalse(value.all(f"{V}.malformed"))
        cut = array(*[integer(1)] * 5)[:-2]
        self.assertTrue(self.value(cut, max_elements=2).all(f"{V}.malformed"))

    def test_text(self):
        long = array(*[integer(1234567)] * 100)
        whole = "[" + ", ".join(["1234567"] * 100) + "]"
        self.assertEqual(self.text(long, text_limit=0), whole)
        self.assertEqual(self.text(long, text_limit=len(whole)), whole)
        for limit in (240, 50, 10):
            text = self.text(long, text_limit=limit)
            self.assertEqual(len(text), limit)
            self.assertTrue(text.endswith("\u2026"))
            self.assertEqual(text[:-1], whole[: limit - 1])
        self.assertEqual(self.text(long), self.text(long, text_limit=240))

    def test_text_counts_characters(self):
        text = self.text(string("\u65e5\u672c\u8a9e" * 20), text_limit=12)
        self.assertEqual(text, '"' + ("\u65e5\u672c\u8a9e" * 20)[:10] + "\u2026")

    def test_bytes_in_hexadecimal(self):
        """In hexadecimal from as many bytes on as the preference says; a cut text ends between two numbers or within
        one."""
        eight = words(PACKED_BYTES, 8) + bytes([0x1A, 0x24, 0, 0xFF, 1, 2, 3, 4])
        decimal = "PackedByteArray(26, 36, 0, 255, 1, 2, 3, 4)"
        hexadecimal = "PackedByteArray(hex:1a2400ff01020304)"
        for least, text in (({}, decimal), ({"hex_bytes": 0}, decimal), ({"hex_bytes": 9}, decimal),
                            ({"hex_bytes": 8}, hexadecimal), ({"hex_bytes": 1}, hexadecimal),
                            ({"hex_bytes": 8, "text_limit": 24}, "PackedByteArray(hex:1a2\u2026")):  # fmt: skip
            with self.subTest(least):
                self.assertEqual(self.text(eight, **least), text)
        self.assertEqual(self.text(words(PACKED_BYTES, 0), hex_bytes=1), "PackedByteArray()")

    def test_text_needs_no_items(self):
        """A text continues beyond the limit of items in the tree."""
        many = array(*[integer(n) for n in range(20)])
        self.assertEqual(self.text(many, max_elements=1), str(list(range(20))))


class Depth(Dissection):
    @staticmethod
    def nested(levels):
        return words(ARRAY, 1) * levels + integer(1)

    def test_deepest(self):
        packets = self.packets(self.nested(1024), text_limit=0)
        (value,) = packets[0].values
        self.assertEqual(value.child(f"{V}.text").show, "[" * 1024 + "1" + "]" * 1024)
        self.assertTrue(value.all(f"{V}.depth"))
        self.assertFalse(value.all(f"{V}.malformed"))

    def test_too_deep(self):
        value = self.value(self.nested(1025))
        self.assertTrue(value.all(f"{V}.malformed"))

    def test_shallow_trees(self):
        for levels in (10, 50, 600):
            capture = harness.datagrams(self.id(), [self.nested(200)])
            shown = harness.tree_text(capture, *settings(), "-o", f"gui.max_tree_depth:{levels}")
            with self.subTest(levels=levels):
                self.assert_no_fault(shown)
                self.assertEqual("Nested deeper" in shown, levels < 200)

    def test_few_items(self):
        capture = harness.datagrams(self.id(), [array(*[integer(1)] * 900)])
        shown = harness.tree_text(capture, *settings(), "-o", "gui.max_tree_items:2500")
        self.assert_no_fault(shown)
        self.assertIn("More items than Wireshark shows", shown)


class CutCapture(unittest.TestCase):
    CAPTURE = ENGINE4 / "variants_udp_snaplen80.pcap"
    CAPTURED = 80

    def test_values(self):
        messages = truth.load(truth.truth_of(self.CAPTURE))
        packets = harness.packets(self.CAPTURE, *harness.preferences(text_limit=0))
        self.assertEqual(len(packets), len(messages))
        for message, packet in zip(messages, packets):
            with self.subTest(frame=packet.number, label=message.get("label")):
                if not message.is_variant:
                    self.assertFalse(packet.values)
                    continue
                (value,) = packet.values
                self.assertFalse(value.all(f"{V}.malformed"))
                is_cut = PAYLOAD_AT + message["len"] > self.CAPTURED
                if not is_cut:
                    self.assertEqual(values.value_matches(value, message), [])
                    continue
                self.assertIsNone(values.type_matches(value, message))
                self.assertIn("_ws.short", [item.name for item in packet.walk()])

    def test_info(self):
        rows = harness.fields(self.CAPTURE, ["frame.len", "_ws.col.Info"], display_filter=V)
        for number, (length, info) in enumerate(rows, 1):
            with self.subTest(row=number):
                is_cut = int(length[0]) > self.CAPTURED
                self.assertEqual("Packet size limited during capture" in "".join(info), is_cut)
                self.assertNotIn("Malformed", "".join(info))


class Damage(Dissection):
    """Never a dissector bug, and always an error."""

    def samples(self):
        seen = set()
        for message in truth.load(ENGINE4 / "variants_udp.truth.jsonl"):
            if message.is_variant and message["len"] <= 160 and (message["type"], message["len"] // 40) not in seen:
                seen.add((message["type"], message["len"] // 40))
                yield bytes.fromhex(message["hex"])

    def test_truncated_anywhere(self):
        # A byte array may lack its padding, and so may an empty one.
        harmless = f"{V}.malformed or {V}.odd_length"
        payloads = [payload[:length] for payload in self.samples() for length in range(1, len(payload))]
        capture = harness.datagrams(self.id(), payloads)
        self.assert_no_fault(harness.tree_text(capture, *settings(), two_passes=False))
        silent = harness.fields(capture, ["frame.number"], *settings(), display_filter=f"not ({harmless})")
        self.assertEqual([payloads[int(row[0][0]) - 1].hex() for row in silent], [])
        self.assertEqual(harness.line_count(capture, harmless, *settings()), len(payloads))

    def test_flipped_bits(self):
        payloads = []
        for payload in self.samples():
            for at in range(len(payload) % 4, len(payload), 4):
                changed = bytearray(payload)
                changed[at] ^= 1 << at // 4 % 8
                payloads.append(bytes(changed))
        capture = harness.datagrams(self.id(), payloads)
        for dialect in ("godot4", "godot3", "godot2", "redot-docs"):
            with self.subTest(dialect=dialect):
                self.assert_no_fault(harness.tree_text(capture, *settings(dialect=dialect), two_passes=False))

    def test_empty_datagram(self):
        self.assert_no_fault(harness.tree_text(harness.datagrams(self.id(), [b"", integer(1)]), *settings()))

    def test_stream_with_an_absurd_length(self):
        for length in (0, 1, 3, 0x7FFFFFFC, 0xFFFFFFFF, 0x10000001):
            capture = harness.stream(self.id(), [words(length) + integer(1), words(8) + integer(2)])
            with self.subTest(length=length):
                self.assert_no_fault(harness.tree_text(capture, *settings()))

    def test_stream_that_ends_within_a_value(self):
        capture = harness.stream(self.id(), [words(8) + integer(1), words(len(PLAYER)) + PLAYER[:20]])
        shown = harness.tree_text(capture, *settings())
        self.assert_no_fault(shown)
        self.assertIn("Godot Variant: 1", shown)


class Filters(unittest.TestCase):
    """Filters find the frames that contain the value according to the truth."""

    CAPTURE = ENGINE4 / "variants_udp.pcap"

    def frames(self, display_filter):
        rows = harness.fields(self.CAPTURE, ["frame.number"], display_filter=display_filter)
        return [int(row[0][0]) for row in rows]

    def test_types(self):
        """A filter for a type finds at least the values that are themselves of that type."""
        for name in ("int", "float", "String", "Vector3", "PackedInt64Array"):
            found = self.frames(f'{V}.type_name == "{name}"')
            wanted = [message["seq"] for message in self.messages() if message["type"] == name]
            with self.subTest(type=name):
                self.assertTrue(wanted)
                self.assertLessEqual(set(wanted), set(found))

    def test_numbers(self):
        self.assertEqual(self.frames(f"{V}.int == 9223372036854775807 and not {V}.array.count and not {V}.packed.count"
                                     f" and not {V}.dictionary.count"),
                         self.of_texts("9223372036854775807"))  # fmt: skip
        self.assertEqual(self.frames(f'{V}.string == "abcd" and not {V}.packed.count and not {V}.index and '
                                     f"not {V}.entry"),
                         self.of_texts('"abcd"'))  # fmt: skip

    def test_bytes_of_protocols(self):
        """A protocol's item has its bytes also if no tree is visible: for slices, `contains` and lengths."""
        datagrams = [message for message in truth.load(truth.truth_of(self.CAPTURE)) if message.is_variant]
        begins = collections.Counter(message["hex"][:4] for message in datagrams)
        self.assertGreater(len(begins), 10)
        for beginning, count in begins.items():
            self.assertEqual(len(self.frames(f"{V}[0:2] == {beginning[:2]}:{beginning[2:]}")), count, beginning)
        text = "abcd".encode().hex()
        self.assertEqual(self.frames(f'{V} contains "abcd"'), [message["seq"] for message in datagrams if text in message["hex"]])

    def messages(self):
        return [message for message in truth.load(truth.truth_of(self.CAPTURE)) if message.is_variant]

    def of_texts(self, text):
        return [message["seq"] for message in self.messages() if message["text"] == text]


# The names that users' filters rely on, with their types.
CONTRACT = {
    "godot.dialect": "STRING",
    "godot.dialect.evidence": "STRING",
    **{
        f"{V}.{name}": kind
        for kind, names in {
            "UINT32": "header type flags array.count dictionary.count packed.count stream.length image.format"
            " image.width image.height image.mipmaps object.property_count string.length",
            "STRING": "type_name text string string_name signal node_path node_path.name node_path.subname object.class"
            " object.property",
            "BOOLEAN": "bool flag_64 object_as_id typed_array shared node_path.absolute",
            "INT64": "int object.id",
            "UINT64": "rid",
            "BYTES": "padding trailing image.data",
            # Single precision as well: a number in a filter is a double, which few floats equal exactly.
            "DOUBLE": "float vector2.x vector2.y rect2.position.x rect2.size.y vector3.z vector4.w transform2d.origin.y"
            " plane.normal.x plane.d quaternion.w aabb.position.x aabb.size.z basis.x.y transform3d.basis.x.y"
            " transform3d.origin.z projection.w.w color.r color.a",
            "INT32": "vector2i.x rect2i.position.y rect2i.size.x vector3i.z vector4i.w",
        }.items()
        for name in names.split()
    },
}
ANY_TYPE = [f"{V}.{name}" for name in ("key_type_kind", "value_type_kind", "index", "key", "value")]
EXPERTS = [
    f"{V}.{name}"
    for name in ("malformed", "padding_not_zero", "trailing_bytes", "not_finite", "invalid_utf8", "depth")
]


class Registry(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        lines = harness.run("-G", "fields").stdout.decode().split("\n")
        rows = [line.split("\t") for line in lines if line.startswith("F\tgodot") or "\tgodot." in line]
        cls.fields = {row[2]: row for row in rows if row[0] == "F"}
        cls.protocols = {row[2]: row[1] for row in rows if row[0] == "P"}

    def test_contract(self):
        for name, kind in CONTRACT.items():
            with self.subTest(field=name):
                self.assertIn(name, self.fields)
                self.assertEqual(self.fields[name][3], f"FT_{kind}")
        for name in ANY_TYPE + EXPERTS:
            self.assertIn(name, self.fields)

    def test_every_field_explains_itself(self):
        for name, row in self.fields.items():
            is_expert = row[3] == "FT_NONE" and not row[7:8][0]
            with self.subTest(field=name):
                self.assertTrue(row[1], "no title")
                self.assertTrue(is_expert or row[7], "no blurb")
                self.assertRegex(name, r"^godot(\.[a-z0-9_]+)+$")

    def test_protocols(self):
        lines = harness.run("-G", "protocols").stdout.decode().split("\n")
        found = {row[2]: row[0] for row in (line.split("\t") for line in lines) if len(row) > 2}
        self.assertEqual(found.get(V), "Godot Variant")
        self.assertIn("godot", found)

    def test_values_have_names(self):
        lines = harness.run("-G", "values").stdout.decode().split("\n")
        named = {row[1] for row in (line.split("\t") for line in lines) if len(row) > 1}
        for name in ("type", "element_type", "key_type", "value_type", "image.format", "input_event.type",
                     "element_type_kind", "key_type_kind", "value_type_kind"):  # fmt: skip
            self.assertIn(f"{V}.{name}", named)

    @unittest.skipIf("GODOT_PRELOAD" in os.environ, "tshark hangs there with AddressSanitizer, plugin or not")
    def test_preferences(self):
        shown = harness.run("-G", "currentprefs").stdout.decode()
        names = "dialect double_precision text_limit hex_bytes max_elements variant.udp_ports variant.tcp_ports"
        for name in names.split():
            self.assertRegex(shown, rf"(?m)^#?godot\.{re.escape(name)}:")


class PacketList(unittest.TestCase):
    """If no field is requested, values are read by another function: the packet list must be the same."""

    def test_says_the_same_with_and_without_fields(self):
        names = [f"variants_{transport}.pcap" for transport in ("udp", "tcp")]
        captures = [harness.PCAPS / version / name for version in ("godot-3.6", "godot-4.6") for name in names]
        for capture in captures:
            with self.subTest(capture=capture.name):
                alone = harness.fields(capture, ["_ws.col.Info"])
                with_fields = harness.fields(capture, ["_ws.col.Info", f"{V}.text"])
                self.assertTrue(any(row[1] for row in with_fields))
                self.assertEqual([row[0] for row in alone], [row[0] for row in with_fields])


if __name__ == "__main__":
    unittest.main()
