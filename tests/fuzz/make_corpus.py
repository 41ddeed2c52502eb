#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the seeds of the fuzz targets, tests/fuzz/corpus/TARGET/, from the truth files and ENet captures in pcaps/.

Usage: make_corpus.py [TARGET...]; without any, all of them.

Files are named after their content, so that every run makes the same seeds. Inputs of fixed crashes are kept beside them as
regression-*, which this script does not change.
"""

import gzip
import hashlib
import json
import re
import struct
import sys
from pathlib import Path

FUZZ = Path(__file__).resolve().parent
PCAPS = FUZZ.parent.parent / "pcaps"
DIALECTS = {"godot2": 0, "godot3": 1, "godot4": 2, "redot-docs": 3, "redot": 2}
DOUBLE_PRECISION = 4  # these three: bits of the first byte, see input.h
STREAM_PREFIX = 16
BIG_ENDIAN = 32
LONGEST = 1024  # longer seeds make fuzzing slow without covering more
PER_TYPE = 2  # of each dialect and precision, and as many of each type's vectors
LIMITS = (0, 1, 2, 3, 10, 40, 255)
PAYLOADS = 12  # in a conversation
EXCHANGED = 30  # datagrams of ENet in a row


def variants():
    """(dialect, double precision, bytes, is from the vectors, type) of every Variant, each once."""
    seen = set()
    for path in sorted(PCAPS.glob("**/*.truth.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if "_var" not in row.get("kind", "") or "hex" not in row or "enet" in row["kind"]:
                continue
            dialect = row.get("dialect", "godot" + row.get("engine", "?")[0])
            value = (dialect, row.get("double", False), bytes.fromhex(row["hex"]))
            if dialect in DIALECTS and len(value[2]) <= LONGEST and value not in seen:
                seen.add(value)
                yield (*value, "dialect" in row, row.get("type"))


def chosen():
    """For each type, from engines and from vectors, the shortest values of different lengths."""
    taken = {}
    for dialect, double, content, is_vector, kind in sorted(variants(), key=lambda value: len(value[2])):
        lengths = taken.setdefault((dialect, double, kind, is_vector), set())
        if len(lengths) < PER_TYPE * (2 if is_vector else 1) and len(content) not in lengths:
            lengths.add(len(content))
            yield dialect, double, content


def write(target, seeds):
    if sys.argv[1:] and target not in sys.argv[1:]:
        return
    directory = FUZZ / "corpus" / target
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.iterdir():
        if not old.name.startswith("regression-"):
            old.unlink()
    for seed in seeds:
        (directory / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    sizes = [path.stat().st_size for path in directory.iterdir()]
    print(f"{target}: {len(sizes)} files, {sum(sizes)} bytes")


def head(dialect, double, limit):
    limit = limit | 0x80 if dialect == "redot" else limit & 0x7F  # see input.h
    return bytes([DIALECTS[dialect] | (DOUBLE_PRECISION if double else 0), limit])


def prefixed(values):
    """Several values, each after the length prefix of a stream, in either byte order."""
    for number, (dialect, double, content) in enumerate(values[:: len(values) // 20]):
        flags, limit = head(dialect, double, 0)
        order = ("little", "big")[number % 2]
        flags |= STREAM_PREFIX | (BIG_ENDIAN if order == "big" else 0)
        yield bytes([flags, limit]) + len(content).to_bytes(4, order) + content


def conversations(values):
    """Payloads of one dialect in a row, in the format of fuzz_recognise.cpp."""
    for dialect in DIALECTS:
        payloads = [content for name, _, content in values if name == dialect and len(content) < 255 * 4]
        for start in range(0, len(payloads), PAYLOADS):
            some = payloads[start : start + PAYLOADS]
            yield b"".join(bytes([(len(content) + 3) // 4, 0]) + content + b"\0" * (-len(content) % 4) for content in some)


def segments(path):
    """Header and payload of UDP in a capture of Ethernet and IPv4."""
    content = path.read_bytes()
    at = 24
    while at < len(content):
        size = struct.unpack_from("<I", content, at + 8)[0]
        packet = content[at + 16 + 14 : at + 16 + size]
        at += 16 + size
        if packet[9] == 17:
            yield packet[4 * (packet[0] & 15) :]


def datagrams():
    """Payloads in the captures of ENet."""
    for path in sorted((PCAPS / "enet").glob("*/*.pcap")):
        for segment in segments(path):
            yield segment[8:]


def exchanges():
    """Short datagrams in a row, in the format of fuzz_enet_analysis.cpp: from a handshake on, and from the middle."""
    for path in sorted((PCAPS / "enet").glob("*/*.pcap")):
        short = [segment for segment in segments(path) if len(segment) - 8 < 256 and not segment[8] & 0x40]
        for start in (0, len(short) // 2):
            some = short[start : start + EXCHANGED]
            server = min(int.from_bytes(some[0][:2], "big"), int.from_bytes(some[0][2:4], "big"))
            yield b"".join(
                bytes([len(segment) - 8, 4 | (int.from_bytes(segment[:2], "big") == server)]) + segment[8:]
                for segment in some
            )


def shape(datagram):
    """Datagrams with an equal shape cover the same code: flags, first command, length."""
    header = 4 if datagram[0] & 0x80 else 2
    length = len(datagram) if datagram[0] & 0x40 else len(datagram) // 64
    return datagram[0] & 0xC0, datagram[header : header + 1], length


def fastlz(plain):
    """Compresses with level 1; matches of three bytes at their last occurrence."""
    out, literals, seen, at = bytearray(), bytearray(), {}, 0
    while at < len(plain):
        distance = at - seen.get(plain[at : at + 3], at - 8192)
        seen[plain[at : at + 3]] = at
        if distance < 8192 and at + 3 <= len(plain):
            if literals:
                out += bytes([len(literals) - 1]) + literals
            literals = bytearray()
            out += bytes([1 << 5 | distance - 1 >> 8, distance - 1 & 255])
            at += 3
            continue
        literals.append(plain[at])
        at += 1
        if len(literals) == 32:
            out += bytes([31]) + literals
            literals = bytearray()
    return bytes(out + (bytes([len(literals) - 1]) + literals if literals else b""))


def write_enet():
    shapes = {}
    for datagram in datagrams():
        if len(datagram) <= LONGEST:
            shapes.setdefault(shape(datagram), datagram)
    some = list(shapes.values())
    plain = [datagram for datagram in some if not datagram[0] & 0x40]
    packed = [datagram for datagram in some if datagram[0] & 0x40]
    bodies = [datagram[4 if datagram[0] & 0x80 else 2 :] for datagram in packed]
    write("enet", [bytes([number % 3]) + datagram for number, datagram in enumerate(plain + packed[:8])])
    write("enet_analysis", list(exchanges()))
    write("range_coder", [b"\xff" + body for body in bodies] + [b"\x40" + body for body in bodies[:10]])
    write("fastlz", [b"\xff" + fastlz(datagram[4:]) for datagram in plain] + [b"\x10" + fastlz(b"abc" * 20)])


HOWS = re.findall(r'^    \{"([^"]+)", \{', (FUZZ.parent / "unit/codec/multiplayer/how.h").read_text(encoding="utf-8"), re.M)
ENET_SIZES = (0, 8, 48, 44, 8, 4, 6, 8, 24, 8, 12, 16, 24)  # sizes of the commands' fixed parts, by number
DELIVERIES = {6: 0, 7: 1, 9: 2}  # commands that carry a whole message, with the delivery number of fuzz_multiplayer_recognise.cpp
MESSAGE_SHAPES = 60  # of each generation


def vectors(header):
    """(way to read it, bytes) of every row of a table of vectors."""
    text = (FUZZ.parent / "unit" / "codec" / "multiplayer" / header).read_text(encoding="utf-8")
    literal = r'"((?:[^"\\]|\\.)*)"'
    texts = rf"{literal}(?:\s+{literal})*"
    for row in re.finditer(rf"\{{{texts},\s+{literal},\s+({texts}),", text):
        how = re.findall(literal, row.group())[-1 - len(re.findall(literal, row.group(4)))]
        yield how, bytes.fromhex("".join(re.findall(literal, row.group(4))).replace(" ", ""))


def messages(path):
    """(delivery, channel, bytes) of the messages in a capture that are neither compressed nor in fragments."""
    for segment in segments(path):
        datagram = segment[8:]
        if datagram[0] & 0x40:
            continue
        at = 4 if datagram[0] & 0x80 else 2
        while at < len(datagram):
            number = datagram[at] & 15
            size = ENET_SIZES[number]
            length = 0
            if number in DELIVERIES:
                length = struct.unpack_from(">H", datagram, at + size - 2)[0]
                yield DELIVERIES[number], datagram[at + 1], datagram[at + size : at + size + length]
            elif number in (8, 12):
                length = struct.unpack_from(">H", datagram, at + 6)[0]
            at += size + length


def write_multiplayer():
    seeds, talks = [], []
    for how, content in list(vectors("vectors.h")) + list(vectors("malformed.h")):
        seeds.append(bytes([HOWS.index(how)]) + content)
        if how in ("scene", "enet_8", "enet_12", "websocket"):
            transport = 1 if how == "websocket" else 0
            channel = 1 if how.startswith("enet") else 0
            talks.append((how, bytes([transport, channel, min(len(content), 255)]) + content[:255]))
    for path in sorted((PCAPS / "enet").glob("godot-*/r[ep]*.pcap")):
        generation = "scene" if "godot-4" in str(path) else "enet_8"
        seen = set()
        for delivery, channel, content in messages(path):
            how = "config" if generation == "enet_8" and channel == 0 else generation
            form = (how, content[8:9] if how == "enet_8" else content[:1], len(content) // 16)
            if form in seen or len(content) > 255 or len(seen) >= MESSAGE_SHAPES:
                continue
            seen.add(form)
            seeds.append(bytes([HOWS.index(how)]) + content)
            talks.append((str(path), bytes([delivery << 2, channel, len(content)]) + content))
    write("multiplayer", seeds)
    rows = []
    for name in sorted({name for name, _ in talks}):
        some = [talk for other, talk in talks if other == name]
        rows += [b"".join(some[start : start + PAYLOADS]) for start in range(0, len(some), PAYLOADS)]
    write("multiplayer_recognise", rows)


PROJECT_FILES = {".gd": 0, ".cs": 1, ".tscn": 2, ".tres": 2, ".godot": 3}  # the first byte, see fuzz_project.cpp
PROJECT_NAMES = {"base.gd": 1, "derived.gd": 2, "by_path.gd": 3, "main.tscn": 6, "piece.tscn": 7, "derived.tscn": 8}


def states():
    """States of halves and of the plain values of fuzz_half.cpp."""
    begin, vector, number = bytes(3), bytes.fromhex("05003c00c0"), bytes.fromhex("03003c")
    for values in ([], [b"\x84abc"] * 3, [vector, number], [b"\x83ab", vector, b"\x82a"], [vector] * 60, [b"\1\2\3"]):
        yield begin + b"".join(values)
    yield struct.pack("<10H", 0, 1, 0x3FF, 0x400, 0x7BFF, 0x7C00, 0x7C01, 0x8000, 0xFC00, 0xFFFF)


def project_files():
    """Files of Godot projects, and a small project in one seed."""
    whole = b"\xff" + b"\0config_version=5\n[application]\nrun/main_scene=\"res://a.tscn\"\n"
    configured = PCAPS / "projects" / "multiplayer4" / "lab" / "configured"
    for path in [*sorted((FUZZ.parent / "unit/project/samples").rglob("*")), *sorted(configured.glob("*.gd"))]:
        if path.suffix in PROJECT_FILES and path.stat().st_size <= 2 * LONGEST:
            yield bytes([PROJECT_FILES[path.suffix]]) + path.read_bytes()
        if path.name in PROJECT_NAMES:
            text = path.read_bytes().replace(b"res://piece", b"res://b").replace(b"res://derived.tscn", b"res://c.tscn")
            whole += b"\x1e" + bytes([PROJECT_NAMES[path.name]]) + text
    yield whole


AUDITED = ("situations/authority_in_ready", "situations/owners", "situations/savings", "situations/spawns/server", "mirror4")


def audited_projects():
    """Scripts alone, and small projects, with the paths that they have there."""
    for name in AUDITED:
        folder, whole = PCAPS / "projects" / name, b"\xff"
        new = {}
        for path in sorted(folder.glob("*.gd")) + sorted(folder.glob("*.tscn")):
            free = (b"a.gd", b"b.gd", b"sub/c.gd") if path.suffix == ".gd" else (b"a.tscn", b"b.tscn", b"c.tscn")
            used = [each for each in new.values() if each.endswith(path.suffix.encode())]
            if len(used) < len(free):
                new[path] = free[len(used)]
        places = {b"a.gd": 1, b"b.gd": 2, b"sub/c.gd": 3, b"a.tscn": 6, b"b.tscn": 7, b"c.tscn": 8}
        for path, place in new.items():
            text = path.read_bytes()
            for other, known in new.items():
                text = text.replace(b"res://" + other.name.encode(), b"res://" + known)
            if path.suffix == ".gd":
                yield b"\0" + path.read_bytes()
            whole += b"\x1e" + bytes([places[place]]) + text
        yield whole
    for path in sorted((FUZZ.parent / "unit/project/samples").rglob("*.cs")):
        yield b"\1" + path.read_bytes()
    yield b"\1" + CSHARP.encode()


# A method in C# with a statement of each kind.
CSHARP = """class P : Node {
[Rpc(MultiplayerApi.RpcMode.AnyPeer)] void Hit(int a, out int b) {
if (!May(1)) return; else { Health -= a; } int x = 3; Items[0] = 1; Lives++; a <<= 2; y ??= z;
switch (a) { case 1: A = 1; break; default: B(); break; } foreach (var e in All) e.Go("}");
State = new State { Name = 'x' }; Done += () => { C = 1; }; await ToSignal(a, b); this.D.E(new P { Q = 1 }); }
bool May(int a) => Multiplayer.GetRemoteSenderId() == a; }
"""


def debugger_messages():
    """For each message in the captures the shortest one, as a stream; the first byte says how it was sent."""
    sys.path.insert(0, str(PCAPS / "debugger"))
    sys.path.insert(0, str(FUZZ.parent / "dissection"))
    from debugger import CAPTURES, conversation, generation_of

    shortest = {}
    for capture in CAPTURES:
        era = 1 if generation_of(capture) == 3 else 3
        for (messages, stream), to_game in zip(conversation(capture), (0, 4)):
            begin = 0
            for message in messages:
                content = bytes([era | to_game]) + stream[begin : message.end]
                begin = message.end
                known = shortest.get((era, to_game, message.name))
                if len(content) <= LONGEST and (known is None or len(content) < len(known)):
                    shortest[era, to_game, message.name] = content
    seeds = list(shortest.values())
    # The same as Godot 2 and 4.0 read it, and cut.
    seeds += [bytes([seed[0] ^ 1]) + seed[1:] for seed in seeds[::4]]
    seeds += [bytes([seed[0] | 0x10]) + seed[1:-4] for seed in seeds[::5]]
    return seeds


def netfox_commands():
    """For each of netfox's commands some of different lengths; those with snapshots with and without the schemas of a
    node."""
    schemas = {}
    commands = {}
    with gzip.open(PCAPS / "netfox" / "raw.truth.jsonl.gz", "rt", encoding="utf-8") as truth:
        for line in truth:
            row = json.loads(line)
            if row["kind"] == "schema":
                schemas.setdefault(row["node"].rpartition("/")[2], {})[row["prop"]] = row["schema"]
            elif row["kind"] == "cmd_send" and row["len"] <= LONGEST:
                commands.setdefault(row["index"], {}).setdefault(row["len"], bytes.fromhex(row["hex"]))
    known = [b"", ";".join(schemas["NpcSchema"].values()).encode()[:255]]
    known += [";".join(rows.values()).encode() for node, rows in schemas.items() if node == "Input"]
    for command, by_length in sorted(commands.items()):
        lengths = sorted(by_length)
        for length in sorted({*lengths[:3], lengths[len(lengths) // 2], lengths[-1]}):
            content = by_length[length]
            for text in known if 4 <= command <= 8 else known[:1]:
                yield bytes([min(command, 15), len(text)]) + text + content
            yield bytes([min(command, 15) | 16, 0]) + bytes([0, 0x4E, 0x46, command]) + content
            yield bytes([min(command, 15) | 32, 0]) + content[:-1]


def rollback_messages():
    """Messages of games with godot-rollback-netcode of different lengths, of Godot 4 and 3; some of them cut."""
    for name, head in (("three", 0), ("three_old", 1)):
        by_length = {}
        with gzip.open(PCAPS / "rollback" / f"{name}.truth.jsonl.gz", "rt", encoding="utf-8") as truth:
            for line in truth:
                row = json.loads(line)
                if row["kind"] == "send_input_tick" and len(row["hex"]) // 2 <= LONGEST:
                    by_length.setdefault(len(row["hex"]), bytes.fromhex(row["hex"]))
        for length in sorted(by_length)[:: max(1, len(by_length) // 12)]:
            yield bytes([head]) + by_length[length]
            yield bytes([head | 2]) + by_length[length][:-3]
    yield bytes.fromhex("00 05000000 00 03000000 00")
    yield bytes.fromhex("00 05000000 02 04000000 0700 44332211010001 0000 03000000 00")


def rollback_matches():
    """The first messages of matches, and those around a divergence, as fuzz_rollback_match reads them."""
    for name, begin in (("three", 0), ("diverged", 1000), ("lossy", 400), ("frozen", 300), ("packed", 0)):
        with gzip.open(PCAPS / "rollback" / f"{name}.truth.jsonl.gz", "rt", encoding="utf-8") as truth:
            rows = [json.loads(line) for line in truth]
        roles = {row["peer"]: ord(row["role"]) - ord("a") for row in rows if row["kind"] == "me"}
        seed, before = b"", None
        for row in [row for row in rows if row["kind"] == "send_input_tick"][begin : begin + 60]:
            content = bytes.fromhex(row["hex"])
            if len(content) > 255 or len(seed) > 3000:
                continue
            passed = min((row["t_us"] - (before or row["t_us"])) // 8000, 254)
            before = row["t_us"]
            seed += bytes([ord(row["role"]) - ord("a") | roles[row["peer"]] << 2, passed, len(content)]) + content
        yield seed


CALL_KINDS = {"_submit_full_state": 4, "_submit_diff_state": 5, "_submit_input": 6, "_submit_state": 4}
CALL, DICTIONARY, TICK_SET = 128, 16, 15  # of the first byte


def netfox_calls():
    """For each call of netfox 1.39, 1.35, 1.25 and 1.12 some of different lengths, with and without the list of
    properties; tick sets."""

    def lines(name):
        with gzip.open(PCAPS / "netfox" / f"{name}.truth.jsonl.gz", "rt", encoding="utf-8") as truth:
            yield from map(json.loads, truth)

    schemas, known, calls = {}, {}, {}
    for row in lines("packed"):
        if row["kind"] == "schema":
            schemas[row["node"], row["prop"]] = row["schema"]
        elif row["kind"] == "packed_call" and row["hex"]:
            key = (CALL_KINDS[row["method"]], row["root"])
            calls.setdefault(key, {}).setdefault(len(row["hex"]) // 2, bytes.fromhex(row["hex"]))
            if row["method"] != "_submit_diff_state":
                owners = [(prop["prop"], *prop["prop"].split(":")) for prop in row["props"] if not (key[0] == 6 and prop["place"])]
                texts = [f"{path}|{schemas.get((row['root'] + ('/' + below if below else ''), prop), 'variant')}" for path, below, prop in owners]
                known[key] = ";".join(texts).encode()[:255]
    for kind, root in list(known):
        if kind == 4:
            known[5, root] = known[4, root]
    for (kind, root), by_length in sorted(calls.items()):
        lengths = sorted(by_length)
        for length in sorted({lengths[0], lengths[len(lengths) // 2], lengths[-1]}):
            if length > LONGEST:
                continue
            for text in {b"", known.get((kind, root), b"")}:
                yield bytes([CALL | kind, len(text)]) + text + by_length[length]
            yield bytes([CALL | kind | 32, 0]) + by_length[length][:-1]
    named = {}
    for row in lines("dict"):
        if row["kind"] == "sync_rpc" and row["method"] in CALL_KINDS:
            named.setdefault((CALL_KINDS[row["method"]], len(row["hexes"][0]) // 64), bytes.fromhex(row["hexes"][0]))
    for (kind, _), content in sorted(named.items()):
        if len(content) <= LONGEST:
            yield bytes([CALL | DICTIONARY | kind, 0]) + content
    arrays, forms = {}, {"_submit_full_state": 11, "_submit_input": 13}
    for row in lines("arrays"):
        if row["kind"] == "packed_call" and row["method"] in forms:
            owner = row["node"].rpartition("/")[2] == "StateSynchronizer"
            arrays.setdefault((forms[row["method"]] + owner, len(row["hex"]) // 64), (bytes.fromhex(row["hex"]), row["props"]))
    for (kind, _), (content, props) in sorted(arrays.items()):
        text = ";".join(prop["prop"] + "|variant" for prop in props if not prop["place"]).encode()[:255]
        if len(content) <= LONGEST:
            yield bytes([CALL | DICTIONARY | kind, 0]) + content
            yield bytes([CALL | DICTIONARY | kind, len(text)]) + text + content
    named = {len(row["hexes"][0]) // 64: bytes.fromhex(row["hexes"][0]) for row in lines("lists") if row.get("method") == "_submit_inputs"}
    for content in named.values():
        if len(content) <= LONGEST:
            yield bytes([CALL | DICTIONARY | 10, 0]) + content
    sets = {len(row["hex"]): bytes.fromhex(row["hex"]) for row in lines("raw") if row["kind"] == "action_send"}
    for content in sets.values():
        yield bytes([CALL | TICK_SET, 0]) + content


def small_captures():
    """The beginnings of captures of each kind, as pcap."""
    folders = ("multiplayer/godot-4.6", "multiplayer/godot-3.6", "mirror", "netfox", "rollback", "relayed/godot-4.6", "links/godot-4.6",
               "godot-4.6", "godot-3.6", "debugger/godot-4.6", "debugger/godot-3.6", "files/godot-4.6", "files/godot-3.6")
    for folder in folders:
        for number, path in enumerate(sorted((PCAPS / folder).glob("*.pcap*"))[:6]):
            data = path.read_bytes()
            # One of each kind is longer: what takes longer is mutated less often.
            most = 3500 if number == 0 else 1000
            if data[:4] == bytes.fromhex("0a0d0d0a"):
                end = cut = 0
                while cut + 12 <= len(data) and cut < most:
                    end, cut = cut, cut + struct.unpack_from("<I", data, cut + 4)[0]
                yield data[:end]
                continue
            end, cut = 24, 24
            while cut + 16 <= len(data) and cut < most:
                end, cut = cut, cut + 16 + struct.unpack_from("<I", data, cut + 8)[0]
            yield data[:end]


def stream_pieces():
    """The beginnings of connections of TCP, see fuzz_streams.cpp."""
    paths = [*sorted((PCAPS / "debugger").glob("*/*.pcap")), *sorted((PCAPS / "files").glob("*/*.pcap")),
             *sorted(PCAPS.glob("godot-*/*_tcp*.pcap")), *sorted((PCAPS / "situations").rglob("*_length.pcap"))]
    for path in paths:
        if path.name == "websocket.pcap":
            continue
        data, at, client, row = path.read_bytes(), 24, None, bytearray(1)
        while at + 16 < len(data) and len(row) < LONGEST:
            size = struct.unpack_from("<I", data, at + 8)[0]
            frame, at = data[at + 16 : at + 16 + size], at + 16 + size
            if frame[12:14] != b"\x08\0" or frame[23] != 6:
                continue
            head = 14 + (frame[14] & 15) * 4
            source, target = struct.unpack_from(">HH", frame, head)
            client = client or source
            row[0] = 1 if 6007 in (source, target) else 2 if 6010 in (source, target) else 0
            payload = frame[head + (frame[head + 12] >> 4) * 4 : 14 + struct.unpack_from(">H", frame, 16)[0]]
            for begin in range(0, len(payload), 255):
                piece = payload[begin : begin + 255]
                row += bytes([int(source != client), len(piece)]) + piece
        yield bytes(row[: 2 * LONGEST])


def connection_ends():
    """Connections over WebSocket that end, see fuzz_tcp_ends.cpp."""
    for path in sorted((PCAPS / "ends").glob("*/*.pcap")):
        data, at, client, row, last = path.read_bytes(), 24, None, bytearray(), 0
        while at + 16 < len(data):
            seconds, _, size, _ = struct.unpack_from("<IIII", data, at)
            frame, at = data[at + 16 : at + 16 + size], at + 16 + size
            head = 14 + (frame[14] & 15) * 4
            source, flags, window = *struct.unpack_from(">H", frame, head), frame[head + 13], struct.unpack_from(">H", frame, head + 14)[0]
            client = client or source
            payload = frame[head + (frame[head + 12] >> 4) * 4 : 14 + struct.unpack_from(">H", frame, 16)[0]]
            bits = int(source != client) | (flags & 2) | (flags & 1) << 2 | (flags & 4) << 1 | (128 if window == 0 or (last and seconds - last > 4) else 0)
            last = seconds
            if not payload and not bits & 0x8E:
                continue
            for begin in range(0, max(1, len(payload)), 255):
                piece = payload[begin : begin + 255]
                row += bytes([bits, len(piece)]) + piece
        yield bytes(row[: 2 * LONGEST])


def main():
    values = list(chosen())
    plain = [head(dialect, double, 0) + content for dialect, double, content in values if len(content) <= 512]
    write("walk", plain + list(prefixed(values)))
    containers = [value for value in values if 16 <= len(value[2]) <= 256]
    write(
        "text_limit",
        [
            head(dialect, double, LIMITS[number % len(LIMITS)]) + content
            for number, (dialect, double, content) in enumerate(containers[:: max(1, len(containers) // 100)])
        ],
    )
    write("recognise", list(conversations(values)))
    write_enet()
    write_multiplayer()
    write("engine", list(small_captures()))
    write("streams", list(stream_pieces()))
    write("tcp_ends", list(connection_ends()))
    write("half", list(states()))
    write("project", list(project_files()))
    write("audit", list(audited_projects()))
    write("debugger", debugger_messages())
    write("netfox", [*netfox_commands(), *netfox_calls()])
    write("rollback", list(rollback_messages()))
    write("rollback_match", list(rollback_matches()))


if __name__ == "__main__":
    main()
