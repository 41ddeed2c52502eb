# SPDX-License-Identifier: MIT
"""The command line tool: its forms of output, its exit statuses, and every value in the captures' truth files."""

import collections
import json
import os
import re
import struct
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
TOOL = os.environ.get("GODOT_VARIANT", "godot-variant")
sys.path.insert(0, str(SOURCE / "tests" / "common"))

import truth  # noqa: E402

EXACT, NOT_EXACT, WRONG_USAGE = 0, 1, 2
INT_42 = "02 00 00 00 2a 00 00 00"
STRING = "04000000 03000000 61c3a900"
NESTED = "1c000000 02000000 02000000 01000000 1b000000 01000000 04000000 01000000 78000000 03000000 0000803f"


def run(*arguments, data=b""):
    return subprocess.run([TOOL, *arguments], input=data, capture_output=True, check=False, timeout=60)


def nodes(tree):
    """Every node of a JSON tree, without recursion."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.get("children", [])))


def prefixed(values, order="little"):
    return b"".join(len(value).to_bytes(4, order) + value for value in values)


class Output(unittest.TestCase):
    def test_tree(self):
        done = run("--hex", INT_42)
        self.assertEqual(done.returncode, EXACT, done.stderr)
        lines = done.stdout.decode().splitlines()
        self.assertEqual(lines[0], "dialect godot4, single precision, 8 bytes; godot3, godot2 read it, too: see --all")
        self.assertIn("      0      4      Type: 2 (int)  [godot.variant.type]", lines)
        self.assertIn("      0      4    [Type name: int]  [godot.variant.type_name]", lines)
        self.assertIn("      4      4    Int: 42  [godot.variant.int]", lines)
        self.assertNotIn("\x1b", done.stdout.decode(), "colours in a pipe")

    def test_tree_shows_notes_and_problems(self):
        done = run("--dialect", "godot4", "--hex", "04000000 01000000 61 010203")
        self.assertIn("      9      3      ! Padding is not zero", done.stdout.decode())
        self.assertIn("[godot.variant.padding_not_zero]", done.stdout.decode())
        done = run("--hex", "04000000 ff000000 61000000")
        self.assertEqual(done.returncode, NOT_EXACT)
        self.assertIn("Malformed: String needs 255 bytes, 4 are left, at offset 8", done.stdout.decode())

    def test_tree_escapes_control_characters(self):
        done = run("--hex", "04000000 04000000 1b5d30ff")
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertIn("String: \\x1b]0\N{REPLACEMENT CHARACTER}", done.stdout.decode())

    def test_json(self):
        done = run("--hex", NESTED, "--format", "json")
        self.assertEqual(done.returncode, EXACT, done.stderr)
        value = json.loads(done.stdout)
        self.assertEqual(value["text"], '[1, {"x": 1.0}]')
        self.assertEqual((value["dialect"], value["precision"]), ("godot4", "single"))
        self.assertEqual((value["length"], value["consumed"], value["exact"]), (44, 44, True))
        found = {
            (node["filter"], node["offset"], node["length"]): node.get("value") for node in nodes(value["variant"])
        }
        self.assertEqual(found["godot.variant", 0, 44], '[1, {"x": 1.0}]')
        self.assertEqual(found["godot.variant.index", 8, 8], 0)
        self.assertEqual(found["godot.variant.index", 16, 28], 1)
        self.assertEqual(found["godot.variant.key", 24, 12], "x")
        self.assertEqual(found["godot.variant.value", 36, 8], "1.0")
        self.assertEqual(found["godot.variant.int", 12, 4], 1)
        self.assertEqual(found["godot.variant.float", 40, 4], 1.0)
        types = [node["name"] for node in nodes(value["variant"]) if node["filter"] == "godot.variant.type"]
        self.assertEqual(types, ["Array", "int", "Dictionary", "String", "float"])

    def test_json_of_numbers_that_json_lacks(self):
        done = run("--hex", "09000000 0000807f 0000c07f cdcccc3d", "--format", "json")
        values = [node["value"] for node in nodes(json.loads(done.stdout)["variant"]) if "vector3" in node["filter"]]
        self.assertEqual(values, ["inf", "nan", 0.1])
        self.assertEqual(json.loads(done.stdout)["notes"], ["godot.variant.not_finite"])

    def test_json_problem(self):
        value = json.loads(run("--hex", "04000000 ff000000 61000000", "--format", "json").stdout)
        problem = value["problem"]
        self.assertEqual(problem["code"], "truncated")
        self.assertEqual(problem["filter"], "godot.variant.string")
        self.assertEqual((problem["offset"], problem["needed"], problem["had"]), (8, 255, 4))
        self.assertFalse(value["exact"])

    def test_text(self):
        done = run("--hex", STRING, "--format", "text")
        self.assertEqual((done.returncode, done.stdout.decode()), (EXACT, '"a\u00e9"\n'))

    def test_depth(self):
        deep = b"".join(struct.pack("<IIII", 27, 1, 2, level) for level in range(1024)) + bytes(4)
        for form in ("tree", "json", "text"):
            with self.subTest(form=form):
                done = run("--format", form, "--text-limit", "100", data=deep)
                self.assertEqual(done.returncode, EXACT, done.stderr)
        value = run("--format", "json", data=deep).stdout.decode()
        self.assertEqual(value.count('{"filter":"godot.variant.value"'), 1024)
        marks = re.sub(r'"(?:[^"\\]|\\.)*"', "", value)
        self.assertEqual(marks.count("{"), marks.count("}"))
        self.assertEqual(marks.count("["), marks.count("]"))
        done = run("--format", "text", data=struct.pack("<II", 28, 1) * 1025 + bytes(4))
        self.assertEqual(done.returncode, NOT_EXACT)
        self.assertIn(b"Nested deeper than the 1024 levels", done.stderr)

    def test_auto_reports_an_ambiguous_dialect(self):
        transform = "0b000000" + "0000803f" * 6  # a Transform2D of Godot 4, or an AABB of Godot 2 and 3
        first = run("--hex", transform).stdout.decode().splitlines()[0]
        self.assertEqual(first, "dialect godot4, single precision, 28 bytes; godot3, godot2 read it, too: see --all")
        value = json.loads(run("--hex", transform, "--format", "json").stdout)
        self.assertEqual(value["others"], ["godot3", "godot2"])
        self.assertIn(b"see --all", run("--hex", transform, "--format", "text").stderr)
        for chosen in ("godot3", "godot4"):
            done = run("--hex", transform, "--dialect", chosen)
            self.assertNotIn(b"--all", done.stdout + done.stderr)
        # The same text in every dialect, and a value that only one dialect can read.
        self.assertEqual(run("--hex", INT_42, "--format", "text").stderr, b"")
        self.assertEqual(run("--hex", NESTED).stdout.decode().splitlines()[0], "dialect godot4, single precision, 44 bytes")
        # No dialect can read it: there is no choice to report.
        self.assertNotIn(b"--all", run("--hex", "ff000000").stdout)

    def test_limits(self):
        array = struct.pack("<II", 28, 10) + struct.pack("<II", 2, 5) * 10
        value = json.loads(run("--format", "json", "--max-elements", "3", "--text-limit", "8", data=array).stdout)
        found = collections.Counter(node["filter"] for node in nodes(value["variant"]))
        self.assertEqual(found["godot.variant.index"], 3)
        omitted = [node for node in nodes(value["variant"]) if node["filter"] == "godot.variant.elements_omitted"]
        self.assertEqual([(node["offset"], node["length"], node["value"]) for node in omitted], [(32, 56, 7)])
        self.assertEqual(value["text"], "[5, 5, \u2026")
        done = run("--format", "text", "--text-limit", "8", data=array)
        self.assertEqual(done.stdout.decode(), "[5, 5, \u2026\n")

    def test_bytes_in_hexadecimal(self):
        data = bytes.fromhex("1d000000 04000000 1a2400ff")
        for least, text in (((), "26, 36, 0, 255"), (("--hex-bytes", "4"), "hex:1a2400ff"),
                            (("--hex-bytes=5",), "26, 36, 0, 255")):  # fmt: skip
            for form in ("text", "json"):
                done = run("--format", form, *least, data=data).stdout.decode()
                shown = json.loads(done)["text"] if form == "json" else done.rstrip("\n")
                self.assertEqual(shown, f"PackedByteArray({text})", (least, form))

    def test_text_of_malformed_values(self):
        """A malformed value shows what was read before the error, and nothing else: no other kind of event, no bracket
        that is not in the value."""
        for dialect, data, text in (
            ("godot2", "13000000 09000000 00000000 0c000000", "\u2026"),
            ("godot2", "13000000 01000000 00000000 14000000 00000000", "\u2026"),
            ("godot2", "0f000000 63000000 00000000 01000000 01000000", "\u2026"),
            ("godot4", "1c000100 4d000000 01000000", "Array[?](\u2026)"),
            ("godot4", "1c000000", "\u2026"),
            ("godot4", "1b000000", "\u2026"),
            ("godot4", "1c000000 02000000 02000000 05000000 4d000000", "[5, \u2026]"),
            ("godot4", "1e000000 05000000 01000000 02000000", "PackedInt32Array(1, 2\u2026)"),
            ("godot4", "11000000 0000803f 00000040", "Basis(1, 2\u2026)"),
            ("godot4", "63000000 00000000", "\u2026"),
        ):
            done = run("--format", "text", "--dialect", dialect, "--hex", data)
            self.assertEqual((done.returncode, done.stdout.decode().rstrip("\n")), (NOT_EXACT, text), data)

    def test_structs(self):
        """A value is labelled with its field's name, though all names come before all values."""
        field = struct.pack("<II", 1, 0x78) + struct.pack("<I", 3) + b"int\0" + struct.pack("<IIIII", 1, 0, 0, 2, 0)
        fields = field + field.replace(b"x\0\0\0", b"y\0\0\0")
        data = struct.pack("<IIIII", 39, 1, 0x50, 1, 2) + fields + struct.pack("<IIII", 2, 3, 2, -4 & 0xFFFFFFFF)
        value = json.loads(run("--format", "json", data=data).stdout)
        found = [(node["field"], node["value"]) for node in nodes(value["variant"]) if "field" in node]
        self.assertEqual(found, [("x", "3"), ("y", "-4")])
        shown = run("--format", "tree", data=data).stdout.decode()
        self.assertIn("Value x: 3  [godot.variant.struct.value]", shown)
        self.assertIn("Value y: -4  [godot.variant.struct.value]", shown)

    def test_all(self):
        done = run("--all", "--hex", "13000000 02000000 02000000 01000000 04000000 03000000 61626300")
        self.assertEqual(done.returncode, EXACT)
        lines = [line.split(None, 4) for line in done.stdout.decode().splitlines()]
        exact = {(row[0], row[1]): row[4] for row in lines[1:] if row[2] == "yes"}
        self.assertEqual(exact["godot3", "single"], '[ 1, "abc" ]')
        self.assertEqual(exact["redot-docs", "single"], '[1, "abc"]')
        self.assertNotIn(("godot4", "single"), exact)
        self.assertEqual(len(lines), 9)
        self.assertEqual(run("--all", "--hex", "ff000000").returncode, NOT_EXACT)
        rows = run("--all", "--format", "json", "--hex", INT_42).stdout.splitlines()
        self.assertEqual({json.loads(row)["dialect"] for row in rows}, {"godot2", "godot3", "godot4", "redot", "redot-docs"})


