# SPDX-License-Identifier: MIT
"""Where the keys of a TOML file stand: tomllib tells no lines. Keys are paths such as ("row", 1, "node"), as in the document that
tomllib makes. Files are valid when they come here."""

import re

HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'))*)\s*=\s*")
QUOTES = ('"""', "'''")


def names_of(text):
    return [part.strip().strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[^.\s]+", text)]


def without_texts(line):
    """The line without texts and comments: brackets in these count for nothing."""
    line = re.sub(r"\"(?:\\.|[^\"\\])*\"|'[^']*'", "", line)
    return line.partition("#")[0]


class Lines:
    """Line numbers from 1 of keys and tables, by path."""

    def __init__(self, text):
        self.of, self.counts = {}, {}
        self.table = ()
        depth, quote = 0, None
        for number, line in enumerate(text.splitlines(), 1):
            if quote:
                quote = None if quote in line else quote
                continue
            if depth == 0:
                self.take(line, number)
            quote = next((each for each in QUOTES if line.count(each) % 2), None)
            plain = without_texts(line.partition(quote)[0] if quote else line)
            if depth or not HEADER.match(line):
                depth += sum(plain.count(sign) for sign in "[{") - sum(plain.count(sign) for sign in "]}")

    def take(self, line, number):
        if header := HEADER.match(line):
            self.open(names_of(header[2]), header[1] == "[[", number)
        elif key := KEY.match(line):
            self.of.setdefault((*self.table, *names_of(key[1])), number)

    def open(self, names, is_array, number):
        path = []
        for at, name in enumerate(names):
            path.append(name)
            last = at + 1 == len(names)
            if last and is_array:
                self.counts[tuple(path)] = self.counts.get(tuple(path), -1) + 1
            if tuple(path) in self.counts:
                path.append(self.counts[tuple(path)])
        self.table = tuple(path)
        self.of.setdefault(self.table, number)

    def line(self, path):
        """Of the key, else of the table that has it; None: it is in neither form."""
        path = tuple(path)
        while path:
            if path in self.of:
                return self.of[path]
            path = path[:-1]
        return None


def with_value(line, value):
    """The line of a key with another number, and with its comment. None: its value is no plain number or text."""
    key = KEY.match(line)
    found = key and re.match(r"([-+0-9._eE]+|\"[^\"]*\"|'[^']*')(\s*(#.*)?)$", line[key.end() :].rstrip("\r\n"))
    return f"{line[: key.end()]}{value}{found[2]}" if found else None
