# SPDX-License-Identifier: MIT
"""Parses high-level multiplayer from captures without the plugin; tests compare the plugin's output with it.

It reads only what the engines of pcaps/ send: datagrams in order, no compression, nothing malformed.
"""

import struct
from collections import defaultdict, namedtuple

CONNECT, DISCONNECT = 2, 4
RELIABLE, UNRELIABLE, FRAGMENT, UNSEQUENCED, UNRELIABLE_FRAGMENT = SENDS = (6, 7, 8, 9, 12)
ENET_SIZES = {1: 8, 2: 48, 3: 44, 4: 8, 5: 4, 6: 6, 7: 8, 8: 24, 9: 8, 10: 12, 11: 16, 12: 24}

# One message of one connection. `client` is the id of the connection's client, `from_server` is the direction.
Message = namedtuple("Message", "frame time client from_server channel delivery data")


def frames(path):
    """Number, time in microseconds and IPv4 packet of each frame."""
    with open(path, "rb") as file:
        data = file.read()
    position, number = 24, 0
    while position < len(data):
        seconds, micro, length = struct.unpack_from("<III", data, position)
        packet = data[position + 16 : position + 16 + length]
        position += 16 + length
        number += 1
        yield number, seconds * 1_000_000 + micro, packet[14:]


def segments(path, protocol):
    """Number, time, ports, and payload of UDP (17) or TCP (6)."""
    for number, time, packet in frames(path):
        if packet[9] == protocol:
            packet = packet[: struct.unpack_from(">H", packet, 2)[0]]
            segment = packet[(packet[0] & 15) * 4 :]
            yield number, time, *struct.unpack_from(">HH", segment), segment


# --- ENet ---------------------------------------------------------------------------------------------------------


class Connection:
    def __init__(self, peer):
        self.peer = peer
        self.seen = set()
        self.fragments = defaultdict(dict)
        self.over = False


def commands(payload):
    """Each command of a datagram: number, channel, sequence, the rest of its header, its data."""
    flags = struct.unpack_from(">H", payload)[0]
    assert not flags & 0x4000, "compressed"
    position = 4 if flags & 0x8000 else 2
    while position < len(payload):
        number, channel, sequence = struct.unpack_from(">BBH", payload, position)
        number &= 15
        head = payload[position + 4 : position + ENET_SIZES[number]]
        position += ENET_SIZES[number]
        length = 0
        if number in SENDS:
            length = struct.unpack_from(">H", head, 0 if number == RELIABLE else 2)[0]
        yield number, channel, sequence, head, payload[position : position + length]
        position += length


def enet_messages(path):
    """Every message, once, in the frame with its last fragment."""
    connections = {}
    server = None
    for frame, time, source, target, datagram in segments(path, 17):
        server = server or target  # the first receiver
        from_server = source == server
        port = target if from_server else source
        for number, channel, sequence, head, data in commands(datagram[8:]):
            if number == CONNECT:
                peer = struct.unpack(">I", head[-4:])[0]
                old = connections.get(port)
                if old is None or old.over or old.peer != peer:
                    connections[port] = Connection(peer)
            connection = connections[port]
            if number == DISCONNECT:
                connection.over = True
            if number not in SENDS:
                continue
            key = (from_server, number, channel, sequence, head)
            if key in connection.seen:
                continue
            connection.seen.add(key)
            if number in (FRAGMENT, UNRELIABLE_FRAGMENT):
                start, _, count, index, _, _ = struct.unpack(">HHIIII", head)
                pieces = connection.fragments[from_server, number, channel, start]
                pieces[index] = data
                if len(pieces) < count:
                    continue
                data = b"".join(pieces[each] for each in range(count))
                del connection.fragments[from_server, number, channel, start]
            yield Message(frame, time, connection.peer, from_server, channel, number, data)


# --- WebSocket ----------------------------------------------------------------------------------------------------


