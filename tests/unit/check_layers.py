#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No include of the plugin runs upward: check_layers.py DIRECTORY

A folder may include itself, folders that stand lower, and the codec. Folders of one height do not know each other.
"""

import re
import sys
from pathlib import Path

HEIGHT = {
    "analysis": 0,  # what follows from what was read; no epan
    "core": 1,  # what all dissectors share
    "facts": 2,  # what dissectors say of a frame
    "show": 3,  # ways to show answers, from facts alone
    "variant": 3,
    "project_settings": 3,
    "multiplayer": 4,
    "debugger": 4,
    "files": 4,  # the editor's file server
    "enet": 5,  # hands messages to those below
    "mirror": 5,
    ".": 6,  # plugin.cpp, which registers all
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
OF_EPAN = re.compile(r"^(epan|wsutil|wiretap|ws_|glib|gmodule)")


def folder_of(path):
    return path.parts[0] if len(path.parts) > 1 else "."


def complaints(plugin):
    for path in sorted(plugin.rglob("*")):
        if path.suffix not in {".h", ".cpp", ".def"}:
            continue
        folder = folder_of(path.relative_to(plugin))
        if folder not in HEIGHT:
            yield f"{path}: {folder} has no height in this test"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            system, own = match.groups()
            if system is not None:
                if OF_EPAN.match(system) and (folder == "analysis" or path.name not in {"bridge.h", "plugin.cpp"}):
                    yield f"{path}:{number}: <{system}>: bridge.h includes Wireshark's headers"
                continue
            top, *rest = Path(own).parts
            if not (plugin.parent / own).is_file():
                yield f"{path}:{number}: {own} does not exist"
            elif top == "plugin":
                other = folder_of(Path(*rest))
                if other != folder and HEIGHT.get(other, 99) >= HEIGHT[folder]:
                    yield f"{path}:{number}: {folder} includes {other}"
            elif top != "codec":
                yield f"{path}:{number}: {own}"


def main():
    plugin = Path(sys.argv[1])
    wrong = list(complaints(plugin))
    print("\n".join(wrong) if wrong else "no include runs upward")
    return 1 if wrong or not plugin.is_dir() else 0


if __name__ == "__main__":
    sys.exit(main())
