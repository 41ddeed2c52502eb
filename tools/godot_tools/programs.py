# SPDX-License-Identifier: MIT
"""Other programs of this package: where they are, and what they say if they fail."""

import os
import re
import shutil
import subprocess
from pathlib import Path

WITHIN, OVER, CANNOT_JUDGE = 0, 1, 2  # exit statuses


class Refused(Exception):
    """What was asked for cannot be done: a sentence for users, exit status 2."""


# Characters on which a terminal or an editor acts: controls, marks for the direction of text, separators of lines.
ACTING = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def shown(text):
    """Names and outputs are chosen by others: a terminal acts on no character of them."""
    return re.sub(ACTING, "?", str(text))


def output_of(command, about):
    """The standard output of a program that must succeed. `about`: begins the sentence if it does not."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, check=False)
    except OSError as error:
        raise Refused(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        # tshark says last what it could not read; godot-analyse says one thing.
        raise Refused(f"{about}: {shown(said[-1]) if said else f'{command[0]} ended with status {done.returncode}'}")
    return done.stdout.decode(errors="replace").replace("\r\n", "\n")


def beside(name):
    """A program next to the one that runs: archives have all in one folder."""
    folder = Path(__file__).resolve().parent.parent
    return shutil.which(name, path=str(folder))


def find_godotdump(tshark):
    """In $GODOTDUMP, in PATH, beside this program, or where tshark looks for interfaces. None: nowhere."""
    if found := os.environ.get("GODOTDUMP") or shutil.which("godotdump") or beside("godotdump"):
        return found
    folders = []
    if shutil.which(tshark):
        listed = subprocess.run([tshark, "-G", "folders"], capture_output=True, text=True, check=False).stdout
        folders = [line.partition(":")[2].strip() for line in listed.splitlines() if "extcap path" in line.lower()]
    for folder in (*folders, Path.home() / ".local/lib/wireshark/extcap"):
        if found := shutil.which("godotdump", path=str(folder)):
            return found
    return None
