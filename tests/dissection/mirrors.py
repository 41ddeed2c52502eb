# SPDX-License-Identifier: MIT
"""The recordings of mirrored games, as the plugin shows them."""

import struct
from collections import namedtuple

import harness

import multiplayer
import truth

CAPTURES = harness.PCAPS / "mirror"
LAYERS = "frame godot.mirror godot"
SUFFIX = ".pcapng"
UPPER_PDU = 252  # the link type: Wireshark's tags, then a record

# A record of a message: its recorder, the other end, how it was sent, its bytes, its commands.
Record = namedtuple("Record", "packet own_id peer is_out mode channel data commands")


def record_begin(frame):
    """The offset of the record in a frame: after the tag of number 0."""
    tag, end = 1, 0
    while tag != 0:
        tag, length = struct.unpack_from(">HH", frame, end)
        end += 4 + length
    return end


def names():
    return sorted({path.name.split(".")[0] for path in CAPTURES.glob(f"*{SUFFIX}")})


def recordings(name):
    """The files of a game, by role."""
    return {path.name.split(".")[1]: path for path in sorted(CAPTURES.glob(f"{name}.*{SUFFIX}"))}


def load(name):
    return truth.load(CAPTURES / f"{name}.truth.jsonl")


def merged(name, *files):
    """Captures of one game in one file, in the order of their times, as by mergecap."""

    def block(kind, content):
        content += bytes(-len(content) % 4)
        return struct.pack("<II", kind, len(content) + 12) + content + struct.pack("<I", len(content) + 12)

    blocks, frames = [block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))], []
    for number, file in enumerate(map(harness.in_old_format, files)):
        data = file.read_bytes()
        (link,) = struct.unpack_from("<I", data, 20)
        blocks.append(block(1, struct.pack("<HHI", link, 0, 0)))
        at = 24
        while at < len(data):
            seconds, fraction, size, whole = struct.unpack_from("<IIII", data, at)
            frames.append((seconds * 1_000_000 + fraction, number, whole, data[at + 16 : at + 16 + size]))
            at += 16 + size
    for time, number, whole, frame in sorted(frames, key=lambda each: each[0]):
        blocks.append(block(6, struct.pack("<IIIII", number, time >> 32, time & 0xFFFFFFFF, len(frame), whole) + frame))
    path = harness.workshop().folder / f"{name}_merged.pcapng"
    path.write_bytes(b"".join(blocks))
    path.chmod(0o644)
    return path


def packets(path):
    return harness.packets(path, *harness.preferences(text_limit=0, max_elements=0), layers=LAYERS)


def records(packets_of_capture):
    """Every message in the recordings."""
    for packet in packets_of_capture:
        mirror = next((item for item in packet.children if item.name == "godot.mirror"), None)
        peer = mirror and mirror.child("godot.mirror.peer")
        if not peer:
            continue
        messages = multiplayer.messages(packet)
        commands = [command for message in messages for command in multiplayer.commands(packet, message)]
        yield Record(
            packet,
            multiplayer.number(mirror, "godot.mirror.own_id"),
            int(peer.show),
            multiplayer.number(mirror, "godot.mirror.direction") == 1,
            multiplayer.number(mirror, "godot.mirror.transfer_mode"),
            multiplayer.number(mirror, "godot.mirror.channel"),
            messages[0].data if messages else None,
            commands,
        )


def received(records_of_game):
    """The commands that arrived at their receivers, each with the process that recorded it as its receiver."""
    for record in records_of_game:
        if record.is_out:
            continue
        for command in record.commands:
            # A message that the server only relays to clients is not addressed to the server.
            passes = record.own_id == 1 and command.relayed and not (command.receiver == 0 or command.receiver < -1)
            if not passes:
                yield command._replace(receiver=record.own_id, relayed=False)
