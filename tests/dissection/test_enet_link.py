# SPDX-License-Identifier: MIT
"""Lossy links: losses, duplicates and delays of a relay are reported on the right commands, and on no others.

Both sides of the relay are recorded. The side where a datagram enters has everything that its sender sent, and shows which
of it are retransmissions. The relay's log shows what happened to each datagram. The results for the other side are derived
here from both, with plain sets, and compared with the plugin's, command by command.
"""

import collections
import functools
import json
import unittest

import enet_lab as lab
from enet_lab import LINKS, enet

NAMES = sorted(str(path.relative_to(LINKS))[: -len(".relay.json")] for path in LINKS.glob("*/*.relay.json"))
EVENTS = ("retransmission", "duplicate", "out_of_order", "lost_command", "never_sent", "duplicate_ack", "ack_unseen")


def direction_of(datagram):
    return "c2s" if lab.to_server(datagram) else "s2c"


@functools.cache
def recorded(name, side):
    """The datagrams of one side of the relay, by direction."""
    found = {"c2s": [], "s2c": []}
    for datagram in lab.recorded(LINKS / f"{name}_{side}.pcap"):
        found[direction_of(datagram)].append(datagram)
    return found


@functools.cache
def dissected(name, side):
    """The plugin's result: for each frame, the tree of the datagram and those of its commands."""
    packets = lab.dissected(LINKS / f"{name}_{side}.pcap", *lab.ALONE)
    return {frame: (lab.tree_of(packet), lab.commands_of(packet)) for frame, packet in packets.items()}


def events_on(item):
    """The names of the events on a command."""
    return {event for event in EVENTS if item.shows(f"enet.analysis.{event}")}


def one(item, field):
    """The value of a field that occurs once, or None."""
    shows = item.shows(f"enet.analysis.{field}")
    return shows[0] if len(shows) == 1 else None if not shows else shows


