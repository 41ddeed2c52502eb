# SPDX-License-Identifier: MIT
"""Godot projects from which the plugin takes names."""

import shutil
import threading
from pathlib import Path

import harness

PROJECTS = harness.PCAPS / "projects"

_known = {}
_lock = threading.Lock()  # some modules run tshark in several threads


def copied(project, changes=None, name=None, overlay=None):
    """A copy of a project that tshark's user can read. `changes` replaces the text of files; `overlay` is a folder
    whose files are copied over the project."""
    key = name or project.name
    folder = harness.workshop().folder / "projects" / key
    with _lock:
        if key in _known:
            return folder
        shutil.copytree(project, folder)
        if overlay:
            shutil.copytree(overlay, folder, dirs_exist_ok=True)
        for path, (old, new) in (changes or {}).items():
            text = (folder / path).read_text(encoding="utf-8")
            if old not in text:
                raise AssertionError(f"{path} has no {old}")
            (folder / path).write_text(text.replace(old, new), encoding="utf-8")
        for path in [folder.parent, *folder.rglob("*"), folder]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        _known[key] = folder
    return folder


def with_project(folder):
    return ["-o", f'uat:godot_projects:"{Path(folder).as_posix()}"']
