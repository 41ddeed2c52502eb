# SPDX-License-Identifier: MIT
"""Runs sharkd with the plugin. It dissects a packet as Wireshark's list does: a filter's items are asked for, no tree is displayed."""

import json
import shutil
import subprocess

import harness


def converse(capture, *requests):
    """One sharkd's answers to these requests about a capture."""
    shop = harness.workshop()
    load = {"method": "load", "params": {"file": str(shop.readable(capture))}}
    requests = [load, *requests, {"method": "bye"}]
    lines = [json.dumps({"jsonrpc": "2.0", "id": i, **request}) for i, request in enumerate(requests, 1)]
    sharkd = shutil.which("sharkd", path=str(harness.Path(harness.TSHARK).parent)) or "sharkd"
    done = subprocess.run(shop.as_user(sharkd, "-"), input="\n".join(lines) + "\n", text=True, cwd=shop.home,
                          env=shop.environment(True), capture_output=True, check=True, timeout=harness.PATIENCE)
    return [json.loads(line) for line in done.stdout.split("\n") if line.startswith("{")][1:]
