# SPDX-License-Identifier: MIT
"""The content of reports, compared with tshark's tables, for a capture of each folder.

The tables of the first capture of each folder; those of all others with GODOT_LONG=1."""

import json
import re
import struct
import unittest
from collections import Counter, defaultdict

import harness
from report_file import TABLES, made
from truth import truth_of

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
MOMENTS = harness.PCAPS / "state" / "godot-4.6" / "moments_enet.pcap"
CALLS = ARENA.with_name("calls_enet.pcap")
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"
LOSSY = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
COUNTED_ELSEWHERE = 32  # a bar's flag, as in answers/report_page/timeline.cpp


def captures():
    found = sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])
    found = [capture for capture in found if "noise" not in capture.parts]
    return harness.of_this_run(found, harness.of_each_folder(found, 1))


WORD = re.compile(r"[^\W\d_]{3,}")
TOKEN = re.compile(r"\b(?:peer|name|text|address)-\d+")
NUMBERS = {"bars", "coarse", "kind_bytes", "lane_bytes"}  # in base 64, as the samples of the replay are


def texts_of(facts):
    """All texts of a report's facts, but for its numbers in base 64."""
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, list):
        for each in facts:
            yield from texts_of(each)
    elif isinstance(facts, dict):
        for key, each in facts.items():
            if key == "series":
                yield from texts_of([row[:5] for row in each])
            elif key not in NUMBERS:
                yield from texts_of(each)


