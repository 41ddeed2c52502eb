# SPDX-License-Identifier: MIT
"""How old a receiver's view of a node was when a state arrived: from frame times if the capture has both sides of the
connection, otherwise estimated and compared with the former."""

import statistics
import unittest

import harness  # first: it adds tests/common to the path

import enet_lab as lab
from enet_lab import enet

DUEL = harness.PCAPS / "faults" / "godot-4.6" / "duel_held_both.pcap"  # both sides of one player's connection
LOST = harness.PCAPS / "problems" / "godot-4.6" / "lost_enet.pcap"  # the same connection, changes only
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"  # the server's side
ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
NAMES = ("frame.number", "frame.time_epoch", "enet.stream", "enet.analysis.other_side_in", "godot.sync.net_id",
         "godot.sync.delta", "godot.sync.age", "godot.sync.age.estimated", "enet.analysis.held", "godot.sync.text")  # fmt: skip


def truths(values):
    return list(map(harness.truth_value, values))


class Sync:
    """A packet with one Sync."""

    def __init__(self, row):
        frame, time, stream, other, nodes, delta, ages, estimated, held, texts = row
        self.frame, self.time, self.stream = int(frame[0]), float(time[0]), int(stream[0])
        self.other = int(other[0]) if other else None
        self.nodes, self.delta = nodes, truths(delta) == ["1"]
        self.ages, self.estimated = [float(age) for age in ages], truths(estimated)
        self.held = sum(map(float, held))
        self.paths = [text.split(": ")[0] for text in texts]


def syncs(capture, *options, shown="godot.sync"):
    rows = harness.fields(capture, NAMES, *options, display_filter=shown)
    return [Sync(row) for row in rows if len(row[5]) == 1]


def times(capture):
    return {int(frame[0]): float(time[0]) for frame, time in harness.fields(capture, ("frame.number", "frame.time_epoch"))}


def first_sendings(capture):
    """For each frame: when the first of its reliable messages was first sent, as this side of the capture shows. Read
    without the plugin."""
    begun, found = {}, {}
    for datagram in enet.read(capture, "none", False):
        for command in datagram.commands:
            if command.number != enet.RELIABLE:
                continue
            key = datagram.source, datagram.target, command.channel, command.sequence
            begun.setdefault(key, datagram.time / 1e9)
            found.setdefault(datagram.frame, begun[key])
    return found


def spawns(capture):
    """For each synchronizer on a stream: the frame of its first spawn. A receiver drops states that come before."""
    found = {}
    for frame, stream, ids in harness.fields(capture, ("frame.number", "enet.stream", "godot.spawn.sync_ids"), display_filter="godot.spawn"):
        for one in ids:
            found.setdefault((int(stream[0]), one), int(frame[0]))
    return found


def has_one(last, spawned, it, node):
    """Whether the receiver has a state of this node: the last one, if it did not come before the spawn."""
    key = (it.stream, node)
    return key in last and not last[key] < spawned.get(key, 0) <= it.frame


def expected(found, time, sent_first, spawned):
    """For each packet on the receiver's side of the relay: the ages of its nodes' views, from frame times alone."""
    shown, last, ages = {}, {}, {}
    for it in found:
        if it.other is None or it.other > it.frame:
            continue  # the sender's side, or another connection's
        if it.delta:
            ages[it.frame] = [it.time + it.held - sent_first[it.other]] * len(it.nodes)
            continue
        ages[it.frame] = [it.time - shown[it.stream, node] for node in it.nodes if has_one(last, spawned, it, node)]
        for node in it.nodes:
            shown[it.stream, node], last[it.stream, node] = time[it.other], it.frame
    return ages


class BothSides(unittest.TestCase):
    def test_ages_are_those_of_the_frames(self):
        for capture, least in ((DUEL, 90), (LOST, 2)):
            with self.subTest(capture=capture.name):
                found = syncs(capture)
                wanted = expected(found, times(capture), first_sendings(capture), spawns(capture))
                self.assertGreaterEqual(len(wanted), least)
                for it in found:
                    if it.frame not in wanted:
                        continue
                    self.assertEqual(len(it.ages), len(wanted[it.frame]), it.frame)
                    for age, should_be in zip(it.ages, wanted[it.frame]):
                        self.assertAlmostEqual(age, should_be, delta=2e-6, msg=it.frame)
                    self.assertLessEqual(set(it.estimated), {"0"})

    def test_the_senders_side_has_none(self):
        ways = [it for it in syncs(DUEL) if it.stream == 1]
        self.assertGreater(len(ways), 90)
        self.assertFalse([it.frame for it in ways if it.ages])

    def test_a_loss_makes_a_view_older(self):
        """A state that the relay dropped: when the next one arrives, the view is at least two intervals old."""
        found = syncs(DUEL)
        lost = [it for it in found if it.stream == 1 and it.other is None and not it.delta]
        self.assertGreater(len(lost), 5)
        received = {it.other: it for it in found if it.stream == 0}
        compared = 0
        for it in lost:
            arrived = [received[each.frame] for each in found
                       if each.stream == 1 and each.frame > it.frame and not each.delta and each.frame in received]
            known = [each.frame for each in found if each.stream == 1 and each.frame < it.frame and set(each.nodes) & set(it.nodes)]
            if not arrived or not known or not arrived[0].ages:
                continue
            self.assertGreater(max(arrived[0].ages), arrived[0].time - it.time)
            compared += 1
        self.assertGreater(compared, 3)


