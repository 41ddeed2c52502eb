# SPDX-License-Identifier: MIT
"""The filter of each row of godot,problems and of the profile's tables finds the packets of its row, all and only, in every capture
of pcaps/.

The rows come from facts, the values of godot.problem.row from the tree: two ways that must agree. The values of godot.profile.row
are names of rows: each row's filter has names that occur, no two rows of a table have one, and each name is in a row. Every byte of a
frame is in one row of each table of the profile. One run of tshark for each capture has all of that.
The first capture of each folder; the others with GODOT_LONG=1."""

import functools
import json
import re
import unittest
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor

import harness

import projects

load_tests = harness.by_length

ROW = "godot.problem.row"
PROFILE = "godot.profile.row"
OURS = {"enet", "noray", "godot", "godot.variant", "godot.debug"}
OF_WEBRTC = {"stun", "dtls", "mdns"}
FIELDS = ("frame.number", "frame.len", "udp.stream", "tcp.stream", "frame.protocols", ROW, PROFILE)
TABLES = ("", "nodes", "kinds", "paths", "peers", "channels", "scenes", "seconds")
# One side begins late, so a relayed call has two rows, of which the table shows one; games that mirror themselves have recorded
# the same call several times.
COUNTED_ONCE = (", relayed", ", mirrored")
Frame = namedtuple("Frame", "number length flow protocols problems profile")


class Reading:
    """What one run of tshark with the project says of a capture: its frames, the rows of godot,problems and of the profile's
    tables."""

    def __init__(self, capture):
        self.capture = capture
        asked = ["godot,problems,json", *(",".join(filter(None, ("godot,profile", name, "json"))) for name in TABLES)]
        options = [part for each in FIELDS for part in ("-e", each)] + [part for each in asked for part in ("-z", each)]
        output = harness.run("-2", *project(), "-T", "fields", "-E", "separator=\x1f", "-E", "aggregator=\x1e", *options, capture=capture)
        lines = output.stdout.decode().split("\n")
        self.frames = [self.frame(*line.split("\x1f")) for line in lines if "\x1f" in line]
        tables, at, text = [], 0, "\n".join(line for line in lines if "\x1f" not in line)
        while (at := text.find("{", at)) >= 0:
            table, at = json.JSONDecoder().raw_decode(text, at)
            tables.append(table["rows"])
        # They come in an order that differs by version; those of captures without Godot are empty.
        assert len(tables) == len(asked), (capture, len(tables))
        self.profile = [rows for rows in tables if rows and "total" in rows[0]]
        self.problems = next((rows for rows in tables if rows and "problem" in rows[0]), [])

    @staticmethod
    def frame(number, length, udp, tcp, protocols, problems, profile):
        """A frame; its flow is that of the innermost UDP or TCP: an ICMP error has that of the datagram that it quotes."""
        flow = ("udp", udp.rpartition("\x1e")[2]) if udp else ("tcp", tcp.rpartition("\x1e")[2])
        names = [each.split("\x1e") if each else [] for each in (problems, profile)]
        return Frame(int(number), int(length), flow, set(protocols.split(":")), *names)

    def named(self, problem):
        return f"{self.capture.relative_to(harness.PCAPS)}: {problem}"


@functools.cache
def project():
    return projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))


@functools.cache
def readings():
    found = sorted(harness.PCAPS.rglob("*.pcap")) + sorted(harness.PCAPS.rglob("*.pcapng"))
    found = [capture for capture in found if "noise" not in capture.parts]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(Reading, harness.of_this_run(found, harness.of_each_folder(found, 1))))


def found_by(filters, capture):
    """How many frames each filter finds, from one run."""
    asked = [part for text in filters for part in ("-z", f"io,phs,{text}")]
    output = harness.run("-2", "-q", *project(), *asked, capture=capture).stdout.decode()
    found = {}
    for part in output.split("Filter: ")[1:]:
        text, _, rest = part.partition("\n")
        found[text] = sum(map(int, re.findall(r"^\w\S* +frames:(\d+)", rest, re.M)))
    return found


def named_by(text):
    """The names in a filter: of one row, or of one for each receiver."""
    names = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    quoted = ", ".join(f'"{name}"' for name in names)
    assert text in (f"{ROW} == {quoted}", f"{ROW} in {{{quoted}}}"), text
    return [name.replace('\\"', '"').replace("\\\\", "\\") for name in names]


def wrong_in_problems(reading):
    """What is wrong with the filters of godot,problems."""
    rows = reading.problems
    if not rows:
        return []
    occurrences, frames, wrong = Counter(), {}, []
    for frame in reading.frames:
        for name in frame.problems:
            occurrences[name] += 1
            frames.setdefault(name, []).append(frame.number)
    names = [named_by(row["filter"]) for row in rows]
    every = [name for group in names for name in group]
    if len(every) != len(set(every)):
        wrong.append("two rows have one filter")
    found = found_by([row["filter"] for row in rows], reading.capture)
    for row, group in zip(rows, names):
        # The filter asks for these names alone (named_by), so the number of frames says whether it finds them.
        expected = sorted({number for name in group for number in frames.get(name, [])})
        number = sum(occurrences[name] for name in group)
        if found.get(row["filter"]) != len(expected):
            wrong.append((row, "finds", found.get(row["filter"]), "not", expected))
        if group[0].endswith(COUNTED_ONCE):
            if int(row["first"]) not in expected or number < int(row["count"]):
                wrong.append((row, "has", expected))
        elif number != int(row["count"]) or not expected or expected[0] != int(row["first"]):
            wrong.append((row, "has", number, expected))
    wrong += [("no row for", each) for each in set(occurrences) - set(every) if not each.endswith(COUNTED_ONCE)]
    return [reading.named(each) for each in wrong]


