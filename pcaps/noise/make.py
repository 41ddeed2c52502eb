#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the synthetic captures of this folder: traffic that is not Godot's and must never be recognised as such.

Usage: make.py [NAME...]      writes the named captures, or all
       make.py --table        prints the rows of README.md for the synthetic captures

Every capture is a function below; its docstring is its row in the table. The random numbers are seeded with the name
of the capture, so every run writes the same bytes.
"""

import base64
import hashlib
import json
import os
import random
import struct
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "vectors"))
from pcapwriter import Capture, TcpConnection, UdpPair  # noqa: E402

FIRST_PORT = 24910  # servers listen on ports from here on, one port per capture; no Wireshark dissector is registered for them
FIRST_CLIENT_PORT = 52000
GENERATORS = {}


def udp(function):
    """Registers a function (pair, rng) that fills a capture with datagrams between two ports."""
    GENERATORS[function.__name__] = (function, "UDP")
    return function


def tcp(function):
    """Registers a function (connection, rng) that fills a capture with one TCP connection."""
    GENERATORS[function.__name__] = (function, "TCP")
    return function


def pack(*fields_by_format):
    """pack('<I', 1, '>H', 2): each format string takes the values that follow it."""
    out, form, values = b"", None, []
    for item in fields_by_format + ("",):
        if isinstance(item, str):
            if form is not None:
                out += struct.pack(form, *values)
            form, values = item, []
        else:
            values.append(item)
    return out


def words(rng, count):
    vocabulary = "player enemy move jump fire lobby ready chat score health spawn team red blue map north door".split()
    return " ".join(rng.choice(vocabulary) for _ in range(count))


# --- plain shapes over UDP: what small games and tools invent -------------------------------------------------------

@udp
def random_bytes(pair, rng):
    """random bytes, lengths 1 to 1400"""
    for i in range(200):
        pair.send(i % 2, rng.randbytes(rng.randint(1, rng.choice([16, 64, 1400]))))


@udp
def random_multiple_of_4(pair, rng):
    """random bytes, lengths 4 to 1400 that are multiples of 4"""
    for i in range(200):
        pair.send(i % 2, rng.randbytes(4 * rng.randint(1, rng.choice([4, 16, 350]))))


@udp
def zeros(pair, rng):
    """all zeros, lengths 4 to 64 (4 zero bytes are a whole Variant: nil)"""
    for i in range(183):
        pair.send(i % 2, bytes(4 + i % 61))


@udp
def keepalive(pair, rng):
    """keepalives of 1 and of 4 bytes: 00, ff, and 4-byte zeros and ones"""
    for i in range(150):
        pair.send(i % 2, [b"\0", b"\xff", bytes(4), b"\xff" * 4, b"ping", b"pong"][i // 25])


@udp
def byte_counter(pair, rng):
    """1-byte counter"""
    for i in range(256):
        pair.send(i % 2, bytes([i]))


def counter(pair, form, first_values=0):
    for i in range(250):
        pair.send(i % 2, struct.pack(form, first_values + i // 2))


@udp
def counter_u32_le(pair, rng):
    """little-endian u32 counter from 0, 4 bytes: the values below 39 are type ids"""
    counter(pair, "<I")


@udp
def counter_u32_be(pair, rng):
    """big-endian u32 counter from 0, 4 bytes"""
    counter(pair, ">I")


@udp
def counter_u64_le(pair, rng):
    """little-endian u64 counter from 0, 8 bytes: looks like a type id and a zero count"""
    counter(pair, "<Q")


@udp
def counter_u64_be(pair, rng):
    """big-endian u64 counter from 0, 8 bytes"""
    counter(pair, ">Q")


def sequence_value(pair, rng, order):
    for i in range(250):
        pair.send(i % 2, struct.pack(order + "II", i // 2, rng.choice([0, 1, i, rng.randrange(100), rng.getrandbits(32)])))


@udp
def sequence_value_le(pair, rng):
    """{u32 sequence, u32 value} little-endian, from 0"""
    sequence_value(pair, rng, "<")


@udp
def sequence_value_be(pair, rng):
    """{u32 sequence, u32 value} big-endian, from 0"""
    sequence_value(pair, rng, ">")


def walk(rng, position):
    return [round(value + rng.uniform(-1, 1), 2) for value in position]


def sequence_position_2d(pair, rng, order):
    position = [100.0, 200.0]
    for i in range(250):
        position = walk(rng, position)
        pair.send(i % 2, struct.pack(order + "I2f", i // 2, *position))


@udp
def sequence_position_2d_le(pair, rng):
    """{u32 sequence, f32 x, f32 y} little-endian, from 0: number 5 is a perfect Vector2"""
    sequence_position_2d(pair, rng, "<")


@udp
def sequence_position_2d_be(pair, rng):
    """{u32 sequence, f32 x, f32 y} big-endian"""
    sequence_position_2d(pair, rng, ">")


def type_id_position_3d(pair, rng, order):
    position = [0.0, 1.5, -20.0]
    for i in range(250):
        position = walk(rng, position)
        pair.send(i % 2, struct.pack(order + "II3f", rng.randint(0, 10), rng.randint(1, 16), *position))


@udp
def type_id_position_3d_le(pair, rng):
    """{u32 type 0..10, u32 id, f32 x, y, z} little-endian, 20 bytes (Rect2 in Godot 4, Plane and Quat in 2 and 3 fit)"""
    type_id_position_3d(pair, rng, "<")


@udp
def type_id_position_3d_be(pair, rng):
    """{u32 type 0..10, u32 id, f32 x, y, z} big-endian"""
    type_id_position_3d(pair, rng, ">")


@udp
def type_position_le(pair, rng):
    """{u32 type 1..20, 1 to 4 f32} little-endian: the right length for many math types, by chance"""
    for i in range(250):
        count = rng.randint(1, 4)
        pair.send(i % 2, struct.pack(f"<I{count}f", rng.randint(1, 20), *(round(rng.uniform(-50, 50), 1) for _ in range(count))))


@udp
def type_quaternion_le(pair, rng):
    """{u32 type 9..16, f32 unit quaternion} little-endian, 20 bytes: plausible Quat, Plane, Color, Quaternion"""
    for i in range(250):
        values = [rng.gauss(0, 1) for _ in range(4)]
        length = sum(value * value for value in values) ** 0.5
        pair.send(i % 2, struct.pack("<I4f", rng.randint(9, 16), *(value / length for value in values)))


def type_length_payload_16(pair, rng, order):
    for i in range(200):
        payload = rng.choice([rng.randbytes(rng.randrange(0, 120)), words(rng, 5).encode()])
        pair.send(i % 2, struct.pack(order + "HH", rng.randint(0, 20), len(payload)) + payload)


@udp
def type_length_payload_u16_le(pair, rng):
    """{u16 type, u16 length, payload} little-endian: the length stands where Variant headers have their flags"""
    type_length_payload_16(pair, rng, "<")


@udp
def type_length_payload_u16_be(pair, rng):
    """{u16 type, u16 length, payload} big-endian"""
    type_length_payload_16(pair, rng, ">")


def type_length_payload_32(pair, rng, order, first_type, last_type):
    for i in range(200):
        payload = rng.choice([rng.randbytes(rng.randrange(0, 60)), words(rng, 4).encode(), bytes(rng.randrange(0, 12))])
        pair.send(i % 2, struct.pack(order + "II", rng.randint(first_type, last_type), len(payload)) + payload)


@udp
def type_length_payload_u32_le(pair, rng):
    """{u32 type 0..40, u32 length, payload not padded} little-endian: type 4 with text is a String without its padding"""
    type_length_payload_32(pair, rng, "<", 0, 40)


@udp
def type_length_payload_u32_be(pair, rng):
    """{u32 type 0..40, u32 length, payload} big-endian"""
    type_length_payload_32(pair, rng, ">", 0, 40)


def sequence_ack_bits(pair, rng, order):
    for i in range(200):
        number = i // 2
        payload = rng.randbytes(rng.choice([0, 4, 12, rng.randrange(0, 200)]))
        pair.send(i % 2, struct.pack(order + "III", number, max(0, number - 1), (1 << min(32, number)) - 1) + payload)


@udp
def sequence_ack_bits_le(pair, rng):
    """{u32 sequence, u32 acknowledged, u32 bit field, payload} little-endian, the well-known game reliability header"""
    sequence_ack_bits(pair, rng, "<")


@udp
def sequence_ack_bits_be(pair, rng):
    """{u32 sequence, u32 acknowledged, u32 bit field, payload} big-endian"""
    sequence_ack_bits(pair, rng, ">")


def length_payload(pair, rng, order):
    for i in range(200):
        payload = rng.choice([rng.randbytes(rng.randrange(0, 100)), words(rng, 6).encode(),
                              json.dumps({"n": i}).encode(), struct.pack(order + "II", i % 5, i)])
        pair.send(i % 2, struct.pack(order + "I", len(payload)) + payload)


@udp
def length_payload_u32_le(pair, rng):
    """{u32 length, payload} little-endian in datagrams"""
    length_payload(pair, rng, "<")


@udp
def length_payload_u32_be(pair, rng):
    """{u32 length, payload} big-endian in datagrams"""
    length_payload(pair, rng, ">")


@udp
def small_integers_le(pair, rng):
    """2 to 12 little-endian u32 below 8, the shape of containers, flags and small counts"""
    for i in range(300):
        count = rng.randint(2, 12)
        pair.send(i % 2, struct.pack(f"<{count}I", *(rng.randrange(8) for _ in range(count))))


@udp
def input_bits_le(pair, rng):
    """{u32 tick, u32 buttons, i16 stick x, y} little-endian, a game's input packet; answers {u32 tick}"""
    for tick in range(120):
        pair.c2s(struct.pack("<IIhh", tick, rng.choice([0, 0, 1, 2, 4, 5]), rng.randint(-99, 99), rng.randint(-99, 99)))
        pair.s2c(struct.pack("<I", tick))


