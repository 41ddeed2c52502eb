# SPDX-License-Identifier: MIT
"""Why did it not arrive? Held against what the engine itself said: lines `engine_error` of the truth (Godot 4.6), and for
Godot 3, whose engine cannot be heard by a script, what its scripts call and how that is declared."""

import csv
import io
import json
import re
import unittest

import harness  # first: it says where the modules of tests/common are

import multiplayer
from projects import PROJECTS, copied, with_project

PROBLEMS = harness.PCAPS / "problems" / "godot-4.6" / "problems_enet.pcap"
QUIET_4 = sorted((multiplayer.CAPTURES / "godot-4.6").glob("*.pcap"))
FLEETS = sorted(multiplayer.CAPTURES.glob("godot-3.*/fleet_*.pcap"))
REFUSED = re.compile(r"RPC '(?P<method>\w+)' is not allowed on node /root/(?P<node>\S+) from: (?P<caller>\d+)\.")

# What these games do on purpose: call a node that only the server has; send 20 KB unreliably. Of rollback_enet ENet's
# throttle kept six messages back: they were never sent, whatever the script said.
ON_PURPOSE = {
    "rollback_enet": [["never_delivered"]] * 5,
    "nodes_enet": [["node_missing"]] * 3,
    "peers_enet": [["too_much"]] * 4,
    "peers_enet_range_coder": [["too_much"]] * 4,
}
CALLER = re.compile(r"peer (\d+) may not call it")

# What the scripts of projects/multiplayer3 declare otherwise than for anybody, and players call all the same. Godot 3.6
# says so of each: "RPC 'order' is not allowed on node …".
OF_THE_MASTER = {"sink"}  # puppetsync: the master alone may call it
TOWARD_THE_MASTER = {"order", "refuel"}  # master, mastersync: the master alone takes them


