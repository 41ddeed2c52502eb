# SPDX-License-Identifier: MIT
"""The profile in profiles/Godot: Wireshark accepts it, and each of its filters and columns is valid."""

import csv
import json
import re
import shutil
import unittest

import harness

PROFILE = harness.SOURCE / "profiles/Godot"
ARENA = harness.PCAPS / "multiplayer/godot-4.6/arena_enet.pcap"
CAPTURE = harness.PCAPS / "godot-4.6/arena_udp.pcap"


def lines(name):
    text = (PROFILE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


class Profile(unittest.TestCase):
    def test_filters(self):
        colours = [line.split("@")[2] for line in lines("colorfilters")]
        buttons = [row[2] for row in csv.reader(lines("dfilter_buttons"))]
        self.assertTrue(colours and buttons)
        for display_filter in colours + buttons:
            with self.subTest(filter=display_filter):
                # tshark refuses a filter with an unknown name.
                harness.run("-Y", display_filter, "-c", "1", capture=CAPTURE)

    def test_colours_of_wireshark_5(self):
        """5.0 reads colorfilters first, and then each rule of coloring_rules.jsonc in place of the one with the same
        name: both files have the same rules. A part of a colour has 8 bits here and 16 there, which 5.0 converts as 255
        / 65535."""
        text = (PROFILE / "coloring_rules.jsonc").read_text(encoding="utf-8")
        # Comments: only whole lines, as in the files that 5.0 writes.
        rules = json.loads("\n".join(line for line in text.splitlines() if not line.startswith("//")))
        new = []
        for rule in rules:
            ((name, of),) = rule.items()
            self.assertEqual(list(of), ["filter", "foreground", "background", "enabled"])
            self.assertIs(of["enabled"], True)
            new.append((name, of["filter"], of["background"], of["foreground"]))
        old = []
        for line in lines("colorfilters"):
            _, name, display_filter, colours = line.split("@")
            parts = [int(each) for each in re.fullmatch(r"\[(\d+),(\d+),(\d+)\]\[(\d+),(\d+),(\d+)\]", colours).groups()]
            self.assertEqual([part % 257 for part in parts], [0] * 6, name)
            old.append((name, display_filter, *("#" + bytes(part // 257 for part in half).hex() for half in (parts[:3], parts[3:]))))
        self.assertEqual(new, old)
        self.assertEqual(len({name for name, *_ in new}), len(new))

    def test_columns(self):
        settings = (PROFILE / "preferences").read_text(encoding="utf-8")
        fields = re.findall(r"%Cus:([\w.]+):", settings)
        self.assertTrue(fields)
        harness.fields(CAPTURE, fields)

    def test_widths(self):
        """Wireshark writes and reads widths by the column's format; those of custom columns by their field alone."""
        settings = (PROFILE / "preferences").read_text(encoding="utf-8")
        formats = re.findall(r'^\s*"[^"]*", "(%[^"]+)"', settings, re.MULTILINE)
        recent = dict(line.split(": ", 1) for line in lines("recent"))
        words = [word.strip() for word in recent["column.width"].split(",")]
        widths = dict(zip(words[::2], map(int, words[1::2])))
        self.assertEqual(list(widths), [re.sub(r"^(%Cus:[^:]+):.*$", r"\1", each) for each in formats])
        # Seven digits of up to 10 pixels.
        self.assertGreaterEqual(widths["%m"], 70)
        # In a window of 1280 pixels, Info has 60 %.
        others = sum(width for format, width in widths.items() if format != "%i")
        self.assertLessEqual(others, 0.4 * 1280)

    def test_switches_by_itself(self):
        """Wireshark 4.6 switches to the profile in a capture with a packet that this filter finds: of every protocol, and
        of no other."""
        (setting,) = lines("profile_settings")
        key, _, display_filter = setting.partition(": ")
        self.assertEqual(key, "auto_switch_filter")
        for capture in (ARENA, CAPTURE, harness.PCAPS / "debugger/godot-4.6/debugger.pcap", harness.PCAPS / "netfox/lists.pcap"):
            with self.subTest(capture=capture.name):
                self.assertTrue(harness.fields(capture, ["frame.number"], display_filter=display_filter))
        self.assertFalse(harness.fields(harness.PCAPS / "noise/x11.pcap", ["frame.number"], display_filter=display_filter))

    def test_plots(self):
        """The format of Wireshark 4.6: eight fields. Each line has points in a capture of several connections."""
        rows = list(csv.reader(lines("plots")))
        self.assertGreater(len(rows), 4)
        for row in rows:
            self.assertEqual(len(row), 8, row)
            enabled, group, name, display_filter, colour, style, field, factor = row
            self.assertEqual((enabled, factor), ("TRUE", "1"))
            self.assertIn(group, ("1", "2"))
            self.assertRegex(colour, "^#[0-9a-f]{6}$")
            self.assertIn(style, ("Dot Line", "Step Line"))
            self.assertTrue(name.endswith(display_filter[-1]))
            if display_filter <= "enet.stream == 2":
                values = harness.fields(ARENA, [field], display_filter=f"{display_filter} && {field}")
                self.assertTrue(values, row)

    def test_times_are_milliseconds(self):
        recent = dict(line.split(": ", 1) for line in lines("recent"))
        self.assertEqual(recent["gui.time_precision"], "MSEC")

    def test_buttons_of_netfox(self):
        """A button finds netfox's messages; "Calls" finds none of them."""
        capture = harness.PCAPS / "netfox/rpc.pcap"
        buttons = {row[1]: row[2] for row in csv.reader(lines("dfilter_buttons"))}
        found = {name: {tuple(row[0]) for row in harness.fields(capture, ["frame.number"], display_filter=buttons[name])}
                 for name in ("netfox", "Inputs", "Calls")}
        self.assertTrue(found["Inputs"])
        self.assertLess(found["Inputs"], found["netfox"])
        self.assertFalse(found["netfox"] & found["Calls"])

    def test_a_short_list_of_problems_says_what_was_not_judged(self):
        """Of captures with errors of the engine whose cause needs the project: without it, the button finds the first call,
        which says so."""
        button = {row[1]: row[2] for row in csv.reader(lines("dfilter_buttons"))}["Problems"]
        needing = 0
        for capture in sorted((harness.PCAPS / "faults/godot-4.6").glob("*_refused*.pcap")) + [ARENA]:
            found = harness.run("-2", "-Y", button, "-T", "fields", "-e", "frame.number", "-e", "godot.not_judged",
                                "-z", "godot,problems,json", capture=capture).stdout.decode()
            listed, _, table = found.partition("\n{")
            reasons = {row["reason"] for row in json.loads("{" + table)["not_judged"]}
            with self.subTest(capture.name):
                said = [line for line in listed.splitlines() if "Set the folder of the game's project" in line]
                self.assertEqual(len(said), 1 if "no_project" in reasons else 0)
                needing += len(said)
        self.assertGreater(needing, 1)

    def test_tabs(self):
        """Conversations and Endpoints: the short names of protocols with such tables, the plugin's first."""
        listed = harness.run("-G", "protocols").stdout.decode().splitlines()
        short = {line.split("\t")[1]: line.split("\t")[2] for line in listed}
        recent = dict(line.split(": ", 1) for line in lines("recent"))
        help_of = harness.run("-z", "help", check=False)
        tables = set((help_of.stdout + help_of.stderr).decode().split())
        for key, table in (("gui.conversation_tabs", "conv"), ("gui.endpoint_tabs", "endpoints")):
            names = recent[key].split(",")
            self.assertEqual(names[:2], ["Godot", "ENet"])
            for name in names:
                self.assertIn(f"{table},{short[name]}", tables)

    def test_io_graphs(self):
        """The format of Wireshark 4.0 to 4.6: nine fields. The network profile counts the same sums."""
        rows = list(csv.reader(lines("io_graphs")))
        self.assertGreater(len(rows), 4)
        summed = {}
        for row in rows:
            self.assertEqual(len(row), 9, row)
            enabled, name, display_filter, colour, style, unit, field, average, factor = row
            self.assertIn(enabled, ("Enabled", "Disabled"))
            self.assertRegex(colour, "^#[0-9a-f]{6}$")
            self.assertIn(style, ("Line", "Circle", "Square", "Diamond", "Impulse", "Dot"))
            self.assertIn(unit, ("Packets", "Bytes", "SUM(Y Field)", "AVG(Y Field)"))
            self.assertEqual(bool(field), "Y Field" in unit)
            self.assertEqual((average, factor), ("None", "100" if name.endswith(" × 100") else "1"))
            found = harness.fields(ARENA, [field or "frame.number"], display_filter=display_filter or None)
            if unit.startswith("SUM"):
                summed[field] = sum(int(each) for (values,) in found for each in values)
        out = harness.run("-q", "-2", "-z", "godot,profile,csv", capture=ARENA).stdout.decode()
        profile = harness.csv_rows(out)
        total = lambda kind: sum(int(row["total"]) for row in profile if row["kind"] == kind)
        self.assertEqual(summed["godot.cost.calls"], total("Remote call"))
        self.assertEqual(summed["godot.cost.sync"], total("Sync"))
        everything = sum(int(row["total"]) for row in profile)
        # A message's own bytes are fewer than its command's payload: the message has a header.
        payload = sum(int(each) for (row,) in harness.fields(ARENA, ["enet.data.length"], display_filter="enet") for each in row)
        self.assertEqual(summed["enet.cost.overhead"], everything - payload)

    def test_profile(self):
        """tshark reads the profile: its columns are those of the profile."""
        profiles = harness.workshop().home / ".config/wireshark/profiles"
        profiles.mkdir(parents=True, exist_ok=True)
        shutil.copytree(PROFILE, profiles / "Godot", dirs_exist_ok=True)
        capture = harness.PCAPS / "multiplayer/godot-4.6/peers_websocket.pcap"
        calls = harness.run("-C", "Godot", "-2", "-Y", "godot.rpc.text", "-T", "tabs", capture=capture).stdout.decode()
        columns = [line.split("\t") for line in calls.splitlines()]
        self.assertTrue(columns)
        for column in columns:
            self.assertEqual(len(column), 9)
            self.assertRegex(column[2], r"^(server|peer \d+|\w+\?)$")
            self.assertRegex(column[3], r"^(server|peer \d+|\w+\?|all|all but .+)$")
        # This Wireshark reads the colour rules of its own format; it must ignore the file of the other one.
        colours = "--color", "-C", "Godot", "-2", "-T", "fields", "-e", "frame.coloring_rule.name"
        for display_filter, rule in (("godot.rpc.text", "Remote call"), ("godot.sync.net_id && !godot.rpc.text", "Synchronisation")):
            recorded = harness.run(*colours, "-Y", display_filter, capture=ARENA).stdout.decode().split("\n")
            self.assertIn(rule, recorded)
            self.assertLessEqual(set(recorded), {rule, "", "Lost or late", "Spawn and despawn", "Does not arrive", "Unknown path or checksum"})


if __name__ == "__main__":
    unittest.main()
