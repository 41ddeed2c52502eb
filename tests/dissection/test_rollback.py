# SPDX-License-Identifier: MIT
"""godot-rollback-netcode in real games: every message has the ticks, inputs and hashes that the library logged."""

import collections
import functools
import gzip
import json
import re
import unittest

import harness

CAPTURES = harness.PCAPS / "rollback"
HEALTHY = ("three", "lossy", "three_old")
EVERY = (*HEALTHY, "diverged")
SLOW = ("div_ignored", "div_restore")  # over a link that delays and loses
RECORDED = ("rematch", "mesh", "websocket", "subclass", "packed", "spectator", "frozen", "div_rng", "div_mesh", *SLOW)
DIVERGED = {"div_rng": ("simulation", "rollback or simulation"), "div_mesh": ("simulation", "rollback or simulation"),
            "div_ignored": ("hidden key or simulation",), "div_restore": ("rollback or simulation",)}  # fmt: skip

harness.show_ids()


def path_of(name):
    path = CAPTURES / f"{name}.pcap"
    return path if path.exists() else CAPTURES / f"{name}.pcap.gz"


@functools.lru_cache(maxsize=None)
def truth(name):
    with gzip.open(CAPTURES / f"{name}.truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def rows_of(name, kind):
    return [row for row in truth(name) if row["kind"] == kind]


def peers(name):
    """The id of each role's peer, as the plugin shows it."""
    return {row["role"]: label(row["peer"]) for row in rows_of(name, "me")}


def label(peer):
    return "server" if peer == 1 else str(peer)


def sent(name):
    """The messages that were sent: (from, to, row), in order of their sender's log."""
    ends = peers(name)
    return [(ends[row["role"]], label(row["peer"]), row) for row in rows_of(name, "send_input_tick")]


class Shown:
    def __init__(self, packet, item):
        self.frame = packet.number
        self.stream = (packet.shows("udp.stream") or packet.shows("tcp.stream"))[0]
        self.item = item
        self.sender, self.receiver = item.shows("godot.from")[0], item.shows("godot.to")[0]
        self.text = item.shows("rollback.text")[0]

    def one(self, name):
        (value,) = self.item.shows(name)
        return int(value)

    def inputs(self):
        return [(int(each.shows("rollback.input_tick")[0]), each) for each in self.item.all("rollback.input")]

    def hashes(self):
        return [(int(each.shows("rollback.hash_tick")[0]), int(each.shows("rollback.hash")[0]), each) for each in self.item.all("rollback.state")]


@functools.lru_cache(maxsize=None)
def shown(name):
    """Every message of the library in a capture, as the plugin shows it."""
    return [Shown(packet, item) for packet in harness.packets(path_of(name), "-Y", "rollback", layers="frame udp tcp rollback")
            for item in packet.children if item.name == "rollback"]  # fmt: skip


# The first columns of each table.
TABLES = {"godot,rollback": "from,to,", "godot,diverged": "match,tick,", "godot,rollback,standstills": "peer,match,",
          "godot,diverged,inputs": "match,diverged,", "godot,rollback,lateness": "match,from,"}  # fmt: skip


@functools.lru_cache(maxsize=None)
def tables(name):
    """All tables of a capture, of one run, by their columns."""
    output = harness.run("-2", "-q", *(word for each in TABLES for word in ("-z", f"{each},csv")), capture=path_of(name)).stdout.decode()
    begins = sorted((re.search(f"^{first}", output, re.M).start(), which) for which, first in TABLES.items())
    ends = [begin for begin, _ in begins[1:]] + [len(output)]
    return {which: harness.csv_rows(output[begin:end]) for (begin, which), end in zip(begins, ends)}


def table(name, which):
    return tables(name)[which]


class Messages(unittest.TestCase):
    def test_content(self):
        """Ticks, inputs and hashes of every message in the capture are those that were sent. Those that are missing were
        dropped by ENet or the link; the server's capture has relayed messages twice."""
        for name in EVERY:
            with self.subTest(capture=name):
                messages = collections.defaultdict(list)
                for sender, receiver, row in sent(name):
                    messages[sender, receiver, row["hex"]].append(row)
                seen = collections.Counter()
                for each in shown(name):
                    key = (each.sender, each.receiver, each.item.data.hex())
                    self.assertTrue(key in messages, f"frame {each.frame}: nothing of that was sent")
                    row = messages[key][0]
                    seen[key] += 1
                    self.assertEqual(each.one("rollback.requested_input_tick"), row["next_input"])
                    self.assertEqual(each.one("rollback.requested_hash_tick"), row["next_hash"])
                    self.assertEqual([tick for tick, _ in each.inputs()], [tick for tick, *_ in row["inputs"]])
                    self.assertEqual([[tick, value] for tick, value, _ in each.hashes()], row["hashes"])
                    self.assertEqual(each.one("rollback.match"), 1)
                missing = [key for key in messages if key not in seen]
                allowed = 0.06 if name == "lossy" else 0.002
                self.assertLessEqual(len(missing), allowed * len(messages))
                hops = {key: 1 if "server" in key[:2] else 2 for key in messages}
                # The same bytes are sent several times while a peer waits.
                self.assertFalse([key for key, count in seen.items() if count > hops[key] * len(messages[key])])

    def test_inputs_by_node(self):
        """The library's serializer: node, keys, and the hash."""
        for name in ("three", "three_old"):
            with self.subTest(capture=name):
                texts = {content: text for *_, row in sent(name) for _, content, text in row["inputs"]}
                compared = 0
                for each in shown(name)[:400]:
                    for _, item in each.inputs():
                        data = item.data[2:]  # without the size
                        text = texts[data.hex()]
                        self.assertEqual(item.shows("rollback.input.hash"), re.findall(r'"\$": (\d+)', text))
                        self.assertEqual(item.shows("rollback.input.node"), re.findall(r'"(/root/[^"]*)"', text))
                        compared += 1
                self.assertGreater(compared, 500)

    def test_first_sent_in(self):
        """Inputs are repeated until they are acknowledged: a repetition links the first message with them on this way."""
        for name in EVERY:
            with self.subTest(capture=name):
                first, again, lines = {}, 0, collections.Counter()
                for each in shown(name):
                    here = []
                    for tick, item in each.inputs():
                        key = (each.stream, each.sender, each.receiver, tick)
                        here.append(item.shows("rollback.input.again"))
                        if key in first and first[key] != str(each.frame):
                            self.assertEqual(here[-1], [first[key]])
                        elif key not in first:
                            self.assertEqual(here[-1], [])
                        first.setdefault(key, str(each.frame))
                    again += sum(map(bool, here))
                    lines[re.sub(r"\d+", "N", each.text)] += 1
                self.assertGreater(again, 1000)
                self.assertTrue(any("(N again)" in line for line in lines))

    def test_lines(self):
        texts = [each.text for each in shown("three")]
        self.assertTrue(any(re.fullmatch(r"inputs \d+–\d+ \(\d again\), hashes \d+–\d+, wants \d+ and hash \d+", text) for text in texts))
        (row,) = harness.fields(CAPTURES / "three.pcap", ["_ws.col.Info"], display_filter="rollback && frame.number == %d" % shown("three")[50].frame)
        self.assertIn(f"rollback {shown('three')[50].text}", row[0][0])

    def test_calls_have_names_without_a_project(self):
        for name in ("three", "three_old"):
            with self.subTest(capture=name):
                texts = [text for (texts,) in harness.fields(CAPTURES / f"{name}.pcap", ["godot.rpc.text"], display_filter="godot.rpc.text") for text in texts]
                for method in ("_remote_start()", "_remote_stop()", "_remote_ping({", "_remote_ping_back({"):
                    self.assertTrue(any(f"SyncManager/NetworkAdaptor.{method}" in text for text in texts), method)

    def test_over_one_pass(self):
        """Without -2: the same messages."""
        count = len(harness.fields(CAPTURES / "three.pcap", ["frame.number"], display_filter="rollback", two_passes=False))
        self.assertEqual(count, len({each.frame for each in shown("three")}))


def read(message):
    """The message's parts, by a reader of this test: asked-for input, first tick and inputs; the same of hashes."""
    at = 0

    def number(size):
        nonlocal at
        at += size
        return int.from_bytes(message[at - size : at], "little")

    asked, count = number(4), number(1)
    first = number(4) if count else 0
    inputs = []
    for i in range(count):
        size = number(2)
        inputs.append((first + i, message[at : at + size]))
        at += size
    asked_hash, count = number(4), number(1)
    first = number(4) if count else 0
    hashes = [(first + i, number(4)) for i in range(count)]
    assert at == len(message)
    return asked, inputs, asked_hash, hashes


class Forms(unittest.TestCase):
    """Other transports, and what games change: made by pcaps/make-rollback."""

    def test_content(self):
        for name in RECORDED:
            with self.subTest(capture=name):
                # Who is who in a mesh is not on the wire.
                ends_known = "mesh" not in name
                messages = {(sender * ends_known, receiver * ends_known, row["hex"]) for sender, receiver, row in sent(name)}
                found = set()
                for each in shown(name):
                    key = (each.sender * ends_known, each.receiver * ends_known, each.item.data.hex())
                    self.assertTrue(key in messages, f"frame {each.frame}: nothing of that was sent")
                    found.add(key)
                    asked, inputs, asked_hash, hashes = read(each.item.data)
                    self.assertEqual((each.one("rollback.requested_input_tick"), each.one("rollback.requested_hash_tick")), (asked, asked_hash))
                    self.assertEqual([tick for tick, _ in each.inputs()], [tick for tick, _ in inputs])
                    self.assertEqual([(tick, value) for tick, value, _ in each.hashes()], hashes)
                # ENet's throttle drops some, and the slow link others.
                self.assertGreater(len(found), 0.9 * len(messages))

    def test_packed_inputs_are_bytes(self):
        """The first four bytes are the hash; nothing is claimed about the rest."""
        compared = 0
        for each in shown("packed"):
            for (_, item), (_, content) in zip(each.inputs(), read(each.item.data)[1]):
                self.assertEqual(item.child("rollback.input.data").data, content)
                self.assertEqual(item.shows("rollback.input.node"), [])
                compared += 1
        self.assertGreater(compared, 100)

    def test_another_serializer_stays_a_call(self):
        capture = CAPTURES / "odd.pcap"
        self.assertEqual(shown("odd"), [])
        notes = harness.fields(capture, ["godot.rpc.text"], display_filter="rollback.another_serializer")
        self.assertEqual(len(notes), len(sent("odd")))
        self.assertTrue(all("NetworkAdaptor._rit(" in texts[0] for texts, in notes))
        self.assertEqual(harness.fields(capture, ["frame.number"], display_filter="godot.problem"), [])

    def test_a_rematch_begins_again(self):
        matches = collections.Counter(each.one("rollback.match") for each in shown("rematch"))
        starts = [row["t_us"] for row in rows_of("rematch", "start_send")]
        self.assertEqual(len(starts), 2)
        wanted = collections.Counter(1 + (row["t_us"] > starts[1]) for *_, row in sent("rematch"))
        self.assertEqual(set(matches), {1, 2})
        self.assertLessEqual(abs(matches[2] - wanted[2]), 2)
        ticks = collections.defaultdict(set)
        for each in shown("rematch"):
            ticks[each.one("rollback.match")].update(tick for tick, *_ in each.hashes())
        self.assertGreater(len(ticks[1] & ticks[2]), 50)

    def test_healthy_games_have_no_problem(self):
        for name in RECORDED:
            with self.subTest(capture=name):
                if not rows_of(name, "remote_state_mismatch"):
                    self.assertEqual(table(name, "godot,diverged"), [])
                    self.assertEqual(harness.fields(CAPTURES / f"{name}.pcap", ["frame.number"], display_filter='godot.problem == "diverged"'), [])

    def test_the_first_tick_that_differs(self):
        """As the library on each peer says; and which causes the inputs before leave."""
        for name, cause in DIVERGED.items():
            with self.subTest(capture=name):
                first = min(row["tick"] for row in rows_of(name, "remote_state_mismatch"))
                rows = table(name, "godot,diverged")
                self.assertEqual({row["tick"] for row in rows[:1]}, {str(first)})
                self.assertIn(rows[0]["cause"], cause)
                problems = harness.fields(CAPTURES / f"{name}.pcap", ["frame.number"], display_filter='godot.problem == "diverged"')
                self.assertEqual(len(problems), len(rows))

    def test_a_process_that_stands_still(self):
        """b's main loop was blocked for 1.5 s; a waits for its inputs when it has predicted 20 ticks."""
        ends = peers("frozen")
        rows = table("frozen", "godot,rollback,standstills")
        frozen = [row for row in rows if row["peer"] == ends["b"] and float(row["length"]) > 1]
        self.assertEqual([row["why"] for row in frozen], ["stood still"])
        self.assertRegex(frozen[0]["others"], r"^server \+(1[5-9]|2\d)$")  # until it waits
        self.assertAlmostEqual(float(frozen[0]["length"]), 1.5, delta=0.3)
        waiting = [row for row in rows if row["peer"] == ends["a"]]
        self.assertEqual([(row["why"], row["waits_for"]) for row in waiting], [("waited", ends["b"])])
        self.assertTrue(float(frozen[0]["begin"]) < float(waiting[0]["begin"]) < float(frozen[0]["begin"]) + 1.5)
        # The frame after which the process stood still: the row's filter finds it first, at that time.
        ((before,), *_) = harness.fields(CAPTURES / "frozen.pcap", ["frame.time_relative"], display_filter=frozen[0]["filter"])
        self.assertAlmostEqual(float(before[0]), float(frozen[0]["begin"]), delta=0.001)


# Games of pcaps/rollback/diverged, and the cause that each has; all but those of a serializer may have "rollback", too, if inputs came late.
KINDS = {
    **dict.fromkeys(("float", "random", "time", "frames", "delta", "process", "leftover", "dictionary", "order", "spawn", "timer", "animation", "version",
                     "heal", "hidden_state", "rematch", "spectator", "websocket", "float_3", "random_3", "order_3"), "simulation"),
    **dict.fromkeys(("predict", "lost", "restore_3"), "rollback"),
    **dict.fromkeys(("dash", "ignored_3"), "hidden key"),
    "lossy": "serializer", "cheat": "other inputs",
}  # fmt: skip
DIVERGED_GAMES = {name: f"diverged/{name}" for name in KINDS}


def late(name, before, window=30, delay=2):
    """As the engines log: by role, whether inputs for the ticks before came so late that their receiver had to simulate `before` again."""
    found = dict.fromkeys(peers(name), False)
    for row in rows_of(name, "arrived"):
        for tick in range(row["first"], row["last"] + 1):
            behind = row["input_tick"] + 1 - tick
            found[row["role"]] |= before - window < tick <= before and behind > delay and tick + behind >= before
    return found


class Divergences(unittest.TestCase):
    """Twenty-eight games with a fault of their script's: each is found at its tick, with its cause."""

    def test_the_tick_and_the_cause(self):
        for name, kind in KINDS.items():
            with self.subTest(game=name):
                name = DIVERGED_GAMES[name]
                rows = table(name, "godot,diverged")
                first = min(row["tick"] for row in rows_of(name, "remote_state_mismatch"))
                self.assertEqual(rows[0]["tick"], str(first))
                if faults := rows_of(name, "fault"):
                    self.assertEqual(first, min(row["tick"] for row in faults))
                self.assertIn(kind, rows[0]["cause"])
                self.assertEqual(rows[0]["match"], "2" if "rematch" in name else "1")
                self.assertEqual(rows[0]["inputs"], "other bytes" if kind == "other inputs" else "the same bytes")
                problems = harness.fields(path_of(name), ["frame.number"], display_filter='godot.problem == "diverged"')
                self.assertEqual(len(problems), len(rows))

    def test_no_rollback_without_late_inputs(self):
        """If the engines had all inputs in time, a rollback is no cause."""
        exact = 0
        for name, kind in KINDS.items():
            with self.subTest(game=name):
                name = DIVERGED_GAMES[name]
                (row, *_) = table(name, "godot,diverged")
                if kind != "simulation" or any(late(name, int(row["tick"])).values()):
                    continue
                self.assertEqual(row["cause"], "simulation")
                exact += 1
        self.assertGreater(exact, 5)

    def test_who_agrees(self):
        """Peers with the same hash, as the engines log."""
        compared = 0
        for name in KINDS:
            name = DIVERGED_GAMES[name]
            if len(peers(name)) < 3:
                continue
            with self.subTest(game=name):
                (row, *_) = table(name, "godot,diverged")
                hashes = dict(pair.rsplit(" ", 1) for pair in row["hashes"].split(", "))
                groups = collections.defaultdict(set)
                for peer, value in hashes.items():
                    groups[value].add(peer)
                self.assertEqual({frozenset(group.split(" = ")) for group in row["agree"].split(" | ")}, {frozenset(group) for group in groups.values()})
                ends = peers(name)
                for each in rows_of(name, "remote_state_mismatch"):
                    if str(each["tick"]) != row["tick"]:
                        continue
                    one, other = ends[each["role"]], label(each["peer"])
                    if one not in hashes:
                        continue  # a spectator compares, too, and sends none
                    self.assertEqual((hashes[one], hashes[other]), (f"{each['local']:08x}", f"{each['remote']:08x}"))
                    compared += 1
        self.assertGreater(compared, 8)

    def test_inputs_side_by_side(self):
        """Those of the last ticks, by tick and peer, as they were sent; only the peer that cheats has sent others."""
        for name in ("float", "dash", "cheat", "lossy", "float_3"):
            with self.subTest(game=name):
                name = DIVERGED_GAMES[name]
                capture = path_of(name)
                (row, *_) = table(name, "godot,diverged")
                tick = int(row["tick"])
                rows = [each for each in table(name, "godot,diverged,inputs") if each["diverged"] == row["tick"]]
                players = set(peers(name).values())
                self.assertEqual({(int(each["tick"]), each["peer"]) for each in rows}, {(number, peer) for number in range(tick - 7, tick + 1) for peer in players})
                cheats = {each["peer"] for each in rows if each["bytes"] != "the same bytes to all"}
                self.assertEqual(cheats, {peers(name)["b"]} if "cheat" in name else set())
                if "lossy" in name:
                    self.assertTrue(all(re.fullmatch("[0-9a-f]+…?", each["inputs"]) for each in rows))
                else:
                    self.assertTrue(all(re.match(r'\{.*"\$": \d+|\{.*…$', each["inputs"]) for each in rows))
                texts = [text for (texts,) in harness.fields(capture, ["rollback.inputs_before"], display_filter='godot.problem == "diverged"') for text in texts]
                self.assertEqual(len(texts), len(rows))
                self.assertTrue(texts[0].startswith(f"tick {tick - 7}, "))


class Lateness(unittest.TestCase):
    NAMES = ("float", "heal", "dash", "lost", "predict", "float_3", "restore_3", "ignored_3")

    def test_tick_by_tick(self):
        """How many ticks behind each input was when its receiver said that it has it: as the engine logs when it takes it. It says so with
        its next tick, or with the same one while it skips ticks; a message of that moment may be missing."""
        compared = collections.Counter()
        for name in self.NAMES:
            with self.subTest(game=name):
                name = DIVERGED_GAMES[name]
                ends = peers(name)
                logged = {}
                for row in rows_of(name, "arrived"):
                    for tick in range(row["first"], row["last"] + 1):
                        logged[label(row["peer"]), ends[row["role"]], tick] = row["input_tick"] - tick
                here = collections.Counter()
                seen = set()
                for each in shown(name):
                    for tick, item in each.inputs():
                        key = (each.sender, each.receiver, tick)
                        if key in seen or key not in logged or not item.shows("rollback.input.behind"):
                            continue
                        seen.add(key)
                        behind = int(item.shows("rollback.input.behind")[0])
                        self.assertGreaterEqual(behind, logged[key], key)
                        here[behind - logged[key]] += 1
                self.assertGreater(sum(here.values()), 150)
                self.assertGreater(here[0] + here[1], 0.9 * sum(here.values()))
                compared += here
        self.assertGreater(compared[0] + compared[1], 0.97 * sum(compared.values()))

    def test_ticks_that_were_simulated_again(self):
        """About as many as the engines log, without those of a game with a prediction of its own."""
        for name in ("dash", "lost", "restore_3", "ignored_3"):
            with self.subTest(game=name):
                name = DIVERGED_GAMES[name]
                logged = sum(row["ticks"] for row in rows_of(name, "rollback"))
                found = sum(int(row["simulated_again"] or 0) for row in table(name, "godot,rollback"))
                self.assertGreater(logged, 30)
                self.assertAlmostEqual(found / logged, 1, delta=0.25)

    def test_pings(self):
        """Every answer links its ping; the round trip of the server's own pings is not longer than the engine measured."""
        for name in ("three", "three_old"):
            with self.subTest(capture=name):
                capture = CAPTURES / f"{name}.pcap"
                asked = harness.fields(capture, ["frame.number", "rollback.answered_in"], display_filter="rollback.answered_in")
                answers = harness.fields(capture, ["frame.number", "rollback.answer_to", "rollback.round_trip", "godot.to"], display_filter="rollback.answer_to")
                self.assertGreater(len(answers), 20)
                pairs = {(ping, answer) for pings, found in asked for ping in pings for answer in found}
                self.assertEqual({(ping, frame) for (frame,), pings, *_ in answers for ping in pings}, pairs)
                ends = peers(name)
                trips = sorted(row["rtt"] for row in rows_of(name, "pinged_back") if ends[row["role"]] == "server")
                mine = sorted(1000 * float(trip) for _, _, found, to in answers for trip, receiver in zip(found, to) if receiver == "server")
                self.assertEqual(len(mine), len(trips))
                self.assertTrue(all(one <= other + 1 for one, other in zip(mine, trips)), (mine, trips))
                # A ping has no line of its own: the list shows the call, with its arguments.
                listed = harness.run(capture=capture).stdout.decode()
                self.assertEqual((listed.count("_remote_ping()"), listed.count("_remote_ping_back()")), (0, 0))
                self.assertGreater(listed.count("_remote_ping({"), 10)


class Desync(unittest.TestCase):
    def test_hashes_are_those_that_were_computed(self):
        for name in EVERY:
            with self.subTest(capture=name):
                ends = peers(name)
                # A tick that is rolled back is computed again: the last one is final.
                computed = {(ends[row["role"]], row["tick"]): row["hash"] for row in rows_of(name, "state_hash")}
                found = {(each.sender, tick): value for each in shown(name) for tick, value, _ in each.hashes()}
                self.assertGreater(len(found), 300)
                self.assertEqual({key: computed[key] for key in found}, found)

    def test_healthy_games_have_no_problem(self):
        for name in HEALTHY:
            with self.subTest(capture=name):
                self.assertEqual(harness.fields(CAPTURES / f"{name}.pcap", ["frame.number"], display_filter='godot.problem == "diverged" || rollback.diverged_from'), [])
                self.assertEqual(table(name, "godot,diverged"), [])

    def test_the_first_tick(self):
        """One peer adds 0.001 to a float at tick 120; one problem, at the message that shows it first."""
        (fault,) = rows_of("diverged", "fault")
        capture = CAPTURES / "diverged.pcap"
        problems = harness.fields(capture, ["frame.number", "rollback.text"], display_filter='godot.problem == "diverged"')
        self.assertEqual(len(problems), 1)
        (row,) = table("diverged", "godot,diverged")
        self.assertEqual(row["tick"], str(fault["tick"]))
        self.assertEqual(row["agreed"], str(fault["tick"] - 1))
        self.assertEqual((row["healed"], row["cause"]), ("", "simulation"))
        frames = {int(number[0]) for number, in harness.fields(capture, ["frame.number"], display_filter=row["filter"])}
        self.assertEqual(frames, {each.frame for each in shown("diverged") if fault["tick"] in [tick for tick, *_ in each.hashes()]})
        self.assertEqual(min(int(row["ticks"]), 40), 40)

    def test_both_sides_of_a_divergence_link_each_other(self):
        """Each peer's hash of a tick links the first messages with another one."""
        first, values = {}, collections.defaultdict(dict)
        for each in shown("diverged"):
            for tick, value, _ in each.hashes():
                first.setdefault((each.sender, tick), str(each.frame))
                values[tick][each.sender] = value
        linked = 0
        for each in shown("diverged"):
            for tick, value, item in each.hashes():
                others = sorted(first[other, tick] for other, theirs in values[tick].items() if theirs != value)
                self.assertEqual(sorted(item.shows("rollback.diverged_from")), others)
                linked += len(others)
        self.assertGreater(linked, 50)

    def test_mismatches_of_the_library(self):
        """The library logs each tick that differs, on each peer: those of the capture's hashes."""
        logged = {row["tick"] for row in rows_of("diverged", "remote_state_mismatch")}
        found = {tick for each in shown("diverged") for tick, _, item in each.hashes() if item.shows("rollback.diverged_from")}
        self.assertLessEqual(logged, found)


class Starvation(unittest.TestCase):
    def test_ways(self):
        """Messages, inputs and repetitions of every way, each relayed message once."""
        for name in ("three", "three_old", "diverged"):
            with self.subTest(capture=name):
                rows = {(row["from"], row["to"]): row for row in table(name, "godot,rollback")}
                # The client of each connection: of its relayed messages the hop from it counts.
                clients = {each.stream: ({each.sender, each.receiver} - {"server"}).pop() for each in shown(name) if "server" in (each.sender, each.receiver)}
                wanted = collections.defaultdict(lambda: [0, set(), 0])
                for each in shown(name):
                    if each.sender not in ("server", clients[each.stream]):
                        continue
                    count = wanted[each.sender, each.receiver]
                    count[0] += 1
                    for tick, _ in each.inputs():
                        count[2] += tick in count[1]
                        count[1].add(tick)
                self.assertEqual(set(rows), set(wanted))
                for key, (messages, ticks, again) in wanted.items():
                    row = rows[key]
                    self.assertEqual((int(row["messages"]), int(row["inputs"]), int(row["again"])), (messages, len(ticks), again), key)

    def test_lateness(self):
        """How many ticks behind inputs were when their receiver asked for the next ones: as all of its messages say,
        captured or not."""
        for name in ("three", "diverged", "three_old"):
            with self.subTest(capture=name):
                compared = 0
                rows = {(row["from"], row["to"]): row for row in table(name, "godot,rollback")}
                for (sender, receiver), row in rows.items():
                    ticks = [(each["input_tick"], each["next_input"]) for source, target, each in sent(name) if (source, target) == (receiver, sender)]
                    histogram, until = collections.Counter(), 0
                    for newest, following in ticks:
                        if until:
                            histogram.update(newest - tick for tick in range(until, following))
                        until = max(until, following)
                    found = {int(behind): int(count) for behind, count in (pair.split(":") for pair in row["histogram"].split())}
                    difference = sum(abs(histogram[key] - found.get(key, 0)) for key in {*histogram, *found})
                    self.assertLessEqual(difference, 0.01 * sum(histogram.values()) + 2, (sender, receiver))
                    compared += 1
                self.assertEqual(compared, 6)

    def test_a_mesh_has_a_row_for_each_direction(self):
        """Nobody has an id there: the rows are found by connection and end, each its own messages."""
        rows = table("div_mesh", "godot,rollback")
        self.assertEqual(len({row["filter"] for row in rows}), len(rows))
        self.assertEqual(len(rows), 6)
        for row in rows[:2]:
            found = harness.fields(CAPTURES / "div_mesh.pcap", ["enet.stream"], display_filter=row["filter"] + " && rollback.input_count")
            self.assertEqual(len(found), int(row["messages"]))
            self.assertEqual({f"ENet {stream[0]}" for (stream,) in found}, {row["from"].rsplit(" ", 1)[0]})

    def test_lateness_by_second(self):
        """Each row's filter finds the messages of its receiver in that second; the seconds add up to the table of ways."""
        rows = table("three", "godot,rollback,lateness")
        self.assertGreater(len(rows), 12)
        counted = collections.Counter()
        for row in rows:
            counted[row["from"], row["to"]] += int(row["inputs"])
        ways = table("three", "godot,rollback")
        self.assertEqual(counted, {(row["from"], row["to"]): sum(int(pair.split(":")[1]) for pair in row["histogram"].split()) for row in ways})
        for row in rows[:3]:
            found = harness.fields(CAPTURES / "three.pcap", ["frame.time_relative"], display_filter=row["filter"])
            self.assertGreater(len(found), 0)
            self.assertEqual({int(float(time[0])) for (time,) in found}, {int(row["begin"])})

    def test_filters_of_the_table(self):
        rows = table("three", "godot,rollback")
        frames = collections.defaultdict(set)
        for each in shown("three"):
            frames[each.sender, each.receiver].add(each.frame)
        for row in rows:
            found = {int(number[0]) for (number,) in harness.fields(CAPTURES / "three.pcap", ["frame.number"], display_filter=row["filter"])}
            self.assertEqual(found & frames[row["from"], row["to"]], frames[row["from"], row["to"]], row["filter"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
