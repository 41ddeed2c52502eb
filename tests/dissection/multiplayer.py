# SPDX-License-Identifier: MIT
"""The messages of a capture, as the plugin shows them and as the truth file has them, in one form."""

import hashlib
import re
import struct
from collections import Counter, namedtuple

import harness  # first: it adds tests/common to the path

import godot_text
import truth

CAPTURES = harness.PCAPS / "multiplayer"
LAYERS = "frame udp enet tcp websocket godot"
COMMANDS = {
    "godot.rpc": "rpc",
    "godot.set": "rset",
    "godot.simplify_path": "simplify",
    "godot.confirm_path": "confirm",
    "godot.raw": "raw",
    "godot.spawn": "spawn",
    "godot.despawn": "despawn",
    "godot.sync": "sync",
}
# Godot 4's type numbers, before and after compression.
BOOL, INT, OBJECT, BYTES = 1, 2, 24, 29
NODE_PATH_3 = 15
FREED = "18000000"
LONGEST = 2048

# Fields that have no bytes on the wire.
DERIVED = (".text", ".type_name", ".learned_in", ".spawner_path", ".announced_in", ".confirmed_in", ".spawned_in")

# As multiplayer_wire.Event, with the items of the tree: `item` is the command's, `values` those of its Variants.
Received = namedtuple("Received", "frame kind source receiver node what count content announced_in relayed item values packet")


def generation(capture):
    return 4 if capture.parent.name.startswith("godot-4") else 3


def load(capture):
    lines = truth.load(truth.truth_of(capture))
    return lines if CAPTURES in capture.parents else completed(lines)


def completed(lines):
    """The truth of captures that pcaps/make-multiplayer did not make: what it lacks is derived from the rest."""
    calls = [line for line in lines if line["kind"] in ("rpc", "rset")]
    peers = {peer for line in calls for peer in (line["from"], *line["targets"])}
    at_run_time = sorted({line["method"] for line in calls if line.get("method_index") == -1})
    for line in lines:
        if line["kind"] == "raw":
            others = peers - {line["from"], -line["to"]}
            line["targets"] = [line["to"]] if line["to"] > 0 else sorted(others)
            line["hex"] = digest(bytes.fromhex(line["hex"]))
    for line in calls:
        line["args_type"] = [0 if text.startswith("len:") else int(text[:2], 16) for text in line["args_hex"]]
        line["args"] = ["sha256:" if text.endswith("...") else text for text in line["args"]]
        if line.get("method_index") == -1:
            line["method_index"] = 0x8000 + at_run_time.index(line["method"])
        # The master, here the server, does not send calls that are reserved for the master.
        if line.generation == 3 and line["from"] == 1 and "_master" in line["method"]:
            line["targets"] = []
    return lines


def packets(capture):
    """The packets of a capture."""
    return harness.packets(capture, *harness.preferences(text_limit=0, max_elements=0), layers=LAYERS)


# --- As the plugin shows them -------------------------------------------------------------------------------------


def covered(message):
    """Offsets of the bytes that a leaf of their own covers; items derived from bytes do not count."""
    places = set()
    for item in message.walk(without="_ws.expert"):
        leaf = not any(child.name != "_ws.expert" for child in item.children)
        if leaf and item is not message and not item.name.endswith(DERIVED):
            begin = item.position - message.position
            places.update(range(begin, begin + item.length))
    return places


def messages(packet):
    """The multiplayer messages of a packet, in order. Copies that ENet delivered before have no items below them."""
    def is_repeated(item):
        return any(child.name == "godot.again" for child in item.children)

    return [item for item in packet.walk() if item.name == "godot" and item.children and not is_repeated(item)]


def number(item, name):
    """A child that is a number, or None."""
    child = item.child(name)
    return None if child is None else int(child.show, 0)


def shown(item, name):
    child = item.child(name)
    return None if child is None else child.show


def received(packets_of_capture):
    """Every command of the capture, in order; a relayed command stands in place of the relay message."""
    found = []
    clients = {}
    for packet in packets_of_capture:
        for message in messages(packet):
            for each in commands(packet, message):
                if not from_server(packet):
                    clients[connection(packet)] = each.source
                found.append(each)
    return [to_one(each, clients) for each in found]


def to_one(event, clients):
    """Godot 3 sends target "all" to each client: the receiver is the connection's client."""
    if event.receiver is not None and event.receiver <= 0 and from_server(event.packet):
        return event._replace(receiver=clients[connection(event.packet)])
    return event


def connection(packet):
    return next((name, packet.one(name)) for name in ("enet.stream", "tcp.stream") if packet.one(name))


def commands(packet, message):
    system = message.child("godot.system")
    if system is not None:
        yield from of_system(packet, message, system)
        return
    for name, kind in COMMANDS.items():
        item = message.child(name)
        if item is not None:
            source, target = ends(message, item)
            relayed = generation_of(message) == 3 and target != 1 and not from_server(packet)
            yield from of_command(packet, item, kind, source, target, relayed)


