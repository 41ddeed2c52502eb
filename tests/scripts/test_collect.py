#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Archives for manual installation: all parts are in them, and the commands of INSTALL.txt install them."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ["GODOT_BUILD"])
VERSION = re.search(r"set\(GODOT_VERSION ([0-9.]+)\)", (SOURCE / "cmake/Version.cmake").read_text())[1]


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


class Collect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.project = cls.folder / "project"
        for name in ("scripts/collect-plugin", "scripts/doctor", "cmake/Version.cmake"):
            (cls.project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, cls.project / name)
        for name in ("LICENSES", "profiles", "addon/addons", "packaging/by-hand", "tools"):
            # Tests that run beside this one write there what Python compiles.
            shutil.copytree(SOURCE / name, cls.project / name, ignore=shutil.ignore_patterns("__pycache__"))
        # Stands for the output of scripts/in-tree.
        (cls.project / "build-in-tree-wireshark-4.9.1/run").mkdir(parents=True)
        (plugin,) = BUILD.glob("plugins/*/epan/godot.so")
        shutil.copy(plugin, cls.project / "build-in-tree-wireshark-4.9.1/run")

    def collected(self, system):
        done = subprocess.run([self.project / "scripts/collect-plugin", "4.9", system, self.folder / "archives"], check=False,
                              capture_output=True, timeout=120, env={**os.environ, "PROGRAMS": str(BUILD)})  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        name = f"godot-wireshark-{VERSION}-{system}-wireshark-4.9"
        shutil.unpack_archive(self.folder / f"archives/{name}.zip", self.folder / "unpacked")
        with zipfile.ZipFile(self.folder / f"archives/{name}.zip") as archive:
            self.assertEqual({path.split("/")[0] for path in archive.namelist()}, {name})
        return self.folder / "unpacked" / name

    def test_parts(self):
        files = files_below(self.collected("linux-amd64"))
        wanted = {"INSTALL.txt", "godot.so", "godotdump", "godot-variant", "godot-compare", "godot-netcheck", "godot-worst", "godot-wireshark-doctor", "licenses/GPL-2.0-or-later.txt", "licenses/MIT.txt"}
        wanted |= {f"profiles/{name}" for name in files_below(SOURCE / "profiles")}
        wanted |= {f"addons/{name}" for name in files_below(SOURCE / "addon/addons")}
        wanted |= {f"godot_tools/{path.name}" for path in (SOURCE / "tools/godot_tools").glob("*.py")}
        self.assertEqual(files, wanted)
        # A program of the archive finds what it shares with the others.
        done = subprocess.run(["python3", self.folder / "unpacked" / f"godot-wireshark-{VERSION}-linux-amd64-wireshark-4.9/godot-netcheck", "--help"], check=False, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn("addons/godot_wireshark/LICENSE", files)

    def test_instructions(self):
        """The commands run as written; run again, they keep a profile that the user has changed."""
        for system, folder in (("linux-amd64", "4.9"), ("macos-arm", "4-9")):
            with self.subTest(system=system):
                unpacked = self.collected(system)
                text = (unpacked / "INSTALL.txt").read_text()
                self.assertNotIn("@", text)
                self.assertLessEqual(len(text.splitlines()), 15)
                home = self.folder / f"home-{system}"
                home.mkdir()
                commands = [line.strip() for line in text.splitlines() if line.startswith("      ")]
                self.assertGreaterEqual(len(commands), 4)
                # A command that only macOS has.
                commands = [command for command in commands if not command.startswith("xattr ")]
                os.chmod(unpacked / "godotdump", 0o755)  # Python's zipfile does not restore the mode
                for _ in range(2):
                    subprocess.run(["bash", "-e", "-c", "\n".join(commands)], cwd=unpacked, env={**os.environ, "HOME": str(home)}, check=True)
                    (home / ".config/wireshark/profiles/Godot/preferences").write_text("mine\n")
                wanted = {f".local/lib/wireshark/plugins/{folder}/epan/godot.so", ".local/lib/wireshark/extcap/godotdump"}
                wanted |= {f".config/wireshark/profiles/{name}" for name in files_below(SOURCE / "profiles")}
                self.assertEqual(files_below(home), wanted)
                self.assertEqual((home / ".config/wireshark/profiles/Godot/preferences").read_text(), "mine\n")

    def test_windows(self):
        text = (self.collected("windows-x64") / "INSTALL.txt").read_text()
        self.assertNotIn("@", text)
        self.assertIn(r"%APPDATA%\Wireshark\plugins\4.9\epan", text)

    def test_nothing_built(self):
        done = subprocess.run([self.project / "scripts/collect-plugin", "4.8", "macos-arm", self.folder / "none"], check=False,
                              capture_output=True, timeout=120, env={**os.environ, "PROGRAMS": str(BUILD)})  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn("no plugin for Wireshark 4.8", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
