# SPDX-License-Identifier: MIT
"""What godot-analyse says of players who meet by WebRTC, against what their programs wrote down; and of nobody else."""

import functools
import os
import re
import subprocess
import unittest

import harness  # first: it adds tests/common to the path

import two_ends

ANALYSE = os.environ["GODOT_ANALYSE"]
FOLDER = harness.PCAPS / "ice"
captures = functools.partial(two_ends.captures, FOLDER)
truth = functools.partial(two_ends.truth, FOLDER)
HEALTHY = ("direct", "punched", "relayed", "relayed_both", "browsers", "browsers_relayed", "browser_native", "closed", "closed_browsers", "mdns",
           "stun_silent_direct", "relayed_tcp", "relayed_tcp_both")  # fmt: skip
RELAYED = {"relayed": ["client"], "browsers_relayed": ["client"], "relayed_both": ["client", "host"],
           "relayed_tcp": ["client"], "relayed_tcp_both": ["client", "host"]}  # fmt: skip
FIREWALL = "a firewall at either end drops UDP of peers, or the NATs of both take another port for each destination"
UNTOLD = "the other end has not got this one's description or candidates, or has ended"
PRIVATE = "the other end offers only addresses of its private network, and is in another one"
NO_UDP = "its network lets no UDP out"
FINGERPRINT = re.compile(r"the certificate of \S+ is not the one whose fingerprint its description has$")
HIDDEN = "an end refuses the certificate of the other by an alert, which DTLS 1.3 hides"
LARGE = re.compile(r"large datagrams are dropped on the way")
EARLY = "the handshake began before this end had the other's description"
WRONG_SERVER = "address or port are wrong, or the server is down"
NO_TURN = "what listens there is no TURN server, or speaks TLS alone"
PROXY = "a proxy or firewall on the way takes the connection, and does not let TURN pass"
ONE_DIRECTION = "the capture has one direction alone"
BEGUN_BEFORE = "the capture begins after they met, and the other end has gone since"
# The causes of each problem that is said, in their order.
ALONE = [[FIREWALL, UNTOLD]]
CAUSES = {
    "firewall": ALONE, "firewall_host": ALONE, "firewall_browsers": ALONE, "firewall_browsers_host": ALONE,
    "symmetric": ALONE, "symmetric_host": ALONE, "one_way": [[FIREWALL, UNTOLD, BEGUN_BEFORE]],
    "one_way_host": [[re.compile(r"a firewall or NAT on the way to 203\.0\.113\.20:\d+ drops what comes from 203\.0\.113\.10:\d+$")]],
    "no_servers": [[PRIVATE, FIREWALL, UNTOLD, ONE_DIRECTION, BEGUN_BEFORE]],
    "no_servers_host": [[PRIVATE, FIREWALL, UNTOLD, ONE_DIRECTION, BEGUN_BEFORE]],
    "no_route": [["the offered addresses are of another network, to which no way leads"]],
    "no_route_host": [["the offered addresses are of another network, to which no way leads"]],
    "stun_silent": [["a firewall drops UDP to that port, or its answers", "address or port are wrong, or the server is down", ONE_DIRECTION],
                    [PRIVATE, NO_UDP, FIREWALL, UNTOLD, ONE_DIRECTION, BEGUN_BEFORE]],
    "stun_silent_host": [["a firewall drops UDP to that port, or its answers", "address or port are wrong, or the server is down", ONE_DIRECTION],
                         [PRIVATE, NO_UDP, FIREWALL, UNTOLD, ONE_DIRECTION, BEGUN_BEFORE]],
    "stun_refused": [["nothing listens there"], [PRIVATE, FIREWALL, UNTOLD, BEGUN_BEFORE]],
    "stun_refused_host": [["nothing listens there"], [PRIVATE, FIREWALL, UNTOLD, BEGUN_BEFORE]],
    "turn_refused": [["name or password are wrong, or have expired"], [FIREWALL, UNTOLD]],
    "turn_refused_host": ALONE,
    "turn_denied": [[FIREWALL, UNTOLD], ["error 403"]],
    "turn_denied_host": ALONE,
    "turn_tcp_refused": [["name or password are wrong, or have expired"], [FIREWALL, UNTOLD]],
    "turn_tcp_denied": [[FIREWALL, UNTOLD], ["error 403"]],
    "turn_tcp_closed": [[FIREWALL, UNTOLD], ["nothing listens there", "a firewall refuses TCP to that port"]],
    "turn_tcp_silent": [[FIREWALL, UNTOLD, ONE_DIRECTION], ["a firewall drops TCP to that port, or its answers", WRONG_SERVER, ONE_DIRECTION]],
    "turn_tcp_hangs": [[FIREWALL, UNTOLD], [NO_TURN, "the server hangs", PROXY]],
    "turn_tls": ALONE,
    "turn_tcp_denied_host": ALONE,
    "wrong_fingerprint": [[FINGERPRINT]], "wrong_fingerprint_host": [[FINGERPRINT]],
    "wrong_fingerprint_browsers": [[FINGERPRINT, EARLY]], "wrong_fingerprint_browsers_host": [[FINGERPRINT, EARLY]],
    "wrong_fingerprint_chromium": [[HIDDEN, LARGE, "a firewall drops DTLS", "one of the programs hangs or has ended"]],
    "wrong_fingerprint_chromium_host": [[HIDDEN, LARGE, "a firewall drops DTLS", "one of the programs hangs or has ended"]],
    "answer_lost": [["it has not got the other end's description", "a firewall lets STUN through, and drops DTLS",
                     "its program hangs, or waits as the client of DTLS, too"]],
    "dtls_dropped_host": [["a firewall lets STUN through, and drops DTLS", "its program hangs, or waits as the client of DTLS, too"]],
    "dtls_dropped": [["a firewall lets STUN through, and drops DTLS",
                      "both wait for the other to begin (a=setup is passive, or wrong, in a description)", "one of the programs hangs",
                      "the capture begins after the handshake, which has failed"]],
    "gone": [["its program has ended, or has closed its port"]], "gone_host": [["its program has ended, or has closed its port"]],
    "cable": [["its host or network cannot be reached any more"]], "cable_host": [],
    "gone_browsers": [["its host or network cannot be reached any more"]], "gone_browsers_host": [],
    "candidates_lost": [["the other end's description or its candidates have not come by signalling",
                         "the other end offers only names of mDNS (a browser without a STUN server), which this network does not resolve",
                         "no other end has come yet"]],
    "mdns_apart": [["the other end is in another network, where mDNS does not reach", "a firewall or access point drops mDNS (UDP 5353)",
                    "the browser's page has closed its connection"]],
}  # fmt: skip
for name in ("answer_lost", "candidates_lost", "mdns_apart"):
    CAUSES[f"{name}_host"] = CAUSES[name]
