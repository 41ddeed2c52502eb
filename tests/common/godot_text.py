# SPDX-License-Identifier: MIT
"""Reads the text that var_to_str and var2str write, so that two texts of the same value can be compared.

Texts differ where the values do not: engines sort the keys of dictionaries and break lines, Godot 2 and 3 print six
digits of a float, and objects that were sent as ids come with a property of their stand-in.
"""

import re
import struct
import sys

# Arrays may be nested a thousand deep, and the parser is recursive.
sys.setrecursionlimit(20000)

TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>[&^]?"(?:[^"\\]|\\.)*")
  | (?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
  | (?P<word>-?[A-Za-z_][\w.@]*)
  | (?P<mark>[\[\](){},:])
  )""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|(.))", re.DOTALL)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
# Constructors whose numbers are ints.
INT_ARRAYS = ("PoolIntArray", "PoolByteArray", "IntArray", "ByteArray")
# The engines' spelling of numbers that are not finite.
NOT_FINITE = {
    **dict.fromkeys(("inf", "inf.0"), "inf"),
    **dict.fromkeys(("inf_neg", "-inf", "-inf.0"), "-inf"),
    **dict.fromkeys(("nan", "nan.0", "-nan", "-nan.0"), "nan"),
}
# A property that the projects' scripts do not store, see pcaps/projects.
NEVER_SENT = ("string", "", "never on the wire")
# Godot 2 and 3 write an empty text for it.
EMPTY_RID = ("call", "RID", (), ())


def unescape(text):
    """The characters of a quoted text, without the quotes."""

    def character(match):
        if match[3] is None:
            return chr(int(match[1] or match[2], 16))
        return LETTERS.get(match[3], match[3])

    return ESCAPE.sub(character, text)


def six_digits(number):
    """A float as Godot 2 and 3 print it: single precision, "%g"."""
    try:
        single = struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        single = float("inf") if number > 0 else float("-inf")
    return "0" if single == 0 else f"{single:.6g}"


def in_single_precision(token):
    """A float's token as the engines' texts have it: var_to_str writes a float of 64 bits with the digits of 32, if it
    is one of 32, and no sign of 0. The bits of what we show are compared elsewhere (values.number_matches)."""
    try:
        return repr(struct.unpack("<f", struct.pack("<f", float(token)))[0] + 0.0)
    except OverflowError:
        return repr(float(token))


class Parser:
    """Turns a text into nested tuples: (kind, ...), with dictionaries in an order that depends on their content."""

    def __init__(self, text, rounded):
        self.text = text
        self.rounded = rounded
        self.position = 0
        self.kind = self.token = None
        self.advance()

    def advance(self):
        match = TOKEN.match(self.text, self.position)
        if match is None:
            if self.text[self.position :].strip():
                raise ValueError(f"cannot read {self.text[self.position:self.position + 40]!r}")
            self.kind = self.token = None
            return
        self.kind, self.token = match.lastgroup, match[match.lastgroup]
        self.position = match.end()

    def take(self, mark):
        if self.token != mark:
            raise ValueError(f"{mark!r} expected before {self.text[self.position:self.position + 40]!r}")
        self.advance()

    def value(self, in_call=False):
        kind, token = self.kind, self.token
        if self.rounded and token in (None, ",", ":", "]", "}"):
            return EMPTY_RID
        self.advance()
        if kind == "string":
            start = token.index('"')
            return ("string", token[:start], unescape(token[start + 1 : -1]))
        if kind == "number":
            return self.number(token, in_call)
        if token == "[":
            return ("array", self.items("]", self.value))
        if token == "{":
            # A repeated key replaces the previous one, as in the engine's dictionary.
            return ("dictionary", tuple(sorted(dict(self.items("}", self.pair)).items(), key=repr)))
        if kind == "word":
            return self.word(token)
        raise ValueError(f"a value expected, not {token!r}")

    def number(self, token, in_call):
        is_float = not re.fullmatch(r"-?\d+", token)
        if self.rounded and (is_float or in_call):
            return ("number", six_digits(float(token)))
        return ("number", in_single_precision(token) if is_float or in_call else token)

    def word(self, name):
        if name in NOT_FINITE:
            return ("number", NOT_FINITE[name])
        declared = ()
        if self.token == "[" and name in ("Array", "Dictionary"):
            self.advance()
            declared = self.items("]", self.value)
        if self.token != "(":
            return ("word", name)
        self.advance()
        arguments = self.items(")", lambda: self.argument(name not in INT_ARRAYS))
        return self.call(name, declared, arguments)

    def argument(self, is_real):
        value = self.value(in_call=is_real)
        if self.token != ":":
            return value
        self.advance()
        return ("property", value, self.value())

    def pair(self):
        key = self.value()
        self.take(":")
        return (key, self.value())

    def items(self, end, item):
        found = []
        while self.token != end:
            found.append(item())
            if self.token == ",":
                self.advance()
            elif self.token != end:
                raise ValueError(f"{end!r} expected before {self.text[self.position:self.position + 40]!r}")
        self.advance()
        return tuple(found)

    @staticmethod
    def call(name, declared, arguments):
        """Removes what the receiver's engine adds to an object: loaded scripts, defaults, a stand-in's own script."""
        if name == "Resource" and len(arguments) == 1:
            return arguments[0]
        if name == "Object":
            stand_in = arguments[:1] == (("word", "EncodedObjectAsID"),)
            arguments = arguments[:1] + tuple(
                row for row in arguments[1:] if not (stand_in and row[1][2] == "script" or row[2] == NEVER_SENT)
            )
        return ("call", name, declared, arguments)


def parse(text, rounded=False):
    """The value in a text. `rounded`: floats with six digits, as Godot 2 and 3 have them."""
    parser = Parser(text, rounded)
    value = parser.value()
    if parser.token is not None:
        raise ValueError(f"text goes on after its value: {parser.token!r}")
    return value


def same(one, other, rounded=False):
    """True if two texts have the same value."""
    return one == other or parse(one, rounded) == parse(other, rounded)


def scalars(text):
    """The numbers and strings in a text, in order: the leaves that a tree must show."""
    found = []
    for match in TOKEN.finditer(text):
        if match["string"]:
            found.append(unescape(match["string"].lstrip("&^")[1:-1]))
        elif match["number"]:
            found.append(match["number"])
        elif match["word"] in ("true", "false", "inf", "inf_neg", "-inf", "nan"):
            found.append(match["word"])
    return found


def same_as_printed(text, printed):
    """True if a text has the same content as the output of Godot 2's print(), in which a name in brackets replaces some values."""
    if re.search(r"\[\w+\]", printed) or text.startswith("InputEvent("):
        return True
    words = scalars(text)
    if text.startswith("NodePath("):
        # Its encoder sends empty names for the sub-names before a property.
        return re.fullmatch(re.escape(words[0]).replace("::", ":[^:]*:"), printed) is not None
    numbers = [word for word in words if NUMBER.fullmatch(word)]
    found = NUMBER.findall(printed)
    rest = [word.capitalize() if word in ("true", "false") else word for word in words if word not in numbers]
    if not numbers:
        return all(word in printed for word in rest)
    return sorted(map(_rounded, numbers)) == sorted(map(_rounded, found)) and all(word in printed for word in rest)


def _rounded(word):
    return six_digits(float(word))
