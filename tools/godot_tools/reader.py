# SPDX-License-Identifier: MIT
"""Answers from captures: by godot-analyse, or by tshark with the plugin. Both have the same questions and the same JSON."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from godot_tools.programs import Refused, beside, output_of

MOST_QUESTIONS = 200  # of one run: systems limit the length of a command line


class Table:
    """Rows of a question, and why there may be more."""

    def __init__(self, document):
        if not isinstance(document, dict) or not isinstance(document.get("rows"), list):
            raise Refused("the answer is no table in JSON: godot-analyse or the plugin is of another version")
        self.rows = document["rows"]
        self.not_judged = document.get("not_judged", [])


def documents(text):
    """The JSON documents of an output, one behind the other."""
    decoder, at, found = json.JSONDecoder(), 0, []
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            document, at = decoder.raw_decode(text, at)
        except ValueError as error:
            raise Refused("the answer is no JSON: godot-analyse or the plugin is of another version") from error
        found.append(document)
    return found


class Analyse:
    """godot-analyse."""

    most_slices = 400

    def __init__(self, program, projects):
        self.program = program
        self.options = [word for project in projects for word in ("--project", project)]

    def run(self, captures, questions):
        found = documents(output_of([self.program, *captures, *self.options, *questions], Path(captures[0]).name))
        if len(found) != len(questions):
            raise Refused(f"{self.program}: {len(found)} answers to {len(questions)} questions: it is of another version")
        return [Table(document) for document in found]


class Tshark:
    """tshark with the plugin. It reads one file: several are merged first."""

    most_slices = 100

    def __init__(self, program, projects, options):
        self.program = program
        preferences = [f'uat:godot_projects:"{project}"' for project in projects] + options
        self.options = [word for preference in preferences for word in ("-o", preference)]
        if b"godot" not in output_of([program, "-G", "plugins"], program).encode():
            raise Refused(f"{program} lacks the plugin for Godot, and there is no godot-analyse")

    def run(self, captures, questions):
        if len(captures) == 1:
            return self.ask(captures[0], questions)
        if not shutil.which("mergecap"):
            raise Refused("tshark reads one capture; several need godot-analyse, or mergecap, and neither is in PATH")
        with tempfile.TemporaryDirectory(prefix="godot-netcheck-") as folder:
            whole = Path(folder) / "whole.pcapng"
            output_of(["mergecap", "-w", whole, *captures], "mergecap")
            return self.ask(whole, questions)

    def ask(self, capture, questions):
        """The order of the answers depends on tshark's version, and those with a filter stand together: the first and the last
        question are known by their columns, and have a filter if the others have one."""
        every = ",frame.time_relative >= 0 && frame.time_relative < 1000000000" if "frame." in questions[0] else ""
        asked = [f"godot,sync,json{every}", *questions, f"enet,streams,json{every}"]
        words = [word for question in asked for word in ("-z", question)]
        found = documents(output_of([self.program, "-2", "-q", "-n", "-r", capture, *self.options, *words], Path(capture).name))
        if len(found) != len(asked):
            raise Refused(f"{capture}: {len(found)} answers to {len(asked)} questions: is the plugin for Godot there?")
        if self.is_reversed(found):
            found.reverse()
        return [Table(document) for document in found[1:-1]]

    @staticmethod
    def is_reversed(found):
        first, last = (document["rows"][:1] for document in (found[0], found[-1]))
        return any("verdict" in row for row in first) or any("states" in row for row in last)


def find_analyse():
    return os.environ.get("GODOT_ANALYSE") or shutil.which("godot-analyse") or beside("godot-analyse")


def find_reader(analyse, tshark, projects, options):
    """`analyse`, `tshark`: as named by the user; None: what this machine has, godot-analyse first."""
    for project in projects:
        if not (Path(project) / "project.godot").is_file():
            why = "it has no project.godot" if Path(project).is_dir() else "it is no folder" if Path(project).exists() else "there is no such folder"
            raise Refused(f"{project}: no project of Godot: {why}")
    if tshark is None and (program := analyse or find_analyse()):
        return Analyse(program, projects)
    program = tshark or os.environ.get("TSHARK") or "tshark"
    if not shutil.which(program):
        raise Refused("nothing here reads captures: godot-analyse is not in PATH, nor is tshark with the plugin for Godot")
    return Tshark(program, projects, options)
