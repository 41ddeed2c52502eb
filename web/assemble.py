# SPDX-License-Identifier: MIT
"""Makes the page one HTML file: its parts, the engine and an example in it, and a policy that allows nothing else."""

import argparse
import base64
import hashlib
import lzma
from pathlib import Path


def hash_of(text):
    """As a Content-Security-Policy names a script or a style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def packed(file):
    """Base 64 of LZMA with the size in its header, the same bytes for the same file. Nothing in it is aligned: pb=0 packs it better."""
    data = file.read_bytes()
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 22}]
    found = lzma.compress(data, lzma.FORMAT_ALONE, filters=filters)
    return base64.b64encode(found[:5] + len(data).to_bytes(8, "little") + found[13:]).decode()


def policy(scripts, styles):
    """No connection, no picture, no frame from elsewhere. Scripts and styles of the report are the report's own."""
    return "; ".join(["default-src 'none'", "script-src 'wasm-unsafe-eval' " + " ".join(map(hash_of, scripts)),
                      "style-src " + " ".join(map(hash_of, styles)), "worker-src blob:", "base-uri 'none'", "form-action 'none'"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("html", "style", "engine", "example", "out"):
        parser.add_argument("--" + name, type=Path, required=True)
    parser.add_argument("--script", type=Path, nargs="+", required=True, help="scripts of the page, in their order")
    parser.add_argument("--worker", type=Path, nargs="+", required=True, help="scripts of the worker, in their order")
    parser.add_argument("--report", type=Path, nargs=2, required=True, help="the report's script and style")
    parser.add_argument("--version", required=True)
    given = parser.parse_args()
    style = given.style.read_text()
    script = "\n".join(each.read_text() for each in given.script)
    worker = "\n".join(each.read_text() for each in given.worker)
    if "</script" in worker.lower() or "</script" in script.lower():
        raise SystemExit("assemble: a script that has </script in it would end there")
    report_script, report_style = (each.read_text() for each in given.report)
    page = given.html.read_text()
    parts = {"policy": policy([script, report_script], [style, report_style]), "version": given.version, "style": style, "script": script,
             "worker": worker, "engine": packed(given.engine), "example": packed(given.example), "example_name": given.example.name}
    for name, text in parts.items():
        before, found, after = page.partition("{{" + name + "}}")
        if not found:
            raise SystemExit(f"assemble: the page has no place for {name}")
        page = before + text + after
    given.out.write_text(page)


if __name__ == "__main__":
    main()
