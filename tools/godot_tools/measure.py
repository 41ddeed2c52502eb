# SPDX-License-Identifier: MIT
"""What a recording of a game costs: tables of the whole, and bytes of each row and peer in slices of time, from which phases
(join, play, leave), parts for the noise, and the first seconds of each peer follow."""

import math
import re

from godot_tools.programs import Refused
from godot_tools.rates import NAMES, PARTS, Patterns, row_name, sums_of, within
from godot_tools.reader import MOST_QUESTIONS

QUESTIONS = ("godot,profile", "godot,profile,peers", "godot,profile,scenes", "godot,profile,seconds", "godot,problems", "godot,sync",
             "enet,streams")  # fmt: skip
PROBLEMS = "godot,problems"
ADVICE = "godot,advice"
KEPT = ("godot,profile,scenes", "godot,profile,seconds", "godot,problems", "godot,sync", "enet,streams")  # for limits
FINEST = 0.1  # seconds of a slice
LEAVES = 1.0  # seconds behind a peer's last message that belong to its leaving
NO_PEER = re.compile(r"(ENet|UDP|TCP) \d+ (client|server|first|second)")
PHASES = ("join", "play", "leave")


def without_filters(rows):
    return [{key: value for key, value in row.items() if key not in ("filter", "remedy")} for row in rows]


def is_client(name):
    return name not in ("server", "all", "?", "") and not name.startswith("all but ") and not NO_PEER.fullmatch(name)


