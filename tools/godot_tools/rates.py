# SPDX-License-Identifier: MIT
"""Bytes per second and connected peer of a row of the profile, with its noise, from the bytes in parts of a recording."""

import math
import re
import statistics

PARTS = 8  # of each recording, to estimate its noise
ABOVE_NOISE = 3  # standard errors of the difference
NAMES = ("kind", "node", "member")


def noise_of_runs(values):
    """What another run of the same game may differ by from the mean of these, by their spread; of one run nothing is known: 0."""
    if len(values) < 2:
        return 0.0
    return ABOVE_NOISE * statistics.stdev(values) * math.sqrt(1 + 1 / len(values))


def within(spans, begin, end):
    """The sum of the seconds of all spans between these times."""
    return sum(max(0.0, min(last, end) - max(first, begin)) for first, last in spans)


def row_name(row):
    """Nodes that differ in a number only are one row, even if a recording has just one of them."""
    return (row["kind"] or "", re.sub(r"\d+", "*", row["node"] or ""), row["member"] or "")


def sums_of(rows, column="total"):
    """The sum of a column, by row name."""
    found = {}
    for row in rows:
        found[row_name(row)] = found.get(row_name(row), 0) + int(row[column])
    return found


class Patterns:
    """Assigns a node's row in a part of the recording to a row of the whole: nodes that the whole groups may not be
    grouped in a part."""

    def __init__(self, names):
        self.names = set(names)
        self.patterns = {}
        for kind, node, member in sorted(names, key=lambda name: -len(name[1])):
            if "*" not in node and not node.startswith("\u2026"):
                continue
            plain = re.sub(r" \([^()]*\)$", "", node)  # a scene, after groups with equal names
            form = "".join(".*" if sign == "\u2026" else "[^/]*" if sign == "*" else re.escape(sign) for sign in plain)
            self.patterns.setdefault((kind, member), []).append((re.compile(form), node))

    def row(self, name):
        if name in self.names:
            return name
        kind, node, member = name
        found = (pattern for form, pattern in self.patterns.get((kind, member), []) if form.fullmatch(node))
        return (kind, next(found, None), member)


class Rate:
    """Bytes per second and peer, with standard error. A row that occurs all the time is measured without the first and
    the last part of the recording, so that its beginning and its end do not count; others are measured in the whole.
    `row`: bytes of each part, their sum (total) and messages (count). `recording`: seconds, and peer_seconds of each part."""

    STEADY = 0.75  # rows that occur in this share of the parts
    LEAST = 0.01  # the least relative error assumed

    def __init__(self, row, recording):
        sent, time = row["bytes"], recording["peer_seconds"]
        seconds = recording["seconds"]
        missing = 0
        if sum(each > 0 for each in sent) >= self.STEADY * PARTS and sum(time[1:-1]) > 0:
            sent, time = sent[1:-1], time[1:-1]
            seconds *= len(sent) / PARTS
        else:
            # Bytes of the whole that are in no part count as noise.
            missing = abs(row["total"] - sum(sent))
        self.mean = (sum(sent) + missing) / sum(time)
        rates = [each / spent for each, spent in zip(sent, time) if spent > 0]
        spread = statistics.stdev(rates) / math.sqrt(len(rates)) if len(rates) > 1 else self.mean
        # The number of messages in a recording depends on its begin and end: one more or less for each peer. The parts
        # do not show this if each has the same number.
        message = row["total"] / row["count"] / seconds if row["count"] else 0
        self.error = math.hypot(spread, self.LEAST * self.mean, message) + missing / sum(time)


class Row:
    """A row before and after: by how much it changed, and whether that is above the noise."""

    def __init__(self, name, before, after):
        self.name = name
        self.before = before
        self.after = after
        self.change = after.mean - before.mean
        self.noise = ABOVE_NOISE * math.hypot(before.error, after.error)

    @property
    def is_above_noise(self):
        return abs(self.change) > self.noise

    @property
    def percent(self):
        return 100 * self.change / self.before.mean if self.before.mean else math.inf

    @property
    def mark(self):
        if not self.is_above_noise:
            return ""
        if not self.before.mean:
            return "new"
        if not self.after.mean:
            return "gone"
        return "dearer" if self.change > 0 else "cheaper"


def compare(before, after):
    """A row for each row of either, largest change first, and a sum row."""
    recordings = (before, after)
    tables = [{tuple(row[name] for name in NAMES): row for row in kept["rows"]} for kept in recordings]
    nothing = {"count": 0, "total": 0, "bytes": [0] * PARTS}
    rows = []
    for name in sorted({name for table in tables for name in table}):
        rows.append(Row(name, *(Rate(table.get(name, nothing), kept) for table, kept in zip(tables, recordings))))
    rows.sort(key=lambda row: (not row.is_above_noise, -abs(row.change), row.name))
    sums = []
    for kept in recordings:
        parts = [sum(column) for column in zip(*(row["bytes"] for row in kept["rows"]))]
        every = {name: sum(row[name] for row in kept["rows"]) for name in ("count", "total")}
        sums.append(Rate({**every, "bytes": parts or [0] * PARTS}, kept))
    return rows, Row(("all", "", ""), *sums)
