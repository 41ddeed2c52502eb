# SPDX-License-Identifier: MIT
"""Files that a user has named: what another program made is left as it is."""

import os
from pathlib import Path

from godot_tools.programs import Refused

MARK = ".godot-wireshark"  # in a folder of outputs; its text names the program


def check_place(path):
    """Refuses a name that nothing can be written to, before anything is read or played. Devices and pipes are not tried."""
    place = Path(path)
    try:
        if place.is_dir():
            raise Refused(f"{path}: it is a folder")
        if not place.exists() and not place.parent.is_dir():
            raise Refused(f"{path}: No such file or directory: {place.parent}")
        if not os.access(place if place.exists() else place.parent, os.W_OK):
            raise Refused(f"{path}: Permission denied")
    except (OSError, ValueError) as error:  # a null character, a name that is too long
        raise Refused(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def leave_others(path, *begins):
    """Refuses a file that has something in it and begins otherwise than those of this program. Devices and pipes are none."""
    if not Path(path).is_file():
        return
    wanted = tuple(each.encode() for each in begins)
    try:
        with open(path, "rb") as file:
            front = file.read(max(map(len, wanted)))
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    if front and not front.startswith(wanted):
        raise Refused(f"{path}: a file of another kind has this name; it is left as it is")


def folder_of_outputs(path, program):
    """Makes a folder in which `program` overwrites what an earlier run of it has left. Refuses one with other files in it."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / MARK).exists() and any(folder.iterdir()):
            raise Refused(f"{folder}: this folder has files that are not of {program}; name a new one")
        (folder / MARK).write_text(f"{program} overwrites the files of this folder.\n", encoding="utf-8")
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}") from error
    return folder
