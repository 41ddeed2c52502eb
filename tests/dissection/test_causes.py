# SPDX-License-Identifier: MIT
"""Causes that an engine had, and what is said: the rows below. What the engines printed, or their games wrote, is the
truth; it is never excluded."""

import json
import re
import struct
import unittest
from collections import Counter

import harness  # first: it adds tests/common to the path

import odd_captures
from causes import causes_in
from projects import PROJECTS, copied, with_project

FOLDER = harness.PCAPS / "situations" / "godot-4.6"

# The cause; its capture; what proves it in the engine's log; the filter; the frames that it finds; the cause as the text names
# it; how many causes remain, as godot.problem.causes has it, or NOTE; a healthy twin. None in the log's place: nothing is printed.
NOTE = "a note"
ROWS = [
    ("a call in the same frame as disconnect_peer()", "call_before_kick", r"\Asay welcome\s+server_disconnected\s*\Z",
     "enet.analysis.left_unread", [15], "the receiver reads it together with the Disconnect, and drops it", 1, "call_then_kick"),
    ("two peers that send a synchronizer's changes", "two_senders_on_change", r"Ignoring delta for non-authority",
     "godot.sync.two_senders", [12], "receivers accept only those of its authority", None, "mesh_ids"),
    ("a message above the receiver's inbound_buffer_size", "websocket_too_big", r"left \d+",
     "godot.too_big", [31], "it is larger than the receiver's inbound_buffer_size", 2, "confirmed_late"),
    ("a call that overtakes a spawn which its receiver holds back", "held_spawn", r"Node not found: \"Hive/Bees/Bee937696649\"",
     "godot.node.not_yet_spawned && godot.problem.causes == 1", [37, 211], "holds the spawn of this node (frame 12) back until frame 224", 1,
     "mesh_ids"),
    ("a client whose id another client has", "id_taken", r"\Apeer_connected 77\s*\Z",
     "enet.connection.ignored", [10], "the client's id 77 is taken by another client", 1, "mesh_ids"),
    ("a server that was killed before the request", "server_has_crashed", None,
     "enet.connection.unanswered", [134], "nothing listens at this port", 1, "mesh_ids"),
    ("a client that alone compresses", "compresses_alone", None,
     "enet.connection.unanswered", [1], "the server compresses differently", 5, "mesh_ids"),
    ("a server that refuses new connections, and ends four seconds later", "refused_then_stopped", r"\Arefuses\s(hello \d\s)+ends\s*\Z",
     "enet.connection.ignored", [13, 28], "it refuses new connections", 1, "mesh_ids"),
    ("a node that its server renames before the client has confirmed its path", "renamed", r'\Aring 1\s+ERROR: Node not found: "Main/Gong"',
     "godot.path.not_told", [7], "Main/Gong was never announced on this connection", NOTE, "call_then_kick"),
    ("a node that the receiver lacks, in the last second of a capture", "renamed", r'Node not found: "Main/Lone"',
     "godot.path.open", [31, 32], "the capture or the connection ends before it confirms it", NOTE, "call_then_kick"),
    ("a large call to a server that is killed, which its system had acknowledged", "large_calls", r"\A(take 66[0-2]00\s+){3}\Z",
     "godot.reset_unread_perhaps", [275], "perhaps before it read this", NOTE, "confirmed_late"),
    ("a server that refuses new connections, over WebSocket", "refused_over_websocket", r"\Aconnection failed\s*\Z",
     "godot.upgrade_unanswered", [44], "the server refuses new connections", 2, "confirmed_late"),
    ("a node that the receiver lacks, which sends nothing itself", "silent_receiver", r'Node not found: "Main/Only"',
     "godot.path.missing", [5, 7], "it reads what is sent to it, but never confirmed this path", 3, "call_then_kick"),
    ("a node that the other client has, and the server not yet", "level_changes", r'Node not found: "Main/Second"',
     "godot.path.missing", [128, 130, 134, 136], "it reads what is sent to it, but never confirmed this path", 2, "call_then_kick"),
    ("a node that the receiver has 0.7 s later", "node_comes_later", r'(?s)Node not found: "Main/Bell".*has the bell.*ring 7',
     "godot.path.missing", [5, 6], "The receiver has no node Main/Bell yet: it announces it itself only in frame 16", 1, "call_then_kick"),
    ("a server whose `multiplayer_peer` was set to null and back", "peer_set_again", r"set again\s+ERROR: Condition \"!connected_peers.has",
     "godot.path.missing", [18, 19], "its MultiplayerAPI does not know the sender", 2, "call_then_kick"),
    ("`rpc_config()` at one end alone", "configured_alone", r"The rpc node checksum failed",
     "godot.path.other_version", [9], "rpc_config() added methods at one end alone", 3, "call_then_kick"),
    ("… and the calls of that node", "configured_alone", None,
     "godot.rpc.other_methods", [10, 13, 17, 21], "The receiver has other remote methods at this path, as frame 9 shows", NOTE, "call_then_kick"),
    ("a spawn to a client whose scene has no spawner yet", "late_scene", r'Parameter "spawner" is null',
     'godot.problem.why contains "got its spawn"', [9, 10], "the spawn failed there", 4, "call_then_kick"),
    ("calls through the server to a client that it has closed by force", "kicked_by_force", r"ask 8\s+peer_disconnected\s+server_disconnected\s*\Z",
     "godot.peer.gone", [67, 68, 71, 74, 75, 80, 81, 84, 89, 90, 95, 96, 99], "had left, and the server had not told the sender", None, "mesh_ids"),
    ("a client over WebSocket that stands still for three seconds", "confirmed_late", None,
     "godot.path.confirmed_late", [1004, 1006, 1012], "it did not poll", 2, "websocket_too_big"),
    ("a NAT that gives the client another port", "port_changes", r"\Apeer connected\s(shoot \d+\s)+peer disconnected\s*\Z",
     "enet.analysis.address_changed", [113], "it goes on from another address, and ENet drops what comes from there", 1, "port_stays"),
    ("a client whose password the server refuses, alone", "auth_rejected", r"\Awrong: authenticating\swrong: authentication failed",
     "enet.connection.not_admitted", [4], "Closed during the authentication: it failed", NOTE, "auth_accepted"),
    ("… and beside a client that was admitted", "auth_rejected_beside", r"\Awrong: authenticating\swrong: authentication failed",
     "enet.connection.not_admitted", [22], "Closed during the authentication: it failed", NOTE, "auth_accepted"),
    ("a client that never completes its authentication", "auth_timeout", r"\Aslow: authenticating\sslow: authentication failed",
     'godot.problem == "not_admitted"', [17], "took longer than auth_timeout", NOTE, "auth_accepted"),
    ("a client whose id is 1", "id_one", None,
     "enet.connection.ignored", [2], "the client's id is 1", 3, "mesh_ids"),
    ("a MultiplayerAPI of its own for a branch, at one end", "root_path_differs", r'Node not found: "Child"',
     "godot.path.missing", [7, 8], "the MultiplayerAPIs of the ends have different root paths", 3, "root_path_alike"),
    ("a spawn_path that leads nowhere at the client", "spawn_path_differs", r'Parameter "parent" is null',
     "godot.path.missing && godot.problem.causes == 3", [19, 20, 21, 22], "the spawn failed there", 3, "root_path_alike"),
    ("two projects that list the same scenes in another order", "lists_swapped", None,
     "godot.spawn.scene_unknown", [9, 10], "the number is an index into the receiver's own list", None, "lists_alike"),
    ("authority that a script changes in _ready()", "authority_in_ready", r"has no network ID",
     "godot.spawn.authority_in_ready", [10], "calls set_multiplayer_authority() in _ready()", NOTE, "owners"),
    ("a player that sends states of a node which the server has freed", "despawned_owner", r"Node not found|Failed to get cached node",
     "godot.sync.node_despawned", [289, 291, 301, 305, 311, 317], "it has no node for these values", NOTE, "owners"),
    ("a max_sync_packet_size of 500", "sync_limit_500", None,
     "godot.sync.cut", [13, 18, 20, 25], "less than 842 bytes here", None, "sync_limit_1350"),
    ("an unreliable call in the same frame as disconnect_peer()", "unreliable_before_kick", r"\Amumble welcome\s+server_disconnected\s*\Z",
     "enet.analysis.left_unread_perhaps", [15], "a receiver that reads both in one poll drops it", NOTE, "unreliable_then_kick"),
    ("a call in the same frame as close(), with which the capture ends", "call_before_leave", r"\Asay hello\s+left\s*\Z",
     "enet.analysis.left_unread_perhaps", [15], "a receiver that reads both in one poll drops it", NOTE, "call_then_kick"),
    ("a call in the same frame as close() of the server", "call_before_close", r"\Asay welcome\s+server_disconnected\s*\Z",
     "enet.analysis.left_unread_perhaps", [14], "a receiver that reads both in one poll drops it", NOTE, "call_then_close"),
    ("a call in the same frame as disconnect_peer() over WebSocket", "call_before_kick_websocket", r"\A((?!welcome 99)[^\n]*\n)+server_disconnected\s*\Z",
     "godot.left_unread_perhaps", [72, 75], "a receiver that reads both in one poll drops it", NOTE, "confirmed_late"),
    ("a call in the _ready() of a node that is spawned below the root", "root_spawn",
     r"Failed to get path from RPC: Guard(?s:.*)hear behind\s+hear later 0\s+hear later 1\s+hear later 2\s+hear later 3\s*\Z",
     "godot.node.not_yet_spawned || godot.problem", [7, 8], "a spawn is sent when the node is ready, so calls in its _ready() or before are sent first",
     None, "mesh_ids"),
    ("two peers that send a synchronizer's states every 0.6 s", "two_senders_slow", r"Ignoring sync data from non-authority",
     "godot.sync.two_senders", [27], "receivers accept only those of its authority", None, "authority_changes"),
    ("a node that is added again without request_ready()", "added_again", r"Failed to get path from RPC: Main/Coins/Coin",
     "godot.node.despawned", [22, 23, 27, 29, 33, 34, 36, 40], "its signal ready, for which its spawner waits, comes once", 2, "added_again_ready"),
    ("a synchronizer that was hidden for 49,404 rounds", "hidden_for_long", None,
     "godot.sync.frozen", list(range(180, 252)), "there was none for 49404 rounds, since frame 81", 1, "owners"),
    ("a client that asks Godot's server for one channel", "one_channel", None,
     "enet.connection.one_channel", [31], "never sends anything unreliable", NOTE, "owners"),
]  # fmt: skip


