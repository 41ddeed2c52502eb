# SPDX-License-Identifier: MIT
"""The budget: what may cost how much, in TOML. Everything that is not understood is an error, with its line and the nearest name:
a limit that is not read would be kept by everything."""

import difflib
import re
import tomllib

from godot_tools.lines import Lines
from godot_tools.programs import Refused

REASONS = ("no_project", "one_pass", "began_late", "lacks_packets", "one_direction", "unknown_nodes", "list_changed", "undecided", "not_sent", "unreadable")
# The kinds of godot,problems; a test compares them with the engine's.
PROBLEMS = ("not_allowed", "declared_otherwise", "node_missing", "never_delivered", "held", "not_connected", "views_differ", "too_much",
            "two_senders", "not_polling", "too_late", "diverged", "cut_off", "address_changed", "not_admitted", "change_refused")  # fmt: skip

NUMBER, TEXT, FLAG, TEXTS, LIMIT, COUNT = "a number", "a text", "true or false", "a list of texts", "a limit", "a whole number"
# Keys of each table. A limit is a number, or a text such as "+10 %", which is relative to the baseline.
TOP = {"project": TEXTS, "allow": TEXTS, "margin": TEXT, "join_seconds": NUMBER}
ALL = {"bytes_per_second": LIMIT, "messages_per_second": LIMIT, "busiest_second": LIMIT}
PEER = {"bytes_per_second": LIMIT, "sent_per_second": LIMIT, "received_per_second": LIMIT, "join_bytes": LIMIT, "round_trip_ms": LIMIT,
        "loss_percent": LIMIT}  # fmt: skip
KINDS = {name: COUNT for name in (*PROBLEMS, "other", "unreliable_above_mtu")}
ROW = {"kind": TEXT, "node": TEXT, "member": TEXT, "scene": TEXT, "optional": FLAG, "bytes_per_second": LIMIT, "messages_per_second": LIMIT,
       "share_percent": LIMIT, "bytes_per_message": LIMIT}  # fmt: skip
SYNCHRONIZER = {"node": TEXT, "optional": FLAG, "interval_ms": LIMIT, "least_interval_ms": NUMBER, "age_ms": LIMIT, "jitter_ms": LIMIT,
                "bytes_per_second": LIMIT}  # fmt: skip
INSTANCE = {"command": TEXTS, "ready": TEXT, "ready_seconds": NUMBER, "environment": None, "folder": TEXT}
RUN = {"seconds": NUMBER, "end": TEXT, "record": TEXT, "server_port": COUNT, "client_port": COUNT, "allow_errors": TEXTS, "keep": TEXT}
CLIENT = {**INSTANCE, "count": COUNT, "joined": TEXT, "apart_seconds": NUMBER}
RELAY = {"preset": TEXT, "options": TEXTS}
TABLES = {"all": ALL, "peer": PEER, "problems": KINDS, "row": ROW, "synchronizer": SYNCHRONIZER, "run": RUN}
ARRAYS = ("row", "synchronizer")
LARGEST = 10**15  # of numbers: beyond it, floats have no units
MOST_CLIENTS = 1000
RELATIVE = re.compile(r"\+\s*(\d+(?:\.\d+)?)\s*%")


def percent_of(text):
    """Of "+10 %"; None: it is no share, or too large for one."""
    found = RELATIVE.fullmatch(text.strip())
    return float(found[1]) if found and float(found[1]) <= LARGEST else None


class Limit:
    """`most`: a number; `percent`: above the baseline. One of them is None."""

    def __init__(self, value):
        self.percent = percent_of(value) if isinstance(value, str) else None
        self.most = value if self.percent is None else None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= LARGEST  # not so nan


def is_limit(value):
    return is_number(value) or (isinstance(value, str) and percent_of(value) is not None)


FITS = {
    NUMBER: is_number,
    COUNT: lambda value: is_number(value) and isinstance(value, int),
    TEXT: lambda value: isinstance(value, str),
    FLAG: lambda value: isinstance(value, bool),
    TEXTS: lambda value: isinstance(value, str) or (isinstance(value, list) and all(isinstance(each, str) for each in value)),
    LIMIT: is_limit,
    None: lambda value: isinstance(value, dict) and all(isinstance(each, str) for each in value.values()),
}
EXPECTED = {LIMIT: 'a number from 0 to 10^15, or a share above the baseline such as "+10 %"', None: "a table of texts", NUMBER: "a number from 0 to 10^15",
            COUNT: "a whole number from 0 to 10^15"}  # fmt: skip


