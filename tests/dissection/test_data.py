# SPDX-License-Identifier: MIT
"""The commands of docs/data.md and docs/profile.md run and print what the pages say; documents for Elasticsearch fit
the mapping of the page."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
import unittest

import harness

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
COMMAND = re.compile(r"^tshark (.*)$", re.MULTILINE)
BOUNDS = {"short": 15, "integer": 31, "long": 63}
PROTOCOLS = ("enet", "godot", "godot.variant", "godot.debug", "godot.files", "godot.link", "godot.mirror", "netfox", "rollback")


def lines(document):
    """The arguments of each line of a page that runs tshark on a capture, without its redirection."""
    text = (harness.SOURCE / "docs" / document).read_text(encoding="utf-8").replace("\\\n", "")
    found = [shlex.split(line.split(" > ")[0]) for line in COMMAND.findall(text)]
    return [line for line in found if "-r" in line]


def also_of_states_and_values(found):
    """The page has the lines about calls, and says what to write in them for states and for values."""
    for line in found:
        yield line
        if "godot.rpc.text" in line:
            yield [word.replace("godot.rpc", "godot.sync") for word in line]
            of_values = {"godot.peer.source": "godot.variant.type_name", "godot.rpc.text": "godot.variant.text"}
            yield [of_values.get(word, word) for word in line]
        elif "godot.rpc" in line:
            yield [word.replace("godot.rpc", "godot.sync") for word in line]
            yield [{"godot.rpc": "godot.variant.text", line[-1]: "frame enet godot godot.variant"}.get(word, word) for word in line]


def output(line):
    place = line.index("-r")
    return harness.run(*line[:place], *line[place + 2 :], capture=ARENA).stdout.decode()


class Lines(unittest.TestCase):
    def test_each_gives_what_it_says(self):
        found = {"csv": 0, "json": 0, "fields": 0, "ek": 0}
        for line in also_of_states_and_values(lines("data.md")):
            text = output(line)
            with self.subTest(line=line):
                if line[-1].endswith(",csv"):
                    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("# ")))
                    self.assertGreater(len(rows), 10)
                    self.assertEqual({len(row) for row in rows}, {len(rows[0])})
                    found["csv"] += 1
                elif line[-1].endswith(",json") or "json" in line:
                    found_rows = json.loads(text)
                    self.assertGreater(len(found_rows["rows"] if isinstance(found_rows, dict) else found_rows), 5)
                    found["json"] += 1
                elif "ek" in line:
                    self.assertTrue(all(isinstance(json.loads(row), dict) for row in text.split("\n") if row))
                    found["ek"] += 1
                else:
                    rows = text.splitlines()
                    self.assertEqual({row.count("\t") for row in rows}, {line.count("-e") - 1})
                    self.assertGreater(len(rows), 100)
                    found["fields"] += 1
        self.assertEqual(found, {"csv": 1, "json": 5, "fields": 3, "ek": 1})

    def test_the_profiles_page_runs(self):
        tables = [output(line) for line in lines("profile.md")]
        self.assertTrue(tables)
        for table in tables:
            self.assertIn("Arena/Players/", table)


class Layers(unittest.TestCase):
    def test_each_is_an_object(self):
        """Of messages that were sent again, too: as a text, a layer has no fields, and a database refuses it."""
        capture = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
        text = harness.run("-2", "-Y", "godot.again", "-T", "json", "--no-duplicate-keys", capture=capture).stdout.decode()
        packets = json.loads(text)
        self.assertGreater(len(packets), 10)
        for packet in packets:
            layers = packet["_source"]["layers"]
            godot = layers["godot"] if isinstance(layers["godot"], list) else [layers["godot"]]
            self.assertTrue(all(isinstance(layer, dict) for layer in godot), godot)
            self.assertIn("godot.again", {name for layer in godot for name in layer})


def values(layer):
    """Names and values of a layer of a document, however deep."""
    waiting = [layer]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            for name, value in item.items():
                several = value if isinstance(value, list) else [value]
                waiting += [one for one in several if isinstance(one, dict)]
                yield from ((name, one) for one in several if not isinstance(one, dict))


def fits(kind, value):
    if kind in BOUNDS:
        # The page says what becomes of larger numbers of 64 bits, all of which tshark calls `long`.
        most = 64 if kind == "long" else BOUNDS[kind]
        return -(1 << BOUNDS[kind]) <= int(str(value), 0) < 1 << most
    if kind in ("float", "double"):
        return isinstance(float(value), float)
    return kind != "boolean" or str(value).lower() in ("true", "false", "0", "1")


class Elastic(unittest.TestCase):
    def test_documents_fit_their_mapping(self):
        """Every document of the plugin's protocols, for all captures, with the mapping that the page makes of tshark's."""
        written = harness.run("-G", "elastic-mapping", "--elastic-mapping-filter", ",".join(PROTOCOLS)).stdout
        script = harness.SOURCE / "docs" / "examples" / "elastic_mapping.py"
        mapping = json.loads(subprocess.run([sys.executable, script], input=written, capture_output=True, check=True).stdout)
        layers = mapping["mappings"]["properties"]["layers"]["properties"]
        types = {name: layer["properties"] for name, layer in layers.items()}
        self.assertEqual(set(types), {protocol.replace(".", "_") for protocol in PROTOCOLS})
        checked = 0
        for capture in harness.share(sorted([*harness.PCAPS.rglob("*.pcap"), *harness.PCAPS.rglob("*.pcapng")])):
            if "noise" in capture.parts:
                continue
            options = ("-Y", " or ".join(PROTOCOLS), "-J", " ".join(PROTOCOLS))
            text = harness.run("-2", *harness.HIDDEN_TOO, "-T", "ek", *options, capture=capture).stdout.decode()
            for line in filter(None, text.split("\n")):
                for layer, content in json.loads(line).get("layers", {}).items():
                    for field, value in values(content) if layer in types else ():
                        kind = types[layer].get(field, {}).get("type")
                        checked += kind in BOUNDS
                        self.assertTrue(kind is None or fits(kind, value), (capture.name, field, kind, value))
        self.assertGreater(checked, harness.at_least(500_000))


if __name__ == "__main__":
    unittest.main()