class Stream:
    """One direction of a TCP connection."""

    def __init__(self):
        self.next = None
        self.data = bytearray()
        self.open = False
        self.parts = bytearray()

    def add(self, sequence, flags, payload):
        if flags & 2:
            self.next = (sequence + 1) & 0xFFFFFFFF
        if self.next == sequence and payload:
            self.data += payload
            self.next = (self.next + len(payload)) & 0xFFFFFFFF

    def messages(self):
        """The binary messages that are now complete."""
        if not self.open:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self.data[: end + 4]
            self.open = True
        while len(self.data) >= 2:
            length, begin = self.data[1] & 127, 2
            if length >= 126:
                form = ">H" if length == 126 else ">Q"
                begin = 2 + struct.calcsize(form)
                if len(self.data) < begin:
                    return
                length = struct.unpack_from(form, self.data, 2)[0]
            masked = self.data[1] & 128
            if len(self.data) < begin + length + (4 if masked else 0):
                return
            head, mask = self.data[0], bytes(4)
            if masked:
                mask = bytes(self.data[begin : begin + 4])
                begin += 4
            payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.data[begin : begin + length]))
            del self.data[: begin + length]
            if head & 15 in (0, 2):
                self.parts += payload
                if head & 128:
                    yield bytes(self.parts)
                    self.parts.clear()


def websocket_messages(path):
    """Every message; the client is its port until its id is known."""
    streams = {}
    server = None
    for frame, time, source, target, segment in segments(path, 6):
        server = server or target
        from_server = source == server
        port = target if from_server else source
        sequence = struct.unpack_from(">I", segment, 4)[0]
        flags = segment[13]
        if flags & 2:
            streams[port, from_server] = Stream()
        stream = streams[port, from_server]
        stream.add(sequence, flags, segment[(segment[12] >> 4) * 4 :])
        for data in stream.messages():
            yield Message(frame, time, port, from_server, 0, RELIABLE, data)


# --- Messages -----------------------------------------------------------------------------------------------------

# An action of a message at one receiver. `node` is a path without "/root/"; `what` is a method, a property or a scene;
# `content` are the bytes of arguments, values or data; `announced_in` are the frames of the SIMPLIFY_PATHs that announced the
# node's number with this path, empty if there are none.
Event = namedtuple("Event", "frame time kind source receiver node what count content announced_in relayed")


def string(data, position):
    end = data.index(0, position)
    return data[position:end].decode(), end + 1


class Reader:
    """The state learned from the messages of one game."""

    def __init__(self):
        self.paths = {}  # (source, id) -> path, frames
        self.events = []
        self.frame = self.time = 0

    def emit(self, kind, source, receiver, node="", what=None, count=0, content=b"", announced_in=(), relayed=False):
        self.events.append(
            Event(self.frame, self.time, kind, source, receiver, node, what, count, content, tuple(announced_in), relayed)
        )

    def announce(self, source, number, path):
        if self.paths.get((source, number), ("",))[0] != path:
            self.paths[source, number] = path, []
        self.paths[source, number][1].append(self.frame)

    def node(self, data, source, number, path_at):
        """Path of a node and the frames that announced it; the number of bytes of the message before the path."""
        if path_at is not None:
            return string(data, path_at)[0], (), data[:path_at]
        path, frames_of = self.paths.get((source, number), (f"#{number}", ()))
        return path, frames_of, data


