# SPDX-License-Identifier: MIT
"""Reports, made and read: what is in the file, and what tshark's tables say of the same run."""

import json

import harness

TABLES = ["godot,problems", "enet,streams", "godot,profile", "godot,profile,nodes", "godot,profile,peers",
          "godot,profile,channels", "godot,profile,scenes", "godot,profile,seconds", "godot,sync", "godot,sync,properties"]
BEGIN, END = '<script type="application/json" id="data">', "</script>"


class Report:
    """A report: its file, the facts in it, and the tables that the same run of tshark has printed."""

    def __init__(self, file, text, tables=None):
        self.file, self.text, self.tables = file, text, tables
        begin = text.index(BEGIN) + len(BEGIN)
        self.facts_text = text[begin : text.index(END, begin)]
        self.facts = json.loads(self.facts_text, parse_float=str)


def arrays(text):
    """The JSON tables of an output, numbers as they stand there."""
    decoder, at, found = json.JSONDecoder(parse_int=str, parse_float=str), 0, []
    while at < len(text):
        rows, at = decoder.raw_decode(text, at)
        found.append(rows)
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
