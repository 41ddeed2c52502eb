# SPDX-License-Identifier: MIT
"""Captures of one meeting at both of its ends: NAME.pcap at the client's, NAME_host.pcap at the host's, and NAME.truth.jsonl, which both
share."""

import json
import re


def captures(folder):
    """(file, name of its truth, whose side it is)"""
    for file in sorted(folder.glob("*.pcap")):
        name = file.stem.removesuffix("_host")
        yield file, name, "host" if file.stem.endswith("_host") else "client"


def truth(folder, name):
    return [json.loads(line) for line in (folder / f"{name}.truth.jsonl").read_text(encoding="utf-8").splitlines()]


def lines_below(heading, summary):
    """The lines of a section of godot-analyse's summary."""
    return re.findall(r"^  (frame .*)$", summary.partition(heading)[2].partition("What uses")[0], re.M)
