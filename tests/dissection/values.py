# SPDX-License-Identifier: MIT
"""Compares the values that tshark shows with their senders' truth."""

import math
import re
import struct

import godot_text

# Leaves whose number or text is part of a value's text, by the end of their names; see number_matches() for the rest.
STRINGS = ("string", "string_name", "node_path", "object.property_name", "element_script", "key_script", "value_script")
# Leaves that are numbers but no part of the text.
NOT_IN_TEXT = (
    "header", "type", "flags", "flag_64", "object_as_id", "typed_array", "element_type_kind", "key_type_kind",
    "value_type_kind", "string.length", "array.count", "dictionary.count", "packed.count", "packed.count64", "shared",
    "element_type", "key_type", "value_type", "element_class", "key_class", "value_class", "object.property_count",
    "object.class", "padding", "trailing", "type_name", "text", "signal", "signal.object_id", "stream.length",
    "struct.type", "struct.version", "struct.count", "struct.field_name", "struct.field_type", "struct.field_typed",
    "struct.field_class", "struct.field_struct",
)  # fmt: skip
SUBTREES = ("", "index", "entry", "key", "value", "object.property", "packed.elements", "packed.element",
            "struct.field", "struct.default", "struct.value")  # fmt: skip
PREFIX = "godot.variant"
EXPERT = "_ws.expert"


def short(name):
    """The part of a filter name after "godot.variant."."""
    return name[len(PREFIX) + 1 :]


def is_variant(name):
    return name.startswith(PREFIX)


def leaves(value):
    """The leaves of a tree that are part of the text, in order."""
    for item in value.walk(without=(EXPERT, f"{PREFIX}.struct.default")):
        name = short(item.name)
        if not is_variant(item.name) or name in SUBTREES or name in NOT_IN_TEXT or name.startswith("node_path."):
            continue
        yield item


def number_of(item):
    """A leaf's number, read from its bytes; None if they are no number."""
    name = short(item.name)
    if item.data is None:
        return None
    is_real = name == "float" or "." in name and not name.startswith(("object", "packed")) and not _integers(name)
    forms = {(True, 4): "<f", (True, 8): "<d", (False, 4): "<i", (False, 8): "<q"}
    form = forms.get((is_real, len(item.data)))
    return struct.unpack(form, item.data)[0] if form else None


def _integers(name):
    return name.split(".")[0].endswith("i") and name.split(".")[0] in ("vector2i", "vector3i", "vector4i", "rect2i")


def number_matches(item, word):
    """None if the leaf's bytes and its number are the word's; otherwise what differs."""
    number = number_of(item)
    if number is None:
        return f"{item!r}: no number in {item.data!r}"
    if isinstance(number, int):
        shown = str(number % 2**64) if item.name == PREFIX + ".rid" else str(number)
        return None if str(number) == word and shown == item.show else f"{item!r}: {number} and {word}"
    expected = float(godot_text.NOT_FINITE.get(word, word))
    if len(item.data) == 4 and math.isfinite(expected):
        expected = struct.unpack("<f", struct.pack("<f", expected))[0]
    if not _same_real(number, expected):
        return f"{item!r}: {number!r} and {word}"
    if not _shows(item.show, number):
        return f"{item!r} shows another number than its bytes, {number!r}"
    return None


def _shows(text, number):
    """True if the text is the number, except for its last digits."""
    shown = float(text)
    greatest = abs(number) > 1.7976931348623e308 and math.isinf(shown)
    return greatest or math.isclose(shown, number, rel_tol=1e-5) or _same_real(shown, number)


def _same_real(one, other):
    return one == other and math.copysign(1, one) == math.copysign(1, other) or math.isnan(one) and math.isnan(other)


def _as_read(text):
    """A text as the engine reads it; the number of replacement characters for broken bytes may differ."""
    return re.sub("\ufffd+", "\ufffd", text.split("\0")[0].removeprefix("\ufeff"))


def leaves_match(value, text):
    """None if the leaves below a value are those in its text, in order; otherwise what differs."""
    words = iter(godot_text.scalars(text))
    for item in leaves(value):
        name = short(item.name)
        if name == "packed.bytes":
            expected = [str(byte) for byte in item.data or b""]
            found = [next(words, None) for _ in expected]
            if found != expected:
                return f"{name}: {expected} and {found}"
            continue
        if name in ("object.id", "rid") and int(item.show) == 0:
            continue
        word = next(words, None)
        if name == "object.id" and word == "object_id":
            word = next(words, None)
        if word is None:
            return f"{item!r} is not in the text"
        if name == "bool":
            wrong = None if (any(item.data), word) in ((True, "true"), (False, "false")) else f"{item!r} and {word}"
        elif name in STRINGS:
            wrong = None if _as_read(item.show) == _as_read(word) else f"{item!r} and {word!r}"
        else:
            wrong = number_matches(item, word)
        if wrong:
            return wrong
    rest = list(words)
    return f"not in the tree: {rest[:5]}" if rest else None


def type_matches(value, message):
    """None if type id and name are those of the truth; otherwise what differs."""
    header = value.child(PREFIX + ".header")
    if header is None:
        return "no header"
    found = (int(header.child(PREFIX + ".type").show), value.child(PREFIX + ".type_name").show)
    expected = (message["typeid"], message["type"])
    return None if found == expected else f"type {found} instead of {expected}"


