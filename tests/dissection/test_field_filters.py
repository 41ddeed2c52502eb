# SPDX-License-Identifier: MIT
"""A filter that names one field alone finds each packet whose details have that field.

Where no tree is displayed (printed lines, Wireshark's list, sharkd), the plugin creates only the items that something asks for, and
such a filter asks for one field. -T fields and PDML display the tree, so they would not show the fault. The filter may find more:
it also asks for items that the details leave out."""

import re
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness  # first: it adds tests/common to the path

import lists
from sharkd import converse

FIELD = re.compile(rf'<(?:field|proto) name="((?:{"|".join(lists.prefixes())})[\w.]*)"'.encode())
DAMAGED = ("godot-4.6/variants_udp.pcap", "multiplayer/godot-4.6/arena_enet.pcap")


def smallest():
    """The smallest capture of each folder."""
    found = {}
    for capture in sorted(harness.PCAPS.rglob("*.pcap*"), key=lambda each: (each.stat().st_size, each)):
        found.setdefault(capture.parent, capture)
    return list(found.values())


def damaged(capture):
    """A copy of a capture in the old format in which every third frame from the tenth has one wrong byte: most are malformed."""
    data = bytearray(capture.read_bytes())
    at, number = 24, 0
    while at < len(data):
        size = int.from_bytes(data[at + 8 : at + 12], "little")
        number += 1
        if number >= 10 and number % 3 == 0:
            data[at + 16 + size - 1 - number % 16] ^= 0xFF
        at += 16 + size
    path = harness.workshop().folder / f"{capture.stem}_damaged.pcap"
    path.write_bytes(data)
    path.chmod(0o644)
    return path


def in_details(capture):
    """For each of the plugin's fields the numbers of the packets whose details have it."""
    found = {}
    packets = harness.run("-2", "-T", "pdml", capture=capture).stdout.split(b"<packet>")
    for number, packet in enumerate(packets):
        for field in set(FIELD.findall(packet)):
            found.setdefault(field.decode(), set()).add(number)
    return found


def by_filter(capture, fields):
    """The same for each field alone as a filter."""
    # sharkd loads a capture without taps, from which messages over TCP have their costs: a table runs them.
    table = {"method": "tap", "params": {"tap0": "nstat:godot,profile"}}
    _, *answers = converse(capture, table, *({"method": "frames", "params": {"filter": field}} for field in fields))
    return {field: {row["num"] for row in answer["result"]} for field, answer in zip(fields, answers)}


def compare(capture):
    """How many fields the capture has, and those whose filter misses packets."""
    details = in_details(capture)
    found = by_filter(capture, list(details))
    missed = [(field, sorted(numbers - found[field])[:5]) for field, numbers in details.items() if numbers - found[field]]
    return len(details), missed


class Filters(unittest.TestCase):
    def test_each_field_alone_is_found(self):
        compared = 0
        captures = [*smallest(), *(damaged(harness.PCAPS / name) for name in DAMAGED)]
        with ThreadPoolExecutor(2) as pool:
            for capture, (fields, missed) in zip(captures, pool.map(compare, captures)):
                compared += fields
                with self.subTest(capture=capture.name):
                    self.assertEqual(missed, [])
        self.assertGreater(compared, 1000)


if __name__ == "__main__":
    unittest.main()
