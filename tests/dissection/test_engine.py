# SPDX-License-Identifier: MIT
"""Two hosts, one truth: godot-analyse answers what tshark with the plugin answers, line for line."""

import collections
import json
import os
import random
import re
import select
import shutil
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import harness
import odd_captures
import partial_captures
import projects
from report_file import TABLES
from truth import load

ANALYSE = os.environ["GODOT_ANALYSE"]
QUESTIONS = [*(f"{table},csv" for table in TABLES), "godot,state,150", "godot,plots,csv", "godot,advice,csv", "godot,profile,seconds,csv", "godot,profile,channels,csv"]
# Captures of a folder, and the project of their game.
GAMES = (("multiplayer/godot-4.6/*.pcap*", "multiplayer4"), ("multiplayer/godot-3*/*.pcap*", "multiplayer3"), ("lossy/**/*.pcap*", "multiplayer4"),
         ("netfox/*.pcap*", "netfox4"), *((f"{folder}/**/*.pcap*", None) for folder in (
             "debugger", "enet", "faults", "files", "foreign", "godot-2", "godot-3.2", "godot-3.6", "godot-4.6", "ice", "links", "mirror", "names", "noise", "noray",
             "packets", "problems", "relayed", "rollback", "situations", "state")))
SERVERS_BYTES = r"0 +server +server .*?(\d{5,}) "  # in the summary of the arena
# What differs, and why.
DIFFER = {
    "variants_dtls.pcapng": "the capture has keys, which Wireshark uses",
    "variants_tls.pcapng": "the capture has keys, which Wireshark uses",
    "quic.pcap": "Wireshark decrypts the beginning of QUIC, and calls it TLS",
    "enet_own_checksum.pcap": "the plugin takes the server's first datagrams, behind a client's that nobody could read, for ENet",
}


def analysed(capture, *questions, project=None):
    options = ["--project", project] if project else []
    return subprocess.run([ANALYSE, capture, *options, *questions], capture_output=True, check=True)


def by_tshark(capture, questions, project):
    asked = [word for question in questions for word in ("-z", question)]
    names = projects.with_project(projects.copied(project)) if project else []
    return harness.run("-q", "-2", *asked, *names, capture=capture).stdout


def lines(output):
    """tshark prints the tables in another order."""
    return sorted(output.decode().splitlines())