class OneSide(unittest.TestCase):
    def test_estimates_are_near_the_ages_from_both_sides(self):
        """Each side of the relay alone. At the receiver only the one-way delay is unknown; at the sender it is unknown
        which states were lost."""
        whole = {it.frame: it for it in syncs(DUEL) if it.stream == 0 and it.ages}
        by_sender = {it.other: it for it in whole.values()}
        for stream, exact, part in ((0, whole, "client"), (1, by_sender, "server")):
            frames = [int(number[0]) for (number,) in harness.fields(DUEL, ["frame.number"], display_filter=f"enet.stream == {stream}")]
            path = harness.workshop().home / f"duel-{part}.pcap"
            harness.run("-Y", f"enet.stream == {stream}", "-w", str(path), capture=DUEL)
            alone = syncs(path)
            self.assertGreater(len(alone), 90)
            differences = []
            for it in alone:
                self.assertLessEqual(set(it.estimated), {"1"})
                known = exact.get(frames[it.frame - 1])
                if known is not None and len(known.ages) == len(it.ages) and not it.delta:
                    differences += [one - other for one, other in zip(it.ages, known.ages)]
            self.assertGreater(len(differences), 150)
            # The program's frames are 17 ms apart, and the relay delays by 8 to 10 ms.
            self.assertLess(abs(statistics.median(differences)), 0.017, part)

    def test_an_estimate_is_the_interval_and_half_of_the_round_trips(self):
        names = ("enet.stream", "godot.from", "enet.analysis.ack_rtt")
        trips = [float(rtt) for _, _, rtts in harness.fields(LOSSY, names, display_filter="enet.analysis.ack_rtt") for rtt in rtts]
        shown = "godot.sync.age && godot.sync.delta == 0"
        names = ("frame.number", "godot.sync.age", "godot.sync.interval", "godot.sync.age.estimated")
        compared = 0
        for frame, ages, intervals, estimated in harness.fields(LOSSY, names, display_filter=shown):
            self.assertEqual(set(truths(estimated)), {"1"}, frame)
            if len(ages) != len(intervals):
                continue
            for age, interval in zip(map(float, ages), map(float, intervals)):
                self.assertGreaterEqual(age, interval + min(trips) - 1e-6, frame)
                self.assertLessEqual(age, interval + max(trips), frame)
                compared += 1
        self.assertGreater(compared, 300)

    def test_relayed_states_have_none(self):
        """The original state was sent in another packet."""
        passed = harness.fields(ARENA, ("godot.sync.age",), display_filter="godot.sync && godot.peer.hop_source")
        self.assertFalse([ages for (ages,) in passed if ages])


def rows(capture):
    done = harness.run("-2", "-q", "-z", "godot,sync,csv", capture=capture)
    return harness.csv_rows(done.stdout.decode())


class Table(unittest.TestCase):
    def test_percentiles_are_those_of_the_packets(self):
        """Within 1.6 %; the maximum is exact. First states have no age."""
        found, last, spawned = {}, {}, spawns(DUEL)
        for it in syncs(DUEL):
            if it.stream not in (0, 2):
                continue
            known = "exact" if it.stream == 0 else "estimated"
            aged = [path for node, path in zip(it.nodes, it.paths) if it.delta or has_one(last, spawned, it, node)]
            last.update({} if it.delta else {(it.stream, node): it.frame for node in it.nodes})
            if not it.ages:
                continue
            self.assertEqual(len(it.ages), len(aged), it.frame)
            for node, age in zip(aged, it.ages):
                found.setdefault((known, node), []).append(age * 1000)
        table = {(row["age_from"], row["node"]): row for row in rows(DUEL) if row["age"]}
        self.assertEqual(set(table), set(found))
        self.assertGreater(len(table), 10)
        for key, row in table.items():
            values = sorted(found[key])
            for percent, name in ((50, "age"), (95, "age_95"), (99, "age_99"), (100, "age_most")):
                value = values[-(-len(values) * percent // 100) - 1]
                with self.subTest(row=key, column=name):
                    self.assertAlmostEqual(float(row[name]), value, delta=0.051 + (value * 0.016 if percent < 100 else 0))

    def test_rows_say_measured_or_estimated(self):
        known = {row["age_from"] for row in rows(DUEL)}
        self.assertEqual(known, {"exact", "estimated", ""})
        self.assertEqual({row["age_from"] for row in rows(LOSSY) if row["age"]}, {"estimated"})


if __name__ == "__main__":
    unittest.main()