# The first column of each table, and what the names of its rows begin with.
PREFIXES = {"kind": "kind ", "node": "node ", "from": "from ", "channel": "channel ", "scene": "scene "}


# Messages of one side of a relay are in no row, as they would count twice; nor are properties without bytes of their own.
ONE_SIDE = ("situations/godot-4.6/held_spawn.pcap",)


def names_found_by(text, names):
    """Which of these names of rows a filter finds, as Wireshark evaluates it."""
    quoted = [each.replace('\\"', '"').replace("\\\\", "\\") for each in re.findall(r'"((?:[^"\\]|\\.)*)"', text)]
    if text.startswith(f"{PROFILE} matches "):
        pattern = re.compile(quoted[0].removeprefix("(?-i)"), re.DOTALL)
        return {name for name in names if pattern.match(name)}
    assert text.startswith((f"{PROFILE} == ", f"{PROFILE} in ")), text
    return set(quoted)


def of_table(name, prefix):
    if prefix == "channel ":
        return name.startswith(prefix) or name.startswith("kind ") and name.endswith(" without channel")
    if prefix == "kind ":
        return name.startswith(prefix) and not name.endswith(" without channel")
    return name.startswith(prefix) if prefix else not name.startswith(tuple(PREFIXES.values()))


def wrong_in_profile(reading):
    """How many rows the profile's tables have, and what is wrong with their filters."""
    occurring = {name for frame in reading.frames for name in frame.profile}
    count, wrong = 0, []
    for rows in reading.profile:
        columns = list(rows[0])
        table = columns[0]
        if table == "second":
            continue
        prefix = PREFIXES[table] if columns[1] != "node" else None
        taken = Counter()
        for row in rows:
            if PROFILE not in row["filter"]:
                continue
            count += 1
            found = names_found_by(row["filter"], occurring)
            if not found or not found <= occurring:
                wrong.append((table, row["filter"], "finds no packet by", sorted(found - occurring)))
            taken.update(found)
        wrong += [(table, name, "belongs to two rows") for name, times in taken.items() if times > 1]
        missed = {name for name in occurring if of_table(name, prefix)} - set(taken)
        if reading.capture.relative_to(harness.PCAPS).as_posix() in ONE_SIDE or "relayed" in reading.capture.parts:
            continue
        # Their rows have filters of ENet's own fields, or none.
        missed -= {row["kind"] for row in rows if "kind" in row and PROFILE not in row["filter"]}
        wrong += [(table, name, "is in no row") for name in missed]
    return count, [reading.named(each) for each in wrong]


def own_bytes(frames):
    """Bytes of the frames of the conversations in which the plugin recognises something."""
    # What is said of WebRTC is about packets that are not read.
    ours = {frame.flow for frame in frames if frame.flow[1] and (OURS & frame.protocols or (frame.problems and not OF_WEBRTC & frame.protocols))}
    return sum(frame.length for frame in frames if frame.flow in ours)


class Rows(unittest.TestCase):
    maxDiff = None

    @harness.sweep
    def test_filters_of_the_profile(self):
        found = [wrong_in_profile(each) for each in readings()]
        self.assertEqual([each for _, wrong in found for each in wrong], [])
        self.assertGreater(sum(rows for rows, _ in found), harness.at_least(1000))

    def test_filters_as_wireshark_evaluates_them(self):
        """A name alone, a list and a pattern, each on the packets that have a name that it finds."""
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        frames = {}
        for (number,), names in harness.fields(capture, ["frame.number", PROFILE], display_filter=PROFILE):
            for name in names:
                frames.setdefault(name, set()).add(number)
        rows = harness.json_rows(harness.run("-2", "-q", "-z", "godot,profile,json", capture=capture).stdout.decode())
        for way in ("==", "in", "matches"):
            text = next(row["filter"] for row in rows if row["filter"].startswith(f"{PROFILE} {way} "))
            expected = set().union(*(frames[name] for name in names_found_by(text, frames)))
            with self.subTest(filter=text):
                self.assertEqual({number for (number,), in harness.fields(capture, ["frame.number"], display_filter=text)}, expected)
                self.assertLess(0, len(expected))

    @harness.sweep
    def test_filters_find_all_and_only(self):
        with ThreadPoolExecutor(2) as pool:
            wrong = [*pool.map(wrong_in_problems, readings())]
        self.assertEqual([each for several in wrong for each in several], [])
        self.assertGreater(sum(len(reading.problems) for reading in readings()), harness.at_least(20))

    @harness.sweep
    def test_every_byte_is_assigned(self):
        """For every transport and encoding: range coder, zstd, fragments, losses, WebSocket, TCP, TLS. Not for a mirror's records,
        which were on no wire, our relay, whose frames count on one of its sides (test_relayed.py), and WebRTC, which is not read: what
        is said of it may be on a segment of TCP."""
        compared = 0
        for reading in readings():
            if {"mirror", "relayed", "ice"} & set(reading.capture.parts):
                continue
            wanted = own_bytes(reading.frames)
            self.assertEqual(len(reading.profile), len(TABLES) if wanted else 0, reading.named("tables"))
            for rows in reading.profile:
                self.assertEqual(sum(int(row["total"]) for row in rows), wanted, reading.named(list(rows[0])))
            compared += wanted
        self.assertGreater(compared, harness.at_least(1_500_000))


if __name__ == "__main__":
    unittest.main()