# All causes that remain where there are several, by capture.
NOT_KNOWN = "its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again"
AUTHENTICATES = "it has an auth_callback, and waits for the sender's authentication"
SPAWN_FAILED = "the spawn failed there (the engine prints why, for example 'Parameter \"parent\" is null')"
FREED = "a script of the receiver has freed or renamed the node"
READS = "(it reads what is sent to it, but never confirmed this path)"
REMAINING = {
    "websocket_too_big": ["it is larger than the receiver's inbound_buffer_size (65535 unless a script sets it) (its Close has the code 1009 then)",
                          "the receiver leaves by itself just then"],
    "compresses_alone": ["nothing listens there", "the server compresses differently (this request is compressed)", "the server is full",
                         "the server stands still (loading, a breakpoint)", "the server expects DTLS"],
    "refused_over_websocket": ["the server's main loop stands still", "the server refuses new connections"],
    "silent_receiver": [f"it has no node there {READS}", NOT_KNOWN, AUTHENTICATES],
    "level_changes": [f"it has no node there {READS}", NOT_KNOWN],
    "peer_set_again": [f"it has freed or renamed the node, which it announced itself in frame 5 {READS}", NOT_KNOWN],
    "configured_alone": ["they run different versions of the game",
                         "they have different nodes at this path, as while only one end has changed the scene",
                         "rpc_config() added methods at one end alone, or after the node's list was first needed"],
    "late_scene": [SPAWN_FAILED, FREED, NOT_KNOWN, AUTHENTICATES],
    "confirmed_late": ["it did not poll (loading, a breakpoint, a long frame)",
                       "this end is a proxy, and a segment was lost or slow on its link to the player"],
    "id_one": ["the client's id is 1 (a server of Godot's multiplayer drops such a client without a word)", "it refuses new connections",
               "the server has stopped or stands still"],
    "root_path_differs": ["the MultiplayerAPIs of the ends have different root paths (the sender announces its root as a node in frame 5, so it "
                          "has an API of its own for a branch)", f"it has none there {READS}", NOT_KNOWN],
    "spawn_path_differs": [SPAWN_FAILED, FREED, NOT_KNOWN],
    "added_again": ["the same node was added again (add_child()), and its signal ready, for which its spawner waits, comes once",
                    "a node of this name was added that its spawner does not spawn"],
}  # fmt: skip