def words_of_sources():
    """The words in the texts of the program's sources."""
    files = [file for folder in ("analysis", "answers", "codec") for file in (harness.SOURCE / folder).rglob("*")
             if file.suffix in (".cpp", ".h", ".def", ".inc")]
    texts = (text for file in files for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', file.read_text(encoding="utf-8")))
    return {word for text in texts for word in WORD.findall(text)}


load_tests = harness.by_length
harness.show_ids()


def as_the_page_cuts(shown, found):
    """A row of tshark's, with the long texts that the page has cut."""
    cut = {key for key, cell in found.items() if cell and cell.endswith("…") and (shown[key] or "").startswith(cell[:-1].rstrip())}
    return {key: found[key] if key in cut else cell for key, cell in shown.items()}


def number_of(peer):
    return 1 if peer == "server" else int(peer)


class Facts(unittest.TestCase):
    @harness.sweep
    def test_tables_are_those_of_tshark(self):
        """To the last digit; a filter of more than 300 bytes is left out of the page."""
        rows = 0
        self.compared_by_kind = 0
        for capture in captures():
            with self.subTest(capture=capture.name):
                report = made(capture)
                self.assertEqual([table["name"] for table in report.facts["tables"]], TABLES)
                for table in report.facts["tables"]:
                    keys = [column[0] for column in table["columns"]]
                    found = [{key: None if cell is None else str(cell) for key, cell in zip(keys, row)} for row in table["rows"]]
                    shown = [{**row, "filter": row["filter"] if len((row["filter"] or "").encode()) <= 300 else None} if "filter" in row else row
                             for row in report.tables[table["name"]]]
                    self.assertEqual(found, [as_the_page_cuts(*pair) for pair in zip(shown, found)], table["name"])
                    self.assertEqual(len(found), len(shown))
                    self.assertEqual(table["left_out"], 0)
                    rows += len(found)
                self.check_timeline(report)
        self.assertGreater(rows, harness.at_least(9_000) if harness.LONG else 1_000)
        self.assertGreater(self.compared_by_kind, harness.at_least(25) if harness.LONG else 5)

    def check_timeline(self, report):
        """Bytes over time are the profile's, and so are those of the bars, without the records of mirrors that count in
        another frame; by kind, if no fragment waits for its message."""
        timeline = report.facts["timeline"]
        profile = report.tables["godot,profile"]
        total = sum(int(row["total"]) for row in profile)
        kinds = report.bytes_by_kind()
        self.assertEqual(sum(kinds.values()), total)
        bars = report.bars()
        self.assertEqual((len(bars), timeline["left_out"], timeline["lanes_left_out"]), (timeline["count"], 0, 0))
        self.assertEqual(sum(bar.bytes for bar in bars if not bar.flags & COUNTED_ELSEWHERE), total)
        self.assertEqual(len({bar.frame for bar in bars}), len(bars))
        if bars and all(lane[0] == "ENet" for lane in timeline["lanes"]) and "Fragment" not in kinds:
            wanted = Counter()
            for row in profile:
                wanted[row["kind"]] += int(row["total"])
            self.assertEqual(kinds, dict(+wanted))
            self.compared_by_kind += 1

    def test_the_title_names_the_capture(self):
        self.assertEqual(made(ARENA, tables=False).facts["capture"], ARENA.name)
        self.assertEqual(made(ARENA, tables=False, masked=True).facts["capture"], "")

    def test_calls_through_a_relay_count_once(self):
        """A capture of both sides has each message twice, and a call from player to player four times."""
        for name in ("arena_enet", "arena_websocket"):
            capture = harness.PCAPS / "relayed" / "godot-4.6" / f"{name}.pcapng"
            facts = made(capture, tables=False).facts
            found, sent = Counter(), Counter()
            for _, sender, receiver, count, *_ in facts["calls"]["pairs"]:
                found[number_of(sender), number_of(receiver)] += count
            for line in truth_of(capture).read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                if record["kind"] == "rpc":
                    sent.update((record["from"], target) for target in record["targets"])
            self.assertGreater(len(sent), 5)
            self.assertEqual(found, sent, name)

    def test_bars_are_packets(self):
        """Number, time, length, connection and direction of each packet, and its kind."""
        names = ["frame.number", "frame.time_relative", "frame.len", "enet.stream", "enet.connection.from_client", "godot.command",
                 "enet.command", "enet.analysis.retransmission_of", "_ws.col.Info"]
        for capture in (ARENA, LOSSY):
            report = made(capture, tables=False)
            timeline = report.facts["timeline"]
            rows = harness.fields(capture, names, display_filter="enet")
            bars = report.bars()
            self.assertEqual(len(bars), len(rows))
            calls = again = 0
            for bar, (number, time, size, stream, from_client, commands, sent, retransmissions, info) in zip(bars, rows):
                self.assertEqual(bar.frame, int(number[0]))
                self.assertEqual(bar.time, int(time[0].replace(".", "")[:-3]))
                self.assertEqual(bar.bytes, int(size[0]))
                way = 0 if harness.truth_value(from_client[0]) == "1" else 1
                self.assertEqual(timeline["lanes"][bar.lane][:3], ["ENet", int(stream[0]), way])
                kinds = Counter(timeline["kinds"][entry[0]] for entry, _ in bar.messages)
                # A retransmission has no fields but its command's.
                if "[again]" not in info[0]:
                    self.assertEqual(kinds["Remote call"], commands.count("0"), number)
                self.assertEqual(kinds["Acknowledge"], sent.count("1"), number)
                calls += kinds["Remote call"]
                again += bar.flags & 1
                if bar.flags & 1:
                    self.assertTrue(retransmissions or "[Duplicate]" in info[0] or "[again]" in info[0], number)
            self.assertGreater(calls, 100)
            self.assertEqual(bool(again), capture == LOSSY)

    def test_texts_of_calls_equal_the_field(self):
        report = made(ARENA, tables=False)
        calls = report.facts["timeline"]["kinds"].index("Remote call")
        shown = [text for bar in report.bars() for entry, text in bar.messages if entry[0] == calls]
        # A text begins with the call; on relays the column has more than the field.
        fields = [text for (texts,) in harness.fields(ARENA, ["godot.rpc.text"], display_filter="godot.rpc.text") for text in texts]
        self.assertEqual(shown, fields)
        self.assertGreater(len(fields), 300)

    def test_round_trips_and_bytes_in_flight(self):
        """For each step of each direction: the mean of the acknowledgements' round trips, and the maximum in flight."""
        report = made(LOSSY, tables=False)
        timeline = report.facts["timeline"]
        width = round(float(timeline["width"]) * 1e9)
        names = ["frame.time_relative", "enet.stream", "enet.connection.from_client", "enet.analysis.ack_rtt",
                 "enet.analysis.reliable_in_flight", "enet.command"]
        trips, flights = defaultdict(list), defaultdict(int)
        for time, stream, from_client, rtts, flight, commands in harness.fields(LOSSY, names, display_filter="enet"):
            verifies = "3" in commands  # the acknowledgement of Connect belongs to no command of the connection
            step = int(time[0].replace(".", "")) // width
            way = 0 if harness.truth_value(from_client[0]) == "1" else 1
            trips[int(stream[0]), 1 - way, step] += [float(rtt) * 1000 for rtt in ([] if verifies else rtts)]
            if flight:
                key = (int(stream[0]), way, step)
                flights[key] = max(flights[key], int(flight[0]))
        compared = Counter()
        for (_, number, way, *_), bins in zip(timeline["lanes"], timeline["trips"]):
            for step, mean, _, flight in bins:
                wanted = trips[number, way, step]
                if mean is None:
                    self.assertEqual(wanted, [])
                else:
                    self.assertAlmostEqual(float(mean), sum(wanted) / len(wanted), places=2)
                    compared["trips"] += 1
                if (number, way, step) in flights:
                    self.assertGreaterEqual(flight, flights[number, way, step])
                    compared["flights"] += flight == flights[number, way, step]
        self.assertGreater(min(compared.values()), 30)
        self.assertEqual(max(flight for bins in timeline["trips"] for *_, flight in bins if flight is not None), max(flights.values()))

    def test_marks(self):
        """Spawns, despawns and peers' ends, each in its frame."""
        report = made(ARENA, tables=False)
        found = defaultdict(set)
        for _, what, frame, _, _ in report.facts["timeline"]["marks"]:
            found[what].add(frame)
        for what, display_filter in (("spawn", "godot.command == 4"), ("despawn", "godot.command == 5")):
            frames = {int(number) for ((number,),) in harness.fields(ARENA, ["frame.number"], display_filter=display_filter)}
            self.assertTrue(frames)
            self.assertEqual(found[what], frames)

    def test_who_calls_whom(self):
        """The calls of each method are the profile's count; between two peers they are those of the fields."""
        for capture in (ARENA, CALLS, FLEET):
            report = made(capture)
            counts, pairs = Counter(), {}
            for _, source, target, count, own, members in report.facts["calls"]["pairs"]:
                pairs[source, target] = (count, own)
                self.assertEqual((count, own), (sum(row[2] for row in members), sum(row[3] for row in members)))
                for node, member, calls, _ in members:
                    counts[node, member] += calls
            wanted = {(row["node"], row["member"]): int(row["count"]) for row in report.tables["godot,profile,nodes"]
                      if row["kind"] in ("Remote call", "Remote set")}
            self.assertEqual(dict(counts), wanted)
            self.assertGreater(len(pairs), 1)
        # The server sends them to each player directly: no call is relayed here.
        straight = Counter()
        names = ["godot.peer.source", "godot.peer.target", "godot.rpc.text"]
        report = made(ARENA, tables=False)
        found = {(pair[1], pair[2]): pair[3] for pair in report.facts["calls"]["pairs"]}
        for sources, targets, texts in harness.fields(ARENA, names, display_filter="godot.rpc.text && godot.peer.source == 1"):
            if len(texts) == 1:
                straight["server", targets[0]] += 1
        self.assertEqual({pair: count for pair, count in found.items() if pair[0] == "server"}, dict(straight))

    def test_values_sent_to_peers_are_the_state(self):
        """At some packets, for each peer: the state's values (which test_state.py compares with the engines' own)."""
        places = 0
        for capture in (ARENA, MOMENTS, LOSSY):
            sent = made(capture, tables=False).sent_values()
            gone = {frame for rows in sent.values() for frame, _, value in rows if value is None}
            if capture == MOMENTS:
                despawns = harness.fields(capture, ["frame.number"], display_filter="godot.despawn")
                self.assertTrue(gone and gone <= {int(number) for ((number,),) in despawns}, gone)
            frames = sorted({frame for rows in sent.values() for frame, _, _ in rows})
            for at in (frames[len(frames) // 5], frames[len(frames) // 2], frames[-len(frames) // 6]):
                done = harness.run("-q", "-2", "-z", f"godot,state,{at},csv", capture=capture)
                compared = 0
                for row in harness.csv_rows(done.stdout.decode()):
                    if not row["property"] or "(left)" in row["to"]:
                        continue
                    for receiver in row["to"].split(", "):
                        peer = {"server": 1, "all": 0}.get(receiver) if not receiver.isdigit() else int(receiver)
                        rows = sent[int(row["session"]), peer, row["node"], row["property"]]
                        frame, _, value = [sample for sample in rows if sample[0] <= at][-1]
                        self.assertLessEqual(frame, int(row["frame"]))  # the latest of the peers with the same value
                        if isinstance(value, tuple):
                            wanted = [float(number) for number in re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", row["value"].partition("(")[2])]
                            wanted = wanted[:1] + wanted[2:] if len(wanted) == 3 else wanted[4:] if len(wanted) == 6 else wanted
                            self.assertEqual(list(value), list(struct.unpack("ff", struct.pack("ff", *wanted))), row)
                            places += 1
                        elif len(row["value"]) < 100:
                            self.assertEqual(value, row["value"], row)
                        compared += 1
                self.assertGreater(compared, 5, (capture.name, at))
        self.assertGreater(places, 60)

    def test_a_recording_names_its_engine(self):
        """The process that recorded is of the version that it says; of the other end its messages show what they do."""
        recording = harness.PCAPS / "mirror" / "arena_enet.red.pcapng"
        ((said,), *_) = harness.fields(recording, ["godot.mirror.engine"], display_filter="godot.mirror.engine")
        found = [engine for row in made(recording, tables=False).facts["overview"]["conversations"] for engine in row[7]]
        self.assertEqual(set(found), {f"Godot {said[0]}", "Godot 4.3 or later"})

    def test_masked(self):
        """No content and no identity is in the file: no text of the scripts' truth, no name, no address. The numbers
        are those of the report that is not masked."""
        named = ("-o", 'uat:godot_peer_names:"Network.#2","0",""')
        for capture in (ARENA, CALLS, FLEET):
            plain, masked = made(capture, *named), made(capture, *named, masked=True)
            self.assertEqual((plain.facts["masked"], masked.facts["masked"]), (False, True))
            if capture == ARENA:
                for text in ("127.0.0.1", "red", "medkit", "Backpack"):
                    self.assertIn(text, plain.facts_text)
                self.assertIn('"text-1', masked.facts_text.replace('\\u0022', '"'))
                self.assertIn("peer-1", masked.facts_text)
            self.assertEqual([(bar.frame, bar.bytes) for bar in masked.bars()], [(bar.frame, bar.bytes) for bar in plain.bars()])
            for one, other in zip(masked.facts["tables"], plain.facts["tables"]):
                texts = [i for i, column in enumerate(one["columns"]) if column[2] == "text"]
                numbers = lambda row: [cell for i, cell in enumerate(row) if i not in texts]
                self.assertEqual([numbers(row) for row in one["rows"]], [numbers(row) for row in other["rows"]])

    @harness.sweep
    def test_masked_reports_have_no_word_of_the_game(self):
        """Each word of a masked report is one that the sources of the program have in their texts. The plain reports of
        the same captures have others."""
        own, seen, words = words_of_sources(), 0, set()
        for capture in captures():
            with self.subTest(capture=capture.name):
                facts = made(capture, masked=True, tables=False).facts
                for text in texts_of(facts):
                    self.assertNotRegex(text, r"\d+\.\d+\.\d+\.\d+", capture.name)
                    found = WORD.findall(TOKEN.sub("", text))
                    seen += len(found)
                    self.assertLessEqual(set(found), own, (capture.name, text))
                words.update(word for text in texts_of(made(capture, tables=False).facts) for word in WORD.findall(text))
        self.assertGreater(seen, harness.at_least(5_000))
        self.assertGreater(len(words - own), harness.at_least(100), "words that masking must replace")

    def test_invalid_options_are_refused(self):
        for wish, reason in (("godot,report", b"expected"), ("godot,report,", b"expected"),
                             ("godot,report,report.html,Masked", b"expected"), ("godot,report,report.html,mask", b"expected"),
                             ("godot,trace,trace.json,masked", b"expected"), ("godot,profile,CSV", b"CSV"),
                             ("godot,profile,kind", b"kind"), ("godot,state,CSV", b"expected"),
                             ("godot,report,/nowhere/at/all.html", b"cannot be written")):
            done = harness.run("-q", "-z", wish, capture=ARENA, check=False)
            self.assertNotEqual(done.returncode, 0, wish)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
