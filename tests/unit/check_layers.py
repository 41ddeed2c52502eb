#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no file of codec, analysis or plugin includes one of a higher layer: check_layers.py CHECKOUT

The libraries are layers, from the lowest: codec, analysis, plugin. In each, a folder may include itself and folders of lower layers.
Folders of one layer may not include each other. The analysis includes the codec and the standard library only.

All declarations of the analysis are in godot::analysis, or in a namespace in it that belongs to the file's folder.
"""

import re
import sys
from pathlib import Path

HEIGHTS = {
    "codec": {
        ".": -1,  # the list of libraries of games
        "core": 0,
        "variant": 1,
        "debugger": 2,
        "enet": 2,
        "files": 2,
        "link": 1,  # what a relay says of a datagram: text alone
        "multiplayer": 2,
        "mirror": 3,  # records whole messages of the multiplayer
        "tool": 4,
        "examples": 4,
    },
    "analysis": {
        ".": -1,  # what it lists of these libraries
        "base": 0,  # memory, hashes, texts, sequence numbers: nothing of Godot
        "items": 1,  # what a tree of items shows of a walk
        "values": 1,  # which conversations carry Variants
        "names": 0,  # questions about names, and who answers them
        "problems": 1,  # the list of problems; verdicts
        "facts": 1,  # what a frame contains
        "debugger": 1,  # conversations of a game with its editor
        "files": 1,  # what the editor's file server sends
        "project/text": 1,  # characters, constants, checksums
        "project/scripts": 2,  # what a script declares
        "project/scenes": 3,  # what a scene or a resource contains
        "project": 4,  # a Godot project's files
        "project/answers": 5,  # the user's projects as a source of names
        "link": 2,  # a connection of any transport
        "mirror": 3,  # what running games tell
        "enet": 3,  # order, loss and round trips of ENet; its problems
        "report": 2,  # tables
        "memory": 3,  # what a capture teaches of each sender
        "questions": 4,  # answers to the user's questions, from facts: each is a table or a list
        "peers": 4,  # who sent a message, and who gets it
        "calls": 5,  # a message as libraries of games read it
        "learning": 6,  # stores what a message teaches
        "account": 7,  # what a message means, and what is wrong with it
        "annotation": 8,  # what is shown of a message beside its bytes
        "output": 9,  # the page of a report, traces
    },
    "plugin": {
        "core": 0,  # shared by all dissectors
        "facts": 1,  # the facts that dissectors pass to taps
        "show": 2,  # output, from facts alone
        "link": 2,  # what a relay did to a packet
        "variant": 2,
        "project_settings": 3,
        "enet": 3,  # a transport: protocols above it register themselves with it
        "multiplayer": 4,
        "debugger": 4,
        "files": 4,  # the editor's file server
        ".": 6,  # plugin.cpp registers all
    },
}
LIBRARIES = list(HEIGHTS)
# The folders of each library of games.
GAMES = re.findall(r"^#include GODOT_LIBRARY\((\w+)\)$", (Path(__file__).parents[2] / "codec/libraries.def").read_text(encoding="utf-8"), re.M)
# Transports with a folder of their own.
TRANSPORTS = re.findall(r"^GODOT_TRANSPORT_FOLDER\((\w+),", (Path(__file__).parents[2] / "plugin/core/transports.def").read_text(encoding="utf-8"), re.M)
HEIGHTS["plugin"].update(dict.fromkeys(TRANSPORTS, 5))
for part, height in {"codec": 3, "analysis": 7, "plugin": 5}.items():
    HEIGHTS[part].update(dict.fromkeys(GAMES, height))
# A file may include one of these for all of them, by the list: no file depends on a certain one by it. Empty: any file may.
FILES_OF_GAMES = {
    ("codec", "library.def"): (),
    ("codec", "fields.def"): ("codec/core/catalogue.cpp",),
    ("codec", "notes.def"): ("codec/core/catalogue.cpp",),
    ("codec", "fields.h"): ("codec/core/catalogue.cpp",),
    ("analysis", "library.def"): ("analysis/libraries.def",),
}
LIST_OF_GAMES = re.compile(r"^#define GODOT_LIBRARY\(.*?\) (?:GODOT_FILE_OF\((\w+), name, ([\w.]+)\)$)?")
# A folder on its own may include only itself and these, which serve all protocols.
ALONE = {
    "plugin/enet": (
        "codec/core/",
        "codec/enet/",
        "plugin/core/",
        "plugin/facts/",
        "plugin/show/",
        "analysis/base/",
        "analysis/enet/",
        "analysis/facts/",
        "analysis/link/link.h",  # what a transport reports of a connection and of a message
        "analysis/problems/",
    ),
}
# It collects the rows of all protocols, and includes nothing else of them.
GATHERS = {"codec/core/catalogue.cpp"}
ROWS = {"fields.def", "fields.h", "names.h", "notes.def"}
NAMESPACE = re.compile(r"^namespace (godot[\w:]*) \{")
# The namespaces in godot::analysis that do not have their folder's name.
NAMES = {
    "account": {"sync"},
    "base": {"json", "objects"},
    "memory": {"sync"},
    "output": {"page", "trace"},
    "questions": {"flow", "plots", "problems", "profile", "state", "streams", "sync"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
SUFFIXES = {".h", ".cpp", ".def", ".inc"}
BRIDGES = {"bridge.h", "user_table.h", "plugin.cpp"}
OF_EPAN = re.compile(r"^(epan|wsutil|wiretap|ws_|glib|gmodule)")
# Standard headers have names of letters and digits alone.
OF_STANDARD = re.compile(r"^[a-z_0-9]+$")


def folder_of(path):
    """The library, and its folder: "." for a file beside the folders. A folder in a folder is one of its own if it has a height."""
    library, *rest = path.parts
    inner = "/".join(rest[:2])
    if len(rest) > 2 and inner in HEIGHTS[library]:
        return library, inner
    return library, rest[0] if len(rest) > 1 else "."


def wrong_namespace(folder, name):
    """Whether a file in this folder of the analysis may not declare this namespace."""
    return name not in {f"godot::analysis{end}" for end in ("", *(f"::{one}" for one in {folder.split("/")[0], *NAMES.get(folder, ())}))}


def wrong_system(inside, name):
    library, _ = folder_of(inside)
    if library == "plugin":
        return OF_EPAN.match(name) and inside.name not in BRIDGES and "bridge.h includes Wireshark's headers"
    return library == "analysis" and not OF_STANDARD.match(name) and "analysis includes the standard library alone"


def wrong_include(checkout, inside, own):
    library, folder = folder_of(inside)
    other_library, other = folder_of(Path(own)) if "/" in own else (None, None)
    if other_library not in HEIGHTS:
        return f"{own} is in none of {', '.join(LIBRARIES)}"
    if not (checkout / own).is_file():
        return f"{own} does not exist"
    alone = ALONE.get(f"{library}/{folder}")
    if alone and not own.startswith((f"{library}/{folder}/", *alone)):
        return f"{folder} stands alone, and includes {own}"
    if library != other_library:
        return LIBRARIES.index(other_library) > LIBRARIES.index(library) and f"{library} includes {own}"
    if other == folder or (inside.as_posix() in GATHERS and Path(own).name in ROWS):
        return False
    return HEIGHTS[library].get(other, 99) >= HEIGHTS[library][folder] and f"{folder} includes {own}"


def complaints_of_line(checkout, inside, line):
    library, folder = folder_of(inside)
    namespace = NAMESPACE.match(line)
    if namespace and library == "analysis" and wrong_namespace(folder, namespace[1]):
        yield f"{namespace[1]}: what is in {library}/{folder} is in godot::analysis, or in a namespace of its folder"
    listed = LIST_OF_GAMES.match(line)
    if listed and inside.as_posix() not in (FILES_OF_GAMES.get(listed.groups(), [None]) or [inside.as_posix()]):
        yield f"{inside} includes {listed[2]} of each library of games in {listed[1]}"
    match = INCLUDE.match(line)
    if match:
        wrong = wrong_system(inside, match[1]) if match[1] else wrong_include(checkout, inside, match[2])
        if wrong:
            yield wrong


def complaints_of_file(checkout, inside):
    for number, line in enumerate((checkout / inside).read_text(encoding="utf-8").splitlines(), 1):
        for wrong in complaints_of_line(checkout, inside, line):
            yield f"{inside}:{number}: {wrong}"


def complaints(checkout, library):
    seen = set()
    for path in sorted((checkout / library).rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        inside = path.relative_to(checkout)
        folder = folder_of(inside)[1]
        seen.add(folder)
        if folder in HEIGHTS[library]:
            yield from complaints_of_file(checkout, inside)
        else:
            yield f"{inside}: {folder} has no height in this test"
    for folder in sorted(HEIGHTS[library].keys() - seen):
        yield f"{library}: {folder} has a height, and no file"


def main():
    checkout = Path(sys.argv[1])
    wrong = [complaint for library in LIBRARIES for complaint in complaints(checkout, library)]
    print("\n".join(wrong) if wrong else "no include runs upward, and namespaces follow the folders")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
