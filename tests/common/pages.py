# SPDX-License-Identifier: MIT
"""Values encoded as the pages about the binary serialization describe them, row by row, as by a developer who has the page and no
engine. Where a page and the engines disagree, the page is followed. All values are synthetic.

Five pages: `korean` (Godot 3.x, also in English since 3.2), `godot31`, `godot30`, `redot` (the text of Godot 4's own
page) and `mole` (the text of Godot 2's page). A sixth, `REWRITTEN`, is Godot 4's page after it was rewritten.
"""

import struct
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "pcaps" / "vectors"))

from variant_encoder import number_text, string_text  # noqa: E402

FLAG_64 = 1 << 16
SHARED = 1 << 31
NEW_FORMAT = 1 << 31


@dataclass(frozen=True)
class Page:
    """The content of a page: its table, in the page's order, and the forms that differ from the engine's."""

    name: str
    dialect: str
    table: tuple  # names of types in the dialect's spelling
    wide_ints: bool = False  # ints have 8 bytes and no flag
    flag_64: bool = False  # ints and floats may be 8 bytes, by flag
    double: bool = True  # describes double-precision builds
    new_paths: bool = True
    lost: tuple = ()  # sections that the page no longer has


TABLE_3 = tuple(
    "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform Color NodePath RID Object "
    "Dictionary Array PoolByteArray PoolIntArray PoolRealArray PoolStringArray PoolVector2Array PoolVector3Array "
    "PoolColorArray".split()
)
TABLE_REDOT = tuple(
    "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quaternion AABB Basis Transform3D Color NodePath RID "
    "Object Dictionary Array PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array "
    "PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray".split()
)
TABLE_MOLE = tuple(
    "Nil bool int real String Vector2 Rect2 Vector3 Matrix32 Plane Quat AABB Matrix3 Transform Color Image NodePath RID Object "
    "InputEvent Dictionary Array RawArray IntArray RealArray StringArray Vector2Array Vector3Array ColorArray".split()
)
PAGES = (
    Page("korean", "godot3", TABLE_3, flag_64=True),
    Page("godot31", "godot3", TABLE_3, wide_ints=True),
    Page("godot30", "godot3", TABLE_3, wide_ints=True, new_paths=False, lost=("Transform2D", "Transform", "RID", "Object")),
    Page("redot", "redot-docs", TABLE_REDOT, flag_64=True),
    Page("mole", "godot2", TABLE_MOLE, double=False, lost=("InputEvent",)),
)

# In the order of the page, which differs from the engine's from 11 to 13.
TABLE_REWRITTEN = tuple(
    "Nil bool int float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Vector4 Vector4i Transform2D Plane Quaternion AABB "
    "Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal Dictionary Array PackedByteArray "
    "PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array PackedStringArray PackedVector2Array "
    "PackedVector3Array PackedColorArray PackedVector4Array".split()
)
REWRITTEN = Page("godot4", "godot4", TABLE_REWRITTEN, flag_64=True)
MISPLACED = ("Vector4", "Vector4i", "Transform2D")

# How many numbers a type, or an element of an array, contains.
MATH = {
    "Vector2": 2, "Rect2": 4, "Vector3": 3, "Transform2D": 6, "Matrix32": 6, "Plane": 4, "Quat": 4, "Quaternion": 4, "AABB": 6,
    "Basis": 9, "Matrix3": 9, "Transform": 12, "Transform3D": 12, "Color": 4, "Vector4": 4, "Projection": 16,
}  # fmt: skip
WHOLE = {"Vector2i": 2, "Rect2i": 4, "Vector3i": 3, "Vector4i": 4}
INTS = {"PoolIntArray": "i", "IntArray": "i", "PackedInt32Array": "i", "PackedInt64Array": "q"}
FLOATS = {"PoolRealArray": "f", "RealArray": "f", "PackedFloat32Array": "f", "PackedFloat64Array": "d"}
VECTORS = {"Vector2Array": 2, "Vector3Array": 3, "ColorArray": 4, "Vector4Array": 4}
# Rows for which an engine would write the same bytes.
OF_ENGINES = {"Nil", "bool", "String", "Vector2", "Rect2", "Vector3", "Plane", "AABB", "Dictionary", "Array"}
# Godot 2 writes two of its types as text under other names.
TEXT_NAMES = {"RawArray": "ByteArray", "RealArray": "FloatArray"}
NUMBERS = (0.5, -2.25, 3.0, 1024.125, -7.0, 0.1, 100.5, -0.75, 8.0, 9.5, -10.25, 11.0)
TEXTS = ("", "a", "four", "Grüße", "longer than one word")


