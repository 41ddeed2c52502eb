#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The capture reader finds in every capture what tshark finds without the plugin: times, ends and payloads of datagrams, segments and
exported PDUs, messages of WebSocket, comments."""

import os
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

import harness

DUMP = os.environ["GODOT_CAPTURE_DUMP"]
FIELDS = ("frame.number", "frame.time_epoch", "frame.protocols", "ip.src", "ip.dst", "ipv6.src", "ipv6.dst", "udp.srcport", "udp.dstport", "tcp.srcport",
          "tcp.dstport", "udp.payload", "tcp.payload", "frame.comment")  # fmt: skip


def tshark(capture, *arguments):
    """Its output without any plugin."""
    return harness.run(*arguments, capture=capture, plugin=False).stdout.decode("utf-8", "replace").splitlines()


def last(text):
    """Of nested layers, the innermost."""
    return text.split(";")[-1]


def frames_of_tshark(capture):
    options = ("-T", "fields", "-E", "separator=/t", "-E", "aggregator=;", *(part for field in FIELDS for part in ("-e", field)))
    frames, comments = {}, {}
    for line in tshark(capture, *options):
        number, time, protocols, *ends, udp, tcp, comment = (line + "\t" * len(FIELDS)).split("\t")[: len(FIELDS)]
        if comment:
            comments[int(number)] = comment
        layers = protocols.split(":")
        carrier = next((name for name in reversed(layers) if name in ("udp", "tcp")), None)
        if carrier is None:
            continue
        source_4, target_4, source_6, target_6, *ports = (last(end) for end in ends)
        ports = ports[:2] if carrier == "udp" else ports[2:]
        seconds, part = time.split(".")
        family = [name for name in layers if name in ("ip", "ipv6")][-1]
        source, target = (source_4, target_4) if family == "ip" else (source_6, target_6)
        frames[int(number)] = (int(seconds) * 10**9 + int(part.ljust(9, "0")), carrier, source, ports[0], target, ports[1], last(udp if carrier == "udp" else tcp) or "-")
    return frames, comments


def dumped(capture):
    run = subprocess.run([DUMP, capture], capture_output=True, check=False)
    frames, comments, messages, ports = {}, {}, [], set()
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        kind, number, rest = line.split(" ", 2)
        if kind == "frame":
            time, carrier, source, source_port, target, target_port, _, payload = rest.split(" ")
            frames[int(number)] = (int(time), carrier, source, source_port, target, target_port, payload)
        elif kind == "comment":
            comments[int(number)] = rest
        elif kind == "upgrade":
            ports.add(frames[int(number)][5])
        elif kind == "websocket":
            messages.append((int(number), *rest.split(" ")))
    return frames, comments, messages, ports, run


def messages_of_tshark(capture, ports):
    """{frame: payloads of messages that nothing above WebSocket reads, inflated and joined}. `ports`: of servers, which tshark takes
    for HTTP's on its own only if they are usual."""
    decoding = [part for port in sorted(ports) for part in ("-d", f"tcp.port=={port},http")]
    # Segments are lost or late there: without this tshark puts them together as they come, and loses most messages.
    order = ("-o", "tcp.reassemble_out_of_order:TRUE") if {"waits", "sleeps"} & set(capture.parts) else ()
    lines = tshark(capture, *order, *decoding, "-Y", "websocket && data.data", "-T", "fields", "-E", "aggregator=;", "-e", "frame.number", "-e", "data.data")
    return {int(number): data for number, data in (line.split("\t") for line in lines)}


def as_tshark(messages):
    """Messages that the reader finds, as messages_of_tshark() has them."""
    frames = {}
    for number, code, payload in messages:
        if payload != "-" and code == "2":
            frames.setdefault(number, []).append(payload)
    return {number: ";".join(payloads) for number, payloads in frames.items()}


def captures():
    return sorted(path for path in harness.PCAPS.rglob("*.pcap*") if path.suffix in (".pcap", ".pcapng"))


# Messages that a receiver refuses, and that the reader does not read either: a server's in a masked frame.
REFUSED = {"masked_by_server.pcap": (30,)}


def difference(capture):
    expected, expected_comments = frames_of_tshark(capture)
    frames, comments, messages, ports, run = dumped(capture)
    pdus = {number for number, frame in frames.items() if frame[1] == "pdu"}
    got = {number: frame for number, frame in frames.items() if number not in pdus}
    wrong = [(number, expected.get(number), got.get(number)) for number in sorted(expected.keys() | got.keys()) if expected.get(number) != got.get(number)]
    if expected_comments != comments:
        wrong.append(("comments", expected_comments, comments))
    of_tshark, own = messages_of_tshark(capture, ports), as_tshark(messages)
    for number in REFUSED.get(capture.name, ()):
        del of_tshark[number]
    wrong += [(number, of_tshark.get(number), own.get(number)) for number in sorted(of_tshark.keys() | own.keys()) if of_tshark.get(number) != own.get(number)]
    return capture, wrong, run.returncode, len(got), len(messages), len(pdus)


class Capture(unittest.TestCase):
    def test_each_capture_is_read_as_tshark_reads_it(self):
        totals = [0, 0, 0]
        with ThreadPoolExecutor(2) as pool:
            for capture, wrong, status, *counts in pool.map(difference, harness.share(captures())):
                with self.subTest(capture=capture.relative_to(harness.PCAPS).as_posix()):
                    self.assertEqual([str(one)[:400] for one in wrong[:3]], [])
                    self.assertEqual(status, 0)
                totals = [total + count for total, count in zip(totals, counts)]
        print("packets, messages of WebSocket, exported PDUs:", totals)
        self.assertTrue(all(total > harness.at_least(1000) for total in totals), totals)


if __name__ == "__main__":
    unittest.main()
