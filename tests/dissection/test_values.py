# SPDX-License-Identifier: MIT
"""Every value of every capture, compared with its sender's truth: type, text, bytes, and each number and text in it."""

import collections
import re
import struct
import sys
import unittest

import harness  # first: it adds tests/common to the path
import godot_text
import lists
import truth
import values

SERVER_PORT = 24680
OTHER_SERVER_PORTS = {"godot-2": 32500}
ENGINE_CAPTURES = sorted(
    path for pattern in ("godot-*/*.pcap", "godot-*/*.pcapng") for path in harness.PCAPS.glob(pattern)
)
VECTORS = sorted((harness.PCAPS / "vectors").glob("*.pcap"))
VECTOR_PORTS = "24700-24799"
MOST_SHOWN = 25
# Items whose bytes are also those of other items.
WHOLES = (*values.SUBTREES, "text", "type_name")


class Finding:
    """A value found in a capture."""

    def __init__(self, packet, value):
        self.packet = packet
        self.value = value
        self.frame = packet.number

    def flow(self, port):
        """Connection and direction; conversations are numbered in order of appearance."""
        transport = "tcp" if self.packet.child("tcp") else "udp"
        stream = int(self.packet.one(f"{transport}.stream"))
        from_server = int(self.packet.one(f"{transport}.srcport")) == port
        return (stream if transport == "tcp" else 0, "s2c" if from_server else "c2s")


def find_values(capture, *options):
    packets = harness.packets(capture, *harness.preferences(text_limit=0, max_elements=0), *options)
    return [Finding(packet, value) for packet in packets for value in packet.values]


def by_flow(findings, port):
    """The values of each direction of each connection, in order; connections numbered from 0."""
    flows = collections.defaultdict(list)
    for finding in findings:
        flows[finding.flow(port)].append(finding)
    numbers = {stream: number for number, stream in enumerate(sorted({stream for stream, _ in flows}))}
    return {(numbers[stream], direction): found for (stream, direction), found in flows.items()}


def pair(messages, findings, misses):
    """Pairs messages with values, in order; reports those without a partner."""
    at = 0
    for message in messages:
        ahead = [n for n in range(at, min(at + 50, len(findings))) if likely(message, findings[n])]
        if not ahead:
            misses.append(f"{message['seq']} {message['kind']} {message['label']}: not found")
            continue
        misses.extend(f"frame {findings[n].frame}: a value that was not sent" for n in range(at, ahead[0]))
        at = ahead[0] + 1
        yield message, findings[ahead[0]]
    misses.extend(f"frame {finding.frame}: a value that was not sent" for finding in findings[at:])


def likely(message, finding):
    data = values.own_bytes(finding.value)
    if message.get("pad_garbage") or "hex" not in message:
        return len(data) == message["len"]
    return data.hex() == message["hex"]


class EngineCaptures(unittest.TestCase):
    """Recorded from engines: recognised without preferences."""

    def compare(self, capture, options=()):
        messages = truth.load(truth.truth_of(capture))
        expected = collections.defaultdict(list)
        for message in messages:
            if message.is_variant:
                expected[message.get("conn", 0), message["dir"]].append(message)
        port = OTHER_SERVER_PORTS.get(capture.parent.name, SERVER_PORT)
        found = by_flow(find_values(capture, *options), port)
        misses, compared = [], 0
        for flow in sorted(expected.keys() | found.keys()):
            for message, finding in pair(expected[flow], found.get(flow, []), misses):
                compared += 1
                for problem in values.value_matches(finding.value, message):
                    misses.append(f"{message['seq']} frame {finding.frame} {message['label']}: {problem}")
        report(self, capture, compared, sum(map(len, expected.values())), misses)


class Vectors(unittest.TestCase):
    """Written by a script, read with preferences that set dialect and precision."""

    def compare(self, capture):
        messages = truth.load(truth.truth_of(capture))
        misses, compared = [], 0
        readings = collections.defaultdict(dict)
        for message in messages:
            readings[message.dialect, message.get("double", False)][message["seq"]] = message
        for (dialect, double), wanted in readings.items():
            options = harness.preferences(
                variant__udp_ports=VECTOR_PORTS, dialect=dialect, double_precision="double" if double else "auto"
            )
            found = {finding.frame: finding for finding in find_values(capture, *options)}
            for frame, message in wanted.items():
                compared += 1
                label = f"{frame} {message['label']}"
                if frame not in found:
                    misses.append(f"{label}: not found")
                    continue
                check = malformed_matches if message.get("malformed") else vector_matches
                misses += [f"{label}: {problem}" for problem in check(found[frame].value, message)]
        report(self, capture, compared, len(messages), misses)


