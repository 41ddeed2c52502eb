#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles each file of the given folders by itself, without code: a file that includes less than it uses fails.

The usual build compiles several files together (GODOT_UNITY), where one file's includes serve the next. With GODOT_SHARE=N it
compiles about one of N files, the same in each run.

    check_own_includes.py SOURCE BUILD FOLDER...    BUILD is configured, with the options of SOURCE's build, and nothing is built"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
import shares  # noqa: E402


def commands(source, build, options):
    subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DGODOT_UNITY=OFF", "-DGODOT_WERROR=ON", "-DGODOT_TESTS=OFF",
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options], check=True, stdout=subprocess.DEVNULL)
    return json.loads((build / "compile_commands.json").read_text())


def without_code(command):
    """The command, which reads the file, warns, and writes nothing."""
    words = shlex.split(re.sub(r" -o \S+", "", command))
    return [word for word in words if not re.fullmatch(r"-O\w|-g\d?", word)] + ["-fsyntax-only"]


def main():
    source, build = Path(sys.argv[1]), Path(sys.argv[2])
    folders = [source / name for name in sys.argv[3:]]
    options = [option for option in os.environ.get("OPTIONS", "").split(";") if option]
    chosen = [
        each
        for each in commands(source, build, options)
        if any(folder in Path(each["file"]).parents for folder in folders)
        and shares.is_chosen(Path(each["file"]).relative_to(source).as_posix())
    ]
    if len(chosen) < 400 // (2 * shares.SHARE):
        print(f"only {len(chosen)} files in {', '.join(map(str, folders))}")
        return 1
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = [*pool.map(lambda each: subprocess.run(without_code(each["command"]), cwd=each["directory"], capture_output=True,
                                                      text=True, check=False), chosen)]
    failed = [each for each in done if each.returncode != 0 or each.stderr]
    for each in failed:
        print(each.stderr)
    print(f"{len(chosen)} files, {len(failed)} fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
