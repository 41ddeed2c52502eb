# SPDX-License-Identifier: MIT
"""An encoder of Godot's binary Variant format, independent of the dissector: tests compare the dissector with it for formats that
no available engine sends.

Encoder(dialect, double) makes Value objects: the bytes, and what a reader must find in them. It also makes bytes that
no engine sends, if asked: garbage in paddings, obsolete flags, documented but never implemented layouts.
"""

import struct
from dataclasses import dataclass, field

FLAG_64 = 1 << 16
FLAG_OBJECT_AS_ID = 1 << 16
SHARED = 1 << 31
NEW_NODE_PATH = 1 << 31
KINDS = {None: 0, "builtin": 1, "class": 2, "script": 3}

TYPE_NAMES = {
    "godot2": "Nil bool int real String Vector2 Rect2 Vector3 Matrix32 Plane Quat AABB Matrix3 Transform Color Image NodePath RID "
              "Object InputEvent Dictionary Array RawArray IntArray RealArray StringArray Vector2Array Vector3Array ColorArray",
    "godot3": "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform Color NodePath RID "
              "Object Dictionary Array PoolByteArray PoolIntArray PoolRealArray PoolStringArray PoolVector2Array "
              "PoolVector3Array PoolColorArray",
    "godot4": "Nil bool int float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4 Vector4i Plane "
              "Quaternion AABB Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal Dictionary "
              "Array PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array "
              "PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray PackedVector4Array",
    # The table that Redot's documentation prints. No engine uses it.
    "redot-docs": "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quaternion AABB Basis Transform3D Color "
                  "NodePath RID Object Dictionary Array PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array "
                  "PackedFloat64Array PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray",
}
# Redot 26.3, read from its sources: Godot 4's, and one more.
TYPE_NAMES["redot"] = TYPE_NAMES["godot4"] + " Struct"
TYPE_IDS = {dialect: {name: number for number, name in enumerate(names.split())} for dialect, names in TYPE_NAMES.items()}

# One letter a component, in wire order: r a real (4 bytes, or 8 in a double precision build), f always 4 bytes.
MATH_LAYOUT = {
    "Vector2": "rr", "Vector2i": "ii", "Rect2": "rrrr", "Rect2i": "iiii", "Vector3": "rrr", "Vector3i": "iii",
    "Vector4": "rrrr", "Vector4i": "iiii", "Plane": "rrrr", "Quat": "rrrr", "Quaternion": "rrrr", "AABB": "r" * 6,
    "Matrix32": "r" * 6, "Transform2D": "r" * 6, "Matrix3": "r" * 9, "Basis": "r" * 9, "Transform": "r" * 12,
    "Transform3D": "r" * 12, "Projection": "r" * 16, "Color": "ffff",
}
ELEMENT_LAYOUT = {
    "IntArray": "i", "PoolIntArray": "i", "PackedInt32Array": "i", "PackedInt64Array": "q",
    "RealArray": "f", "PoolRealArray": "f", "PackedFloat32Array": "f", "PackedFloat64Array": "d",
    "Vector2Array": "rr", "PoolVector2Array": "rr", "PackedVector2Array": "rr",
    "Vector3Array": "rrr", "PoolVector3Array": "rrr", "PackedVector3Array": "rrr", "PackedVector4Array": "rrrr",
    "ColorArray": "ffff", "PoolColorArray": "ffff", "PackedColorArray": "ffff",
}
# The names that Godot 2 writes in a value's text, if they differ from the type's.
TEXT_NAMES = {"RawArray": "ByteArray", "RealArray": "FloatArray"}


@dataclass
class Value:
    """The bytes of one Variant and its content."""
    type: str
    type_id: int
    data: bytes
    text: str = None
    components: list = None
    fields: dict = field(default_factory=dict)


def u32(number):
    return struct.pack("<I", number & 0xFFFFFFFF)


def padded(data, fill=b"\0"):
    """The data, filled up to a multiple of 4 bytes with the fill, repeated as needed."""
    return data + (fill * 3)[:-len(data) % 4]


def string_block(text, fill=b"\0"):
    data = text if isinstance(text, bytes) else text.encode()
    return u32(len(data)) + padded(data, fill)


def number_text(number, letter):
    """The shortest text that reads back as the same number in the width that it has on the wire."""
    if letter in "iq":
        return str(number)
    if number != number or number in (float("inf"), float("-inf")):
        return {"nan": "nan", "inf": "inf", "-inf": "inf_neg"}[str(number)]
    if letter == "f":
        wire = struct.pack("<f", number)
        number = next(value for digits in range(1, 18) if struct.pack("<f", value := float(f"{number:.{digits}g}")) == wire)
    return str(int(number)) if number == int(number) else repr(number)