class Reader4(Reader):
    """SceneMultiplayer of 4.3 and later."""

    def read(self, message, source, receiver, data, relayed=False):
        command = data[0] & 7
        if command == 0:
            self.call(source, receiver, data, relayed)
        elif command == 1:
            path, _ = string(data, 38)
            number = struct.unpack_from("<I", data, 34)[0]
            self.announce(source, number, path)
            self.emit("simplify", source, receiver, path, number, relayed=relayed)
        elif command == 2:
            self.emit("confirm", source, receiver, what=data[1], relayed=relayed)
        elif command == 3:
            self.emit("raw", source, receiver, content=data[1:], relayed=relayed)
        elif command == 4:
            scene, spawner, _, count, length = struct.unpack_from("<BIIII", data, 1)
            name_at = 18 + 4 * count
            path, announced_in = self.paths.get((source, spawner), (f"#{spawner}", ()))
            name = data[name_at : name_at + length - 1].decode()
            self.emit("spawn", source, receiver, path, (scene, name), count, data[name_at + length :], announced_in, relayed)
        elif command == 5:
            self.emit("despawn", source, receiver, what=struct.unpack_from("<I", data, 1)[0], relayed=relayed)
        elif command == 6:
            self.sync(source, receiver, data, relayed)
        elif data[1] == 0:
            self.emit("auth", source, receiver, content=data[2:])
        elif data[1] == 3:
            peer = struct.unpack_from("<i", data, 2)[0]
            if message.from_server:
                self.read(message, peer, receiver, data[6:])
            else:
                self.read(message, source, peer, data[6:], relayed=True)
        else:
            self.emit("peer", source, receiver, what=(data[1], struct.unpack_from("<i", data, 2)[0]))

    def call(self, source, receiver, data, relayed):
        width = (data[0] >> 4) & 3
        number = int.from_bytes(data[1 : 1 + (1 << width)], "little")
        position = 1 + (1 << width)
        path_at = number & 0x7FFFFFFF if width == 2 and number >> 31 else None
        node, announced_in, rest = self.node(data, source, number, path_at)
        wide = 2 if data[0] & 0x40 else 1
        method = int.from_bytes(data[position : position + wide], "little")
        position += wide
        count = None
        if not data[0] & 0x80:
            count = data[position]
            position += 1
        self.emit("rpc", source, receiver, node, method, count, rest[position:], announced_in, relayed)

    def sync(self, source, receiver, data, relayed):
        delta = bool(data[0] & 0x10)
        position = 1 if delta else 3
        while position + (17 if delta else 9) <= len(data):
            number = struct.unpack_from("<I", data, position)[0]
            position += 4
            indexes = 0
            if delta:
                indexes = struct.unpack_from("<Q", data, position)[0]
                position += 8
            size = struct.unpack_from("<I", data, position)[0]
            position += 4
            path, announced_in = self.paths.get((source, number & 0x7FFFFFFF), ("", ())) if number >> 31 else ("", ())
            what = (number, indexes)
            content = data[position : position + size]
            self.emit("delta" if delta else "sync", source, receiver, path, what, 0, content, announced_in, relayed)
            position += size


class Reader3(Reader):
    """MultiplayerAPI of 3.2 to 3.6."""

    def read(self, message, source, receiver, data, relayed=False):
        command = data[0]
        if command in (0, 1):
            number = struct.unpack_from("<I", data, 1)[0]
            path_at = number & 0x7FFFFFFF if number >> 31 else None
            node, announced_in, rest = self.node(data, source, number, path_at)
            what, position = string(data, 5)
            count = 1
            if command == 0:
                count = data[position]
                position += 1
            kind = "rset" if command else "rpc"
            self.emit(kind, source, receiver, node, what, count, rest[position:], announced_in, relayed)
        elif command == 2:
            number = struct.unpack_from("<I", data, 1)[0]
            path, _ = string(data, 5)
            self.announce(source, number, path)
            self.emit("simplify", source, receiver, path, number, relayed=relayed)
        elif command == 3:
            self.emit("confirm", source, receiver, string(data, 1)[0], relayed=relayed)
        elif command == 4:
            self.emit("raw", source, receiver, content=data[1:], relayed=relayed)


def events(path, generation, websocket=False):
    """The events of a capture, message by message, on each hop."""
    reader = Reader4() if generation == 4 else Reader3()
    ids = {}
    for message in (websocket_messages if websocket else enet_messages)(path):
        reader.frame, reader.time = message.frame, message.time
        data, client = message.data, message.client
        if generation == 4:
            if websocket and message.client not in ids:
                ids[message.client] = struct.unpack("<i", data)[0]
                continue
            client = ids.get(message.client, message.client)
            source, receiver = (1, client) if message.from_server else (client, 1)
            reader.read(message, source, receiver, data)
        else:
            if websocket:
                kind, source, target = struct.unpack_from("<Bii", data)
                if kind == 3:
                    ids[message.client] = struct.unpack_from("<i", data, 9)[0]
                if kind:
                    continue
                client, data = ids[message.client], data[9:]
            elif message.channel == 0:
                continue
            else:
                source, target = struct.unpack_from("<ii", data)
                data = data[8:]
            receiver = client if message.from_server else target
            reader.read(message, source, receiver, data, relayed=not message.from_server and target != 1)
    return reader.events
