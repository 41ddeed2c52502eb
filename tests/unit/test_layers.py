#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_layers.py complains of one wrong include in each layer, of wrong namespaces and headers: tried in copies of the sources."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(SOURCE / "tests/unit"))
import check_layers  # noqa: E402


def first(library, folder):
    """A header of a folder, or another of its files."""
    base = SOURCE / library / ("" if folder == "." else folder)
    found = base.glob("*") if folder == "." else base.rglob("*")
    files = [path.relative_to(SOURCE) for path in sorted(found) if path.suffix in check_layers.SUFFIXES]
    own = [path for path in files if check_layers.folder_of(path)[1] == folder]
    return min(own, key=lambda path: path.suffix != ".h").as_posix()


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.checkout = Path(folder.name)
        for library in check_layers.LIBRARIES:
            shutil.copytree(SOURCE / library, cls.checkout / library)

    def complaints_with(self, file, line):
        """Those of the file once the line is in it."""
        path = self.checkout / file
        before = path.read_text(encoding="utf-8")
        path.write_text(f"{before}{line}\n", encoding="utf-8")
        try:
            return list(check_layers.complaints_of_file(self.checkout, Path(file)))
        finally:
            path.write_text(before, encoding="utf-8")

    def assert_wrong(self, file, line, reason):
        with self.subTest(file=file, line=line):
            found = self.complaints_with(file, line)
            self.assertEqual(len(found), 1, found)
            self.assertTrue(found[0].startswith(f"{file}:") and reason in found[0], found)

    def test_the_sources_are_in_order(self):
        for library in check_layers.LIBRARIES:
            self.assertEqual(list(check_layers.complaints(self.checkout, library)), [])

    def test_each_folder_may_not_include_what_is_not_below_it(self):
        tried = 0
        for library, heights in check_layers.HEIGHTS.items():
            for folder, height in heights.items():
                file = first(library, folder)
                for other, above in heights.items():
                    if other != folder and above >= height:
                        included = first(library, other)
                        alone = f"{library}/{folder}" in check_layers.ALONE
                        # What stands alone is told so, but may include what shows facts.
                        reason = "stands alone" if alone else f"includes {included}"
                        self.assert_wrong(file, f'#include "{included}"', reason)
                        tried += 1
        self.assertGreater(tried, 200)

    def test_a_library_may_not_include_one_above_it(self):
        for index, library in enumerate(check_layers.LIBRARIES):
            for above in check_layers.LIBRARIES[index + 1 :]:
                for folder in check_layers.HEIGHTS[library]:
                    included = first(above, next(iter(check_layers.HEIGHTS[above])))
                    self.assert_wrong(first(library, folder), f'#include "{included}"', f"{library} includes {included}")

    def test_what_is_below_the_plugin_includes_no_other_library(self):
        for library in check_layers.ALONE_WITH_STANDARD:
            for folder in check_layers.HEIGHTS[library]:
                unpacks = folder == "packed"
                for header in ("epan/packet.h", "glib.h", *(() if unpacks else ("zlib.h",))):
                    self.assert_wrong(first(library, folder), f"#include <{header}>", "standard library alone")
                self.assertEqual(self.complaints_with(first(library, folder), "#include <unordered_map>"), [])

    def test_answers_need_facts_and_problems_alone(self):
        for file in ("enet/order/series.h", "game/memory/memory.h", "message/account/account.h", "libraries/rollback/match.h"):
            self.assert_wrong("answers/questions/connections/enet_streams.h", f'#include "analysis/{file}"', f"answers includes analysis/{file}")
        self.assert_wrong("answers/libraries/rollback/tables.h", '#include "analysis/libraries/netfox/memory.h"', "answers includes")
        for file in ("answers/questions/connections/enet_streams.h", "answers/libraries/rollback/tables.h"):
            self.assertEqual(self.complaints_with(file, '#include "analysis/facts/facts.h"'), [])

    def test_only_the_bridge_includes_wiresharks_headers(self):
        for folder in check_layers.HEIGHTS["plugin"]:
            if folder != ".":
                files = [path for kind in ("*.h", "*.cpp") for path in sorted((SOURCE / "plugin" / folder).glob(kind))]
                file = next(path for path in files if path.name not in check_layers.BRIDGES)
                self.assert_wrong(file.relative_to(SOURCE).as_posix(), "#include <epan/packet.h>", "bridge.h")

    def test_enet_stands_alone(self):
        self.assert_wrong("plugin/enet/follow.h", '#include "analysis/game/memory/memory.h"', "stands alone")

    def test_the_list_of_libraries_gathers_rows_alone(self):
        self.assertGreaterEqual(len(check_layers.GAMES), 2)
        for file, part, name in (("codec/core/sink.h", "codec", "fields.h"), ("codec/core/sink.h", "analysis", "library.def"),
                                 ("analysis/facts/facts.h", "analysis", "library.def"), ("plugin/core/register/field_registration.h", "plugin", "properties_table.h"),
                                 ("plugin/plugin.cpp", "analysis", "memory.h")):
            self.assert_wrong(file, f"#define GODOT_LIBRARY(name) GODOT_FILE_OF({part}, name, {name})", f"{name} of each library")
        self.assert_wrong("plugin/plugin.cpp", '#define GODOT_LIBRARY(name) "plugin/libraries/netfox/properties_table.h"', "of each library")
        self.assertEqual(self.complaints_with("analysis/facts/facts.h", "#define GODOT_LIBRARY(name) GODOT_FILE_OF(codec, name, library.def)"), [])

    def test_a_file_that_is_not_there(self):
        self.assert_wrong("analysis/facts/facts.h", '#include "base/nothing.h"', "does not exist")
        self.assert_wrong("analysis/facts/facts.h", '#include "facts.h"', "is in none of")

    def test_namespaces_follow_the_folders(self):
        for library in check_layers.OF_ANALYSIS:
            for folder in check_layers.HEIGHTS[library]:
                file = first(library, folder)
                for wrong in ("godot", "godot::plugin", "godot::analysis::other"):
                    self.assert_wrong(file, f"namespace {wrong} {{", "in godot::analysis")
                for good in ("godot::analysis", *(f"godot::analysis::{name}" for name in folder.split("/") if name != ".")):
                    self.assertEqual(self.complaints_with(file, f"namespace {good} {{"), [])

    def test_each_folder_has_a_height(self):
        for library in check_layers.LIBRARIES:
            new = self.checkout / library / "new"
            new.mkdir()
            (new / "new.h").touch()
            found = list(check_layers.complaints(self.checkout, library))
            shutil.rmtree(new)
            self.assertEqual(found, [f"{library}/new/new.h: new has no height in this test"])

    def test_folders_of_the_analysis_are_in_layers(self):
        heights = {height for name, height in check_layers.HEIGHTS["analysis"].items() if name != "."}
        self.assertEqual(heights, set(range(len(heights))))
        self.assertGreater(len(heights), 5)


if __name__ == "__main__":
    unittest.main()
