# SPDX-License-Identifier: MIT
"""What both hosts show and say of players who meet by noray, against what the players themselves wrote down; and of nobody else."""

import functools
import os
import re
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import two_ends
from causes import causes_in

ANALYSE = os.environ["GODOT_ANALYSE"]
FOLDER = harness.PCAPS / "noray"
captures = functools.partial(two_ends.captures, FOLDER)
truth = functools.partial(two_ends.truth, FOLDER)
PROJECT = harness.PCAPS / "projects/noray4"
# The symptom and all causes that remain, by capture.
PUNCHING = ["one of the two is behind a symmetric NAT, which takes another port for each destination",
            "a firewall at either end drops UDP of peers",
            "the other end sends no handshakes, or from another port than it has registered"]  # fmt: skip
RELAY = ["noray's relay ports are not open",
         "a NAT takes another port for each destination, so that noray does not know the sender",
         "the other end sends no handshakes, or from another port than it has registered"]  # fmt: skip
VERDICTS = {
    "symmetric": (r"Nothing comes from 203\.0\.113\.10:\d+, after \d+ handshakes", PUNCHING),
    "symmetric_host": (r"Nothing comes from 203\.0\.113\.20:\d+, after \d+ handshakes", PUNCHING),
    "firewall": (r"Nothing comes from 203\.0\.113\.10:\d+, after \d+ handshakes", PUNCHING),
    "firewall_host": (r"Nothing comes from 203\.0\.113\.20:\d+, after \d+ handshakes", PUNCHING),
    "other_port": (r"Nothing comes from 203\.0\.113\.10:\d+, after \d+ handshakes", PUNCHING),
    "other_port_host": (r"Nothing comes from 203\.0\.113\.20:\d+, after \d+ handshakes",
                        ["this end sends from another port than it has registered, to which the other end sends (port 24680 in frame 16, "
                         "registered is 55914)"]),
    "relay_symmetric": (r"Nothing comes from [\d.:]+ \(noray's relay\), after \d+ handshakes", RELAY),
    "relay_symmetric_host": (r"Nothing comes from [\d.:]+ \(noray's relay\), after \d+ handshakes", RELAY),
    "unknown_oid": (r"noray does not answer connect nobody-has-this-name.*Not: this end had not registered its UDP port",
                    ["noray knows no host of this OID", "the host has not registered its UDP port"]),
    "no_registrar": (r"[\d.:]+ is not registered at noray: its \d+ datagrams to 203\.0\.113\.1:8809 get no OK",
                     ["a firewall between them drops UDP to that port, or its answers", "noray's registrar has another port"]),
    "relayed_again": (r"Nothing comes from 203\.0\.113\.10:\d+, after \d+ handshakes", PUNCHING),
    "relayed_again_host": (r"Nothing comes from 203\.0\.113\.20:\d+, after \d+ handshakes", PUNCHING),
}  # fmt: skip
HEALTHY = ("direct", "punched", "relayed")


def analysed(capture, *questions):
    return subprocess.run([ANALYSE, capture, *questions], capture_output=True, check=True, text=True)


def said(capture):
    """The lines below the heading."""
    return two_ends.lines_below("Meeting by noray", analysed(capture).stdout)


def problems(capture):
    return [line for line in said(capture) if ", problem: " in line]