for name in ("turn_tcp_refused", "turn_tcp_closed", "turn_tcp_silent", "turn_tcp_hangs", "turn_tls"):
    CAUSES[f"{name}_host"] = [[PRIVATE, FIREWALL, UNTOLD, BEGUN_BEFORE]]


def analysed(capture):
    return subprocess.run([ANALYSE, capture], capture_output=True, check=True, text=True).stdout


def said(capture):
    """The lines below the heading."""
    return two_ends.lines_below("Meeting by WebRTC", analysed(capture))


def problems(capture):
    return [line for line in said(capture) if ", problem: " in line]


def causes(line):
    """What remains, without remedies and evidence."""
    before, found, rest = line.partition(". One of: ")
    if not found:
        one = re.search(r"[\w)]: ((?:[^.(]|\.\S|\([^)]*setup[^)]*\))+)", line.partition(", problem: ")[2])
        return [one[1].strip()] if one else []
    rest = rest.partition(". Not: ")[0]
    return [re.sub(r" \((?!a=setup|a browser|UDP).*\)$", "", part.partition(": ")[0]) for part in rest.split("; ")]


def candidates(name, role, kind):
    """Addresses of a kind that a player offered."""
    found = set()
    for line in truth(name):
        if line["event"] == "candidate" and line["role"] == role:
            words = line["candidate"].split()
            if words[words.index("typ") + 1] == kind:
                found.add(f"{words[4]}:{words[5]}")
    return found