# Below pcaps/projects/situations, of both ends.
GAMES = {"lists_swapped": ["spawns/server", "spawns/client"], "lists_alike": ["spawns/server", "spawns/client"],
         "authority_in_ready": ["authority_in_ready"], "owners": ["owners"]}  # fmt: skip


def options_of(capture):
    folders = [PROJECTS / "situations" / name for name in GAMES.get(capture, ())]
    return [word for each in folders for word in with_project(copied(each, name=f"causes-{each.parent.name}-{each.name}"))]


def fields(capture, names, display_filter):
    return harness.fields(FOLDER / f"{capture}.pcap", names, *options_of(capture), display_filter=display_filter)


def frames(capture, display_filter):
    return [int(number) for (number,), in fields(capture, ["frame.number"], display_filter)]


def said(capture, number):
    """What the packet says, and how many causes remain. Wireshark shortens long texts of expert information."""
    names = ["godot.expert.details", "godot.problem.why", "godot.problem.remedy", "godot.problem.causes"]
    ((*texts, causes),) = fields(capture, names, f"frame.number == {number}")
    return sum(texts, []), causes


class Causes(unittest.TestCase):
    def test_are_found_and_named(self):
        for cause, capture, proof, display_filter, found, text, remain, _ in ROWS:
            with self.subTest(cause):
                if proof is not None:
                    self.assertRegex((FOLDER / f"{capture}.log").read_text(encoding="utf-8"), proof)
                self.assertEqual(frames(capture, display_filter), found)
                texts, causes = said(capture, found[0])
                having = [each for each in texts if text in each]
                self.assertTrue(having)
                for whole in having:
                    self.assertNotIn(text, whole.partition(". Not: ")[2])
                if remain not in (None, NOTE):
                    self.assertIn(str(remain), causes)
                if remain not in (None, NOTE) and remain > 1:
                    self.assertIn(REMAINING[capture], [causes_in(each) for each in having])

    # Without ICMP errors, its datagrams to its other client show that the server ran, though the refused one has sent last.
    def test_a_server_that_goes_on_with_others_has_not_stopped(self):
        whole = FOLDER / "refused_then_stopped.pcap"
        errors = {int(number) for (number,), in harness.fields(whole, ["frame.number"], display_filter="icmp")}
        self.assertTrue(errors)
        rows = harness.fields(harness.without(whole, errors), ["godot.problem.causes", "godot.problem.remedy"],
                              display_filter="enet.connection.ignored")  # fmt: skip
        self.assertEqual(rows, [[["1"], ["Look at the server's refuse_new_connections"]]] * 2)

    def test_are_not_found_in_healthy_games(self):
        for cause, _, _, display_filter, _, _, _, twin in ROWS:
            with self.subTest(cause):
                self.assertEqual(frames(twin, display_filter), [])


