# SPDX-License-Identifier: MIT
"""scripts/doctor with the real tshark: with the plugin of this build, without it, and with settings that hide games.
tests/scripts/test_doctor.py has the faults that a healthy tshark does not show."""

import json
import os
import re
import subprocess
import sys
import unittest

import harness


def findings(*arguments, plugin=True):
    shop = harness.workshop()
    script = shop.readable(harness.SOURCE / "scripts/doctor")
    # As the user who runs tshark in these tests.
    command = shop.as_user(sys.executable, script, "--json", "--tshark", harness.TSHARK, *arguments)
    done = subprocess.run(command, env=shop.environment(plugin),
                          cwd=shop.home, capture_output=True, check=False, timeout=harness.PATIENCE)  # fmt: skip
    if done.stderr:
        raise AssertionError(done.stderr.decode())
    found = json.loads(done.stdout)
    return {check["name"]: check for check in found["checks"]}, found, done.returncode


def libraries():
    return re.findall(r"#include GODOT_LIBRARY\((\w+)\)", (harness.SOURCE / "codec/libraries.def").read_text(encoding="utf-8"))


@unittest.skipIf(os.name == "nt", "starts a program of the host")
class Doctor(unittest.TestCase):
    def test_with_the_plugin(self):
        checks, found, status = findings()
        for name in ("Wireshark", "Plugin", "Decoding"):
            self.assertEqual(checks[name]["state"], "ok", checks)
        self.assertEqual(status, 0)
        self.assertTrue(found["plugin"].startswith(str(harness.workshop().plugins)))
        minor = ".".join(harness.run("--version").stdout.decode().split("(Wireshark) ")[1].split(".")[:2])
        self.assertEqual(found["version"], minor)

    def test_without_the_plugin(self):
        checks, found, status = findings(plugin=False)
        self.assertEqual((checks["Plugin"]["state"], status, found["plugin"]), ("wrong", 1, None))
        self.assertNotIn("Decoding", checks)
        self.assertEqual(found["next"], checks["Plugin"]["remedy"])

    def test_switched_off(self):
        """The file is one that Wireshark itself heeds: the sample is no longer decoded."""
        harness.prefer()
        file = harness.workshop().home / ".config/wireshark/disabled_protos"
        file.write_text("enet\n")
        self.addCleanup(file.unlink)
        checks, found, status = findings()
        self.assertEqual((checks["Protocols"]["state"], checks["Decoding"]["state"], status), ("wrong", "wrong", 1))
        self.assertIn("Enabled Protocols", found["next"])

    def test_every_protocol_is_known(self):
        """Those that the plugin registers, but for the names of Decode As and of its own hooks."""
        listed = [line.split("\t")[-1] for line in harness.run("-G", "protocols").stdout.decode().splitlines()]
        ours = {name for name in listed if name in ("enet", *libraries()) or name.startswith("godot")}
        hooks = re.compile(r"\.(as_\w+|if|frame_end)$")
        text = (harness.SOURCE / "scripts/doctor").read_text(encoding="utf-8")
        known = re.search(r"^PROTOCOLS = \((.*)\)$", text, re.MULTILINE)[1]
        self.assertEqual(set(re.findall(r'"([\w.]+)"', known)), {name for name in ours if not hooks.search(name)})

    def test_captures(self):
        """With games and without, of real programs."""
        for capture, state in (("multiplayer/godot-4.6/arena_enet.pcap", "ok"), ("godot-4.6/variants_udp.pcap", "ok")):
            checks, _, _ = findings("--capture", str(harness.workshop().readable(harness.PCAPS / capture)))
            self.assertEqual(checks["Capture"]["state"], state, checks["Capture"])
        checks, _, status = findings("--capture", str(harness.workshop().readable(harness.PCAPS / "noise" / noise())))
        self.assertEqual((checks["Capture"]["state"], status), ("wrong", 1))


def noise():
    return min((path for path in (harness.PCAPS / "noise").iterdir() if "pcap" in path.suffix), key=lambda path: path.stat().st_size).name


if __name__ == "__main__":
    unittest.main()
