# SPDX-License-Identifier: MIT
"""Free ports of this machine."""

import socket

from godot_tools.programs import Refused


def free_port():
    """Free for UDP and for TCP."""
    for _ in range(100):
        with socket.socket() as probe, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
            probe.bind(("127.0.0.1", 0))
            try:
                other.bind(probe.getsockname())
            except OSError:
                continue
            return probe.getsockname()[1]
    raise Refused("no port is free")