def truth(capture, kind):
    lines = capture.with_suffix(".truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["kind"] == kind]


def project_4():
    return with_project(copied(PROJECTS / "multiplayer4", name="problems4", overlay=PROJECTS / "problems4"))


def problems(capture, options, two_passes=True):
    """One row for each packet with a problem: kinds, remedies, receiver, call, mode."""
    names = ["godot.problem", "_ws.expert.message", "godot.peer.target", "godot.rpc.text", "godot.rpc.mode"]
    return harness.fields(capture, names, *options, display_filter="godot.problem", two_passes=two_passes)


class NotAllowed(unittest.TestCase):
    def refused_by_the_engine(self):
        """Method, node, caller, receiver."""
        peers = {line["proc"]: line["id"] for line in truth(PROBLEMS, "event") if line["event"] == "connected"}
        peers["server"] = 1
        found = set()
        for line in truth(PROBLEMS, "engine_error"):
            match = REFUSED.match(line["text"])
            if match:
                found.add((match["method"], match["node"], int(match["caller"]), peers[line["proc"]]))
        return found

    def test_what_the_engine_refuses_and_nothing_else(self):
        expected = self.refused_by_the_engine()
        self.assertEqual(len(expected), 3)
        for two_passes in (True, False):
            shown = set()
            for row in problems(PROBLEMS, project_4(), two_passes):
                kinds, remedies, receivers, texts = row[:4]
                if kinds != ["not_allowed"]:
                    continue
                node, method = texts[0].split("(")[0].rsplit(".", 1)
                caller = next(filter(None, map(CALLER.search, remedies)))
                shown.add((method, node, int(caller[1]), int(receivers[-1])))
            self.assertEqual(shown, expected)

    def test_says_how_the_method_is_declared(self):
        names = ["godot.rpc.text", "godot.rpc.mode"]
        rows = harness.fields(PROBLEMS, names, *project_4(), display_filter="godot.rpc.mode")
        modes = {texts[0].split("(")[0].rsplit(".", 1)[1]: set() for texts, _ in rows}
        for texts, shown in rows:
            modes[texts[0].split("(")[0].rsplit(".", 1)[1]].update(shown)
        self.assertEqual(modes["open"], {"authority"})
        self.assertEqual(modes["ask"], {"any_peer"})
        self.assertEqual(modes["hand_over"], {"authority"})

    def test_keywords_of_godot_3(self):
        for capture in FLEETS:
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                expected, certain = set(), set()
                for line in truth(capture, "rpc"):
                    call = (line["method"], line["node"].removeprefix("/root/"), line["from"])
                    if line["method"] in OF_THE_MASTER and line["from"] != 1:
                        # To all is one message with target 0, or one for each.
                        expected |= {(*call, to) for to in [0, *line["targets"]]}
                        certain.add(call)
                    if line["method"] in TOWARD_THE_MASTER:
                        expected |= {(*call, to) for to in line["targets"] if to != 1}
                        certain |= {call} if line["to"] > 1 else set()
                self.assertTrue(certain)
                project = with_project(copied(PROJECTS / "multiplayer3"))
                shown = set()
                for packet in harness.packets(capture, "-Y", "godot.rpc.refused", *project):
                    for message in packet.all("godot"):
                        if not message.all("godot.rpc.refused"):
                            continue
                        node, method = message.shows("godot.rpc.text")[0].split("(")[0].rsplit(".", 1)
                        ends = [int(message.shows(f"godot.peer.{end}")[0]) for end in ("source", "target")]
                        shown.add((method, node, *ends))
                self.assertLessEqual(shown, expected)
                self.assertLessEqual(certain, {row[:3] for row in shown})


class DeclaredOtherwise(unittest.TestCase):
    def test_mode_and_channel(self):
        expected = {
            (line["node"].removeprefix("/root/"), line["method"])
            for line in truth(PROBLEMS, "problem")
            if line["problem"] == "declared_otherwise"
        }
        self.assertEqual(len(expected), 2)
        shown = set()
        for row in problems(PROBLEMS, project_4()):
            if row[0] == ["declared_otherwise"]:
                shown.add(tuple(row[3][0].split("(")[0].rsplit(".", 1)))
        self.assertEqual(shown, expected)


class NodeMissing(unittest.TestCase):
    def test_path_that_the_receiver_never_confirms(self):
        """Each announcement and call of a node that the engine does not find; those on their way when it goes are not
        known from the wire."""
        absent = re.compile(r"Failed to get path from RPC: (\S+)\.")
        expected = {found[1] for found in (absent.match(line["text"]) for line in truth(PROBLEMS, "engine_error")) if found}
        self.assertEqual(expected, {"Problems/RedsOwn"})
        rows = harness.fields(PROBLEMS, ["godot.path.name", "godot.rpc.text"], display_filter="godot.path.missing")
        shown = [paths + [text.split(".")[0] for text in texts] for paths, texts in rows]
        self.assertEqual(len(shown), 3)  # announced once, called twice
        self.assertEqual({path for row in shown for path in row}, expected)


class TooMuch(unittest.TestCase):
    def test_unreliable_above_the_mtu(self):
        warned = [line for line in truth(PROBLEMS, "engine_error") if "above the MTU" in line["text"]]
        (size,) = {int(re.search(r"Sending (\d+) bytes", line["text"])[1]) for line in warned}
        rows = harness.fields(PROBLEMS, ["godot.problem", "_ws.expert.message"], display_filter="godot.above_mtu")
        self.assertEqual([row[0] for row in rows], [["too_much"]] * 2)  # to each of two players
        for _, remedies in rows:
            self.assertTrue(any(remedy.startswith(f"{size} bytes") for remedy in remedies), remedies)


class Table(unittest.TestCase):
    def test_problems(self):
        done = harness.run("-2", "-q", "-z", "godot,problems,csv", *project_4(), capture=PROBLEMS)
        rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
        counts = {(row["problem"], row["node"], row["member"], row["count"]) for row in rows}
        self.assertLessEqual(
            {
                ("not_allowed", "Problems/Gate", "open", "1"),
                ("declared_otherwise", "Problems/Gate", "ask", "1"),
                ("node_missing", "Problems/RedsOwn", "", "3"),
                ("too_much", "Problems/Gate", "paint", "1"),
            },
            counts,
        )
        refused = [row for row in rows if row["node"] == "Problems/Others"]
        self.assertEqual(sum(int(row["count"]) for row in refused), 3)  # two hops to red, one to the server
        self.assertEqual({row["problem"] for row in refused}, {"not_allowed"})


class Quiet(unittest.TestCase):
    def test_no_false_alarm(self):
        self.assertGreater(len(QUIET_4), 10)
        project = with_project(copied(PROJECTS / "multiplayer4"))
        for capture in QUIET_4:
            with self.subTest(capture=capture.stem):
                rows = problems(capture, project)
                self.assertEqual([row[0] for row in rows], ON_PURPOSE.get(capture.stem, []))


if __name__ == "__main__":
    unittest.main()
