# SPDX-License-Identifier: MIT
"""godot-netcheck run: a server, clients and a relay between them, as the table [run] of a budget lists them."""

import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from godot_tools.budget import MOST_CLIENTS, texts
from godot_tools.files import folder_of_outputs
from godot_tools.instances import MARK, WINDOWS, Instance, stop_marked, wait_until
from godot_tools.ports import free_port
from godot_tools.programs import Refused, find_godotdump, shown
from godot_tools.times import first_time

RECORDS = ("relay", "mirror", "addon")
SETTLE = 0.5  # seconds between the end of the clients and that of the server
BEGINS, ENDS = 60, 30  # seconds in which godotdump begins, and writes what it has: on a busy machine it needs some


class Recorder:
    """godotdump, as a relay or as the listener of the mirror. It ends by Ctrl+C, which makes it write all that it has."""

    def __init__(self, program, words, is_ready, log):
        options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if WINDOWS else {"start_new_session": True}
        self.log = log
        with open(log, "wb") as out:
            try:
                self.process = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out, **options)
            except OSError as error:
                raise Refused(f"{program}: {error.strerror}") from error
            except ValueError as error:  # a null character
                raise Refused(f"{program}: {error}") from error
        self.is_ready = is_ready

    def said(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait(self):
        if not wait_until(lambda: self.is_ready(self) or self.process.poll() is not None, BEGINS) or self.process.poll() is not None:
            said = self.said().strip().splitlines()
            raise Refused(f"godotdump: {shown(said[-1].rstrip('.')) if said else 'it does not begin'}")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.CTRL_BREAK_EVENT if WINDOWS else signal.SIGINT)
            try:
                self.process.wait(ENDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()


class Interruption:
    """Ctrl+C and its like become a KeyboardInterrupt, once: what follows ends all that was started, and no second one stops that. Not
    while something is started that nobody would know of: then at its end."""

    def __init__(self):
        self.is_held, self.has_come = False, False

    @staticmethod
    def signals():
        return [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]

    def __call__(self, _number, _frame):
        self.ignore()
        self.has_come = True
        if not self.is_held:
            raise KeyboardInterrupt

    def heed(self):
        for each in self.signals():
            signal.signal(each, self)

    def ignore(self):
        for each in self.signals():
            signal.signal(each, signal.SIG_IGN)

    @contextlib.contextmanager
    def held(self):
        self.is_held = True
        try:
            yield
        finally:
            self.is_held = False
        if self.has_come:
            raise KeyboardInterrupt


class Game:
    """Everything that a run starts. As a context manager, it ends all of it in every case."""

    def __init__(self, budget, chosen):
        self.budget, self.chosen = budget, chosen
        self.of = budget.of.get("run")
        self.instances, self.recorders, self.failures = [], [], []
        self.clients, self.server = [], None
        self.temporary, self.ended_at = None, None
        self.interruption = Interruption()
        self.mark = secrets.token_hex(8)
        self.check()

    def check(self):
        if self.of is None:
            raise Refused(f"{self.budget.path}: it has no table [run]: nothing says what to start")
        for part in ("server", "client"):
            if not texts(self.of.get(part, {}).get("command")):
                self.budget.fail(("run", part), f"[run.{part}] needs a command: a list of texts")
            if isinstance(self.of[part]["command"], str):
                self.budget.fail(("run", part, "command"), "command is a list of texts, each a word")
        if self.record not in RECORDS:
            self.budget.fail(("run", "record"), f"record is one of {', '.join(RECORDS)}")
        if not 1 <= self.of["client"].get("count", 1) <= MOST_CLIENTS:
            self.budget.fail(("run", "client", "count"), f"count is 1 or more, and {MOST_CLIENTS} at most")
        for key in ("server_port", "client_port"):
            if not 1 <= self.of.get(key, 1) <= 65535:
                self.budget.fail(("run", key), f"{key} is a port: 1 to 65535")
        for pattern in texts(self.of.get("allow_errors")):
            try:
                re.compile(pattern)
            except re.error as error:
                self.budget.fail(("run", "allow_errors"), f"'{pattern}' is no regular expression: {error}")

    @property
    def record(self):
        return self.of.get("record", "relay")

    # --- Begin and end ------------------------------------------------------------------------------------------------

    def __enter__(self):
        self.old = {each: signal.getsignal(each) for each in Interruption.signals()}
        try:
            self.interruption.heed()
            self.make_folder()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make_folder(self):
        keep = self.chosen.keep or self.of.get("keep")
        if keep:
            self.folder = folder_of_outputs(keep if self.chosen.keep else Path(self.budget.path).parent / keep, "godot-netcheck")
        else:
            with self.interruption.held():
                self.temporary = tempfile.mkdtemp(prefix="godot-netcheck-")
            self.folder = Path(self.temporary)
        self.folder = self.folder.resolve()

    def __exit__(self, *_):
        try:
            self.stop()
        finally:
            for each, handler in self.old.items():
                signal.signal(each, handler)
            if self.temporary:
                shutil.rmtree(self.temporary, ignore_errors=True)

    def stop(self):
        """Ends everything, the recording last. A second Ctrl+C does not stop this."""
        self.interruption.ignore()
        for instance in self.instances:
            instance.is_ending = True
        self.ended_at = self.ended_at or time.time()
        for instance in self.clients:
            instance.ask_to_end()
        patience = time.monotonic() + 3
        for instance in self.clients:
            instance.stop(max(0.0, patience - time.monotonic()))
        if self.server:
            if self.server.status is None and self.clients:
                time.sleep(SETTLE)
            self.server.stop()
        stop_marked(self.mark)
        for recorder in self.recorders:
            recorder.stop()

    # --- Play ---------------------------------------------------------------------------------------------------------

    def play(self):
        """Starts all, waits, ends all. Returns what failed: rule and sentence."""
        self.start_recording()
        self.start_server()
        self.start_clients()
        self.wait()
        ended = {instance.name: instance.status for instance in self.instances}
        self.stop()
        self.interruption.heed()
        self.judge_endings(ended)
        return self.failures

    def progress(self, text):
        if not self.chosen.quiet:
            print(f"godot-netcheck: {shown(text)}", file=sys.stderr, flush=True)

    def start_recording(self):
        relay = self.of.get("relay", {})
        with_relay = self.record == "relay" or "relay" in self.of
        self.server_port = self.of.get("server_port") or free_port()
        self.client_port = (self.of.get("client_port") or free_port()) if with_relay else self.server_port
        self.capture, self.addon = self.folder / "game.pcapng", {}
        program = self.chosen.godotdump or find_godotdump(self.chosen.tshark or "tshark")
        if program is None and (with_relay or self.record == "mirror"):
            raise Refused("godotdump is not in PATH, nor beside this program; name it with --godotdump")
        self.capture.unlink(missing_ok=True)
        if with_relay:
            words = ["--relay", f"{self.client_port}:127.0.0.1:{self.server_port}"]
            words += ["--preset", relay["preset"]] if "preset" in relay else []
            words += texts(relay.get("options"))
            words += ["--write", self.capture] if self.record == "relay" else []
            self.begin(program, words, lambda recorder: "Players connect to" in recorder.said(), "relay.log")
        if self.record == "mirror":
            port = free_port()
            self.addon = {"GODOT_WIRESHARK": f"live:127.0.0.1:{port}"}
            words = ["--capture", "--port", str(port), "--fifo", self.capture]
            self.begin(program, words, lambda _: self.capture.exists() and self.capture.stat().st_size > 0, "mirror.log")
        if self.record == "addon":
            self.recorded = self.folder / "recordings"
            shutil.rmtree(self.recorded, ignore_errors=True)
            self.recorded.mkdir()
            self.addon = {"GODOT_WIRESHARK": f"record:{self.recorded}"}

    def begin(self, program, words, is_ready, log):
        with self.interruption.held():
            self.recorders.append(Recorder(program, [str(word) for word in words], is_ready, self.folder / log))
        self.recorders[-1].wait()

    def start(self, name, part, number):
        """Starts an instance. Its words may have {server_port}, {client_port}, {number}, {folder}."""
        values = {"server_port": self.server_port, "client_port": self.client_port, "number": number, "folder": self.folder}
        replace = lambda word: re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), word)  # noqa: E731
        environment = {**os.environ, "GODOT_SERVER_PORT": str(self.server_port), "GODOT_CLIENT_PORT": str(self.client_port),
                       "GODOT_INSTANCE": str(number), **self.addon}  # fmt: skip
        environment[MARK] = self.mark
        environment |= {key: replace(value) for key, value in part.get("environment", {}).items()}
        folder = Path(self.budget.path).resolve().parent / part.get("folder", ".")
        if not folder.is_dir():
            raise Refused(f"{folder}: no such folder")
        command = [replace(word) for word in texts(part["command"])]
        return Instance(name, command, environment, folder, self.folder / f"{name.replace(' ', '-')}.log")

    def add(self, name, part, number, *wanted):
        """Starts an instance, and knows it before anything can interrupt this."""
        with self.interruption.held():
            instance = self.start(name, part, number)
            self.instances.append(instance)
            if number == 0:
                self.server = instance
            else:
                self.clients.append(instance)
            instance.start(self.of.get("end"), *wanted)

    def start_server(self):
        part = self.of["server"]
        self.add("server", part, 0, part.get("ready"))
        self.progress(f"the server starts on port {self.server_port}")
        if "ready" not in part:
            wait_until(lambda: self.server.status is not None, part.get("ready_seconds", 1.0))
            return
        patience = part.get("ready_seconds", 30.0)
        wait_until(lambda: self.server.has(part["ready"]) or self.server.status is not None, patience)
        if not self.server.has(part["ready"]):
            self.failures.append(("server: ready", f"its output lacks '{part['ready']}' after {patience:g} s"))

    def start_clients(self):
        part = self.of["client"]
        for number in range(1, part.get("count", 1) + 1):
            self.add(f"client {number}", part, number, part.get("joined"))
            wait_until(lambda: self.server.status is not None, part.get("apart_seconds", 0.2))

    def wait(self):
        seconds, end = self.of.get("seconds", 20.0), self.of.get("end")
        begin = told = time.monotonic()
        self.progress(f"{len(self.clients)} clients play on port {self.client_port} for {seconds:g} s")
        while (now := time.monotonic()) - begin < seconds:
            if end and any(instance.has(end) for instance in self.instances):
                return
            running = [client for client in self.clients if client.status is None]
            if self.server.status is not None or not running:
                return
            if any(recorder.process.poll() is not None for recorder in self.recorders):
                raise Refused("godotdump ended while the game ran")
            if now - told >= 5:
                told = now
                self.progress(f"{now - begin:.0f} s of {seconds:g}: the server and {len(running)} of {len(self.clients)} clients run")
            time.sleep(0.1)
        if end:
            self.failures.append(("run: end", f"no output has '{end}' after {seconds:g} s"))

    # --- Judge --------------------------------------------------------------------------------------------------------

    def judge_endings(self, ended):
        allowed = [re.compile(pattern) for pattern in texts(self.of.get("allow_errors"))]
        for instance in self.instances:
            status = ended[instance.name]
            if status not in (None, 0):
                kind = "crash" if status < 0 or status >= 128 else "exit status"
                self.failures.append((f"{instance.name}: {kind}", instance.ending))
            for line, count in instance.errors.items():
                if not any(pattern.search(line) for pattern in allowed):
                    self.failures.append((f"{instance.name}: engine error", line + (f" ({count} times)" if count > 1 else "")))

    def who_never_joined(self, measured):
        """Failures: clients whose output lacks the line, and, if more are missing, how many peers the recording has. `measured`:
        None if nothing was recorded."""
        line, count = self.of["client"].get("joined"), len(self.clients)
        missing = [client.name for client in self.clients if line and not client.has(line)]
        found = [(f"{name}: joined", f"it never joined: its output lacks '{line}'") for name in missing]
        peers = len(measured["peers"]) if measured else 0
        if peers < count - len(missing):
            found.append(("clients: joined", f"{count} clients were started, and the recording has {peers} that joined"))
        return found

    def ending(self):
        """Seconds from the beginning of the recordings to the end of play; None: not known."""
        begins = [begin for path in self.recordings() if (begin := first_time(path)) is not None]
        return max(0.0, self.ended_at - min(begins)) if begins and self.ended_at else None

    def recordings(self):
        """The captures of the run."""
        if self.record != "addon":
            return [str(self.capture)]
        found = sorted(str(path) for path in self.recorded.rglob("*.pcapng"))
        if not found:
            raise Refused("the addon has recorded nothing: is it enabled in the project, and set to record in this build?")
        return found
