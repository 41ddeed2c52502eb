#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no file includes one of a higher layer: check_layers.py CHECKOUT

The libraries are layers, from the lowest: codec, base, project, analysis, answers, engine, plugin; capture stands alone. In each, a folder may include itself and
folders of lower layers. Folders of one layer may not include each other. Those below the plugin include the standard library only.
The answers include facts and problems of the analysis, and nothing else of it.

All declarations between codec and plugin are in godot::analysis, or in a namespace in it that belongs to the file's folder.
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
        "ip": 1,  # datagrams and segments found in frames
        "relay": 1,  # what a relay says of a datagram: text alone
        "noray": 1,  # lines and handshakes of noray: text alone
        "websocket": 1,  # heads of HTTP and WebSocket
        "stun": 1,  # messages of STUN, heads of DTLS
        "multiplayer": 2,
        "mirror": 3,  # records whole messages of the multiplayer
        "tool": 4,
        "examples": 4,
    },
    "base": {
        ".": 0,  # memory, hashes, texts, sequence numbers: nothing of Godot
        "names": 1,  # questions about names, and who answers them
    },
    "project": {
        "text": 0,  # characters, constants, checksums
        "libraries": 2,  # what libraries of games find in files
        "scripts": 3,  # what a script declares
        "scenes": 4,  # what a scene or a resource contains
        "index": 5,  # a Godot project's files: what is found where
        "answers": 6,  # the user's projects as a source of names
        "audit": 6,  # what will cost or fail, before anything runs
    },
    "analysis": {
        ".": -1,  # what it lists of libraries of games
        "problems": 0,  # the list of problems; verdicts
        "facts": 0,  # what a frame contains
        "message/items": 0,  # what a tree of items shows of a walk
        "derived": 1,  # fields that are derived, and their values
        "streams": 2,  # conversations without messages: values, debugger, files
        "link": 2,  # a connection of any transport
        "relay": 2,  # what a relay did to a datagram, and its frames on both sides
        "noray": 2,  # players who meet by noray
        "tcp_ends": 2,  # why connections over TCP end
        "ice": 3,  # players who meet by WebRTC
        "mirror": 3,  # what running games tell
        "enet": 3,  # order, loss and round trips of ENet; its problems
        "game/memory": 3,  # what a capture teaches of each sender
        "game/routes": 4,  # who sent a message, and who gets it
        "message/calls": 5,  # a message as libraries of games read it
        "game/learning": 6,  # stores what a message teaches
        "message/account": 7,  # what a message means, and what is wrong with it
        "message/annotation": 8,  # what is shown of a message beside its bytes
    },
    "answers": {
        "audit": 1,  # what a project's files say, as tables
        "tables": 0,  # rows, as text, CSV and JSON; the interface of a question
        # Answers to the user's questions, from facts: each is a table, a list or a tree.
        "questions/advice": 1,  # what a game could save
        "questions/connections": 1,  # how good ENet's connections are, and who causes lag
        "questions/counts": 1,  # the rows of trees of statistics
        "questions/flow_graphs": 1,  # arrows between peers
        "questions/plots": 1,  # numbers of a game over time
        "questions/problems": 1,  # the table of problems
        "questions/profile": 1,  # who costs what
        "questions/states": 1,  # the state at a packet, and how well synchronizers send it
        "options/tables": 3,  # the options that show one table, a row each: also the window and the report have those
        "report_page": 4,
        "trace": 5,  # traces for other programs
        "options": 6,  # the options of tshark and the entries of menus that ask
    },
    "capture": {
        "file": 0,  # frames of a capture
        "packed": 0,  # what unpacks, with other libraries where they are there
        "frame": 1,  # datagrams, segments and PDUs of frames
        "tcp": 2,  # the bytes of connections in order
        "websocket": 3,  # messages in these bytes
    },
    "engine": {
        "frame": 0,  # a frame, its memory and its texts
        "libraries": 0,  # what is kept of libraries of games
        "packed": 0,  # what unpacks datagrams, with other libraries where they are there
        "relay": 0,  # the side of a relay on which a frame was captured
        "tree": 1,  # the items of one frame
        "game": 1,  # what a capture teaches of its games
        "message": 2,  # the steps of a message of the multiplayer
        "values": 2,  # the steps of a value alone
        "streams": 3,  # the steps of bytes over TCP
        "websocket": 4,  # the steps of a message of WebSocket
        "enet": 4,  # the steps of a datagram
        "mirror": 4,  # the steps of a record
        "noray": 4,  # the steps of what players and noray send
        "ice": 4,  # the steps of what players who meet by WebRTC send
        ".": 5,  # all of them, in order
    },
    "plugin": {
        "core/epan": 0,  # Wireshark's interfaces
        "core/flows": 1,  # conversations
        "core/register": 2,  # what all protocols register
        "core/settings": 3,  # what the user sets
        "core/exports": 4,  # bytes that become files
        "core/tree": 5,  # items
        "facts": 6,  # the facts that dissectors pass to taps
        "relay": 6,  # what a relay did to a packet
        "show": 7,  # output, from facts alone
        "variant": 7,
        "game": 7,  # what a capture teaches of its games
        "project_settings": 8,
        "enet": 9,  # a transport: protocols above it register themselves with it
        "multiplayer": 10,
        "debugger": 10,
        "files": 10,  # the editor's file server
        "tcp_ends": 11,  # why connections over TCP end
        "noray": 11,  # players who meet by noray
        "ice": 11,  # players who meet by WebRTC
        ".": 12,  # plugin.cpp registers all
    },
}
# What the answers may read of the analysis; what a library of games remembers, only that library's tables.
ANSWERED_FROM = ("analysis/facts/", "analysis/problems/", "analysis/libraries.def")
LIBRARIES = list(HEIGHTS)
# The folders of each library of games.
GAMES = re.findall(r"^#include GODOT_LIBRARY\((\w+)\)$", (Path(__file__).parents[2] / "codec/libraries.def").read_text(encoding="utf-8"), re.M)
# Transports with a folder of their own.
TRANSPORTS = re.findall(r"^GODOT_TRANSPORT_FOLDER\((\w+),", (Path(__file__).parents[2] / "plugin/core/register/transports.def").read_text(encoding="utf-8"), re.M)
HEIGHTS["plugin"].update(dict.fromkeys(TRANSPORTS, 11))
for part, height in {"codec": 3, "project": 1, "analysis": 7, "answers": 2, "engine": 3, "plugin": 11}.items():
    found = [name for name in GAMES if (Path(__file__).parents[2] / part / "libraries" / name).is_dir()]
    HEIGHTS[part].update(dict.fromkeys((f"libraries/{name}" for name in found), height))
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
        "base/",
        "engine/packed/",
        "engine/enet/",  # the order of the steps of a datagram and of a command; what they ask of the game
        "plugin/game/",  # the peers at a connection's ends
        "plugin/project_settings/project_settings.h",
        "analysis/game/learning/link_ends.h",  # what a transport asks the multiplayer about a link
        "codec/noray/noray.h",  # what players send each other before they speak ENet
        "analysis/enet/",
        "analysis/facts/",
        "plugin/relay/relayed.h",  # what a relay did to a datagram
        "analysis/link/link.h",  # what a transport reports of a connection and of a message
        "analysis/problems/",
        "analysis/derived/common.h",  # expert information of every protocol
        "analysis/message/items/",  # a sink of fields
    ),
}
# It collects the rows of all protocols, and includes nothing else of them.
GATHERS = {"codec/core/catalogue.cpp"}
ROWS = {"fields.def", "fields.h", "names.h", "notes.def"}
NAMESPACE = re.compile(r"^namespace (godot[\w:]*) \{")
# The namespaces in godot::analysis that have the name of no folder above the file.
NAMES = {
    "base": {"json", "objects"},
    "base/names": {"names"},
    "project": {"project"},
    "analysis/facts": {"plots"},
    "analysis/game/memory": {"sync"},
    "analysis/message/account": {"sync"},
    "answers/tables": {"report"},
    "project/audit": {"project"},
    "answers/questions": {"advice", "flow", "plots", "problems", "profile", "report", "state", "streams", "sync"},
    "answers/report_page": {"page", "report"},
}
# The libraries whose namespace is godot::analysis, and those that have the standard library alone beside these.
OF_ANALYSIS = ("base", "project", "analysis", "answers")
ALONE_WITH_STANDARD = (*OF_ANALYSIS, "capture", "engine")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
SUFFIXES = {".h", ".cpp", ".def", ".inc"}
BRIDGES = {"bridge.h", "file_places.h", "user_table.h", "plugin.cpp"}
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