def vector_matches(value, message):
    wrong = values.value_matches(value, message) + values.fields_match(value, message)
    components = values.components_match(value, message)
    return wrong + ([components] if components else [])


def malformed_matches(value, message):
    """The error is reported, and so are the fields before it."""
    if not value.all("godot.variant.malformed"):
        return [f"not malformed: {message['reason']}"]
    if value.all("godot.variant.depth"):
        return []  # the tree ends before the value does
    missing = set(range(message["good"]))
    for item in value.walk(without=values.EXPERT):
        if values.short(item.name) not in WHOLES:
            place = item.position - value.position
            missing -= set(range(place, place + item.length))
    missing = sorted(missing)
    return [f"good bytes {missing[:8]} are in no item ({message['reason']})"] if missing else []


class Floats(unittest.TestCase):
    """10,000 floats of any bits that the engine sends in 4 bytes, as many in 8, and as many of PackedFloat32Array."""

    CAPTURE = harness.PCAPS / "godot-4.6" / "floats_udp.pcap"
    EACH = 10000

    @staticmethod
    def sent(message):
        """The forms of struct in which the numbers have the bits that were sent, and these."""
        data = bytes.fromhex(message["hex"])
        if message["type"] == "PackedFloat32Array":
            return [("<f", number) for (number,) in struct.iter_unpack("<f", data[8:])]
        found, at = [], 8
        while at < len(data):
            wide = data[at + 2] & 1
            # A script's float has 64 bits, also where 4 bytes hold them.
            found.append(("<d", struct.unpack_from("<d" if wide else "<f", data, at + 4)[0]))
            at += 12 if wide else 8
        return found

    def test_each_reads_back_bit_for_bit(self):
        messages = truth.load(truth.truth_of(self.CAPTURE))
        found = {finding.value.child("godot.variant.text").show: finding for finding in find_values(self.CAPTURE)}
        texts = list(found)
        self.assertEqual(len(texts), len(messages))
        compared = collections.Counter()
        by_bytes = {values.own_bytes(found[text].value).hex(): text for text in texts}
        for message in messages:
            words = godot_text.scalars(by_bytes[message["hex"]].split("(")[-1])
            numbers = self.sent(message)
            self.assertEqual(len(words), len(numbers))
            for word, (form, number) in zip(words, numbers):
                self.assertEqual(struct.pack(form, float(word)), struct.pack(form, number), word)
                compared[message["label"]] += 1
        self.assertEqual(set(compared.values()), {self.EACH})
        self.assertEqual(len(compared), 3)

    def test_filters_find_what_is_shown(self):
        frames = {}
        for finding in find_values(self.CAPTURE)[:60]:
            words = godot_text.scalars(finding.value.child("godot.variant.text").show.split("(")[-1])
            # The grammar of filters before Wireshark 4.2 has no plus in an exponent.
            frames[finding.frame] = words[finding.frame % len(words)].replace("e+", "e")
        filters = [f"frame.number=={frame}&&godot.variant.float=={word}" for frame, word in frames.items()]
        output = harness.run("-2", "-q", "-z", ",".join(["io,stat,0", *filters]), capture=self.CAPTURE).stdout.decode()
        counts = re.findall(r"\|\s*(\d+)\s*\|\s*\d+\s*(?=\|)", output.split("<>")[-1])
        self.assertEqual([int(count) for count in counts], [1] * len(filters), output[-3000:])


