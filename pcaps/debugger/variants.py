# SPDX-License-Identifier: MIT
"""A reader and a writer of Variants of Godot 3 and 4, independent of the dissector: the listener uses them, and tests
compare the dissector with them."""

import struct
from dataclasses import dataclass

NAMES = {
    3: "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform Color NodePath RID "
       "Object Dictionary Array PoolByteArray PoolIntArray PoolRealArray PoolStringArray PoolVector2Array "
       "PoolVector3Array PoolColorArray",
    4: "Nil bool int float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4 Vector4i Plane "
       "Quaternion AABB Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal Dictionary "
       "Array PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array PackedFloat64Array "
       "PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray PackedVector4Array",
}
NAMES = {generation: names.split() for generation, names in NAMES.items()}
NUMBERS = {
    "Vector2": "2f", "Vector2i": "2i", "Rect2": "4f", "Rect2i": "4i", "Vector3": "3f", "Vector3i": "3i",
    "Transform2D": "6f", "Vector4": "4f", "Vector4i": "4i", "Plane": "4f", "Quat": "4f", "Quaternion": "4f", "AABB": "6f",
    "Basis": "9f", "Transform": "12f", "Transform3D": "12f", "Projection": "16f", "Color": "4f",
}
ELEMENTS = {
    "ByteArray": "B", "IntArray": "i", "Int32Array": "i", "Int64Array": "q", "RealArray": "f", "Float32Array": "f",
    "Float64Array": "d", "Vector2Array": "2f", "Vector3Array": "3f", "ColorArray": "4f", "Vector4Array": "4f",
}


@dataclass
class Node:
    """A value: its type's name, its Python value, and the range of its bytes."""
    type: str
    value: object
    begin: int
    end: int

    def plain(self):
        """Without offsets: lists of values, pairs of values, or the value itself."""
        if self.type == "Array":
            return [element.plain() for element in self.value]
        if self.type == "Dictionary":
            return {key.plain(): element.plain() for key, element in self.value}
        return self.value


class NodePath(str):
    """The path as text; a class of its own, because the writer must distinguish it from a String."""


class Reader:
    def __init__(self, generation, data, at=0):
        self.names, self.data, self.at = NAMES[generation], data, at

    def number(self, form="I"):
        value = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value[0] if len(value) == 1 else value

    def text(self):
        size = self.number()
        text = self.data[self.at : self.at + size].decode()
        self.at += size + -size % 4
        return text

    def value(self):
        begin = self.at
        header = self.number()
        name = self.names[header & 0xFF]
        return Node(name, self._payload(name, header >> 16), begin, self.at)

    def _payload(self, name, flags):
        if name in ("Nil", "Callable") or (name == "RID" and "Vector2i" not in self.names):
            return None
        if name == "bool":
            return bool(self.number())
        if name == "int":
            return self.number("q" if flags & 1 else "i")
        if name == "float":
            return self.number("d" if flags & 1 else "f")
        if name in ("String", "StringName"):
            return self.text()
        if name in NUMBERS:
            return self.number(NUMBERS[name])
        if name == "NodePath":
            names, subnames, absolute = self.number() & 0x7FFFFFFF, self.number(), self.number() & 1
            path = ("/" if absolute else "") + "/".join(self.text() for _ in range(names))
            return NodePath(path + "".join(":" + self.text() for _ in range(subnames)))
        if name == "RID":
            return self.number("Q")
        if name == "Object":
            if flags & 1:
                return self.number("Q")
            name = self.text()
            return name and (name, [(self.text(), self.value()) for _ in range(self.number())])
        if name == "Signal":
            return (self.text(), self.number("Q"))
        if name in ("Dictionary", "Array"):
            for kind in (flags & 3, flags >> 2 & 3):
                if kind:
                    self.number() if kind == 1 else self.text()
            count = self.number() & 0x7FFFFFFF
            if name == "Array":
                return [self.value() for _ in range(count)]
            return [(self.value(), self.value()) for _ in range(count)]
        kind = name.replace("Pool", "").replace("Packed", "")
        count = self.number()
        if kind == "StringArray":
            return [self.text().rstrip("\0") for _ in range(count)]
        values = [self.number(ELEMENTS[kind]) for _ in range(count)]
        if kind == "ByteArray":
            self.at += -count % 4
            return bytes(values)
        return values


def text_block(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


def write(generation, value):
    """A Python value as a Variant: None, bool, int, float, str, NodePath, tuples of floats (vectors), lists."""
    names = NAMES[generation]

    def header(name, flags=0):
        return struct.pack("<I", names.index(name) | flags << 16)

    if value is None:
        return header("Nil")
    if isinstance(value, bool):
        return header("bool") + struct.pack("<I", value)
    if isinstance(value, int):
        wide = not -(2**31) <= value < 2**31
        return header("int", wide) + struct.pack("<q" if wide else "<i", value)
    if isinstance(value, float):
        wide = struct.unpack("<f", struct.pack("<f", value))[0] != value
        return header("float", wide) + struct.pack("<d" if wide else "<f", value)
    if isinstance(value, NodePath):
        parts = str(value).strip("/").split("/")
        return header("NodePath") + struct.pack("<III", len(parts) | 1 << 31, 0, value.startswith("/")) + b"".join(
            text_block(part) for part in parts)
    if isinstance(value, str):
        return header("String") + text_block(value)
    if isinstance(value, tuple):
        name = {2: "Vector2", 3: "Vector3", 4: "Color", 6: "Transform2D"}[len(value)]
        return header(name) + struct.pack(f"<{len(value)}f", *value)
    return header("Array") + struct.pack("<I", len(value)) + b"".join(write(generation, each) for each in value)


@dataclass
class Message:
    """A message: its name, thread (4.2 and later), elements, and the bytes that it takes in its direction's stream."""
    name: str
    thread: int
    elements: list
    begin: int
    end: int
    run: bool = False


def messages(generation, data, to_editor, prefixed=True):
    """The messages in a direction's stream, and how many bytes they take."""
    found, at, run = [], 0, None
    while True:
        size = len(data) - at
        start = at
        if prefixed:
            if len(data) < at + 4:
                break
            size = struct.unpack_from("<I", data, at)[0]
            start = at + 4
        if len(data) < start + size or size == 0:
            break
        reader = Reader(generation, data, start)
        node = reader.value()
        assert reader.at == start + size, (reader.at, start + size)
        at = start + size
        if generation == 4:
            name, *thread, elements = node.value
            found.append(Message(name.value, thread[0].value if thread else 0, elements.value, start, at))
        elif not to_editor:
            found.append(Message(node.value[0].value, 0, node.value[1:], start, at))
        elif run is None:
            run = [Message(node.value, 0, [], start, at, True), None]
        elif run[1] is None:
            run[1] = node.value
        else:
            run[0].elements.append(node)
        if run and run[1] is not None and len(run[0].elements) == run[1]:
            run[0].end = at
            found.append(run[0])
            run = None
    return found, at
