#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the output of tshark with the plugin, or compares it with that of another tshark of the same minor version: Windows and
macOS, where other compilers built the plugin, with Linux.

    outputs.py write TSHARK PLUGINS FOLDER
    outputs.py compare TSHARK PLUGINS FOLDER

PLUGINS is the folder above MINOR/epan. Captures, whole and damaged, are those of output_captures.py. Compared for each are the items
of the plugin's protocols with their bytes (PDML and JSON), the columns, and some tables. Not compared, because they may differ:
items of Wireshark's own protocols, which change between its releases; the folder of the plugin and its file's extension; line
ends; the sign of NaN, which C libraries write as nan, -nan or -nan(ind)."""

import difflib
import json
import os
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[1] not in ("write", "compare"):
        sys.exit(__doc__)
    os.environ["GODOT_TSHARK"], os.environ["GODOT_PLUGINS"] = (str(Path(path).absolute()) for path in sys.argv[2:4])

import harness  # noqa: E402 - reads the environment

import output_captures  # noqa: E402
import projects  # noqa: E402

MADE_BY = "wireshark.txt"
MOST_LINES = 40  # number of differences to print per file


def is_ours(protocol):
    """Whether a protocol is the plugin's, or one that Wireshark adds at an error: _ws.malformed, _ws.short."""
    return protocol.startswith((*harness.OURS, "_ws."))


def items(element, depth):
    for field in element:
        values = (field.get(name, "") for name in ("name", "showname", "show", "pos", "size", "value"))
        yield "  " * depth + " | ".join(value.replace("\n", "\\n") for value in values)
        yield from items(field, depth + 1)


def tree(capture, options):
    text = harness.run("-T", "pdml", *options, capture=capture, check=False).stdout
    for packet in xml.etree.ElementTree.fromstring(text).iter("packet"):
        number = packet.find("./proto[@name='frame']/field[@name='frame.number']").get("show")
        yield f"frame {number}"
        for protocol in packet:
            if is_ours(protocol.get("name")):
                yield from items([protocol], 1)


def as_json(capture, options):
    text = harness.run("-T", "json", "--no-duplicate-keys", *options, capture=capture, check=False).stdout
    for packet in json.loads(text):
        layers = packet["_source"]["layers"]
        ours = {name: value for name, value in layers.items() if is_ours(name)}
        yield f"frame {layers['frame']['frame.number']}"
        yield from json.dumps(ours, ensure_ascii=False, indent=1).splitlines()


def columns(capture, options):
    ours = ("-Y", "enet or godot or godot.variant or godot.debug or godot.mirror or godot.files", "-T", "fields", "-e", "frame.number", "-e", "_ws.col.Protocol", "-e", "_ws.col.Info")
    shown = harness.run(*ours, *options, capture=capture, check=False)
    yield from shown.stdout.decode().splitlines()
    yield f"ended with {shown.returncode}"


def tables(capture, options):
    names = ("godot,tree", "godot,problems", "godot,profile,nodes", "enet,streams")
    wanted = [option for name in names for option in ("-z", name)]
    yield from harness.run("-q", *wanted, *options, capture=capture, check=False).stdout.decode().splitlines()


FORMS = {"tree": tree, "json": as_json, "columns": columns, "tables": tables}
# JSON has the same items as the tree; of a torn file all frames but the last are there.
FORMS_OF = {"whole": tuple(FORMS), "snapped": ("tree", "columns", "tables"), "halved": ("tree", "columns", "tables"), "torn": ("columns",)}


def plugins():
    """The plugin's name and version, and the names that it registers."""
    for line in harness.run("-G", "plugins").stdout.decode().splitlines():
        if line.startswith("godot."):
            yield "\t".join(["godot", *line.split("\t")[1:3]])


def minor():
    return re.search(r"\d+\.\d+", harness.run("-v").stdout.decode()).group()


def outputs():
    """File names with the lines of their output."""
    yield "plugins.txt", list(plugins())
    for name, path, project in output_captures.CAPTURES:
        options = ["-2"]
        if project:
            options += projects.with_project(projects.copied(projects.PROJECTS / project))
        for damage, forms in FORMS_OF.items():
            capture = output_captures.damaged(name, path, damage)
            if capture is not None:
                for form in forms:
                    yield f"{name}.{damage}.{form}.txt", [comparable(line) for line in FORMS[form](capture, options)]


NOT_A_NUMBER = re.compile(r"(?<![\w.])-?nan(\((ind|snan)\))?(?![\w.])")


def comparable(line):
    """A line without the temporary folder into which this run copied the projects."""
    return NOT_A_NUMBER.sub("nan", line.replace(harness.as_shown(harness.workshop().folder), "FOLDER"))


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MADE_BY).write_text(minor() + "\n", encoding="utf-8")
    for count, (name, lines) in enumerate(outputs(), 1):
        (folder / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    print(f"{count} files written to {folder}")


def compare(folder):
    """Returns whether all output is the same."""
    made_by = (folder / MADE_BY).read_text(encoding="utf-8").strip()
    if made_by != minor():
        sys.exit(f"{folder} was written by Wireshark {made_by}, this is {minor()}")
    missing = {path.name for path in folder.glob("*.txt")} - {MADE_BY}
    different = same = 0
    for name, lines in outputs():
        if name not in missing:
            print(f"{folder} has no {name}")
            different += 1
            continue
        missing.remove(name)
        expected = (folder / name).read_bytes().decode().split("\n")[:-1]
        if expected == lines:
            same += 1
            continue
        different += 1
        differences = list(difflib.unified_diff(expected, lines, f"expected/{name}", name, lineterm="", n=1))
        print("\n".join(differences[:MOST_LINES]))
        if len(differences) > MOST_LINES:
            print(f"... {len(differences) - MOST_LINES} lines more")
    for name in sorted(missing):
        print(f"nothing was shown for {name}")
    print(f"{same} outputs are the same, {different + len(missing)} differ")
    return same > 0 and not different and not missing


if __name__ == "__main__":
    folder_of_outputs = Path(sys.argv[4])
    if sys.argv[1] == "write":
        write(folder_of_outputs)
    else:
        sys.exit(not compare(folder_of_outputs))
