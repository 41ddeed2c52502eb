# SPDX-License-Identifier: MIT
"""What a receiver has when a message comes: nodes that went with one above them, numbers that it was never told, methods of
another list. Against what the engines' games wrote and printed; by the program that needs no Wireshark."""

import json
import os
import re
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

ANALYSE = os.environ["GODOT_ANALYSE"]
SITUATIONS = harness.PCAPS / "situations"
PROJECTS = harness.PCAPS / "projects" / "situations"


def asked(name, *questions, projects=()):
    options = [word for project in projects for word in ("--project", PROJECTS / project)]
    return subprocess.run([ANALYSE, SITUATIONS / f"{name}.pcap", *options, *questions], capture_output=True, check=True,
                          text=True).stdout  # fmt: skip


def rows(name, *projects):
    """Cause, number of messages, first frame, node, member."""
    table = json.loads(asked(name, "godot,problems,json", projects=projects))["rows"]
    return [(row["cause"], row["count"], row["first"], row["node"], row["member"]) for row in table]


def truth(name):
    return [json.loads(line) for line in (SITUATIONS / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]


def log(name):
    return (SITUATIONS / f"{name}.log").read_text(encoding="utf-8")


class NodesBelow(unittest.TestCase):
    """An item below a unit: the unit is hidden from the client, then the item is hidden and shown, then the unit is shown."""

    NAME = "godot-4.6/nested_spawn"
    ITEM = "Main/Units/U1/Slot/Item1"

    def test_the_spawn_below_the_hidden_unit_fails(self):
        self.assertEqual(log(self.NAME).count('Parameter "spawner" is null'), 1)
        found = [row for row in rows(self.NAME, "nested_spawn") if row[0].startswith("a spawn below")]
        self.assertEqual(found, [("a spawn below a node that was despawned there", 1, 402, self.ITEM, None)])

    def test_states_of_a_node_that_the_receiver_lacks_ask_for_no_other_mode(self):
        """Nor those of the unit, which is there twice for less than two seconds; three of the same values would."""
        shown = [row["t_ms"] for row in truth(self.NAME) if row["kind"] == "node" and row["proc"] == "client" and row["name"] == "U1"]
        self.assertEqual([shown[1] - shown[0] < 2000, shown[2] - shown[1] > 2000], [True, True])
        unchanged = [node for cause, _, _, node, _ in rows(self.NAME, "nested_spawn") if cause == "the same state again and again"]
        self.assertEqual(unchanged, [])

    def test_the_state_has_what_the_client_has(self):
        # The client's tree at the end, by what its game wrote: the item never came back.
        has = {}
        for row in truth(self.NAME):
            if row["kind"] == "node" and row["proc"] == "client" and row["t_ms"] < 6678:
                has[row["name"]] = row["what"] == "added"
        self.assertEqual(has, {"U1": True, "ItemSpawner": True, "Item1": False})
        for packet, expected in ((230, True), (300, False), (450, False), (780, False)):
            with self.subTest(packet=packet):
                state = asked(self.NAME, f"godot,state,{packet}", projects=["nested_spawn"])
                self.assertEqual("Item1" in state, expected, state)
        self.assertIn("U1", asked(self.NAME, "godot,state,780", projects=["nested_spawn"]))


class Numbers(unittest.TestCase):
    """Godot 3.6: a client that was kicked connects again with the same peer, twice."""

    NAME = "godot-3.6/peer_used_again"

    def test_calls_by_a_number_of_another_connection_are_refused(self):
        ran = [row["from"] for row in truth(self.NAME) if row["kind"] == "got"]
        joined = [row["id"] for row in truth(self.NAME) if row["kind"] == "event" and row["event"] == "peer"]
        self.assertEqual((len(ran), len(joined)), (5, 3))
        self.assertEqual(set(ran), {joined[0]}, "only those of the first connection ran")
        refused = log(self.NAME).count("Unabled to find requested cached node")
        found = [row for row in rows(self.NAME, "peer_used_again") if row[0] == "a number that was not announced on this connection"]
        self.assertEqual([(count, first, node) for _, count, first, node, _ in found], [(5, 39, "#1"), (5, 69, "#1")])
        self.assertEqual(sum(count for _, count, *_ in found), refused)

    @harness.sweep
    def test_no_healthy_game_has_one(self):
        searched = 0
        refused = ("peer_used_again", "player_joins")
        captures = sorted(path for path in harness.PCAPS.glob("**/*.pcap") if path.stem not in refused)
        for capture in harness.of_this_run(captures, captures[::9]):
            done = subprocess.run([ANALYSE, capture, "godot,problems,json"], capture_output=True, check=False, text=True)
            if done.returncode != 0:
                continue
            searched += 1
            self.assertNotIn("a number that was not announced", done.stdout, capture)
        self.assertGreater(searched, 10)


class PlayerJoins(unittest.TestCase):
    """Godot 3.6: a player calls everyone by numbers while another one joins, of whom it does not know yet."""

    NAME = "godot-3.6/player_joins"

    def test_only_those_calls_are_refused_and_for_that_reason(self):
        # The sender knew of the server alone, by its own words; the server passed the calls on to the new player.
        sent = [row for row in truth(self.NAME) if row.get("to") == 0 and row["proc"] == "a" and row["targets"] == [1]]
        self.assertGreaterEqual(len(sent), 4)
        refused = log(self.NAME).count("Unabled to find requested cached node")
        table = json.loads(asked(self.NAME, "godot,problems,json"))["rows"]
        self.assertEqual({row["cause"] for row in table}, {"a number that was not announced on this connection"})
        self.assertEqual([(row["count"], row["first"], row["node"]) for row in table],
                         [(2, 50, "Field/Units/U1"), (2, 50, "Field/Units/U2")])  # fmt: skip
        self.assertEqual(sum(row["count"] for row in table), refused)
        for row in table:
            self.assertTrue(row["remedy"].startswith("Normal if rare"), row["remedy"])
            self.assertNotIn("peer for each connection", row["remedy"])


class TwoSetters(unittest.TestCase):
    """Godot 3.6: nodes without names are other ones at each peer, so that two set the `puppet` variable of one path."""

    NAME = "godot-3.6/two_setters"

    def test_both_are_named_where_the_engine_refuses_one(self):
        refused = re.findall(r"RSET '(\w+)' is not allowed on node /root/(\S+) from: (\d+)\. Mode is 3, master is (\d+)", log(self.NAME))
        self.assertEqual({(member, node) for member, node, *_ in refused}, {("pos", "Field/Units/@@7")})
        setters = {}
        for row in truth(self.NAME):
            if row["kind"] == "rset":
                setters.setdefault((row["node"], row["method"]), set()).add(row["from"])
        twice = {place for place, senders in setters.items() if len(senders) > 1}
        table = json.loads(asked(self.NAME, "godot,problems,json"))["rows"]
        found = [row for row in table if row["cause"] == "another peer sets the variable, too"]
        self.assertEqual({(row["node"], row["member"]) for row in found}, twice & {("Field/Units/@@7", "pos")})
        for row in found:
            self.assertIn("set_network_master()", row["remedy"])


class OtherFunctions(unittest.TestCase):
    """The client's list of remote methods has one more than the server's: numbers mean other methods."""

    NAME = "godot-4.6/other_function"
    CAUSE = "another method runs at the receiver, or none"

    def test_what_runs_is_said_if_both_projects_are_set(self):
        ran = [(row["method"], row["args"]) for row in truth(self.NAME)]
        self.assertEqual(ran, [("zap", ["1"]), ("zap", ["11"])])
        self.assertEqual(len(re.findall(r"TRUTH server runs zap", log(self.NAME))), len(ran))
        found = [row for row in rows(self.NAME, "other_function_client", "other_function_server") if row[0] == self.CAUSE]
        self.assertEqual([(count, first, member) for _, count, first, _, member in found],
                         [(2, 6, "say"), (2, 7, "warp"), (2, 8, "zap"), (1, 27, "say"), (1, 28, "warp")])

    def test_with_one_project_or_none_nothing_is_claimed(self):
        for projects in ((), ("other_function_client",), ("other_function_server",)):
            with self.subTest(projects=projects):
                self.assertEqual([row for row in rows(self.NAME, *projects) if row[0] == self.CAUSE], [])


if __name__ == "__main__":
    unittest.main()
