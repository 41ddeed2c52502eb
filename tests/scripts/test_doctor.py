#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/doctor, with programs that answer as tshark does: each fault has its remedy, and only its own.
tests/dissection/test_doctor.py runs it with the real tshark."""

import argparse
import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
DOCTOR = SOURCE / "scripts/doctor"
# Answers from files beside it, NAME.out and NAME.err.
PROGRAM = r"""#!/bin/sh
case "$*" in
--version) name=version ;;
"-G folders") name=folders ;;
"-G plugins") name=plugins ;;
-D) name=D ;;
*"-f udp dst port "*) name=trial; [ -f "$(dirname "$0")/trial.err" ] || echo "$*" | sed 's/.*udp dst port \([0-9]*\).*/\1/' ;;
"-C Godot "*) name=sample; [ ! -f "$(dirname "$0")/profile.out" ] || name=profile ;;
*frame.protocols*) name=capture ;;
*) name=sample ;;
esac
[ ! -f "$(dirname "$0")/$name.err" ] || cat "$(dirname "$0")/$name.err" >&2
[ ! -f "$(dirname "$0")/$name.out" ] || cat "$(dirname "$0")/$name.out"
"""
# The beginning of a library for each processor.
ELF_X86, ELF_ARM = (b"\x7fELF\x02\x01\x01" + bytes(11) + number for number in (b"\x3e\x00", b"\xb7\x00"))


@unittest.skipIf(os.name == "nt", "needs a shell")
class Doctor(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.home = self.folder / "home"
        self.personal = self.home / ".config/wireshark"
        self.plugins = self.home / ".local/lib/wireshark/plugins"
        self.extcap = self.folder / "lib/extcap"
        self.all = self.folder / "lib/plugins"
        for folder in (self.personal, self.plugins / "4.4/epan", self.extcap, self.all / "4.4/epan"):
            folder.mkdir(parents=True)
        self.tshark = self.folder / "bin/tshark"
        self.tshark.parent.mkdir()
        self.tshark.write_text(PROGRAM)
        self.tshark.chmod(0o755)
        self.healthy()

    def healthy(self):
        plugin = self.all / "4.4/epan/godot.so"
        plugin.write_bytes(ELF_X86)
        (self.personal / "profiles/Godot").mkdir(parents=True)
        (self.personal / "profiles/Godot/preferences").write_text("")
        self.answer("version", "TShark (Wireshark) 4.4.18\n")
        self.answer("folders", f"Temp:\t/tmp\nPersonal configuration:\t{self.personal}\nPersonal Plugins:\t{self.plugins}/4.4\n"
                               f"Global Plugins:\t{self.all}/4.4\nExtcap path:\t{self.extcap}\n")  # fmt: skip
        self.answer("plugins", f"godot.so     \t0.1.0\tdissector\t{plugin}\nmate.so\t1\tdissector\t/x/mate.so\n")
        self.answer("D", "1. eth0\n2. lo (Loopback)\n3. godotdump (Godot game: mirror)\n")
        self.answer("sample", "ENet\t\nGodot\tArena/Players/Green.#2(Vector2(1, 2), false)\n")

    def answer(self, name, out="", error=""):
        (self.tshark.parent / f"{name}.out").write_text(out)
        (self.tshark.parent / f"{name}.err").write_text(error)

    def run_doctor(self, *arguments, path=None):
        environment = {"HOME": str(self.home), "PATH": path or "/usr/bin:/bin"}
        given = [] if path else ["--tshark", str(self.tshark)]
        return subprocess.run([sys.executable, DOCTOR, *given, *arguments], env=environment, capture_output=True, check=False, timeout=60)

    def found(self, *arguments, path=None):
        done = self.run_doctor("--json", *arguments, path=path)
        self.assertEqual(done.stderr, b"")
        found = json.loads(done.stdout)
        wrong = [check for check in found["checks"] if check["state"] == "wrong"]
        self.assertEqual(done.returncode, 1 if wrong else 0)
        return found

    def expect(self, name, state, said, remedy, *arguments):
        """The check NAME says this, and every other check is as in a healthy installation."""
        found = self.found(*arguments)
        faults = [(check["name"], check["state"]) for check in found["checks"] if check["state"] != "ok"]
        self.assertEqual(faults, [(name, state)])
        (check,) = (check for check in found["checks"] if check["state"] != "ok")
        self.assertIn(said, check["said"])
        self.assertIn(remedy, check["remedy"])
        self.assertEqual(found["next"], check["remedy"])

    def unloaded(self, error=""):
        """The plugin is not loaded; then nothing is decoded."""
        self.answer("plugins", "mate.so\t1\tdissector\t/x/mate.so\n", error)

    def test_healthy(self):
        found = self.found()
        self.assertEqual([check["name"] for check in found["checks"]], ["Wireshark", "Plugin", "Decoding", "Profile", "Mirror", "Capturing"])
        self.assertEqual({check["state"] for check in found["checks"]}, {"ok"})
        self.assertEqual((found["tshark"], found["version"], found["next"]), (str(self.tshark), "4.4", ""))
        self.assertEqual(found["plugin"], str(self.all / "4.4/epan/godot.so"))
        text = self.run_doctor().stdout.decode()
        self.assertIn("Wireshark  ok      4.4.18", text)
        self.assertTrue(text.endswith("\n\nAll is well. Open a capture, or choose an interface and play.\n"), text)

    def test_godot_analyse_needs_no_wireshark(self):
        """Where it works, the lack of Wireshark is no fault, and it examines captures; where it does not, that is said."""
        loader = importlib.machinery.SourceFileLoader("doctor_alone", str(DOCTOR))
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader("doctor_alone", loader))
        loader.exec_module(module)
        program = self.folder / "godot-analyse"
        module.find_program = lambda name: str(program) if name == "godot-analyse" else None  # as if no Wireshark were installed
        call = "84  Arena/Players/Green.move()"
        for calls, rows, capture in ((call, '{"rows": [{"count": 7}]}', ("ok", "7 messages")), (call, '{"rows": []}', ("wrong", "nothing in it")),
                                     (call, "", ("wrong", "can't be read")), ("", "", None)):
            program.write_text(f"#!/bin/sh\ncase \"$2\" in\n--calls) echo '{calls}' ;;\n*) echo '{rows}' ;;\nesac\n")
            program.chmod(0o755)
            with self.subTest(calls=calls, rows=rows):
                doctor = module.Doctor(argparse.Namespace(tshark=None, project=None, capture="game.pcap", json=False))
                doctor.examine()
                checks = {check["name"]: check for check in doctor.checks}
                self.assertEqual(checks["Analyse"]["state"], "ok" if calls else "wrong")
                self.assertEqual(checks["Wireshark"]["state"], "advice" if calls else "wrong")
                self.assertEqual("Capture" in checks, capture is not None)
                if capture:
                    self.assertEqual((checks["Capture"]["state"], capture[1] in checks["Capture"]["said"]), (capture[0], True))

    def test_no_wireshark(self):
        empty = self.folder / "empty"
        empty.mkdir()
        if any(os.path.exists(place) for place in ("/usr/bin/tshark", "/usr/local/bin/tshark", "/opt/wireshark/bin/tshark")):
            found = self.found("--tshark", str(empty / "tshark"))
            self.assertIn("does not run", found["checks"][0]["said"])
        else:
            found = self.found(path=str(empty))
            self.assertIn("not found", found["checks"][0]["said"])
        self.assertEqual([check["name"] for check in found["checks"]], ["Wireshark"])
        self.assertEqual((found["version"], found["plugin"]), (None, None))

    def test_not_tshark(self):
        self.answer("version", "something else 4.4.1\n")
        (check,) = self.found()["checks"]
        self.assertEqual((check["state"], check["said"]), ("wrong", f"{self.tshark} does not run: something else 4.4.1"))

    def test_other_version(self):
        for version in ("3.6.2", "5.0.0", "4.7.0"):
            self.answer("version", f"TShark (Wireshark) {version}\n")
            (check,) = self.found()["checks"]
            self.assertIn("4.0, 4.2, 4.4 or 4.6", check["remedy"])

    def test_plugin_missing(self):
        (self.all / "4.4/epan/godot.so").unlink()
        self.unloaded()
        place = self.all / "4.4/epan" if os.geteuid() == 0 else "~/.local/lib/wireshark/plugins/4.4/epan"
        self.expect("Plugin", "wrong", "not installed for this Wireshark", f"{place}.")

    def test_plugin_astray(self):
        self.unloaded()
        (self.all / "4.4/epan/godot.so").unlink()
        (self.plugins / "4.0/epan").mkdir(parents=True)
        astray = self.plugins / "4.0/epan/godot.so"
        astray.write_bytes(ELF_X86)
        self.expect("Plugin", "wrong", "not installed", "4.0/epan/godot.so is in the folder of 4.0")
        astray.rename(self.plugins / "4.4/godot.so")
        self.expect("Plugin", "wrong", "not installed", "Move ~/.local/lib/wireshark/plugins/4.4/godot.so into")

    def test_plugin_of_another_version(self):
        self.unloaded(" ** (tshark) WARNING -- The plugin 'godot.so' was compiled for Wireshark version 4.0\n")
        self.expect("Plugin", "wrong", "is not loaded", "Get the plugin for Wireshark 4.4: this file is for 4.0.")

    def test_plugin_without_its_library(self):
        self.unloaded("** Couldn't load plugin 'godot.so': libzstd.so.1: cannot open shared object file: No such file\n")
        self.expect("Plugin", "wrong", "is not loaded", "Install the library libzstd.so.1")

    def test_plugin_of_another_processor(self):
        """The program is a script here, which is for no processor: only the function is tested."""
        loader = importlib.machinery.SourceFileLoader("doctor", str(DOCTOR))
        doctor = importlib.util.module_from_spec(importlib.util.spec_from_loader("doctor", loader))
        sys.dont_write_bytecode = True
        loader.exec_module(doctor)
        pe = b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0\x64\xaa"
        rows = ((ELF_X86, "x86-64"), (ELF_ARM, "ARM 64"), (pe, "ARM 64"), (b"\xcf\xfa\xed\xfe\x0c\0\0\x01", "ARM 64"), (b"", None), (b"#!/bin/sh", None))
        for head, processor in rows:
            self.tshark.write_bytes(head)
            self.assertEqual(doctor.processor_of(self.tshark), processor)
        self.assertIsNone(doctor.processor_of(self.folder))

    def test_plugin_not_loaded_for_no_reason_given(self):
        self.unloaded()
        self.expect("Plugin", "wrong", "is there, but is not loaded", "Get the plugin again")
        self.unloaded("tshark: godot.so: invalid ELF header\n")
        self.expect("Plugin", "wrong", "is not loaded", "tshark says: tshark: godot.so: invalid ELF header")

    @unittest.skipUnless(os.name != "nt" and os.geteuid() == 0, "as root")
    def test_root_and_a_personal_plugin(self):
        self.unloaded()
        (self.all / "4.4/epan/godot.so").rename(self.plugins / "4.4/epan/godot.so")
        self.expect("Plugin", "wrong", "is not loaded", "as root it loads plugins from the global folder only")

    def test_two_plugins(self):
        (self.plugins / "4.4/epan/godot.so").write_bytes(ELF_X86)
        self.expect("Plugin", "advice", "also ~/.local/lib/wireshark/plugins/4.4/epan/godot.so, which is not used", "Remove one")

    def test_switched_off(self):
        (self.personal / "disabled_protos").write_text("# mine\nenet\nhttp\n")
        (self.personal / "heuristic_protos").write_text("enet_udp,1\ngodot_variant_udp,0\nquic,0\n")
        self.expect("Protocols", "wrong", "in the profile Default: enet, godot_variant_udp", "in the profile Default.")
        for name in ("disabled_protos", "heuristic_protos"):
            (self.personal / name).unlink()
        (self.personal / "profiles/Godot/disabled_protos").write_text("godot\n")
        self.expect("Protocols", "advice", "in the profile Godot: godot", "in the profile Godot.")

    def test_sample_is_taken_by_another(self):
        self.answer("sample", "RX\t\nRX\t\n")
        self.expect("Decoding", "wrong", "is taken for RX", "Switch off RX")

    def test_sample_shows_nothing(self):
        self.answer("sample", "UDP\t\n", "tshark: something\n")
        self.expect("Decoding", "wrong", "shows no call: tshark: something", "new profile")

    def test_profile_missing(self):
        shutil.rmtree(self.personal / "profiles/Godot")
        self.expect("Profile", "advice", "missing", "~/.config/wireshark/profiles/Godot")
        self.assertIn("Captures are decoded. To complete it: Copy", self.run_doctor().stdout.decode())

    def test_interface(self):
        self.answer("D", "1. lo (Loopback)\n")
        self.expect("Mirror", "advice", "is not installed", f"Put godotdump into {self.extcap}.")
        (self.extcap / "godotdump").write_text("")
        self.expect("Mirror", "advice", "is not offered", "chmod +x")
        (self.extcap / "godotdump").chmod(0o755)
        self.expect("Mirror", "advice", "is not offered", "--extcap-interfaces")

    def test_interface_of_4_0_in_the_personal_folder(self):
        self.answer("D", "1. lo (Loopback)\n")
        self.answer("version", "TShark (Wireshark) 4.0.17\n")
        own = self.plugins.parent / "extcap"
        own.mkdir()
        (own / "godotdump").write_text("")
        self.expect("Mirror", "advice", "is not offered", "Wireshark 4.0 looks only in the system's folder")

    def test_no_capturing(self):
        self.answer("D", "1. godotdump (Godot game: mirror)\n")
        self.expect("Capturing", "advice", "cannot be captured by this user: the loopback is not listed", "Recordings of the addon need no capture.")

    def test_listed_but_forbidden(self):
        """An interface that is listed is no permission: a trial capture tells."""
        self.answer("trial", "", "Capturing on 'Loopback: lo'\n ** (tshark:7) 09:44:08.1 [Main MESSAGE] -- Capture started.\n"
                                 'tshark: You do not have permission to capture on device "lo".\n(socket: Operation not permitted)\n')  # fmt: skip
        self.expect("Capturing", "advice", 'by this user: tshark: You do not have permission to capture on device "lo".', "Recordings")
        self.assertNotIn("All is well", self.run_doctor().stdout.decode())

    def test_listed_but_silent(self):
        self.answer("trial", "", "Capturing on 'Loopback: lo'\ntshark: \n0 packets captured\n")
        self.expect("Capturing", "advice", "no packet in 5 s", "Recordings")

    def test_profile_that_hides_the_game(self):
        self.answer("profile", "UDP\t\n")
        self.expect("Profile", "advice", "shows no call in the profile Godot", "again")

    def test_project_of_the_tables(self):
        game = self.folder / "мой game"
        game.mkdir()
        (game / "project.godot").write_text("config_version=5\n")
        as_written = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in str(game).encode())
        row = f'# made by Wireshark\n"{as_written}"\n'
        (self.personal / "profiles/Godot/godot_projects").write_text(row)
        self.expect("Projects", "advice", f"{game} is set in the profile Godot alone", "kept for all profiles")
        (self.personal / "godot_projects").write_text(row)
        found = self.found()
        (check,) = (check for check in found["checks"] if check["name"] == "Projects")
        self.assertEqual((check["state"], check["said"]), ("ok", f"for all profiles: {game}"))
        (game / "project.godot").unlink()
        self.expect("Projects", "advice", f"{game} is set as a project: it has no project.godot", "Preferences")

    def test_project(self):
        game = self.folder / "game"
        (game / "scenes").mkdir(parents=True)
        self.expect("Project", "wrong", "it has no project.godot", "Give the folder that has", "--project", str(game))
        (game / "project.godot").write_text("; x\nconfig_version=5\n")
        self.expect("Project", "wrong", "scenes: it has no project.godot", f"Give {game.resolve()} instead", "--project", str(game / "scenes"))
        self.expect("Project", "wrong", f"there is no such folder: {game} has no none", f"Give {game.resolve()} instead", "--project", str(game / "none" / "far"))
        (game / "main.gd").write_text("")
        self.expect("Project", "wrong", "it is a file", f"Give {game.resolve()} instead", "--project", str(game / "main.gd"))
        for written in (f"file://{game}", str(game / "project.godot")):
            self.assertIn(f"{game}, of Godot 4", [check["said"] for check in self.found("--project", written)["checks"]])
        for text, said in (("config_version=5\n", "of Godot 4"), ("config_version=4\n", "of Godot 3")):
            (game / "project.godot").write_text(text)
            self.assertIn(said, next(check["said"] for check in self.found("--project", str(game))["checks"] if check["name"] == "Project"))

    def test_capture(self):
        rows = (("eth:ip:udp:data\n" * 3, "Decode As"), ("eth:ip:udp:dtls\n", "the addon"), ("eth:ip:tcp\n", "another"), ("", "Record again"))
        for out, remedy in rows:
            self.answer("capture", out)
            found = self.found("--capture", "x.pcap")
            (check,) = (check for check in found["checks"] if check["name"] == "Capture")
            self.assertEqual(check["state"], "wrong")
            if remedy != "another":
                self.assertIn(remedy, check["remedy"])
            else:
                self.assertIn("Capture on the interface", check["remedy"])
        self.answer("capture", "eth:ip:udp:enet:godot\neth:arp\n")
        found = self.found("--capture", "x.pcap")
        self.assertIn({"name": "Capture", "state": "ok", "said": "1 of 2 packets are Godot's or ENet's", "remedy": ""}, found["checks"])

    def test_usage(self):
        self.assertEqual(self.run_doctor("--nonsense").returncode, 2)
        self.assertIn(b"--project", self.run_doctor("--help").stdout)


if __name__ == "__main__":
    unittest.main()
