# SPDX-License-Identifier: MIT
"""What the tests of ENet share: the captures in pcaps/links with their truth files, and the plugin's trees of them."""

import functools
import json
import sys

import harness

sys.path.insert(0, str(harness.SOURCE / "tests" / "common"))

import enet_reader as enet  # noqa: E402

LINKS = harness.PCAPS / "links"
SERVER_PORT = 24680
RELAY_PORT = 24681
COMMANDS = {f"enet.{node}" for node in enet.NODES if node}
COMPRESSIONS = ("range-coder", "fastlz", "zlib", "zstd")
# Captures whose names do not say how they are compressed.
PACKED_BY_THE_RANGE_CODER = ("godot-3.6/ipv6", "godot-4.6/counters")
# Without any dissector above ENet, messages are shown as bytes.
ALONE = ("--disable-protocol", "godot", "--disable-protocol", "godot.variant")


def name_of(capture):
    return str(capture.relative_to(LINKS))[: -len(".pcap")]


def captures():
    return sorted(LINKS.glob("*/*.pcap"))


def is_lossy(capture):
    return capture.stem.startswith(("lossy", "throttled", "unsequenced"))


def compression_of(capture):
    if name_of(capture) in PACKED_BY_THE_RANGE_CODER:
        return "range-coder"
    return next((name for name in COMPRESSIONS if name.replace("-", "_") in capture.stem), "none")


@functools.cache
def recorded(capture):
    """The datagrams, as an independent reader finds them."""
    return enet.read(capture, compression_of(capture), "crc32" in capture.stem)


def to_server(datagram):
    return datagram.target[1] in (SERVER_PORT, RELAY_PORT)


@functools.cache
def dissected(capture, *options):
    """The plugin's packets by frame number, without packets that are not ENet's."""
    found = harness.packets(capture, *options, layers="frame udp enet")
    return {packet.number: packet for packet in found if packet.all("enet")}


def tree_of(packet):
    (tree,) = packet.all("enet")
    return tree


def commands_of(packet):
    """The trees of the commands, in their order."""
    return [item for item in tree_of(packet).walk() if item.name in COMMANDS]


@functools.cache
def truth_of(capture):
    """The lines of the truth file, which both sides of a relay share."""
    stem = capture.stem
    for side in ("_client", "_server"):
        stem = stem.removesuffix(side) if is_lossy(capture) else stem
    path = capture.with_name(f"{stem}.truth.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def number(show):
    """The value that an item shows."""
    return int(harness.truth_value(show), 0)
