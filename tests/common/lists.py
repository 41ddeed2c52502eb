# SPDX-License-Identifier: MIT
"""What the sources list: the names that filters begin with, and the tables. Tests and pages take both from here."""

import os
import re
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
FIELD = re.compile(r'^GODOT_(?:FIELD|DERIVED)\(\w+,\s*"(\w+)', re.MULTILINE)
TABLE = re.compile(r'^    \{"((?:godot|enet),[\w,]+)", "', re.MULTILINE)
LIBRARY_TABLE = re.compile(r'^GODOT_LIBRARY_TABLE\(\w+,\s*"([\w,]+)"', re.MULTILINE)


def texts(pattern):
    return [path.read_text(encoding="utf-8") for path in sorted(SOURCE.glob(pattern))]


def prefixes():
    """The first words of all filters, from the fields."""
    rows = texts("codec/*/fields.def") + texts("codec/libraries/*/fields.def") + texts("analysis/**/derived.def")
    return sorted({name for text in rows for name in FIELD.findall(text)})


def tables():
    """Names of tables, as -z has them, in the order of their list."""
    (text,) = texts("answers/options/tables/z_tables.cpp")
    return TABLE.findall(text)


def library_tables():
    return [name for text in texts("analysis/libraries/*/library.def") for name in LIBRARY_TABLE.findall(text)]
