#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the captures of this folder: one Variant per datagram, in formats that no engine at hand sends.

Usage: make.py [NAME...]      writes the named captures and their truth, or all

Beside NAME.pcap stands NAME.truth.jsonl, one line a datagram; README.md explains its keys.
"""

import json
import math
import os
import struct
import sys
from dataclasses import replace

from pcapwriter import Capture
from variant_encoder import Encoder, padded, string_block, u32, FLAG_64, FLAG_OBJECT_AS_ID, SHARED

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST_PORT = 24700
PORT_OF_DIALECT = {"godot4": 0, "godot3": 2, "godot2": 4, "redot-docs": 6, "redot": 8}  # added to the capture's first port
NAN = float("nan")
CAPTURES = {}


def capture(function):
    """Registers a function that adds the vectors of the capture with its name."""
    CAPTURES[function.__name__] = function
    return function


def json_number(number):
    """JSON has no NaN and no infinity: they are written as text."""
    return number if isinstance(number, int) or math.isfinite(number) else str(number)


class Vectors:
    """One capture and its truth. Each dialect has a pair of ports, whose ends send in turn."""

    def __init__(self, name, number):
        self.name, self.first_port = name, FIRST_PORT + 10 * number
        self.lines = []
        self.datagrams = []

    def _add(self, dialect, data, line):
        server = self.first_port + PORT_OF_DIALECT[dialect]
        to_server = len(self.lines) % 2 == 0
        self.datagrams.append((server + 1, server, data) if to_server else (server, server + 1, data))
        head = {"seq": len(self.lines) + 1, "engine": "vector", "dialect": dialect, "dir": "c2s" if to_server else "s2c",
                "kind": "udp_var", "port": server}
        self.lines.append({**head, **line, "len": len(data), "hex": data.hex(), "made_by": "encoder script, no engine"})

    def add(self, encoder, label, value, note=None):
        line = {"label": label, "type": value.type, "typeid": value.type_id, "double": encoder.double}
        if value.text is not None:
            line["text"] = value.text
        if value.components is not None:
            line["components"] = [json_number(number) for number in value.components]
        if value.fields:
            line["fields"] = value.fields
        if note:
            line["note"] = note
        self._add(encoder.dialect, value.data, line)

    def add_malformed(self, encoder, label, data, good, wrong_field, reason, note=None):
        """good: the number of bytes before the field with the error."""
        assert good <= len(data)
        type_id = data[0] if len(data) >= 4 else None
        names = {number: name for name, number in encoder.ids.items()}
        line = {"label": label, "type": names.get(type_id), "typeid": type_id, "double": encoder.double, "malformed": True,
                "reason": reason, "good": good, "field": wrong_field}
        if note:
            line["note"] = note
        self._add(encoder.dialect, data, line)

    def write(self):
        with Capture(os.path.join(HERE, self.name + ".pcap")) as output:
            for source, destination, data in self.datagrams:
                output.udp(source, destination, data)
        with open(os.path.join(HERE, self.name + ".truth.jsonl"), "w", encoding="utf-8") as output:
            for line in self.lines:
                output.write(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n")


# --- shared by several captures -------------------------------------------------------------------------------------

IDENTITY = (1, 0, 0, 0, 1, 0, 0, 0, 1)
TURNED = (0.5, -0.25, 0.125, 0, 1, 0, -3, 0.75, 2)  # no rotation, but every row and column is distinct


def math_values(encoder):
    """Every math type of the dialect, with components that are all different."""
    samples = {
        "Vector2": [(1.5, -2.25), (0.1, -3), (0, 0)], "Vector2i": [(7, -8)], "Rect2": [(1.5, 2, 3, 4.25), (-0.1, 0.2, 10, 20)],
        "Rect2i": [(-1, 2, 30, 40)], "Vector3": [(1, 2, 3), (0.1, -0.2, 0.3)], "Vector3i": [(1, -2, 3)],
        "Vector4": [(0.1, 2, -3, 4.5)], "Vector4i": [(1, -2, 3, -4)], "Plane": [(0, 1, 0, 5), (0.6, 0, 0.8, -2.5)],
        "Quat": [(0, 0, 0, 1), (0.1, 0.2, 0.3, 0.9)], "Quaternion": [(0, 0, 0, 1), (0.1, 0.2, 0.3, 0.9)],
        "AABB": [(1, 2, 3, 4, 5, 6)], "Matrix32": [(1, 0, 0, 1, 0, 0), (0.5, 0.25, -1, 2, 10, -20)],
        "Transform2D": [(1, 0, 0, 1, 0, 0), (0.5, 0.25, -1, 2, 10, -20)], "Matrix3": [IDENTITY, TURNED],
        "Basis": [IDENTITY, TURNED], "Transform": [IDENTITY + (0, 0, 0), TURNED + (10, -20.5, 0.1)],
        "Transform3D": [IDENTITY + (0, 0, 0), TURNED + (10, -20.5, 0.1)],
        "Projection": [tuple(range(1, 17)), tuple(0.5 * number for number in range(16))],
        "Color": [(1, 0.5, 0.25, 0.125), (0.2, 0.4, 0.6, 0.8)],
    }
    for type_name in encoder.ids:
        for components in samples.get(type_name, ()):
            yield type_name, encoder.math(type_name, *components)


def packed_real_values(encoder):
    """The packed arrays whose elements are made of reals, and those of colours, which are always 4 bytes wide."""
    elements = {2: (1, 2, 0.1, -3), 3: (1, 2, 3, 0.1, 0.2, 0.3), 4: (1, 2, 3, 4, 0.1, 0.2, 0.3, 0.4)}
    for type_name in encoder.ids:
        if type_name.endswith(("Vector2Array", "Vector3Array", "Vector4Array", "ColorArray")):
            size = {"2": 2, "3": 3, "4": 4, "r": 4}[type_name.removesuffix("Array")[-1]]
            yield type_name + " empty", encoder.packed(type_name)
            yield type_name, encoder.packed(type_name, *elements[size])


def nested_reals(encoder):
    """Reals inside containers: their width must hold at every depth."""
    inner = encoder.array([encoder.math("Vector3", 0.1, 2, -3), encoder.float(0.5), encoder.math("Color", 1, 0.5, 0.25, 1)])
    yield "Array of math", inner
    yield "Dictionary of math", encoder.dictionary([
        (encoder.string("at"), encoder.math("Vector2", 0.1, -3)), (encoder.math("Vector2", 1, 2), inner)])


# --- Godot 2 --------------------------------------------------------------------------------------------------------

BLOCK_8, BLOCK_16 = 8, 16  # bytes in a compressed block of 4x4 pixels


def pixel_bytes(count):
    return bytes((7 * number + 1) & 255 for number in range(count))


def image_size(width, height, mipmaps, bytes_of_level):
    total = 0
    for _ in range(mipmaps + 1):
        total += bytes_of_level(width, height)
        width, height = max(1, width // 2), max(1, height // 2)
    return total


def in_pixels(size):
    return lambda width, height: width * height * size


def in_blocks(size):
    return lambda width, height: (width + 3) // 4 * ((height + 3) // 4) * size


# format, name, width, height, mipmaps, bytes of a level, bytes of the palette that follows the pixels
IMAGES = [
    (0, "GRAYSCALE", 4, 2, 0, in_pixels(1), 0), (0, "GRAYSCALE", 3, 3, 0, in_pixels(1), 0),
    (0, "GRAYSCALE", 4, 4, 2, in_pixels(1), 0), (1, "INTENSITY", 4, 2, 0, in_pixels(1), 0),
    (2, "GRAYSCALE_ALPHA", 3, 2, 0, in_pixels(2), 0), (3, "RGB", 2, 2, 0, in_pixels(3), 0),
    (3, "RGB", 3, 1, 0, in_pixels(3), 0), (3, "RGB", 4, 4, 2, in_pixels(3), 0), (4, "RGBA", 4, 2, 0, in_pixels(4), 0),
    (4, "RGBA", 4, 4, 2, in_pixels(4), 0), (5, "INDEXED", 4, 4, 0, in_pixels(1), 256 * 3),
    (6, "INDEXED_ALPHA", 4, 4, 0, in_pixels(1), 256 * 4),
    # The sizes of the two YUV formats and of ATC and CUSTOM are those of the names; a reader only has the length.
    (7, "YUV_422", 4, 2, 0, in_pixels(2), 0), (8, "YUV_444", 4, 2, 0, in_pixels(3), 0),
    (9, "BC1", 8, 8, 0, in_blocks(BLOCK_8), 0), (9, "BC1", 8, 8, 3, in_blocks(BLOCK_8), 0),
    (10, "BC2", 8, 8, 0, in_blocks(BLOCK_16), 0), (11, "BC3", 8, 8, 0, in_blocks(BLOCK_16), 0),
    (11, "BC3", 8, 8, 3, in_blocks(BLOCK_16), 0), (12, "BC4", 8, 8, 0, in_blocks(BLOCK_8), 0),
    (13, "BC5", 8, 8, 0, in_blocks(BLOCK_16), 0), (14, "PVRTC2", 16, 16, 0, in_blocks(4), 0),
    (15, "PVRTC2_ALPHA", 16, 16, 0, in_blocks(4), 0), (16, "PVRTC4", 16, 16, 0, in_blocks(8), 0),
    (17, "PVRTC4_ALPHA", 16, 16, 0, in_blocks(8), 0), (18, "ETC", 8, 8, 0, in_blocks(BLOCK_8), 0),
    (19, "ATC", 8, 8, 0, in_blocks(BLOCK_8), 0), (20, "ATC_ALPHA_EXPLICIT", 8, 8, 0, in_blocks(BLOCK_16), 0),
    (21, "ATC_ALPHA_INTERPOLATED", 8, 8, 0, in_blocks(BLOCK_16), 0), (22, "CUSTOM", 4, 4, 0, lambda *_: 37, 0),
]

SHIFT, ALT, META, CONTROL = 1 << 25, 1 << 26, 1 << 27, 1 << 28
EVENT_NAMES = ["NONE", "KEY", "MOUSE_MOTION", "MOUSE_BUTTON", "JOYSTICK_MOTION", "JOYSTICK_BUTTON", "SCREEN_TOUCH", "SCREEN_DRAG",
               "ACTION"]
MODIFIERS = [("none", 0), ("shift", SHIFT), ("alt", ALT), ("meta", META), ("control", CONTROL), ("all", SHIFT | ALT | META | CONTROL)]


def input_events(encoder):
    def event(number, *words_, device=0, **fields):
        return encoder.input_event(number, EVENT_NAMES[number], device, struct.pack(f"<{len(words_)}I", *words_), **fields)
    yield "InputEvent NONE", event(0)
    for name, bits in MODIFIERS:
        yield f"InputEvent KEY {name}", event(1, bits, 65, modifiers=bits, scancode=65)
    yield "InputEvent KEY special key", event(1, SHIFT, 0x01000005, device=2, modifiers=SHIFT, scancode=0x01000005)
    yield "InputEvent MOUSE_MOTION", event(2)
    yield "InputEvent MOUSE_BUTTON", event(3, 2, button=2)
    yield "InputEvent JOYSTICK_MOTION without value", event(4, 1, device=3, axis=1)
    with_value = struct.pack("<If", 1, -0.5)
    yield "InputEvent JOYSTICK_MOTION with value", encoder.input_event(4, EVENT_NAMES[4], 3, with_value, axis=1, value=-0.5)
    yield "InputEvent JOYSTICK_BUTTON", event(5, 11, device=1, button=11)
    yield "InputEvent SCREEN_TOUCH", event(6, 4, touch=4)
    yield "InputEvent SCREEN_DRAG", event(7)
    yield "InputEvent ACTION", event(8)


@capture
def godot2(vectors):
    e = Encoder("godot2")
    garbage = b"\xaa\xbb\xcc"  # Godot 2 does not clear its paddings

    def add(label, value, note=None):
        vectors.add(e, label, value, note)

    add("nil", e.nil())
    add("bool", e.bool(True))
    add("bool", e.bool(False))
    for number in (0, 1, -1, 255, 2147483647, -2147483648):
        add("int", e.int(number))
    for number in (0.5, -1.25, 0.1, 3):
        add("real", e.float(number))
    for text in ("", "a", "ab", "abc", "abcd", "Привет", "日本語", 'quote" back\\slash'):
        add("String", e.string(text))
    add("String garbage", e.string("a", garbage), "the padding is not zero")
    add("String garbage", e.string("hello", garbage), "the padding is not zero")
    for label, value in math_values(e):
        add(label, value)

    add("Image empty", e.image(0, "GRAYSCALE", 0, 0, b""))
    for number, name, width, height, mipmaps, level, palette in IMAGES:
        pixels = pixel_bytes(image_size(width, height, mipmaps, level) + palette)
        add(f"Image {name} {width}x{height}" + (f" {mipmaps} mipmaps" if mipmaps else ""),
            e.image(number, name, width, height, pixels, mipmaps))
    add("Image RGB garbage", e.image(3, "RGB", 1, 1, b"\x10\x20\x30", fill=b"\xee"), "the padding is not zero")

    for names, more in [((), {}), (("a",), {}), ((".",), {}), (("..", "a", "b"), {}), (("root",), {"absolute": True}),
                        (("root", "Main"), {"absolute": True}), (("a", "b"), {"property": "position"}),
                        (("a", "b"), {"subnames": ["mesh"], "property": "color"}),
                        (("root", "Ä"), {"absolute": True, "subnames": ["s1", "s2"], "property": "p"}), ((), {"property": "x"}),
                        (("a", "b"), {"subnames": ["s"]})]:
        add("NodePath", e.node_path(names, **more))
    add("NodePath garbage", e.node_path(["abc", "de"], property="p", fill=garbage), "the paddings are not zero")
    add("NodePath empty property", e.node_path(["a"], property=""), "flag of a property, and the property is empty")
    add("NodePath old", e.old_node_path("a/b/c/de", pad=False), "obsolete format, length is a multiple of 4")
    add("NodePath old", e.old_node_path("a/b:c", pad=False),
        "obsolete format, early 2.x: 4 + length bytes, no padding, so the datagram is 13 bytes long")
    add("NodePath old padded", e.old_node_path("a/b:c", pad=True),
        "obsolete format with the padding that a fork's documentation describes: early 2.x leaves the last 3 bytes unread")

    add("RID", e.rid())
    add("Object", e.value("Object", b"", "null"), "header only, always null")
    for label, value in input_events(e):
        add(label, value)

    one = e.int(1)
    for shared in (True, False):
        name = " shared" if shared else " not shared"
        add("Dictionary empty" + name, e.dictionary([], shared))
        add("Dictionary" + name, e.dictionary([(e.string("a"), one), (e.int(2), e.math("Vector2", 1, 2))], shared))
        add("Array empty" + name, e.array([], shared))
        add("Array" + name, e.array([one, e.string("two"), e.array([e.nil()], shared), e.dictionary([(one, one)], shared)], shared))
    add("Array of every kind", e.array([
        e.nil(), e.bool(True), one, e.float(0.5), e.string("x"), e.math("Vector3", 1, 2, 3), e.math("Color", 1, 0.5, 0.25, 1),
        e.node_path(["a"], property="b"), e.value("Object", b"", "null"), e.byte_array("RawArray", b"\1\2\3"),
        e.packed("IntArray", 1, -2), e.string_array("StringArray", ["p", "qrs"])], True))
    add("Array with image and event", e.array([e.image(3, "RGB", 1, 1, b"\1\2\3"), e.input_event(3, "MOUSE_BUTTON", 0, u32(1)), one],
                                              True))
    nested = e.nil()
    for level in range(12):
        nested = e.array([e.int(level), nested], True)
    add("Array depth 12", nested)

    for length in (0, 1, 3, 4, 5, 40):
        add("RawArray", e.byte_array("RawArray", pixel_bytes(length)))
    add("RawArray garbage", e.byte_array("RawArray", b"\1", garbage), "the padding is not zero")
    add("IntArray", e.packed("IntArray"))
    add("IntArray", e.packed("IntArray", 0, 1, -1, 2147483647, -2147483648))
    add("RealArray", e.packed("RealArray"))
    add("RealArray", e.packed("RealArray", 0, 0.1, -5.5))
    add("StringArray", e.string_array("StringArray", []))
    add("StringArray", e.string_array("StringArray", ["", "a", "ab", "abc", "abcd", "日本"]))
    add("StringArray garbage", e.string_array("StringArray", ["a", "abcd"], fill=garbage), "the paddings are not zero")
    for label, value in packed_real_values(e):
        add(label, value)

    wide = "64-bit flag in the header: late 2.1 reads it, no 2.x sends it"
    add("int 64-bit", e.int(1 << 40), wide)
    real = e.float(0.1, wide=True)
    add("real 64-bit", real, wide)


# --- double precision -----------------------------------------------------------------------------------------------

def add_double(vectors, dialect):
    e = Encoder(dialect, double=True)
    for label, value in [*math_values(e), *packed_real_values(e), *nested_reals(e)]:
        vectors.add(e, label, value)
    for number in (123456.789, 16777217, 0.1, 1e-300):
        vectors.add(e, "Vector2 beyond single precision", e.math("Vector2", number, -number))
    return e


DOCUMENTED_ONLY = "the documents' rule for double precision builds; nothing in the bytes tells"


@capture
def godot4_double(vectors):
    e = add_double(vectors, "godot4")
    vectors.add(e, "float 64-bit", e.float(0.1, wide=True))
    vectors.add(e, "Array[Vector3]", e.array([e.math("Vector3", 0.1, 0.2, 0.3)], element=("builtin", "Vector3")))
    vectors.add(e, "PackedFloat32Array", e.packed("PackedFloat32Array", 0.1, -3))
    vectors.add(e, "PackedFloat64Array", e.packed("PackedFloat64Array", 0.1, -3))
    single = Encoder("godot4")
    vectors.add(single, "Vector3 of a single precision build", single.math("Vector3", 0.1, 0.2, 0.3))
    mixed = e.array([e.math("Vector2", 0.1, 0.2), single.math("Vector2", 0.1, 0.2)])
    vectors.add(e, "Array of both widths", mixed, "8-byte reals, then 4-byte reals: each header tells its own width")


@capture
def godot3_double(vectors):
    # Colours, PoolColorArray and PoolRealArray keep 4 bytes: so the engine declares them, and the documents give
    # PoolRealArray 32 bits; about colours the documents' rule can be read either way.
    e = add_double(vectors, "godot3")
    vectors.add(e, "float 32-bit", e.float(0.5), "a lone float tells its width in the header, whatever the build")
    vectors.add(e, "float 64-bit", e.float(0.1, wide=True))
    vectors.add(e, "PoolRealArray", e.packed("PoolRealArray", 0.1, -3), "documented as 32-bit floats")
    for line in vectors.lines:
        line.setdefault("note", DOCUMENTED_ONLY)


@capture
def godot2_double(vectors):
    e = add_double(vectors, "godot2")
    vectors.add(e, "real", e.float(0.5), "a lone real is 4 bytes")
    vectors.add(e, "RealArray", e.packed("RealArray", 0.1, -3), "documented as 32-bit floats")
    for line in vectors.lines:
        line.setdefault("note", DOCUMENTED_ONLY)


# --- the table of Redot's documentation -----------------------------------------------------------------------------

@capture
def redot_docs(vectors):
    e = Encoder("redot-docs")

    def add(label, value, note=None):
        vectors.add(e, label, value, note)

    add("nil", e.nil())
    add("bool", e.bool(True))
    add("bool", e.bool(False))
    for number in (0, 1, -1, 2147483647, -2147483648, 1 << 32, -(1 << 40)):
        add("int", e.int(number))
    add("float 32-bit", e.float(0.5))
    add("float 32-bit", e.float(0.1))
    add("float 64-bit", e.float(0.1, wide=True))
    for text in ("", "a", "abc", "abcd", "日本語"):
        add("String", e.string(text))
    for label, value in math_values(e):
        add(label, value)

    # New format: the page's offsets of the two counts are 4 lower than an engine's, which cannot both be true with the
    # count of names at 4; the engine's layout is taken.
    for names, more in [((), {}), (("a", "b"), {}), (("root", "Main"), {"absolute": True}), (("a",), {"subnames": ["position", "x"]})]:
        add("NodePath new", e.node_path(names, **more))
    add("NodePath old", e.old_node_path("a/b/c/de", pad=True), "old format, length is a multiple of 4")
    add("NodePath old", e.old_node_path("a/b:c", pad=True), "old format, padded as the packet always is")
    add("RID", e.rid(), "documented as unsupported: header only")
    add("Object null", e.value("Object", u32(0), "null", fields={"null": True}), "documented: a zero of 4 bytes after the header")
    # The page does not say how a reader tells an id from a full object; the engine's flag in the header is taken.
    add("Object id", e.object_id(1409), "with the flag of the engine; the document does not mention it")
    add("Object id", e.object_id(1 << 40))
    add("Object full", e.object("Node", [("name", e.string("Main")), ("mode", e.int(2))]),
        "names whose length is a multiple of 4, so that the document's offsets and the engine's agree")
    add("Object full", e.object("Node2D", [("z", e.int(5)), ("position", e.math("Vector2", 1, 2))]),
        "class and property names padded, as the engine does it; the document's offsets leave the padding out")
    add("Object full empty", e.object("RefCounted", []), "no properties")

    one = e.int(1)
    add("Dictionary empty", e.dictionary([]))
    add("Dictionary", e.dictionary([(e.string("a"), one), (one, e.array([e.bool(True)]))]))
    add("Dictionary shared", e.dictionary([(e.string("a"), one)], shared=True))
    add("Array empty", e.array([]))
    add("Array", e.array([one, e.string("two"), e.math("Vector2", 1, 2), e.array([e.nil()]), e.packed("PackedInt32Array", 1, 2)]))
    add("Array shared", e.array([one], shared=True))
    for length in (0, 1, 4, 5):
        add("PackedByteArray", e.byte_array("PackedByteArray", pixel_bytes(length)))
    add("PackedInt32Array", e.packed("PackedInt32Array"))
    add("PackedInt32Array", e.packed("PackedInt32Array", 0, 1, -1, 2147483647))
    eight = "the count has 8 bytes, as documented; an engine writes 4"
    add("PackedInt64Array", e.packed("PackedInt64Array", count_format="<Q"), eight)
    add("PackedInt64Array", e.packed("PackedInt64Array", 0, -1, 1 << 40, count_format="<Q"), eight)
    add("PackedFloat32Array", e.packed("PackedFloat32Array", 0, 0.1, -5.5))
    add("PackedFloat64Array", e.packed("PackedFloat64Array", 0, 0.1, -5.5))
    add("PackedStringArray", e.string_array("PackedStringArray", []))
    texts = ["", "a", "abc", "abcd"]
    add("PackedStringArray without NUL", e.string_array("PackedStringArray", texts, terminated=False),
        "as documented: no terminator")
    add("PackedStringArray with NUL", e.string_array("PackedStringArray", texts),
        "as an engine writes it: the terminator is counted")
    for label, value in packed_real_values(e):
        add(label, value)
    add("Array of int64 arrays", e.array([e.packed("PackedInt64Array", 5, count_format="<Q"), one]), eight)


@capture
def redot_docs_double(vectors):
    # The rule of the page makes every float inside a structure 8 bytes wide. Colours, PackedColorArray and
    # PackedFloat32Array keep 4: so the engine has it, and the page names the last one float32.
    e = add_double(vectors, "redot-docs")
    vectors.add(e, "float 32-bit", e.float(0.5), "a lone float tells its width in the header, whatever the build")
    vectors.add(e, "float 64-bit", e.float(0.1, wide=True))
    vectors.add(e, "PackedFloat32Array", e.packed("PackedFloat32Array", 0.1, -3))
    vectors.add(e, "PackedFloat64Array", e.packed("PackedFloat64Array", 0.1, -3))
    for line in vectors.lines:
        line.setdefault("note", DOCUMENTED_ONLY)


# --- legal bytes that engines read but never send -------------------------------------------------------------------

DEEPEST = 1024  # the deepest level that Godot 4 reads, the outermost Variant being level 0


def nested_arrays(encoder, levels, innermost):
    """Arrays of one element nested in each other; the innermost Variant is at depth `levels`."""
    return (encoder.header("Array") + u32(1)) * levels + innermost


def with_body(value, body, **changes):
    """The value with other bytes after its header."""
    return replace(value, data=value.data[:4] + body, **changes)


def with_header_bits(value, bits):
    header, = struct.unpack("<I", value.data[:4])
    return replace(value, data=u32(header | bits) + value.data[4:])


def with_trailing(value, trailing):
    return replace(value, data=value.data + trailing, fields={**value.fields, "value_length": len(value.data), "trailing": trailing.hex()})


def edges_of_both(vectors, dialect):
    e = Encoder(dialect)
    packed_strings = {"godot3": "PoolStringArray", "godot4": "PackedStringArray"}[dialect]
    packed_bytes = {"godot3": "PoolByteArray", "godot4": "PackedByteArray"}[dialect]
    packed_floats = {"godot3": "PoolRealArray", "godot4": "PackedFloat32Array"}[dialect]

    def add(label, value, note):
        vectors.add(e, label, value, note)

    add("NodePath property flag", e.node_path(["a", "b"], property="p"), "obsolete flag bit 1: one more name, read as a subname")
    add("NodePath property flag", e.node_path(["root"], ["s"], absolute=True, property="p"),
        "obsolete flag bit 1, absolute, a subname")
    add("NodePath unknown flags", with_body(e.node_path(["a"]), u32(0x80000001) + u32(0) + u32(0xF0) + string_block("a")),
        "flag bits that mean nothing are set")
    add("NodePath padding", e.node_path(["abc", "de"], ["x"], fill=b"\xaa"),
        "padding is not zero: usual, no generation clears it")
    add("Object empty class", e.value("Object", u32(0), "null", fields={"null": True}),
        "a full object with an empty class name is null")
    add(packed_strings + " without NUL", e.string_array(packed_strings, ["a", "abcd", ""], terminated=False),
        "elements without a terminator")
    add("bool 2", with_body(e.bool(True), u32(2)), "a bool that is neither 0 nor 1 is true")
    add("bool -1", with_body(e.bool(True), u32(-1)), "a bool that is neither 0 nor 1 is true")
    add("int 64-bit small", e.int(5, wide=True), "64-bit form for a number that fits in 32 bits")
    add("int 64-bit small", e.int(-1, wide=True), "64-bit form for a number that fits in 32 bits")
    add("float 64-bit exact", e.float(0.5, wide=True), "64-bit form for a number that 32 bits hold exactly")
    add("Array count bit 31", e.array([e.int(1)], shared=True), "the shared bit, which only Godot 2 sets")
    add("Dictionary count bit 31", e.dictionary([(e.string("a"), e.int(1))], shared=True),
        "the shared bit, which only Godot 2 sets")
    add("String padding", e.string("a", b"\xff"), "padding is not zero")
    add(packed_bytes + " padding", e.byte_array(packed_bytes, b"\1\2", b"\xff"), "padding is not zero")
    add(packed_bytes + " without padding", with_body(e.byte_array(packed_bytes, b"\1\2"), u32(2) + b"\1\2"),
        "the padding at the end is missing: readers do not ask for it")
    add("header bits 8-15", with_header_bits(e.int(7), 0x0000FF00), "bits 8 to 15 of the header are set: ignored")
    add("header bits 20-31", with_header_bits(e.int(7), 0xABC00000), "bits 20 to 31 of the header are set: ignored")
    add("header bit 16 on String", with_header_bits(e.string("abc"), FLAG_64), "a flag without meaning for this type: ignored")
    add("header bit 16 on Color", with_header_bits(e.math("Color", 1, 0.5, 0.25, 1), FLAG_64),
        "a flag without meaning for this type: colours have 4-byte reals in every build")
    add("trailing 4", with_trailing(e.int(7), b"\xde\xad\xbe\xef"), "4 bytes follow the value: ignored by the engine")
    add("trailing 1", with_trailing(e.string("abc"), b"\x01"), "1 byte follows the value: ignored by the engine")
    add("trailing 8", with_trailing(e.array([e.nil()]), bytes(8)), "8 zero bytes follow the value: ignored by the engine")
    add("NaN 32-bit", e.float(NAN), "an encoder writes NaN in 64 bits")
    add("Vector2 NaN", e.math("Vector2", NAN, float("inf")), "not finite")
    add(packed_floats + " NaN", e.packed(packed_floats, NAN, float("-inf"), 1), "not finite")
    add("String invalid UTF-8", replace(e.string(b"ab\xff\xfecd"), fields={"length": 6}),
        "ff and fe never occur in UTF-8: the engine refuses it")
    add("String cut UTF-8", replace(e.string(b"abc\xe6\x97"), fields={"length": 5}), "the last character lacks its third byte")
    add("String NUL inside", replace(e.string(b"ab\0cd"), text='"ab"', fields={"length": 5}),
        "text ends at the NUL, the bytes do not")
    nested = replace(e.nil(), type="Array", type_id=e.ids["Array"], data=nested_arrays(e, DEEPEST, e.nil().data),
                     text=None, fields={"depth": DEEPEST})
    add("depth 1024", nested, "the deepest nesting that Godot 4 (and 3.5) reads: 1024 arrays, then nil")
    return e


@capture
def godot4_edges(vectors):
    godot3 = edges_of_both(vectors, "godot3")
    vectors.add(godot3, "NodePath old", godot3.old_node_path("a/bc", pad=True),
                "the old format: documents of Godot 3 describe it, the engine refuses it")
    e = edges_of_both(vectors, "godot4")

    def add(label, value, note):
        vectors.add(e, label, value, note)

    add("StringName padding", with_body(e.string_name("a"), string_block("a", b"\xff")), "padding is not zero")
    add("header bit 16 on Vector2i", with_header_bits(e.math("Vector2i", 1, -2), FLAG_64),
        "a flag without meaning for this type: ignored")
    add("Callable", e.value("Callable", b"", "Callable()"), "header only, as engines send it")
    add("Signal", e.signal("ready", 27380417966), "as engines send it")
    add("Signal empty", e.signal("", 0), "no name, no object")
    add("RID 0", e.rid(0), "as engines send it")
    add("RID", e.rid(21474836487), "as engines send it")
    add("Object id 0", e.object_id(0), "the id form of null, which encoders replace by nil")
    add("Object full", e.object("Node", [("name", e.string_name("Main")), ("script", e.string("res://player.gd"))]),
        "a full object")

    nil = e.nil()
    script, other = "res://player.gd", "res://items/enemy.gd"
    add("Array[script]", e.array([nil], element=("script", script)), "typed by script")
    add("Array[script] empty", e.array([], element=("script", script)), "typed by script")
    add("Array[class]", e.array([nil, e.object_id(27380417966)], element=("class", "Node")),
        "typed by class under its real name, without full objects: engines write EncodedObjectAsID")
    add("Array[class] empty name", replace(e.array([], element=("class", "")), text=None), "typed by class with an empty name")
    add("Array[Nil]", replace(e.array([nil], element=("builtin", "Nil")), text=None),
        "typed by the builtin type 0: the engine makes it an untyped array")
    add("Array[int] with String", e.array([e.int(1), e.string("x")], element=("builtin", "int")),
        "an element that is not of the declared type: the bytes are legal, the engine drops the element")
    add("Array[PackedVector4Array]", e.array([e.packed("PackedVector4Array", 1, 2, 3, 4)], element=("builtin",
        "PackedVector4Array")),
        "the highest type id as element type")

    values = {None: e.int(1), "builtin": e.string("k"), "class": e.object_id(7), "script": nil}
    keys_of = {"builtin": ("builtin", "String"), "class": ("class", "Node"), "script": ("script", script), None: None}
    values_of = {"builtin": ("builtin", "String"), "class": ("class", "Resource"), "script": ("script", other), None: None}
    for key_kind, key in keys_of.items():
        for value_kind, value in values_of.items():
            add(f"Dictionary key {key_kind or 'untyped'} value {value_kind or 'untyped'}",
                e.dictionary([(values[key_kind], values[value_kind])], key=key, value=value),
                    "typed dictionary, key block before value block")
            if key_kind or value_kind:
                add(f"Dictionary key {key_kind or 'untyped'} value {value_kind or 'untyped'} empty", e.dictionary([], key=key, value=value),
                    "typed dictionary without elements")
    add("typed in typed", e.array([e.dictionary([(e.string("a"), e.array([e.int(1)], element=("builtin", "int")))],
                                                key=("builtin", "String"), value=("builtin", "Array"))],
                                  element=("builtin", "Dictionary")), "typed containers inside each other")


# --- malformed ------------------------------------------------------------------------------------------------------

def cut(value, length):
    return value.data[:length]


@capture
def malformed(vectors):
    malformed_godot4(vectors, Encoder("godot4"))
    malformed_godot3(vectors, Encoder("godot3"))
    malformed_godot2(vectors, Encoder("godot2"))


def malformed_strings(bad, e, type_name):
    header = e.header(type_name)
    bad(f"{type_name} without length", header, 4, "length", "the length of the text is missing")
    bad(f"{type_name} length cut", header + b"\1\0", 4, "length", "2 of the 4 bytes of the text length are there")
    bad(f"{type_name} length negative", header + u32(-1) + b"abcd", 4, "length", "the text length is negative (ffffffff)")
    bad(f"{type_name} length minimum", header + u32(1 << 31), 4, "length", "the text length is negative (80000000)")
    bad(f"{type_name} past the end", header + u32(9) + b"abcdefgh", 4, "length",
        "the text is said to have 9 bytes and 8 are left")
    bad(f"{type_name} huge", header + u32(0x7FFFFFFF) + b"abcd", 4, "length",
        "the text is said to have 2147483647 bytes and 4 are left")


def malformed_containers(bad, e):
    array, dictionary, one, text = e.header("Array"), e.header("Dictionary"), e.int(1).data, e.string("a").data
    last = len(e.ids) - 1
    bad("Array without count", array, 4, "count", "the number of elements is missing")
    bad("Array too short", array + u32(3) + one + one, 24, "element", "3 elements are declared, the bytes end after 2")
    bad("Array huge count", array + u32(0x7FFFFFFF) + one, 16, "element",
        "2147483647 elements are declared, the bytes end after 1")
    bad("Array element cut", array + u32(2) + one + one[:6], 20, "value", "the second element, an int, has 2 of its 4 bytes")
    bad("Array element type", array + u32(2) + one + u32(200), 16, "header",
        f"the second element has type 200, the last one is {last}")
    bad("Array deep", array + u32(1) + array + u32(1) + e.header("String") + u32(100) + b"abcd", 20, "length",
        "a text two arrays deep is said to have 100 bytes and 4 are left")
    bad("Dictionary without count", dictionary, 4, "count", "the number of pairs is missing")
    bad("Dictionary too short", dictionary + u32(2) + text + one, 28, "key", "2 pairs are declared, the bytes end after 1")
    bad("Dictionary key alone", dictionary + u32(1) + text, 20, "value", "a key without its value")
    bad("Dictionary huge count", dictionary + u32(0xFFFFFFFF), 8, "key",
        "2147483647 pairs are declared (and the shared bit), none is there")
    bad("Dictionary value type", dictionary + u32(1) + text + u32(200), 20, "header",
        f"the value has type 200, the last one is {last}")


def malformed_packed(bad, e, sizes):
    """sizes: for each packed type the bytes of one element, and whether that element is a whole number of words."""
    for type_name, size in sizes.items():
        bad(f"{type_name} without count", e.header(type_name), 4, "count", "the number of elements is missing")
        bad(f"{type_name} too short", e.header(type_name) + u32(3) + bytes(3 * size - 1), 4, "count",
            f"3 elements of {size} bytes are declared and {3 * size - 1} bytes are left")


def malformed_math(bad, e, names, double=False):
    for type_name in names:
        wide = Encoder(e.dialect, double)
        whole = dict(reversed(list(math_values(wide))))[type_name]
        width = (len(whole.data) - 4) // len(whole.components)
        number = len(whole.components)
        label = type_name + (" double" if double else "")
        bad(f"{label} cut", cut(whole, len(whole.data) - width), len(whole.data) - width, "component",
            f"{number - 1} of {number} components are there")
        bad(f"{label} cut in a component", cut(whole, 4 + width + width // 2), 4 + width, "component",
            f"the second of {number} components has {width // 2} of its {width} bytes")


def malformed_node_paths(bad, e):
    header, new = e.header("NodePath"), 0x80000000
    bad("NodePath without count", header, 4, "names", "the number of names is missing")
    bad("NodePath without subname count", header + u32(new | 1), 8, "subnames", "the number of subnames is missing")
    bad("NodePath without flags", header + u32(new | 1) + u32(0), 12, "flags", "the flags are missing")
    bad("NodePath names missing", header + u32(new | 2) + u32(0) + u32(0) + string_block("a"), 24, "name",
        "2 names are declared, the bytes end after 1")
    bad("NodePath huge count", header + u32(0xFFFFFFFF) + u32(0) + u32(0), 16, "name",
        "2147483647 names are declared, none is there")
    bad("NodePath subname missing", header + u32(new | 1) + u32(1) + u32(0) + string_block("a"), 24, "subname",
        "the subname is missing")
    bad("NodePath property missing", header + u32(new | 1) + u32(0) + u32(2) + string_block("a"), 24, "property",
        "the flags announce a property, the bytes end before it")
    bad("NodePath name past the end", header + u32(new | 1) + u32(0) + u32(0) + u32(50) + b"abcd", 16, "length",
        "a name is said to have 50 bytes and 4 are left")


def malformed_godot4(vectors, e):
    def bad(*arguments, **more):
        vectors.add_malformed(e, *arguments, **more)

    for length in (1, 2, 3):
        bad(f"header of {length} bytes", e.int(1).data[:length], 0, "header", f"{length} of the 4 bytes of the header are there")
    bad("type 200", u32(200) + bytes(4), 0, "header", "type 200, the last one is 38")
    bad("type 255", u32(255) + bytes(8), 0, "header", "type 255, the last one is 38")
    bad("type 100", u32(100), 0, "header", "type 100, the last one is 38")
    bad("bool cut", cut(e.bool(True), 6), 4, "value", "2 of the 4 bytes of the bool are there")
    bad("bool without value", cut(e.bool(True), 4), 4, "value", "the bool is missing")
    bad("int without value", cut(e.int(1), 4), 4, "value", "the int is missing")
    bad("int cut", cut(e.int(1), 7), 4, "value", "3 of the 4 bytes of the int are there")
    bad("int 64-bit cut", cut(e.int(1 << 40), 8), 4, "value", "4 of the 8 bytes of the int are there")
    bad("float cut", cut(e.float(0.5), 5), 4, "value", "1 of the 4 bytes of the float is there")
    bad("float 64-bit cut", cut(e.float(0.1, wide=True), 8), 4, "value", "4 of the 8 bytes of the float are there")
    malformed_strings(bad, e, "String")
    malformed_strings(bad, e, "StringName")
    bad("String padding missing", e.header("String") + u32(5) + b"abcde", 4, "length",
        "the text has 5 bytes and needs 8 with its padding, 5 are left")
    malformed_math(bad, e, ["Vector2", "Vector2i", "Rect2", "Rect2i", "Vector3", "Vector3i", "Transform2D", "Vector4", "Vector4i",
        "Plane",
                            "Quaternion", "AABB", "Basis", "Transform3D", "Projection", "Color"])
    malformed_math(bad, e, ["Vector2", "Transform3D"], double=True)
    bad("Vector3 double in single bytes", e.header("Vector3", FLAG_64) + bytes(12), 12, "component",
        "the header announces 8-byte reals: the second has 4 of its 8 bytes")
    malformed_node_paths(bad, e)
    bad("NodePath old format", e.header("NodePath") + u32(4) + b"a/bc", 4, "names",
        "the obsolete format (bit 31 clear), which Godot 4 refuses")
    bad("RID cut", cut(e.rid(7), 8), 4, "id", "4 of the 8 bytes of the id are there")
    bad("Object id cut", cut(e.object_id(7), 8), 4, "id", "4 of the 8 bytes of the id are there")
    bad("Object without class", e.header("Object"), 4, "class", "the class name is missing")
    bad("Object class past the end", e.header("Object") + u32(1000) + b"Node", 4, "class",
        "the class name is said to have 1000 bytes and 4 are left")
    bad("Object without property count", e.header("Object") + string_block("Node"), 12, "property_count",
        "the number of properties is missing")
    bad("Object properties missing", e.header("Object") + string_block("Node") + u32(2) + string_block("name") + e.string("a").data, 36,
        "property", "2 properties are declared, the bytes end after 1")
    bad("Object property without value", e.header("Object") + string_block("Node") + u32(1) + string_block("name"), 24, "value",
        "a property without its value")
    bad("Object property type", e.header("Object") + string_block("Node") + u32(1) + string_block("name") + u32(77), 24, "header",
        "the property's value has type 77, the last one is 38")
    bad("Signal without id", e.header("Signal") + string_block("ready"), 16, "object_id", "the object id is missing")
    bad("Signal id cut", e.header("Signal") + string_block("hit") + bytes(4), 12, "object_id",
        "4 of the 8 bytes of the object id are there")
    malformed_containers(bad, e)
    builtin_array = e.header("Array", 1 << 16)
    bad("Array[builtin] without type", builtin_array, 4, "element_type", "the element type is missing")
    bad("Array[200]", builtin_array + u32(200) + u32(0), 4, "element_type", "element type 200, the last one is 38")
    bad("Array[ffffffff]", builtin_array + u32(-1) + u32(0), 4, "element_type", "element type 4294967295, the last one is 38")
    bad("Array[class] past the end", e.header("Array", 2 << 16) + u32(64) + b"Node", 4, "element_type",
        "the class name is said to have 64 bytes and 4 are left")
    bad("Array[int] without count", builtin_array + u32(2), 8, "count", "the number of elements is missing")
    bad("Dictionary[200, Variant]", e.header("Dictionary", 1 << 16) + u32(200) + u32(0), 4, "key_type",
        "key type 200, the last one is 38")
    bad("Dictionary[String, ?]", e.header("Dictionary", 5 << 16) + u32(4), 8, "value_type", "the value type is missing")
    bad("Dictionary[String, 50]", e.header("Dictionary", 5 << 16) + u32(4) + u32(50) + u32(0), 8, "value_type",
        "value type 50, the last one is 38")
    malformed_packed(bad, e, {"PackedByteArray": 1, "PackedInt32Array": 4, "PackedInt64Array": 8, "PackedFloat32Array": 4,
                              "PackedFloat64Array": 8, "PackedVector2Array": 8, "PackedVector3Array": 12, "PackedColorArray": 16,
                              "PackedVector4Array": 16})
    bad("PackedInt32Array count wraps", e.header("PackedInt32Array") + u32(0x40000001) + bytes(4), 4, "count",
        "1073741825 elements of 4 bytes wrap around to 4 bytes in 32 bits")
    bad("PackedFloat64Array count negative", e.header("PackedFloat64Array") + u32(-1) + bytes(8), 4, "count",
        "the count is negative (ffffffff)")
    bad("PackedVector3Array double", e.header("PackedVector3Array", FLAG_64) + u32(1) + bytes(12), 4, "count",
        "1 element of 24 bytes is declared and 12 bytes are left")
    strings = e.header("PackedStringArray")
    bad("PackedStringArray without count", strings, 4, "count", "the number of elements is missing")
    bad("PackedStringArray too short", strings + u32(3) + string_block("a\0"), 16, "element",
        "3 elements are declared, the bytes end after 1")
    bad("PackedStringArray element past the end", strings + u32(1) + u32(20) + b"abc\0", 8, "length",
        "an element is said to have 20 bytes and 4 are left")
    bad("PackedStringArray element negative", strings + u32(1) + u32(-4) + b"abc\0", 8, "length",
        "an element's length is negative")
    bad("depth 1100", nested_arrays(e, 1100, e.nil().data), 8 * (DEEPEST + 1), "depth",
        f"1100 arrays inside each other; a Variant deeper than {DEEPEST} is refused",
        note="good counts the levels 0 to 1024, 8 bytes each")
    bad("depth 1025", nested_arrays(e, DEEPEST + 1, e.nil().data), 8 * (DEEPEST + 1), "depth",
        f"1025 arrays inside each other; a Variant deeper than {DEEPEST} is refused")
    bad("depth of dictionaries", (e.header("Dictionary") + u32(1)) * 1100, 8 * (DEEPEST + 1), "depth",
        f"1100 dictionaries as keys inside each other; a Variant deeper than {DEEPEST} is refused")


def malformed_godot3(vectors, e):
    def bad(*arguments, **more):
        vectors.add_malformed(e, *arguments, **more)

    bad("type 27", u32(27) + u32(0), 0, "header", "type 27, the last one is 26")
    bad("type 28", u32(28) + u32(0), 0, "header", "type 28, the last one is 26")
    bad("int 64-bit cut", cut(e.int(1 << 40), 8), 4, "value", "4 of the 8 bytes of the int are there")
    malformed_strings(bad, e, "String")
    malformed_math(bad, e, ["Vector2", "Transform2D", "Quat", "Basis", "Transform", "Color"])
    malformed_node_paths(bad, e)
    bad("Object id cut", cut(e.object_id(7), 8), 4, "id", "4 of the 8 bytes of the id are there")
    bad("Object class past the end", e.header("Object") + u32(1000) + b"Node", 4, "class",
        "the class name is said to have 1000 bytes and 4 are left")
    malformed_containers(bad, e)
    malformed_packed(bad, e, {"PoolByteArray": 1, "PoolIntArray": 4, "PoolRealArray": 4, "PoolVector2Array": 8, "PoolVector3Array": 12,
                              "PoolColorArray": 16})
    bad("PoolStringArray element past the end", e.header("PoolStringArray") + u32(1) + u32(20) + b"abc\0", 8, "length",
        "an element is said to have 20 bytes and 4 are left")
    bad("depth 1100", nested_arrays(e, 1100, e.nil().data), 8 * (DEEPEST + 1), "depth",
        f"1100 arrays inside each other; a Variant deeper than {DEEPEST} is refused", note="by 3.5 and later; 3.3 has no limit")


def malformed_godot2(vectors, e):
    def bad(*arguments, **more):
        vectors.add_malformed(e, *arguments, **more)

    bad("type 29", u32(29) + u32(0), 0, "header", "type 29, the last one is 28")
    bad("type 38", u32(38) + u32(0), 0, "header", "type 38, the last one is 28")
    malformed_strings(bad, e, "String")
    malformed_math(bad, e, ["Vector2", "Matrix32", "Quat", "Matrix3", "Transform", "Color"])
    malformed_node_paths(bad, e)
    bad("NodePath old past the end", e.header("NodePath") + u32(40) + b"a/bc", 4, "length",
        "the path is said to have 40 bytes and 4 are left")
    image = e.header("Image")
    bad("Image cut", image + struct.pack("<3I", 3, 0, 4), 16, "height", "the height of the image is missing")
    bad("Image without data", image + struct.pack("<4I", 3, 0, 1, 1), 20, "data_length",
        "the length of the image's data is missing")
    bad("Image format 23", image + struct.pack("<5I", 23, 0, 1, 1, 4) + bytes(4), 4, "format",
        "image format 23, the last one is 22")
    bad("Image format 4294967295", image + struct.pack("<5I", 0xFFFFFFFF, 0, 1, 1, 4) + bytes(4), 4, "format",
        "image format 4294967295, the last one is 22")
    bad("Image past the end", image + struct.pack("<5I", 3, 0, 4, 4, 48) + bytes(40), 20, "data_length",
        "the image is said to have 48 bytes and 40 are left")
    bad("Image negative", image + struct.pack("<5I", 3, 0, 4, 4, 0xFFFFFFFF) + bytes(8), 20, "data_length",
        "the image is said to have 4294967295 bytes and 8 are left")
    event = e.header("InputEvent")
    bad("InputEvent cut", event + struct.pack("<2I", 1, 0), 12, "length", "the length of the event is missing")
    bad("InputEvent KEY cut", event + struct.pack("<4I", 1, 0, 20, 0), 20, "scancode", "the scancode is missing")
    bad("InputEvent BUTTON cut", event + struct.pack("<3I", 3, 0, 16), 16, "button", "the button is missing")
    loose = "early 2.x never looks at the length, so the engine reads it"
    bad("InputEvent length 4", event + struct.pack("<5I", 1, 0, 4, 0, 65), 12, "length",
        "length 4 is shorter than the event's own 12 bytes", note=loose)
    bad("InputEvent length 64", event + struct.pack("<5I", 1, 0, 64, 0, 65), 12, "length",
        "length 64, and the event has 20 bytes", note=loose)
    bad("InputEvent KEY length 16", event + struct.pack("<5I", 1, 0, 16, 0, 65), 12, "length",
        "length 16, and a key event has 20 bytes", note=loose)
    bad("InputEvent type 9", event + struct.pack("<3I", 9, 0, 12), 4, "type", "event type 9, the last one is 8")
    malformed_containers(bad, e)
    bad("Array shared too short", e.header("Array") + u32(SHARED | 2) + e.nil().data, 12, "element",
        "2 elements are declared (shared), the bytes end after 1")
    malformed_packed(bad, e, {"RawArray": 1, "IntArray": 4, "RealArray": 4, "Vector2Array": 8, "Vector3Array": 12, "ColorArray": 16})
    bad("StringArray element past the end", e.header("StringArray") + u32(1) + u32(20) + b"abc\0", 8, "length",
        "an element is said to have 20 bytes and 4 are left")


# --- Redot's own type -----------------------------------------------------------------------------------------------

@capture
def redot(vectors):
    e = Encoder("redot")
    nothing = e.nil()

    def add(label, value, note="Struct as the sources of Redot 26.3 beta 1 write it; no such engine was at hand"):
        vectors.add(e, label, value, note)

    point = e.struct("Point", [("x", "int", e.int(0), e.int(3)), ("y", "int", e.int(0), e.int(-4))])
    add("Struct", point)
    add("Struct null", e.struct("", []))
    add("Struct without fields", e.struct("Empty", []))
    add("Struct of all kinds of fields", e.struct("res://hero.gd::Hero", [
        ("name", "string", e.string(""), e.string("Zoë")),
        ("tag", "string_name", e.string_name("none"), e.string_name("boss")),
        ("at", "vector2", e.math("Vector2", 0, 0), e.math("Vector2", 1.5, -2)),
        ("path", "packed_vector4_array", e.packed("PackedVector4Array"), e.packed("PackedVector4Array", 1, 2, 3, 4)),
        ("target", "object", nothing, nothing, True, "Node2D"),
        ("anything", "nil", nothing, e.array([e.int(1), e.bool(True)]), False),
        ("from", "struct", e.struct("", []), point, True, "", "Point"),
    ]))
    add("Struct with names of every length", e.struct("abc", [(name, "bool", e.bool(False), e.bool(True)) for name in ("a", "bb", "ccc", "dddd")]))
    add("Array of structs", e.array([point, e.int(7), point]))
    add("Array of struct type", e.array([point, point], element=("builtin", "Struct")))
    add("Dictionary of structs", e.dictionary([(e.string("from"), point), (e.string("to"), e.struct("", []))]))
    add("Dictionary", e.dictionary([(e.string("plain"), e.math("Vector3i", 1, -2, 3))]), "of Godot 4, too")
    add("NodePath with residue", e.node_path(["Arena", "P"], fill=b"\xcd\x01\x7f"), "Redot 26 leaves residue there")


# --- padding of NodePaths of Godot 4.0 to 4.6.2 ---------------------------------------------------------------------

@capture
def godot4_residue(vectors):
    e = Encoder("godot4")
    note = "4.0 to 4.6.2 leave in the padding of a NodePath's names what was there before"
    for fill in (b"\xcd", b"\x01\x02\x03", b"abc"):
        for names, more in [(("a",), {}), (("root", "Main", "P"), {"absolute": True}), (("a", "bb", "ccc", "dddd"), {}),
                            (("Pl",), {"subnames": ["position", "x"]}), ((), {"subnames": ["modulate"]})]:
            path = e.node_path(names, fill=fill, **more)
            vectors.add(e, "NodePath", path, note)
            vectors.add(e, "NodePath in an Array", e.array([e.int(1), path, e.string("end")]), note)
            vectors.add(e, "NodePath in a Dictionary", e.dictionary([(path, e.bool(True)), (e.string("to"), path)]), note)
        path = e.node_path(("root", "P"), ("x",), absolute=True, fill=fill)
        typed = ("builtin", "NodePath")
        vectors.add(e, "NodePath in a typed Array", e.array([path, path], element=typed), note)
        vectors.add(e, "NodePath in a typed Dictionary", e.dictionary([(path, path)], key=typed, value=typed), note)
        vectors.add(e, "NodePath, nested", e.array([e.dictionary([(e.int(1), e.array([path]))]), path]), note)
        vectors.add(e, "NodePath in an Object", e.object("Node3D", [("target", path), ("other", path)]), note)


def main(names):
    for number, (name, fill) in enumerate(CAPTURES.items()):
        if not names or name in names:
            vectors = Vectors(name, number)
            fill(vectors)
            vectors.write()
            print(f"{name}.pcap: {len(vectors.lines)} datagrams")


if __name__ == "__main__":
    main(sys.argv[1:])
