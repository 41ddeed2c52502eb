# SPDX-License-Identifier: MIT
"""Programs that a run starts, each in a process group of its own, so that what they start ends with them."""

import collections
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

from godot_tools.programs import Refused

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
ERROR = re.compile(r"\s*(?:USER |SCRIPT |USER SCRIPT )?ERROR: ?(.*)|.*(handle_crash: .*)")
LAST_LINES = 8
MOST_ERRORS = 50  # kinds of lines, of one instance
LONGEST_LINE = 2000  # characters that are kept
LARGEST_LOG = 64 << 20  # bytes; of what comes later, only the last lines and the errors are kept
MARK = "GODOT_NETCHECK_RUN"  # in the environment of all that a run starts
WINDOWS = os.name == "nt"


def stop_group(process, hard):
    """Ends a process and all that it started."""
    if WINDOWS:
        words = ["taskkill", "/T", "/PID", str(process.pid)] + (["/F"] if hard else [])
        subprocess.run(words, capture_output=True, check=False)
        return
    try:
        os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        pass  # all have ended; macOS reports a group of zombies as not permitted


def stop_marked(mark):
    """Ends what an instance has started in a session of its own, as OS.create_process() of Godot does: it has the mark in its environment.
    Where there is no /proc, such programs stay."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(50):  # one that is ended may have started another one meanwhile
        found = [int(place.parent.name) for place in Path("/proc").glob("[0-9]*/environ") if wanted in environment_of(place)]
        for number in found:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if not found:
            return
        time.sleep(0.05)


def environment_of(place):
    try:
        return place.read_bytes().split(b"\0")
    except OSError:  # it has ended, or is another user's
        return []


def ended_text(status):
    if status < 0:
        try:
            return f"ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"ended by signal {-status}"
    return f"ended with status {status}"


class Instance:
    """A running game. Its output goes into a file; errors and the last lines are kept."""

    def __init__(self, name, command, environment, folder, log):
        self.name, self.log = name, log
        self.errors = collections.Counter()
        self.last_lines = collections.deque(maxlen=LAST_LINES)
        self.seen, self.wanted = set(), set()
        self.was_stopped = False
        self.is_ending = False  # the game is being ended, this instance or another one
        options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if WINDOWS else {"start_new_session": True}
        try:
            self.process = subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, **options)  # fmt: skip
        except OSError as error:
            raise Refused(f"{name}: {command[0]}: {error.strerror}") from error
        except ValueError as error:  # a null character, or an equals sign in a variable's name
            raise Refused(f"{name}: {command[0]}: {error}") from error
        self.reader = threading.Thread(target=self.read, daemon=True)

    def start(self, *wanted):
        """Begins to read. `wanted`: texts of which has() tells whether a line had them."""
        self.wanted = {text for text in wanted if text}
        self.reader.start()
        return self

    def read(self):
        left = LARGEST_LOG
        with open(self.log, "wb") as log:
            for line in iter(lambda: self.process.stdout.readline(1 << 16), b""):
                log.write(line[:left])
                left -= min(left, len(line))
                log.flush()
                self.take(COLOURS.sub("", line.decode(errors="replace").rstrip("\r\n"))[:LONGEST_LINE])

    def take(self, line):
        if line:
            self.last_lines.append(line)
        self.seen |= {text for text in self.wanted if text in line}
        found = ERROR.fullmatch(line)
        # What an instance says while the game is being ended is no fault of the game.
        if found and not self.is_ending and (line in self.errors or len(self.errors) < MOST_ERRORS):
            self.errors[line.strip()] += 1

    def has(self, text):
        return text in self.seen

    @property
    def status(self):
        """None: it runs."""
        return self.process.poll()

    def ask_to_end(self):
        if self.status is None:
            self.was_stopped = True
            stop_group(self.process, hard=False)

    def stop(self, seconds=3.0):
        """Ends it and all that it started, whatever happens."""
        if self.status is None:
            if not self.was_stopped:
                self.ask_to_end()
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
        stop_group(self.process, hard=True)
        self.process.wait()
        self.reader.join(2)

    @property
    def ending(self):
        if self.was_stopped:
            return "stopped"
        return "runs" if self.status is None else ended_text(self.status)

    def document(self):
        return {"name": self.name, "status": self.status, "stopped": self.was_stopped, "errors": dict(self.errors),
                "last_lines": list(self.last_lines)}  # fmt: skip


def wait_until(condition, seconds):
    """Whether it became true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return False
        time.sleep(0.05)
    return True
