#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A release, checked as its users check it: all files in one folder, `sha256sum -c SHA256SUMS`."""

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
VERSION = re.search(r"set\(GODOT_VERSION ([0-9.]+)\)", (SOURCE / "cmake/Version.cmake").read_text())[1]
BUILT = {
    "package-bookworm/godot-wireshark_bookworm_amd64.deb": b"one",
    "package-trixie/godot-wireshark_trixie_amd64.deb": b"two",
    "windows-4.6/godot-wireshark 4.6 (x64).zip": b"three",
}


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "GIT_"))}
        self.environment |= {"HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1"}
        self.project = self.folder / "project"
        for name in ("scripts/release", "cmake/Version.cmake", "CMakeLists.txt", "CHANGELOG.md"):
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, self.project / name)
        shutil.copytree(SOURCE / "addon", self.project / "addon")
        shutil.copytree(SOURCE / "tools", self.project / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        for command in (["init", "-q"], ["add", "-A"],
                        ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x"]):  # fmt: skip
            subprocess.run(["git", *command], cwd=self.project, env=self.environment, check=True)
        self.release = self.folder / "release"
        for name, content in BUILT.items():
            (self.release / name).parent.mkdir(parents=True, exist_ok=True)
            (self.release / name).write_bytes(content)

    def run_release(self, *arguments, **variables):
        return subprocess.run([self.project / "scripts/release", *arguments], env=self.environment | variables,
                              capture_output=True, check=False, timeout=60)  # fmt: skip

    def make(self, **variables):
        done = self.run_release(str(self.release), **variables)
        self.assertEqual(done.returncode, 0, done.stderr.decode())

    def checked(self, folder):
        return subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True, check=False,
                              env=self.environment | {"LC_ALL": "C"})  # fmt: skip

    def test_checksums(self):
        """All files, downloaded into one folder, pass the check; a second run makes the same files."""
        self.make()
        names = {Path(name).name for name in BUILT} | {f"godot-wireshark-{VERSION}.tar.gz", f"godot-wireshark-addon-{VERSION}.zip"}
        downloads = self.folder / "downloads"
        downloads.mkdir()
        for path in self.release.iterdir():
            shutil.copy(path, downloads)
        self.assertEqual({path.name for path in downloads.iterdir()}, names | {"SHA256SUMS"})
        done = self.checked(downloads)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual({line.rsplit(": ", 1)[0] for line in done.stdout.decode().splitlines()}, names)
        (downloads / "godot-wireshark_trixie_amd64.deb").write_bytes(b"another")
        self.assertNotEqual(self.checked(downloads).returncode, 0)
        before = (self.release / "SHA256SUMS").read_bytes()
        self.make()
        self.assertEqual((self.release / "SHA256SUMS").read_bytes(), before)

    def test_sources(self):
        self.make()
        with tarfile.open(self.release / f"godot-wireshark-{VERSION}.tar.gz") as archive:
            self.assertIn(f"godot-wireshark-{VERSION}/cmake/Version.cmake", archive.getnames())

    def test_addon(self):
        """The addon's archive has it as a project takes it, with godot-netcheck, and nothing else."""
        self.make()
        with zipfile.ZipFile(self.release / f"godot-wireshark-addon-{VERSION}.zip") as archive:
            found = {name for name in archive.namelist() if not name.endswith("/")}
        wanted = {path.relative_to(SOURCE / "addon").as_posix() for path in (SOURCE / "addon/addons").rglob("*") if path.is_file()}
        tools = ["godot-netcheck", *(f"godot_tools/{path.name}" for path in (SOURCE / "tools/godot_tools").glob("*.py"))]
        wanted |= {f"addons/godot_wireshark/tools/{name}" for name in (".gdignore", *tools)}
        self.assertEqual(found, wanted)
        for name in ("plugin.cfg", "README.md", "LICENSE", "icon.svg", "editor/panel.gd"):
            self.assertIn(f"addons/godot_wireshark/{name}", found)

    def test_addon_with_the_page(self):
        """Where the page was made, the addon has it, out of the editor's sight."""
        (self.release / "page").mkdir()
        (self.release / "page/godot-page.html").write_bytes(b"<!DOCTYPE html>")
        self.make()
        self.assertEqual((self.release / "godot-page.html").read_bytes(), b"<!DOCTYPE html>")
        with zipfile.ZipFile(self.release / f"godot-wireshark-addon-{VERSION}.zip") as archive:
            found = {name: archive.read(name) for name in archive.namelist() if name.startswith("addons/godot_wireshark/bin/")}
        self.assertEqual(found, {"addons/godot_wireshark/bin/.gdignore": b"", "addons/godot_wireshark/bin/godot-page.html": b"<!DOCTYPE html>"})

    def test_tag(self):
        """The tag must be the version."""
        self.make(GITHUB_REF_NAME=f"v{VERSION}")
        done = self.run_release(str(self.release), GITHUB_REF_NAME="v9.9.9")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"the tag is v9.9.9, cmake/Version.cmake says {VERSION}", done.stderr.decode())

    def test_two_files_with_one_name(self):
        (self.release / "other").mkdir()
        (self.release / "other/godot-wireshark_trixie_amd64.deb").write_bytes(b"other")
        done = self.run_release(str(self.release))
        self.assertEqual(done.returncode, 1)
        self.assertIn("two files are called godot-wireshark_trixie_amd64.deb", done.stderr.decode())

    def test_nothing_built(self):
        empty = self.folder / "empty"
        empty.mkdir()
        done = self.run_release(str(empty))
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds nothing that was built", done.stderr.decode())

    def test_notes(self):
        notes = self.run_release("--notes").stdout.decode()
        entries = (SOURCE / "CHANGELOG.md").read_text().split("\n## ")[1:]
        ours = next(entry for entry in entries if entry.startswith(VERSION))
        self.assertEqual(notes.strip(), ours.split("\n", 1)[1].strip())
        self.assertGreater(len(notes.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
