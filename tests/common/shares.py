# SPDX-License-Identifier: MIT
"""With GODOT_SHARE=N, long sweeps look at about one of N files, the same in each run: chosen by the checksum of their names."""

import os
import zlib

SHARE = int(os.environ.get("GODOT_SHARE", "1"))


def is_chosen(name):
    return zlib.crc32(name.encode()) % SHARE == 0
