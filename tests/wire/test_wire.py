# SPDX-License-Identifier: MIT
"""docs/wire and docs/pages.md: the tables are the codec's, the examples of values decode to the documented result."""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
# A program for another system is run by an emulator.
EMULATOR = os.environ.get("GODOT_EMULATOR", "").split()
TOOL = [*EMULATOR, os.environ.get("GODOT_VARIANT", "godot-variant")]
TABLES = [*EMULATOR, os.environ.get("GODOT_WIRE_TABLES", "wire-tables")]
sys.path.insert(0, str(SOURCE / "tests" / "common"))

import wire_pages  # noqa: E402

DIALECTS = ("godot2", "godot3", "godot4", "redot", "redot-docs")


def script():
    """scripts/wire-tables as a module; the file has no suffix."""
    loader = importlib.machinery.SourceFileLoader("wire_tables", str(SOURCE / "scripts" / "wire-tables"))
    spec = importlib.util.spec_from_loader("wire_tables", loader)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def texts(data, *options):
    done = subprocess.run(
        [*TOOL, "--format", "text", "--hex", data.hex(), *options], capture_output=True, check=False, timeout=60
    )
    return done.returncode, done.stdout.decode().rstrip("\n")


class Tables(unittest.TestCase):
    def test_tables_are_current(self):
        module = script()
        found = module.tables(TABLES)
        used = []
        for path in module.PAGES:
            text = path.read_text(encoding="utf-8")
            used += module.names(text)
            with self.subTest(page=path.name):
                self.assertEqual(text, module.filled(text, found), "run scripts/wire-tables BUILD/tests/wire/wire-tables")
        self.assertEqual(sorted(used), sorted(found), "each table stands in a page, once")

    def test_no_table_is_empty(self):
        for name, rows in script().tables(TABLES).items():
            self.assertGreater(len(rows.strip().splitlines()), 2, name)


class Evidence(unittest.TestCase):
    def test_each_fact_has_evidence(self):
        pages = [path for path in sorted(wire_pages.PAGES.glob("*.md")) if path.name != "README.md"]
        self.assertGreater(len(pages), 5)
        for path in pages:
            with self.subTest(page=path.name):
                self.assertEqual(wire_pages.without_evidence(path.read_text(encoding="utf-8")), [])

    def test_a_fact_without_evidence_is_found(self):
        self.assertEqual(wire_pages.without_evidence("# A\n\nIt is 4. (source)\n\nIt is 5."), ["It is 5."])
        self.assertEqual(wire_pages.without_evidence("So:\n\n| a |\n| - |\n\nSeen. (capture 4.6)"), [])
        self.assertEqual(wire_pages.without_evidence("So:\n\n| a |\n| - |"), ["| a |\n| - |"])


class Examples(unittest.TestCase):
    def test_values(self):
        examples = [example for example in wire_pages.examples() if example.of in DIALECTS]
        self.assertGreater(len(examples), 25)
        for example in examples:
            with self.subTest(example=str(example)):
                self.assertEqual(texts(example.data, "--dialect", example.of), (0, example.says))

    def test_no_example_is_skipped(self):
        self.assertEqual(len(wire_pages.examples()), len(wire_pages.rows_with_bytes()))

    def test_each_example_has_evidence(self):
        for row in wire_pages.rows_with_bytes():
            self.assertRegex(row.rsplit("|", 2)[1], wire_pages.EVIDENCE)

    def test_forms_of_the_pages(self):
        """docs/pages.md: the forms that are read as documented, each with its dialect."""
        page = (SOURCE / "docs" / "pages.md").read_text(encoding="utf-8")
        rows = re.findall(r"\| [^|]+ \| [^|]+ \| `([0-9a-f ]+)` \| `([^|]+)` \|", page)
        self.assertGreater(len(rows), 4)
        for data, values in rows:
            with self.subTest(data=data):
                found = {texts(bytes.fromhex(data), "--dialect", dialect, "--as-documented") for dialect in DIALECTS}
                self.assertIn((0, values), found)


if __name__ == "__main__":
    unittest.main()
