# SPDX-License-Identifier: MIT
"""A recording against its budget: a check for each limit, with what was measured."""

import math
import re
import statistics

from godot_tools.budget import ARRAYS, Limit
from godot_tools.rates import ABOVE_NOISE, NAMES, PARTS, Rate, noise_of_runs

WITHIN, OVER, NOT_JUDGED = "within", "over", "not judged"
UNITS = {"bytes_per_second": "B/s", "sent_per_second": "B/s", "received_per_second": "B/s", "messages_per_second": "/s", "busiest_second": "B",
         "join_bytes": "B", "round_trip_ms": "ms", "loss_percent": "%", "share_percent": "%", "bytes_per_message": "B", "interval_ms": "ms",
         "least_interval_ms": "ms", "age_ms": "ms", "jitter_ms": "ms"}  # fmt: skip
LEAST_NOISE = 0.02  # relative, of figures whose spread within a recording is not known


class Figure:
    """A measured number. `noise`: what two runs of the same game may differ by; `of`: who has it (the worst of several)."""

    def __init__(self, value, noise=None, of=""):
        self.value = value
        self.noise = LEAST_NOISE * value if noise is None else noise
        self.of = of


class Check:
    """A limit, and what became of it."""

    def __init__(self, rule, path, limit):
        self.rule, self.path, self.limit = rule, path, limit
        self.key = path[-1]
        self.figure, self.verdict, self.why = None, NOT_JUDGED, ""

    @property
    def unit(self):
        return UNITS.get(self.key, "")

    @property
    def factor(self):
        """What was measured, as a multiple of the limit; of a least value, the limit as one of it. None: there is none."""
        if self.figure is None or not self.limit:
            return None
        if self.key.startswith("least_"):
            return self.limit / self.figure.value if self.figure.value else None
        return self.figure.value / self.limit

    def document(self):
        return {"rule": self.rule, "key": self.key, "verdict": self.verdict, "limit": self.limit,
                "measured": None if self.figure is None else self.figure.value, "unit": self.unit,
                "of": self.figure.of if self.figure else "", "factor": self.factor, "why": self.why}  # fmt: skip