def counts(capture, *folders):
    """What the table of problems counts: by kind, cause and method, of all callers and receivers."""
    options = [word for each in folders for word in with_project(copied(each, name=f"causes-{each.parent.name}-{each.name}"))]
    out = harness.run("-2", "-q", "-z", "godot,problems,json", *options, capture=FOLDER / f"{capture}.pcap").stdout.decode()
    found = Counter()
    for row in harness.json_rows(out):
        found[row["problem"], row["cause"], row["member"]] += row["count"]
    return found


class AClientThatCrashes(unittest.TestCase):
    """Its system returns what is sent to it. The games have written which calls were sent and which ran."""

    GONE = "its receiver had left, or this connection was closed"

    def test_each_call_that_it_did_not_run_is_counted(self):
        lines = [json.loads(line) for line in (FOLDER / "client_crashes.truth.jsonl").read_text(encoding="utf-8").splitlines()]
        (victim,) = (line["id"] for line in lines if line["kind"] == "id")
        project = PROJECTS / "situations" / "client_crashes"
        found = counts("client_crashes", project)
        # Sent before the first ICMP error: its end shows by that alone.
        earlier = harness.fields(FOLDER / "client_crashes.pcap", ["godot.rpc.method"], *with_project(copied(project, name="causes-crashes")),
                                 display_filter="enet.analysis.never_acknowledged && !godot.peer.gone")
        for method in ("news", "wave"):
            sent = sum(line["kind"] == "rpc" and line["to"] == victim and line["method"] == method for line in lines)
            ran = sum(line["kind"] == "got" and line["proc"] == "victim" and line["method"] == method for line in lines)
            before = sum(methods == [method] for (methods,) in earlier)
            self.assertEqual(found["not_connected", self.GONE, method] + before, sent - ran, method)

    def test_no_other_cause_remains(self):
        rows = harness.fields(FOLDER / "client_crashes.pcap", ["godot.problem.why"], display_filter="enet.analysis.never_acknowledged")
        self.assertGreater(len(rows), 5)
        for (texts,) in rows:
            self.assertTrue(any("the client's process has ended (ICMP port unreachable in frame 85)" in text for text in texts), texts)