def of_system(packet, message, system):
    source, target = ends(message, system)
    command = number(system, "godot.system.command")
    relay = system.child("godot.relay")
    if relay is not None:
        for name, kind in COMMANDS.items():
            item = relay.child(name)
            if item is not None:
                source, target = ends(message, item)
                yield from of_command(packet, item, kind, source, target, not from_server(packet))
    elif command == 0:
        data = system.child("godot.auth.data")
        content = data.data if data is not None and data.data else b""
        yield event(packet, "auth", source, target, system, content=content)
    else:
        yield event(packet, "peer", source, target, system, what=(command, number(system, "godot.system.peer")))


def of_command(packet, item, kind, source, target, relayed):
    node = shown(item, "godot.node.path") or ""
    node_id = number(item, "godot.node.id")
    if not node and node_id is not None:
        node = f"#{node_id}"
    announced_in = number(item, "godot.node.learned_in")
    one = {"node": node, "announced_in": announced_in, "relayed": relayed}
    if kind in ("rpc", "rset"):
        what = shown(item, "godot.set.property" if kind == "rset" else "godot.rpc.method")
        method_id = number(item, "godot.rpc.method_id")
        values = values_of(item, "godot.rpc.argument") + values_of(item, "godot.set.value")
        one["what"] = what if method_id is None else method_id
        one["count"] = number(item, "godot.rpc.argument_count") if kind == "rpc" else 1
        yield event(packet, kind, source, target, item, values=values, **one)
    elif kind == "simplify":
        one.update(node=shown(item, "godot.path.name"), what=number(item, "godot.path.id"), announced_in=None)
        yield event(packet, kind, source, target, item, **one)
    elif kind == "confirm":
        valid = item.child("godot.path.valid")
        one.update(node=shown(item, "godot.path.name") or "", announced_in=None)
        one["what"] = None if valid is None else int(valid.show in ("1", "True", "true"))
        yield event(packet, kind, source, target, item, **one)
    elif kind == "raw":
        yield event(packet, kind, source, target, item, content=item.child("godot.raw.data").data, relayed=relayed)
    elif kind == "spawn":
        scene, name = number(item, "godot.spawn.scene_id"), shown(item, "godot.spawn.name")
        one.update(node=shown(item, "godot.spawn.spawner_path") or "", what=(scene, name))
        one["values"] = values_of(item, "godot.spawn.argument") + values_of(item, "godot.spawn.value")
        one["count"] = number(item, "godot.spawn.sync_count")
        yield event(packet, kind, source, target, item, **one)
    elif kind == "despawn":
        yield event(packet, kind, source, target, item, what=number(item, "godot.despawn.net_id"), relayed=relayed)
    elif kind == "sync":
        delta = shown(item.child("godot.command"), "godot.sync.delta") in ("1", "True", "true")
        for part in item.all("godot.sync.object"):
            by_path = shown(part, "godot.sync.by_path") in ("1", "True", "true")
            what = (number(part, "godot.sync.net_id"), number(part, "godot.sync.indexes") or 0)
            path = shown(part, "godot.node.path") or ""
            learned = number(part, "godot.node.learned_in")
            yield event(
                packet, "delta" if delta else "sync", source, target, part, what=what, node=path if by_path else "",
                announced_in=learned if by_path else None, relayed=relayed, values=values_of(part, "godot.sync.value"),
            )  # fmt: skip


def event(packet, kind, source, target, item, values=(), content=None, **rest):
    content = b"".join(value.data for value in values) if content is None else content
    one = {"node": "", "what": None, "count": 0, "announced_in": None, "relayed": False, **rest}
    return Received(packet.number, kind, source, target, content=content, item=item, values=values, packet=packet, **one)


def values_of(item, name):
    """The values with that role, in whichever subtree they stand."""
    return [each for each in item.walk() if each.name == name]


def ends(message, item):
    """Source and target of a command: from its own items, or from the message's header."""
    found = []
    for name in ("godot.peer.source", "godot.peer.target"):
        own = number(item, name)
        found.append(own if own is not None else next((int(each.show) for each in message.all(name)), None))
    return found


def generation_of(message):
    return 4 if message.shows("godot.dialect")[:1] != ["godot3"] else 3


def from_server(packet):
    """Whether the server sends this packet: ENet knows which end requested the connection; WebSocket clients mask their
    frames."""
    from_client = packet.one("enet.connection.from_client") or packet.one("websocket.mask")
    return from_client in ("0", "False")


# --- As the truth has them ----------------------------------------------------------------------------------------


def digest(data):
    """Bytes in the form of the truth."""
    return data.hex() if len(data) <= LONGEST else "sha256:" + hashlib.sha256(data).hexdigest()


def padded(data):
    return data + bytes(-len(data) % 4)


def sent_argument(line, index):
    """An argument in its encoding on the wire."""
    encoded, kind = line["args_hex"][index], line["args_type"][index]
    if line.generation == 4:
        if encoded == "":
            return FREED
        return compressed(encoded, kind, line["args"][index])
    return encoded