class Registrations(unittest.TestCase):
    """I/O Graphs and "io,stat" count the items of one registration of a name alone."""

    OURS = re.compile(rf"({'|'.join(lists.prefixes())})(\.|$)")
    PROTOCOLS = (
        "multiplayer/godot-4.6/arena_enet.pcap", "multiplayer/godot-4.6/peers_websocket.pcap", "multiplayer/godot-3.6/fleet_enet.pcap",
        "links/godot-4.6/lossy_server.pcap", "debugger/godot-4.6/session.pcap", "files/godot-3.2/remote.pcap", "mirror/arena_enet.red.pcapng",
        "netfox/arrays.pcap", "relayed/godot-4.6/arena_enet.pcapng", "godot-4.6/arena_udp.pcap",
    )  # fmt: skip

    def test_each_name_of_a_number_is_registered_once(self):
        seen = collections.Counter()
        for line in harness.run("-G", "fields").stdout.decode().splitlines():
            kind, *row = line.split("\t")
            if kind == "F" and self.OURS.match(row[1]) and not row[2] in ("FT_STRING", "FT_BYTES", "FT_NONE"):
                seen[row[1]] += 1
        self.assertGreater(len(seen), 300)
        self.assertEqual([name for name, times in seen.items() if times != 1], [])

    def test_counts_are_the_numbers_of_items(self):
        for folder in ("godot-2", "godot-3.6", "godot-4.6"):
            capture = sorted((harness.PCAPS / folder).glob("*udp.pcap"))[-1]
            items = collections.Counter()
            for packet in harness.packets(capture):
                items.update(item.name for item in packet.walk())
            names = [name for name in ("godot.variant.float", "godot.variant.type", "godot.variant.int") if items[name]]
            self.assertGreater(len(names), 1, capture)
            asked = ",".join(["io,stat,0", *(f"COUNT({name}){name}" for name in names)])
            output = harness.run("-2", "-q", "-z", asked, capture=capture).stdout.decode()
            counts = re.findall(r"\|\s*(\d+)\s*(?=\|)", output.split("<>")[-1])
            self.assertEqual([int(count) for count in counts], [items[name] for name in names], output)


    def test_counts_of_each_protocol_are_the_numbers_of_items(self):
        numbers = set()
        for line in harness.run("-G", "fields").stdout.decode().splitlines():
            kind, *row = line.split("\t")
            if kind == "F" and self.OURS.match(row[1]) and row[2] not in ("FT_STRING", "FT_BYTES", "FT_NONE"):
                numbers.add(row[1])
        counted = set()
        for name in self.PROTOCOLS:
            capture = harness.PCAPS / name
            with self.subTest(name):
                all_names = sorted(numbers)
                items = collections.Counter()
                for row in harness.fields(capture, all_names):
                    for field, cell in zip(all_names, row):
                        items[field] += len(cell)
                present = [field for field in all_names if items[field]]
                self.assertGreater(len(present), 5)
                counted |= set(present)
                for begin in range(0, len(present), 16):
                    names = present[begin : begin + 16]
                    asked = ",".join(["io,stat,0", *(f"COUNT({field}){field}" for field in names)])
                    output = harness.run("-2", "-q", "-z", asked, capture=capture).stdout.decode()
                    counts = re.findall(r"\|\s*(\d+)\s*(?=\|)", output.split("<>")[-1])
                    self.assertEqual(dict(zip(names, map(int, counts))), {field: items[field] for field in names})
        self.assertGreater(len(counted), 100)


def report(test, capture, compared, expected, misses):
    name = f"{capture.parent.name}/{capture.name}"
    print(f"{name}: {compared} of {expected} values found, {len(misses)} differences", file=sys.stderr)
    test.assertGreater(expected, 0, "no truth")
    if misses:
        shown = "\n  ".join(miss[:400] for miss in misses[:MOST_SHOWN])
        test.fail(f"{name}: {len(misses)} differences in {expected} values:\n  {shown}")


def test_of(capture):
    return lambda self: self.compare(capture)


def test_name(capture):
    return "test_" + f"{capture.parent.name}_{capture.stem}".replace("-", "_").replace(".", "_")


for _path in ENGINE_CAPTURES:
    # A cut capture does not contain the whole truth; test_tree tests it.
    if truth.truth_of(_path) and "snaplen" not in _path.stem:
        setattr(EngineCaptures, test_name(_path), test_of(_path))
for _path in VECTORS:
    if truth.truth_of(_path):
        setattr(Vectors, test_name(_path), test_of(_path))

if __name__ == "__main__":
    unittest.main()