def wrong_namespace(inside, name):
    """Whether this file may not declare this namespace."""
    folders = [path.as_posix() for path in inside.parents if path.name]
    words = {path.name for path in inside.parents if path.name}
    for folder in folders:
        words |= NAMES.get(folder, set())
    return name not in {f"godot::analysis{end}" for end in ("", *(f"::{one}" for one in words))}


def wrong_system(inside, name):
    library, folder = folder_of(inside)
    if library == "plugin":
        return OF_EPAN.match(name) and inside.name not in BRIDGES and "bridge.h includes Wireshark's headers"
    if folder == "packed" and name in ("zlib.h", "zstd.h", "zstd_errors.h"):
        return False  # where they are there
    return library in ALONE_WITH_STANDARD and not OF_STANDARD.match(name) and f"{library} includes the standard library alone"


def wrong_answer(inside, own):
    """Answers need facts and problems alone; the tables of a library of games, what it remembers, too."""
    if inside.parts[0] != "answers" or not own.startswith("analysis/") or own.startswith(ANSWERED_FROM):
        return False
    library = inside.parts[2] if inside.parts[1] == "libraries" else None
    return not (library and own.startswith(f"analysis/libraries/{library}/")) and f"answers includes {own}"


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
    # The capture reader knows nothing of Godot, and programs alone use it.
    if "capture" in (library, other_library) and library != other_library:
        return f"{library} includes {own}"
    if library != other_library:
        return wrong_answer(inside, own) or (LIBRARIES.index(other_library) > LIBRARIES.index(library) and f"{library} includes {own}")
    if other == folder or (inside.as_posix() in GATHERS and Path(own).name in ROWS):
        return False
    return HEIGHTS[library].get(other, 99) >= HEIGHTS[library][folder] and f"{folder} includes {own}"


def complaints_of_line(checkout, inside, line):
    library, _ = folder_of(inside)
    namespace = NAMESPACE.match(line)
    if namespace and library in OF_ANALYSIS and wrong_namespace(inside, namespace[1]):
        yield f"{namespace[1]}: what is in {inside.parent} is in godot::analysis, or in a namespace of its folder"
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