class Input(unittest.TestCase):
    def test_hex_forms(self):
        for text in (INT_42, "0x02,0x00,0x00,0x00 2A000000", "02:00:00:00:2a:00:00:00", "020000002a000000\n"):
            with self.subTest(text=text):
                self.assertEqual(run("--hex", text, "--format=text").stdout, b"42\n")
                self.assertEqual(run("--hex-input", "--format=text", data=text.encode()).stdout, b"42\n")

    def test_standard_input(self):
        for arguments in ((), ("-",)):
            self.assertEqual(run("--format", "text", *arguments, data=bytes.fromhex(INT_42)).stdout, b"42\n")

    def test_stream(self):
        values = [bytes.fromhex(text) for text in (INT_42, STRING, NESTED)]
        for order in ("little", "big"):
            done = run("--stream", order, "--format", "text", data=prefixed(values, order))
            self.assertEqual(done.stdout.decode(), '42\n"a\u00e9"\n[1, {"x": 1.0}]\n')
            self.assertEqual(done.returncode, EXACT)
        done = run("--stream", "little", "--format", "json", data=prefixed(values))
        self.assertEqual([json.loads(line)["place"] for line in done.stdout.splitlines()], [4, 16, 32])

    def test_stream_that_ends_early(self):
        data = prefixed([bytes.fromhex(INT_42), bytes.fromhex(STRING)])
        done = run("--stream", "little", data=data[:-2])
        self.assertEqual(done.returncode, NOT_EXACT)
        self.assertIn(b"Incomplete: ", done.stdout)
        self.assertIn(b"Int: 42", done.stdout)
        done = run("--stream", "little", data=data[:14])
        self.assertEqual(done.returncode, NOT_EXACT)
        done = run("--stream", "little", data=b"")
        self.assertEqual((done.returncode, done.stdout), (EXACT, b""))

    def test_stream_in_the_wrong_order(self):
        values = [bytes.fromhex(text) for text in (INT_42, STRING, NESTED)]
        for order, other in (("little", "big"), ("big", "little")):
            done = run("--stream", order, "--format", "text", data=prefixed(values, other))
            self.assertEqual(done.returncode, NOT_EXACT)
            self.assertIn(f"{other}-endian would fit, --stream {other}".encode(), done.stderr)
        damaged = prefixed(values)[:-4] + b"\xff\xff"
        self.assertNotIn(b"would fit", run("--stream", "little", data=damaged).stderr)

    def test_dialects(self):
        image = "0f000000 00000000 00000000 02000000 02000000 04000000 01020304"
        self.assertEqual(run("--hex", image, "--dialect", "godot2").returncode, EXACT)
        self.assertIn(b"dialect godot2", run("--hex", image).stdout)
        vector = "05000000" + struct.pack("<dd", 1.5, -2.5).hex()
        done = run("--hex", vector, "--dialect", "godot3", "--precision", "single")
        self.assertEqual(done.returncode, NOT_EXACT)
        done = run("--hex", vector, "--dialect", "godot3", "--precision", "double", "--format", "text")
        self.assertEqual((done.returncode, done.stdout), (EXACT, b"Vector2( 1.5, -2.5 )\n"))

    def test_trailing_bytes(self):
        done = run("--hex", "00000000 61626364", "--format", "text")
        self.assertEqual((done.returncode, done.stdout), (NOT_EXACT, b"null\n"))
        self.assertIn(b"4 bytes follow the value's end", done.stderr)

    def test_input_shorter_than_its_length(self):
        done = run("--stream", "little", "--format", "text", data=bytes.fromhex("10000000 02000000 2a000000 00000000"))
        self.assertEqual((done.returncode, done.stdout), (NOT_EXACT, b"42\n"))
        self.assertIn(b"the input ends 4 bytes before its length says, 4 behind the value's end", done.stderr)
        self.assertNotIn(b"bytes follow", done.stderr)