class Versions(unittest.TestCase):
    """Two projects are set."""

    def test_a_call_that_reaches_another_method_of_a_player_behind_the_server_is_counted(self):
        ran = len(re.findall(r"^tell line", (FOLDER / "newer_behind_server.log").read_text(encoding="utf-8"), re.MULTILINE))
        folder = PROJECTS / "situations" / "behind_server"
        found = counts("newer_behind_server", folder / "old", folder / "new")
        of_player = {row: count for row, count in found.items() if row[0] == "declared_otherwise"}
        cause = "another method runs at the receiver, or none"
        # Of the server it is not known what it runs: it announces nothing.
        self.assertEqual(of_player, {("declared_otherwise", cause, "say"): ran, ("declared_otherwise", cause, "tell"): ran})

    def test_who_may_call_is_open_where_the_projects_differ(self):
        refused = (FOLDER / "narrowed.log").read_text(encoding="utf-8").count("RPC 'press' is not allowed")
        self.assertGreater(refused, 0)
        folder = PROJECTS / "situations" / "narrowed"
        capture = FOLDER / "narrowed.pcap"
        for versions, expected in ((["closed"], "godot.rpc.refused"), (["open", "closed"], "godot.rpc.caller_open"), (["open"], None)):
            options = [word for each in versions for word in with_project(copied(folder / each, name=f"causes-narrowed-{each}"))]
            for name in ("godot.rpc.refused", "godot.rpc.caller_open"):
                with self.subTest(versions=versions, name=name):
                    rows = harness.fields(capture, ["frame.number"], *options, display_filter=name)
                    self.assertEqual(len(rows), refused if name == expected else 0)


class Connections(unittest.TestCase):
    """Problems of connections are on ENet's own commands: requests, answers, acknowledgements, the end."""

    CAPTURES = ("lobby_full", "lobby_packed", "lobby_refusing", "lobby_unproven", "ball_not_polling",
                "ball_server_not_polling", "coop_late_answer", "duel_window_full")

    def test_have_peers_and_marks(self):
        kinds = {"not_connected": "[not connected] ", "not_polling": "[not polling] ", "too_much": "[too much] "}
        for name in self.CAPTURES:
            capture = harness.PCAPS / "faults" / "godot-4.6" / f"{name}.pcap"
            rows = harness.json_rows(harness.run("-2", "-q", "-z", "godot,problems,json", capture=capture).stdout.decode())
            with self.subTest(name):
                self.assertTrue(rows)
                self.assertEqual([row for row in rows if not row["from"] or not row["to"]], [])
                for kind, mark in kinds.items():
                    marked = harness.fields(capture, ["_ws.col.Info"], display_filter=f'godot.problem == "{kind}"')
                    self.assertEqual([info for (info,), in marked if mark not in info], [])


