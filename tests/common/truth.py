# SPDX-License-Identifier: MIT
"""The truth file beside a capture: the sender's own log of what it sent. See pcaps/README.md."""

import hashlib
import json
import re
from pathlib import Path

import godot_text

VARIANT_KINDS = ("udp_var", "tcp_var", "tcp_var_be", "ws_var", "tls_var", "dtls_var")
# Captures that use the truth file of another capture.
OTHER_TRUTH = {"variants_udp_snaplen80": "variants_udp"}


class Message(dict):
    """A line of truth."""

    @property
    def is_variant(self):
        return self.get("kind") in VARIANT_KINDS

    @property
    def dialect(self):
        if "dialect" in self:
            return self["dialect"]
        return "godot" + re.search(r"\d", self["engine"])[0]

    @property
    def generation(self):
        """The engine's major version."""
        return int(self.dialect[-1])

    @property
    def rounded(self):
        """Texts of these dialects show six digits of a float."""
        return self.dialect in ("godot2", "godot3")

    def same_bytes(self, data):
        """None if the data equals what was sent, or cannot be compared; otherwise the difference."""
        if len(data) != self["len"]:
            return f"{len(data)} bytes instead of {self['len']}"
        if self.get("pad_garbage"):
            return None
        if "hex" in self:
            return None if data.hex() == self["hex"] else f"bytes {data.hex()} instead of {self['hex']}"
        return None if hashlib.sha256(data).hexdigest() == self["sha256"] else "other bytes"

    @property
    def is_printed(self):
        """The text is the output of print(), which cannot be parsed."""
        return self["engine"] == "fusion-g2"

    def same_text(self, text):
        """None if the text equals the truth's, or the truth has no text; otherwise the difference."""
        if self.is_printed:
            good = godot_text.same_as_printed(text, self["text"])
            return None if good else f"text {text[:300]!r} instead of what prints as {self['text'][:300]!r}"
        if "text" in self:
            try:
                good = godot_text.same(text, self["text"], self.rounded)
            except ValueError as problem:
                return f"text {text[:200]!r}: {problem}"
            return None if good else f"text {text[:300]!r} instead of {self['text'][:300]!r}"
        if "text_sha256" not in self or self.rounded or "{" in text or "Object(" in text:
            return None  # the truth has only the hash of the text
        return None if hashlib.sha256(text.encode()).hexdigest() == self["text_sha256"] else "another long text"


def truth_of(capture):
    """The path of a capture's truth, or None."""
    capture = Path(capture)
    path = capture.with_name(OTHER_TRUTH.get(capture.stem, capture.stem) + ".truth.jsonl")
    return path if path.exists() else None


def load(path):
    """The messages of a truth file."""
    with open(path, encoding="utf-8") as lines:
        return [Message(json.loads(line)) for line in lines]
