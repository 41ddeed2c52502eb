# SPDX-License-Identifier: MIT
"""scripts/doctor with the real tshark: with the plugin of this build, without it, and with settings that hide games.
tests/scripts/test_doctor.py has the faults that a healthy tshark does not show."""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import harness


def may_capture():
    """Whether the user of these tests may capture the loopback, as dumpcap finds."""
    shop = harness.workshop()
    command = shop.as_user("dumpcap", "-q", "-i", "lo", "-a", "duration:1", "-w", "/dev/null")
    return subprocess.run(command, cwd=shop.home, capture_output=True, check=False, timeout=60).returncode == 0


def findings(*arguments, plugin=True, plugins=None):
    shop = harness.workshop()
    script = shop.readable(harness.SOURCE / "scripts/doctor")
    # As the user who runs tshark in these tests.
    command = shop.as_user(sys.executable, script, "--json", "--tshark", harness.TSHARK, *arguments)
    environment = shop.environment(plugin)
    if plugins:
        environment["WIRESHARK_PLUGIN_DIR"] = str(plugins)
    done = subprocess.run(command, env=environment,
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

    def test_capturing(self):
        """As root's tests run it, this user may not capture; elsewhere it is asked first."""
        checks, found, _ = findings()
        may = may_capture()
        self.assertEqual(checks["Capturing"]["state"], "ok" if may else "advice", checks["Capturing"])
        if not may:
            self.assertRegex(checks["Capturing"]["said"], "permission|not listed")
            self.assertNotEqual(found["next"], "")
        self.assertFalse(may and harness.workshop().user, "nobody may capture")

    def plugins(self, name, minor):
        """A folder with the plugin, as if for this version."""
        folder = harness.workshop().folder / name / minor / "epan"
        folder.mkdir(parents=True)
        folder.parent.chmod(0o755)
        (own,) = harness.workshop().plugins.glob("*/epan/godot.so")
        return shutil.copy(own, folder / "godot.so")

    def test_wrong_version(self):
        file = self.plugins("other-version", "3.6")
        checks, _, status = findings(plugins=file.parents[2])
        self.assertEqual((checks["Plugin"]["state"], status), ("wrong", 1))

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root has another user's files")
    def test_plugin_of_another_user(self):
        (own,) = harness.workshop().plugins.glob("*/epan/godot.so")
        file = self.plugins("other-user", own.parts[-3])
        file.chmod(0o600)
        checks, _, status = findings(plugins=file.parents[2])
        self.assertEqual((checks["Plugin"]["state"], status), ("wrong", 1))
        self.assertIn("Make the file readable: chmod a+r", checks["Plugin"]["remedy"])

    def test_other_profile(self):
        """One that hides the game is named, and Default still decodes."""
        harness.prefer()
        folder = harness.workshop().home / ".config/wireshark/profiles/Mine"
        folder.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, folder.parent)
        (folder / "disabled_protos").write_text("godot\n")
        checks, _, status = findings()
        self.assertEqual((checks["Protocols"]["state"], checks["Decoding"]["state"], status), ("advice", "ok", 0))
        self.assertIn("the profile Mine", checks["Protocols"]["said"])

    def test_profile_godot(self):
        """The profile of the project is tried, and so is one that hides the game."""
        harness.prefer()
        folder = harness.workshop().home / ".config/wireshark/profiles/Godot"
        shutil.copytree(harness.SOURCE / "profiles/Godot", folder)
        self.addCleanup(shutil.rmtree, folder.parent)
        for path in (folder, *folder.rglob("*")):
            path.chmod(path.stat().st_mode | 0o055)
        checks, _, _ = findings()
        self.assertEqual(checks["Profile"]["state"], "ok", checks["Profile"])
        self.assertIn("a recorded game's call is shown", checks["Profile"]["said"])
        (folder / "disabled_protos").write_text("enet\n")
        checks, _, _ = findings()
        self.assertEqual((checks["Profile"]["state"], checks["Decoding"]["state"]), ("advice", "ok"), checks["Profile"])

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
        ours = {name for name in listed if name in ("enet", "noray", *libraries()) or name.startswith("godot")}
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
