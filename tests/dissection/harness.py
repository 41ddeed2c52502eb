# SPDX-License-Identifier: MIT
"""Runs tshark with the plugin of this build and without user settings, and parses its output into a small tree.

From the environment: GODOT_PLUGINS is the folder above 4.0/epan, GODOT_SOURCE the checkout, GODOT_TSHARK the program,
GODOT_PRELOAD a library to load before it (for a plugin with AddressSanitizer). With GODOT_ALONE, captures are read with
every protocol disabled but the plugin's and those below it.

Run by root, tshark loads no plugins from other folders. So the tests of root run it as the user `nobody`, who need not be able
to read the checkout: everything that tshark reads is copied first. A path of the checkout in a command of that user fails the
test, whoever runs it (Workshop.as_user).
"""

import atexit
import contextlib
import csv
import functools
import gc
import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
PCAPS = SOURCE / "pcaps"
PLUGINS = Path(os.environ.get("GODOT_PLUGINS", SOURCE / "build" / "plugins"))
TSHARK = os.environ.get("GODOT_TSHARK") or shutil.which("tshark") or "tshark"
# Windows programs find the system's folders through some of these; the two GODOT_ variables are those of
# scripts/test-windows.
KEPT = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "SYSTEMROOT", "TEMP", "GODOT_WINE_PREFIX", "GODOT_WINDOWS_TSHARK")
NOBODY = "65534"
PATIENCE = 300
# Lets runs share a start of tshark; not those of other systems' programs.
STARTED = PLUGINS.parent / "tests" / "dissection" / "libgodot-started.so"
SHARES_STARTS = STARTED.exists() and "GODOT_WINDOWS_TSHARK" not in os.environ
OF_CHECKOUT = re.compile(rf"(?<![\w/.-]){re.escape(str(SOURCE))}(?![\w.-])")

sys.path.insert(0, str(SOURCE / "tests" / "common"))
sys.path.insert(0, str(PCAPS / "vectors"))

import pcapwriter  # noqa: E402
import started  # noqa: E402
from shares import SHARE, is_chosen  # noqa: E402

sys.setrecursionlimit(100000)  # the JSON of deeply nested values
# Trees of a million items, none of which refers to its parent: searching them for cycles takes as long as reading them.
gc.disable()


class Refused(AssertionError):
    """tshark ended with an error, or was not started: its command names what its user need not be able to read."""


class Workshop:
    """A folder that tshark's user can read, with a home of their own."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="godot-dissection-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.plugins = self.folder / "plugins"
        self.no_plugins = self.folder / "no-plugins"
        self.no_plugins.mkdir()
        self.user = []
        if PLUGINS.is_dir():
            shutil.copytree(PLUGINS, self.plugins)
        self.started = None
        if SHARES_STARTS:
            self.started = started.Servers(shutil.copy(STARTED, self.folder), self.home)
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            os.chown(self.home, int(NOBODY), int(NOBODY))
            self.user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]

    def as_user(self, program, *words):
        """The command that runs a program as tshark's user, with words that name nothing in the checkout."""
        for word in map(str, words):
            if word != TSHARK and OF_CHECKOUT.search(word.replace(str(self.folder), "copies")):
                raise Refused(f"{word} is in the checkout, which tshark's user need not be able to read: hand over a copy")
        return [*self.user, program, *words]

    def tshark(self, *words):
        return self.as_user(TSHARK, *words)

    def readable(self, path):
        """A copy of a file, under the same name."""
        path = Path(path)
        if self.folder in path.parents:
            return path
        copy = self.folder / path.resolve().relative_to(path.resolve().anchor)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            with whole(copy) as part:
                shutil.copyfile(path, part)
        return copy

    def environment(self, plugin):
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        if os.name == "nt":
            kept["APPDATA"] = str(self.home)
        if plugin and "GODOT_PRELOAD" in os.environ:
            kept["LD_PRELOAD"] = os.environ["GODOT_PRELOAD"]
        folder = self.plugins if plugin else self.no_plugins
        return {**kept, "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TZ": "UTC", "WIRESHARK_PLUGIN_DIR": str(folder)}


@contextlib.contextmanager
def whole(path):
    """A name to write to, of a file that gets its own when all is written: another thread may ask for the same file meanwhile."""
    part = path.with_name(f"{threading.get_ident()}.{path.name}")
    yield part
    part.replace(path)


