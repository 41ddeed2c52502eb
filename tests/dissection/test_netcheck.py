# SPDX-License-Identifier: MIT
"""tools/godot-netcheck: recordings of engines against budgets, everything that is malformed, and runs of programs that send what an
engine has recorded. tests/netcheck/run does the same with a real engine; what it has measured is in netcheck_runs.json."""

import gzip
import importlib.machinery
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import tomllib
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import harness

sys.path.insert(0, str(harness.SOURCE / "tools"))

from godot_tools import baseline, budget, judge, lines, measure, reader, times, update  # noqa: E402
from godot_tools.ports import free_port  # noqa: E402
from godot_tools.programs import Refused  # noqa: E402

TOOL = harness.SOURCE / "tools" / "godot-netcheck"
ANALYSE = os.environ["GODOT_ANALYSE"]
DUMP = Path(os.environ["GODOT_EXTCAP"]) / "godotdump"
ARENA = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
PROJECT = harness.PCAPS / "projects/multiplayer4"
BUDGET = """# Of this test.
project = "{project}"
join_seconds = 1.0   # short

[all]
bytes_per_second = 30000 # per player

[peer]
bytes_per_second = 40000

[problems]
other = 0

[[row]]   # the hands of players
kind = "Remote call"
node = "Arena/Players/*"
member = "move"
bytes_per_second = 9000     # much
messages_per_second = 70

[[synchronizer]]
node = "Arena/Players/*"
least_interval_ms = 10
"""


def netcheck(*words, path=None, **options):
    environment = {**os.environ, "GODOT_ANALYSE": ANALYSE, "GODOTDUMP": str(DUMP), "PYTHONDONTWRITEBYTECODE": "1"}
    if path is not None:
        environment = {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HOME": path}
    return subprocess.run([sys.executable, TOOL, *map(str, words)], env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
                          timeout=harness.PATIENCE, **options)  # fmt: skip


class InFolder(unittest.TestCase):
    def setUp(self):
        self.folder = harness.workshop().folder / f"netcheck-{type(self).__name__}-{self._testMethodName}"
        self.folder.mkdir()

    def budget(self, text=BUDGET, **changes):
        for old, new in changes.items():
            text = text.replace(old, new)
        path = self.folder / "netcode.toml"
        path.write_text(text.replace("{project}", str(PROJECT)), encoding="utf-8")
        return path

    def refuses(self, done, *parts):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr + done.stdout)


class Malformed(InFolder):
    """Errors of a budget have its line, and the nearest name."""

    def test_of_budgets(self):
        for text, line, why in (
            ("[all]\nbytes_per_secnd = 1\n", 2, "'bytes_per_secnd' is not known; did you mean bytes_per_second?"),
            ("\n\n[al]\n", 3, "'al' is not known; did you mean all?"),
            ("[problems]\nother = 0\nnot_alowed = 0\n", 3, "did you mean not_allowed?"),
            ("[all]\nbytes_per_second = \"fast\"\n", 2, 'a number from 0 to 10^15, or a share above the baseline such as "+10 %"'),
            ("[all]\nbytes_per_second = -1\n", 2, "a number"),
            ("[all]\nbytes_per_second = true\n", 2, "a number"),
            ("[all]\nbytes_per_second = nan\n", 2, "a number"),
            ("[problems]\nother = 1.5\n", 2, "a whole number"),
            ("[all]\nbytes_per_second = \n", 2, "Invalid value"),
            ("[all\n", 1, ""),
            ("x = [\n1,\n", 2, ""),
            ("[[row]]\nmember = \"a\"\nbytes_per_second = 1\n\n[[row]]\nmember = \"b\"\nbytes = 1\n", 7, "'bytes' is not known"),
            ("[[row]]\nkind = \"Sync\"\n", 1, "limits nothing"),
            ("[[row]]\nbytes_per_second = 3\n", 1, "names no kind"),
            ("[[row]]\nscene = \"a\"\nkind = \"Sync\"\nbytes_per_second = 3\n", 1, "scene stands without"),
            ("[row]\nkind = \"Sync\"\n", 1, "[[row]]"),
            ("allow = [\"no_projct\"]\n", 1, "did you mean no_project?"),
            ("margin = \"much\"\n", 1, "margin is a share"),
            (f"margin = \"1{'0' * 400} %\"\n", 1, "margin is a share"),
            (f"[all]\nbytes_per_second = 1{'0' * 400}\n", 2, "a number from 0 to 10^15"),
            ("[all]\nbytes_per_second = inf\n", 2, "a number from 0 to 10^15"),
            (f"[all]\nbytes_per_second = \"+1{'0' * 400} %\"\n", 2, "a share above the baseline"),
            (f"[problems]\nother = 1{'0' * 20}\n", 2, "a whole number from 0 to 10^15"),
            ("join_seconds = 0\n", 1, "above 0"),
            ("[run]\nsecnds = 3\n", 2, "did you mean seconds?"),
            ("[run.client]\njoind = \"x\"\n", 2, "did you mean joined?"),
            ("[run]\nsevrer = 1\n", 2, "did you mean server"),
            ("note = \"\"\"\n[all]\nx = 1\n\"\"\"\n[peer]\nbytes_per_sec = 1\n", 1, "'note' is not known"),
        ):  # fmt: skip
            with self.subTest(text=text):
                with self.assertRaises(Refused) as refused:
                    budget.Budget("netcode.toml", text)
                self.assertTrue(str(refused.exception).startswith(f"netcode.toml:{line}: "), refused.exception)
                self.assertIn(why, str(refused.exception))

    def test_the_program_says_it(self):
        path = self.budget(bytes_per_second="byts_per_second")
        self.refuses(netcheck(ARENA, "--budget", path), f"{path}:6: 'byts_per_second' is not known; did you mean bytes_per_second?")
        path.write_bytes(b"project = \"\xff\"\n")
        self.refuses(netcheck(ARENA, "--budget", path), "byte 11 is no UTF-8")
        self.refuses(netcheck(ARENA, "--budget", self.folder / "absent.toml"), "No such file")
        path.write_text(f"join_seconds = {'1' * 5000}\n", encoding="utf-8")
        self.refuses(netcheck(ARENA, "--budget", path), "Exceeds the limit")
        path.write_text("# nothing\n", encoding="utf-8")
        self.refuses(netcheck(ARENA, "--budget", path), f"{path}: it limits nothing")

    def test_lines_after_texts_and_lists(self):
        found = lines.Lines('a = """\n[x]\nb = 1\n"""\nc = [\n  "[y]", # ]\n  "d = 1",\n]\n[z] # comment\ne.f = 1\n[[t]]\n"g" = 1\n[[t]]\ng = 2\n')
        self.assertEqual({path: found.line(path) for path in (("a",), ("c",), ("z", "e", "f"), ("t", 0, "g"), ("t", 1, "g"), ("t", 1, "none"), ("b",))},
                         {("a",): 1, ("c",): 5, ("z", "e", "f"): 10, ("t", 0, "g"): 12, ("t", 1, "g"): 14, ("t", 1, "none"): 13, ("b",): None})  # fmt: skip

    def test_kinds_of_problems_are_the_engines(self):
        text = "".join(path.read_text(encoding="utf-8") for path in (harness.SOURCE / "analysis").rglob("*.def"))
        kinds = set(re.findall(r"^GODOT_(?:LIBRARY_)?PROBLEM_KIND\((\w+),", text, re.MULTILINE))
        self.assertGreater(len(kinds), 10)
        self.assertEqual(kinds - set(budget.PROBLEMS), set())