def value_matches(value, message):
    """All that differs between a value of the tree and its truth."""
    text = value.child(PREFIX + ".text")
    if text is None:
        return ["no text"]
    wrong = [type_matches(value, message), message.same_bytes(own_bytes(value)), message.same_text(text.show)]
    if not value.all(PREFIX + ".elements_omitted") and not godot2_only(text.show):
        wrong.append(leaves_match(value, text.show))
    if value.all(PREFIX + ".malformed"):
        wrong.append(f"malformed: {value.shows(PREFIX + '.malformed')}")
    return [problem for problem in wrong if problem]


def godot2_only(text):
    """True if leaves are no part of the text."""
    return "Image(" in text or "InputEvent(" in text


def own_bytes(value):
    """The bytes of a value, with its trailing bytes, without the length before it on a stream."""
    begin = value.child(PREFIX + ".header").position - value.position
    return value.data[begin:]


# --- Further keys of the vectors' truth ---------------------------------------------------------------------------

# Keys of "fields", and the filter names whose values they are.
FIELD_NAMES = {
    "data_length": "image.data_length",
    "mipmaps": "image.mipmaps",
    "width": "image.width",
    "height": "image.height",
    "event": "input_event.type",
    "device": "input_event.device",
    "modifiers": "input_event.modifiers",
    "scancode": "input_event.scancode",
    "button": "input_event.button",
    "axis": "input_event.axis",
    "touch": "input_event.index",
    "property_count": "object.property_count",
    "class": "object.class",
    "object_id": "signal.object_id",
    "name": "signal",
    "struct": "struct.type",
}
# The same where the name depends on the type.
FIELD_NAMES_BY_TYPE = {
    ("count", "Array"): "array.count",
    ("count", "Dictionary"): "dictionary.count",
    ("count", "Struct"): "struct.count",
    ("length", "InputEvent"): "input_event.length",
    ("length", "NodePath"): "node_path.text_length",
    ("length", "String"): "string.length",
    ("value", "InputEvent"): "input_event.axis_value",
    ("format", "Image"): "image.format",
    ("flags", "NodePath"): "node_path.flags",
    ("id", "RID"): "rid",
    ("id", "Object"): "object.id",
}
KNOWN_PATH_FLAGS = 3
IGNORED_FIELDS = ("format_name", "event_name", "depth", "null", "value_length")


def shown_number(text):
    """The shown value, as a number if it is one."""
    for read in (lambda: int(text, 0), lambda: float(text)):
        try:
            return read()
        except ValueError:
            pass
    return text


def first(value, name):
    found = value.shows(f"{PREFIX}.{name}")
    return shown_number(found[0]) if found else None


def fields_match(value, message):
    """The differences between a value of the tree and the "fields" of its truth."""
    wrong = []
    for key, expected in message.get("fields", {}).items():
        found = _field(value, message["type"], key, expected)
        if key == "flags":
            found &= KNOWN_PATH_FLAGS
        if found is not None and found != expected:
            wrong.append(f"{key} is {found!r} instead of {expected!r}")
    return wrong


def _field(value, type_name, key, expected):
    """The tree's value for a key of the truth, in the truth's form; None if there is nothing to compare."""
    name = FIELD_NAMES.get(key) or FIELD_NAMES_BY_TYPE.get((key, type_name))
    if key == "count" and name is None:
        found = first(value, "packed.count")
        return first(value, "packed.count64") if found is None else found
    if key == "format" and type_name == "NodePath":
        return "old" if first(value, "node_path.text_length") is not None else "new"
    if name is not None:
        return first(value, name)
    if key == "shared":
        return first(value, "shared") in (1, "1", "True")
    if key == "absolute":
        return first(value, "node_path.absolute") in (1, "1", "True")
    if key in ("names", "subnames"):
        return value.shows(f"{PREFIX}.node_path.{key[:-1]}")
    if key == "property":
        found = value.shows(f"{PREFIX}.node_path.property")
        return found[0] if found else None
    if key == "properties":
        shown = [pair.child(f"{PREFIX}.value").child(f"{PREFIX}.text").show for pair in properties(value)]
        return dict(zip(value.shows(f"{PREFIX}.object.property_name"), shown))
    if key == "trailing":
        return value.child(f"{PREFIX}.trailing").data.hex()
    if key in ("element", "key", "value"):
        return _declared(value, key, expected)
    if key in IGNORED_FIELDS:
        return None
    return "a field without a filter name"


def properties(value):
    return [item for item in value.children if item.name == f"{PREFIX}.object.property"]


def _declared(value, place, expected):
    """The declared type of elements, keys or values."""
    kinds = {1: "builtin", 2: "class", 3: "script"}
    found = {"kind": kinds.get(first(value, f"{place}_type_kind"))}
    name = {"builtin": "type", "class": "class", "script": "script"}[expected["kind"]]
    shown = value.shows(f"{PREFIX}.{place}_{name}")
    if expected["kind"] == "builtin":
        found["type"] = expected["type"] if shown and shown[0].isdigit() else None
    else:
        found["type"] = shown[0] if shown else None
    return found


def components_match(value, message):
    """None if the numbers of math types and packed arrays are those of the truth; otherwise what differs."""
    if not message.get("components"):
        return None
    found = [item for item in leaves(value) if number_of(item) is not None]
    expected = [str(number) for number in message["components"]]
    if len(found) != len(expected):
        return f"{len(found)} components instead of {len(expected)}"
    for item, word in zip(found, expected):
        wrong = number_matches(item, word)
        if wrong:
            return wrong
    return None