WORKSHOP = None
WORKSHOP_LOCK = threading.Lock()  # some modules run tshark in several threads


def workshop():
    global WORKSHOP
    with WORKSHOP_LOCK:
        if WORKSHOP is None:
            WORKSHOP = Workshop()
        return WORKSHOP


def as_shown(path):
    """A path as tshark prints it: under wine, as a path of drive Z: (tests/windows/tshark-wine)."""
    return ("Z:" if "GODOT_WINDOWS_TSHARK" in os.environ else "") + Path(path).as_posix()


def prefer(*preferences):
    """Sets preferences for all runs of this module, as `name:value`."""
    folder = workshop().home / ".config" / "wireshark"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "preferences").write_text("".join(f"{each.replace(':', ': ', 1)}\n" for each in preferences))
    for path in (folder, folder.parent):
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            os.chown(path, int(NOBODY), int(NOBODY))


def show_ids():
    """Shows peers by their ids, which the truth files have, not by names."""
    prefer("godot.name_peers:FALSE")


def json_rows(text):
    """The rows of a table in JSON."""
    return json.loads(text)["rows"]


def csv_rows(text):
    """The rows of a table in CSV, without the lines below it."""
    return list(csv.DictReader(line for line in io.StringIO(text) if not line.startswith("# ")))