class Noray(unittest.TestCase):
    def test_registrations_are_those_of_the_players(self):
        compared = 0
        for file, name, role in captures():
            with self.subTest(file.name):
                for line in truth(name):
                    if (line["role"], line["event"]) != (role, "registered"):
                        continue
                    own = [each for each in said(file) if "registered at noray" in each]
                    self.assertEqual(len(own), 1)
                    self.assertEqual("is not registered" in own[0], line["error"] != 0)
                    if line["error"] == 0:
                        self.assertIn(f":{line['local_port']} is registered", own[0])
                    compared += 1
        self.assertEqual(compared, len(list(captures())))

    def test_who_was_reached(self):
        """Each handshake of a client that succeeded is said, and with the address and port that noray named; no other."""
        reached = 0
        for file, name, role in captures():
            shaken = {(each["address"], each["port"]) for each in truth(name)
                      if each["event"] == "handshake" and each["role"] == role and (role == "host" or each["error"] == 0)}
            if role == "host" and not any(each["event"] == "peer_connected" for each in truth(name)):
                shaken = set()  # a host's handshake always succeeds: it hears nothing
            elif role == "host":  # of several, the last one
                last = [each for each in truth(name) if each["event"] == "handshake" and each["role"] == role][-1]
                shaken = {(last["address"], last["port"])}
            with self.subTest(file.name):
                found = {(a, int(p)) for a, p in re.findall(r": ([\d.]+):(\d+) is reached", "\n".join(said(file)))}
                self.assertEqual(found, shaken)
                reached += len(found)
        self.assertEqual(reached, 2 * (len(HEALTHY) + 1))

    def test_what_remains_of_the_causes(self):
        for stem, (symptom, causes) in VERDICTS.items():
            with self.subTest(stem):
                found = problems(FOLDER / f"{stem}.pcap")
                self.assertEqual(len(found), 1, found)
                text = found[0].partition(", problem: ")[2]
                self.assertRegex(text, rf"\A{symptom}")
                self.assertEqual(causes_in(text), causes)
        for name in HEALTHY:
            for ending in ("", "_host"):
                with self.subTest(name + ending):
                    self.assertEqual(problems(FOLDER / f"{name}{ending}.pcap"), [])
        known = {*VERDICTS, *HEALTHY, *(f"{name}_host" for name in HEALTHY), "unknown_oid_host", "no_registrar_host"}
        self.assertEqual({file.stem for file, _, _ in captures()}, known)
        for stem in ("unknown_oid_host", "no_registrar_host"):  # this end has registered, and is asked by nobody
            self.assertEqual(problems(FOLDER / f"{stem}.pcap"), [])

    def test_the_game_is_read_beside_handshakes_and_by_the_relay(self):
        for name in (*HEALTHY, "relayed_again"):
            for ending in ("", "_host"):
                with self.subTest(name + ending):
                    sent = [each["step"] for each in truth(name) if each["event"] == "move"]
                    self.assertEqual(sent, list(range(10)))
                    calls = analysed(FOLDER / f"{name}{ending}.pcap", "--calls", "--project", PROJECT).stdout
                    found = [int(step) for step in re.findall(r"peer 2 → server  Main\.move\(step: (\d+)\)$", calls, re.M)]
                    self.assertEqual(sorted(set(found)), sent)  # ENet sends one again, perhaps

    def test_who_never_met_has_no_game(self):
        tried = 0
        for file in sorted(FOLDER.glob("*.pcap")):
            if file.stem.removesuffix("_host") in (*HEALTHY, "relayed_again"):
                continue
            with self.subTest(file.name):
                self.assertFalse(any(each["event"] == "move" for each in truth(file.stem.removesuffix("_host"))))
                self.assertEqual(analysed(file, "--calls").stdout, "")
                tried += 1
        self.assertEqual(tried, 12)

    def test_lines_are_those_of_the_players(self):
        """What noray told each player, as its addon wrote it down, and what the player asked for."""
        compared = 0
        for file, name, role in captures():
            with self.subTest(file.name):
                own = [each for each in truth(name) if each["role"] == role]
                rows = harness.fields(file, ["noray.command", "noray.oid", "noray.host", "noray.port", "noray.pid"], display_filter="noray.command")
                shown = {"told": [], "asked": []}
                for commands, oids, hosts, ports, pids in rows:
                    oids, hosts, ports, pids = (list(each) for each in (oids, hosts, ports, pids))
                    for command in commands:
                        if command in ("connect", "connect-relay") and oids:
                            shown["asked"].append((command, oids.pop(0)))
                        elif command == "set-oid":
                            shown["told"].append((command, oids.pop(0)))
                        elif command == "set-pid":
                            shown["told"].append((command, pids.pop(0) and ""))
                        elif command == "connect":
                            shown["told"].append((command, f"{hosts.pop(0)}:{ports.pop(0)}"))
                        elif command == "connect-relay":
                            shown["told"].append((command, ports.pop(0)))
                told = [(each["command"], "" if each["command"] == "set-pid" else each["data"]) for each in own if each["event"] == "command"]
                self.assertEqual(shown["told"], told)
                self.assertEqual(shown["asked"], [(each["command"], each["oid"]) for each in own if each["event"] == "asks"])
                compared += len(told)
        self.assertGreater(compared, 50)

    def test_private_ids_are_nowhere_shown(self):
        for file, name, _ in captures():
            secrets = [each["data"] for each in truth(name) if each.get("command") == "set-pid"]
            self.assertTrue(secrets)
            texts = [harness.run("-2", capture=file).stdout, harness.run("-2", "-O", "noray", capture=file).stdout,
                     harness.run("-2", "-q", "-z", "godot,problems,csv", capture=file).stdout, analysed(file).stdout.encode()]
            for secret in secrets:
                with self.subTest(file.name):
                    self.assertFalse(any(secret.encode() in text for text in texts))

    def test_handshakes_are_all_shown(self):
        compared = 0
        for file, _, _ in captures():
            payloads = harness.fields(file, ["udp.payload", "noray.handshake"], display_filter="udp.length == 12")
            names = {b"$-w-".hex(): "sent", b"$rw-".hex(): "seen", b"$rwx".hex(): "both"}
            with self.subTest(file.name):
                for payload, handshake in payloads:
                    self.assertEqual(list(handshake), [names[each] for each in payload if each in names])
                    compared += len(handshake)
        self.assertGreater(compared, 500)

    def test_both_hosts_have_the_same_tables(self):
        for file, _, _ in captures():
            for table in ("godot,problems,csv", "godot,profile,csv"):
                with self.subTest(file.name, table=table):
                    self.assertEqual(analysed(file, table).stdout.splitlines(),
                                     harness.run("-2", "-q", "-z", table, capture=file).stdout.decode().splitlines())  # fmt: skip
            rows = [line for line in analysed(file, "godot,problems,csv").stdout.splitlines() if line.startswith("not_connected,") and "noray" in line]
            with self.subTest(file.name):
                self.assertEqual(len(rows), 1 if file.stem in VERDICTS else 0)

    def test_the_packet_says_it(self):
        for stem, (symptom, causes) in VERDICTS.items():
            with self.subTest(stem):
                (details, info), = harness.fields(FOLDER / f"{stem}.pcap", ["godot.expert.details", "_ws.col.Info"],
                                                  display_filter='godot.problem == "not_connected" && noray')
                said_here = [each for each in details if re.search(symptom, each)]
                self.assertEqual([causes_in(each) for each in said_here], [causes])
                self.assertIn("[not connected]", info[0])

    def test_its_connection_is_no_unknown_one(self):
        self.assertNotIn("are no protocol of Godot", analysed(FOLDER / "punched.pcap").stderr)

    def test_nobody_else_meets(self):
        for file in sorted(harness.PCAPS.glob("multiplayer/godot-4.6/*.pcap"))[:6] + sorted(harness.PCAPS.glob("noise/*.pcap")):
            with self.subTest(file.name):
                self.assertNotIn("noray", analysed(file).stdout)

    def test_cut_and_thinned_captures_claim_nothing_false(self):
        """Without some packets, or without the ends of them, no healthy capture has a problem."""
        home = harness.workshop().home
        for name in HEALTHY:
            for ending in ("", "_host"):
                file = FOLDER / f"{name}{ending}.pcap"
                for number in range(1, 40, 3):
                    thinned = home / "thinned.pcap"
                    subprocess.run(["editcap", file, thinned, str(number)], check=True, capture_output=True)
                    with self.subTest(name + ending, without=number):
                        self.assertEqual(problems(thinned), [])
                for length in ("60", "80", "100"):
                    cut = home / "cut.pcap"
                    subprocess.run(["editcap", "-s", length, file, cut], check=True, capture_output=True)
                    with self.subTest(name + ending, length=length):
                        self.assertEqual(problems(cut), [])


if __name__ == "__main__":
    unittest.main()
