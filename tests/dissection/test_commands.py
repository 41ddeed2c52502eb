# SPDX-License-Identifier: MIT
"""The commands of the pages. Each fenced block `sh` is run as written, in the project's folder, by an ordinary user who
has installed the plugin; a `text` block after it is the expected output. The blocks of a page run in order."""

import collections
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import harness

PAGES = [
    harness.SOURCE / "README.md",
    harness.SOURCE / "CONTRIBUTING.md",
    harness.SOURCE / "SECURITY.md",
    *sorted((harness.SOURCE / "docs").rglob("*.md")),
    *sorted(harness.PCAPS.rglob("*.md")),
]
FENCE = re.compile(r"^```(?P<language>\S*) *$\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands begin at the left margin, so that they can be pasted.
INDENTED = re.compile(r"^    +(\$ |sudo |cmake |scripts/|tshark |godot-variant |python3 |dumpcap )", re.MULTILINE)
LANGUAGES = {"sh", "text", "lua", "cmake", "gdscript", "toml", "yaml"}
# Pages whose drawings are not output of commands.
WITH_DRAWINGS = {"docs/architecture.md", "docs/troubleshooting.md"}
MINOR = next((path.parent.name for path in harness.PLUGINS.glob("*/epan")), None)

Block = collections.namedtuple("Block", "page language text")
# Commands that cannot run here: the beginning of the command (the longest match counts); the file that runs it instead,
# and a text in that file; the reason.
Elsewhere = collections.namedtuple("Elsewhere", "command by proof why")
ELSEWHERE = (
    Elsewhere("scripts/try", "scripts/test-bare", "scripts/try", "installs packages"),
    Elsewhere("scripts/test", "scripts/test-bare", "scripts/test", "runs this test"),
    Elsewhere("sudo apt-get install", "scripts/check-package", "apt-get install", "installs packages"),
    Elsewhere("scripts/package", "scripts/test-versions", "scripts/package", "builds for ten minutes"),
    Elsewhere("sudo scripts/windows", ".github/workflows/windows.yml", "sudo scripts/windows", "needs root, builds for ten minutes"),
    Elsewhere("scripts/setup", ".github/workflows/windows.yml", "scripts/setup windows", "installs packages"),
    Elsewhere("scripts/in-tree", ".github/workflows/windows.yml", "scripts/in-tree", "builds Wireshark"),
    Elsewhere("scripts/collect-plugin", ".github/workflows/windows.yml", "scripts/collect-plugin", "needs what scripts/in-tree builds"),
    Elsewhere("cmake -S . -B build -G Ninja", "scripts/try", "-G Ninja", "builds for ten minutes"),
    Elsewhere("cmake --build build", "scripts/try", "cmake --build", "builds for ten minutes"),
    Elsewhere("cmake --install build", "tests/dissection/test_install.py", '"--install"', "is a test of its own"),
    Elsewhere("cmake -S codec", "tests/unit/CMakeLists.txt", "codec.installed", "is a test of its own"),
    Elsewhere("dumpcap -i", "scripts/packages", "tshark", "captures from a real interface until it is stopped"),
    Elsewhere("tshark -i godotdump", "tests/dissection/test_godotdump.py", "godotdump", "waits for a game"),
    Elsewhere("godot-wireshark-doctor", "tests/scripts/test_doctor.py", "scripts/doctor", "looks at what is installed on this machine"),
    Elsewhere("godotdump --relay", "tests/dissection/test_relay.py", "--relay", "waits for a game"),
    Elsewhere("tools/godot-fleet", "tests/dissection/test_fleet.py", "tools/godot-fleet", "needs godot-analyse in PATH"),
    Elsewhere("tools/godot-worst", "tests/dissection/test_worst.py", "godot-worst", "plays a game for minutes"),
    Elsewhere("godot-netcheck", "tests/dissection/test_netcheck.py", "godot-netcheck", "plays games, and is tested with captures of its own"),
    Elsewhere("godotdump --metrics", "tests/dissection/test_netcheck.py", "--metrics", "waits for a game"),
    Elsewhere("scripts/make-root", "scripts/test-versions", "scripts/make-root", "needs root and the network"),
    Elsewhere("pcaps/make", "pcaps/make", "--root-46", "needs engines"),
)
# Output of scripts/try once it has installed and built its requirements.
INSTEAD = {
    "scripts/try": "tshark -r pcaps/multiplayer/godot-4.6/arena_enet.pcap -2 -c 131 "
    "-Y '(godot.rpc.text || godot.spawn.net_id || godot.sync.net_id) && enet.stream == 1' -o 'uat:godot_projects:\"pcaps/projects/multiplayer4\"'",
}


def blocks():
    for page in PAGES:
        name = page.relative_to(harness.SOURCE).as_posix()
        for found in FENCE.finditer(page.read_text(encoding="utf-8")):
            yield Block(name, found["language"], found["text"])


def commands(text):
    """The commands of a block, without comments."""
    joined = re.sub(r"\\\n\s*", "", text)
    lines = (re.sub(r"\s+#\s.*$", "", line).strip() for line in joined.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def run_elsewhere(command):
    fitting = [entry for entry in ELSEWHERE if command.startswith(entry.command)]
    return max(fitting, key=lambda entry: len(entry.command), default=None)


def is_printed(shown, printed):
    """Whether each line of the page is a line of the output, in that order; dots stand for omitted lines."""
    lines = iter(" ".join(line.split()) for line in printed.splitlines())
    for line in shown.splitlines():
        parts = [" ".join(part.split()) for part in re.split(r"…|\.\.\.", line)]
        pattern = re.compile(".*".join(re.escape(part) for part in parts) + ("" if parts[-1] else ".*"))
        if any(parts) and not any(pattern.fullmatch(candidate) for candidate in lines):
            return False
    return True


class Checkout:
    """A copy of the project that an ordinary user can read; that user's home with the plugin, and programs."""

    def __init__(self):
        shop = harness.workshop()
        self.folder = shop.folder / "checkout"
        self.home = shop.folder / "reader"
        self.bin = shop.folder / "bin"
        self.prefix = shop.user
        for name in ("pcaps", "docs", "profiles", "scripts", "tools"):
            # Tests that run beside this one write there what Python compiles.
            shutil.copytree(harness.SOURCE / name, self.folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        installed = self.home / ".local" / "lib" / "wireshark" / "plugins" / MINOR
        shutil.copytree(harness.PLUGINS / MINOR, installed)
        self.bin.mkdir()
        (self.bin / "tshark").symlink_to(shutil.which(harness.TSHARK))
        if tool := os.environ.get("GODOT_VARIANT"):
            shutil.copy(tool, self.bin / "godot-variant")
        if tool := os.environ.get("GODOT_ANALYSE"):
            shutil.copy(tool, self.bin / "godot-analyse")
        for path in (self.folder, *self.folder.rglob("*"), self.bin, *self.bin.rglob("*"), self.home, *self.home.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
        if self.prefix:
            os.chown(self.home, int(harness.NOBODY), int(harness.NOBODY))

    def room(self):
        """A writable folder with the same content."""
        room = Path(tempfile.mkdtemp(prefix="page-", dir=self.folder.parent))
        for path in self.folder.iterdir():
            if path.name != "pcaps":
                (room / path.name).symlink_to(path)
        (room / "build").mkdir()
        (room / "build" / "plugins").symlink_to(harness.workshop().plugins)
        (room / "pcaps").mkdir()
        for path in (self.folder / "pcaps").iterdir():
            if path.name != "vectors":
                (room / "pcaps" / path.name).symlink_to(path)
        shutil.copytree(self.folder / "pcaps" / "vectors", room / "pcaps" / "vectors")  # the command that makes it writes there
        if self.prefix:
            for path in (room, room / "build", *(room / "pcaps" / "vectors").rglob("*"), room / "pcaps" / "vectors"):
                os.chown(path, int(harness.NOBODY), int(harness.NOBODY))
        return room

    def run(self, text, room):
        kept = {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
        if "GODOT_PRELOAD" in os.environ:
            kept["LD_PRELOAD"] = os.environ["GODOT_PRELOAD"]
        environment = {**kept, "PATH": f"{self.bin}:{os.environ['PATH']}", "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        return subprocess.run(
            [*self.prefix, "bash", "-O", "expand_aliases", "-euo", "pipefail", "-c", text],
            cwd=room, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=harness.PATIENCE)


def written(room):
    """The files that a block has written, with their sizes."""
    return {path: path.stat().st_size for path in room.rglob("*") if path.is_file() and not path.is_symlink()}


class Commands(unittest.TestCase):
    def test_they_run(self):
        checkout = Checkout()
        by_page = collections.defaultdict(list)
        for block in blocks():
            by_page[block.page].append(block)
        ran = 0
        for page, found in by_page.items():
            room = checkout.room()
            printed = None
            for block in found:
                with self.subTest(page=page, block=block.text):
                    if block.language == "sh":
                        printed = None
                        asked = commands(block.text)
                        self.assertTrue(asked, "no command")
                        absent = [run_elsewhere(command) for command in asked]
                        instead = INSTEAD.get(asked[-1])
                        if all(absent) and not instead:
                            continue
                        self.assertTrue(all(absent) or not any(absent), "a block that runs only in part")
                        before = written(room)
                        done = checkout.run(instead or block.text, room)
                        self.assertEqual(done.returncode, 0, done.stderr.decode()[-1500:])
                        printed = done.stdout.decode()
                        after = written(room)
                        self.assertTrue(printed.strip() or after != before, "it prints nothing and writes nothing")
                        self.assertTrue(all(after.values()), f"it writes an empty file: {after}")
                        ran += 1
                    elif block.language == "text":
                        self.assertIsNotNone(printed, "there is no command that prints this")
                        self.assertTrue(is_printed(block.text, printed), f"not what is printed:\n{printed[:3000]}")
        self.assertGreater(ran, 20)

    def test_each_block_says_what_it_is(self):
        for block in blocks():
            if block.page not in WITH_DRAWINGS:
                with self.subTest(page=block.page, block=block.text):
                    self.assertIn(block.language, LANGUAGES)

    def test_no_command_is_indented(self):
        for page in PAGES:
            with self.subTest(page=page.name):
                text = FENCE.sub("", page.read_text(encoding="utf-8"))
                self.assertEqual(INDENTED.findall(text), [])

    def test_exceptions_run_elsewhere(self):
        """Each exception is used by a page, and the file that runs it exists."""
        asked = [command for block in blocks() if block.language == "sh" for command in commands(block.text)]
        for entry in ELSEWHERE:
            with self.subTest(command=entry.command):
                self.assertIn(entry.proof, (harness.SOURCE / entry.by).read_text(encoding="utf-8"))
                self.assertTrue(any(run_elsewhere(command) is entry for command in asked), "no page has it")

    def test_try_shows_twenty_messages(self):
        """As scripts/try and its last words say."""
        words = (harness.SOURCE / "scripts/try").read_text(encoding="utf-8")
        count, wanted = re.search(r'-c (\d+) \\\n *-Y "([^"]+)"', words).groups()
        shown = harness.run("-2", "-c", count, "-Y", wanted, capture=harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap")
        self.assertEqual(len(shown.stdout.splitlines()), 20)
        self.assertIn("20 messages", words)
        self.assertIn(f"-c {count}", INSTEAD["scripts/try"])
        self.assertIn(wanted, INSTEAD["scripts/try"])

    def test_output_is_compared(self):
        self.assertTrue(is_printed("a  b\nd … f\n", "a b\nc\nd e f\n"))
        self.assertFalse(is_printed("a b\n", "a c\n"))
        self.assertFalse(is_printed("b\na\n", "a\nb\n"))
        self.assertFalse(is_printed("d … f\n", "d e\n"))


if __name__ == "__main__":
    unittest.main()
