# SPDX-License-Identifier: MIT
"""The editor's remote file system: real editors serve, real games read. Exported objects are the files of the
project."""

import hashlib
import re
import unittest

import harness  # first: it adds tests/common to the path

import truth

FILES = harness.PCAPS / "files"
ON_DEMAND = ("godot-3.2", "godot-3.6")
ENGINES = (*ON_DEMAND, "godot-4.6")


def capture_of(engine):
    return FILES / engine / "remote.pcap"


def exported(capture, *options, two_passes=True):
    folder = harness.workshop().home / f"files-{exported.count}"
    exported.count += 1
    passes = ["-2"] if two_passes else []
    harness.run(*passes, "-q", *options, "--export-objects", f"godot,{folder}", capture=capture)
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


exported.count = 0


def wanted(engine):
    return {line["path"]: line["sha256"] for line in truth.load(truth.truth_of(capture_of(engine)))}


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def expected_name(path):
    """The expected name, without the packet's number."""
    stem, ending = path.rsplit(".", 1)
    return f"{stem.replace('/', '_')}.{ending}"


class Files(unittest.TestCase):
    def test_exported(self):
        for engine in ENGINES:
            for two_passes in (True, False):
                with self.subTest(engine=engine, two_passes=two_passes):
                    found = {re.sub(r"-\d+(-\d+)?(?=\.\w+$)", "", name): sha256(data) for name, data in exported(capture_of(engine), two_passes=two_passes).items()}
                    files = {expected_name(path): digest for path, digest in wanted(engine).items()}
                    self.assertGreater(len(files), 4)
                    self.assertEqual({name: found.get(name) for name in files}, files)

    def test_a_missing_packet_makes_no_wrong_file(self):
        """The same captures without one packet, for many of the packets."""
        for engine in ("godot-3.6", "godot-4.6"):
            packets = harness_packets(capture_of(engine))
            whole = {sha256(data) for data in exported(capture_of(engine)).values()}
            for missing in (24, len(packets[1]) // 3, len(packets[1]) // 2, len(packets[1]) - 40):
                with self.subTest(engine=engine, missing=missing):
                    left = without(packets, missing, f"{engine}-{missing}")
                    found = {sha256(data) for data in exported(left).values()}
                    self.assertEqual(found - whole, set())

    def test_requests_and_answers(self):
        """The requests that the script logged, in its order, and their results."""
        for engine in ON_DEMAND:
            with self.subTest(engine=engine):
                out = harness.run("-2", "-Y", "godot.files", "-T", "fields", "-e", "_ws.col.Info", capture=capture_of(engine)).stdout.decode()
                lines = [line for row in out.splitlines() for line in row.split("; ")]
                self.assertEqual(lines[:2], ["Password", "Welcome"])
                for path in ("res://main.gd", "res://data/large.res", "res://data/ä.tres"):
                    self.assertIn(f"Open file: {path}", lines)
                    self.assertTrue(any(line.startswith(f"Opened: {path}, ") for line in lines))
                self.assertIn("Opened: res://data/large.res, 150000 bytes", lines)
                blocks = [re.search(r"(\d+) bytes from (\d+)", line).groups() for line in lines if line.startswith("Data: res://data/large.res")]
                self.assertEqual(sorted(set(blocks), key=lambda each: int(each[1])), [("65536", "0"), ("65536", "65536"), ("18928", "131072")])
                self.assertIn("Not opened: res://none.txt, error 7", lines)

    def test_synchronized(self):
        rows = harness.fields(capture_of("godot-4.6"), ["godot.files.count", "godot.files.tag", "godot.files.path", "godot.from", "godot.to"], display_filter="godot.files")
        counts = [row[0] for row in rows if row[0]]
        announced = sorted(path for row in rows for path in row[2] if row[0] == [] )
        self.assertEqual(counts, [[str(len(set(announced)))]])
        self.assertIn(["linuxbsd"], [row[1] for row in rows])
        self.assertLessEqual(set(wanted("godot-4.6")), set(announced))
        self.assertEqual({(*row[3], *row[4]) for row in rows}, {("game", "editor"), ("editor", "game")})

    def test_nothing_is_malformed(self):
        for engine in ENGINES:
            self.assertEqual(harness.fields(capture_of(engine), ["frame.number"], display_filter="godot.files && (godot.files.malformed || _ws.malformed || godot.files.invalid_utf8)"), [])

    def test_another_protocol_on_its_port(self):
        """Synthetic: the first bytes of an X11 client."""
        hello = b"l\0\x0b\0\0\0\0\0\0\0\0\0"
        capture = harness.stream("files-x11", [hello], port=6010)
        self.assertEqual(harness.fields(capture, ["frame.number"], display_filter="godot.files"), [])
        self.assertEqual(len(harness.fields(capture, ["frame.number"], display_filter="x11")), 1)


def harness_packets(capture):
    """The file's header, and its packets with their headers."""
    data = capture.read_bytes()
    records = []
    at = 24
    while at < len(data):
        size = 16 + int.from_bytes(data[at + 8 : at + 12], "little")
        records.append(data[at : at + size])
        at += size
    return data[:24], records


def without(packets, missing, name):
    header, records = packets
    target = harness.workshop().home / f"without-{name}.pcap"
    target.write_bytes(header + b"".join(records[:missing] + records[missing + 1 :]))
    target.chmod(0o644)
    return target


if __name__ == "__main__":
    unittest.main()
