# SPDX-License-Identifier: MIT
"""What a live capture shows: one pass over the packets. What only a later packet can decide waits for it, so no warning appears that
a second pass takes back: Wireshark's light would be yellow on a healthy game.

Two captures of each folder. GODOT_ALL_LIVE=1: every capture (seven minutes)."""

import collections
import os
import unittest

import harness

# Captures whose problems are meant are read, too: what holds for them holds for healthy ones.
FOLDERS = ("multiplayer", "netfox", "state", "links", "lossy", "debugger", "files", "mirror", "rollback", "relayed", "problems", "situations", "faults")
WARNING = 0x600000
NAMES = ("frame.number", "_ws.expert.severity", "_ws.expert.message")
OURS = "godot || enet || netfox || rollback || godot.variant || godot.debug || godot.files"


ALL = os.environ.get("GODOT_ALL_LIVE") == "1"


def captures():
    found = [path for folder in FOLDERS for path in sorted((harness.PCAPS / folder).rglob("*.pcap*")) if path.suffix in (".pcap", ".pcapng")]
    return found if ALL else harness.of_each_folder(found, 2)


def warnings(capture, two_passes):
    """The number of warnings of each frame, and their texts."""
    counts, texts = collections.Counter(), {}
    for frame, severities, messages in harness.fields(capture, NAMES, display_filter=f"_ws.expert && ({OURS})", two_passes=two_passes):
        severe = [message for severity, message in zip(severities, messages) if int(severity, 0) >= WARNING]
        if severe:
            counts[int(frame[0])] = len(severe)
            texts[int(frame[0])] = severe
    return counts, texts


class Live(unittest.TestCase):
    def test_one_pass_warns_of_nothing_that_two_do_not(self):
        read = warned = 0
        for capture in captures():
            with self.subTest(capture=str(capture.relative_to(harness.PCAPS))):
                once, texts = warnings(capture, two_passes=False)
                twice, _ = warnings(capture, two_passes=True)
                self.assertEqual({frame: texts[frame] for frame in once if once[frame] > twice[frame]}, {})
                read += 1
                warned += sum(twice.values())
        self.assertGreater(read, 100 if ALL else 20)
        self.assertGreater(warned, 100 if ALL else 20)


if __name__ == "__main__":
    unittest.main()