def string_text(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Encoder:
    def __init__(self, dialect, double=False):
        self.dialect, self.double = dialect, double
        self.ids = TYPE_IDS[dialect]
        self.spaced = dialect in ("godot2", "godot3")  # Vector2( 1, 2 ) there, Vector2(1, 2) later

    # --- helpers ---

    def header(self, type_name, flags=0):
        return u32(self.ids[type_name] | flags)

    def value(self, type_name, body, text=None, flags=0, **more):
        return Value(type_name, self.ids[type_name], self.header(type_name, flags) + body, text, **more)

    def call_text(self, name, parts):
        inside = ", ".join(parts)
        return f"{name}( {inside} )" if self.spaced else f"{name}({inside})"

    def _letters(self, layout):
        return layout.replace("r", "d" if self.double else "f")

    def _flag_64(self, layout):
        """Only Godot 4 encodes the width of reals in the header."""
        return FLAG_64 if self.double and self.dialect in ("godot4", "redot") and "r" in layout else 0

    # --- scalars and text ---

    def nil(self):
        return self.value("Nil", b"", "null")

    def bool(self, value):
        return self.value("bool", u32(value), "true" if value else "false")

    def int(self, value, wide=None):
        if wide is None:
            wide = not -2**31 <= value < 2**31
        return self.value("int", struct.pack("<q" if wide else "<i", value), str(value), FLAG_64 if wide else 0)

    def float(self, value, wide=False):
        name = "real" if self.dialect == "godot2" else "float"
        letter = "d" if wide else "f"
        text = number_text(value, letter)
        if text.lstrip("-").isdigit():
            text += ".0"
        return self.value(name, struct.pack("<" + letter, value), text, FLAG_64 if wide else 0)

    def string(self, text, fill=b"\0"):
        return self.value("String", string_block(text, fill), string_text(text) if isinstance(text, str) else None)

    def string_name(self, text):
        return self.value("StringName", string_block(text), "&" + string_text(text))

    # --- math and packed arrays ---

    def math(self, type_name, *components):
        layout = MATH_LAYOUT[type_name]
        assert len(layout) == len(components), type_name
        letters = self._letters(layout)
        text = self.call_text(type_name, map(number_text, components, letters))
        return self.value(type_name, struct.pack("<" + letters, *components), text, self._flag_64(layout),
                          components=list(components))

    def packed(self, type_name, *numbers, count_format="<I"):
        layout = ELEMENT_LAYOUT[type_name]
        count = len(numbers) // len(layout)
        letters = self._letters(layout) * count
        text = self.call_text(TEXT_NAMES.get(type_name, type_name), map(number_text, numbers, letters))
        return self.value(type_name, struct.pack(count_format, count) + struct.pack("<" + letters, *numbers), text,
                          self._flag_64(layout), components=list(numbers), fields={"count": count})

    def byte_array(self, type_name, data, fill=b"\0"):
        text = self.call_text(TEXT_NAMES.get(type_name, type_name), map(str, data))
        return self.value(type_name, u32(len(data)) + padded(data, fill), text, fields={"count": len(data)})

    def string_array(self, type_name, texts, terminated=True, fill=b"\0"):
        body = u32(len(texts))
        for text in texts:
            body += string_block(text.encode() + (b"\0" if terminated else b""), fill)
        return self.value(type_name, body, self.call_text(type_name, map(string_text, texts)), fields={"count": len(texts)})

    # --- paths, ids, objects ---

    def node_path(self, names, subnames=(), absolute=False, property=None, fill=b"\0"):
        flags = (1 if absolute else 0) | (2 if property is not None else 0)
        parts = [*names, *subnames] + ([property] if property is not None else [])
        body = u32(NEW_NODE_PATH | len(names)) + u32(len(subnames)) + u32(flags)
        body += b"".join(string_block(part, fill) for part in parts)
        path = ("/" if absolute else "") + "/".join(names) + "".join(":" + part for part in parts[len(names):])
        return self.value("NodePath", body, f"NodePath({string_text(path)})", fields={
            "names": list(names), "subnames": list(subnames), "property": property, "absolute": absolute, "flags": flags})

    def old_node_path(self, text, pad):
        data = text.encode()
        return self.value("NodePath", u32(len(data)) + (padded(data) if pad else data), f"NodePath({string_text(text)})",
                          fields={"format": "old", "length": len(data)})

    def rid(self, number=None):
        if number is None:
            return self.value("RID", b"")
        return self.value("RID", struct.pack("<Q", number), f"RID({number})" if number else "RID()", fields={"id": number})

    def object_id(self, number):
        return self.value("Object", struct.pack("<Q", number), flags=FLAG_OBJECT_AS_ID, fields={"id": number})

    def object(self, class_name, properties):
        body = string_block(class_name) + u32(len(properties))
        body += b"".join(string_block(name) + value.data for name, value in properties)
        return self.value("Object", body, fields={"class": class_name, "property_count": len(properties),
                                                  "properties": {name: value.text for name, value in properties}})

    def signal(self, name, object_id):
        return self.value("Signal", string_block(name) + struct.pack("<Q", object_id),
                          fields={"name": name, "object_id": object_id})

    # --- containers ---

    def _kind_block(self, kind):
        if kind is None:
            return b""
        if kind[0] == "builtin":
            return u32(self.ids[kind[1]])
        return string_block(kind[1])

    @staticmethod
    def _kind_number(kind):
        return KINDS[kind and kind[0]]

    @staticmethod
    def _text_of_all(values):
        return None if any(value.text is None for value in values) else [value.text for value in values]

    def array(self, items, shared=False, element=None):
        body = self._kind_block(element) + u32(len(items) | (SHARED if shared else 0))
        body += b"".join(item.data for item in items)
        texts = self._text_of_all(items)
        text = None
        if texts is not None and (not element or element[0] != "script"):
            text = "[ " + ", ".join(texts) + " ]" if self.spaced else "[" + ", ".join(texts) + "]"
            if element:
                text = f"Array[{element[1]}]({text})"
        fields = {"count": len(items), "shared": shared}
        if element:
            fields["element"] = {"kind": element[0], "type": element[1]}
        return self.value("Array", body, text, self._kind_number(element) << 16, fields=fields)

    def dictionary(self, pairs, shared=False, key=None, value=None):
        body = self._kind_block(key) + self._kind_block(value) + u32(len(pairs) | (SHARED if shared else 0))
        body += b"".join(one.data + other.data for one, other in pairs)
        texts = self._text_of_all([part for pair in pairs for part in pair])
        text = None
        if texts is not None and "script" not in (key and key[0], value and value[0]):
            text = "{" + ", ".join(f"{one}: {other}" for one, other in zip(texts[::2], texts[1::2])) + "}"
            if key or value:
                text = f"Dictionary[{key[1] if key else 'Variant'}, {value[1] if value else 'Variant'}]({text})"
        fields = {"count": len(pairs), "shared": shared}
        for name, kind in (("key", key), ("value", value)):
            if kind:
                fields[name] = {"kind": kind[0], "type": kind[1]}
        return self.value("Dictionary", body, text, self._kind_number(key) << 16 | self._kind_number(value) << 18, fields=fields)

    # --- Redot only ---

    def struct(self, type_name, fields, version=1):
        """fields: (name, type's word, default, value), and if there are: typed, class, struct."""
        if not type_name:
            return self.value("Struct", string_block(""), "null", fields={"struct": ""})
        body = string_block(type_name) + u32(version) + u32(len(fields))
        for name, word, default, _, *more in fields:
            typed, class_name, struct_name = (*more, *(True, "", "")[len(more):])
            body += string_block(name) + string_block(word) + u32(typed) + string_block(class_name)
            body += string_block(struct_name) + default.data
        body += b"".join(value.data for _, _, _, value, *_ in fields)
        text = f"Struct[{type_name}](" + ", ".join(value.text for _, _, _, value, *_ in fields) + ")"
        return self.value("Struct", body, text, fields={"struct": type_name, "count": len(fields)})

    # --- Godot 2 only ---

    def image(self, image_format, format_name, width, height, pixels, mipmaps=0, fill=b"\0"):
        body = struct.pack("<5I", image_format, mipmaps, width, height, len(pixels)) + padded(pixels, fill)
        return self.value("Image", body, fields={"format": image_format, "format_name": format_name, "mipmaps": mipmaps,
                                                 "width": width, "height": height, "data_length": len(pixels)})

    def input_event(self, event, event_name, device, specifics=b"", **fields):
        length = 12 + len(specifics)
        return self.value("InputEvent", struct.pack("<3I", event, device, length) + specifics,
                          fields={"event": event, "event_name": event_name, "device": device, "length": length, **fields})
