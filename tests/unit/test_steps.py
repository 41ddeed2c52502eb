#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The engine alone calls the steps whose order it knows: found in the sources, and in copies of them with a call too many."""

import os
import re
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
# Each step: who may call it besides the analysis, which defines it. The plugin takes them by engine/**/steps.h.
STEPS = {
    "begin_message": "engine/message/steps.h",
    "was_recognised": "engine/message/steps.h",
    "note_double": "engine/message/steps.h",
    "arrival_of": "engine/message/steps.h",
    "settle_dialect": "engine/message/steps.h",
    "weigh_reading": "engine/message/steps.h",
    "walk_values": "engine/message/steps.h",
    "ask_of": "engine/message/steps.h",
    "is_about": "engine/message/steps.h",
    "read_values_by": "engine/message/steps.h",
    "netfox_command": "engine/libraries/netfox/steps.h",
    "learn_netfox": "engine/libraries/netfox/steps.h",
    "read_quote": "engine/enet/steps.h",
    "analyse_anew": "engine/enet/steps.h",
    "takes_another": "engine/enet/steps.h",
    "track_returned": "engine/enet/steps.h",
    "could_not_read": "engine/enet/steps.h",
    "judge_datagram": "engine/enet/steps.h",
    "read_datagram": "engine/enet/steps.h",
    "problem_of_message": "engine/enet/command_steps.h",
    "add_whole": "engine/enet/command_steps.h",
    "transit_of": "engine/enet/command_steps.h",
    "is_clearly_server": "engine/enet/command_steps.h",
    "is_likelier_server": "engine/enet/endpoints.h",
    "learn_ends": "engine/enet/command_steps.h",
    "begins_like_a_value": "engine/values/steps.h",
    "judge_segment": "engine/streams/value_steps.h",
    "unit_at": "engine/streams/value_steps.h",
    "value_of_unit": "engine/streams/value_steps.h",
    "engines_of": "engine/values/steps.h",
    "mirrored_message": "engine/mirror/steps.h",
    "carried_message": "engine/mirror/steps.h",
    "keep_custom_monitors": "engine/streams/steps.h",
    "debug_line": "engine/streams/steps.h",
    "files_line": "engine/streams/steps.h",
    "expect_segments": "engine/websocket/steps.h",
    "rollback_command": "engine/libraries/rollback/steps.h",
    "inflateInit": "engine/packed/decompressors.h",
    "ZSTD_decompressDCtx": "engine/packed/decompressors.h",
}
CALLERS = ("engine", "plugin", "analyse", "web")
SUFFIXES = {".h", ".cpp"}


def pattern(steps):
    return re.compile(r"\b(" + "|".join(steps) + r")\s*\(")


CALL = pattern(STEPS)


def calls(text, call=CALL):
    for number, line in enumerate(text.splitlines(), 1):
        for step in call.findall(line.split("//")[0]):
            yield number, step


def complaints(path, text):
    return [f"{path}:{number}: {STEPS[step]} alone calls {step}()" for number, step in calls(text) if path != STEPS[step]]


def sources():
    for folder in CALLERS:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")


class Steps(unittest.TestCase):
    def test_the_engine_alone_calls_them(self):
        self.assertEqual([wrong for path, text in sources() for wrong in complaints(path, text)], [])

    def test_each_is_called_there(self):
        for step, home in STEPS.items():
            with self.subTest(step):
                self.assertIn(step, [called for _, called in calls((SOURCE / home).read_text(encoding="utf-8"))])

    def test_a_call_too_many_is_found(self):
        path = "plugin/multiplayer/message_host.cpp"
        text = (SOURCE / path).read_text(encoding="utf-8")
        for step, home in STEPS.items():
            with self.subTest(step):
                number = len(text.splitlines()) + 1
                self.assertEqual(complaints(path, f"{text}  (void)analysis::{step}(1);\n"), [f"{path}:{number}: {home} alone calls {step}()"])

    def test_the_plugin_takes_the_steps(self):
        """Both hosts instantiate the same template."""
        for step, hosts in (("take_message", ("plugin/multiplayer/message_host.cpp", "engine/message/messages.cpp")),
                            ("take_datagram", ("plugin/enet/datagram.cpp", "engine/enet/datagrams.cpp")),
                            ("read_value_segment", ("plugin/variant/stream_of_values.cpp", "engine/streams/stream_values.cpp")),
                            ("end_debug_message", ("plugin/debugger/debugger_message.cpp", "engine/streams/debugger.cpp")),
                            ("take_files_unit", ("plugin/files/files.cpp", "engine/streams/file_units.cpp")),
                            ("end_segment", ("plugin/multiplayer/transports.cpp", "engine/websocket/websocket_messages.cpp")),
                            ("DatagramView<\\w+, [\\w:]+>( datagram_)?", ("plugin/enet/shown_datagram.h", "engine/enet/datagrams.cpp"))):
            for path in hosts:
                self.assertRegex((SOURCE / path).read_text(encoding="utf-8"), rf"\b{step}[(;]")


if __name__ == "__main__":
    unittest.main()