def compressed(encoded, kind, text):
    """A Variant as Godot 4 encodes it in calls, spawns and syncs."""
    if kind == BOOL:
        return "81" if text == "true" else "01"
    if kind == INT:
        value = int(text)
        width = next(code for code in range(4) if -(1 << (8 << code) - 1) <= value < 1 << (8 << code) - 1)
        return bytes([INT | width << 6]).hex() + value.to_bytes(1 << width, "little", signed=True).hex()
    return encoded


def whole(call, value):
    """The bytes of an argument that the plugin shows. A lone byte array is put back into its Variant."""
    if call.count is None and call.kind == "rpc":
        return bytes([BYTES, 0, 0, 0]) + struct.pack("<I", len(value.data)) + padded(value.data)
    return value.data


def received_argument(call, value):
    return digest(whole(call, value))


def delivered(events):
    """The commands that arrived at their receivers: those on their way through the server count only if the server is a
    receiver."""
    for each in events:
        if each.relayed and (each.receiver == 0 or each.receiver < -1):
            yield each._replace(receiver=1)
        elif not each.relayed:
            yield each


def sent_calls(lines):
    """For each call, set and receiver: what must arrive, and the line of the truth."""
    for line in lines:
        if line["kind"] not in ("rpc", "rset"):
            continue
        arguments = tuple(sent_argument(line, index) for index in range(len(line["args_hex"])))
        # A call without arguments, or with one argument that is not bytes, gives the same message.
        if line.generation == 4 and line["args_type"] == [BYTES] and int(line["args_hex"][0][8:16] or "1", 16) == 0:
            arguments = ()
        what = line["method_index"] if line.generation == 4 else line["method"]
        for receiver in line["targets"]:
            yield (line["kind"], line["from"], receiver, what, len(arguments)), arguments, line


def node_of(line):
    """The node's path on the wire, relative to the root path that the test project sets."""
    path = line["node"].removeprefix("/root/")
    return "Fresh" if path == "Nodes/Heap/Fresh" else path


def calls_differ(lines, events):
    """Pairs every call of the truth with a received one, in order; reports calls without a partner and differing
    texts."""
    waiting = {}
    for each in delivered(events):
        if each.kind in ("rpc", "rset"):
            key = (each.kind, each.source, each.receiver, each.what, len(each.values), each.node)
            waiting.setdefault(key, []).append(each)
    wrong = []
    pairs = 0
    for key, arguments, line in sent_calls(lines):
        candidates = waiting.get((*key, node_of(line)), [])
        call = next((each for each in candidates if same_arguments(each, arguments, line)), None)
        if call is None:
            wrong.append(f"not received: {key} {line['node']} {line['args']}"[:400])
            continue
        candidates.remove(call)
        pairs += 1
        wrong += [f"frame {call.frame}: {problem}" for problem in text_differs(call, line)]
    rest = [each for candidates in waiting.values() for each in candidates]
    for each in rest:
        wrong.append(f"frame {each.frame}: nobody sent {each.kind} {each.node} {each.what} {each.content[:80]}")
    return pairs, wrong


def same_arguments(call, arguments, line):
    for index, (value, sent) in enumerate(zip(call.values, arguments)):
        if received_argument(call, value) == sent or sent == f"len:{len(whole(call, value))}":
            continue
        # The bytes that pad the names of a NodePath are arbitrary.
        if line.generation == 3 and line["args_type"][index] == NODE_PATH_3 and len(sent) == 2 * len(value.data):
            continue
        return False
    return True


def text_differs(call, line):
    """What differs in a call's text, None if nothing does."""
    name = "godot.set.text" if call.kind == "rset" else "godot.rpc.text"
    text = shown(call.item, name)
    if text is None:
        return [f"no {name}"]
    member = line["method"] if line.generation == 3 else f"#{line['method_index']}"
    begin = f"{node_of(line)}.{member}" + (" = " if call.kind == "rset" else "(")
    if not text.startswith(begin):
        return [f"{text[:200]!r} instead of {begin!r}"]
    rest = text[len(begin) :] if call.kind == "rset" else f"[{text[len(begin):-1]}]"
    expected = line["args"] if call.values else []
    return same_texts(rest, expected, line.generation == 3, call.kind == "rset")


def same_texts(text, expected, rounded, alone):
    """Compares a list of values, or a single value, with the truth's texts."""
    try:
        found = godot_text.parse(text, rounded)
    except ValueError as problem:
        return [f"{text[:200]!r}: {problem}"]
    values = (found,) if alone else found[1]
    if len(values) != len(expected):
        return [f"{len(values)} values instead of {len(expected)}: {text[:200]}"]
    wrong = []
    for value, sent in zip(values, expected):
        if not sent.startswith("sha256:") and value != godot_text.parse(sent, rounded):
            wrong.append(f"{value!r} instead of {sent!r}"[:400])
    return wrong


def counted(events, kind, key):
    return Counter(key(each) for each in delivered(events) if each.kind == kind)


def is_number_only(text):
    """Whether a call shows numbers only: its method and node have no names."""
    return re.match(r"#\d+\.#\d+\(", text) is not None
