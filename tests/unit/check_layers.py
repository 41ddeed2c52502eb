#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no file of the plugin or the codec includes one of a higher layer: check_layers.py CHECKOUT

A folder may include itself and folders of lower layers; those of the plugin may include the codec, too. Folders of one layer
may not include each other.

All declarations of analysis are in godot::analysis, or in a namespace in it with the name of the file's folder.
"""

import re
import sys
from pathlib import Path

HEIGHT = {
    "analysis": 0,  # analysis of what was read; no epan
    "core": 1,  # shared by all dissectors
    "facts": 2,  # the facts that dissectors pass to taps
    "show": 3,  # output, from facts alone
    "variant": 3,
    "project_settings": 3,
    "enet": 4,  # a transport: protocols above it register themselves with it
    "multiplayer": 5,
    "debugger": 5,
    "files": 5,  # the editor's file server
    "netfox": 6,  # a library of games, on top of the multiplayer
    "mirror": 6,
    ".": 7,  # plugin.cpp registers all
}
# A folder on its own may include only itself and these, which serve all protocols.
ALONE = {
    "enet": (
        "codec/core/",
        "codec/enet/",
        "analysis/enet/",
        "analysis/facts/",
        "analysis/link/link.h",  # what a transport reports of a connection and of a message
        "analysis/base/number_hash.h",
        "analysis/problems/",
        "plugin/core/",
        "plugin/facts/",
        "plugin/show/",
    ),
}
HEIGHT_IN_CODEC = {
    "core": 0,
    "variant": 1,
    "debugger": 2,
    "enet": 2,
    "files": 2,
    "multiplayer": 2,
    "mirror": 3,  # records whole messages of the multiplayer
    "netfox": 3,  # on top of the multiplayer
    "tool": 4,
    "examples": 4,
}
# It collects the rows of all protocols, and includes nothing else of them.
GATHERS = {"core/catalogue.cpp"}
ROWS = {"fields.def", "fields.h", "names.h", "notes.def"}
NAMESPACE = re.compile(r"^namespace (godot[\w:]*) \{")
# The namespaces in godot::analysis that have no folder of their name.
NAMES = {"multiplayer": "names"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
BRIDGES = {"bridge.h", "user_table.h", "plugin.cpp"}
OF_EPAN = re.compile(r"^(epan|wsutil|wiretap|ws_|glib|gmodule)")


def folder_of(path):
    return path.parts[0] if len(path.parts) > 1 else "."


def wrong_namespace(inside, name):
    """Whether a file of analysis may not declare this namespace."""
    folder = inside.parts[1] if len(inside.parts) > 2 else ""
    return name not in {"godot::analysis", f"godot::analysis::{folder}", f"godot::analysis::{NAMES.get(folder)}"}


def complaints(plugin):
    for path in sorted(plugin.rglob("*")):
        if path.suffix not in {".h", ".cpp", ".def"}:
            continue
        folder = folder_of(path.relative_to(plugin))
        if folder not in HEIGHT:
            yield f"{path}: {folder} has no height in this test"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            namespace = NAMESPACE.match(line)
            if namespace and folder == "analysis" and wrong_namespace(path.relative_to(plugin), namespace[1]):
                yield f"{path}:{number}: {namespace[1]}: what is in analysis is in godot::analysis"
            match = INCLUDE.match(line)
            if not match:
                continue
            system, own = match.groups()
            if system is not None:
                if OF_EPAN.match(system) and (folder == "analysis" or path.name not in BRIDGES):
                    yield f"{path}:{number}: <{system}>: bridge.h includes Wireshark's headers"
                continue
            top, *rest = Path(own).parts
            if not (plugin.parent / own).is_file():
                yield f"{path}:{number}: {own} does not exist"
            elif folder in ALONE and not own.startswith((f"plugin/{folder}/", *ALONE[folder])):
                yield f"{path}:{number}: {folder} stands alone, and includes {own}"
            elif top == "plugin":
                other = folder_of(Path(*rest))
                if other != folder and HEIGHT.get(other, 99) >= HEIGHT[folder]:
                    yield f"{path}:{number}: {folder} includes {other}"
            elif top != "codec":
                yield f"{path}:{number}: {own}"


def complaints_of_codec(codec):
    for path in sorted(codec.rglob("*")):
        if path.suffix not in {".h", ".cpp", ".def", ".inc"}:
            continue
        inside = path.relative_to(codec)
        folder = folder_of(inside)
        if folder not in HEIGHT_IN_CODEC:
            yield f"{path}: {folder} has no height in this test"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            own = Path((match[1] or match[2]) if match else "")
            if own.parts[:1] != ("codec",):
                continue
            other = own.parts[1]
            gathers = inside.as_posix() in GATHERS and own.name in ROWS
            if other != folder and not gathers and HEIGHT_IN_CODEC.get(other, 99) >= HEIGHT_IN_CODEC[folder]:
                yield f"{path}:{number}: {folder} includes {own}"


def main():
    plugin, codec = (Path(sys.argv[1]) / name for name in ("plugin", "codec"))
    wrong = [*complaints(plugin), *complaints_of_codec(codec)]
    print("\n".join(wrong) if wrong else "no include runs upward, and analysis is one namespace")
    return 1 if wrong or not plugin.is_dir() or not codec.is_dir() else 0


if __name__ == "__main__":
    sys.exit(main())
