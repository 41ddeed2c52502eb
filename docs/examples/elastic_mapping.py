#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the mapping that `tshark -G elastic-mapping` writes fit the documents that `tshark -T ek` writes: reads the
first from standard input, and writes the mapping for the index to standard output.

tshark writes a layer in several pieces with the same key, and names of layers with a dot where documents have `_`. It
declares hexadecimal digits as `byte`, a number, and durations as `date`; and "dynamic": false leaves texts out of the index.
"""

import json
import sys

TYPES = {"byte": "keyword", "date": "double"}


def join_pieces(pairs):
    """An object of the mapping, its layers whole."""
    joined = {}
    for name, value in pairs:
        if isinstance(value, dict) and "properties" in value:
            layer = joined.setdefault(name.replace(".", "_"), {"properties": {}})
            layer["properties"].update(value["properties"])
        else:
            joined[name] = TYPES.get(value, value) if name == "type" else value
    return joined


def main():
    mapping = json.load(sys.stdin, object_pairs_hook=join_pieces)
    mapping["mappings"]["properties"]["timestamp"]["type"] = "date"
    mapping["settings"]["index.mapping.ignore_malformed"] = True  # numbers such as 0x0000001b (godot.variant.header)
    json.dump(mapping, sys.stdout)


if __name__ == "__main__":
    main()
