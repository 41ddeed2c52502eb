# SPDX-License-Identifier: MIT
"""Flow graphs: peers as columns, by name, on loopback; an arrow for each call of the scripts, to each receiver, and
through the server between clients; synchronisation only if it is requested."""

import re
import unittest
from collections import Counter

import harness

import enet_lab as lab
import mirrors
import projects
from truth import load, truth_of

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"
WIDTH = 20  # characters of a column
MODES = {"reliable": "reliable", "unreliable": "unreliable", "unreliable_ordered": "ordered", "ordered": "ordered"}


harness.show_ids()


class Arrow:
    def __init__(self, source, target, label, comment):
        self.source, self.target, self.label, self.comment = source, target, label, comment


def arrows(capture, graph, *options, display_filter=None):
    """The arrows that tshark prints: two lines for each."""
    wish = f"flow,{graph},standard" + (f",{display_filter}" if display_filter else "")
    out = harness.run("-q", "-2", "-z", wish, *options, capture=capture).stdout.decode()
    lines = [line for line in out.split("\n") if line and set(line) != {"-"}]
    first = 15 if lines[0].startswith("Conv.") else 10
    upper, lower = ([name.strip() for name in line[first:].split("|")[1:]] for line in lines[:2])
    names = [name for name in (*upper, *lower)]
    # The first line has the columns with even numbers, the second one those with odd numbers.
    columns = {}
    for line in lines[:2]:
        for found in re.finditer(r"\| ([^|]*[^| ])", line[first:]):
            columns[found.start() // WIDTH] = found[1]
    assert set(columns) == set(range(len(columns))), names
    found = []
    for above, below in zip(lines[2::2], lines[3::2]):
        shaft = re.search(r"<-+|-+>", below)
        left = (shaft.start() - first) // WIDTH
        right = left + round(len(shaft[0]) / WIDTH)
        ends = (columns[right], columns[left]) if shaft[0][0] == "<" else (columns[left], columns[right])
        begin = first + left * WIDTH + WIDTH // 2
        label = above[begin : begin + (right - left) * WIDTH].strip("| ")
        found.append(Arrow(*ends, label, above[first + len(columns) * WIDTH + 1 :]))
    return found


def hops(line, roles):
    """The hops of one call of the truth: to each receiver, through the server between clients."""
    source = roles[line["from"]]
    for target in line["targets"]:
        if source != "server" and target != 1:
            yield source, "server"
            yield "server", roles[target]
        else:
            yield source, roles[target]


class Arena(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.truth = load(truth_of(ARENA))
        cls.roles = {line["from"]: line["proc"] for line in cls.truth if line["kind"] == "rpc"}
        cls.options = (
            *projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4")),
            *("-o", 'uat:godot_peer_names:"Network.register","0",""'),
        )
        cls.arrows = arrows(ARENA, "godot", *cls.options)

    def test_calls(self):
        """All of them and no others; each hop in the order of its sender."""
        wanted = [(*hop, line) for line in self.truth if line["kind"] == "rpc" for hop in hops(line, self.roles)]
        self.assertGreater(len(wanted), 700)
        reported = [(a.source, a.target, re.search(r"([\w/]+\.\w+)\(", a.comment)) for a in self.arrows]
        got = [(source, target, call[1]) for source, target, call in reported if call]
        name = lambda line: f"{line['node'].removeprefix('/root/')}.{line['method']}"
        self.assertEqual(Counter(got), Counter((source, target, name(line)) for source, target, line in wanted))
        for role in ("red", "green", "blue"):
            order = [call for source, target, call in got if source == role]
            # Calls of different channels may overtake each other; each method has one channel.
            for method in {call for call in order if call.endswith(".move")}:
                self.assertEqual(order.count(method), sum(name(line) == method for _, _, line in wanted if line["proc"] == role))

    def test_modes_and_channels(self):
        wanted = {(line["method"], MODES[line["transfer"]]) for line in self.truth if line["kind"] == "rpc"}
        reported = [re.match(r"(\w+), channel (\d+)(?:, relayed from (\w+) to (\w+))?: .*?(\w+)\(", a.comment) for a in self.arrows if re.search(r"\.\w+\(", a.comment)]
        self.assertTrue(all(reported))
        self.assertEqual({(found[5], found[1]) for found in reported}, wanted)
        relayed = Counter((found[3], found[4], found[5]) for found in reported if found[3])
        clients = Counter()
        for line in self.truth:
            if line["kind"] == "rpc" and line["proc"] != "server":
                for target in line["targets"]:
                    if target != 1:
                        clients[(line["proc"], self.roles[target], line["method"])] += 2
        self.assertEqual(relayed, clients)

    def test_spawns_and_joins(self):
        spawns = Counter((a.target, a.comment.split(": ", 1)[1].split(" ")[1]) for a in self.arrows if ": spawn " in a.comment)
        wanted = Counter()
        for line in self.truth:
            if line["kind"] == "spawn":
                for target in line["targets"]:
                    wanted[(self.roles[target], line["node"].removeprefix("/root/"))] += 1
        self.assertEqual(spawns, wanted)
        joins = Counter(a.source for a in self.arrows if a.label == "Connect")
        self.assertEqual(joins, {"red": 1, "green": 1, "blue": 1})
        labels = {a.label for a in self.arrows if ": spawn Arena/Players/Red " in a.comment}
        self.assertTrue(all(label.startswith("spawn Red (res://") for label in labels), labels)

    def test_synchronisation_is_asked_for(self):
        self.assertFalse([a for a in self.arrows if ": sync " in a.comment or ": path #" in a.comment])
        every = arrows(ARENA, "godot", "-o", "godot.flow_busy:TRUE", *self.options)
        rows = harness.fields(ARENA, ["godot.sync.delta"], *self.options, display_filter="godot.sync.delta")
        syncs = [a for a in every if re.search(r": (sync|changes of) ", a.comment)]
        self.assertGreater(len(syncs), 500)
        self.assertEqual(len(syncs), sum(len(row) for (row,) in rows))

    def test_one_peer(self):
        """A filter after the name is one of Wireshark's display filters."""
        some = arrows(ARENA, "godot", *self.options, display_filter="enet.stream == 0")
        wanted = [a for a in self.arrows if "red" in (a.source, a.target)]
        self.assertEqual([(a.source, a.target, a.comment) for a in some], [(a.source, a.target, a.comment) for a in wanted])


class Godot3(unittest.TestCase):
    def test_calls(self):
        truth = load(truth_of(FLEET))
        calls = [line for line in truth if line["kind"] == "rpc" and line["proc"] != "server" and line["targets"] == [1]]
        drawn = arrows(FLEET, "godot")
        for line in calls[:50]:
            text = f"{line['node'].removeprefix('/root/')}.{line['method']}("
            self.assertTrue([a for a in drawn if text in a.comment and a.source == str(line["from"]) and a.target == "server"], text)


class Mirrored(unittest.TestCase):
    """The game's own recording gives the same graph, without connections on the wire."""

    def calls(self, game, role):
        """Arrows of calls; the hops of the scripts' calls that pass this peer; and those of them that must be there:
        calls just before a peer leaves may not arrive."""
        truth = mirrors.load(game)
        roles = {line["from"]: line["proc"] for line in truth if line["kind"] == "rpc"} | {1: "server"}
        gone = {}
        for line in truth:
            if line.get("event") == "peer_disconnected":
                gone.setdefault(line["id"], line["t_us"])
        name_of = lambda peer: "server" if peer == 1 else str(peer)
        wanted, certain = Counter(), Counter()
        for line in (line for line in truth if line["kind"] == "rpc"):
            method = f"{line['node'].removeprefix('/root/')}.{line['method']}"
            for target in line["targets"]:
                stops = [line["from"], target] if 1 in (line["from"], target) else [line["from"], 1, target]
                for source, receiver in zip(stops, stops[1:]):
                    if role not in (roles[source], roles[receiver]):
                        continue
                    is_first_hop = source == line["from"] and role == roles[source]
                    # A receiver over WebSocket reports every message as reliable, and relays it so.
                    mode = MODES[line["transfer"]] if is_first_hop or "enet" in game else "reliable"
                    call = (name_of(source), name_of(receiver), mode, method)
                    wanted[call] += 1
                    margin = 250_000
                    if is_first_hop or all(line["t_us"] < gone.get(peer, float("inf")) - margin for peer in (source, receiver)):
                        certain[call] += 1
        drawn = arrows(mirrors.recordings(game)[role], "godot")
        reported = [(a, re.match(r"(\w+)(?:, [^:]*)?: ([\w/]+\.\w+)\(", a.comment)) for a in drawn]
        return Counter((a.source, a.target, call[1], call[2]) for a, call in reported if call), wanted, certain

    def test_calls(self):
        """At each end, the calls that it sent and received, and no others: sender, receiver, mode."""
        for game, roles in (("arena_enet", ("server", "red", "green")), ("peers_websocket", ("server", "red", "green", "blue"))):
            for role in roles:
                with self.subTest(game=game, role=role):
                    got, wanted, certain = self.calls(game, role)
                    self.assertGreater(sum(certain.values()), 40)
                    self.assertGreater(len({mode for _, _, mode, _ in certain}), 1)
                    self.assertLessEqual(sum((wanted - certain).values()), 20)
                    self.assertEqual((got - wanted, certain - got), (Counter(), Counter()))


class Connections(unittest.TestCase):
    """ENet alone, over a lossy link: retransmissions are labelled, acknowledgements have their round-trip time."""

    def test_lossy_link(self):
        capture = lab.LINKS / "godot-4.6" / "lossy_server.pcap"
        drawn = arrows(capture, "enet")
        self.assertEqual({(a.source, a.target) for a in drawn}, {("client", "server"), ("server", "client")})
        self.assertEqual(drawn[0].label, "Connect")
        marks = harness.fields(capture, ["enet.command", "enet.analysis.retransmission"], display_filter="enet.analysis.retransmission && !(enet.command == 5)")
        count = sum(len(row) for _, row in marks)
        self.assertGreater(count, 20)
        self.assertEqual(count, sum("sent again" in a.comment for a in drawn if a.label != "Disconnect"))
        # Recorded at the server: each message that it received is there, with its number.
        sent = {line["seq"]: line for line in lab.truth_of(capture) if line["kind"] == "enet_sent"}
        got = [sent[line["of"]] for line in lab.truth_of(capture) if line["kind"] == "enet_received" and line["proc"].startswith("server")]
        for mode in ("reliable", "unsequenced"):
            wanted = sum(line["transfer"] == mode and line["len"] < 1300 for line in got)
            unmarked = [(a.label, re.sub(r"^\[[^]]+\] ", "", a.comment)) for a in drawn if a.source == "client"]
            came = {(label, comment.split(",")[0]) for label, comment in unmarked if label.startswith(f"Send {mode} ")}
            self.assertGreater(wanted, 50)
            self.assertEqual(len(came), wanted)
        self.assertTrue([a for a in drawn if re.fullmatch(r"channel \d+, after \d+\.\d ms", a.comment)])
        self.assertFalse([a for a in drawn if a.label == "Ping"])


if __name__ == "__main__":
    unittest.main()