def run(*options, capture=None, plugin=True, check=True, timeout=PATIENCE):
    """Runs tshark. With a capture, it is read, without name resolution."""
    shop = workshop()
    words = []
    if capture is not None:
        if plugin and "GODOT_ALONE" in os.environ:
            words += alone()
        words += ["-n", "-r", str(shop.readable(capture))]
    command, environment = shop.tshark(*words, *options), shop.environment(plugin)
    done = shop.started.run(command, len(shop.user), environment, timeout) if shop.started else None
    if done is None:
        done = subprocess.run(command, env=environment, cwd=shop.home, capture_output=True, check=False, timeout=timeout)
    if os.name == "nt":
        done.stdout = done.stdout.replace(b"\r\n", b"\n")
    if check and done.returncode != 0:
        raise Refused(f"tshark {' '.join(options)} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
    return done


# The protocols below the plugin's; its results must not depend on Wireshark's other protocols.
BELOW = {"frame", "exported_pdu", "eth", "raw", "ip", "ipv6", "udp", "tcp", "tls", "dtls", "http", "websocket", "sctp", "data"}
OURS = ("enet", "godot", "netfox")


@functools.cache
def alone():
    """Options that disable every protocol but the plugin's and those below it, postdissectors included."""
    rows = [line.split("\t") for line in run("-G", "protocols").stdout.decode().splitlines()]
    names = [row[2] for row in rows]
    if not BELOW.issubset(names) or not set(OURS).issubset(names):
        raise Refused(f"tshark -G protocols does not list {sorted((BELOW | set(OURS)).difference(names))}")
    others = [name for name in names if name not in BELOW and not name.startswith((*OURS, "_ws."))]
    # Since 4.4 the list also has names of parts of protocols, which this option refuses: ip.options.security.
    tried = run(*_disabling(others), "-r", str(datagrams("nothing", [])), check=False)
    refused = set(re.findall("No such protocol (\\S+)", tried.stderr.decode()))
    if (tried.returncode == 0) == bool(refused):
        raise Refused(f"tshark ended with {tried.returncode}: {tried.stderr.decode()[-2000:]}")
    return _disabling(name for name in others if name not in refused)


def _disabling(protocols):
    return tuple(option for name in protocols for option in ("--disable-protocol", name))


RIVAL = "hipercontracer_udp"


@functools.cache
def has_rival():
    """Whether this Wireshark has HiPerConTracer's heuristic over UDP, which claims any datagram that contains eight
    plausible bytes of a time: 4.0 lacks it, 4.4 enables it, 4.6 disables it."""
    return b"\nudp\thipercontracer\t" in run("-G", "heuristic-decodes").stdout


def without_rival():
    """Options that let the plugin claim a capture from its first frame."""
    return ("--disable-heuristic", RIVAL) if has_rival() else ()


def datagrams(name, payloads, port=24680):
    """A new capture with these payloads, sent to the port."""
    path = workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        for payload in payloads:
            capture.udp(port + 1, port, payload)
    path.chmod(0o644)
    return path


def stream(name, segments, port=24680):
    """A new capture with a TCP connection whose client sends these segments."""
    path = workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        connection = pcapwriter.TcpConnection(capture, port + 1, port)
        for segment in segments:
            connection.c2s(segment)
        connection.close()
    path.chmod(0o644)
    return path


UPGRADE = b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
UPGRADED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"


def send_as_websocket(capture, messages, port=24680):
    """A WebSocket whose server sends these binary messages."""
    connection = pcapwriter.TcpConnection(capture, port + 1, port)
    connection.c2s(UPGRADE)
    connection.s2c(UPGRADED)
    for message in messages:
        length = len(message)
        size = bytes([length]) if length < 126 else b"\x7e" + length.to_bytes(2, "big") if length < 1 << 16 else b"\x7f" + length.to_bytes(8, "big")
        frame = b"\x82" + size + message
        for at in range(0, len(frame), 60_000):
            connection.s2c(frame[at : at + 60_000])
    connection.close()


def websocket(name, messages):
    """A new capture with a WebSocket whose server sends these binary messages."""
    path = workshop().folder / f"{name}.pcap"
    with pcapwriter.Capture(path) as capture:
        send_as_websocket(capture, messages)
    path.chmod(0o644)
    return path


def in_old_format(capture):
    """The capture itself, or a copy of one in the new format."""
    if capture.suffix == ".pcap":
        return capture
    copy = workshop().home / f"{capture.stem}.old.pcap"
    if not copy.exists():
        with whole(copy) as part:
            run("-F", "pcap", "-w", str(part), capture=capture)
    return copy


def with_processes(capture, process_of):
    """A copy of a capture in the old format, as macOS's tcpdump -i pktap writes it: `process_of(source port, target port)` is the
    number and the name of a packet's process, and whether it has sent it. The form is that of an encoder of ours."""
    data = capture.read_bytes()
    (link_type,) = struct.unpack_from("<I", data, 20)

    def block(kind, content):
        content += bytes(-len(content) % 4)
        return struct.pack("<II", kind, len(content) + 12) + content + struct.pack("<I", len(content) + 12)

    def option(code, value):
        return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)

    rows = fields(capture, ["udp.srcport", "udp.dstport"])
    known, written = {}, [block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)), block(1, struct.pack("<HHI", link_type, 0, 0))]
    at = 24
    for (source,), (target,) in rows:
        seconds, fraction, size, whole = struct.unpack_from("<IIII", data, at)
        number, name, sends = process_of(int(source), int(target))
        if number not in known:
            known[number] = len(known)
            written.append(block(0x80000001, struct.pack("<I", number) + option(2, name.encode()) + option(0, b"")))
        time = seconds * 1_000_000 + fraction
        packet = data[at + 16 : at + 16 + size]
        options = option(2, struct.pack("<I", 2 if sends else 1)) + option(32769, struct.pack("<I", known[number])) + option(0, b"")
        head = struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, size, whole)
        written.append(block(6, head + packet + bytes(-size % 4) + options))
        at += 16 + size
    path = workshop().folder / f"{capture.stem}_processes.pcapng"
    path.write_bytes(b"".join(written))
    path.chmod(0o644)
    return path


def without_first(capture, frames):
    """A capture in the old format without its first frames, as if it had been started later."""
    data = capture.read_bytes()
    at = 24
    for _ in range(frames):
        at += 16 + int.from_bytes(data[at + 8 : at + 12], "little")
    path = workshop().folder / f"{capture.stem}_{frames}.pcap"
    path.write_bytes(data[:24] + data[at:])
    path.chmod(0o644)
    return path


def without(capture, frames):
    """A capture in the old format without these frames, as if they had been lost."""
    data = capture.read_bytes()
    kept, at, number = [data[:24]], 24, 0
    while at < len(data):
        end = at + 16 + int.from_bytes(data[at + 8 : at + 12], "little")
        number += 1
        if number not in frames:
            kept.append(data[at:end])
        at = end
    path = workshop().folder / f"{capture.stem}_lost.pcap"
    path.write_bytes(b"".join(kept))
    path.chmod(0o644)
    return path