@dataclass(frozen=True)
class Row:
    page: Page
    label: str
    type_name: str
    data: bytes
    text: str
    double: bool

    def __str__(self):
        return f"{self.page.name}: {self.label}{', double precision' if self.double else ''}"


def u32(number):
    return struct.pack("<I", number & 0xFFFFFFFF)


def padded(data):
    return data + bytes(-len(data) % 4)


def string_block(text):
    return u32(len(text.encode())) + padded(text.encode())


class Writer:
    """The rows of a page, in one precision."""

    def __init__(self, page, double):
        self.page, self.double = page, double
        self.is_spaced = page.dialect in ("godot2", "godot3")

    def header(self, type_name, flags=0):
        return u32(self.page.table.index(type_name) | flags)

    def call(self, type_name, parts):
        inside = ", ".join(parts)
        name = TEXT_NAMES.get(type_name, type_name)
        return f"{name}( {inside} )" if self.is_spaced else f"{name}({inside})"

    def row(self, type_name, body, text, label=None, flags=0):
        data = self.header(type_name, flags) + body
        return Row(self.page, label or type_name, type_name, data, text, self.double)

    def rows(self):
        """Every row of the page's table, with several values each."""
        for type_name in self.page.table:
            if type_name not in self.page.lost:
                yield from self.rows_of(type_name)

    def rows_of(self, type_name):
        short = type_name.removeprefix("Pool").removeprefix("Packed")
        if type_name in MATH:
            yield from self.math(type_name)
        elif type_name in INTS or type_name in FLOATS:
            yield from self.numbers(type_name, INTS.get(type_name) or FLOATS[type_name])
        elif short in VECTORS:
            yield from self.vectors(type_name, VECTORS[short])
        elif short in ("ByteArray", "RawArray"):
            yield from self.bytes_(type_name)
        elif short == "StringArray":
            yield from self.strings(type_name)
        else:
            yield from getattr(self, type_name.lower())()

    def nil(self):
        yield self.row("Nil", b"", "null")

    def bool(self):
        for value in (0, 1):
            yield self.row("bool", u32(value), ("false", "true")[value])

    def int(self):
        narrow = (0, 1, -1, 42, 2**31 - 1, -(2**31))
        wide = (2**31, 2**40 + 5, -(2**53))
        if self.page.wide_ints:
            for value in narrow + wide:
                yield self.row("int", struct.pack("<q", value), str(value), "int, 8 bytes without a flag")
            return
        for value in narrow:
            yield self.row("int", struct.pack("<i", value), str(value))
        for value in wide if self.page.flag_64 else ():
            yield self.row("int", struct.pack("<q", value), str(value), "int, 8 bytes", FLAG_64)

    def real(self):
        yield from self.float("real")

    def float(self, type_name="float"):
        for value in NUMBERS[:6]:
            # A script's float has 64 bits, whatever its bytes.
            text = repr(struct.unpack("<f", struct.pack("<f", value))[0])
            yield self.row(type_name, struct.pack("<f", value), text if "." in text else text + ".0")
        for value in (0.1, 1 / 3) if self.page.flag_64 else ():
            yield self.row(type_name, struct.pack("<d", value), repr(value), "float, 8 bytes", FLAG_64)

    def string(self):
        for text in TEXTS:
            yield self.row("String", string_block(text), string_text(text))

    def math(self, type_name):
        letter = "d" if self.double else "f"  # colours are structures like the others
        for first in range(3):
            numbers = [NUMBERS[(first + i) % len(NUMBERS)] for i in range(MATH[type_name])]
            text = self.call(type_name, [number_text(number, letter) for number in numbers])
            yield self.row(type_name, struct.pack(f"<{len(numbers)}{letter}", *numbers), text)

    def nodepath(self):
        for path in ("a", "a/b:c", "/root/Main"):
            body = string_block(path)
            yield self.row("NodePath", body, f"NodePath({string_text(path)})", "NodePath, old format")
        for path in ("a", "a/b:c:d", "/root/Main") if self.page.new_paths else ():
            names, *subnames = path.lstrip("/").split(":")
            names = names.split("/")
            body = u32(NEW_FORMAT | len(names)) + u32(len(subnames)) + u32(path.startswith("/"))
            body += b"".join(map(string_block, names + subnames))
            yield self.row("NodePath", body, f"NodePath({string_text(path)})", "NodePath, new format")

    def rid(self):
        yield self.row("RID", b"", "RID()")

    def object(self):
        if self.page.name != "redot":  # "unsupported": the page does not say which bytes follow; in Godot 2 none follow
            if self.page.dialect == "godot2":
                yield self.row("Object", b"", "null")
            return
        yield self.row("Object", u32(0), "null", "Object, null")
        for number in (12345, 2**40 + 1, -(2**63) + 77):
            text = f'Object(EncodedObjectAsID,"object_id":{number})'
            yield self.row("Object", struct.pack("<q", number), text, "Object, id without a flag")
        for class_name, name in (("Node", "name"), ("Resource", "a_b"), ("Sprite2D", "z")):
            value = self.header("int") + struct.pack("<i", 7)
            body = u32(len(class_name)) + class_name.encode() + u32(1) + u32(len(name)) + name.encode() + value
            yield self.row("Object", body, f'Object({class_name},"{name}":7)', "Object, names without padding")

    def image(self):
        for width, pixels in ((1, b"\1"), (2, b"\1\2"), (4, b"\1\2\3\4")):
            body = struct.pack("<5I", 0, 0, width, 1, len(pixels)) + padded(pixels)
            numbers = ", ".join(map(str, pixels))
            yield self.row("Image", body, f"Image( {width}, 1, 0, GRAYSCALE, {numbers} )")

    def dictionary(self):
        for shared in (0, SHARED):
            label = "Dictionary, shared" if shared else "Dictionary"
            yield self.row("Dictionary", u32(shared), "{}", label)
            pairs = [(f"key{i}", self.a_number(i)) for i in range(3)]
            body = b"".join(self.header("String") + string_block(key) + value.data for key, value in pairs)
            text = "{" + ", ".join(f"{string_text(key)}: {value.text}" for key, value in pairs) + "}"
            yield self.row("Dictionary", u32(shared | len(pairs)) + body, text, label)

    def array(self):
        for shared in (0, SHARED):
            label = "Array, shared" if shared else "Array"
            yield self.row("Array", u32(shared), self.array_text([]), label)
            yield self.in_array([self.a_number(1), self.a_number(2)], label, shared)

    def bytes_(self, type_name):
        for data in (b"", b"\1", b"\0\xff\x80\7", bytes(range(9))):
            yield self.row(type_name, u32(len(data)) + padded(data), self.call(type_name, map(str, data)))

    def numbers(self, type_name, letter):
        values = (0, 1, -1, 42, 2**31 - 1) if letter in "iq" else NUMBERS
        count = "<Q" if type_name == "PackedInt64Array" else "<I"
        for length in (1, 2, len(values)):
            body = struct.pack(count, length) + struct.pack(f"<{length}{letter}", *values[:length])
            yield self.row(type_name, body, self.call(type_name, [number_text(value, letter) for value in values[:length]]))

    def strings(self, type_name):
        for texts in (("a",), TEXTS[1:], ("name", "four")):
            body = u32(len(texts)) + b"".join(map(string_block, texts))
            yield self.row(type_name, body, self.call(type_name, map(string_text, texts)))

    def vectors(self, type_name, width):
        letter = "d" if self.double else "f"
        for length in (1, 3):
            numbers = NUMBERS[: length * width]
            body = u32(length) + struct.pack(f"<{len(numbers)}{letter}", *numbers)
            yield self.row(type_name, body, self.call(type_name, [number_text(number, letter) for number in numbers]))

    # --- Rows inside other rows ---

    def a_number(self, value):
        return next(row for row in self.int() if row.text == str(42)) if value == 42 else list(self.int())[value]

    def array_text(self, texts):
        inside = ", ".join(texts)
        if self.is_spaced:
            return f"[ {inside} ]" if texts else "[  ]"
        return f"[{inside}]"

    def in_array(self, rows, label, shared=0):
        body = u32(len(rows) | shared) + b"".join(row.data for row in rows)
        return self.row("Array", body, self.array_text([row.text for row in rows]), label)

    def in_dictionary(self, row):
        """The row as a value, before another pair, which shows where the row ends."""
        key = self.header("String") + string_block("key")
        end = self.header("String") + string_block("end")
        body = u32(2) + key + row.data + end + end
        return self.row("Dictionary", body, f'{{"key": {row.text}, "end": "end"}}', f"{row.label}, in a dictionary")

    def nested(self, row):
        end = self.row("String", string_block("end"), '"end"')
        yield self.in_array([row, end], f"{row.label}, in an array")
        yield self.in_dictionary(row)


