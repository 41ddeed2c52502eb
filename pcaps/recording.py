# SPDX-License-Identifier: MIT
"""Shared by the scripts that record captures: a network namespace, and tcpdump on its loopback."""

import os
import subprocess
import sys
import time
from pathlib import Path

PORT = 24680


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def enter_own_network(script):
    """Restarts the script in a network namespace that has a loopback interface only."""
    if "PCAPS_OWN_NETWORK" not in os.environ:
        os.environ["PCAPS_OWN_NETWORK"] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, script, *sys.argv[1:]])
    run("ip", "link", "set", "lo", "up", "mtu", "1500", "gso_max_segs", "1")
    # On two processors, segments of one stream would be sent, and recorded, out of order.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    # Ports of clients are just above the server's, for connections and for bound sockets.
    Path("/proc/sys/net/ipv4/ip_local_port_range").write_text("24682 24699")


class Capture:
    """tcpdump on the loopback, of one port or a range (`1-3`), while the block runs; fails if a packet was dropped."""

    def __init__(self, path, port=PORT):
        self.path = path
        self.port = port

    def __enter__(self):
        self.file = open(self.path, "wb")
        self.process = subprocess.Popen(
            ["tcpdump", "-i", "lo", "-n", "-s", "0", "-B", "65536", "--immediate-mode", "-U",
             "-Z", "root", "-w", "-", f"portrange {self.port}"],
            stdout=self.file, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "listening on" in line:
                return self
        raise SystemExit("tcpdump did not start")

    def __exit__(self, *_):
        time.sleep(0.5)
        self.process.terminate()
        counts = self.process.communicate()[1]
        self.file.close()
        if "\n0 packets dropped by kernel" not in counts:
            raise SystemExit(f"{self.path}: {counts}")
