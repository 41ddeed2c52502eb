# SPDX-License-Identifier: MIT
"""tshark, started once for many runs (started.cpp): a start takes about as long as reading a capture of ten thousand packets."""

import array
import os
import socket
import struct
import subprocess
import tempfile
import threading

# What registers protocols otherwise, or ends before: options of a start of their own.
EARLY = ("-C", "-G", "-X", "-v", "-h", "-D", "-L", "--")
NUMBER = struct.Struct("=i")
PATIENCE = 300  # seconds for the start, which is no part of a run


class Server:
    """A tshark that has registered its protocols."""

    def __init__(self, program, library, environment, folder):
        self.folder = tempfile.TemporaryDirectory(dir=folder, prefix="started-")
        self.path = os.path.join(self.folder.name, "socket")
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(self.path)
        listening.listen(16)
        until, self.alive = os.pipe()
        handed = (listening.fileno(), until)
        names = dict(zip(("GODOT_STARTED", "GODOT_STARTED_UNTIL"), map(str, handed)))
        # The address sanitizer must come first.
        names["LD_PRELOAD"] = ":".join(filter(None, (environment.get("LD_PRELOAD"), str(library))))
        self.process = subprocess.Popen(program, env={**environment, **names}, cwd=folder, pass_fds=handed,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        listening.close()
        os.close(until)

    def run(self, words, timeout):
        """As subprocess.run()."""
        with socket.socket(socket.AF_UNIX) as connection, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            connection.settimeout(max(timeout, PATIENCE))
            connection.connect(self.path)
            text = b"".join(os.fsencode(word) + b"\0" for word in map(str, words))
            files = array.array("i", [output.fileno(), errors.fileno()])
            connection.sendmsg([NUMBER.pack(len(text))], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
            connection.sendall(text)
            (process,) = NUMBER.unpack(self.read(connection))
            connection.settimeout(timeout)
            try:
                (status,) = NUMBER.unpack(self.read(connection))
            except TimeoutError:
                os.kill(process, 9)
                raise subprocess.TimeoutExpired(words, timeout) from None
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(status), output.read(), errors.read())

    @staticmethod
    def read(connection):
        data = connection.recv(NUMBER.size, socket.MSG_WAITALL)
        if len(data) != NUMBER.size:
            raise ConnectionError("the shared tshark has ended")
        return data


class Servers:
    """One for each environment."""

    def __init__(self, library, folder):
        self.library, self.folder = library, folder
        self.lock = threading.Lock()
        self.known = {}

    def run(self, command, place, environment, timeout):
        """Runs a command that has tshark at this place. None: it needs a start of its own."""
        if any(str(word).startswith(EARLY) for word in command[place + 1 :]):
            return None
        with self.lock:
            key = tuple(sorted(environment.items()))
            if key not in self.known:
                self.known[key] = Server(command[: place + 1], self.library, environment, self.folder)
        return self.known[key].run(command[place:], timeout)