class Usage(unittest.TestCase):
    def test_help_and_version(self):
        done = run("--help")
        self.assertEqual(done.returncode, EXACT)
        self.assertTrue(done.stdout.startswith(b"Usage: godot-variant"))
        self.assertRegex(run("--version").stdout, rb"^godot-variant \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        for arguments in (
            ("--bogus",),
            ("--hex",),
            ("--hex", "0"),
            ("--hex", "zz"),
            ("--hex", INT_42, "file"),
            ("one", "two"),
            ("--dialect", "godot5", "--hex", INT_42),
            ("--format", "xml", "--hex", INT_42),
            ("--text-limit", "-1", "--hex", INT_42),
            ("--max-elements", "many", "--hex", INT_42),
            ("--hex-bytes", "-1", "--hex", INT_42),
            ("--all", "--stream", "big", "--hex", INT_42),
            ("--help=yes",),
            ("/no/such/file",),
            ("/",),
        ):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual(done.returncode, WRONG_USAGE)
                self.assertEqual(done.stdout, b"")
                self.assertTrue(done.stderr.startswith(b"godot-variant: "), done.stderr)

    def test_reader_that_stops_early(self):
        data = prefixed([bytes.fromhex(INT_42)] * 20000)
        with subprocess.Popen(
            [TOOL, "--stream", "little"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            process.stdin.write(data)
            process.stdin.close()
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.wait(timeout=60), EXACT)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TOOL, "--hex", INT_42], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, WRONG_USAGE)
        self.assertIn(b"cannot write", done.stderr)