@unittest.skipUnless(shutil.which("bash"), "completes in bash")
class Completion(InFolder):
    """As bash asks for it."""

    def completed(self, word, before, place=2):
        script = harness.SOURCE / "tools/godot-netcheck.bash"
        done = subprocess.run(["bash", "-c", f'COMP_CWORD={place}; source {script}; _godot_netcheck godot-netcheck "$1" "$2"; printf "%s\\n" "${{COMPREPLY[@]}}"', "bash", word, before],
                              cwd=self.folder, capture_output=True, text=True, check=True)  # fmt: skip
        self.assertEqual(done.stderr, "")
        return [each for each in done.stdout.splitlines() if each]

    def test_words(self):
        for name in ("game.pcapng", "game.txt", "netcode.toml", "now.json"):
            (self.folder / name).touch()
        (self.folder / "games").mkdir()
        for word, before, expected in (("--bu", "a.pcap", ["--budget"]), ("be", "--allow", ["began_late"]), ("g", "a.pcap", ["game.pcapng", "games/"]),
                                       ("n", "--budget", ["netcode.toml"]), ("n", "run", ["netcode.toml"]), ("n", "--baseline", ["now.json"]),
                                       ("g", "--project", ["games"]), ("g", "--json", ["game.pcapng", "game.txt", "games"]), ("x", "-o", [])):  # fmt: skip
            with self.subTest(word=word, before=before):
                self.assertEqual(sorted(self.completed(word, before)), expected)
        self.assertEqual(self.completed("r", "godot-netcheck", place=1), ["run"])
        self.assertEqual(self.completed("r", "a.pcap"), [])

    def test_knows_all_options_and_reasons(self):
        options = set(re.findall(r"^  (?:-\w, )?(--\w+)", netcheck("--help").stdout, re.MULTILINE))
        self.assertGreater(len(options), 12)
        self.assertEqual(set(self.completed("--", "a.pcap")), options)
        self.assertEqual(self.completed("", "--allow"), list(budget.REASONS))


