# SPDX-License-Identifier: MIT
"""A project alone, before anything runs: godot-analyse judges it."""

import json
import subprocess

from godot_tools.programs import Refused, output_of
from godot_tools.reader import documents
from godot_tools.verdict import markdown_table

TITLES = {"findings": "What will cost or fail", "synchronizers": "Synchronizers", "methods": "Methods that any peer may call"}


class Audit:
    """`program`: godot-analyse; `projects`: folders."""

    def __init__(self, program, projects):
        self.command = [program, *(word for project in projects for word in ("--project", project))]

    def show(self):
        """Prints the tables. Returns the exit status."""
        try:
            return subprocess.run(self.command, check=False).returncode
        except OSError as error:
            raise Refused(f"{self.command[0]}: {error.strerror}") from error

    def tables(self):
        """The tables by their names, each with its rows."""
        found = documents(output_of([*self.command, "--json"], "the project"))
        if len(found) != 1 or not isinstance(found[0], dict) or not all(isinstance(table, dict) and "rows" in table for table in found[0].values()):
            raise Refused("the answer is no audit: godot-analyse is of another version")
        return found[0]


def json_of(tables):
    return json.dumps(tables, ensure_ascii=False, indent=1) + "\n"


def cell(value):
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def markdown_of(tables):
    lines = ["### Netcode of the project"]
    for name, table in tables.items():
        rows = table["rows"]
        lines += ["", f"#### {TITLES.get(name, name)}", ""]
        lines += markdown_table([list(rows[0]), *([cell(value) for value in row.values()] for row in rows)]) if rows else ["None."]
    return "\n".join(lines) + "\n"
