# SPDX-License-Identifier: MIT
"""A recording beside older ones, phase by phase: playing costs bytes per second and peer, joining and leaving cost bytes for each
peer that does."""

import json
import re
import statistics

from godot_tools.measure import PHASES, is_measured, measure
from godot_tools.programs import Refused
from godot_tools.rates import NAMES, Rate, compare, noise_of_runs

LEAST_SECONDS = 1.0  # of a phase in both recordings, or it is not compared
# Of joining and leaving, each recording has one or a few: their spread is not known.
NOISE_OF_EVENTS = 0.15


class Change:
    """A row of a phase in both recordings."""

    def __init__(self, phase, name, before, after, noise):
        self.phase, self.name, self.before, self.after, self.noise = phase, name, before, after, noise

    @property
    def change(self):
        return self.after - self.before

    @property
    def mark(self):
        if abs(self.change) <= self.noise:
            return ""
        if not self.before:
            return "new"
        if not self.after:
            return "gone"
        return "dearer" if self.change > 0 else "cheaper"

    @property
    def unit(self):
        return "B/s" if self.phase == "play" else "B"

    def document(self):
        return {"phase": self.phase, "row": " ".join(part for part in self.name if part), "before": self.before, "after": self.after,
                "noise": self.noise, "mark": self.mark, "unit": self.unit}  # fmt: skip


def load(path, reader, join_seconds):
    """A recording, or the output of --json for one. `reader`: a function, called if it is needed."""
    if not str(path).endswith(".json"):
        return measure(reader(), [path], join_seconds)
    try:
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        measured = kept["measured"]
        if not is_measured(measured):
            raise KeyError
        return measured
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused(f"{path}: nothing that --json has written") from error


def check(path, kept, use):
    """Refuses a document whose parts are not those that --json writes: `use`, which reads it as it will be read, fails of it."""
    try:
        Compared(kept, kept)
        use(kept)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Refused(f"{path}: nothing that --json has written") from error


def changes_of_play(before, after):
    rows, whole = compare(before["phases"]["play"], after["phases"]["play"])
    return [Change("play", row.name, row.before.mean, row.after.mean, row.noise) for row in [*rows, whole]]


def per_event(measured, phase):
    """Bytes of each row for each peer, and of its average message. What is sent all the time is taken off by its rate while
    playing: it costs no more because somebody joins."""
    block, play = measured["phases"][phase], measured["phases"]["play"]
    peers = len(measured["peers"])
    rates = {}
    if play["seconds"] >= LEAST_SECONDS and sum(play["peer_seconds"]) > 0:
        rates = {tuple(row[name] for name in NAMES): Rate(row, play).mean for row in play["rows"]}
    found = {}
    for row in block["rows"]:
        name = tuple(row[each] for each in NAMES)
        steady = rates.get(name, 0) * sum(block["peer_seconds"])
        found[name] = (max(row["total"] - steady, 0) / peers, row["total"] / max(row["count"], 1), steady / peers)
    return found


def changes_of_events(before, after, phase):
    tables = [per_event(kept, phase) for kept in (before, after)]
    changes = []
    for name in sorted({name for table in tables for name in table}):
        costs = [table.get(name, (0, 0, 0)) for table in tables]
        # Two messages more or less, and what was taken off: whether what is sent now and then falls into these seconds is chance.
        noise = max(NOISE_OF_EVENTS * cost + steady + 2 * message for cost, message, steady in costs)
        changes.append(Change(phase, name, costs[0][0], costs[1][0], noise))
    return changes


def without_ids(name):
    """Names that differ by an id are one row: of peers, of nodes of the engine (@Node@12), of instances."""
    kind, node, member = name
    return (kind, re.sub(r"\*(?:[_@-]?\*)+", "*", re.sub(r"\d+", "*", node)), re.sub(r"\d{4,}", "*", member))


def merged(measured):
    """The same recording, with rows whose names differ by an id as one."""
    phases = {}
    for phase in PHASES:
        block, rows = measured["phases"][phase], {}
        for row in block["rows"]:
            name = without_ids(tuple(row[each] for each in NAMES))
            kept = rows.setdefault(name, {**dict(zip(NAMES, name)), "count": 0, "total": 0, "bytes": [0] * len(row["bytes"])})
            kept["count"] += row["count"]
            kept["total"] += row["total"]
            kept["bytes"] = [one + two for one, two in zip(kept["bytes"], row["bytes"])]
        phases[phase] = {**block, "rows": list(rows.values())}
    return {**measured, "phases": phases}


def changes_beside(before, after):
    """All changes, and the phases that were not compared."""
    before, after = merged(before), merged(after)
    changes, left_out = [], []
    for phase in PHASES:
        blocks = [kept["phases"][phase] for kept in (before, after)]
        if any(block["seconds"] < (LEAST_SECONDS if phase == "play" else 0.1) or not sum(block["peer_seconds"]) > 0 for block in blocks):
            if phase != "leave":
                left_out.append(phase)
            continue
        changes += changes_of_play(before, after) if phase == "play" else changes_of_events(before, after, phase)
    return changes, left_out


def mean_change(name, changes, runs):
    """A row beside several runs of the same game; some of them may lack it. Its noise is that of one recording, or the spread of the
    runs if that is more."""
    before = [change.before for change in changes] + [0.0] * (runs - len(changes))
    noise = max(statistics.fmean(change.noise for change in changes), noise_of_runs(before))
    return Change(*name, statistics.fmean(before), changes[0].after, noise)


class Compared:
    """All changes, those above the noise by phase and size; and the phases that were not compared. `before`: a recording, or several
    of the same game."""

    def __init__(self, before, after):
        runs = before if isinstance(before, list) else [before]
        found = [changes_beside(run, after) for run in runs]
        self.left_out = [phase for phase in PHASES if any(phase in left_out for _, left_out in found)]
        rows = {}
        for changes, _ in found:
            for change in changes:
                if change.phase not in self.left_out:
                    rows.setdefault((change.phase, change.name), []).append(change)
        compared = {phase: sum(any(change.phase == phase for change in changes) for changes, _ in found) for phase in PHASES}
        self.changes = [mean_change(name, changes, compared[name[0]]) for name, changes in rows.items()]

    @property
    def marked(self):
        """Playing first, then joining and leaving; in each the largest first, the sum last."""
        order = {"play": 0, "join": 1, "leave": 2}
        found = [change for change in self.changes if change.mark]
        return sorted(found, key=lambda each: (order[each.phase], each.name[0] == "all", -abs(each.change), each.name))
