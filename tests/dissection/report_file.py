# SPDX-License-Identifier: MIT
"""Makes and reads reports: the content of the file, and the tables that the same run of tshark printed."""

import base64
import json
import re
import struct
from collections import namedtuple

import harness

# A row of the list of tables, and of those of libraries of games: its name, and its place in the report.
ROWS = {
    "answers/options/tables/z_tables.cpp": re.compile(r'^    \{"([\w,]+)", "[^"]+", [\w:<>]+, \w+, (\d+), ', re.M),
    "analysis/libraries/*/library.def": re.compile(r'^GODOT_LIBRARY_TABLE\(\w+, "([\w,]+)", "[^"]+", (\d+),\s', re.M),
}
TABLES = [name for _, name in sorted((int(place), name) for files, row in ROWS.items()
                                     for file in harness.SOURCE.glob(files)
                                     for name, place in row.findall(file.read_text(encoding="utf-8"))
                                     if place != "0")]  # 0: not on the page
BEGIN, END = '<script type="application/json" id="data">', "</script>"


Bar = namedtuple("Bar", "time frame lane bytes flags main messages")  # microseconds; messages: (entry, text or None)


def column(text):
    """Decodes a column of whole numbers, seven bits per byte, least significant first."""
    found, value, shift = [], 0, 0
    for byte in base64.b64decode(text):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    return found


def signed(number):
    return number // 2 if number % 2 == 0 else -(number + 1) // 2


class Report:
    """A report: its file, the facts in it, and the tables that the same run of tshark has printed."""

    def __init__(self, file, text, tables=None):
        self.file, self.text, self.tables = file, text, tables
        begin = text.index(BEGIN) + len(BEGIN)
        self.facts_text = text[begin : text.index(END, begin)]
        self.facts = json.loads(self.facts_text, parse_float=str)

    def bars(self):
        timeline = self.facts["timeline"]
        numbers = iter(column(timeline["bars"]))
        found, time, frame = [], 0, 0
        for delta in numbers:
            time += signed(delta)
            frame += signed(next(numbers))
            lane, size, flags, main, count = (next(numbers) for _ in range(5))
            messages = [(timeline["entries"][next(numbers)], next(numbers)) for _ in range(count)]
            texts = [(entry, timeline["texts"][text - 1] if text else None) for entry, text in messages]
            found.append(Bar(time, frame, lane, size, flags, main, texts))
        return found

    def coarse(self):
        """Aggregated bars: packets, bytes, flags and kind of each (lane, interval), and the length of an interval in
        microseconds."""
        timeline, found = self.facts["timeline"], {}
        for lane, text in enumerate(timeline["coarse"]):
            numbers, interval = iter(column(text)), 0
            for delta in numbers:
                interval += delta
                found[lane, interval] = tuple(next(numbers) for _ in range(4))
        return found, round(float(timeline["width"]) * 1e6) * timeline["coarse_step"]

    def sent_values(self):
        """The values sent to each peer: for each (session, peer, node, member) its samples by frame: None after the
        node's end, two numbers or a text."""
        replay, found = self.facts["replay"], {}
        for session, peer, node, member, is_place, count, samples, _ in replay["series"]:
            numbers, time, frame, rows = iter(column(samples)), 0, 0, []
            for _ in range(count):
                time += signed(next(numbers))
                frame += signed(next(numbers))
                kind = next(numbers)
                if kind == 0:
                    value = None
                elif kind == 1 and is_place:
                    value = struct.unpack(">ff", struct.pack(">II", next(numbers), next(numbers)))
                else:
                    value = replay["texts"][kind - 3] if kind > 2 else ""
                rows.append((frame, time, value))
            found[session, peer, node, member] = rows
        return found

    def bytes_by_kind(self):
        timeline = self.facts["timeline"]
        sums = {name: sum(column(bins)) for name, bins in zip(timeline["kinds"], timeline["kind_bytes"])}
        return {name: size for name, size in sums.items() if size}


def arrays(text, numbers={"parse_int": str, "parse_float": str}):
    """The rows of the JSON tables of an output, with numbers as text."""
    decoder, at, found = json.JSONDecoder(**numbers), 0, []
    while at < len(text):
        table, at = decoder.raw_decode(text, at)
        found.append(table["rows"])
        while at < len(text) and text[at].isspace():
            at += 1
    return found


def made(capture, *options, masked=False, name="report", tables=True):
    file = harness.workshop().home / f"{name}.html"
    wish = f"godot,report,{file}" + (",masked" if masked else "")
    asked = TABLES if tables else []
    arguments = [word for table in asked for word in ("-z", f"{table},json")]
    done = harness.run("-q", "-2", *options, "-z", wish, *arguments, capture=capture)
    printed = dict(zip(reversed(asked), arrays(done.stdout.decode())))
    return Report(file, file.read_text(encoding="utf-8"), printed)
