#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no object with a destructor is alive while epan is called: check_longjmp.py DIRECTORY

epan leaves by longjmp. In the plugin, and in what calls it below (the annotators of the analysis, and the steps of the engine that the
plugin takes), only these use types that own memory: plugin/show, which taps call when no packet is being
dissected; and the files below, in each of which no such object is alive while epan is called.
"""

import re
import sys
from pathlib import Path

NEVER_LEFT = ("show/",)
MAY_OWN = {
    "core/epan/file_places.h",  # the window asks for files
    "core/epan/glib_text.h",  # texts for windows
    "core/epan/time.h",  # the times of packets that have none, in an object of the capture
    "core/epan/user_table.h",  # users' tables, when a window changes them
    "core/register/statistics.cpp",  # rows by tree: a table that lives as long as the plugin
    "multiplayer/watches.cpp",  # what is wrong with a row, when the user changes the table; its rows, for a window
    "multiplayer/watches.h",
    "multiplayer/plot.cpp",  # list of plots: its tap and its menu are called when no packet is being dissected
    "project_settings/project_settings.cpp",  # the faults of a project, which it stores
    "project_settings/user_tables.cpp",  # the user's tables, copied from Wireshark's; no call of epan
    "project_settings/user_tables.h",
}
OWNS = re.compile(
    r"\bstd::(basic_string|string|vector|deque|list|forward_list|(multi)?(map|set)|unordered_(multi)?(map|set)|function|any|"
    r"unique_ptr|shared_ptr|weak_ptr|optional<std::(?!u?int)|variant|[io]?[fs]?stringstream|[io]?fstream|lock_guard|unique_lock)\b"
)


def main():
    plugin = Path(sys.argv[1])
    wrong, seen, asserted = [], set(), 0
    annotators = plugin.parent / "analysis/message/annotation"
    steps = list(plugin.parent.glob("engine/**/*steps.h"))
    if not steps:
        wrong.append("engine has no steps")
    for path in sorted([*plugin.rglob("*"), *annotators.rglob("*"), *steps]):
        name = path.relative_to(plugin if path.is_relative_to(plugin) else plugin.parent).as_posix()
        if path.suffix not in {".h", ".cpp"} or name.startswith(NEVER_LEFT):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            asserted += line.startswith("LEFT_BY_LONGJMP(")
            if not OWNS.search(line.split("//")[0]):
                continue
            seen.add(name)
            if name not in MAY_OWN:
                wrong.append(f"{path}:{number}: {line.strip()}")
    wrong += [f"{name} owns nothing: it needs no exception" for name in sorted(MAY_OWN - seen)]
    print("\n".join(wrong) if wrong else f"{asserted} assertions, and owners only where they may be")
    return 1 if wrong or not asserted else 0


if __name__ == "__main__":
    sys.exit(main())
