#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages the captures at random and lets tshark dissect them: no crash, no hang, no fault of the dissector.

    fuzz_captures.py [--seconds N] [--seed N] [--rounds N] [--together N] [--keep FOLDER] [--only PATTERN]
    fuzz_captures.py --undamaged [--part N/M] [--only PATTERN]     each capture as it is, with each kind of output (ways)

A pattern is a regular expression that finds captures by their paths below pcaps/: "^(godot-|vectors)" are values.

The environment is that of the tests, see harness.py. With a plugin built with -DGODOT_SANITIZE=ON:

    GODOT_PLUGINS=build-asan/plugins GODOT_PRELOAD=$(gcc -print-file-name=libasan.so) \\
      ASAN_OPTIONS=detect_leaks=0 tests/dissection/fuzz_captures.py

A round's seed is printed when it fails; --seed with that number and --rounds 1 repeats it. --together puts several damaged
captures into the file of a round: less time goes into starting tshark.
"""

import argparse
import random
import re
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import harness
import mirrors
from projects import PROJECTS, copied, with_project

MOST_BYTES = 400_000  # larger captures take too long a round
ETHERNET, IPV4, IPV6, UDP, TCP = 14, 0x0800, 0x86DD, 17, 6
GLOBAL_HEADER, RECORD_HEADER = 24, 16
INTERESTING = (0, 1, 2, 3, 4, 0xFF, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF)
FAULT = re.compile(
    rb"(Dissector bug, protocol|Malformed Packet:) (Godot|Variant|ENet)|AddressSanitizer|runtime error:"
)
PATIENCE = 120
OUTPUTS = "fuzz_outputs"


class Frame:
    """A record of a classic pcap file, and where its payload is."""

    def __init__(self, link_type, seconds, fraction, reported, data):
        self.seconds, self.fraction, self.reported = seconds, fraction, reported
        self.data = bytearray(data)
        self.ip = self.transport = self.payload = None
        self.protocol = None
        if link_type == mirrors.UPPER_PDU:
            self.payload = mirrors.record_begin(self.data)
        else:
            self._find_payload()

    def _find_payload(self):
        if len(self.data) < ETHERNET + 40:
            return
        kind = int.from_bytes(self.data[12:14], "big")
        self.ip = ETHERNET
        if kind == IPV4:
            self.protocol = self.data[self.ip + 9]
            self.transport = self.ip + 4 * (self.data[self.ip] & 15)
        elif kind == IPV6:
            self.protocol = self.data[self.ip + 6]
            self.transport = self.ip + 40
        if self.protocol == UDP:
            self.payload = self.transport + 8
        elif self.protocol == TCP:
            self.payload = self.transport + 4 * (self.data[self.transport + 12] >> 4)

    @property
    def size(self):
        return 0 if self.payload is None else max(len(self.data) - self.payload, 0)

    @property
    def can_be_of_any_size(self):
        """Whether it is a datagram or record of its own: nothing after it depends on its length."""
        return self.size != 0 and self.protocol != TCP

    def set_payload(self, payload):
        """Replaces the payload of a datagram or record, with the lengths before it."""
        self.data[self.payload :] = payload
        self.reported = len(self.data)
        if self.protocol is None:
            return
        after_ip = len(self.data) - self.transport
        self.data[self.transport + 4 : self.transport + 6] = after_ip.to_bytes(2, "big")
        if self.data[self.ip] >> 4 == 4:
            self.data[self.ip + 2 : self.ip + 4] = (len(self.data) - self.ip).to_bytes(2, "big")
        else:
            self.data[self.ip + 4 : self.ip + 6] = after_ip.to_bytes(2, "big")

    def record(self):
        return struct.pack("<IIII", self.seconds, self.fraction, len(self.data), self.reported) + self.data


def read(path):
    """The header and the frames of a little-endian classic pcap file."""
    data = path.read_bytes()
    link_type = struct.unpack_from("<I", data, GLOBAL_HEADER - 4)[0]
    frames, at = [], GLOBAL_HEADER
    while at + RECORD_HEADER <= len(data):
        seconds, fraction, captured, reported = struct.unpack_from("<IIII", data, at)
        at += RECORD_HEADER
        frames.append(Frame(link_type, seconds, fraction, reported, data[at : at + captured]))
        at += captured
    return data[:GLOBAL_HEADER], frames


def flip(frame, dice):
    at = frame.payload + dice.randrange(frame.size)
    frame.data[at] ^= 1 << dice.randrange(8)


def set_word(frame, dice):
    if frame.size >= 4:
        at = frame.payload + 4 * dice.randrange(frame.size // 4)
        number = dice.choice(INTERESTING) if dice.random() < 0.7 else dice.randrange(64)
        frame.data[at : at + 4] = struct.pack(dice.choice("<>") + "I", number)


def set_short(frame, dice):
    """Overwrites two bytes near the beginning, where protocols with short headers have their numbers."""
    if frame.size >= 2:
        at = frame.payload + dice.randrange(min(frame.size - 1, 48))
        number = dice.choice(INTERESTING) & 0xFFFF if dice.random() < 0.7 else dice.randrange(64)
        frame.data[at : at + 2] = struct.pack(">H", number)


def shorten(frame, dice):
    if frame.can_be_of_any_size:
        frame.set_payload(frame.data[frame.payload : frame.payload + dice.randrange(frame.size)])


def lengthen(frame, dice):
    if frame.can_be_of_any_size and frame.size < 1400:
        frame.set_payload(frame.data[frame.payload :] + dice.randbytes(dice.randrange(1, 40)))


def repeat_part(frame, dice):
    if frame.can_be_of_any_size and frame.size >= 8:
        begin = 4 * dice.randrange(frame.size // 4)
        part = frame.data[frame.payload + begin : frame.payload + begin + 4 * dice.randrange(1, 8)]
        grown = frame.data[frame.payload : frame.payload + begin] + part * 3 + frame.data[frame.payload + begin :]
        frame.set_payload(grown[:1400])


def cut_capture(frame, dice):
    del frame.data[dice.randrange(frame.payload, len(frame.data)) :]


DAMAGES = (flip, flip, flip, set_word, set_word, set_word, set_short, shorten, lengthen, repeat_part, cut_capture)


def set_times(frames, dice):
    """Some frames, or all from one on, come at any other time of those that a capture can have."""
    begin = dice.randrange(len(frames))
    seconds, fraction = dice.choice((*INTERESTING, 0x40000000, 0xC0000000)), dice.choice((0, 999_999, *INTERESTING))
    share = dice.choice((0.05, 0.5, 1))
    for frame in frames[begin:]:
        if dice.random() < share:
            frame.seconds = seconds + frame.seconds % 64 & 0xFFFFFFFF
            frame.fraction = fraction


def damage(frames, dice):
    """Damages some frames, and sometimes drops, repeats or swaps some, or changes their times."""
    share = dice.choice((0.02, 0.1, 0.5))
    if dice.random() < 0.2 and frames:
        set_times(frames, dice)
    for frame in frames:
        while frame.size and dice.random() < share:
            dice.choice(DAMAGES)(frame, dice)
    if dice.random() < 0.3 and frames:
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(frames))
            action = dice.randrange(3)
            if action == 0 and len(frames) > 1:
                del frames[at]
            elif action == 1:
                frames.insert(at, frames[at])
            else:
                other = dice.randrange(len(frames))
                frames[at], frames[other] = frames[other], frames[at]


QUESTIONS = (
    "godot,profile", "godot,profile,json", "godot,profile,seconds", "godot,profile,nodes", "godot,profile,peers", "godot,sync",
    "godot,sync,properties", "godot,advice", "godot,problems", "godot,rollback", "godot,diverged", "godot,diverged,ticks", "godot,tree", "godot.debug,srt",
    "enet,streams", "enet,streams,csv", "enet,tree", "enet,srt", "conv,enet", "conv,godot", "endpoints,godot", "expert",
    "flow,godot,standard", "flow,enet,standard",
)  # fmt: skip


def answers(dice):
    """Requests beside the dissection: tables, streams, drawings, files."""
    number = dice.choice((0, 0, 1, 2, 7))
    questions = (
        *QUESTIONS, f"godot,state,{dice.randrange(1, 300)}", f"follow,godot,ascii,{number}", f"follow,enet,hex,{number}",
        f"follow,godot.debug,ascii,{number}",
    )  # fmt: skip
    folder = harness.workshop().home / OUTPUTS
    options = []
    for question in dice.sample(questions, dice.randrange(1, 4)):
        options += ["-z", question]
    for option, file in (("report", "report.html"), ("report", "masked.html,masked"), ("trace", "trace.json")):
        if dice.random() < 0.3:
            options += ["-z", f"godot,{option},{folder}/{file}"]
    if dice.random() < 0.2:
        options += ["--export-objects", f"godot,{folder}"]
    return options


def names(dice):
    """A project to take names from: seldom that of the captured game."""
    project = dice.choice(("multiplayer4", "multiplayer4", "multiplayer3", "problems4", "debugger4"))
    return with_project(copied(PROJECTS / project))


def settings(dice, source):
    """Preferences that let every dialect read every damaged value. ENet's datagrams must not be read as values too
    often."""
    options = harness.preferences(
        dialect=dice.choice(("auto", "auto", "godot2", "godot3", "godot4", "redot", "redot-docs")),
        double_precision=dice.choice(("auto", "single", "double")),
        text_limit=dice.choice((0, 1, 20, 240)),
        max_elements=dice.choice((0, 1, 10, 1000)),
    )
    is_enet = "enet" in str(source.relative_to(harness.PCAPS))
    if dice.random() < (0.1 if is_enet else 0.7):
        options += harness.preferences(variant__udp_ports="1-65535", variant__tcp_ports="24680")
    if is_enet:
        options += ["-o", f"enet.checksum:{dice.choice(('auto', 'auto', 'absent', 'present'))}"]
        for switch in ("track_sequence", "reassemble", "decompress"):
            options += ["-o", f"enet.{switch}:{'FALSE' if dice.random() < 0.1 else 'TRUE'}"]
        if dice.random() < 0.3:
            options += ["-o", "enet.udp_ports:1-65535"]
    if dice.random() < 0.4:
        options += answers(dice)
    if dice.random() < 0.5:
        options += names(dice)
    if dice.random() < 0.2:
        options += harness.preferences(as_documented="TRUE", hex_bytes=dice.choice((0, 1, 16)))
    if dice.random() < 0.2:
        options += ["-o", "tcp.desegment_tcp_streams:FALSE"]
    if dice.random() < 0.3:
        options += harness.preferences(debug__tcp_ports=dice.choice(("6007", "24680", "1-65535")))
    if dice.random() < 0.2:
        options += ["-o", f"gui.max_tree_depth:{dice.choice((30, 60, 100))}"]
    return options + (["-2"] if dice.random() < 0.5 else [])


def write_damaged(captures, seed, together, dice):
    """Damaged captures in one file, all with the link type of the first one; returns the first one, and the file."""
    source = dice.choice(captures)
    path = harness.workshop().folder / f"fuzz_{seed}.pcap"
    begin, written = None, 0
    with open(path, "wb") as file:
        while written != together:
            header, frames = read(harness.in_old_format(source if begin is None else dice.choice(captures)))
            if begin is None:
                begin = header
                file.write(begin)
            if header[-4:] == begin[-4:]:
                damage(frames, dice)
                file.write(b"".join(frame.record() for frame in frames))
                written += 1
    path.chmod(0o644)
    return source, path


def asked(*questions):
    return [word for question in questions for word in ("-z", question)]


def ways():
    """Options for every kind of output, with a project, and with preferences that let much be read in another way."""
    folder = harness.workshop().home / OUTPUTS
    every_port = harness.preferences(variant__udp_ports="1-65535", variant__tcp_ports="1-65535", debug__tcp_ports="1-65535")
    return (
        ["-V"],
        ["-2", "-V"],
        ["-2", "-T", "json", "-x"],
        ["-2", "-T", "pdml", *names(random.Random(1))],
        ["-2", "-q", *asked(*QUESTIONS)],
        ["-q", *asked(*QUESTIONS, "godot,state,40", "follow,godot,ascii,0", "follow,enet,hex,0", "follow,godot.debug,ascii,0"), *names(random.Random(2))],
        ["-2", "-q", *asked(f"godot,report,{folder}/report.html", f"godot,trace,{folder}/trace.json"), "--export-objects", f"godot,{folder}"],
        ["-2", "-V", *every_port, *harness.preferences(dialect="godot4", text_limit=0, max_elements=0), "-o", "enet.udp_ports:1-65535"],
    )  # fmt: skip


def run_undamaged(captures, part):
    """Each capture in each of the ways, of every M-th capture from the N-th on; returns how many runs were wrong."""
    number, parts = map(int, part.split("/"))
    every_way = ways()
    runs = failures = 0
    for source in captures[number - 1 :: parts]:
        for options in every_way:
            runs += 1
            wrong = fault_of(source, options)
            if wrong:
                failures += 1
                print(f"{source}, tshark {' '.join(options)}: {wrong}", flush=True)
    print(f"{runs} runs, {failures} failures")
    return failures


def fault_of(capture, options):
    """What is wrong with a run, or None. It may write to a folder that is empty before, and removed afterwards."""
    outputs = harness.workshop().home / OUTPUTS
    outputs.mkdir()
    outputs.chmod(0o777)
    try:
        done = harness.run(*options, capture=capture, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"no answer within {PATIENCE} seconds"
    finally:
        shutil.rmtree(outputs)
    fault = FAULT.search(done.stdout) or FAULT.search(done.stderr)
    if fault:
        text = done.stderr[-2000:] if fault.string is done.stderr else fault.string[fault.start() :][:300]
        return text.decode(errors="replace")
    return f"status {done.returncode}: {done.stderr[-2000:].decode(errors='replace')}" if done.returncode else None


def run_round(captures, seed, together, keep):
    """A file of damaged captures; returns what is wrong, or None."""
    dice = random.Random(seed)
    source, path = write_damaged(captures, seed, together, dice)
    options = ["-V", *settings(dice, source)]
    wrong = fault_of(path, options)
    if wrong:
        kept = keep / path.name
        kept.write_bytes(path.read_bytes())
        wrong = f"seed {seed}, {source.name}, tshark {' '.join(options)} -r {kept}: {wrong}"
    path.unlink()
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, help="instead of --seconds")
    parser.add_argument("--together", type=int, default=1, help="damaged captures in the file of a round")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, default=Path("."), help="where captures go that found something")
    parser.add_argument("--only", type=re.compile, default=re.compile(""), help="finds paths of captures, below pcaps/")
    parser.add_argument("--undamaged", action="store_true", help="reads each capture as it is")
    parser.add_argument("--part", default="1/1", help="with --undamaged: every M-th capture, from the N-th on")
    arguments = parser.parse_args()
    # Only the checksum of encrypted data could fail.
    mirrored = mirrors.CAPTURES.glob(f"*{mirrors.SUFFIX}")
    captures = [
        path
        for path in sorted((*harness.PCAPS.rglob("*.pcap"), *mirrored))
        if path.stat().st_size <= MOST_BYTES and arguments.only.search(str(path.relative_to(harness.PCAPS)))
    ]
    if not captures:
        sys.exit("no capture has such a path")
    if b"\tgodot.variant\n" not in harness.run("-G", "protocols").stdout:
        sys.exit("the plugin was not loaded")
    if arguments.undamaged:
        every = (*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng"))
        return run_undamaged(sorted(each for each in every if arguments.only.search(str(each.relative_to(harness.PCAPS)))), arguments.part) != 0
    end = time.monotonic() + arguments.seconds
    rounds = failures = 0
    while rounds < arguments.rounds if arguments.rounds else time.monotonic() < end:
        wrong = run_round(captures, arguments.seed + rounds, arguments.together, arguments.keep)
        rounds += 1
        if wrong:
            failures += 1
            print(wrong, flush=True)
    print(f"{rounds} rounds of {arguments.together} captures from seed {arguments.seed}, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
