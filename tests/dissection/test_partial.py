# SPDX-License-Identifier: MIT
"""Captures that lack something, have it twice or in the order of two clocks: of healthy games, no problem that the whole
capture does not have, and no verdict about the network; of games with problems, no problem of another cause. What is not in
the capture is not "not sent".

Of a few captures; of all others with GODOT_LONG=1."""

import os
import re
import subprocess
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harness

import partial_captures

# The links of these captures lose, delay or drop messages: their verdicts are about the network.
LOSSY = re.compile(r"lossy|throttled|late|waits|silent|counters|missing")
FOLDERS = ("multiplayer/*", "links/godot-*", "enet/*", "names/*", "state/*", "netfox")
FEW = (
    "multiplayer/godot-4.6/arena_enet",
    "multiplayer/godot-4.6/peers_enet_range_coder",
    "multiplayer/godot-4.6/replication_enet",
    "multiplayer/godot-3.6/fleet_enet",
    "multiplayer/godot-4.6/replication_websocket",
    "state/godot-4.6/moments_enet",
    "links/godot-4.6/fragments",
)  # fmt: skip
TROUBLED = ("faults/*", "situations/*", "rollback", "rollback/diverged", "foreign", "lossy/*", "problems/*", "waits/*", "ends/*", "sleeps/*", "noray", "relayed/*", "ice", "mirror", "mirror/late")  # fmt: skip
FEW_TROUBLED = (
    "faults/godot-4.6/ball_hidden_websocket.pcap",
    "faults/godot-4.6/lobby_refusing.pcap",
    "problems/godot-4.6/trouble_websocket.pcap",
    "problems/godot-4.6/apart_enet.pcap",
    "rollback/lossy.pcap",
    "ends/godot-4.6/compressed.pcap",
    "ice/relayed.pcap",
    "relayed/godot-3.6/fleet_websocket.pcapng",
)  # fmt: skip
OTHER = harness.PCAPS / "links" / "godot-4.6" / "none.pcap"
# On one machine, a short hole in unreliable messages alone looks like the throttle.
LIKE_THE_THROTTLE = "raw_enet_peer_hole"
WITH_PROBLEM = re.compile(r": the network|throttle|no answer|window full")
NAMES = {
    "cut_96", "cut_128", "cut_200", "cut_256", "missing_3", "missing_10", "first_half", "second_half", "to_server", "from_server",
    "doubled", "hole", "two_clocks", "merged",
}  # fmt: skip


def healthy():
    every = (capture for folder in FOLDERS for capture in harness.PCAPS.glob(f"{folder}/*.pcap"))
    return sorted(capture for capture in every if not LOSSY.search(capture.stem))


def troubled():
    every = (capture for folder in TROUBLED for capture in harness.PCAPS.glob(f"{folder}/*.pcap*"))
    return sorted(capture for capture in every if capture.suffixes[-1] in (".pcap", ".pcapng", ".gz"))


def text_of(capture):
    """Both tables, by godot-analyse if it was built: its answers are tshark's (test_engine), in a tenth of the time."""
    program = os.environ.get("GODOT_ANALYSE", "")
    if program and Path(program).exists():
        command = [program, capture, "godot,problems,csv", "enet,streams,csv"]
        return subprocess.run(command, capture_output=True, check=True, timeout=300).stdout.decode()
    return harness.run("-2", "-q", "-z", "godot,problems,csv", "-z", "enet,streams,csv", capture=capture).stdout.decode()


def answers(capture):
    """How often each cause of problems is found, and the verdicts about ENet's connections."""
    tables = re.split(r"^(?=problem,|stream,)", text_of(capture), flags=re.MULTILINE)
    causes, verdicts = Counter(), []
    for table in tables:
        for row in harness.csv_rows(table):
            if "verdict" in row:
                verdicts.append(row["verdict"])
            else:
                itself = ITSELF if THE_CAPTURE.search(row["remedy"]) else ""
                causes[row["problem"], row["cause"] + itself] += int(row["count"])
    return causes, verdicts


def causes_of_parts(capture):
    """The answers of a capture, and of its parts by name, which are removed again."""
    parts = {}
    for name, path in partial_captures.of(capture, None):
        parts[name] = answers(path)
        path.unlink()
    return answers(unpacked(capture)), parts


def unpacked(capture):
    """tshark needs no copy of a capture that is not packed."""
    if capture.suffix != ".gz":
        return capture
    path = harness.workshop().folder / capture.stem
    path.write_bytes(partial_captures.bytes_of(capture))
    path.chmod(0o644)
    return path


def without_unproven(causes, whole, name=""):
    """Fewer messages prove less: what the whole capture proves to be the throttle's, a part may only call missing, with
    the throttle as one of its causes. Copies look like those of a relay between the ends, which may lose messages. Of a
    hole the text says that only the capture may lack them. Of a direction whose throttle drops most in one half, that half
    may prove what the whole does not."""
    if name == "first_half" and any("throttle has dropped" in cause for _, cause in whole):
        causes = Counter({key: count for key, count in causes.items() if "throttle has dropped" not in key[1]})
    if name in ("doubled", "hole") or any("throttle has dropped" in cause for _, cause in whole):
        return Counter({key: count for key, count in causes.items() if key[1].removesuffix(ITSELF) != MISSING[1]})
    return causes


