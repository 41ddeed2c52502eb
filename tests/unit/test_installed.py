#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The installed codec: another project finds it and links with it. The examples print the values that engines sent."""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

SOURCE = Path(os.environ["GODOT_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests/common"))
import enet_reader  # noqa: E402

CMAKE = os.environ["CMAKE"]
GENERATOR = os.environ["GENERATOR"]  # that of this build, which is certainly installed
CXX = os.environ["CXX"]
STREAM = SOURCE / "pcaps/godot-4.6/variants_tcp.truth.jsonl"
HOLDING = {"Array", "Dictionary", "Object"}  # types whose values contain others
CALLS = SOURCE / "pcaps/multiplayer/godot-3.6/calls_enet"


def values():
    with STREAM.open(encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if "hex" in row]


def stream(rows):
    """The file that store_var() would write, or the bytes that put_var() would send."""
    blocks = [bytes.fromhex(value["hex"]) for value in rows]
    return b"".join(struct.pack("<I", len(block)) + block for block in blocks)


# var_to_str() drops the sign of zero, which the bytes have.
MINUS_ZERO = re.compile(r"-0(?![\d.])")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        base = Path(cls.folder.name)
        cls.prefix = base / "installed"
        cls.build = base / "examples"
        cls.run_quietly(CMAKE, "--install", os.environ["CODEC_BUILD"], "--prefix", str(cls.prefix))
        cls.run_quietly(CMAKE, "-S", str(SOURCE / "codec/examples"), "-B", str(cls.build), "-G", GENERATOR,
                        f"-DCMAKE_PREFIX_PATH={cls.prefix}", f"-DCMAKE_CXX_COMPILER={CXX}")  # fmt: skip
        cls.run_quietly(CMAKE, "--build", str(cls.build))

    @staticmethod
    def run_quietly(*command, **how):
        done = subprocess.run(command, capture_output=True, check=False, **how)
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout.decode()}{done.stderr.decode()}")
        return done.stdout.decode()

    def example(self, name, *arguments, **how):
        return self.run_quietly(str(self.build / name), *arguments, **how)

    def test_types_are_counted(self):
        path = Path(self.folder.name) / "values.dat"
        flat = [value for value in values() if value["type"] not in HOLDING]
        path.write_bytes(stream(flat))
        counted = {name: int(count) for count, name in re.findall(r"(\d+) (\S+)", self.example("count_types", str(path)))}
        self.assertEqual(counted, Counter(value["type"] for value in flat))
        self.assertGreater(len(counted), 30)

    def test_values_of_a_stream_are_printed(self):
        lines = self.example("tcp_reader", input=stream(values())).split("\n")[:-1]
        self.assertEqual(len(lines), len(values()))
        simple = {"Nil", "bool", "int", "Vector2", "Vector2i", "Vector3", "Color", "Rect2i"}
        compared = 0
        for line, value in zip(lines, values()):
            if value["type"] in simple:
                self.assertEqual(MINUS_ZERO.sub("0", line), MINUS_ZERO.sub("0", value["text"]))
                compared += 1
        self.assertGreater(compared, 20)

    def test_calls_are_printed(self):
        datagrams = [payload.hex() for payload in self.payloads()]
        printed = self.example("enet_calls", "3", input="\n".join(datagrams).encode()).splitlines()
        with CALLS.with_suffix(".truth.jsonl").open(encoding="utf-8") as lines:
            sent = [row for row in map(json.loads, lines) if row["kind"] == "rpc"]
        names = {re.match(r".*\.(\w+) with", line)[1] for line in printed}
        self.assertEqual(names, {row["method"] for row in sent})

    def test_errors_are_reported(self):
        missing = Path(self.folder.name) / "missing.dat"
        for name, arguments, content, reason in (
            ("count_types", [str(missing)], b"", "missing.dat cannot be read"),
            ("enet_calls", [], b"80ff\nno bytes\n", "line 2 is no datagram in hexadecimal"),
            ("enet_calls", [], b"80f\n", "line 1 is no datagram in hexadecimal"),
        ):
            with self.subTest(name=name, content=content):
                done = subprocess.run(
                    [str(self.build / name), *arguments], input=content, capture_output=True, check=False
                )
                self.assertEqual(done.returncode, 1)
                self.assertIn(reason, done.stderr.decode())

    def test_headers_follow_the_folder_of_includes(self):
        """The package's users find the headers, also if their folder is not "include"."""
        build = Path(self.folder.name) / "elsewhere"
        self.run_quietly(CMAKE, "-S", str(SOURCE / "codec"), "-B", str(build), "-G", GENERATOR,
                         f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_INSTALL_INCLUDEDIR=headers")  # fmt: skip
        exported = next((build / "CMakeFiles/Export").rglob("godot-codec-targets.cmake")).read_text(encoding="utf-8")
        self.assertIn("${_IMPORT_PREFIX}/headers/godot-codec", exported)

    @staticmethod
    def payloads():
        return [datagram.payload for datagram in enet_reader.udp(CALLS.with_suffix(".pcap"))]

    def test_pkg_config_finds_it(self):
        path = {**os.environ, "PKG_CONFIG_PATH": str(next(self.prefix.glob("lib*/**/pkgconfig")))}
        self.assertEqual(self.run_quietly("pkg-config", "--modversion", "godot-codec", env=path).strip(),
                         os.environ["GODOT_VERSION"])  # fmt: skip
        flags = self.run_quietly("pkg-config", "--cflags", "--libs", "godot-codec", env=path).split()
        program = Path(self.folder.name) / "version"
        source = program.with_suffix(".cpp")
        source.write_text(
            '#include <codec/core/version.h>\n#include <codec/variant/walk.h>\n#include <cstdio>\n'
            "int main() { std::puts(GODOT_CODEC_VERSION);"
            " return godot::variant::validate(godot::Buffer{}, {}).problem ? 0 : 1; }\n",
            encoding="utf-8",
        )
        self.run_quietly(CXX, str(source), "-o", str(program), *flags)
        self.assertEqual(self.run_quietly(str(program)).strip(), os.environ["GODOT_VERSION"])


if __name__ == "__main__":
    unittest.main()