def ranges(numbers):
    numbers = list(numbers)
    return [] if not numbers else [str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"]


def fragments(numbers):
    return [("fragments " if "-" in text else "fragment ") + text for text in ranges(numbers)]


def place_of(command):
    """For a message that may get lost: the series that it belongs to, its place in the series, and its number of
    fragments."""
    if command.number == enet.UNSEQUENCED:
        return "groups", (0, command["unsequenced_group"], 0), 1
    if command.number == enet.UNRELIABLE:
        return command.channel, (command.sequence, command["unreliable_sequence"], 0), 1
    start, part = command["fragment.start_sequence"], command["fragment.number"]
    return command.channel, (command.sequence, start, part), command["fragment.count"]


class Expectation:
    """The expected results for one direction on one side. `order`: for each of its datagrams, its index among those
    sent."""

    def __init__(self, sent, seen, order):
        self.sent, self.seen, self.order = sent, seen, order
        self.copies = set()
        self.sendings = collections.defaultdict(list)  # by reliable number: (datagram sent, datagram seen)
        self.shown = collections.defaultdict(dict)  # by channel: reliable numbers, and the datagrams that had them
        self.places = collections.defaultdict(dict)  # by series: places seen, and the number of fragments
        self.first_sent = {}
        for number, datagram in enumerate(sent):
            for command in datagram.commands:
                if command.is_numbered:
                    self.first_sent.setdefault((command.channel, command.sequence), number)

    def commands(self):
        """Datagram, place in it, command, its expected events, missing numbers, and the previous transmission."""
        for datagram, number in zip(self.seen, self.order):
            copy = number in self.copies
            self.copies.add(number)
            for place, command in enumerate(datagram.commands):
                if command.is_numbered:
                    yield datagram, place, command, *self.reliable(datagram, number, command, copy)
                elif command.number != enet.ACKNOWLEDGE:
                    yield datagram, place, command, *self.lossy(command, copy)

    def reliable(self, datagram, number, command, copy):
        key = (command.channel, command.sequence)
        shown = self.shown[command.channel]
        before = list(self.sendings[key])
        if copy:
            original = next(seen for sent, seen in before if sent == number)
            return {"duplicate"}, None, original.frame
        later = [sent for sequence, sent in shown.items() if sequence > command.sequence]
        last = max(shown, default=0)
        self.sendings[key].append((number, datagram))
        shown.setdefault(command.sequence, number)
        again = number > self.first_sent[key]
        if before:
            newest, seen = max(before, key=lambda pair: pair[0])
            return ({"retransmission"}, None, seen.frame) if number > newest else ({"out_of_order"}, None, None)
        if later:
            # A gap shows at the first datagram of this capture with a later number.
            return {"retransmission" if again and later[0] < number else "out_of_order"}, None, None
        if command.sequence > last + 1:
            return {"lost_command"}, ", ".join(ranges(range(last + 1, command.sequence))), None
        return set(), None, None

    def lossy(self, command, copy):
        series, place, count = place_of(command)
        places = self.places[series]
        if copy:
            return {"duplicate"}, None, None
        last = max(places, default=(0, 0, 0))
        parts = places.get(last, 1)
        places[place] = count
        if place < last:
            return {"out_of_order"}, None, None
        missing = []
        same = place[:2] == last[:2]
        if not same:
            missing += fragments(range(last[2] + 1, parts))
            missing += ranges(range(last[1] + 1 if place[0] == last[0] else 1, place[1]))
        missing += fragments(range(last[2] + 1 if same else 0, place[2]))
        return ({"lost_command"}, ", ".join(missing), None) if missing else (set(), None, None)


class Link(unittest.TestCase):
    def directions(self):
        """Name, side, direction, the datagrams sent, those on this side, and the order of the latter."""
        for name in NAMES:
            log = json.loads((LINKS / f"{name}.relay.json").read_text(encoding="utf-8"))
            for direction, near, far in (("c2s", "client", "server"), ("s2c", "server", "client")):
                sent, arrived = recorded(name, near)[direction], recorded(name, far)[direction]
                yield name, near, direction, sent, sent, range(len(sent))
                yield name, far, direction, sent, arrived, log[direction]["out"]

    def test_the_captures_have_what_the_relay_says(self):
        self.assertGreaterEqual(len(NAMES), 4)
        events = collections.Counter()
        for name in NAMES:
            log = json.loads((LINKS / f"{name}.relay.json").read_text(encoding="utf-8"))
            for direction, near, far in (("c2s", "client", "server"), ("s2c", "server", "client")):
                sent, arrived = recorded(name, near)[direction], recorded(name, far)[direction]
                self.assertEqual(len(sent), log[direction]["in"], name)
                self.assertEqual([datagram.payload for datagram in arrived],
                                 [sent[number].payload for number in log[direction]["out"]], name)  # fmt: skip
                events.update({fate: len(log[direction][fate]) for fate in ("lost", "doubled", "late")})
        self.assertGreater(min(events.values()), 100, events)

    def test_each_command(self):
        counts = collections.Counter()
        for name, side, direction, sent, seen, order in self.directions():
            wrong = []
            for datagram, place, command, events, missing, earlier in Expectation(sent, seen, order).commands():
                item = dissected(name, side)[datagram.frame][1][place]
                self.assertEqual(item.name, f"enet.{enet.NODES[command.number]}", f"{name} {datagram.frame}")
                counts.update(events)
                here = f"{name}_{side} frame {datagram.frame} {direction} {item.name} {command.sequence}"
                shown = events_on(item)
                if "never_sent" in shown:
                    # Only at the sender: a gap in its own capture is no loss.
                    self.assertIs(seen, sent, here)
                    counts["never_sent"] += 1
                    shown = shown - {"never_sent"} | {"lost_command"}
                elif name.endswith("throttled") and seen is sent:
                    self.assertNotIn("lost_command", shown, here)
                if shown != events:
                    wrong.append(f"{here}: {shown} instead of {events}")
                elif one(item, "missing") != missing:
                    wrong.append(f"{here}: missing {one(item, 'missing')} instead of {missing}")
                elif earlier and "retransmission" in events and one(item, "retransmission_of") != str(earlier):
                    wrong.append(f"{here}: again of {one(item, 'retransmission_of')} instead of {earlier}")
            self.assertFalse(wrong, "\n".join(wrong[:20]))
        for event in ("retransmission", "duplicate", "out_of_order", "lost_command"):
            self.assertGreater(counts[event], 50, counts)
        self.assertGreater(counts["never_sent"], 30, counts)

    def test_every_visible_loss_is_reported(self):
        """The numbers of a lost datagram are reported as missing, unless no later datagram shows the gap."""
        counted = hidden = 0
        for name, side, direction, sent, seen, order in self.directions():
            log = json.loads((LINKS / f"{name}.relay.json").read_text(encoding="utf-8"))
            lost = {(command.channel, command.sequence): number for number in log[direction]["lost"]
                    for command in sent[number].commands if command.is_numbered}  # fmt: skip
            if seen is sent:
                continue
            missing = collections.defaultdict(set)
            for datagram in seen:
                for item, command in zip(dissected(name, side)[datagram.frame][1], datagram.commands):
                    if command.is_numbered and (text := one(item, "missing")):
                        first, _, last = text.partition("-")
                        missing[command.channel].update(range(int(first), int(last or first) + 1))
            numbers = collections.defaultdict(list)
            for datagram in seen:
                for command in datagram.commands:
                    if command.is_numbered:
                        numbers[command.channel].append(command.sequence)
            for channel, sequence in lost:
                if sequence in missing[channel]:
                    counted += 1
                    continue
                hidden += 1
                here = numbers[channel]
                until = here.index(sequence) if sequence in here else len(here)
                self.assertFalse([later for later in here[:until] if later > sequence],
                                 f"{name} {direction}: {sequence} on {channel} was lost, and nobody says so")  # fmt: skip
        self.assertGreater(counted, 20)
        self.assertGreater(hidden, 20)

    def test_acknowledgements(self):
        checked = doubled = 0
        for name in NAMES:
            for side in ("client", "server"):
                both = recorded(name, side)
                for direction, back in (("c2s", "s2c"), ("s2c", "c2s")):
                    doubled_here, checked_here = self.acknowledgements(name, side, both[direction], both[back])
                    doubled += doubled_here
                    checked += checked_here
        self.assertGreater(checked, 1000)
        self.assertGreater(doubled, 20)

    def acknowledgements(self, name, side, sendings, acks):
        trees = dissected(name, side)
        known = collections.defaultdict(list)  # by number: its transmissions, without duplicates
        acked = {}  # by transmission: the first acknowledgement
        counts = collections.Counter()
        events = sorted([(datagram.frame, True, datagram) for datagram in sendings]
                        + [(datagram.frame, False, datagram) for datagram in acks], key=lambda event: event[0])  # fmt: skip
        for frame, is_sending, datagram in events:
            for item, command in zip(trees[frame][1], datagram.commands):
                here = f"{name}_{side} frame {frame} {item.name} {command.sequence}"
                key = (command.channel, command.sequence)
                if is_sending and command.is_numbered:
                    if all(other.sent_time != datagram.sent_time for other in known[key]):
                        known[key].append(datagram)
                if is_sending or command.number != enet.ACKNOWLEDGE:
                    continue
                named = next((it for it in known[key] if it.sent_time == command["acknowledge.sent_time"]), None)
                self.assertIsNotNone(named, here)
                self.assertEqual(one(item, "acks_frame"), str(named.frame), here)
                again = (named.frame, key) in acked
                self.assertEqual(events_on(item), {"duplicate_ack"} if again else set(), here)
                if again:
                    counts["doubled"] += 1
                    continue
                acked[named.frame, key] = frame
                self.assertAlmostEqual(float(one(item, "ack_rtt")), (datagram.time - named.time) / 1e9, 8, here)
                self.assertLess(int(one(item, "ack_rtt_reported")), 2000, here)
                counts["checked"] += 1
        for datagram in sendings:
            for item, command in zip(trees[datagram.frame][1], datagram.commands):
                if command.is_numbered and command.number != enet.CONNECT:
                    frame = acked.get((datagram.frame, (command.channel, command.sequence)))
                    self.assertEqual(one(item, "acked_in_frame"), str(frame) if frame else None,
                                     f"{name}_{side} frame {datagram.frame} {item.name} {command.sequence}")  # fmt: skip
        return counts["doubled"], counts["checked"]

    def test_reported_times_are_those_of_the_sender(self):
        """At the sender, the echoed time counts from the transmission, within the time of the program's own loop."""
        differences = []
        for name in NAMES:
            for side, direction in (("client", "s2c"), ("server", "c2s")):
                frames = {it.frame: it for both in recorded(name, side).values() for it in both}
                for datagram in recorded(name, side)[direction]:
                    for item in dissected(name, side)[datagram.frame][1]:
                        if item.name == "enet.acknowledge":
                            named = frames[int(one(item, "acks_frame"))]
                            passed = (datagram.time - named.time) / 1e6
                            differences.append(abs(int(one(item, "ack_rtt_reported")) - passed))
        differences.sort()
        self.assertGreater(len(differences), 500)
        self.assertLess(differences[len(differences) // 2], 2)
        self.assertLess(differences[len(differences) * 95 // 100], 20)

    def test_bytes_in_flight(self):
        full = 0
        for name in NAMES:
            for side in ("client", "server"):
                flying = {"c2s": {}, "s2c": {}}
                settled = {"c2s": set(), "s2c": set()}
                datagrams = sorted((it.frame, it) for both in recorded(name, side).values() for it in both)
                for frame, datagram in datagrams:
                    direction = direction_of(datagram)
                    back = "s2c" if direction == "c2s" else "c2s"
                    longest = None
                    for command in datagram.commands:
                        key = (command.channel, command.sequence)
                        if command.number == enet.ACKNOWLEDGE:
                            flying[back].pop(key, None)
                            settled[back].add(key)
                        elif command.number == enet.DISCONNECT:
                            flying = {"c2s": {}, "s2c": {}}
                        elif command.number in (enet.RELIABLE, enet.FRAGMENT):
                            longest = max(longest or 0, len(command.payload))
                            if key not in settled[direction]:
                                flying[direction][key] = len(command.payload)
                    tree = dissected(name, side)[frame][0]
                    here = f"{name}_{side} frame {frame}"
                    if longest is None:
                        continue
                    wanted = sum(flying[direction].values())
                    self.assertEqual(one(tree, "reliable_in_flight"), str(wanted), here)
                    window = int(one(tree, "window"))
                    self.assertIn(window, range(4096, 65537), here)
                    expected = wanted + longest > window
                    full += expected
                    self.assertEqual(bool(tree.shows("enet.analysis.window_full")), expected, here)
        self.assertGreater(full, 0)

    def test_overtaken_datagrams(self):
        found = 0
        for name, side, _, sent, seen, order in self.directions():
            newest, copies = None, set()
            for datagram, number in zip(seen, order):
                tree = dissected(name, side)[datagram.frame][0]
                expected = False
                if datagram.sent_time is not None:
                    behind = (newest - datagram.sent_time) & 0xFFFF if newest is not None else 0
                    if 0 < behind < 0x8000:
                        expected = number not in copies
                    else:
                        newest = datagram.sent_time
                copies.add(number)
                found += expected
                self.assertEqual(bool(tree.shows("enet.analysis.overtaken")), expected,
                                 f"{name}_{side} frame {datagram.frame}")  # fmt: skip
                if seen is sent:
                    self.assertFalse(expected)
        self.assertGreater(found, 20)


if __name__ == "__main__":
    unittest.main()
