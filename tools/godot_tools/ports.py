# SPDX-License-Identifier: MIT
"""Free ports of this machine."""

import random
import socket
import sys

from godot_tools.programs import Refused

# No system gives these to a program that asks for any port: a game opens its own seconds after it was chosen here. Of Wireshark's
# protocols, SSH alone is registered for one of them.
FIRST, LAST = 28000, 29999
OF_SSH = 29418
_given = {OF_SSH}
_random = random.SystemRandom()


def is_free(port):
    """For UDP and for TCP."""
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                return False
    return True


def reserve(port):
    """Whether no other program has been given it here, which may open it seconds later. A name that Linux forgets when this one ends."""
    if not sys.platform.startswith("linux"):
        return True
    name = socket.socket(socket.AF_UNIX)
    try:
        name.bind(f"\0godot-wireshark port {port}")
    except OSError:
        name.close()
        return False
    name.detach()
    return True


def free_port():
    """One that this program has not been given before."""
    for _ in range(LAST - FIRST):
        port = _random.randint(FIRST, LAST)
        if port not in _given and is_free(port) and reserve(port):
            _given.add(port)
            return port
    raise Refused("no port is free")