@udp
def snapshot_le(pair, rng):
    """game snapshots {u32 tick, u32 entities, entities x {u32 id, f32 position[3], f32 rotation[4], u32 flags}}"""
    positions = [[rng.uniform(-50, 50) for _ in range(3)] for _ in range(6)]
    for tick in range(1, 101):
        body = b""
        for number, position in enumerate(positions[:rng.randint(1, 6)]):
            positions[number] = walk(rng, position)
            body += struct.pack("<I7fI", number + 1, *positions[number], 0, 0, 0, 1, rng.randrange(4))
        pair.s2c(struct.pack("<II", tick, len(body) // 36) + body)
        pair.c2s(struct.pack("<I2fI", tick, rng.uniform(-1, 1), rng.uniform(-1, 1), rng.randrange(4)))


@udp
def snapshot_from_tick_27_le(pair, rng):
    """the same header {u32 kind 27 or 28, u32 count 0..2, ...}: starts as a Godot 4 dictionary or array does"""
    for i in range(200):
        count = rng.randrange(3)
        body = b"".join(struct.pack("<I3f", rng.randint(30, 60), *walk(rng, [1, 2, 3])) for _ in range(count))
        pair.send(i % 2, struct.pack("<II", rng.choice([27, 28]), count) + (body or struct.pack("<I", rng.getrandbits(32))))


# --- text and common encodings --------------------------------------------------------------------------------------

@udp
def text_lines(pair, rng):
    """lines of text"""
    for i in range(200):
        pair.send(i % 2, (words(rng, rng.randint(1, 10)) + "\n").encode())


@udp
def json_objects(pair, rng):
    """JSON objects and arrays"""
    for i in range(200):
        value = {"t": i, "type": rng.choice(["move", "chat"]), "p": walk(rng, [1, 2, 3]), "text": words(rng, 3)}
        pair.send(i % 2, json.dumps(rng.choice([value, [value], i])).encode())


def msgpack(value):
    """A MessagePack encoder for these captures."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return bytes([value]) if 0 <= value < 128 else struct.pack(">Bi", 0xD2, value)
    if isinstance(value, float):
        return struct.pack(">Bd", 0xCB, value)
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else bytes([0xD9, len(data)])) + data
    if isinstance(value, list):
        return bytes([0x90 | len(value)]) + b"".join(map(msgpack, value))
    return bytes([0x80 | len(value)]) + b"".join(msgpack(key) + msgpack(item) for key, item in value.items())


@udp
def message_pack(pair, rng):
    """MessagePack maps, arrays, small integers"""
    for i in range(200):
        value = {"t": i, "p": walk(rng, [1.0, 2.0]), "name": words(rng, 1), "on": bool(i % 3), "x": None}
        pair.send(i % 2, msgpack(rng.choice([value, [1, i, words(rng, 2)], i])))


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def protobuf(rng, number):
    """A protocol buffer message: an integer, a string, a nested message of floats."""
    text = words(rng, rng.randint(1, 4)).encode()
    nested = b"".join(bytes([field << 3 | 5]) + struct.pack("<f", rng.uniform(-9, 9)) for field in (1, 2, 3))
    return b"\x08" + varint(number) + b"\x12" + varint(len(text)) + text + b"\x1a" + varint(len(nested)) + nested


@udp
def protocol_buffers(pair, rng):
    """protocol buffer messages"""
    for i in range(200):
        pair.send(i % 2, protobuf(rng, i))


@udp
def flatbuffers_like(pair, rng):
    """FlatBuffers-like: u32 little-endian offset of the root table (16, 20, 24: all type ids), vtable, fields, padded text"""
    for i in range(200):
        text = words(rng, 2).encode()
        vtable = struct.pack("<6H", 12, 16, 4, 8, 12, 0)
        string = struct.pack("<I", len(text)) + text + b"\0" * (4 - len(text) % 4)
        root = rng.choice([16, 20, 24])
        table = struct.pack("<iIfI", len(vtable), i, rng.uniform(0, 10), 4)
        pair.send(i % 2, struct.pack("<I", root) + bytes(root - 4 - len(vtable)) + vtable + table + string)


@udp
def cbor_like(pair, rng):
    """CBOR maps"""
    for i in range(150):
        text = words(rng, 1).encode()
        pair.send(i % 2, b"\xa3\x61t\x19" + struct.pack(">H", i) + b"\x61v\xfa" + struct.pack(">f", rng.uniform(0, 9))
                  + b"\x61n" + bytes([0x60 | len(text)]) + text)


@udp
def osc(pair, rng):
    """Open Sound Control: text padded to 4, type tags, big-endian values, also bundles"""
    def padded(text):
        return text.encode() + b"\0" * (4 - len(text) % 4)
    for i in range(200):
        message = padded("/" + words(rng, 1)) + padded(",if") + struct.pack(">if", i, rng.uniform(0, 1))
        if i % 4 == 3:
            message = padded("#bundle") + struct.pack(">QI", 1, len(message)) + message
        pair.send(i % 2, message)


# --- protocols of games ---------------------------------------------------------------------------------------------

RAKNET_MAGIC = bytes.fromhex("00ffff00fefefefefdfdfdfd12345678")
BEDROCK_NAME = "MCPE;A server;685;1.21.0;3;10;1234567890;world;Survival;1;19132;19133;"


def raknet_session(pair, rng, server_name, first_payload_byte):
    """Unconnected pings, the offline handshake, then frame sets with acknowledgements."""
    client, server = rng.getrandbits(64), rng.getrandbits(64)
    address = b"\x04" + bytes([0x80, 0xFF, 0xFF, 0xFE]) + struct.pack(">H", pair.server)
    for i in range(10):
        pair.c2s(pack(">BQ", 0x01, 1000 * i) + RAKNET_MAGIC + struct.pack(">Q", client))
        name = server_name.encode()
        pair.s2c(pack(">BQQ", 0x1C, 1000 * i, server) + RAKNET_MAGIC + struct.pack(">H", len(name)) + name)
    pair.c2s(b"\x05" + RAKNET_MAGIC + b"\x0b" + bytes(1446))
    pair.s2c(b"\x06" + RAKNET_MAGIC + pack(">QBH", server, 0, 1464))
    pair.c2s(b"\x07" + RAKNET_MAGIC + address + pack(">HQ", 1464, client))
    pair.s2c(b"\x08" + RAKNET_MAGIC + struct.pack(">Q", server) + address + pack(">HB", 1464, 0))
    numbers = [0, 0]
    for i in range(80):
        way = i % 2
        payload = first_payload_byte + rng.randbytes(rng.randrange(4, 180))
        little24 = struct.pack("<I", numbers[way])[:3]
        frame = pack(">BH", 0x60, len(payload) * 8) + little24 + little24 + b"\0" + payload
        pair.send(way, b"\x84" + little24 + frame)
        pair.send(1 - way, b"\xc0" + pack(">H", 1) + b"\x01" + little24)
        numbers[way] += 1


@udp
def raknet_like(pair, rng):
    """RakNet: offline messages with the magic, frame sets 0x84 with 24-bit little-endian numbers, acknowledgements"""
    raknet_session(pair, rng, "a game", b"\x86")


@udp
def minecraft_bedrock(pair, rng):
    """RakNet as Minecraft Bedrock speaks it: its server name, game packets 0xfe"""
    raknet_session(pair, rng, BEDROCK_NAME, b"\xfe")


@udp
def photon_like(pair, rng):
    """Photon-like: {u16 peer, u8 crc flag, u8 commands, u32 time, u32 challenge} big-endian, 12-byte command headers"""
    challenge = rng.getrandbits(32)
    for i in range(200):
        payload = b"\xf3\x02" + rng.randbytes(rng.randrange(2, 60))
        command = pack(">BBBBII", 6, i % 3, 1, 4, 12 + len(payload), i // 2 + 1) + payload
        ack = pack(">BBBBIIII", 1, 0, 0, 4, 20, 0, i // 2, 1000 + i)
        commands = rng.choice([[command], [ack], [ack, command]])
        pair.send(i % 2, pack(">HBBII", 0xFFFF if i < 2 else 1, 0, len(commands), 5000 + i, challenge) + b"".join(commands))


@udp
def enet_like(pair, rng):
    """a header like that of ENet 1.0: {u32 challenge, u16 peer, u8 flags, u8 commands, u32 time}, then commands with JSON"""
    session = rng.getrandbits(32)
    for i in range(200):
        payload = json.dumps({"k": i, "w": words(rng, 2)}).encode()
        command = pack(">BBHH", 0x86, 0, i // 2 + 1, len(payload)) + payload
        pair.send(i % 2, pack(">IHBBI", session, 0, 1, 1, 1000 + i) + command)


class ENetPeers:
    """Two peers of ENet 1.3, as in any game that uses the library."""

    ACKNOWLEDGE, CONNECT, VERIFY, DISCONNECT, PING, RELIABLE, UNRELIABLE = 1, 2, 3, 4, 5, 6, 7
    WANTS_ACK, HAS_SENT_TIME = 0x80, 0x8000

    def __init__(self, pair, rng, channels):
        self.pair, self.time = pair, 100
        self.reliable, self.unreliable = {}, {}
        identity = rng.getrandbits(32)
        limits = struct.pack(">8I", 1392, 32768, channels, 0, 0, 5000, 2, 2)
        hello = struct.pack(">HBB", 0, 0xFF, 0xFF) + limits + struct.pack(">II", identity, 0)
        self._datagram(1, [self._command(self.CONNECT | self.WANTS_ACK, 0xFF, 1, hello)], 0x0FFF)
        welcome = struct.pack(">HBB", 0, 0, 0) + limits + struct.pack(">I", identity)
        self._datagram(0, [self._acknowledge(0xFF, 1), self._command(self.VERIFY | self.WANTS_ACK, 0xFF, 1, welcome)])
        self._datagram(1, [self._acknowledge(0xFF, 1)])

    def _command(self, command, channel, number, body=b""):
        return struct.pack(">BBH", command, channel, number) + body

    def _acknowledge(self, channel, number):
        return self._command(self.ACKNOWLEDGE, channel, number, struct.pack(">HH", number, self.time & 0xFFFF))

    def _datagram(self, to_server, commands, peer=0):
        self.time += 16
        head = struct.pack(">HH", peer | self.HAS_SENT_TIME, self.time & 0xFFFF)
        self.pair.send(to_server, head + b"".join(commands))

    def send_reliable(self, to_server, channel, payload):
        number = self.reliable[to_server, channel] = self.reliable.get((to_server, channel), 0) + 1
        self.unreliable[to_server, channel] = 0
        body = struct.pack(">H", len(payload)) + payload
        self._datagram(to_server, [self._command(self.RELIABLE | self.WANTS_ACK, channel, number, body)])
        self._datagram(not to_server, [self._acknowledge(channel, number)])

    def send_unreliable(self, to_server, channel, payload):
        key = to_server, channel
        number = self.unreliable[key] = self.unreliable.get(key, 0) + 1
        body = struct.pack(">HH", number, len(payload)) + payload
        self._datagram(to_server, [self._command(self.UNRELIABLE, channel, self.reliable.get(key, 0), body)])


@udp
def enet_other_game_json(pair, rng):
    """ENet 1.3 of a game that is not Godot's: 2 channels, JSON and protocol buffers (ENet is right, Godot is wrong)"""
    peers = ENetPeers(pair, rng, channels=2)
    for i in range(60):
        peers.send_reliable(i % 2 == 0, 0, json.dumps({"k": i, "w": words(rng, 2)}).encode())
        peers.send_unreliable(i % 2 == 0, 1, protobuf(rng, i))


@udp
def enet_other_game_binary(pair, rng):
    """ENet 1.3 of a game that is not Godot's: 4 channels, {u8 message 0..8, u16 little-endian id, f32s or text}"""
    peers = ENetPeers(pair, rng, channels=4)
    for i in range(60):
        body = rng.choice([words(rng, 1).encode() + b"\0", struct.pack("<3f", *walk(rng, [1, 2, 3])), rng.randbytes(rng.randrange(40))])
        peers.send_reliable(i % 2 == 0, i % 4, struct.pack("<BH", rng.randrange(9), i) + body)
        peers.send_unreliable(i % 2 == 0, i % 4, struct.pack("<BI2f", rng.randrange(9), i, *walk(rng, [1, 2])))


@udp
def enet_other_game_words_le(pair, rng):
    """ENet 1.3 of a game that is not Godot's: 3 channels (as Godot 3 has), {u32 message 0..10, u32 id, f32 x, y, z}"""
    peers = ENetPeers(pair, rng, channels=3)
    for i in range(60):
        peers.send_reliable(i % 2 == 0, i % 3, struct.pack("<II3f", rng.randrange(11), rng.randint(1, 9), *walk(rng, [1, 2, 3])))
        peers.send_unreliable(i % 2 == 0, i % 3, struct.pack("<II", i, rng.randrange(20)))


@udp
def lidgren_like(pair, rng):
    """Lidgren-like: {u8 type, u16 little-endian sequence, u16 length in bits, payload}"""
    for i in range(200):
        payload = rng.randbytes(rng.randrange(0, 80))
        pair.send(i % 2, pack("<BHH", rng.choice([2, 35, 67, 131, 134]), i << 1, len(payload) * 8) + payload)


@udp
def unity_transport_like(pair, rng):
    """Unity-Transport-like: {u8 type, u8 flags, u16 token, u16 pipeline, payload}, type 0..5"""
    for i in range(200):
        pair.send(i % 2, pack("<BBHH", rng.randint(0, 5), rng.randrange(2), 0x1234, 1) + rng.randbytes(rng.randrange(0, 90)))


@udp
def kcp(pair, rng):
    """KCP segments: {u32 conversation 1, u8 command 81..84, u8 fragment, u16 window, u32 time, number, una, length, data} LE"""
    for i in range(200):
        data = rng.randbytes(rng.randrange(1, 120)) if i % 4 < 3 else b""
        pair.send(i % 2, pack("<IBBHIIII", 1, 81 if data else 82, 0, 128, 20 * i, i // 2, i // 2, len(data)) + data)


@udp
def quake3_connectionless(pair, rng):
    """Quake III: ff ff ff ff and text, then netchan packets {u32 little-endian sequence, u16 port, data}"""
    questions = ["getinfo xxx", "getstatus", "getchallenge 12345 Quake3Arena"]
    for i in range(30):
        pair.c2s(b"\xff" * 4 + questions[i % 3].encode())
        pair.s2c(b"\xff" * 4 + b"statusResponse\n\\mapname\\q3dm17\\gametype\\0\\sv_maxclients\\16\n0 50 \"player\"\n")
    for number in range(1, 71):
        pair.c2s(struct.pack("<IH", number, 27960) + rng.randbytes(rng.randrange(10, 60)))
        pair.s2c(struct.pack("<I", number) + rng.randbytes(rng.randrange(10, 200)))


@udp
def source_engine_query(pair, rng):
    """Source engine queries: A2S_INFO, A2S_PLAYER, A2S_RULES with their answers"""
    for i in range(30):
        pair.c2s(b"\xff\xff\xff\xffTSource Engine Query\0")
        pair.s2c(b"\xff\xff\xff\xff\x49\x11A server\0de_dust2\0cstrike\0Counter-Strike\0" + pack("<HBBBBBBB", 240, i % 16, 16, 0, 100, 108, 0, 1)
                 + b"1.0\0")
        pair.c2s(b"\xff\xff\xff\xffU\xff\xff\xff\xff")
        pair.s2c(b"\xff\xff\xff\xffA" + rng.randbytes(4))
        pair.c2s(b"\xff\xff\xff\xffU" + rng.randbytes(4))
        pair.s2c(b"\xff\xff\xff\xffD\x01\0" + words(rng, 1).encode() + b"\0" + struct.pack("<if", i, i * 1.5))


@udp
def doom_like_ticcmd(pair, rng):
    """little-endian checksum, then tics as bytes"""
    for i in range(200):
        body = bytes([i & 255, 1]) + rng.randbytes(8)
        pair.send(i % 2, struct.pack("<I", zlib.crc32(body) & 0x0FFFFFFF) + body)


# --- other protocols ------------------------------------------------------------------------------------------------

@udp
def wireguard_like(pair, rng):
    """WireGuard: the first word is the little-endian u32 1..4, as in a Variant's header; data with receiver and counter"""
    for session in range(2):
        for side in (0, 1):
            pair.send(side, pack("<II", 1, rng.getrandbits(32)) + rng.randbytes(140 - 32) + rng.randbytes(16) + bytes(16))
            pair.send(1 - side, pack("<III", 2, rng.getrandbits(32), rng.getrandbits(32)) + rng.randbytes(80))
        pair.s2c(pack("<II", 3, rng.getrandbits(32)) + rng.randbytes(24 + 32))
        receivers = [rng.getrandbits(32), rng.getrandbits(32)]
        for i in range(100):
            inner = 16 * rng.choice([0, 0, 1, 4, 6, 40])  # 0 is a keepalive: 32 bytes in all
            pair.send(i % 2, pack("<IIQ", 4, receivers[i % 2], i // 2) + rng.randbytes(inner + 16))


@udp
def wireguard_small_index(pair, rng):
    """WireGuard data whose receiver index happens to be small and a multiple of 4: {4, length-like, 0-rich counter}"""
    for i in range(150):
        pair.send(i % 2, pack("<IIQ", 4, rng.choice([4, 8, 12, 16, 20, 24]), i // 2) + rng.randbytes(16 + 16 * rng.randrange(4)))


def bencode(value):
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    if isinstance(value, list):
        return b"l" + b"".join(map(bencode, value)) + b"e"
    return b"d" + b"".join(bencode(key) + bencode(value[key]) for key in sorted(value)) + b"e"


@udp
def bittorrent_dht(pair, rng):
    """BitTorrent DHT: ping, find_node, get_peers and answers, bencoded"""
    for i in range(100):
        transaction, name = struct.pack(">H", i), rng.choice([b"ping", b"find_node", b"get_peers"])
        arguments = {b"id": rng.randbytes(20)}
        if name != b"ping":
            arguments[b"target" if name == b"find_node" else b"info_hash"] = rng.randbytes(20)
        pair.c2s(bencode({b"t": transaction, b"y": b"q", b"q": name, b"a": arguments}))
        pair.s2c(bencode({b"t": transaction, b"y": b"r", b"r": {b"id": rng.randbytes(20), b"nodes": rng.randbytes(26 * 4)}}))


@udp
def bittorrent_utp(pair, rng):
    """uTP: SYN, state and data packets with selective acknowledgement"""
    connection = rng.getrandbits(16)
    for i in range(200):
        kind = 4 if i == 0 else (2 if i % 2 else 0)
        body = rng.randbytes(rng.randrange(50, 300)) if kind == 0 else b""
        pair.send(1 - i % 2, pack(">BBHIIIHH", kind << 4 | 1, 0, connection, 10000 * i, 300, 1 << 18, i // 2 + 1, i // 2) + body)


@udp
def teamspeak_like(pair, rng):
    """8-byte MAC, u16 packet number, u8 flags, encrypted voice"""
    for i in range(150):
        pair.send(i % 2, rng.randbytes(8) + pack(">HB", i, 0x80) + rng.randbytes(rng.randrange(20, 150)))


@udp
def sensor_le(pair, rng):
    """a sensor: {u32 device 1..8, u32 milliseconds, f32 temperature, f32 humidity} little-endian"""
    for i in range(200):
        pair.send(1, struct.pack("<IIff", 1 + i % 8, 100 * i, round(rng.uniform(18, 25), 1), round(rng.uniform(30, 60), 1)))


@udp
def artnet_like(pair, rng):
    """lighting control: zero-rich 512-byte universes behind the text Art-Net and little-endian opcodes"""
    for i in range(100):
        levels = bytearray(512)
        for _ in range(8):
            levels[rng.randrange(512)] = rng.randrange(256)
        pair.c2s(b"Art-Net\0" + pack("<H", 0x5000, ">HBBHH", 14, i & 255, 0, 0, 512) + bytes(levels))


@udp
def dhcp_like(pair, rng):
    """DHCP on other ports: discover, offer, request, acknowledge; 300 bytes, mostly zeros"""
    for i in range(30):
        transaction, hardware = rng.getrandbits(32), rng.randbytes(6)
        for to_server, operation, message in ((1, 1, 1), (0, 2, 2), (1, 1, 3), (0, 2, 5)):
            address = bytes([192, 0, 2, 10 + i]) if operation == 2 else bytes(4)
            head = pack(">BBBBIHH", operation, 1, 6, 0, transaction, 0, 0) + bytes(4) + address + bytes(8) + hardware
            options = bytes([53, 1, message, 51, 4, 0, 0, 14, 16, 255])
            pair.send(to_server, (head.ljust(236, b"\0") + bytes.fromhex("63825363") + options).ljust(300, b"\0"))


@udp
def sparse_zero_rich(pair, rng):
    """mostly zeros with a few small bytes, lengths multiples of 4"""
    for i in range(300):
        data = bytearray(4 * rng.randint(1, 20))
        for _ in range(rng.randint(1, 3)):
            data[4 * rng.randrange(len(data) // 4)] = rng.randrange(40)
        pair.send(i % 2, bytes(data))


# --- TCP ------------------------------------------------------------------------------------------------------------

@tcp
def tcp_length_u32_le_small_integers(connection, rng):
    """{u32 little-endian length 4..20, small u32s}: the hardest case for a length prefix and a type word"""
    for i in range(60):
        values = [rng.randrange(12) for _ in range(rng.randint(1, 5))]
        connection.send(i % 2, struct.pack(f"<{1 + len(values)}I", 4 * len(values), *values))


@tcp
def tcp_length_u32_le_json(connection, rng):
    """{u32 little-endian length, JSON}"""
    for i in range(60):
        body = json.dumps({"id": i, "method": rng.choice(["get", "set"]), "params": [words(rng, 2), i * 0.5]}).encode()
        connection.send(i % 2, struct.pack("<I", len(body)) + body)


@tcp
def tcp_length_u32_le_padded_text(connection, rng):
    """{u32 little-endian length multiple of 4, zero-padded text}"""
    for i in range(60):
        body = words(rng, rng.randint(1, 6)).encode()
        body += b"\0" * (-len(body) % 4)
        connection.send(i % 2, struct.pack("<I", len(body)) + body)


@tcp
def tcp_length_type_payload_u32_le(connection, rng):
    """{u32 length, u32 type 0..30, payload} little-endian, length counts what follows it"""
    for i in range(60):
        payload = rng.choice([struct.pack("<2f", 1.5, i), struct.pack("<I", i), words(rng, 3).encode(), rng.randbytes(rng.randrange(0, 90)), b""])
        connection.send(i % 2, struct.pack("<II", 4 + len(payload), rng.randint(0, 30)) + payload)


@tcp
def tcp_type_length_payload_u32_le(connection, rng):
    """{u32 type 0..30, u32 length, payload} little-endian"""
    for i in range(60):
        payload = rng.choice([struct.pack("<2f", 1.5, i), struct.pack("<I", i), words(rng, 3).encode(), b""])
        connection.send(i % 2, struct.pack("<II", rng.randint(0, 30), len(payload)) + payload)


@tcp
def tcp_counter_u32_le(connection, rng):
    """a stream of little-endian u32 counters, 4 bytes a segment"""
    for i in range(100):
        connection.send(i % 2, struct.pack("<I", i // 2))


@tcp
def tcp_length_u32_be_json(connection, rng):
    """{u32 big-endian length, JSON}"""
    for i in range(60):
        body = json.dumps({"id": i, "text": words(rng, 4)}).encode()
        connection.send(i % 2, struct.pack(">I", len(body)) + body)


@tcp
def tcp_length_u32_be_small_integers(connection, rng):
    """{u32 big-endian length, small big-endian u32s}"""
    for i in range(60):
        values = [rng.randrange(12) for _ in range(rng.randint(1, 5))]
        connection.send(i % 2, struct.pack(f">{1 + len(values)}I", 4 * len(values), *values))


def bson(document):
    """A BSON encoder for these captures."""
    body = b""
    for key, value in document.items():
        name = key.encode() + b"\0"
        if isinstance(value, int):
            body += b"\x10" + name + struct.pack("<i", value)
        elif isinstance(value, float):
            body += b"\x01" + name + struct.pack("<d", value)
        elif isinstance(value, str):
            data = value.encode() + b"\0"
            body += b"\x02" + name + struct.pack("<i", len(data)) + data
        else:
            body += b"\x03" + name + bson(value)
    return struct.pack("<i", len(body) + 5) + body + b"\0"


@tcp
def tcp_mongodb_like(connection, rng):
    """MongoDB wire messages: {i32 little-endian total length, request id, answer to, opcode 2013 or 2004, BSON}"""
    for i in range(1, 41):
        question = struct.pack("<I", 0) + b"\0" + bson({"find": "players", "filter": {"score": i}, "$db": "game"})
        answer = struct.pack("<I", 0) + b"\0" + bson({"cursor": {"id": 0, "name": words(rng, 1), "score": 1.5 * i}, "ok": 1.0})
        connection.c2s(struct.pack("<4i", 16 + len(question), i, 0, 2013) + question)
        connection.s2c(struct.pack("<4i", 16 + len(answer), 100 + i, i, 2013) + answer)


@tcp
def tcp_postgresql_like(connection, rng):
    """PostgreSQL: start-up with a big-endian length, then a letter, a big-endian length, the content"""
    def message(letter, body):
        return letter + struct.pack(">I", 4 + len(body)) + body
    startup = struct.pack(">I", 196608) + b"user\0game\0database\0game\0\0"
    connection.c2s(struct.pack(">I", 4 + len(startup)) + startup)
    connection.s2c(message(b"R", struct.pack(">I", 0)) + message(b"S", b"server_version\x0015.1\0") + message(b"Z", b"I"))
    for i in range(40):
        connection.c2s(message(b"Q", b"SELECT name, score FROM players WHERE id = %d\0" % i))
        fields = [words(rng, 1).encode(), str(i).encode()]
        row = struct.pack(">H", 2) + b"".join(struct.pack(">I", len(field)) + field for field in fields)
        connection.s2c(message(b"D", row) + message(b"C", b"SELECT 1\0") + message(b"Z", b"I"))


@tcp
def tcp_redis_like(connection, rng):
    """Redis commands and answers"""
    for i in range(60):
        parts = [b"SET", b"key:%d" % i, words(rng, 2).encode()]
        connection.c2s(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        connection.s2c(rng.choice([b"+OK\r\n", b":%d\r\n" % i, b"$-1\r\n"]))


@tcp
def tcp_http_odd_port(connection, rng):
    """HTTP/1.1 on a port of its own, JSON and binary bodies"""
    for i in range(30):
        connection.c2s(b"GET /api/%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % i)
        body = json.dumps({"id": i}).encode() if i % 2 else rng.randbytes(200)
        kind = b"application/json" if i % 2 else b"application/octet-stream"
        connection.s2c(b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(body)) + body)


@tcp
def tcp_mqtt_odd_port(connection, rng):
    """MQTT 3.1.1: connect, publish, ping"""
    connection.c2s(b"\x10\x10\0\4MQTT\4\2\0\x3c\0\4game")
    connection.s2c(b"\x20\2\0\0")
    for i in range(50):
        topic, body = b"game/%d" % i, words(rng, 2).encode()
        connection.send(1 - i % 2, b"\x30" + varint(2 + len(topic) + len(body)) + struct.pack(">H", len(topic)) + topic + body)
        if i % 10 == 9:
            connection.c2s(b"\xc0\0")
            connection.s2c(b"\xd0\0")


@tcp
def tcp_minecraft_java_like(connection, rng):
    """Minecraft Java: varint length, varint packet id, content"""
    for i in range(60):
        body = varint(rng.randrange(0x60)) + rng.randbytes(rng.randrange(0, 120))
        connection.send(i % 2, varint(len(body)) + body)


@tcp
def tcp_random_bytes(connection, rng):
    """random bytes in segments of random length"""
    for i in range(60):
        connection.send(i % 2, rng.randbytes(rng.randint(1, rng.choice([8, 100, 1400]))))


@tcp
def tcp_zeros(connection, rng):
    """zeros in segments of 1 to 64 bytes"""
    for i in range(60):
        connection.send(i % 2, bytes(1 + i))


@tcp
def tcp_text_lines(connection, rng):
    """a chat: lines of text"""
    for i in range(60):
        connection.send(i % 2, (words(rng, rng.randint(1, 9)) + "\r\n").encode())


# --- WebSocket ------------------------------------------------------------------------------------------------------

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def websocket_frame(opcode, payload, mask=None, final=True):
    head = bytes([(0x80 if final else 0) | opcode])
    masked = 0x80 if mask else 0
    if len(payload) < 126:
        head += bytes([masked | len(payload)])
    else:
        head += struct.pack(">BH", masked | 126, len(payload))
    if mask:
        return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return head + payload


class WebSocket:
    """A WebSocket conversation on a TcpConnection: masked from the client, plain from the server."""

    def __init__(self, connection, rng, path="/game", subprotocol=None):
        self.connection, self.rng = connection, rng
        key = base64.b64encode(rng.randbytes(16))
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        chosen = b"Sec-WebSocket-Protocol: %s\r\n" % subprotocol.encode() if subprotocol else b""
        connection.c2s(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n%s\r\n" % (path.encode(), key, chosen))
        connection.s2c(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Accept: %s\r\n%s\r\n" % (accept, chosen))

    def send(self, to_server, payload, opcode=BINARY, final=True):
        mask = self.rng.randbytes(4) if to_server else None
        self.connection.send(to_server, websocket_frame(opcode, payload, mask, final))

    def close(self):
        self.send(True, struct.pack(">H", 1000), CLOSE)
        self.send(False, struct.pack(">H", 1000), CLOSE)


@tcp
def websocket_message_pack(connection, rng):
    """WebSocket, binary messages of MessagePack, some in two frames, pings"""
    socket = WebSocket(connection, rng)
    for i in range(50):
        payload = msgpack({"t": i, "p": walk(rng, [1.0, 2.0]), "name": words(rng, 1)})
        if i % 7 == 3:
            socket.send(i % 2, payload[:9], final=False)
            socket.send(i % 2, payload[9:], opcode=0)
        else:
            socket.send(i % 2, payload)
        if i % 10 == 9:
            socket.send(True, b"", PING)
            socket.send(False, b"", PONG)
    socket.close()


@tcp
def websocket_protocol_buffers(connection, rng):
    """WebSocket, binary messages of protocol buffers, with a subprotocol"""
    socket = WebSocket(connection, rng, subprotocol="protobuf")
    for i in range(50):
        socket.send(i % 2, protobuf(rng, i))
    socket.close()


@tcp
def websocket_counters_le(connection, rng):
    """WebSocket, binary messages of one little-endian u32 from 0 (the first look like peer ids and like Variants)"""
    socket = WebSocket(connection, rng)
    for i in range(60):
        socket.send(i % 2, struct.pack("<I", i // 2))
    socket.close()


@tcp
def websocket_snapshots_le(connection, rng):
    """WebSocket, binary messages {u32 kind 0..10, u32 id, f32 x, y, z} little-endian"""
    socket = WebSocket(connection, rng)
    for i in range(60):
        socket.send(i % 2, struct.pack("<II3f", rng.randint(0, 10), rng.randint(1, 9), *walk(rng, [1, 2, 3])))
    socket.close()


@tcp
def websocket_json_text(connection, rng):
    """WebSocket, text messages of JSON"""
    socket = WebSocket(connection, rng)
    for i in range(50):
        socket.send(i % 2, json.dumps({"op": i % 5, "d": words(rng, 3)}).encode(), TEXT)
    socket.close()


@tcp
def websocket_random(connection, rng):
    """WebSocket, binary messages of random bytes, lengths 1 to 400, and empty ones"""
    socket = WebSocket(connection, rng)
    for i in range(50):
        socket.send(i % 2, rng.randbytes(rng.choice([0, 1, 4, 8, rng.randint(1, 400)])))
    socket.close()


# --------------------------------------------------------------------------------------------------------------------

def write(name, number):
    function, transport = GENERATORS[name]
    client, server = FIRST_CLIENT_PORT + number, FIRST_PORT + number
    rng = random.Random(name)
    with Capture(os.path.join(HERE, name + ".pcap"), step=0.002 if transport == "TCP" else 0.02) as capture:
        if transport == "UDP":
            function(UdpPair(capture, client, server), rng)
        else:
            connection = TcpConnection(capture, client, server)
            function(connection, rng)
            connection.close()
    return capture.packets


def main(arguments):
    if arguments == ["--table"]:
        for number, (name, (function, transport)) in enumerate(GENERATORS.items()):
            print(f"| `{name}.pcap` | {transport} {FIRST_PORT + number} | {function.__doc__} |")
        return
    for number, name in enumerate(GENERATORS):
        if not arguments or name in arguments:
            print(f"{name}.pcap: {write(name, number)} packets")


if __name__ == "__main__":
    main(sys.argv[1:])