def nearest(name, known):
    close = difflib.get_close_matches(name, known, 1, 0.5)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(sorted(known))}"


def texts(value):
    return [value] if isinstance(value, str) else list(value or [])


class Budget:
    """A budget file. `of`: its document."""

    def __init__(self, path, text):
        self.path, self.text = str(path), text
        try:
            self.of = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"\(at line (\d+)", str(error))
            where = f"{path}:{line[1]}" if line else f"{path}:{len(text.splitlines())}"
            raise Refused(f"{where}: {re.sub(r' *[(]at .*', '', str(error))}") from error
        except RecursionError as error:
            raise Refused(f"{path}: nested too deeply") from error
        except ValueError as error:  # a number of more digits than Python reads
            raise Refused(f"{path}: {str(error).partition(';')[0]}") from error
        self.lines = Lines(text)
        self.check()

    def fail(self, path, why):
        line = self.lines.line(path)
        raise Refused(f"{self.path}:{line if line else '?'}: {why}")

    def check(self):
        for name, value in self.of.items():
            if name in TABLES:
                self.check_table(name, value)
            else:
                self.check_key((), name, value, {**TOP, **dict.fromkeys(TABLES)})
        for reason in texts(self.of.get("allow")):
            if reason not in REASONS:
                self.fail(("allow",), f"'{reason}' is no reason why something was not judged{nearest(reason, REASONS)}")
        if "margin" in self.of:
            self.margin  # noqa: B018: it fails if it is none
        if self.of.get("join_seconds", 1) <= 0:
            self.fail(("join_seconds",), "join_seconds is above 0")

    def check_table(self, name, value):
        rows = value if name in ARRAYS else [value]
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fail((name,), f"{name} is a table: [[{name}]]" if name in ARRAYS else f"{name} is a table: [{name}]")
        for number, row in enumerate(rows):
            path = (name, number) if name in ARRAYS else (name,)
            for key, each in row.items():
                if name == "run" and key in ("server", "client", "relay"):
                    self.check_part((*path, key), each)
                else:
                    self.check_key(path, key, each, TABLES[name])
            if name in ARRAYS:
                self.check_row(name, path, row)

    def check_part(self, path, value):
        keys = {"server": INSTANCE, "client": CLIENT, "relay": RELAY}[path[-1]]
        if not isinstance(value, dict):
            self.fail(path, f"{path[-1]} is a table: [run.{path[-1]}]")
        for key, each in value.items():
            self.check_key(path, key, each, keys)

    def check_row(self, name, path, row):
        keys = ROW if name == "row" else SYNCHRONIZER
        limits = [key for key in row if keys[key] in (LIMIT, NUMBER)]
        if not limits:
            self.fail(path, f"this [[{name}]] limits nothing")
        if name == "row":
            if not {"kind", "node", "member", "scene"} & set(row):
                self.fail(path, "this [[row]] names no kind, node, member or scene")
            if "scene" in row and {"kind", "node", "member"} & set(row):
                self.fail(path, "scene stands without kind, node and member: rows by scene have neither")

    def check_key(self, path, key, value, keys):
        if key not in keys:
            self.fail((*path, key), f"'{key}' is not known{nearest(key, [*keys, *(['server', 'client', 'relay'] if path == ('run',) else [])])}")
        if not FITS[keys[key]](value):
            self.fail((*path, key), f"{key} is {EXPECTED.get(keys[key], keys[key])}")

    @property
    def margin(self):
        """For --update."""
        text = self.of.get("margin", "10 %")
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", text)
        if not found or float(found[1]) > LARGEST:
            self.fail(("margin",), "margin is a share such as \"10 %\"")
        return float(found[1]) / 100

    @property
    def allowed(self):
        return set(texts(self.of.get("allow")))

    @property
    def projects(self):
        return texts(self.of.get("project"))

    @property
    def join_seconds(self):
        return float(self.of.get("join_seconds", 2.0))


def load(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return Budget(path, file.read())
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: byte {error.start} is no UTF-8") from error