class RewrittenWriter(Writer):
    """The rewritten page: other types, and some forms equal to the engine's."""

    def rows_of(self, type_name):
        if type_name in WHOLE:
            numbers = [int(number) - 3 for number in NUMBERS[: WHOLE[type_name]]]
            body = struct.pack(f"<{len(numbers)}i", *numbers)
            yield self.row(type_name, body, self.call(type_name, map(str, numbers)))
        else:
            yield from super().rows_of(type_name)

    def row(self, type_name, body, text, label=None, flags=0):
        """Double-precision builds set the flag; colours stay single, as the page says of arrays of them."""
        short = type_name.removeprefix("Packed")
        wide = self.double and (type_name in MATH or short in VECTORS) and "Color" not in type_name
        return super().row(type_name, body, text, label, flags | (FLAG_64 if wide else 0))

    def math(self, type_name):
        yield from Writer.math(self.single() if type_name == "Color" else self, type_name)

    def vectors(self, type_name, width):
        yield from Writer.vectors(self.single() if "Color" in type_name else self, type_name, width)

    def single(self):
        return RewrittenWriter(self.page, False)

    def stringname(self):
        for text in TEXTS:
            yield self.row("StringName", string_block(text), "&" + string_text(text))

    def nodepath(self):
        yield from (row for row in super().nodepath() if row.label == "NodePath, new format")

    def rid(self):
        for number in (0, 7, 2**40 + 1):
            yield self.row("RID", struct.pack("<Q", number), f"RID({number or ''})")

    def object(self):
        yield self.row("Object", u32(0), "null", "Object, null")
        yield self.row("Object", struct.pack("<q", 0), "null", "Object, id 0", FLAG_64)
        for number in (12345, 2**40 + 1):
            text = f'Object(EncodedObjectAsID,"object_id":{number})'
            yield self.row("Object", struct.pack("<q", number), text, "Object, id", FLAG_64)
        for class_name, name in (("Node", "name"), ("Sprite2D", "z")):
            value = self.header("int") + struct.pack("<i", 7)
            body = string_block(class_name) + u32(1) + string_block(name) + value
            yield self.row("Object", body, f'Object({class_name},"{name}":7)')

    def callable(self):
        yield self.row("Callable", b"", "Callable()")

    def signal(self):
        yield self.row("Signal", string_block("hit") + struct.pack("<q", 12345), "Signal()")

    def array(self):
        yield from super().array()
        number = self.a_number(42)
        kinds = (1, u32(self.page.table.index("int")), "int"), (2, string_block("Node"), "Node")
        for kind, described, name in kinds:
            inside = [number] if kind == 1 else []
            body = described + u32(len(inside)) + b"".join(row.data for row in inside)
            text = f"Array[{name}]([{', '.join(row.text for row in inside)}])"
            yield self.row("Array", body, text, "Array, typed", kind << 16)

    def dictionary(self):
        yield from super().dictionary()
        number = self.a_number(42)
        described = u32(self.page.table.index("String")) + u32(self.page.table.index("int"))
        body = described + u32(1) + self.header("String") + string_block("x") + number.data
        yield self.row("Dictionary", body, f'Dictionary[String, int]({{"x": {number.text}}})', "Dictionary, typed", 5 << 16)

    def strings(self, type_name):
        for texts in (("a",), TEXTS, ("name", "four")):
            body = u32(len(texts)) + b"".join(u32(len(text.encode()) + 1) + padded(text.encode() + b"\0") for text in texts)
            yield self.row(type_name, body, self.call(type_name, map(string_text, texts)))

    def numbers(self, type_name, letter):
        yield from (self.with_short_count(row, letter) for row in super().numbers(type_name, letter))

    def with_short_count(self, row, letter):
        if letter != "q":
            return row
        return Row(row.page, row.label, row.type_name, row.data[:8] + row.data[12:], row.text, row.double)


def rows(page):
    """Every row of the page and the same rows nested, in each precision that the page describes."""
    for double in (False, True) if page.double else (False,):
        writer = (RewrittenWriter if page is REWRITTEN else Writer)(page, double)
        for row in writer.rows():
            yield row
            yield from writer.nested(row)