class Engine(unittest.TestCase):
    def folder(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        return folder

    @harness.sweep
    def test_the_answers_are_tsharks(self):
        compared = 0
        for pattern, name in GAMES:
            captures = sorted(harness.PCAPS.glob(pattern))
            self.assertTrue(captures, pattern)
            project = harness.PCAPS / "projects" / name if name else None
            for capture in harness.of_this_run(captures, captures[:4]):
                if capture.name in DIFFER:
                    continue
                mine = analysed(capture, *QUESTIONS, project=project)
                with self.subTest(capture=capture.relative_to(harness.PCAPS).as_posix()):
                    self.assertEqual(lines(by_tshark(capture, QUESTIONS, project)), lines(mine.stdout))
                    compared += 1
        self.assertGreater(compared, 20)

    def test_the_answers_of_parts_are_tsharks(self):
        """Of captures whose packets are cut or missing, have one half or one direction: the same is read, and the same is not judged,
        whatever else is asked."""
        compared = 0
        other = harness.PCAPS / "links/godot-4.6/none.pcap"
        for name in ("rollback/div_ignored", "multiplayer/godot-3.6/fleet_enet", "netfox/lists", "foreign/enet_deaf_client_lan", "ice/relayed_tcp", "ice/turn_tcp_hangs"):
            for variant, capture in partial_captures.of(harness.PCAPS / f"{name}.pcap", other):
                for questions in (QUESTIONS, QUESTIONS[:1]):
                    with self.subTest(capture=name, variant=variant, questions=len(questions)):
                        self.assertEqual(lines(by_tshark(capture, questions, None)), lines(analysed(capture, *questions).stdout))
                        compared += 1
        self.assertGreater(compared, 100)

    def test_packets_without_a_time_have_that_of_the_one_before(self):
        """In both programs: else the game would jump to 1970, and stand still for decades."""
        whole = harness.PCAPS / "links/godot-4.6/none.pcap"
        capture = odd_captures.without_times("without_times", odd_captures.read(whole), lambda number: number % 3 == 0)
        questions = ("godot,problems,csv", "enet,streams,csv", "godot,profile,csv")
        answers = lines(by_tshark(capture, questions, None))
        self.assertEqual(answers, lines(analysed(capture, *questions).stdout))
        problems = harness.csv_rows(analysed(whole, "godot,problems,csv").stdout.decode())
        self.assertEqual(harness.csv_rows(analysed(capture, "godot,problems,csv").stdout.decode()), problems)

    @staticmethod
    def counts(capture):
        """Of the profile: its messages, and the bytes that are their own."""
        rows = harness.csv_rows(analysed(capture, "godot,profile,csv").stdout.decode())
        return {(row["kind"], row["node"], row["member"]): (row["count"], row["own"]) for row in rows if row["kind"] not in ("TCP", "ICMP")}

    def test_segments_that_icmp_errors_quote_are_not_read_again(self):
        for name in ("godot-4.6/begun_tcp", "problems/godot-4.6/apart_websocket", "debugger/godot-4.6/session", "debugger/godot-4.6/websocket"):
            whole = harness.PCAPS / f"{name}.pcap"
            packets = [(seconds, rest, frame[14:]) for seconds, rest, frame in odd_captures.read(whole)]
            capture = odd_captures.write(f"quoted_{whole.parts[-3]}_{whole.stem}", odd_captures.RAW_IP, list(odd_captures.quoted(packets)))
            with self.subTest(name):
                self.assertEqual(lines(by_tshark(capture, QUESTIONS, None)), lines(analysed(capture, *QUESTIONS).stdout))
                self.assertEqual(self.counts(capture), self.counts(whole))

    def test_swapped_segments_of_a_stream_lose_no_value(self):
        """Also before it is recognised: a length and its value then come in one frame."""
        for name in ("godot-4.6/begun_tcp", "godot-3.6/begun_tcp"):
            whole = harness.PCAPS / f"{name}.pcap"
            frames = odd_captures.read(whole)
            own = {row: cost for row, cost in self.counts(whole).items() if row[0] == "Value"}
            for seed in range(7, 12):
                order = odd_captures.swapped(frames, random.Random(seed))
                with self.subTest(name, seed=seed):
                    self.assertNotEqual(order, frames)
                    capture = odd_captures.write(f"swapped_{whole.parts[-2]}_{seed}", odd_captures.ETHERNET, order)
                    counted = self.counts(capture)
                    self.assertEqual({row: cost for row, cost in counted.items() if row[0] == "Value"}, own)
                    self.assertNotIn(("Not understood", "", ""), counted)

    def test_a_websocket_whose_first_segment_is_the_servers(self):
        """The capture lacks the SYN: who masks, follows from the answer to it."""
        whole = harness.PCAPS / "multiplayer/godot-4.6/peers_websocket.pcap"
        capture = harness.without_first(whole, 1)
        self.assertEqual(self.counts(capture), self.counts(whole))
        self.assertEqual(lines(by_tshark(capture, QUESTIONS, None)), lines(analysed(capture, *QUESTIONS).stdout))

    def test_values_on_a_websocket_of_another_program(self):
        """Its request is not Godot's: the values say that the connection is a game's, whose Close counts."""
        content = (harness.PCAPS / "godot-4.6/variants_ws.pcap").read_bytes()
        self.assertIn(b"Sec-WebSocket-Key", content)
        capture = harness.workshop().home / "other_program.pcap"
        capture.write_bytes(content.replace(b"Sec-WebSocket-Key", b"sec-websocket-key"))
        capture.chmod(0o644)
        self.assertEqual(lines(by_tshark(capture, QUESTIONS, None)), lines(analysed(capture, *QUESTIONS).stdout))
        self.assertEqual(self.counts(capture)["Handshake", "", ""][0], "4")

    def test_held_messages_name_their_ends(self):
        for name in ("lossy_server", "lossy_client"):
            rows = harness.csv_rows(analysed(harness.PCAPS / f"links/godot-4.6/{name}.pcap", "godot,problems,csv").stdout.decode())
            held = [row for row in rows if row["problem"] == "held"]
            with self.subTest(name):
                self.assertTrue(held)
                self.assertEqual([row for row in held if not row["from"] or not row["to"]], [])

    def test_problems_of_tcp_name_their_ends(self):
        """Who slept, and to whom nothing came."""
        rows = harness.csv_rows(analysed(harness.PCAPS / "sleeps/godot-4.6/slept_websocket_host.pcap", "godot,problems,csv").stdout.decode())
        self.assertEqual([(row["problem"], row["from"], row["to"]) for row in rows], [("not_polling", "peer 2", "server")])

    def test_link_layers_that_are_not_read_are_said(self):
        frames = odd_captures.read(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap")
        capture = odd_captures.write("wireless", 105, frames)
        self.assertIn(f"{len(frames)} packets are of a link layer that is not read here (number 105 ", analysed(capture, "godot,profile").stderr.decode())

    def test_what_differs_differs(self):
        """A reason that holds no longer leaves the list."""
        for name in DIFFER:
            with self.subTest(name):
                capture = min(harness.PCAPS.rglob(name))
                self.assertNotEqual(lines(by_tshark(capture, QUESTIONS, None)), lines(analysed(capture, *QUESTIONS).stdout))

    def test_streams_have_lines(self):
        """The debugger, the remote file system and values over TCP: as they were sent."""
        for name, sent in (("debugger/godot-4.6/session.pcap", "game → editor  "), ("debugger/godot-3.6/session.pcap", "editor → game  "),
                           ("files/godot-4.6/remote.pcap", "game → editor  Hello"), ("files/godot-3.6/remote.pcap", "Open file: res://"),
                           ("godot-3.6/variants_tcp_be.pcap", "Vector2("), ("debugger/godot-4.6/websocket.pcap", "game → editor  ")):
            with self.subTest(name):
                self.assertIn(sent, analysed(harness.PCAPS / name, "--calls").stdout.decode())

    def test_encrypted_bytes_are_said(self):
        done = analysed(harness.PCAPS / "noise/tls.pcap", "godot,profile")
        self.assertRegex(done.stderr.decode(), r"godot-analyse: \d+ bytes are encrypted .* record it with the mirror")

    def test_bytes_behind_a_gap_are_read_again(self):
        """Without one segment of a stream, the values of all others are read."""
        whole = harness.PCAPS / "godot-4.6/variants_tcp.pcap"
        lacking = harness.workshop().home / "lacking.pcap"
        def values(capture):
            rows = [row.split(",") for row in analysed(capture, "godot,profile,csv").stdout.decode().splitlines()[1:]]
            return sum(int(row[3]) for row in rows if row[0] == "Value")
        sent = values(whole)
        subprocess.run(["editcap", whole, lacking, "400"], check=True, capture_output=True)
        self.assertTrue(sent - 3 <= values(lacking) < sent, (sent, values(lacking)))

    def test_a_cut_capture_has_values_that_were_sent(self):
        """Segments that the capture has cut: at least the values that tshark finds, and none that was not sent."""
        def values(lines):
            return {row[2]: int(row[3]) for row in (line.split(",") for line in lines) if row[0] == "Value"}
        whole = harness.PCAPS / "godot-4.6/variants_tcp.pcap"
        short = harness.workshop().home / "short.pcap"
        subprocess.run(["editcap", "-s", "90", whole, short], check=True, capture_output=True)
        mine = values(analysed(short, "godot,profile,csv").stdout.decode().splitlines())
        theirs = values(by_tshark(short, ["godot,profile,csv"], None).decode().splitlines())
        sent = values(analysed(whole, "godot,profile,csv").stdout.decode().splitlines())
        self.assertGreater(len(theirs), 20)
        for kind in {*mine, *theirs}:
            with self.subTest(kind):
                if kind == "Unknown":
                    continue  # of these the capture has no type
                self.assertTrue(theirs.get(kind, 0) <= mine[kind] <= sent[kind], (theirs.get(kind, 0), mine[kind], sent.get(kind)))

    def test_a_time_is_tsharks(self):
        """The one filter that the program reads: a time."""
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        for span in ("frame.time_relative >= 0.5 && frame.time_relative < 0.75", "frame.time_relative >= 1 and frame.time_relative < 2.123456789",
                     "frame.time_relative >= 90 && frame.time_relative < 91"):  # fmt: skip
            questions = [f"{table},csv,{span}" for table in ("godot,profile", "godot,profile,peers", "godot,sync", "godot,problems")]
            with self.subTest(span):
                self.assertEqual(lines(analysed(capture, *questions).stdout), lines(by_tshark(capture, questions, None)))
        for filtered in ("frame.number == 3", "frame.time_relative >= 1", "frame.time_relative >= 1 && frame.time_relative < -2",
                         "frame.time_relative >= 1.1234567890 && frame.time_relative < 2", "frame.time_relative >= 99999999999999999999 && frame.time_relative < 2",
                         "frame.time_relative >= 1 && frame.time_relative < 2 && enet"):  # fmt: skip
            done = subprocess.run([ANALYSE, capture, f"godot,profile,csv,{filtered}"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, "is a display filter" in done.stderr), (2, True), filtered)

    def test_a_summary_names_what_was_sent(self):
        done = analysed(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", project=harness.PCAPS / "projects/multiplayer4")
        text = done.stdout.decode()
        for part in ("Godot 4.3 or later over ENet: 2027 packets", "; 3 connections", "Peers: server, red?, green? and blue?", "Problems", "Connections", "What uses the bandwidth", "Arena/Players/*", "velocity", "steady", "No problem was found in what was judged."):
            self.assertIn(part, text)
        self.assertLess(len(text.splitlines()), 50)

    def test_a_summary_says_what_to_do_and_who_lags(self):
        """Each cause and each verdict in whole words, a remedy once; one screen, whatever is wrong."""
        asked = analysed(harness.PCAPS / "lossy/godot-4.6/arena_lossy_enet.pcap", "godot,problems,json").stdout
        rows = json.loads(asked)["rows"][:6]
        text = analysed(harness.PCAPS / "lossy/godot-4.6/arena_lossy_enet.pcap").stdout.decode()
        self.assertNotIn("\x1b", text)
        words = " ".join(text.split())
        for row in rows:
            self.assertRegex(text, rf"(?m)^ +{row['count']}  {row['problem']} .*  {re.escape(row['cause'])}$")
            self.assertEqual(words.count("\u2192 " + row["remedy"]), 1, row["remedy"])
        self.assertIn("13 of 51 first transmissions were sent again: they or their acknowledgements were lost, RTT 59 ms \u00b1 36: the network\n", text)
        for capture in sorted(harness.PCAPS.glob("faults/**/*.pcap*")):
            self.assertLess(len(analysed(capture).stdout.decode().splitlines()), 50, capture)

    def test_a_summary_counts_the_directions_without_a_verdict(self):
        """Nothing is said of these: that is no good verdict."""
        for name in ("multiplayer/godot-4.6/arena_enet", "lossy/godot-4.6/arena_lossy_enet", "links/godot-4.6/lossy_server"):
            with self.subTest(name):
                capture = harness.PCAPS / f"{name}.pcap"
                rows = json.loads(analysed(capture, "enet,streams,json").stdout)["rows"]
                open_rows = sum(not row["verdict"] for row in rows)
                said = re.search(r"(\d+) rows? ha(?:s|ve) no verdict", analysed(capture).stdout.decode())
                self.assertEqual(int(said[1]) if said else 0, open_rows)

    def test_a_summary_claims_no_engine_that_nothing_shows(self):
        for capture, first in (("foreign/enet_deaf_client_lan", "Engine not known, over ENet: "), ("ice/direct", "No message of a game was recognised in this capture."),
                               ("files/godot-4.6/remote", "No message of a game was recognised in this capture."), ("godot-2/variants_udp", "Godot 2 over UDP: 96 packets")):  # fmt: skip
            self.assertIn(f"Game\n  {first}", analysed(harness.PCAPS / f"{capture}.pcap").stdout.decode(), capture)

    def test_a_summary_counts_all_bytes_over_tcp(self):
        """Most segments of a message end none."""
        for name in ("multiplayer/godot-4.6/replication_websocket", "godot-4.6/variants_tcp", "debugger/godot-4.6/session"):
            with self.subTest(name):
                capture = harness.PCAPS / f"{name}.pcap"
                lengths = [int(length) for (length,), in harness.fields(capture, ["frame.len"], display_filter="tcp")]
                overview = json.loads(analysed(capture, "--json").stdout)["overview"]
                self.assertEqual((overview["packets"], overview["bytes"]), (len(lengths), sum(lengths)))

    def test_the_summary_and_calls_as_json(self):
        capture = harness.PCAPS / "lossy/godot-4.6/arena_lossy_enet.pcap"
        summary = json.loads(analysed(capture, "--json").stdout)
        seconds = summary["overview"].pop("seconds")
        self.assertEqual(summary["overview"], {"engines": ["Godot 4.3 or later"], "transports": ["ENet"], "peers": ["server", "green?", "red?"], "peers_left_out": 0,
                                               "packets": 737, "bytes": 75465, "connections": 2})  # fmt: skip
        self.assertAlmostEqual(seconds, 6.5, places=1)
        for table in ("godot,problems", "enet,streams", "godot,profile"):
            asked = json.loads(analysed(capture, table, "--json").stdout)  # what to do is said for tshark there
            self.assertEqual([summary[table][key] for key in ("rows", "complete")], [asked[key] for key in ("rows", "complete")], table)
            self.assertEqual([(each["reason"], each["count"]) for each in summary[table]["not_judged"]],
                             [(each["reason"], each["count"]) for each in asked["not_judged"]], table)
        objects = [json.loads(line) for line in analysed(capture, "--calls", "--json").stdout.splitlines()]
        lines = analysed(capture, "--calls").stdout.decode().splitlines()
        self.assertEqual([f"{each['frame']:6} {each['time']:12.6f}" for each in objects], [line[:19] for line in lines])
        self.assertEqual([each for each in objects if each["text"] not in "\n".join(lines)], [])
        self.assertEqual(sum(each["problem"] is not None for each in objects), sum("[" in line[:24] for line in lines))
        self.assertGreater(sum(each["from"] == "server" and each["to"] == "red?" for each in objects), 20)
        listed = harness.run("-2", capture=capture).stdout.decode()
        again = [each["again"] for each in objects].count(True)
        self.assertGreater(again, 20)
        self.assertEqual((again, sum(line.endswith(" [again]") for line in lines)), (listed.count(" [again]"),) * 2)
        self.assertFalse(any(each["earlier"] for each in objects))

    @unittest.skipIf(os.name == "nt", "each capture of a folder is read by a process that the program becomes (fork)")
    def test_a_folder_has_a_row_for_each_capture(self):
        folder = self.folder()
        (folder / "more").mkdir()
        for name in ("lossy/godot-4.6/arena_lossy_enet", "multiplayer/godot-4.6/arena_enet", "faults/godot-4.6/lobby_unasked"):
            shutil.copy(harness.PCAPS / f"{name}.pcap", folder / "more" / (name.rpartition("/")[2] + ".pcap"))
        (folder / "broken.pcapng").write_bytes(b"no capture")
        (folder / "notes.txt").write_text("not read", encoding="utf-8")
        done = subprocess.run([ANALYSE, folder, "--json"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, ""))
        table = json.loads(done.stdout)
        broken, *rows = table["rows"]
        self.assertEqual((Path(broken["capture"]).name, broken["packets"]), ("broken.pcapng", None))
        self.assertIn("not read: ", broken["not_judged"])
        self.assertIn("Byte 0 of the capture: expected the head", broken["not_judged"])
        self.assertEqual([Path(row["capture"]).name for row in rows], ["arena_enet.pcap", "arena_lossy_enet.pcap", "lobby_unasked.pcap"])
        for row in rows:
            alone = json.loads(analysed(Path(row["capture"]), "--json").stdout)
            self.assertEqual((row["packets"], row["peers"]), (alone["overview"]["packets"], len(alone["overview"]["peers"])))
            self.assertEqual(row["problems"], sum(each["count"] for each in alone["godot,problems"]["rows"]))
            self.assertEqual(row["rtt_mean"], max(each["rtt_mean"] for each in alone["enet,streams"]["rows"] if each["rtt_mean"] is not None))
            self.assertEqual(row["not_judged"].split(), [each["reason"] for each in alone["godot,problems"]["not_judged"]])
        self.assertEqual([row["problems"] for row in rows], [0, 70, 12])
        self.assertEqual((table["complete"], {each["reason"]: each["count"] for each in table["not_judged"]}),
                         (False, {"no_project": 3, "undecided": 1, "unreadable": 1}))
        (folder / "broken.pcapng").unlink()
        asked = subprocess.run([ANALYSE, folder, "godot,problems,csv", "--fail-on", "held"], capture_output=True, text=True, check=False)
        alone = "".join(f"\n{row['capture']}\n" + analysed(Path(row["capture"]), "godot,problems,csv").stdout.decode() for row in rows)
        self.assertEqual((asked.returncode, asked.stdout), (1, alone))
        asked = subprocess.run([ANALYSE, folder, "godot,problems", "--json"], capture_output=True, text=True, check=True).stdout
        answers = [json.loads(part) for part in re.split(r"\n(?=\{\"capture\")", asked)]
        self.assertEqual([(each["capture"], len(each["answer"]["rows"])) for each in answers], [(row["capture"], row["problems"] and len(
            json.loads(analysed(Path(row["capture"]), "godot,problems,json").stdout)["rows"])) for row in rows])  # fmt: skip

    @unittest.skipIf(os.name == "nt", "as above")
    def test_a_capture_of_a_folder_that_ends_early_says_so(self):
        folder = self.folder()
        (folder / "cut.pcap").write_bytes((harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes()[:60000])
        done = subprocess.run([ANALYSE, folder, "--json"], capture_output=True, text=True, check=False)
        table = json.loads(done.stdout)
        self.assertEqual((done.returncode, table["complete"], table["rows"][0]["packets"]), (2, False, 463))
        self.assertIn("no_project undecided; read in part: ", table["rows"][0]["not_judged"])
        self.assertIn("Byte 60000 of the capture: expected more bytes", table["rows"][0]["not_judged"])
        self.assertEqual({each["reason"]: each["count"] for each in table["not_judged"]}, {"no_project": 1, "undecided": 1, "unreadable": 1})

    def test_what_a_folder_does_not_answer(self):
        folder = self.folder()
        for words, why in (((), "there is no capture in"), (("--watch",), "--watch follows one game"), (("--report", "x.html"), "a report and a trace are of one game"),
                           ((harness.PCAPS / "godot-4.6/variants_udp.pcap",), "a folder is read alone")):  # fmt: skip
            done = subprocess.run([ANALYSE, folder, *words], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, why in done.stderr, done.stdout), (2, True, ""), words)

    def test_calls_are_lines(self):
        done = analysed(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", "--calls", project=harness.PCAPS / "projects/multiplayer4")
        self.assertIn("green? → server  Arena/Players/Green.move(direction: Vector2(-1, -1), jump: false)", done.stdout.decode())

    def test_calls_are_the_packet_lists_lines(self):
        """All messages of a frame: over ENet, WebSocket, TCP and UDP, and values alone."""
        for name, least in (("multiplayer/godot-4.6/arena_enet", 1800), ("multiplayer/godot-4.6/peers_websocket", 400), ("netfox/arrays", 2000),
                            ("godot-4.6/begun_tcp", 90), ("godot-4.6/arena_udp", 20), ("debugger/godot-4.6/debugger", 100)):
            capture = harness.PCAPS / f"{name}.pcap"
            mine = collections.defaultdict(list)
            for line in analysed(capture, "--calls").stdout.decode().splitlines():
                frame, text = re.fullmatch(r" *(\d+) +[\d.]+  (.*)", line).groups()
                mine[frame].append(text.split("  ", 1)[-1] if "debugger" in name else text)
            shown = {row[0][0]: row[1][0] for row in harness.fields(capture, ["frame.number", "_ws.col.Info"]) if row[1]}
            same = [frame for frame, texts in mine.items() if self.is_line(shown.get(frame, ""), texts)]
            with self.subTest(name):
                self.assertEqual([frame for frame in mine if frame not in same], [])
                self.assertGreater(len(same), least)

    @staticmethod
    def is_line(shown, texts):
        """The packet list also names commands of ENet without a message, and an id where a peer is named first; it is cut at some length."""
        peer = re.compile(r"(?<=[\w?]) \(\d{4,}\)")
        shown = peer.sub("", shown)
        at = 0
        for text in [peer.sub("", each) for each in texts]:
            found = shown.find(text, at)
            if found < 0:
                return len(shown) > 1000 and text.startswith(shown[at:].removeprefix("; ")[:20])
            at = found + len(text)
        return True

    def test_several_captures_are_one(self):
        """A capture in two halves is the whole one."""
        whole = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        folder = harness.workshop().home
        subprocess.run(["editcap", "-r", whole, folder / "first.pcap", "1-700"], check=True, capture_output=True)
        subprocess.run(["editcap", whole, folder / "second.pcap", "1-700"], check=True, capture_output=True)
        halves = subprocess.run([ANALYSE, folder / "second.pcap", folder / "first.pcap", "godot,profile,csv"], capture_output=True, check=True)
        self.assertEqual(halves.stdout, analysed(whole, "godot,profile,csv").stdout)

    def test_calls_in_the_recordings_of_all_ends_count_once(self):
        ends = [harness.PCAPS / f"mirror/arena_enet.{end}.pcapng" for end in ("server", "red", "green")]
        calls = Counter()
        for line in load(harness.PCAPS / "mirror/arena_enet.truth.jsonl"):
            if line["kind"] == "rpc":
                calls[line["node"][len("/root/"):], line["method"]] += len(line["targets"])
        rows = [row for row in harness.csv_rows(analysed(*ends, "godot,profile,nodes,csv").stdout.decode())
                if row["kind"] == "Remote call"]
        self.assertEqual({(row["node"], row["member"]): int(row["count"]) for row in rows}, dict(calls))
        self.assertGreater(sum(calls.values()), 400)

    def test_names_act_on_no_terminal(self):
        """A node, a method and a text of a game have a C1 control and a mark that turns the direction of text."""
        marks = {b"steer": "A\u009bBC".encode(), b"Fleet": "F\u0085et".encode(), b"green": "h\u202el".encode()}
        content = (harness.PCAPS / "multiplayer/godot-3.6/fleet_enet.pcap").read_bytes()
        for old, new in marks.items():
            self.assertIn(old, content)
            self.assertEqual(len(old), len(new))
            content = content.replace(old, new)
        marked = harness.workshop().home / "acting.pcap"
        marked.write_bytes(content)
        acting = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
        calls = analysed(marked, "--calls").stdout.decode()
        self.assertIn("A?BC", calls)
        for questions in (["--calls"], [], ["godot,state,2000"], *([table + form] for table in TABLES for form in ("", ",csv", ",json"))):
            with self.subTest(questions):
                out = analysed(marked, *questions).stdout.decode()
                self.assertEqual(acting.findall(out), [])
        named = analysed(marked, "godot,profile,nodes,json").stdout.decode()
        self.assertIn("A\\u009bBC", named)
        self.assertTrue(any("A\u009bBC" in (row["member"] or "") for row in json.loads(named)["rows"]))

    def test_a_capture_is_not_overwritten(self):
        for option, name in (("--report", "capture.html"), ("--trace", "capture.json")):
            with self.subTest(option):
                capture = harness.workshop().home / name
                shutil.copy(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", capture)
                done = subprocess.run([ANALYSE, capture, option, capture], capture_output=True)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"a file of another kind has this name", done.stderr)
                self.assertEqual(capture.read_bytes(), (harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes())

    def test_what_cannot_be_read(self):
        home = harness.workshop().home
        wrong = {"nothing.pcap": (b"", "Byte 0 of the capture: expected the head of a pcap or pcapng capture"), "text.pcap": (b"hello, world", "Byte 0 of the capture: expected the head of a pcap or pcapng capture"),
                 "cut.pcap": ((harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes()[:5001], "ends within a packet that begins at byte 5000")}
        for name, (content, sentence) in wrong.items():
            with self.subTest(name):
                (home / name).write_bytes(content)
                done = subprocess.run([ANALYSE, home / name], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(sentence, done.stderr)
                self.assertEqual(done.stdout == "", name != "cut.pcap", "an answer of no packets would say that nothing was found")
        done = subprocess.run([ANALYSE, home / "absent.pcap"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "No such file" in done.stderr, done.stdout), (2, True, ""))
        done = subprocess.run([ANALYSE, home / "text.pcap", "godot,nothing"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "is not a question" in done.stderr), (2, True))

    @unittest.skipIf(os.name == "nt", "a terminal of its own")
    def test_live(self):
        """A pipe to a terminal: the screen is drawn each second in one piece, has the terminal's size, and ends with the summary."""
        import fcntl
        import pty
        import struct
        import termios
        content = (harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes()
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 90, 0, 0))
        with subprocess.Popen([ANALYSE, "-"], stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.PIPE) as program:
            os.close(theirs)
            program.stdin.write(content[:len(content) // 2])
            program.stdin.flush()
            drawn, screen = b"", ""
            while not re.search(SERVERS_BYTES, screen):  # before the other half has come
                drawn += os.read(ours, 65536)
                *_, screen = ["", *(each.rpartition(b"\x1b[H")[2].decode(errors="replace") for each in drawn.split(b"\x1b[J")[:-1])]
            program.stdin.write(content[len(content) // 2:])
            program.stdin.close()
            try:
                while more := os.read(ours, 65536):
                    drawn += more
            except OSError:
                pass  # the terminal has ended
            self.assertEqual((program.wait(), program.stderr.read()), (0, b""))
        last = drawn.decode().rpartition("\x1b[2J")[2]
        shown = [re.sub(r"\x1b\[\d*[mK]", "", line).rstrip("\r") for line in screen.split("\n")]
        self.assertLess(len(shown), 25)
        self.assertLessEqual(max(map(len, shown)), 90)
        self.assertIn("\x1b[1mGame\x1b[0m", last)
        self.assertRegex(last, "\x1b\\[32mno command missing, [^\x1b]*: steady\x1b\\[0m")
        half, whole = (int(re.search(SERVERS_BYTES, text).group(1)) for text in (screen, last))
        self.assertEqual(whole, 56402)
        self.assertTrue(0 < half < whole, half)
        self.assertIn("Save the capture to a file", last)

    def test_problems_come_when_their_packets_have_come(self):
        """--watch: problems of the first half are lines before the second half is there; all of them are what tshark's table counts
        that reads once, too, and the last line says what was not judged."""
        capture = harness.PCAPS / "faults/godot-4.6/lobby_unasked.pcap"
        content = capture.read_bytes()
        with subprocess.Popen([ANALYSE, "-", "--watch", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            program.stdin.write(content[:len(content) // 2])
            program.stdin.flush()
            first = program.stdout.readline()
            program.stdin.write(content[len(content) // 2:])
            program.stdin.close()
            *found, end = map(json.loads, [first, *program.stdout.readlines()])
            self.assertEqual((program.wait(), program.stderr.read()), (0, b""))
        self.assertEqual((end["complete"], "one_pass" in {each["reason"] for each in end["not_judged"]}), (False, True))
        self.assertEqual((found[0]["problem"], found[0]["from"], found[0]["to"], len(found)), ("not_connected", "peer 2", "server", 8))

    def test_watched_problems_are_those_of_one_pass(self):
        faults = projects.copied(harness.PCAPS / "projects/multiplayer4", name="watched4", overlay=harness.PCAPS / "projects/faults4")
        games = {"faults/godot-4.6/coop_refused.pcap": faults, "faults/godot-4.6/lobby_unasked.pcap": None,
                 "faults/godot-4.6/duel_states_cut.pcap": None, "problems/godot-4.6/apart_websocket.pcap": None}
        for name, project in games.items():
            with self.subTest(capture=name):
                lines = map(json.loads, analysed(harness.PCAPS / name, "--watch", "--json", project=project).stdout.splitlines())
                watched = Counter((row["problem"], row["cause"], row["node"], row["member"]) for row in lines if "problem" in row)
                counted = Counter()
                names = projects.with_project(project) if project else []
                for row in json.loads(harness.run("-q", "-z", "godot,problems,json", *names, capture=harness.PCAPS / name).stdout)["rows"]:
                    counted[row["problem"], row["cause"], row["node"], row["member"]] += row["count"]
                self.assertEqual(watched, counted)
                self.assertTrue(watched)
                text = analysed(harness.PCAPS / name, "--watch", project=project).stdout.decode().splitlines()
                self.assertEqual(len([line for line in text if re.match(r" *\d+ +\d+\.\d{6}  \[[a-z ]+\] ", line)]), sum(watched.values()))

    def test_progress_of_what_takes_longer_than_a_second(self):
        content = (harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap").read_bytes()
        with subprocess.Popen([ANALYSE, "-", "godot,profile,csv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            at = 1000
            program.stdin.write(content[:at])
            program.stdin.flush()
            while not select.select([program.stderr], [], [], 0.1)[0]:
                program.stdin.write(content[at : at + 100])
                program.stdin.flush()
                at += 100
            answer, said = program.communicate(content[at:])
        self.assertEqual(answer, analysed(harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap", "godot,profile,csv").stdout)
        self.assertRegex(said.decode(), r"^godot-analyse: pass 1 of 2, frame \d+\n(godot-analyse: pass [12] of 2, frame \d+\n)*$")

    @unittest.skipIf(os.name == "nt", "runs scripts")
    def test_try_without_wireshark_shows_the_readmes_lines(self):
        """scripts/try --without-wireshark, in a copy whose program is built: the messages that the README shows of the plugin."""
        root = harness.workshop().home / "try"
        for folder in ("scripts", "build-analyse/analyse", "bin"):
            (root / folder).mkdir(parents=True)
        shutil.copy(harness.SOURCE / "scripts/try", root / "scripts")
        (root / "pcaps").symlink_to(harness.PCAPS)
        (root / "build-analyse/build.ninja").touch()
        (root / "build-analyse/analyse/godot-analyse").symlink_to(Path(ANALYSE).resolve())
        for name in ("scripts/packages", "bin/cmake"):
            (root / name).write_text("#!/bin/sh\n")
            (root / name).chmod(0o755)
        done = subprocess.run([root / "scripts/try", "--without-wireshark"], env={**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}"},
                              capture_output=True, text=True, check=True)
        shown = {line.split()[0]: line for line in done.stdout.splitlines()[:20]}
        self.assertEqual(len(shown), 20)
        readme = re.findall(r"^ +(\d+) +[\d.]+ .* Godot \d+ (.* → .*)$", (harness.SOURCE / "README.md").read_text(encoding="utf-8"), re.M)
        self.assertEqual(len(readme), 5)
        for number, message in readme:
            self.assertTrue(shown[number].endswith(message), (message, shown[number]))

    @unittest.skipUnless(shutil.which("bash"), "completes in bash")
    def test_completion(self):
        """Options, questions, kinds and captures, as bash asks for them."""
        home = harness.workshop().home / "completion"
        home.mkdir(exist_ok=True)
        (home / "game.pcapng").touch()
        (home / "game.txt").touch()
        script = harness.SOURCE / "analyse/godot-analyse.bash"
        for word, before, expected in (("--re", "godot-analyse", ["--report"]), ("godot,prob", "a.pcap", ["godot,problems"]),
                                       ("not_a", "--fail-on", ["not_allowed", "not_admitted"]), ("ga", "godot-analyse", ["game.pcapng"])):
            with self.subTest(word):
                done = subprocess.run(["bash", "-c", f'source {script}; _godot_analyse {ANALYSE} "$1" "$2"; printf "%s\\n" "${{COMPREPLY[@]}}"', "bash", word, before],
                                      cwd=home, capture_output=True, text=True, check=True)
                self.assertEqual([each for each in done.stdout.splitlines() if each], expected)

    def test_fails_on_a_kind_of_problem(self):
        capture = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
        table = analysed(capture, "godot,problems,csv").stdout.decode().splitlines()[1:]
        kinds = {row.split(",")[0] for row in table if row and not row.startswith("# ")}
        for kind, status in (*((kind, 1) for kind in kinds), ("not_allowed", int("not_allowed" in kinds))):
            done = subprocess.run([ANALYSE, capture, "godot,profile,csv", "--fail-on", kind], capture_output=True, check=False)
            self.assertEqual(done.returncode, status, kind)
        done = subprocess.run([ANALYSE, capture, "--fail-on", "not_alowed"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "not_alowed is no kind of problem: not_allowed" in done.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
