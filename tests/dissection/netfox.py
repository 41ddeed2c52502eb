# SPDX-License-Identifier: MIT
"""netfox's games in pcaps/netfox: what its serializers logged that they wrote, command by command."""

import collections
import functools
import gzip
import json
import re
import struct

import harness

CAPTURES = harness.PCAPS / "netfox"
KINDS = ("ping", "pong", "request_time", "set_time", "full_state", "diff_state", "input", "full_sync", "diff_sync", "identities")
SNAPSHOTS = KINDS[4:9]
KIND_ROWS = {kind: "Netfox input" if kind == "input" else "Netfox state" for kind in SNAPSHOTS}  # of Godot's time step in the profile
LISTS = {"full_state": "state", "diff_state": "state", "input": "input", "full_sync": "sync", "diff_sync": "sync"}


@functools.lru_cache(maxsize=None)
def truth(name):
    with gzip.open(CAPTURES / f"{name}.truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def peers(name):
    """The id of each role's peer, as the plugin shows it."""
    return {row["role"]: "server" if row["peer"] == 1 else str(row["peer"]) for row in truth(name) if row["kind"] == "me"}


def layouts(name):
    """(node, list): names and schemas of its properties, in netfox's order."""
    schemas = {(row["node"], row["prop"]): row["schema"] for row in truth(name) if row["kind"] == "schema"}
    found = collections.defaultdict(dict)
    for row in truth(name):
        if row["kind"] == "prop":
            found[row["node"], LISTS[row["snap"]]][row["pi"]] = (row["prop"], schemas.get((row["node"], row["prop"]), "variant"))
    for properties in found.values():
        assert sorted(properties) == list(range(len(properties))), "a property was never sent"
    return {key: [properties[index] for index in sorted(properties)] for key, properties in found.items()}


def table(name):
    """Options that tell tshark the layouts, as a user's table does."""
    options = []
    for (node, which), properties in layouts(name).items():
        text = ", ".join(f"{prop}: {schema}" for prop, schema in properties)
        options += ["-o", f'uat:godot_netfox:"{node}","{which}","{text}"']
    return options




def is_state(kind):
    return kind in SNAPSHOTS and kind != "input"


def is_diff(kind):
    return kind.startswith("diff")


NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?:e[-+]?\d+)?")
SINGLE = 9  # digits of a float of 4 bytes


def _number(match):
    """A number in a text, parsed: both sides write enough digits, but not always the same ones."""
    text = match.group()
    number = float(text)
    if len(text.split("e")[0].replace("-", "").replace(".", "").lstrip("0")) <= SINGLE:
        number = struct.unpack("f", struct.pack("f", number))[0]
    return repr(number)


def plain(text):
    """A value's text on one line, with its numbers parsed: the engine breaks the lines of dictionaries."""
    text = text.replace("{\n", "{").replace("\n}", "}").replace(",\n", ", ").replace("\n", " ")
    return NUMBER.sub(_number, text)


def frames_of(row, waiting):
    """Takes the frames that a packet holds from the frames that were written for it."""
    data, at, taken = row["hex"], 0, []
    while waiting:
        content = waiting[0][0]["hex"]
        found = data.find(content, at)
        if found < 0 or found % 2:
            break
        at = found + len(content)
        taken.append(waiting.popleft())
        if at == len(data):
            break
    return taken


def commands(name):
    """Every command that was sent, in order: sender, receiver, kind, data, and what it says.

    Of a snapshot: (tick, redundancy, node, {property: value}) of each node.
    """
    return _commands(name)[0]


def value_bytes(name):
    """Bytes of values, by the profile's kind, node and property; inputs and states of ticks that were sent before are
    counted separately."""
    return _commands(name)[1]


@functools.lru_cache(maxsize=None)
def _commands(name):
    ends, bytes_of = peers(name), collections.Counter()
    written = {}  # by role and number of the write
    properties = collections.defaultdict(list)
    ticks = set()  # of states, as sent
    sent = []
    for row in truth(name):
        role = row["role"]
        if row["kind"] == "prop":
            properties[role].append(row)
        elif row["kind"] == "frame":
            written.setdefault((role, row["wid"]), collections.deque()).append((row, properties.pop(role, [])))
        elif row["kind"] == "cmd_send":
            kind = KINDS[row["index"]] if row["index"] < len(KINDS) else "other"
            snapshot_values = None
            if kind in SNAPSHOTS and row["hex"]:
                snapshot_values = []
                for frame, props in frames_of(row, written[role, row["wid"]]):
                    redundancy = max(frame["red"], 0)
                    values = {prop["prop"]: plain(prop["wire"]) for prop in props}
                    snapshot_values.append((frame["tick"], redundancy, frame["node"], values))
                    state = None if kind == "input" else (role, row["peer"], LISTS[kind], frame["node"], frame["tick"])
                    again = redundancy or (state is not None and state in ticks)
                    ticks.add(state)
                    for prop in props:
                        member = prop["prop"] + (" (again)" if again else "")
                        bytes_of[KIND_ROWS[kind], frame["node"].removeprefix("/root/"), member] += len(prop["hex"]) // 2
            to = {0: "all", 1: "server"}.get(row["peer"], str(row["peer"]))
            sent.append((ends[role], to, kind, row["hex"], snapshot_values))
    return sent, bytes_of


def rows(name):
    """The commands that were sent, by sender, receiver, kind and data: equal ones may occur several times."""
    found = collections.defaultdict(list)
    for sender, receiver, kind, data, values in commands(name):
        found[sender, receiver, kind, data].append(values)
    return found


class Shown:
    """A command as the plugin shows it."""

    def __init__(self, item):
        self.item = item
        self.sender = item.shows("godot.from")[0]
        self.receiver = item.shows("godot.to")[0]
        self.kind = item.shows("netfox.command.name")[0]
        self.text = item.shows("netfox.text")[0]

    def snapshots(self):
        """(tick, redundancy, node, {property: value})"""
        found = []
        for holder in self.item.all("netfox.snapshot") or [self.item]:
            tick = int(holder.shows("netfox.tick")[0])
            redundancy = int((holder.shows("netfox.input.redundancy") or ["0"])[0])
            for frame in holder.all("netfox.frame"):
                values = {value.shows("netfox.property")[0]: plain(value.show) for value in frame.all("netfox.value")}
                found.append((tick, redundancy, frame.shows("netfox.node")[0], values))
        return found


def shown(capture, *options, two_passes=True, where="netfox"):
    """Every command in the packets that a filter finds, and its data."""
    found = []
    for packet in harness.packets(capture, *options, "-Y", where, layers="netfox", two_passes=two_passes):
        for item in packet.children:
            if item.name == "netfox":
                found.append(Shown(item))
    return found
