# SPDX-License-Identifier: MIT
"""--update: writes what was measured, with a margin, into the budget, and keeps everything else: order, comments, other keys."""

import math
import os
import tempfile

from godot_tools.judge import figure_of, limits
from godot_tools.lines import with_value
from godot_tools.programs import Refused

NEW = """# What the game may send. godot-netcheck --update wrote these limits: what was measured, and 10 % more.
margin = "10 %"

# Each connected player, on average.
[all]
bytes_per_second = 0
busiest_second = 0

# The player who costs most.
[peer]
bytes_per_second = 0
join_bytes = 0

[problems]
other = 0
unreliable_above_mtu = 0
"""
ROW = """
[[row]]
kind = {kind}
node = {node}
member = {member}
bytes_per_second = 0
"""
SHARE = 5  # percent from which a row gets a limit in a new budget


def quoted(text):
    """A basic string of TOML."""
    signs = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(signs.get(sign, sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}") for sign in text) + '"'


def new_text(measured):
    """A budget with the largest rows, and limits still to be written."""
    whole = sum(row["total"] for row in measured["all"]["rows"])
    rows = sorted((row for row in measured["all"]["rows"] if row["node"] and 100 * row["total"] >= SHARE * whole), key=lambda row: -row["total"])
    return NEW + "".join(ROW.format(**{name: quoted(row[name]) for name in ("kind", "node", "member")}) for row in rows)


def written(value):
    """Rounded up to three digits: nobody reads more of them."""
    if value == 0:
        return "0"
    step = 10 ** (math.floor(math.log10(value)) - 2)
    rounded = math.ceil(value / step) * step
    return str(round(rounded)) if step >= 1 or rounded == round(rounded) else f"{rounded:.{max(0, -math.floor(math.log10(step)))}f}"


def updated(budget, measured):
    """The text with new limits, and the lines of those that could not be written."""
    lines, left = budget.text.splitlines(keepends=True), []
    for path, value in limits(budget):
        if isinstance(value, str):  # relative: it says the margin itself
            continue
        figure, line = figure_of(path, budget, measured), budget.lines.line(path)
        if figure is None:
            continue
        if path[0] == "problems":
            new = str(figure.value)
        elif path[-1].startswith("least_"):
            new = f"{figure.value * (1 - budget.margin):.3g}"
        else:
            new = written(figure.value * (1 + budget.margin))
        exact = path in budget.lines.of
        ending = "" if line is None else lines[line - 1][len(lines[line - 1].rstrip("\r\n")) :]
        changed = with_value(lines[line - 1], new) if exact else None
        if changed is None:
            left.append(".".join(str(part) for part in path))
        else:
            lines[line - 1] = changed.rstrip("\r\n") + ending
    return "".join(lines), left


def write(path, text):
    """Replaces the file as a whole: a budget is never half written."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=".netcode-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(name, os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644)
        os.replace(name, path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