def pattern(text):
    """A pattern of names: `*` is any text, everything else itself."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")), re.DOTALL)


def plain(name):
    """A peer or node as shown."""
    return name or ""


# Figures of the whole: each takes the measured recording.


def worst(figures):
    """The largest; None: there is none."""
    return max(figures, key=lambda figure: figure.value, default=None)


def combined(rows):
    """Rows as one."""
    parts = [sum(column) for column in zip(*(row["bytes"] for row in rows))]
    return {"bytes": parts or [0] * PARTS, "total": sum(row["total"] for row in rows), "count": sum(row["count"] for row in rows)}


def rate_figure(rows, measured):
    rate = Rate(combined(rows), measured["all"])
    return Figure(rate.mean, ABOVE_NOISE * rate.error)


def messages_figure(rows, measured):
    count, time = sum(row["count"] for row in rows), sum(measured["all"]["peer_seconds"])
    # One more or less for each peer, as the recording begins and ends.
    return Figure(count / time, ABOVE_NOISE * len(measured["peers"]) * min(len(rows), 4) / time + LEAST_NOISE * count / time)


def all_figure(key, measured):
    rows = measured["all"]["rows"]
    if key == "bytes_per_second":
        return rate_figure(rows, measured)
    if key == "messages_per_second":
        return messages_figure(rows, measured)
    seconds = measured["tables"]["godot,profile,seconds"]
    return worst(Figure(row["total"], 0.1 * row["total"], f"second {row['second']}") for row in seconds)


def of_peer(peer, key):
    stayed = peer["end"] - peer["begin"]
    sums = {"bytes_per_second": peer["sent"] + peer["received"], "sent_per_second": peer["sent"], "received_per_second": peer["received"]}
    return peer["join_bytes"] if key == "join_bytes" else sums[key] / stayed


def peer_figure(key, measured):
    if key in ("round_trip_ms", "loss_percent"):
        column = "rtt_mean" if key == "round_trip_ms" else "loss"
        rows = [row for row in measured["tables"]["enet,streams"] if row[column] is not None]
        return worst(Figure(row[column], 0.1 * row[column], f"{plain(row['peer'])}, stream {row['stream']}") for row in rows)
    noise = 0.1 if key == "join_bytes" else None
    values = [(of_peer(peer, key), peer["name"]) for peer in measured["peers"]]
    return worst(Figure(value, noise and noise * value, name) for value, name in values)


def problem_figure(key, measured, named):
    def belongs(row):
        is_large = row["problem"] == "too_much" and row["cause"].startswith("unreliable, and longer")
        if key == "unreliable_above_mtu":
            return is_large
        if key == "other":
            return row["problem"] not in named and not (is_large and "unreliable_above_mtu" in named)
        return row["problem"] == key

    rows = [row for row in measured["tables"]["godot,problems"] if belongs(row)]
    said = ""
    if rows:
        first = rows[0]
        where = ".".join(part for part in (first["node"], first["member"]) if part)
        said = f"{first['cause']}: {where}" if where else first["cause"]
    return Figure(sum(row["count"] for row in rows), 0, said)


def matching_rows(rule, measured):
    """Rows of the profile, from the slices: those have the noise. Empty: the game has none."""
    forms = {name: pattern(rule[name]) for name in NAMES if name in rule}
    return [row for row in measured["all"]["rows"] if all(form.fullmatch(row[name]) for name, form in forms.items())]


def row_figure(key, rule, measured):
    if "scene" in rule:
        form = pattern(rule["scene"])
        rows = [row for row in measured["tables"]["godot,profile,scenes"] if form.fullmatch(plain(row["scene"]))]
        return table_figure(key, rows, measured)
    rows = matching_rows(rule, measured)
    if not rows:
        return None
    if key == "bytes_per_second":
        return rate_figure(rows, measured)
    if key == "messages_per_second":
        return messages_figure(rows, measured)
    total = sum(row["total"] for row in rows)
    if key == "share_percent":
        return Figure(100 * total / max(sum(row["total"] for row in measured["all"]["rows"]), 1), 1.0)
    count = sum(row["count"] for row in rows)
    return Figure(total / count, 0.05 * total / count) if count else None


def table_figure(key, rows, measured):
    if not rows:
        return None
    total, count, time = sum(row["total"] for row in rows), sum(row["count"] for row in rows), sum(measured["all"]["peer_seconds"])
    whole = sum(row["total"] for row in measured["all"]["rows"])
    values = {"bytes_per_second": total / time, "messages_per_second": count / time, "share_percent": 100 * total / max(whole, 1),
              "bytes_per_message": total / count if count else None}  # fmt: skip
    return None if values[key] is None else Figure(values[key], 0.1 * values[key])


SYNC_COLUMNS = {"interval_ms": "interval", "least_interval_ms": "interval", "age_ms": "age_95", "jitter_ms": "interval_deviation",
                "bytes_per_second": "per_second"}  # fmt: skip


def sync_figure(key, rule, measured):
    form, column = pattern(rule.get("node", "*")), SYNC_COLUMNS[key]
    rows = [row for row in measured["tables"]["godot,sync"] if form.fullmatch(plain(row["node"])) and row[column] is not None]
    choose = min if key.startswith("least_") else max
    row = choose(rows, key=lambda row: row[column], default=None)
    # Of jitter and ages a run has a few values at the edge.
    noise = 0.25 if key in ("jitter_ms", "age_ms") else 0.05
    return None if row is None else Figure(row[column], noise * row[column] + (0.5 if key == "jitter_ms" else 0),
                                           f"{plain(row['node'])}, {plain(row['from'])} to {plain(row['to'])}")  # fmt: skip


def figure_of(path, budget, measured):
    """The figure that a limit is for; None: the recording has nothing that it could be measured of."""
    table, key = path[0], path[-1]
    if table == "all":
        return all_figure(key, measured)
    if table == "peer":
        return peer_figure(key, measured)
    if table == "problems":
        return problem_figure(key, measured, budget.of["problems"])
    rule = budget.of[table][path[1]]
    return row_figure(key, rule, measured) if table == "row" else sync_figure(key, rule, measured)


def name_of(path, budget):
    """The rule as a table and a check show it."""
    table, key = path[0], path[-1]
    if table not in ARRAYS:
        return f"{table}: {key}"
    rule = budget.of[table][path[1]]
    words = [rule[name] for name in ("kind", "node", "member", "scene") if name in rule]
    return f"{' '.join(words) if table == 'row' else 'synchronizer ' + ' '.join(words)}: {key}"


def limits(budget):
    """All limits of a budget, with their paths, in the file's order."""
    for table in ("all", "peer", "problems"):
        for key, value in budget.of.get(table, {}).items():
            yield (table, key), value
    for table in ARRAYS:
        for number, rule in enumerate(budget.of.get(table, [])):
            for key, value in rule.items():
                if key not in ("kind", "node", "member", "scene", "optional"):
                    yield (table, number, key), value


def judge_one(check, budget, measured, baseline, limit):
    check.figure = figure_of(check.path, budget, measured)
    rule = budget.of[check.path[0]][check.path[1]] if check.path[0] in ARRAYS else {}
    if check.figure is None:
        check.why = "nothing of it is in the recording"
        if rule.get("optional"):
            check.verdict = WITHIN
        return
    least = check.key.startswith("least_")
    if limit.percent is None:
        is_over = check.figure.value < check.limit if least else check.figure.value > check.limit
    else:
        runs = [figure for each in baseline if (figure := figure_of(check.path, budget, each)) is not None]
        if not runs:
            check.why = "nothing of it is in the baseline" if baseline else "it is relative, and there is no baseline"
            return
        before = statistics.fmean(figure.value for figure in runs)
        noise = math.hypot(statistics.fmean(figure.noise for figure in runs), check.figure.noise)
        noise = max(noise, noise_of_runs([figure.value for figure in runs]))
        check.limit = before * (1 + limit.percent / 100)
        is_over = check.figure.value > check.limit and check.figure.value - before > noise
    check.verdict = OVER if is_over else WITHIN


def judge(budget, measured, baseline=()):
    """The checks of all limits. `baseline`: recordings of the same game; several show how much its runs differ."""
    checks = []
    for path, value in limits(budget):
        limit = Limit(value)
        check = Check(name_of(path, budget), path, limit.most)
        judge_one(check, budget, measured, baseline, limit)
        checks.append(check)
    return checks