class Truth(unittest.TestCase):
    """Every message of the captures, read from the bytes in their truth."""

    def test_values(self):
        compared, misses = 0, []
        for path in sorted(SOURCE.glob("pcaps/*/*.truth.jsonl")):
            groups = collections.defaultdict(list)
            for message in truth.load(path):
                if message.is_variant and "hex" in message and not message.get("malformed"):
                    groups[message.dialect, message.get("double", False)].append(message)
            for (dialect, double), messages in groups.items():
                options = ["--dialect", dialect, "--precision", "double" if double else "single"]
                data = prefixed([bytes.fromhex(message["hex"]) for message in messages])
                done = run("--stream", "little", "--format", "text", *options, data=data)
                texts = done.stdout.decode().split("\n")[:-1]
                self.assertEqual(len(texts), len(messages), path)
                for message, text in zip(messages, texts):
                    compared += 1
                    miss = message.same_text(text)
                    if miss:
                        misses.append(f"{path.parent.name}/{path.name} {message['seq']} {message['label']}: {miss}")
        self.assertGreater(compared, 0, "no truth found")
        self.assertFalse(misses, f"{len(misses)} of {compared} values:\n" + "\n".join(misses))

    def test_malformed(self):
        for message in truth.load(SOURCE / "pcaps/vectors/malformed.truth.jsonl"):
            with self.subTest(seq=message["seq"], label=message["label"]):
                done = run("--format", "json", "--dialect", message.dialect, "--hex", message["hex"])
                self.assertEqual(done.returncode, NOT_EXACT, message["reason"])
                value = json.loads(done.stdout)
                self.assertEqual(value["consumed"], value["problem"]["offset"])
                self.assertGreaterEqual(value["problem"]["offset"], message["good"], message["reason"])


class Manual(unittest.TestCase):
    def test_options_are_those_of_the_help(self):
        manual = (SOURCE / "codec/tool/godot-variant.1").read_text(encoding="utf-8").replace("\\-", "-")
        known = set(re.findall(r"--[a-z-]+", run("--help").stdout.decode()))
        self.assertIn("--stream", known)
        self.assertEqual(set(re.findall(r"--[a-z-]+", manual)), known)


if __name__ == "__main__":
    unittest.main()
