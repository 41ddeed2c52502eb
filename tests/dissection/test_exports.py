# SPDX-License-Identifier: MIT
"""Exported objects are the bytes that were sent: File > Export Objects > Godot (tshark --export-objects
godot,FOLDER)."""

import hashlib
import re
import unittest

import harness  # first: it adds tests/common to the path

import truth
from projects import PROJECTS, copied, with_project

MULTIPLAYER = harness.PCAPS / "multiplayer"
NAME = re.compile(r"(?P<what>.+?)-(?P<frame>\d+)(-\d+)?\.(?P<extension>\w+)")
PACKED_BYTES = {"godot-4.6": 29, "godot-3.6": 20}


def exported(capture, *options, two_passes=False, size=0):
    """Names and bytes of the files."""
    folder = harness.workshop().home / f"objects-{exported.count}"
    exported.count += 1
    passes = ["-2"] if two_passes else []
    size_option = harness.preferences(export_objects_from=size)
    harness.run(*passes, "-q", *size_option, *options, "--export-objects", f"godot,{folder}", capture=capture)
    found = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}
    for name in found:
        assert NAME.fullmatch(name), name
    return found


exported.count = 0


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def digest(data):
    """As in the truth: the bytes, or the SHA-256 of many."""
    return data.hex() if len(data) <= 2048 else "sha256:" + sha256(data)


def value_of(data, number):
    """A byte array put back into its Variant."""
    padded = data + bytes(-len(data) % 4)
    return number.to_bytes(4, "little") + len(data).to_bytes(4, "little") + padded


def unpadded(value):
    """The value without its padding to four bytes, which is arbitrary in Godot 2."""
    data = bytes.fromhex(value)
    return data[: 8 + int.from_bytes(data[4:8], "little")]


class Multiplayer(unittest.TestCase):
    def test_raw_messages(self):
        capture = MULTIPLAYER / "godot-4.6" / "peers_enet.pcap"
        lines = [line for line in truth.load(truth.truth_of(capture)) if line["kind"] == "raw"]
        sent = {line["hex"] for line in lines}
        for two_passes in (False, True):
            raw = {name: data for name, data in exported(capture, two_passes=two_passes).items() if name.startswith("raw-")}
            self.assertEqual({digest(data) for data in raw.values()}, sent)
            self.assertGreaterEqual(len(raw), sum(len(line["targets"]) for line in lines))

    def test_arguments(self):
        for name in ("godot-4.6/calls_enet", "godot-4.6/peers_enet", "godot-4.6/peers_websocket", "godot-3.6/calls_enet"):
            with self.subTest(capture=name):
                capture = MULTIPLAYER / f"{name}.pcap"
                number = PACKED_BYTES[name.split("/")[0]]
                sent = set()
                for line in truth.load(truth.truth_of(capture)):
                    if line["kind"] == "rpc":
                        pairs = zip(line["args_type"], line["args_hex"])
                        sent |= {content for kind, content in pairs if kind == number and content[8:16] != "00000000"}
                found = {digest(value_of(data, number)) for data in exported(capture).values()}
                self.assertGreater(len(sent), 2)
                self.assertLessEqual(sent, found)

    def test_names_and_sizes(self):
        capture = MULTIPLAYER / "godot-4.6" / "calls_enet.pcap"
        project = with_project(copied(PROJECTS / "multiplayer4"))
        names = {NAME.fullmatch(name)["what"] for name in exported(capture, *project, size=200)}
        self.assertEqual(names, {"Calls.take_bytes._bytes"})
        self.assertEqual(exported(capture, *project, size=201), {})

    def test_copies_are_not_exported(self):
        """On a link that duplicates datagrams, every message is exported once. The relay's capture also has
        retransmissions."""
        capture = harness.PCAPS / "links" / "godot-4.6" / "lossy_server.pcap"
        names = ["frame.number", "godot.raw.data"]
        rows = harness.fields(capture, names, display_filter="godot.raw.data", two_passes=False)
        shown = sum(len(row[1]) for row in rows)
        raw = [name for name in exported(capture) if name.startswith("raw-")]
        self.assertEqual(len(raw), shown)


class Values(unittest.TestCase):
    def test_byte_arrays(self):
        kinds = (("godot-4.6", "PackedByteArray", 29), ("godot-3.6", "PoolByteArray", 20), ("godot-2", "RawArray", 22))
        for folder, kind, number in kinds:
            for stream in ("udp", "tcp"):
                capture = harness.PCAPS / folder / f"variants_{stream}.pcap"
                if not capture.exists():
                    continue
                with self.subTest(capture=f"{folder}/variants_{stream}"):
                    lines = [line for line in truth.load(truth.truth_of(capture)) if line.get("type") == kind]
                    lines = [line for line in lines if line.get("hex", "")[8:16] != "00000000"]
                    sent = {line["sha256"] if "sha256" in line else sha256(unpadded(line["hex"])) for line in lines}
                    files = exported(capture)
                    whole = [value_of(data, number) for name, data in files.items() if NAME.fullmatch(name)["what"] == kind]
                    alone = {sha256(value if len(value) > 8192 else unpadded(value.hex())) for value in whole}
                    self.assertGreater(len(sent), 3)
                    self.assertEqual(alone, sent)

    def test_images_of_godot_2(self):
        capture = harness.PCAPS / "godot-2" / "variants_udp.pcap"
        (line,) = [line for line in truth.load(truth.truth_of(capture)) if line["type"] == "Image" and len(line["hex"]) > 48]
        value = bytes.fromhex(line["hex"])
        width, height, size = (int.from_bytes(value[at : at + 4], "little") for at in (12, 16, 20))
        files = exported(capture)
        (name,) = [name for name in files if name.startswith("Image.")]
        self.assertEqual(NAME.fullmatch(name)["what"], f"Image.RGBA-{width}x{height}")
        self.assertEqual(files[name], value[24 : 24 + size])

    def test_images_have_their_file_extension(self):
        """Synthetic: a value of Godot 4 whose bytes begin like a PNG file."""
        picture = b"\x89PNG\r\n\x1a\n" + bytes(200)
        text = b"picture.png"
        key = (4).to_bytes(4, "little") + len(text).to_bytes(4, "little") + text + bytes(-len(text) % 4)
        pair = key + value_of(picture, 29)
        value = (27).to_bytes(4, "little") + (1).to_bytes(4, "little") + pair
        capture = harness.datagrams("exports-png", [value] * 3)
        files = exported(capture, "-d", "udp.port==24680,godot.variant", size=100)
        self.assertEqual(sorted(files), [f"Dictionary-{frame}.png" for frame in (1, 2, 3)])
        self.assertEqual(set(files.values()), {picture})

    def test_cut_values_are_not_exported(self):
        self.assertEqual(exported(harness.PCAPS / "godot-4.6" / "variants_udp_snaplen80.pcap", size=80), {})


if __name__ == "__main__":
    unittest.main()