class Ice(unittest.TestCase):
    def test_addresses_are_those_that_the_players_offered(self):
        compared = 0
        for file, name, role in captures():
            with self.subTest(file.name):
                text = "\n".join(said(file))
                relayed = set(re.findall(r"relays \S+ as (\S+), after", text))
                self.assertEqual(relayed, candidates(name, role, "relay"))
                seen = set(re.findall(r"the STUN server \S+ sees \S+ as (\S+), after", text))
                offered = candidates(name, role, "srflx")
                if not relayed and offered and "problem: The TURN server" not in text:  # of several ports, the first is said
                    self.assertTrue(seen and seen <= offered, (seen, offered))
                compared += len(seen) + len(relayed)
        self.assertGreater(compared, 20)

    def test_who_meets(self):
        """A player whose channel opens is said to meet the other; by TURN, where it has no other way."""
        met = 0
        for file, name, role in captures():
            opened = any((line["event"], line.get("state"), line["role"]) == ("channel", "open", role) for line in truth(name))
            with self.subTest(file.name):
                lines = [line for line in said(file) if "DTLS is finished" in line]
                self.assertEqual(len(lines), opened)
                if opened:
                    way = "TURN server 203.0.113.1:3478 over TCP," if "tcp" in name else "TURN server 203.0.113.1:3478,"
                    self.assertEqual(f" meet by the {way}" in lines[0], role in RELAYED.get(name, []), lines)
                    met += 1
        self.assertEqual(met, 2 * (len(HEALTHY) + 3))

    def test_what_remains_of_the_causes(self):
        compared = 0
        for stem, expected in CAUSES.items():
            with self.subTest(stem):
                found = [causes(line) for line in problems(FOLDER / f"{stem}.pcap")]
                self.assertEqual(len(found), len(expected), problems(FOLDER / f"{stem}.pcap"))
                for one, other in zip(found, expected):
                    self.assertEqual(len(one), len(other), one)
                    for text, wanted in zip(one, other):
                        if isinstance(wanted, str):
                            self.assertEqual(text, wanted)
                        else:
                            self.assertRegex(text, wanted)
                    compared += 1
        self.assertGreater(compared, 40)
        known = {*CAUSES, *HEALTHY, *(f"{name}_host" for name in HEALTHY)}
        self.assertEqual({file.stem for file, _, _ in captures()}, known)

    def test_nothing_is_said_of_what_works(self):
        for name in HEALTHY:
            for ending in ("", "_host"):
                with self.subTest(name + ending):
                    self.assertEqual(problems(FOLDER / f"{name}{ending}.pcap"), [])

    def test_pairs_that_got_no_answer(self):
        """Each pair of the failed ones is said, with addresses that the players offered, or that their NATs gave them."""
        for name in ("firewall", "no_servers"):
            other = candidates(name, "host", "host") | candidates(name, "host", "srflx")
            with self.subTest(name):
                tried = re.findall(r" checks (\S+), \d+ times: no answer$", "\n".join(said(FOLDER / f"{name}.pcap")), re.M)
                self.assertEqual(set(tried), other)

    def test_what_tls_encrypts_is_said_not_to_be_read(self):
        sealed = re.findall(r"frame 5: (\S+) uses TLS with the server 203\.0\.113\.1:5349 over TCP, which is not read", analysed(FOLDER / "turn_tls.pcap"))
        ports = harness.fields(FOLDER / "turn_tls.pcap", ["ip.src", "tcp.srcport"], display_filter="tls.handshake.type == 1")
        self.assertEqual(sealed, [":".join(part[0] for part in row) for row in ports])

    def test_the_first_peer_that_is_denied_is_one_of_the_other_end(self):
        denied = re.findall(r"does not relay to (\S+):\d+: error 403", analysed(FOLDER / "turn_tcp_denied.pcap"))
        self.assertEqual(denied, ["203.0.113.10"])
        self.assertNotIn("does not relay", analysed(FOLDER / "relayed_tcp.pcap"), "a loopback address is denied by every server")

    def test_other_captures_have_no_such_part(self):
        files = sorted(harness.PCAPS.glob("noray/*.pcap"))[:4] + sorted(harness.PCAPS.glob("noise/*.pcap")) + sorted(harness.PCAPS.glob("enet/*.pcap"))[:4]
        self.assertGreater(len(files), 8)
        for file in files:
            with self.subTest(file.name):
                self.assertNotIn("WebRTC", analysed(file))

    def test_cut_and_thinned_captures_claim_nothing_false(self):
        """Without some packets, or without the ends of them, no healthy capture has a problem."""
        home = harness.workshop().home
        for name in HEALTHY:
            for ending in ("", "_host"):
                file = FOLDER / f"{name}{ending}.pcap"
                for number in range(1, 40, 6):
                    thinned = home / "thinned.pcap"
                    subprocess.run(["editcap", file, thinned, str(number), f"{number + 1}"], check=True, capture_output=True)
                    with self.subTest(name + ending, without=number):
                        self.assertEqual(problems(thinned), [])
                for length in ("60", "80", "100", "128"):
                    cut = home / "cut.pcap"
                    subprocess.run(["editcap", "-s", length, file, cut], check=True, capture_output=True)
                    with self.subTest(name + ending, length=length):
                        self.assertEqual(problems(cut), [])


if __name__ == "__main__":
    unittest.main()