class Returned(unittest.TestCase):
    """Requests to a server that was killed come back in ICMP errors, which say where they were turned back."""

    MAC, IP, ICMP = 14, 20, 8
    ICMP_PROTOCOL, UDP_PROTOCOL, ICMPV6_PROTOCOL = 1, 17, 58

    def said(self, name, change):
        """What is said if each packet of the capture, from its IP header on, is another one."""
        frames = odd_captures.read(FOLDER / "server_has_crashed.pcap")
        changed = [(seconds, rest, change(frame[self.MAC :])) for seconds, rest, frame in frames]
        capture = odd_captures.write(f"returned_{name}", odd_captures.RAW_IP, changed)
        ((texts, causes),) = harness.fields(capture, ["godot.problem.why", "godot.problem.causes"],
                                            display_filter="enet.connection.unanswered")
        return " ".join(texts), causes

    def with_code(self, packet, code):
        if packet[9] != self.ICMP_PROTOCOL:
            return packet
        icmp = packet[self.IP : self.IP + 1] + bytes([code]) + packet[self.IP + 2 :]
        return packet[: self.IP] + odd_captures.with_checksum(icmp + bytes(len(icmp) % 2), 2)[: len(icmp)]

    def over_ipv6(self, packet, code):
        body, protocol = packet[self.IP :], self.UDP_PROTOCOL
        if packet[9] == self.ICMP_PROTOCOL:
            protocol = self.ICMPV6_PROTOCOL
            body = bytes([1, code]) + bytes(self.ICMP - 2) + self.over_ipv6(body[self.ICMP :], code)
        loopback = bytes(15) + b"\1"
        return struct.pack(">IHBB", 6 << 28, len(body), protocol, 64) + 2 * loopback + body

    def test_by_the_code_of_the_error(self):
        for code, text, remain in ((3, "nothing listens at this port", "1"), (10, "a firewall or router rejects it", "1"),
                                   (1, "the server's address is not reached", "2")):
            with self.subTest(code):
                texts, causes = self.said(f"by_{code}", lambda packet, code=code: self.with_code(packet, code))
                self.assertIn(text, texts)
                self.assertEqual(causes, [remain])

    def test_over_ipv6(self):
        for code, text in ((4, "nothing listens at this port"), (1, "a firewall or router rejects it")):
            with self.subTest(code):
                texts, causes = self.said(f"over_ipv6_{code}", lambda packet, code=code: self.over_ipv6(packet, code))
                self.assertIn(text, texts)
                self.assertEqual(causes, ["1"])

    def test_an_error_about_the_length_says_nothing_of_the_server(self):
        texts, _ = self.said("too_long", lambda packet: self.with_code(packet, 4))
        self.assertNotIn("at this port", texts)
        self.assertNotIn("rejects it", texts)


class Mesh(unittest.TestCase):
    """Peers 2, 3 and 7, each pair of which has a connection of its own (24923: 2 and 3, 24927: 2 and 7, 24937: 3 and 7)."""

    PAIRS = {"24923": {2, 3}, "24927": {2, 7}, "24937": {3, 7}}
    MESH = " || ".join(f"udp.port == {port}" for port in PAIRS)

    def calls(self, name):
        """Of the truth: how often each pair was called, by method of the trucks and receiver."""
        lines = map(json.loads, (FOLDER / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines())
        return Counter((line["from"], to) for line in lines for to in line["targets"])

    def test_no_peer_is_the_server(self):
        for name in ("mesh_ids", "mesh_without_ids"):
            with self.subTest(name):
                rows = harness.fields(FOLDER / f"{name}.pcap", ["godot.from", "godot.to", "godot.peer.source", "godot.peer.target"],
                                      display_filter=f"godot && ({self.MESH})")
                self.assertGreater(len(rows), 100)
                for row in rows:
                    self.assertFalse({"server", "client", "1"} & {each for cell in row for each in cell}, row)

    def test_ids_are_those_of_the_connect_data(self):
        harness.show_ids()
        rows = harness.fields(FOLDER / "mesh_ids.pcap", ["udp.srcport", "udp.dstport", "godot.peer.source", "godot.peer.target"],
                              display_filter=f"godot.rpc && ({self.MESH})")
        counted = Counter()
        for (source,), (target,), sources, targets in rows:
            pair = self.PAIRS[source if source in self.PAIRS else target]
            asked = max(pair)  # peers connect to those with smaller ids
            is_asker = target in self.PAIRS
            self.assertEqual([*map(int, sources if is_asker else targets)], [asked])
            self.assertEqual(targets if is_asker else sources, [])
            counted[(asked, min(pair)) if is_asker else (min(pair), asked)] += 1
        self.assertEqual(counted, self.calls("mesh_ids"))


if __name__ == "__main__":
    unittest.main()