MISSING = ("never_delivered", "messages before this one never arrived")
ON_THE_WAY = ("never_delivered", "unreliable, and not in the capture of the receiver's side")
UNANSWERED = ("not_connected", "the connection request is not answered")
UNREAD = ("not_connected", "accepted, but the client does not react")
# What the text of a problem names as one of its causes, and in which parts that is the true one.
THE_CAPTURE = re.compile(r"the capture (has one direction alone|begins after|lacks them)")
ITSELF = " (or the capture itself)"
OF_THE_CAPTURE = {"to_server", "from_server", "second_half", "missing_3", "missing_10", "hole"}
# What remains to be mended, and why: a folder or a capture, the variants, the cause.
REMAINS = (
    # An answer stands before its request.
    ("faults/godot-4.6/coop_despawned", ("two_clocks",), "its receiver had left, or this connection was closed"),
    # The single packet that would show it is missing.
    ("situations/godot-4.6/call_then_kick", ("missing_10",), "its sender leaves just after it"),
    ("situations/godot-4.6/auth_rejected", ("hole",), "ended before any message was sent"),
    # The half proves what the throttle dropped: of the whole, a smaller share is missing.
    ("faults/godot-4.6/duel_sent_otherwise", ("first_half",), MISSING[1]),
    # It has one of 500 frames: its middle third is longer than half of ENet's numbers, whose order the hole hides.
    ("situations/godot-4.6/hidden_for_long", ("hole",), "arrived after a later message: the receiver drops it"),
    # Both sides of a relay, of which one half does not find the other.
    ("relayed/", ("second_half",), "called before it was spawned there"),
)


def without_remaining(causes, whole, capture, name):
    """The causes of a part that neither the whole has, nor what it may have instead says."""
    known = {(problem, cause.removesuffix(ITSELF)) for problem, cause in whole}
    found = {(problem, cause) for problem, cause in causes if not (cause.endswith(ITSELF) and name in OF_THE_CAPTURE)}
    new = {(problem, cause.removesuffix(ITSELF)) for problem, cause in found} - known
    # The same losses: in half of a capture of both sides, these do not find each other without their beginning.
    if ON_THE_WAY in whole or name in ("doubled", "hole") or any("throttle has dropped" in cause for _, cause in whole):
        new.discard(MISSING)
    # Copies look like the other side of a relay.
    if name in ("doubled", "hole"):
        new.discard(ON_THE_WAY)
    # Without the answer, a request that was answered in vain is one without an answer.
    if UNREAD in whole and name in ("to_server", "from_server"):
        new.discard(UNANSWERED)
    place = capture.relative_to(harness.PCAPS).as_posix()
    return {key for key in new if not any(place.startswith(where) and name in names and cause == key[1] for where, names, cause in REMAINS)}


load_tests = harness.by_length


class Partial(unittest.TestCase):
    @harness.sweep
    def test_no_other_problems(self):
        captures = harness.of_this_run(healthy(), [harness.PCAPS / f"{name}.pcap" for name in FEW])
        self.assertGreaterEqual(len(captures), harness.at_least(len(FEW)))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            whole = dict(zip(captures, pool.map(answers, captures)))
            variants = [(capture, *variant) for capture in captures for variant in partial_captures.of(capture, OTHER)]
            self.assertEqual({name for _, name, _ in variants}, NAMES)
            found = pool.map(lambda variant: answers(variant[2]), variants)
            for (capture, name, path), (causes, verdicts) in zip(variants, found):
                with self.subTest(capture=path.stem):
                    new = dict(without_unproven(causes, whole[capture][0], name) - whole[capture][0])
                    said = {kind for each in whole[capture][1] for kind in WITH_PROBLEM.findall(each)}
                    if path.stem.endswith(LIKE_THE_THROTTLE):
                        said.add("throttle")
                        new.pop(("never_delivered", "unreliable messages that the sender's throttle has dropped"), None)
                    bad = [each for each in verdicts if not set(WITH_PROBLEM.findall(each)) <= said]
                    self.assertEqual(new, {}, "problems that the whole does not have")
                    self.assertEqual(bad, [], "verdicts about the network")

    @harness.sweep
    def test_no_other_causes(self):
        captures = harness.of_this_run(troubled(), [harness.PCAPS / name for name in FEW_TROUBLED])
        self.assertGreaterEqual(len(captures), harness.at_least(len(FEW_TROUBLED)))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for capture, found in zip(captures, pool.map(causes_of_parts, captures)):
                (whole, _), parts = found
                for name, (causes, _) in parts.items():
                    with self.subTest(capture=capture.relative_to(harness.PCAPS).as_posix(), part=name):
                        self.assertEqual(without_remaining(causes, whole, capture, name), set(), "causes that the whole does not have")


if __name__ == "__main__":
    unittest.main()
