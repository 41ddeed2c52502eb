# SPDX-License-Identifier: MIT
"""`cmake --install` installs for the user who runs it, not for the one who configured; run again, it keeps what that
user has changed; `uninstall` removes the rest. For all users, it installs beside Wireshark."""

import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import harness

BUILD = Path(os.environ["GODOT_PLUGINS"]).parent
SHIPPED = harness.SOURCE / "profiles" / "Godot"
PROFILE = ".config/wireshark/profiles/Godot"
BUILT = [Path(os.environ[name]) for name in ("GODOT_VARIANT", "GODOT_ANALYSE", "GODOT_DUMP") if name in os.environ]


def run(*command, **variables):
    environment = {"PATH": os.environ["PATH"], **variables}
    done = subprocess.run(command, env=environment, check=False, capture_output=True, timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout.decode()


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def sections(file):
    return run("readelf", "--wide", "--sections", str(file), LC_ALL="C")


class ForOneUser(unittest.TestCase):
    def setUp(self):
        self.home = harness.workshop().folder / "another"
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.home.mkdir()
        self.install()

    def install(self):
        return run("cmake", "--install", BUILD, HOME=str(self.home))

    def uninstall(self):
        return run("cmake", "--build", BUILD, "--target", "uninstall", HOME=str(self.home))

    def setting(self, name):
        return self.home / PROFILE / name

    def pretend_older(self, name):
        """Pretends that the installed version had another file; returns its content."""
        older = b"# as it was in an older version\n" + (SHIPPED / name).read_bytes()
        digests = self.setting(".installed")
        now = hashlib.sha256((SHIPPED / name).read_bytes()).hexdigest()
        self.assertIn(f"{now}  {name}\n", digests.read_text())
        digests.write_text(digests.read_text().replace(now, hashlib.sha256(older).hexdigest()))
        self.setting(name).write_bytes(older)
        return older

    def test_another_home(self):
        """Everything is in that user's folders, where tshark finds it."""
        files = files_below(self.home)
        profile = {f"{PROFILE}/{name}" for name in files_below(SHIPPED)} | {f"{PROFILE}/.installed"}
        self.assertEqual(profile - files, set())
        (plugin,) = (name for name in files if name.startswith(".local/lib/wireshark/plugins/"))
        tools = ["godot-compare", "godot-netcheck", "godot-wireshark-doctor"]
        if "GODOT_DUMP" in os.environ:
            tools.append("godot-worst")
        programs = {f".local/{place}" for name in tools for place in (f"bin/{name}", f"share/man/man1/{name}.1")}
        shared = {f".local/share/godot-wireshark/godot_tools/{path.name}" for path in (harness.SOURCE / "tools/godot_tools").glob("*.py")}
        if "GODOT_VARIANT" in os.environ:
            programs |= {".local/bin/godot-variant", ".local/share/man/man1/godot-variant.1"}
        if "GODOT_ANALYSE" in os.environ:
            programs |= {".local/bin/godot-analyse", ".local/share/man/man1/godot-analyse.1"}
        if "GODOT_DUMP" in os.environ:
            programs.add(".local/lib/wireshark/extcap/godotdump")
        completed = ["godot-netcheck", *(["godot-analyse"] if "GODOT_ANALYSE" in os.environ else [])]
        shared |= {f".local/share/bash-completion/completions/{name}" for name in completed}
        self.assertEqual(files, profile | programs | shared | {plugin})
        # An installed program finds what it shares with the others.
        done = subprocess.run(["python3", "-B", self.home / ".local/bin/godot-netcheck", "--help"], check=False, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertRegex(sections(BUILD / "plugins" / Path(plugin).parts[-3] / "epan/godot.so"), r"\.symtab")
        for name in programs | {plugin}:
            if not name.endswith((".1", *tools)):
                self.assertNotRegex(sections(self.home / name), r"\.symtab|\.debug_info")
        for path in (self.home, *self.home.rglob("*")):
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        if "GODOT_PRELOAD" in os.environ:
            environment |= {name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
            environment["LD_PRELOAD"] = os.environ["GODOT_PRELOAD"]
        done = subprocess.run(harness.workshop().tshark("-G", "plugins"), env=environment, check=True, capture_output=True, timeout=60)
        ours = [row.split("\t")[-1] for row in done.stdout.decode().splitlines() if row.startswith("godot.")]
        self.assertEqual(ours, [str(self.home / plugin)])

    def test_again(self):
        """The same version installed again: changed files stay, and no other files appear."""
        before = files_below(self.home)
        for name in ("preferences", "recent"):
            self.setting(name).write_text("mine\n")
        self.setting("colorfilters").unlink()
        output = self.install()
        self.assertEqual(files_below(self.home), before)
        self.assertEqual(self.setting("preferences").read_text(), "mine\n")
        self.assertEqual(self.setting("recent").read_text(), "mine\n")
        self.assertEqual(self.setting("colorfilters").read_bytes(), (SHIPPED / "colorfilters").read_bytes())
        self.assertIn(f"Kept, as you changed it: {self.setting('preferences')}\n", output)

    def test_upgrade(self):
        """A new version replaces files that the user has not changed, and puts new files beside those that the user
        has."""
        for name in ("colorfilters", "preferences", "recent"):
            self.pretend_older(name)
        for name in ("preferences", "recent"):
            self.setting(name).write_text("mine\n")
        output = self.install()
        self.assertEqual(self.setting("colorfilters").read_bytes(), (SHIPPED / "colorfilters").read_bytes())
        self.assertEqual(self.setting("preferences").read_text(), "mine\n")
        self.assertEqual(self.setting("preferences.new").read_bytes(), (SHIPPED / "preferences").read_bytes())
        self.assertIn(f"Kept, as you changed it: {self.setting('preferences')} (the new one is preferences.new)\n", output)
        # Wireshark writes this at each exit: it is no change by the user.
        self.assertEqual(self.setting("recent").read_text(), "mine\n")
        self.assertFalse(self.setting("recent.new").exists())

    def test_over_an_installation_without_a_list(self):
        """The first versions kept no list of installed files, so changes are unknown: no file is lost."""
        self.setting(".installed").unlink()
        self.setting("dfilter_buttons").write_text("mine\n")
        self.install()
        self.assertEqual(self.setting("dfilter_buttons").read_text(), "mine\n")
        self.assertEqual(self.setting("dfilter_buttons.new").read_bytes(), (SHIPPED / "dfilter_buttons").read_bytes())
        self.assertFalse(self.setting("preferences.new").exists())

    def test_uninstall(self):
        other = self.home / ".local/lib/wireshark/plugins/4.9/epan/other.so"
        older = self.home / ".local/lib/wireshark/plugins/3.9/epan/godot.so"
        for path in (other, older):
            path.parent.mkdir(parents=True)
            path.write_text("")
        self.setting("recent").write_text("written by Wireshark\n")
        self.uninstall()
        self.assertEqual(files_below(self.home), {other.relative_to(self.home).as_posix()})
        self.assertFalse(self.setting("").exists())
        self.assertFalse(older.parents[1].exists())

    def test_uninstall_keeps_what_was_changed(self):
        self.pretend_older("preferences")
        self.setting("preferences").write_text("mine\n")
        self.install()
        self.assertTrue(self.setting("preferences.new").exists())
        output = self.uninstall()
        self.assertEqual(files_below(self.home), {f"{PROFILE}/preferences"})
        self.assertIn(f"Kept, as you changed it: {self.setting('preferences')}\n", output)

    def test_uninstall_of_nothing(self):
        self.uninstall()
        self.uninstall()
        self.assertEqual(files_below(self.home), set())


def configured(folder, *options, **variables):
    """Another build of this source, with the install rules that the options select, and the programs of this build."""
    wanted = {"GODOT_VARIANT": "GODOT_TOOL", "GODOT_DUMP": "GODOT_EXTCAP"}
    parts = [f"-D{option}={'ON' if name in os.environ else 'OFF'}" for name, option in wanted.items()]
    run("cmake", "-S", harness.SOURCE, "-B", folder, "-G", "Ninja", "-DGODOT_TESTS=OFF", *parts, *options, **variables)
    for built in (*BUILT, *(BUILD / "plugins").rglob("godot.so")):
        copy = folder / built.relative_to(BUILD)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, copy)
    return folder


class ForAllUsers(unittest.TestCase):
    """Into a folder that stands for the root of the file system."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.build = configured(self.folder / "build", "-DGODOT_INSTALL_SYSTEM=ON")
        self.root = self.folder / "root"
        run("cmake", "--install", self.build, DESTDIR=str(self.root))

    def test_beside_wireshark(self):
        prefix = run("pkg-config", "--variable=prefix", "wireshark").strip().lstrip("/")
        plugins = run("pkg-config", "--variable=plugindir", "wireshark").strip().lstrip("/")
        files = files_below(self.root)
        self.assertEqual({name for name in files if not name.startswith(f"{prefix}/")}, set())
        self.assertEqual({name for name in files if name.startswith("usr/local/")}, set())
        self.assertIn(f"{plugins}/epan/godot.so", files)
        self.assertNotRegex(sections(self.root / plugins / "epan/godot.so"), r"\.symtab|\.debug_info")
        self.assertIn(f"{prefix}/share/wireshark/profiles/Godot/preferences", files)
        # Debian's package owns Debian's files.
        self.assertEqual({name for name in files if "/doc/" in name or name.endswith(".gz")}, set())

    def test_uninstall(self):
        output = run("cmake", "--build", self.build, "--target", "uninstall", DESTDIR=str(self.root))
        self.assertIn("epan/godot.so", output)
        self.assertEqual(files_below(self.root), set())

    @unittest.skipUnless(shutil.which("dpkg-query"), "no Debian")
    def test_a_package_is_removed_by_its_tools(self):
        program = self.folder / "refuse.cmake"
        settings = harness.SOURCE / "cmake/Settings.cmake"
        for file, owner in ((shutil.which("dpkg-query"), "dpkg"), (str(program), None)):
            program.write_text(f'include("{settings}")\ngodot_refuse_packaged("{file}")\n')
            done = subprocess.run(["cmake", "-P", program], capture_output=True, check=False, timeout=60)
            self.assertEqual(done.returncode == 0, owner is None, file)
            if owner:
                self.assertIn(f"apt-get remove {owner}", done.stderr.decode())


@unittest.skipUnless(shutil.which("dpkg-deb") and len(BUILT) == 3, "no Debian, or built without the programs")
class Package(unittest.TestCase):
    """The content and the fields of Debian's package. scripts/check-package installs it and tests its dependencies."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        repository = {"GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "some/place"}
        build = configured(cls.folder / "build", "-DGODOT_INSTALL_SYSTEM=ON", "-DGODOT_DEBIAN=ON", "-DCMAKE_INSTALL_PREFIX=/usr",
                           DEBFULLNAME="A Maintainer", DEBEMAIL="a@maintainer.example", **repository)  # fmt: skip
        run("cpack", "--config", str(build / "CPackConfig.cmake"), "-G", "DEB", "-B", str(cls.folder / "packages"),
            "-D", "CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF")  # fmt: skip
        (cls.package,) = (cls.folder / "packages").glob("*.deb")
        run("dpkg-deb", "--extract", str(cls.package), str(cls.folder / "content"))
        cls.files = files_below(cls.folder / "content")

    def test_fields(self):
        fields = dict(row.split(": ", 1) for row in run("dpkg-deb", "--field", str(self.package)).splitlines() if ": " in row)
        self.assertEqual(fields["Package"], "godot-wireshark")
        self.assertEqual(fields["Maintainer"], "A Maintainer <a@maintainer.example>")
        self.assertEqual(fields["Homepage"], "https://forge.example/some/place")
        self.assertEqual(fields["Section"], "net")
        # The interpreters of the programs that are scripts.
        scripts = [path for path in (self.folder / "content/usr/bin").iterdir() if path.read_bytes().startswith(b"#!/usr/bin/env python3")]
        self.assertEqual(sorted(path.name for path in scripts), ["godot-compare", "godot-netcheck", "godot-wireshark-doctor", "godot-worst"])
        self.assertIn("python3:any", fields["Depends"].split(", "))

    def test_documents(self):
        doc = "usr/share/doc/godot-wireshark"
        wanted = {"copyright", "changelog.gz", "changelog.Debian.gz", "README.md", "docs/README.md", "docs/pictures/difference.png"}
        self.assertEqual({f"{doc}/{name}" for name in wanted} - self.files, set())
        self.assertIn("usr/share/man/man1/godot-variant.1.gz", self.files)
        for name in ("godot-compare", "godot-netcheck", "godot-worst", "godot-wireshark-doctor"):
            self.assertIn(f"usr/share/man/man1/{name}.1.gz", self.files)
            self.assertIn(f"usr/bin/{name}", self.files)
        for name in ("godot-analyse", "godot-netcheck"):
            completion = self.folder / "content/usr/share/bash-completion/completions" / name
            self.assertIn(f"complete -F _{name.replace('-', '_')} {name}\n", completion.read_text(encoding="utf-8"))
        # Every page of the guide, but not the program that takes its pictures.
        guide = {f"{doc}/docs/{path.relative_to(harness.SOURCE / 'docs')}" for path in (harness.SOURCE / "docs").rglob("*.md")}
        self.assertEqual(guide - self.files, set())
        self.assertEqual({name for name in self.files if name.startswith(f"{doc}/docs/pictures/") and not name.endswith(".png")}, set())
        self.assertIn("godot-wireshark (", gzip.decompress((self.folder / "content" / doc / "changelog.Debian.gz").read_bytes()).decode())

    def test_parts(self):
        addon = {f"usr/share/godot-wireshark/{name}" for name in files_below(harness.SOURCE / "addon") if name.startswith("addons/")}
        self.assertIn("usr/share/godot-wireshark/addons/godot_wireshark/LICENSE", addon)
        self.assertEqual(addon - self.files, set())
        self.assertIn("usr/bin/godot-variant", self.files)
        (plugin,) = (name for name in self.files if name.endswith("/epan/godot.so"))
        (interface,) = (name for name in self.files if name.endswith("/extcap/godotdump"))
        for name in (plugin, interface, "usr/bin/godot-variant"):
            self.assertNotRegex(sections(self.folder / "content" / name), r"\.symtab|\.debug_info")
        self.assertEqual({name for name in self.files if name.startswith("usr/local/")}, set())


if __name__ == "__main__":
    unittest.main()