class BrokenInput(InFolder):
    """A sentence, and status 2."""

    def test_captures(self):
        data = ARENA.read_bytes()
        noise = min((harness.PCAPS / "noise").glob("*.pcap"))
        for name, content, why in (("empty", b"", "expected the head of a pcap"), ("no_packets", data[:24], "no traffic of a Godot game"),
                                   ("cut", data[:5001], "ends within a packet that begins at byte 5000"), ("text", b"hello, world", "expected the head"),
                                   ("noise", noise.read_bytes(), "of a Godot game in it")):  # fmt: skip
            with self.subTest(name):
                path = self.folder / f"{name}.pcap"
                path.write_bytes(content)
                for more in ([], ["--budget", self.budget()], ["--baseline", ARENA]):
                    self.refuses(netcheck(path, *more), why)
        self.refuses(netcheck(self.folder / "absent.pcap"), "no such file")
        self.refuses(netcheck(ARENA, "--baseline", self.folder / "cut.pcap"), "ends within a packet")

    def test_projects(self):
        self.refuses(netcheck(ARENA, "--project", self.folder), "it has no project.godot")
        self.refuses(netcheck(ARENA, "--project", ARENA), "it is no folder")
        self.refuses(netcheck(ARENA, "--project", self.folder / "gone"), "there is no such folder")
        # The project of another game knows nothing of this one's messages.
        other = harness.PCAPS / "projects/links4"
        self.refuses(netcheck(ARENA, "--budget", self.budget(BUDGET.replace("{project}", str(other)))), "no_project", "do the projects belong to this game?")

    def test_a_project_that_does_not_belong(self):
        """It names methods and scenes of other nodes: nothing of this game is judged by it."""
        for name in ("links4", "netfox4", "situations/hive"):
            with self.subTest(name):
                self.refuses(netcheck(ARENA, "--project", harness.PCAPS / "projects" / name), "no_project", "do the projects belong to this game?")

    def test_cut_within_a_game(self):
        """Also where the game before the cut could be judged; compressed captures, too."""
        data = ARENA.read_bytes()
        for length in (len(data) - 1, len(data) - 7, len(data) // 2 + 3):
            path = self.folder / "cut.pcap"
            path.write_bytes(data[:length])
            self.refuses(netcheck(path, "--budget", self.budget()), "ends within a packet")
        path = self.folder / "cut.pcap.gz"
        path.write_bytes(gzip.compress(data)[:-500])
        self.refuses(netcheck(path, "--budget", self.budget()), "ends within")

    def test_of_projects_alone(self):
        for option, name in (("--budget", self.budget()), ("--baseline", ARENA), ("--junit", self.folder / "x.xml")):
            self.refuses(netcheck("--project", PROJECT, option, name), f"{option} is for recordings")
        self.refuses(netcheck("--project", self.folder), "project.godot")
        self.refuses(netcheck("--project", PROJECT, path=str(self.folder)), "the audit of a project needs godot-analyse")

    def test_of_runs(self):
        run = "[run.server]\ncommand = [\"true\"]\n[run.client]\ncommand = [\"true\"]\n"
        for text, why in (("[run]\n", "needs a command"), (run + "[run]\nrecord = \"tape\"\n", "record is one of"), (run + "count = 0\n", "count is 1 or more"),
                          (run + "count = 100000\n", "and 1000 at most"), (run + "[run]\nserver_port = 70000\n", "server_port is a port"),
                          
                          (run.replace("[\"true\"]", "\"true\""), "command is a list"), (run + "[run]\nallow_errors = [\"(\"]\n", "is no regular expression"),
                          (run + "[run.relay]\npreste = \"4g\"\n", "did you mean preset?")):  # fmt: skip
            with self.subTest(text):
                path = self.budget(text)
                self.refuses(netcheck("run", path), f"{path}:", why)
        self.refuses(netcheck("run", self.folder / "absent.toml"), "No such file")
        self.refuses(netcheck("run", self.budget(run), path=str(self.folder)), "nothing here reads captures")

    def test_no_reader(self):
        self.refuses(netcheck(ARENA, path=str(self.folder)), "nothing here reads captures: godot-analyse is not in PATH")

    def test_a_tshark_without_the_plugin(self):
        program = self.folder / "tshark"
        program.write_text("#!/bin/sh\necho other.so\n")
        program.chmod(0o755)
        self.refuses(netcheck(ARENA, "--tshark", program), "lacks the plugin for Godot")

    def test_readers_of_another_version(self):
        for said in ("no json", "[]", '{"rows": 3}', '{"rows": []}'):
            program = self.folder / "godot-analyse"
            program.write_text(f"#!/bin/sh\necho '{said}'\n")
            program.chmod(0o755)
            self.refuses(netcheck(ARENA, "--analyse", program), "of another version")

    def test_baselines(self):
        for name, content in (("text.json", "hello"), ("other.json", '{"measured": {"all": 3}}'), ("deep.json", "[" * 100000)):
            (self.folder / name).write_text(content)
            self.refuses(netcheck(ARENA, "--baseline", self.folder / name), "nothing that --json has written")

    def test_baselines_whose_parts_are_others(self):
        """A document as --json writes it, in which one part is something else."""
        out, wrong = self.folder / "now.json", self.folder / "wrong.json"
        netcheck(ARENA, "--json", out, "--allow", "no_project")
        limits = self.budget('[all]\nbytes_per_second = "+10 %"\n[peer]\njoin_bytes = "+10 %"\n[[row]]\nkind = "Sync"\nbytes_per_second = "+10 %"\n')
        for path, value in ((("all", "rows", 0, "bytes", 2), "x"), (("all", "peer_seconds", 3), None), (("phases", "play", "rows"), [3]), (("peers", 0), {}),
                            (("phases", "play", "seconds"), {}), (("all", "rows", 0, "total"), [])):  # fmt: skip
            with self.subTest(path=path):
                kept = json.loads(out.read_text(encoding="utf-8"))
                place = kept["measured"]
                for part in path[:-1]:
                    place = place[part]
                place[path[-1]] = value
                wrong.write_text(json.dumps(kept), encoding="utf-8")
                self.refuses(netcheck(ARENA, "--budget", limits, "--baseline", wrong, "--allow", "no_project"), "nothing that --json has written")

    def test_files_that_are_none(self):
        self.refuses(netcheck(self.folder), "it is a folder")
        if hasattr(os, "mkfifo"):
            os.mkfifo(self.folder / "pipe")
            self.refuses(netcheck(self.folder / "pipe"), "it is no file")
        self.refuses(netcheck(ARENA, ARENA), "it is given twice")

    @unittest.skipUnless(Path("/dev/full").exists(), "a device that is full")
    def test_a_full_device(self):
        for words in ((ARENA, "--allow", "no_project"),):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([sys.executable, TOOL, *words], env={**os.environ, "GODOT_ANALYSE": ANALYSE}, stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False, timeout=harness.PATIENCE)  # fmt: skip
            self.assertEqual((done.returncode, done.stderr), (2, "godot-netcheck: the output: No space left on device.\n"))
        self.refuses(netcheck(ARENA, "--allow", "no_project", "--json", "/dev/full"), "No space left")

    def test_command_lines(self):
        for words, why in (([], "which capture?"), (["run"], "run takes one file"), ([ARENA, "--update"], "--update needs the budget"),
                           (["run", self.budget()], "it has no table [run]")):  # fmt: skip
            self.refuses(netcheck(*words), why)

    def test_nothing_can_be_written(self):
        """Known before anything is read."""
        reader_ = self.folder / "reader"
        for place, why in ((self.folder / "none/out.json", "No such file"), (self.folder, "it is a folder"), (self.folder / ("x" * 300), "File name too long")):
            for option in ("--json", "--junit", "--markdown"):
                self.refuses(netcheck(ARENA, "--analyse", reader_, option, place), why)


class Judged(InFolder):
    def test_within_and_over(self):
        out = {name: self.folder / f"out.{name}" for name in ("json", "junit", "markdown")}
        files = [word for name, path in out.items() for word in (f"--{name}", path)]
        done = netcheck(ARENA, "--budget", self.budget(), *files)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("within budget: 6 limits", done.stdout)
        tests = xml.parse(out["junit"]).getroot()
        self.assertEqual((tests.get("tests"), tests.get("failures"), tests.get("errors")), ("6", "0", "0"))
        done = netcheck(ARENA, "--budget", self.budget(**{"= 9000": "= 2000"}), *files)
        self.assertEqual(done.returncode, 1)
        document = json.loads(out["json"].read_text(encoding="utf-8"))
        (over,) = [check for check in document["checks"] if check["verdict"] == "over"]
        self.assertEqual((document["verdict"], over["rule"]), ("over", "Remote call Arena/Players/* move: bytes_per_second"))
        self.assertAlmostEqual(over["factor"], over["measured"] / 2000)
        tests = xml.parse(out["junit"]).getroot()
        self.assertEqual([case.get("name") for case in tests if case.find("failure") is not None], [over["rule"]])
        self.assertIn("### Netcode: Over budget", out["markdown"].read_text(encoding="utf-8"))

    def test_what_would_be_saved(self):
        """godot,advice: in Markdown with its cost and computation; nothing where nothing is to be saved."""
        capture = harness.PCAPS / "situations/godot-4.6/savings_always.pcap"
        rows = json.loads(subprocess.run([ANALYSE, capture, "godot,advice,json"], capture_output=True, check=True).stdout)["rows"]
        self.assertGreater(len(rows), 1)
        out, document = self.folder / "out.md", self.folder / "out.json"
        done = netcheck(capture, "--allow", "no_project", "--markdown", out, "--json", document)
        self.assertEqual(done.returncode, 0, done.stderr)
        _, section = out.read_text(encoding="utf-8").split("#### What would be saved\n\n")
        lines = [line.replace("\\", "") for line in section.splitlines() if line.startswith("| ")][2:]
        self.assertEqual(len(lines), len(rows))
        for line, row in zip(lines, rows):
            for part in (row["advice"], row["node"], row["member"], f"{row['saves']:,} B", row["costs"], row["how"]):
                self.assertIn(part, line)
            self.assertRegex(done.stdout, rf"{row['advice']} +{row['saves']:,} B +")
        self.assertEqual([row["saves"] for row in json.loads(document.read_text(encoding="utf-8"))["advice"]], [row["saves"] for row in rows])
        netcheck(capture.with_name("savings_all.pcap"), "--allow", "no_project", "--markdown", out)
        self.assertNotIn("saved", out.read_text(encoding="utf-8"))

    def test_a_project_alone(self):
        project = harness.PCAPS / "projects/situations/savings"
        out, document = self.folder / "out.md", self.folder / "out.json"
        done = netcheck("--project", project, "--markdown", out, "--json", document)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Godot Project Audit", done.stdout)
        tables = json.loads(document.read_text(encoding="utf-8"))
        self.assertEqual(set(tables), {"findings", "synchronizers", "methods"})
        text = out.read_text(encoding="utf-8").replace("\\", "")
        self.assertGreater(len(tables["findings"]["rows"]), 0)
        for row in tables["findings"]["rows"]:
            self.assertIn(f"| {row['level']} | {row['kind']} | {row['place']} | {row['text']} |", text)

    def test_figures_are_the_wires(self):
        """Bytes of each player are those of its connection, as the table of streams has them; calls are those of the truth."""
        done = netcheck(ARENA, "--project", PROJECT, "--json", self.folder / "out.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        measured = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["measured"]
        streams = {}
        for row in measured["tables"]["enet,streams"]:
            name = row["peer"] if row["from"] == "client" else row["to"]
            streams[name] = streams.get(name, 0) + row["bytes"]
        self.assertEqual({peer["name"]: round(peer["sent"] + peer["received"]) for peer in measured["peers"]}, streams)
        moves = sum(1 for line in ARENA.with_name("arena_enet.truth.jsonl").read_text(encoding="utf-8").splitlines()
                    if json.loads(line)["kind"] == "rpc" and json.loads(line)["method"] == "move")  # fmt: skip
        self.assertEqual(sum(row["count"] for row in measured["all"]["rows"] if row["member"] == "move"), moves)

    def test_relayed_messages_count_once(self):
        """Also where the two hops of one are in two slices of time: counts are those of the profile of the whole."""
        for name, method in (("multiplayer/godot-4.6/arena_enet.pcap", None), ("multiplayer/godot-4.6/peers_enet.pcap", "#5"), ("relayed/godot-4.6/netfox_enet.pcapng", None)):
            capture = harness.PCAPS / name
            with self.subTest(name):
                netcheck(capture, "--json", self.folder / "out.json")
                measured = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["measured"]
                table = json.loads(subprocess.run([ANALYSE, capture, "godot,profile,json"], capture_output=True, check=True).stdout)["rows"]
                whole = {(row["node"], row["member"]): row["count"] for row in table if row["kind"] == "Remote call" and not re.search(r"\d", row["node"])}
                counted = {(row["node"], row["member"]): row["count"] for row in measured["all"]["rows"] if row["kind"] == "Remote call"}
                self.assertTrue(whole)
                self.assertEqual({key: counted.get(key) for key in whole}, whole)
                self.assertTrue(method is None or any(member == method for _, member in whole))

    def test_what_was_not_judged(self):
        without = self.budget(BUDGET.split("\n", 2)[2].replace('member = "move"\n', ""))
        self.refuses(netcheck(ARENA, "--budget", without), "no_project", "Name the game's project")
        without.write_text('allow = ["no_project"]\n' + without.read_text(encoding="utf-8"), encoding="utf-8")
        done = netcheck(ARENA, "--budget", without)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("allowed: not judged:", done.stdout)
        # A rule for which the game has nothing is not kept by that.
        other = self.budget(**{'member = "move"': 'member = "mvoe"'})
        junit = self.folder / "junit.xml"
        self.refuses(netcheck(ARENA, "--budget", other, "--junit", junit), "nothing of it is in the recording")
        self.assertEqual(xml.parse(junit).getroot().get("errors"), "2")
        done = netcheck(ARENA, "--budget", self.budget(**{'member = "move"': 'member = "mvoe"\noptional = true'}))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_relative_limits(self):
        path = self.budget(**{"= 9000     # much": '= "+10 %"'})
        self.refuses(netcheck(ARENA, "--budget", path), "it is relative, and there is no baseline")
        done = netcheck(ARENA, "--budget", path, "--baseline", ARENA)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("no change above the noise", done.stdout)
        kept = self.folder / "old.json"
        netcheck(ARENA, "--project", PROJECT, "--json", kept)
        document = json.loads(kept.read_text(encoding="utf-8"))
        for block in (document["measured"]["all"], *document["measured"]["phases"].values()):
            for row in block["rows"]:
                if row["member"] == "move":
                    row["total"] //= 2
                    row["bytes"] = [each // 2 for each in row["bytes"]]
        kept.write_text(json.dumps(document), encoding="utf-8")
        done = netcheck(ARENA, "--budget", path, "--baseline", kept)
        self.assertEqual(done.returncode, 1, done.stdout)
        over = [line for line in done.stdout.splitlines() if line.startswith("over")]
        self.assertEqual([" ".join(line.split()[1:6]) for line in over], ["Remote call Arena/Players/* move: bytes_per_second"])
        self.assertRegex(done.stdout, r"play +dearer .* Remote call Arena/Players/\* move\n")

    def test_update_keeps_comments(self):
        path = self.budget()
        before = path.read_text(encoding="utf-8")
        done = netcheck(ARENA, "--budget", path, "--update")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = path.read_text(encoding="utf-8")
        strip = lambda text: re.sub(r"(_per_second|other|_ms) = [0-9.]+", r"\1 =", text)  # noqa: E731
        self.assertEqual(strip(after), strip(before))
        self.assertNotEqual(after, before)
        limit = tomllib.loads(after)["row"][0]["bytes_per_second"]
        self.assertEqual(netcheck(ARENA, "--budget", path).returncode, 0)
        document = self.folder / "out.json"
        netcheck(ARENA, "--budget", path, "--json", document)
        measured = next(check["measured"] for check in json.loads(document.read_text())["checks"] if check["rule"].endswith("move: bytes_per_second"))
        self.assertTrue(measured * 1.1 <= limit <= measured * 1.12, (measured, limit))

    def test_a_new_budget(self):
        path = self.folder / "new.toml"
        self.assertEqual(netcheck(ARENA, "--project", PROJECT, "--budget", path, "--update").returncode, 0)
        self.assertEqual(netcheck(ARENA, "--project", PROJECT, "--budget", path).returncode, 0)
        self.assertIn('member = "velocity"', path.read_text(encoding="utf-8"))

    def test_problems_of_the_ending(self):
        """Those from a time on do not count: neither before nor after it is one lost."""
        capture = harness.PCAPS / "situations/godot-4.6/sync_limit_415.pcap"
        source = reader.Analyse(ANALYSE, [])
        whole = {row["problem"]: row for row in measure.measure(source, [capture], 1.0)["tables"]["godot,problems"]}
        seen = [float(row[0][0]) for row in harness.fields(capture, ["frame.time_relative"], display_filter='godot.problem == "too_much"')]
        self.assertGreater(len(seen), 4)
        until = (seen[2] + seen[3]) / 2
        part = {row["problem"]: row for row in measure.measure(source, [capture], 1.0, until)["tables"]["godot,problems"]}
        self.assertEqual((part["too_much"]["count"], part["too_much"]["first"]), (3, whole["too_much"]["first"]))

    def test_when_a_recording_begins(self):
        for capture in (*sorted((harness.PCAPS / "mirror").glob("*.pcapng"))[:6], *sorted((harness.PCAPS / "relayed").rglob("*.pcapng"))[:2]):
            with self.subTest(capture.name):
                ((first,),) = harness.fields(capture, ["frame.time_epoch"], display_filter="frame.number == 1")
                self.assertAlmostEqual(times.first_time(capture), float(first[0]), places=5)
        self.assertIsNone(times.first_time(ARENA))
        path = self.folder / "x.pcapng"
        for content in (b"", b"hello, world, of pcapng", capture.read_bytes()[:40]):
            path.write_bytes(content)
            self.assertIsNone(times.first_time(path))

    def test_tshark_says_the_same(self):
        tshark = self.folder / "tshark"
        shop = harness.workshop()
        settings = " ".join(f'{name}="{value}"' for name, value in shop.environment(True).items())
        tshark.write_text(f'#!/bin/sh\nexec env -i {settings} {" ".join(shop.tshark())} "$@"\n')
        tshark.chmod(tshark.stat().st_mode | stat.S_IXUSR)
        found = []
        for more in (["--tshark", tshark], []):
            done = netcheck(shop.readable(ARENA), *more, "--json", self.folder / "out.json")
            self.assertEqual(done.returncode, 2, done.stderr)  # without the project
            measured = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["measured"]
            found.append({key: measured[key] for key in ("all", "phases", "peers", "tables", "seconds")})
        self.assertEqual(found[0], found[1])

    def test_several_captures_are_one_game(self):
        done = netcheck(*sorted((harness.PCAPS / "mirror").glob("arena_enet.*.pcapng")), "--json", self.folder / "out.json")
        self.assertNotIn("Traceback", done.stderr)
        measured = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["measured"]
        self.assertEqual(len(measured["peers"]), 2)

    def test_names_do_nothing_elsewhere(self):
        check = judge.Check("a|b<c>\x1b[2J`", ("all", "bytes_per_second"), 1)
        from godot_tools import verdict  # noqa: PLC0415

        outcome = verdict.Outcome({"not_judged": []}, [check])
        self.assertNotIn("\x1b", verdict.text_of(outcome))
        self.assertIn(r"a\|b\<c\>?\[2J\`", verdict.markdown_of(outcome))
        self.assertEqual(xml.fromstring(verdict.junit_of(outcome).encode())[0].get("name"), "a|b<c>?[2J`")

    def test_names_with_ids_are_one_row(self):
        for one, other in (("Main/@Node2D@12", "Main/@Node2D@733"), ("Carts/Cart19", "Carts/Cart2000000001"), ("A/7/B", "A/12/B")):
            self.assertEqual(baseline.without_ids(("Sync", one, "x")), baseline.without_ids(("Sync", other, "x")))

    def test_written_numbers(self):
        self.assertEqual([update.written(value) for value in (0, 1.0, 12.34, 999.5, 12345.6, 0.01234)], ["0", "1", "12.4", "1000", "12400", "0.0124"])


class EngineRuns(InFolder):
    """Games of Godot 4.6.3, as tests/netcheck/run has measured them: within the budget, and each fault by its own rule."""

    def test_games_have_their_budgets(self):
        for name in ("yard", "duel", "market"):
            limits = budget.load(harness.SOURCE / f"tests/netcheck/{name}.toml")
            self.assertEqual(limits.projects, [name])
            self.assertTrue((harness.SOURCE / "tests/netcheck" / name / "project.godot").is_file())

    def test_each_fails_by_its_own_rule(self):
        kept = json.loads((Path(__file__).parent / "netcheck_runs.json").read_text(encoding="utf-8"))["runs"]
        faults = {"", "always", "process", "rate", "spawn", "authority"}
        self.assertEqual({(run["game"], run["fault"]) for run in kept}, {(game, fault) for game in ("yard", "duel", "market") for fault in faults})
        for run in kept:
            with self.subTest(game=run["game"], fault=run["fault"]):
                limits = budget.load(harness.SOURCE / f"tests/netcheck/{run['game']}.toml")
                checks = [check for check in judge.judge(limits, run["measured"]) if check.verdict != "within"]
                self.assertEqual([check.rule for check in checks], run["over"])
                self.assertEqual(len(checks), 1 if run["fault"] else 0)
                for check in checks:  # nothing may be allowed: there is no multiple of 0
                    self.assertTrue(check.factor is None if run["fault"] == "authority" else check.factor > 1.2, check.factor)

    def test_runs_are_no_change(self):
        kept = json.loads((Path(__file__).parent / "netcheck_runs.json").read_text(encoding="utf-8"))
        kept["runs"] = [run for run in kept["runs"] if run["game"] == "yard"]
        clean = [run["measured"] for run in kept["runs"] if not run["fault"]]
        self.assertGreaterEqual(len(clean), 3)
        for one in clean:
            for other in clean:
                self.assertEqual([change.document() for change in baseline.Compared(one, other).marked], [])
        (dear,) = [run["measured"] for run in kept["runs"] if run["fault"] == "process"]
        found = baseline.Compared(clean[0], dear).marked
        self.assertEqual((found[0].mark, found[0].name[2]), ("new", "look"))

    def test_runs_as_baseline_show_the_noise(self):
        """A row that differs from run to run by more than within one: 4 runs of 70, 90, 110 and 130 % are a baseline beside which 120 % is no
        change, and 200 % is one. Beside one run, both are."""
        kept = json.loads((Path(__file__).parent / "netcheck_runs.json").read_text(encoding="utf-8"))["runs"]
        clean = next(run["measured"] for run in kept if run["game"] == "yard" and not run["fault"])

        def scaled(factor):
            run = json.loads(json.dumps(clean))
            for block in (run["all"], *run["phases"].values()):
                for row in block["rows"]:
                    if row["kind"] == "Sync":
                        row["bytes"], row["total"] = [round(each * factor) for each in row["bytes"]], round(row["total"] * factor)
            return run

        runs = [scaled(factor) for factor in (0.7, 0.9, 1.1, 1.3)]
        limits = budget.Budget("netcode.toml", '[[row]]\nkind = "Sync"\nbytes_per_second = "+10 %"\n')
        for factor, beside_runs, beside_one in ((1.2, "within", "over"), (2.0, "over", "over")):
            with self.subTest(factor=factor):
                now = scaled(factor)
                self.assertEqual([check.verdict for check in judge.judge(limits, now, runs)], [beside_runs])
                self.assertEqual([check.verdict for check in judge.judge(limits, now, [scaled(1.0)])], [beside_one])
                for before, verdict in ((runs, beside_runs), (scaled(1.0), beside_one)):
                    marks = {change.mark for change in baseline.Compared(before, now).marked if change.phase == "play" and change.name[0] == "Sync"}
                    self.assertEqual(marks, {"dearer"} if verdict == "over" else set())
        (check,) = judge.judge(limits, clean, runs)
        rate = judge.figure_of(("row", 0, "bytes_per_second"), limits, clean).value
        self.assertAlmostEqual(check.limit / rate, 1.1, delta=0.01)

    def test_the_spread_of_runs(self):
        """The table of docs/ci.md is computed from kept outputs: the largest difference from the mean, by hand."""
        for number, sent in enumerate((900, 1000, 1100), 1):
            kept = json.loads((Path(__file__).parent / "netcheck_runs.json").read_text(encoding="utf-8"))["runs"][0]["measured"]
            kept["tables"]["godot,profile,seconds"] = [{"second": 1, "total": sent}]
            (self.folder / f"yard-relay-run{number}.json").write_text(json.dumps({"measured": kept}), encoding="utf-8")
        program = harness.SOURCE / "tests/netcheck/spread"
        done = subprocess.run([sys.executable, program, self.folder], capture_output=True, text=True, check=True)
        lines_of = dict(re.findall(r"^\| (.+?) \| (.*?) \|$", done.stdout, re.MULTILINE))
        self.assertEqual(lines_of["`busiest_second` of `[all]`"], "10")
        self.assertEqual(lines_of["`bytes_per_second` of `[all]`"], "0")
        self.assertEqual(lines_of["changes beside one run"], "0 of 6")
        done = subprocess.run([sys.executable, program, self.folder / "none"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "no two runs" in done.stderr), (2, True))


SERVER = """
import os, socket, struct, sys, time
sys.path.insert(0, sys.argv[2])
from test_godotdump import GREETING, framed, records_of
if sys.argv[1] == "farewell":
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it says what it has to say before it ends
place = os.environ["GODOT_WIRESHARK"].split(":")
game = socket.create_connection((place[1], int(place[2])))
game.recv(16)
game.sendall(GREETING + framed(records_of("arena_enet", "server", 3000)))
print("open", flush=True)
if sys.argv[1] in ("child", "session", "endless"):
    import subprocess
    subprocess.Popen(["sleep", "1000"], start_new_session=sys.argv[1] == "session")
if sys.argv[1] == "error":
    print("\\x1b[1;31mERROR:\\x1b[0;91m all is lost\\x1b[0m\\n   at: nowhere", flush=True)
def wait_for(*names):
    while not all(map(os.path.exists, names)):
        time.sleep(0.02)
wait_for(*("joined" + number for number in "12" if number != sys.argv[3]))
if sys.argv[1] == "crash":
    os.abort()
if sys.argv[1] == "status":
    sys.exit(3)
if sys.argv[1] == "noisy":
    for written in range(10**9):
        sys.stdout.buffer.write(b"a line of the game, of which there are many\\n" * 4000)
        if written == 20:
            sys.stdout.buffer.write(b"all is played\\n")
if sys.argv[1] == "stubborn":
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if sys.argv[1] != "endless":
    print("all is played", flush=True)
if sys.argv[1] == "farewell":
    wait_for("gone")
    print("ERROR: a client has gone", flush=True)
    sys.exit()
time.sleep(600)
"""
CLIENT = """
import signal, sys, time
def leave(*_):
    open("gone", "w").close()
    sys.exit(0)
signal.signal(signal.SIGTERM, leave)
if sys.argv[1] != sys.argv[2]:
    print("joined", flush=True)
    open("joined" + sys.argv[1], "w").close()
time.sleep(600)
"""
# Each run ends when its server says so, after the clients that join have joined.
RUN = """allow = ["no_project"]
[run]
seconds = {seconds}
end = "all is played"
record = "mirror"
[run.server]
command = ["{python}", "server.py", "{fault}", "{tests}", "{absent}"]
ready = "open"
ready_seconds = 60
[run.client]
count = 2
command = ["{python}", "client.py", "{number}", "{absent}"]
joined = "joined"
[all]
bytes_per_second = 100000
"""


@unittest.skipIf(os.name == "nt", "process groups")
class OtherFiles(InFolder):
    """What is no output of this program is left as it is."""

    def test_outputs(self):
        budget = self.budget()
        for option, content in (("junit", '<?xml version="1.0" encoding="UTF-8"?>\n<project/>'), ("markdown", "# My game\n"), ("json", '{"name": "my-game"}'),
                                ("json", "\n\r\r\n"), ("markdown", budget.read_text(encoding="utf-8"))):  # fmt: skip
            file = self.folder / "output"
            file.write_text(content, encoding="utf-8", newline="")
            before = file.read_bytes()
            self.refuses(netcheck(ARENA, "--budget", budget, f"--{option}", file), "a file of another kind has this name")
            self.assertEqual(file.read_bytes(), before, option)
            file.unlink()
            for _ in range(2):  # its own output is replaced
                self.assertEqual(netcheck(ARENA, "--budget", budget, f"--{option}", file).returncode, 0, option)
            file.unlink()
        for option in ("markdown", "json"):
            file = self.folder / f"audit.{option}"
            for _ in range(2):  # an audit's, too
                self.assertEqual(netcheck("--project", PROJECT, f"--{option}", file).returncode, 0, option)
        one = self.folder / "one"
        self.refuses(netcheck(ARENA, "--budget", budget, "--json", one, "--junit", one), "two outputs can't be one file")
        self.assertFalse(one.exists())

    def test_a_folder_of_outputs(self):
        """--keep: a folder with a log of the user's, and that of an earlier run."""
        from godot_tools import files, programs  # noqa: PLC0415

        (self.folder / "server.log").write_text("mine", encoding="utf-8")
        with self.assertRaisesRegex(programs.Refused, "files that are not of godot-netcheck"):
            files.folder_of_outputs(self.folder, "godot-netcheck")
        for _ in range(2):
            (files.folder_of_outputs(self.folder / "kept", "godot-netcheck") / "server.log").write_text("its own", encoding="utf-8")
        self.assertEqual((self.folder / "server.log").read_text(encoding="utf-8"), "mine")


class Runs(InFolder):
    def prepare(self, fault="none", absent="0", seconds="60"):
        for name in ("joined1", "joined2", "gone"):
            (self.folder / name).unlink(missing_ok=True)
        (self.folder / "server.py").write_text(SERVER)
        (self.folder / "client.py").write_text(CLIENT)
        values = {"python": sys.executable, "fault": fault, "absent": absent, "tests": str(Path(__file__).parent), "seconds": seconds}
        text = RUN
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return self.budget(text)

    def left(self):
        """Processes that work in this folder: what its programs have started, too, but not those of a neighbour's tests."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                is_here = str(self.folder).encode() == os.fsencode(os.readlink(place / "cwd"))
                words = (place / "cmdline").read_bytes()
                if is_here and words:  # without words: it is ending, and has no memory any more
                    found.append(words)
            except OSError:
                continue
        return found

    def run_it(self, *words, **options):
        done = netcheck("run", self.prepare(**options), "--json", self.folder / "out.json", *words)
        self.assertEqual(self.left(), [], done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def failures(self):
        return [failure["rule"] for failure in json.loads((self.folder / "out.json").read_text(encoding="utf-8"))["failures"]]

    def test_a_run_within_its_budget(self):
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("within budget: 1 limits", done.stdout)
        self.assertIn("client 2: stopped\n  joined", done.stdout)
        self.assertIn("2 clients play", done.stderr)

    def test_failures_of_a_run(self):
        for options, rules in (({"fault": "error"}, ["server: engine error"]), ({"fault": "crash"}, ["server: crash"]),
                               ({"fault": "status"}, ["server: exit status"]), ({"absent": "2"}, ["client 2: joined"])):  # fmt: skip
            with self.subTest(options=options):
                done = self.run_it("--quiet", **options)
                self.assertEqual((done.returncode, self.failures()), (1, rules), done.stdout + done.stderr)

    def test_errors_while_it_ends_are_no_failures(self):
        """A server that misses the clients which were stopped before it."""
        done = self.run_it("--quiet", fault="farewell")
        self.assertIn("  ERROR: a client has gone", done.stdout)
        self.assertEqual((done.returncode, self.failures()), (0, []), done.stdout)

    def test_all_that_it_started_ends(self):
        """Also what it started in a session of its own, as OS.create_process() of Godot does, where there is /proc."""
        for fault in ("child", "stubborn", *(["session"] if Path("/proc/self/environ").exists() else [])):
            with self.subTest(fault):
                self.assertEqual(self.run_it("--quiet", fault=fault).returncode, 0)

    def test_an_instance_that_writes_megabytes(self):
        """Its log ends at a limit, and it ends with the others."""
        from godot_tools import instances  # noqa: PLC0415

        done = self.run_it("--quiet", "--keep", self.folder / "kept", fault="noisy")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("server: stopped\n  a line of the game", done.stdout)
        self.assertGreater((self.folder / "kept/server.log").stat().st_size, 1 << 20)
        self.assertLessEqual((self.folder / "kept/server.log").stat().st_size, instances.LARGEST_LOG)

    def test_commands_that_no_system_runs(self):
        for old, new, why in (('"client.py"', '"client.py\\u0000"', "null byte"), ('joined = "joined"', 'joined = "joined"\nenvironment = {"A=B" = "c"}', "environment")):
            path = self.prepare()
            path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
            self.refuses(netcheck("run", path), "client 1: ", why)
            self.assertEqual(self.left(), [])

    def test_an_interruption_at_any_moment(self):
        """Nothing is left, and nothing is said but that: while it begins, starts each program, plays, ends and judges; also by a second one."""
        temporary = self.folder / "temporary"
        temporary.mkdir()
        environment = {**os.environ, "GODOT_ANALYSE": ANALYSE, "GODOTDUMP": str(DUMP), "TMPDIR": str(temporary)}
        # While Python itself begins, what Ctrl+C does is not the program's: until then it is ignored.
        program = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, TOOL]
        ends = set()
        for number in range(60):
            if number >= 16 and 130 in ends:  # on a slow machine it begins later than the first sixteen moments
                break
            path = self.prepare(fault="child")
            process = subprocess.Popen([*program, "run", path, "--quiet"], env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            time.sleep(0.1 + 0.15 * number)
            process.send_signal(signal.SIGINT)
            is_twice = number % 3 == 0
            if is_twice:
                time.sleep(0.02)
                process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=harness.PATIENCE)
            ends.add(process.returncode)
            self.assertNotRegex(said, r'godot-netcheck", line \d+, in main')
            # A signal ends it before it has begun anything.
            self.assertIn(process.returncode, (0, 130, -signal.SIGINT, *((-signal.SIGTERM,) if is_twice else ())), said)
            self.assertEqual(self.left(), [], number)
        self.assertIn(130, ends)
        self.assertEqual(list(temporary.iterdir()), [])

    def test_after_an_interruption(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            path = self.prepare(fault="endless")
            process = subprocess.Popen([sys.executable, TOOL, "run", path], env={**os.environ, "GODOT_ANALYSE": ANALYSE, "GODOTDUMP": str(DUMP)},
                                       stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # fmt: skip
            for line in process.stderr:
                if "clients play" in line:
                    break
            self.assertGreaterEqual(len(self.left()), 3)
            process.send_signal(number)
            _, said = process.communicate(timeout=harness.PATIENCE)
            self.assertEqual((process.returncode, "Traceback" in said), (130, False), said)
            self.assertEqual(self.left(), [])

    def test_programs_that_are_not_there(self):
        path = self.prepare()
        path.write_text(path.read_text(encoding="utf-8").replace(f'"{sys.executable}", "client.py"', '"/no/such/program"'), encoding="utf-8")
        self.refuses(netcheck("run", path), "client 1: /no/such/program: No such file")
        self.assertEqual(self.left(), [])
        self.refuses(netcheck("run", self.prepare(), "--godotdump", "/no/godotdump"), "/no/godotdump: No such file")

    def test_a_wrong_preset(self):
        path = self.prepare()
        path.write_text(path.read_text(encoding="utf-8") + '[run.relay]\npreset = "5g"\n', encoding="utf-8")
        self.refuses(netcheck("run", path), "godotdump: ", "5g")


@unittest.skipIf(os.name == "nt", "bash")
class Workflow(InFolder):
    """The workflow of docs/ci.md, whose steps tests/netcheck/workflow runs with an engine; here with programs that send what one has
    recorded."""

    workflow = importlib.machinery.SourceFileLoader("netcheck_workflow", str(harness.SOURCE / "tests/netcheck/workflow")).load_module()
    PAGE = (harness.SOURCE / "docs/ci.md").read_text(encoding="utf-8")

    def steps(self, kind):
        return [text for each, text in self.workflow.steps_of(self.workflow.workflow_of(self.PAGE)) if each == kind]

    def test_its_words_are_known(self):
        """Packages, options, targets and folders: those of this repository."""
        install, build, import_, play = self.steps("run")
        needed = set(re.search(r"\[analyse\]=\"([^\"]*)\"", (harness.SOURCE / "scripts/packages").read_text(encoding="utf-8"))[1].split())
        self.assertEqual(needed - set(self.workflow.packages_of(install)), set())
        cmake = (harness.SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
        for option in re.findall(r"-D(GODOT_\w+)", build):
            self.assertIn(f"option({option} ", cmake)
        folders = re.findall(r"\$PWD/programs/(\w+)", build)
        self.assertEqual(len(folders), 2)
        for program, folder in zip(re.findall(r"--target (\S+) (\S+)", build)[0], folders):
            self.assertTrue((Path(ANALYSE).parents[1] / folder / program).is_file(), program)
        self.assertEqual(import_, "godot --headless --path game --import")
        options = set(re.findall(r"--\w+", netcheck("--help").stdout))
        self.assertEqual(set(re.findall(r"--\w+", play)) - options, set())
        self.assertEqual(len(self.steps("uses")), 3)

    def run_steps(self, absent):
        workspace, bin_ = self.folder / f"workspace{absent}", self.folder / f"bin{absent}"
        for folder in (workspace / "game", bin_):
            folder.mkdir(parents=True)
        (workspace / "server.py").write_text(SERVER)
        (workspace / "client.py").write_text(CLIENT)
        values = {"python": sys.executable, "fault": "none", "absent": absent, "tests": str(Path(__file__).parent), "seconds": "60"}
        text = RUN
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        (workspace / "netcode.toml").write_text(text, encoding="utf-8")
        (bin_ / "godot").write_text('#!/bin/sh\necho "$@" > imported\n')
        (bin_ / "godot").chmod(0o755)
        runner = self.workflow.Runner(workspace, Path(ANALYSE).parents[1], path=[bin_])
        wrong = self.workflow.play(runner, self.PAGE)
        self.assertEqual((workspace / "imported").read_text(encoding="utf-8"), "--headless --path game --import\n")
        return runner, wrong

    def test_it_runs_as_it_stands(self):
        _, wrong = self.run_steps("0")
        self.assertEqual(wrong, "")

    def test_it_fails_with_the_game(self):
        """With the summary, and the outputs for the upload."""
        runner, wrong = self.run_steps("2")
        self.assertTrue(wrong.startswith("a step ended with status 1: godot-wireshark/tools/godot-netcheck run"), wrong)
        self.assertIn("client 2: joined", runner.summary.read_text(encoding="utf-8"))
        self.assertEqual(runner.use('actions/upload-artifact@v4\n  with: {name: netcode, path: "netcode*"}'), 0)


class PrometheusText(unittest.TestCase):
    """What tests/netcheck/metrics, which counts a game of an engine, takes for the format."""

    metrics = importlib.machinery.SourceFileLoader("netcheck_metrics", str(harness.SOURCE / "tests/netcheck/metrics")).load_module()

    def test_samples(self):
        text = '# HELP a_total Of a.\n# TYPE a_total counter\na_total{kind="x \\"y\\"",to="1"} 3\na_total{kind="z",to="1"} 4\n# TYPE b gauge\nb 2\n'
        self.assertEqual(self.metrics.sums_of(self.metrics.samples_of(text), "a_total"), {'x \\"y\\"': 3, "z": 4})
        for wrong, why in (('# TYPE a counter\na 1', "within a line"), ("a 1\n", "known type"), ("# TYPE a counter\na 1\na 2\n", "twice"),
                           ('# TYPE a counter\na{b="c} 1\n', "known type")):  # fmt: skip
            with self.assertRaisesRegex(SystemExit, why):
                self.metrics.samples_of(wrong)


@unittest.skipIf(os.name == "nt", "signals")
class Metrics(InFolder):
    """godotdump --metrics: counters are those of the tables over the same records."""

    def test_counters(self):
        import test_godotdump  # noqa: PLC0415

        port, file, capture = free_port(), self.folder / "godot.prom", self.folder / "game.pcapng"
        process = subprocess.Popen([DUMP, "--capture", "--fifo", capture, "--port", str(port), "--metrics", file, "--project", PROJECT])
        try:
            game = test_godotdump.Game(port)
            game.send(test_godotdump.framed(test_godotdump.records_of("arena_enet", "server", 5000)))
            end = time.monotonic() + harness.PATIENCE
            while time.monotonic() < end and 'kind="Despawn"' not in (file.read_text() if file.exists() else ""):
                time.sleep(0.1)
            self.assertIn("godot_games 1\n", file.read_text(encoding="utf-8"))
            game.close()
        finally:
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(harness.PATIENCE), 0)
        counters = {}
        for line in file.read_text(encoding="utf-8").splitlines():
            if found := re.fullmatch(r'(godot_\w+_total)\{(?:kind|problem)="([^"]*)",from="([^"]*)",to="([^"]*)"\} (\d+)', line):
                key = (found[1], found[2])
                counters[key] = counters.get(key, 0) + int(found[5])
            else:
                self.assertRegex(line, r"^(# (HELP|TYPE) godot_\w+ .+|godot_(games|records_total) \d+)$")
        table = subprocess.run([ANALYSE, capture, "--project", PROJECT, "godot,profile,kinds,json"], capture_output=True, check=True)
        rows = json.loads(table.stdout)["rows"]
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertEqual(counters["godot_messages_total", row["kind"]], row["count"], row["kind"])
            self.assertEqual(counters["godot_bytes_total", row["kind"]], row["own"] + row["protocol"], row["kind"])

    def test_refusals(self):
        for words, why in ((["--metrics", self.folder / "none/x.prom", "--port", str(free_port())], "Cannot write to"), (["--metrics="], "needs a file"),
                           (["--relay", "1:2", "--metrics", "x"], "a relay decodes nothing")):  # fmt: skip
            done = subprocess.run([DUMP, *words], capture_output=True, text=True, check=False, timeout=harness.PATIENCE)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(why, done.stderr)

    def test_files_of_other_kinds_stay(self):
        """Captures, texts, other programs' counters: also those that would be written on the way, and captures by --write."""
        counters, capture, port = self.folder / "godot.prom", self.folder / "game.pcapng", str(free_port())
        others = (b"\x0a\x0d\x0d\x0a a capture", b"# HELP node_load1 1m load average.\n", b"x")
        for content in others:
            for name in (counters, counters.with_name("godot.prom.new")):
                name.write_bytes(content)
                done = subprocess.run([DUMP, "--metrics", counters, "--port", port], capture_output=True, text=True, check=False, timeout=harness.PATIENCE)
                self.assertEqual((done.returncode, name.read_bytes()), (1, content))
                self.assertIn(f"Cannot write to {name}: a file of another kind has this name; it is left as it is.", done.stderr)
                name.unlink()
        for content in others[1:]:
            capture.write_bytes(content)
            done = subprocess.run([DUMP, "--capture", "--fifo", capture], capture_output=True, text=True, check=False, timeout=harness.PATIENCE)
            self.assertEqual((done.returncode, capture.read_bytes()), (1, content))
            self.assertIn("a file of another kind", done.stderr)
        (self.folder / "folder").mkdir()
        for words, why in ((["--metrics", self.folder / "folder"], "it is no file"),
                           (["--metrics", capture, "--capture", "--fifo", capture], "can't be one file")):  # fmt: skip
            done = subprocess.run([DUMP, *words, "--port", port], capture_output=True, text=True, check=False, timeout=harness.PATIENCE)
            self.assertIn(why, done.stderr)
            self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