class Slices:
    """Bytes in each slice of time: of rows, and between peers. `shares`: of the counts of rows."""

    def __init__(self, reader, captures, seconds):
        self.width = max(FINEST, math.ceil(seconds / reader.most_slices * 10) / 10)
        self.count = math.ceil(seconds / self.width)
        self.rows, self.peers, self.shares = [], [], {}
        for first in range(0, self.count, MOST_QUESTIONS // 2):
            these = range(first, min(first + MOST_QUESTIONS // 2, self.count))
            for kind, found in (("nodes", self.rows), ("peers", self.peers)):
                tables = reader.run(captures, [f"godot,profile,{kind},json,{self.during(each)}" for each in these])
                found += [table.rows for table in tables]

    def during(self, each):
        return f"frame.time_relative >= {each * self.width:.6f} && frame.time_relative < {(each + 1) * self.width:.6f}"

    def middle(self, each):
        return (each + 0.5) * self.width


def shares_of_counts(slices, patterns, counts):
    """For each row, what one message of a slice counts, given how many the whole has: of a relayed message whose two hops are in
    two slices, each slice has one."""
    found = {}
    for rows in slices.rows:
        for row in rows:
            name = patterns.row(row_name(row))
            found[name] = found.get(name, 0) + row["count"]
    return {name: counts[name] / count for name, count in found.items() if count and name in counts}


def stays(slices):
    """The first and last time of each client's own messages."""
    found = {}
    for each, rows in enumerate(slices.peers):
        for row in rows:
            if is_client(row["from"]):
                first, _ = found.get(row["from"], (each * slices.width, 0))
                found[row["from"]] = (first, (each + 1) * slices.width)
    return found


def by_client(rows, clients):
    """Bytes sent and received by each client. A relayed message takes two hops, each of which counts at one of the two clients
    if the capture has both; what belongs to no peer, as TCP's own segments, is divided among all."""
    at_server = {name for row in rows for name in (row["from"], row["to"]) if "server" in (row["from"], row["to"])}
    sums = {name: [0.0, 0.0] for name in clients}
    for row in rows:
        sender, receiver, total = row["from"], row["to"], row["total"]
        both = sender in at_server and (receiver in at_server or not is_client(receiver))
        if sender in sums and receiver in sums:
            sums[sender][0] += total / (2 if both else 1)
            sums[receiver][1] += total / (2 if both else 1)
        elif sender in sums and receiver != "server":  # to all: a hop to each, and the sender's own
            for name in sums:
                sums[name][0 if name == sender else 1] += total / len(sums)
        elif sender in sums:
            sums[sender][0] += total
        elif receiver in sums:
            sums[receiver][1] += total
        else:
            for name in sums:
                sums[name][1] += total / len(sums)
    return sums


class Phases:
    """Which phase a time belongs to."""

    def __init__(self, spans, join_seconds):
        self.spans = spans
        self.join_seconds = join_seconds
        self.first = min(first for first, _ in spans)

    def at(self, time):
        if time < self.first or any(first <= time < first + self.join_seconds for first, _ in self.spans):
            return "join"
        if any(last - 0.2 <= time < last + LEAVES for _, last in self.spans) or time > max(last for _, last in self.spans):
            return "leave"
        return "play"


def phase_measures(slices, patterns, spans, join_seconds):
    """For each phase: rows with bytes in parts, and how long peers were connected in these. Of a join and of a leave the parts
    are those of the time, too."""
    phases = Phases(spans, join_seconds)
    chosen = {name: [] for name in PHASES}
    for each in range(slices.count):
        chosen[phases.at(slices.middle(each))].append(each)
    return {name: measures_of(slices, patterns, spans, these) for name, these in chosen.items()}


def measures_of(slices, patterns, spans, these):
    rows, peer_seconds = {}, [0.0] * PARTS
    for place, each in enumerate(these):
        part = place * PARTS // len(these)
        peer_seconds[part] += within(spans, each * slices.width, (each + 1) * slices.width)
        for row in slices.rows[each]:
            name = patterns.row(row_name(row))
            if name[1] is None:
                continue
            kept = rows.setdefault(name, {**dict(zip(NAMES, name)), "count": 0, "total": 0, "bytes": [0] * PARTS})
            kept["bytes"][part] += row["total"]
            kept["total"] += row["total"]
            kept["count"] += row["count"] * slices.shares.get(name, 1)
    for row in rows.values():
        row["count"] = round(row["count"])
    return {"seconds": len(these) * slices.width, "peer_seconds": peer_seconds, "rows": [rows[name] for name in sorted(rows)]}


def peers_of(slices, peers, found, join_seconds):
    """Figures of each client."""
    whole = by_client(peers, found)
    listed = []
    for name, (first, last) in sorted(found.items()):
        joining = 0.0
        for each in range(slices.count):
            if first <= slices.middle(each) < first + join_seconds:
                joining += sum(by_client(slices.peers[each], found)[name])
        sent, received = whole[name]
        listed.append({"name": name, "begin": first, "end": last, "sent": sent, "received": received, "join_bytes": joining})
    return listed


def measure(reader, captures, join_seconds=2.0, until=None):
    """A dictionary that JSON holds: see keys below. Refused: there is no game in it. `until`: seconds from which on problems do not
    count, because somebody ends the game; None: all count."""
    asked = (*QUESTIONS, ADVICE)
    tables = dict(zip(asked, reader.run(captures, [f"{name},json" for name in asked])))
    advice = tables.pop(ADVICE)
    if until is not None:
        (tables[PROBLEMS],) = reader.run(captures, [f"{PROBLEMS},json,frame.time_relative >= 0 && frame.time_relative < {until:.6f}"])
    about = captures[0] if len(captures) == 1 else f"{captures[0]} and {len(captures) - 1} more"
    seconds = tables["godot,profile,seconds"].rows
    if not seconds:
        raise Refused(f"{about}: no traffic of a Godot game in it")
    length = max(row["second"] for row in seconds) + 1
    slices = Slices(reader, captures, length)
    found = stays(slices)
    if not found:
        raise Refused(f"{about}: no client of a Godot game in it")
    spans = list(found.values())
    whole = sums_of(tables["godot,profile"].rows)
    patterns = Patterns(whole)
    slices.shares = shares_of_counts(slices, patterns, sums_of(tables["godot,profile"].rows, "count"))
    begin, end = min(first for first, _ in spans), max(last for _, last in spans)
    inside = [each for each in range(slices.count) if begin <= slices.middle(each) < end]
    not_judged = {(each["reason"], each["what"]): each for table in tables.values() for each in table.not_judged}
    return {
        "captures": [str(capture) for capture in captures],
        "seconds": end - begin,
        "join_seconds": join_seconds,
        "all": measures_of(slices, patterns, spans, inside),
        "phases": phase_measures(slices, patterns, spans, join_seconds),
        "peers": peers_of(slices, tables["godot,profile,peers"].rows, found, join_seconds),
        "advice": without_filters(advice.rows),
        "tables": {name: without_filters(tables[name].rows) for name in KEPT},
        "not_judged": [not_judged[key] for key in sorted(not_judged)],
    }


def is_measured(kept):
    """Whether a document is what measure() has made."""
    try:
        blocks = [kept["all"], *(kept["phases"][name] for name in PHASES)]
        return (all(len(block["peer_seconds"]) == PARTS and all(len(row["bytes"]) == PARTS for row in block["rows"]) for block in blocks)
                and set(kept["tables"]) == set(KEPT) and bool(kept["peers"]) and sum(kept["all"]["peer_seconds"]) > 0)  # fmt: skip
    except (KeyError, TypeError):
        return False