class Item:
    """An item of a protocol tree. `data` is its bytes, None for items without any. No item refers to one above it: a tree that is
    not needed any more is freed without a search for cycles."""

    __slots__ = ("name", "show", "position", "length", "children", "_hex", "_below", "_by_name")

    def __init__(self, name, show="", raw=None):
        self.name = name
        self.show = show
        self._hex = None
        self.position = self.length = 0
        if raw is not None:
            text, self.position, self.length, mask = raw[:4]
            if not mask:
                self._hex = text
        self.children = ()
        self._below = ()
        self._by_name = None

    @property
    def data(self):
        return None if self._hex is None else bytes.fromhex(self._hex)

    def set_children(self, children):
        self.children = children
        self._below = None

    def below(self):
        """All items below this one, in the order of the tree. Found once: nothing is added to a tree that was read."""
        if self._below is None:
            self._below = found = []
            for child in self.children:
                found.append(child)
                if child.children:
                    found.extend(child.below())
        return self._below

    def walk(self, without=()):
        """This item and all below it, in the order of the tree; `without` names items to omit, with those below them."""
        order = [self, *self.below()]
        if not without:
            return order
        left_out = (without,) if isinstance(without, str) else without
        found, at = [], 0
        while at < len(order):
            item = order[at]
            at += 1
            if item.name in left_out:
                at += len(item.below())
            else:
                found.append(item)
        return found

    def all(self, name):
        """This item and all below it of that name, in the order of the tree."""
        below = self.below()
        if len(below) < 16:  # a list by name would take longer to make than it saves
            found = [item for item in below if item.name == name]
        else:
            if self._by_name is None:
                self._by_name = {}
                for item in below:
                    self._by_name.setdefault(item.name, []).append(item)
            found = self._by_name.get(name, [])
        return [self, *found] if self.name == name else list(found)

    def shows(self, name):
        return [item.show for item in self.all(name)]

    def child(self, name):
        """The first direct child of that name, or None."""
        for item in self.children:
            if item.name == name:
                return item
        return None

    def __repr__(self):
        return f"{self.name}[{self.position}+{self.length}]={self.show!r}"


@functools.lru_cache(maxsize=None)
def _meaning(key):
    """Of a key of JSON, the item's name, and whether the key has the bytes of it, or what is below it."""
    for ending in ("_raw", "_tree"):
        if key.endswith(ending):
            return key.removesuffix(ending), ending
    return key, ""


def _items(pairs):
    """Items from the members of a JSON object, as lists of pairs."""
    found = []
    raws = {}
    for key, value in pairs:
        name, what = _meaning(key)
        if what == "_raw":
            raws[name] = value
        elif what == "_tree" and found and found[-1].name == name:
            found[-1].set_children(_items(value))
        else:
            is_tree = isinstance(value, list)
            item = Item(key, "" if is_tree else value, raws.pop(key, None))
            if is_tree:
                item.set_children(_items(value))
            found.append(item)
    return found


class Packet(Item):
    __slots__ = ()

    @property
    def number(self):
        return int(self.shows("frame.number")[0])

    @property
    def values(self):
        """The values that are not parts of others."""
        return [item for item in self.children if item.name == "godot.variant"]

    def one(self, name):
        """What the first item of that name shows, or None."""
        return next(iter(self.shows(name)), None)


def preferences(**settings):
    """Options for preferences: dialect="godot3" sets godot.dialect; two underscores are a dot."""
    options = []
    for name, value in settings.items():
        options += ["-o", f"godot.{name.replace('__', '.')}:{value}"]
    return options


# Items that trees do not display are in documents only if a filter names them, or with Wireshark's preference for it.
HIDDEN_TOO = ("-o", "protocols.display_hidden_proto_items:TRUE")


def packets(capture, *options, layers="frame tcp udp godot godot.variant _ws.malformed", two_passes=True):
    """The packets of a capture, with the bytes of their items."""
    passes = ["-2"] if two_passes else []
    done = run(*passes, *HIDDEN_TOO, *options, "-T", "json", "-x", "-J", layers, capture=capture)
    found = []
    for packet in json.loads(done.stdout, object_pairs_hook=list):
        layer_pairs = dict(dict(packet)["_source"])["layers"]
        item = Packet("packet")
        item.set_children(_items(layer_pairs))
        found.append(item)
    return found


