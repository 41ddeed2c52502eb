# SPDX-License-Identifier: MIT
"""The examples in the pages of docs/wire: rows of tables that begin with bytes in hexadecimal."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "docs" / "wire"
ROW = re.compile(r"\|\s*`(?P<bytes>[0-9a-f ]{8,})`\s*\|\s*(?P<of>[^|]+?)\s*\|\s*`(?P<says>.*?)`\s*\|[^|]*\|")


@dataclass(frozen=True)
class Example:
    page: str
    data: bytes
    of: str  # a dialect, or the transport of the message
    says: str  # a text, or a display filter

    def __str__(self):
        return f"{self.page}: {self.data.hex()}"


def examples():
    found = []
    for path in sorted(PAGES.glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if row := ROW.fullmatch(line):
                found.append(Example(path.name, bytes.fromhex(row["bytes"]), row["of"], row["says"]))
    return found


EVIDENCE = re.compile(r"\b(captures?|vectors?|sources?)\b", re.IGNORECASE)


def without_evidence(text):
    """The paragraphs and tables of a page that state a fact, without those that show its evidence.

    The paragraph beside a table may contain its evidence. Tables between marks are the codec's own; a paragraph that ends with
    a colon introduces a table.
    """
    text = re.sub(r"<!-- table .*?<!-- end -->", "", text, flags=re.DOTALL)
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text) if block.strip() and not block.startswith("#")]
    missing = []
    for number, block in enumerate(blocks):
        if block.startswith("|"):
            beside = "\n".join(blocks[max(0, number - 1) : number + 2])
            if not EVIDENCE.search(beside):
                missing.append(block)
        elif not block.endswith(":") and not EVIDENCE.search(block):
            missing.append(block)
    return missing


def rows_with_bytes():
    """Rows that look like examples, whether examples() finds them or not."""
    begins = re.compile(r"\|\s*`[0-9a-f]{2}[0-9a-f ]{4,}`")
    lines = [line for path in PAGES.glob("*.md") for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if begins.match(line)]
