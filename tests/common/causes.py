# SPDX-License-Identifier: MIT
"""The causes that the text of a verdict leaves: tests compare the whole list, so that one too many fails."""


def find_outside(text, sign):
    """Where `sign` begins outside of parentheses; -1: nowhere. Evidence may contain the signs that separate causes."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and text.startswith(sign, at):
            return at
    return -1


def before(text, sign):
    at = find_outside(text, sign)
    return text if at < 0 else text[:at]


def causes_in(text):
    """"CAUSE" or "CAUSE (EVIDENCE)" each, without remedies, in the verdict's order."""
    text = text.partition(". Not: ")[0]
    symptom, several, rest = text.partition(". One of: ")
    if not several:
        at = find_outside(symptom, ": ")
        return [before(symptom[at + 2 :] if at >= 0 else symptom, ". ")]
    causes = []
    while rest:
        cause = before(rest, "; ")
        causes.append(before(cause, ": "))
        rest = rest[len(cause) + 2 :]
    return causes