def fields(capture, names, *options, display_filter=None, two_passes=True, plugin=True):
    """For each packet that passes the filter, the list of values of each field."""
    arguments = ["-2"] if two_passes else []
    if display_filter:
        arguments += ["-Y", display_filter]
    for name in names:
        arguments += ["-e", name]
    separators = ["-E", "separator=\x1f", "-E", "aggregator=\x1e", "-E", "occurrence=a"]
    done = run(*arguments, *options, "-T", "fields", *separators, capture=capture, plugin=plugin)
    rows = done.stdout.decode().split("\n")[:-1]
    return [[cell.split("\x1e") if cell else [] for cell in row.split("\x1f")] for row in rows]


def fields_and_details(capture, names, *options, **how):
    """As fields(); the texts of expert information are followed by the details that stand below them."""
    rows = fields(capture, [*names, "godot.expert.details"], *options, **how)
    message = names.index("_ws.expert.message")
    return [[[*cell, *row[-1]] if place == message else cell for place, cell in enumerate(row[:-1])] for row in rows]


def line_count(capture, display_filter, *options):
    """How many packets the list has. Unlike with fields(), no item exists but those that the filter names."""
    return len(run("-2", "-Y", display_filter, *options, capture=capture).stdout.splitlines())


def truth_value(show):
    """0 or 1 as -T fields and JSON of Wireshark 4.0 show a truth value; later versions show False or True."""
    return {"True": "1", "False": "0"}.get(show, show)


def tree_text(capture, *options, two_passes=True):
    """The trees as people read them."""
    passes = ["-2"] if two_passes else []
    return run(*passes, "-V", *options, capture=capture).stdout.decode(errors="replace")


def of_each_folder(captures, most):
    """The first captures of each folder, in the given order."""
    known = {}
    for capture in captures:
        known.setdefault(capture.parent, []).append(capture)
    return [capture for folder in known.values() for capture in folder[:most]]


def counted(compare):
    @functools.wraps(compare)
    def compare_and_count(self, *values, **options):
        self.comparisons = getattr(self, "comparisons", 0) + 1
        return compare(self, *values, **options)

    return compare_and_count


def run_and_count(self, result=None, run=unittest.TestCase.run):
    """TestCase.run(), but a test that compares nothing fails: what it loops over is empty."""
    if result is None:
        return run(self)
    lists = [result.failures, result.errors, result.skipped, result.expectedFailures, result.unexpectedSuccesses]
    before = sum(map(len, lists))
    self.comparisons = 0
    run(self, result)
    if self.comparisons == 0 and sum(map(len, lists)) == before:
        try:
            self.fail("compares nothing: what it loops over is empty")
        except self.failureException:
            result.addFailure(self, sys.exc_info())
    return result


for _name in dir(unittest.TestCase):
    if _name.startswith("assert"):
        setattr(unittest.TestCase, _name, counted(getattr(unittest.TestCase, _name)))
unittest.TestCase.run = run_and_count

LONG = os.environ.get("GODOT_LONG") == "1"


def share(captures):
    """What a long sweep looks at: all, or with GODOT_SHARE=N about one of N (shares.py)."""
    captures = list(captures)
    chosen = [each for each in captures if is_chosen(each.relative_to(PCAPS).as_posix())]
    return chosen or captures[:1]


def at_least(count):
    """How much a sweep must compare at least, of `count` in all captures: captures differ in size."""
    return count if SHARE == 1 else count // (4 * SHARE)


def long_test(function):
    """A sweep over every capture, for scripts/test --all: left out of its module's run, alone in the one with GODOT_LONG=1."""
    function.is_long = True
    return function


def sweep(function):
    """A test that looks at its share of the captures in both runs (of_this_run)."""
    function.is_long = LONG
    return function


def of_this_run(captures, first):
    """The captures that a sweep looks at: `first` in its module's run, all others in the one with GODOT_LONG=1 (their share)."""
    return share(capture for capture in captures if capture not in first) if LONG else first


def flat(tests):
    for test in tests:
        yield from flat(test) if isinstance(test, unittest.TestSuite) else (test,)


def by_length(_loader, tests, _pattern):
    """The load_tests() of a module with such tests."""
    def is_long(test):
        return getattr(getattr(test, test.id().rpartition(".")[2]), "is_long", False)

    chosen = [test for test in flat(tests) if is_long(test) == LONG]
    assert chosen, "no test of this length"
    return unittest.TestSuite(chosen)
