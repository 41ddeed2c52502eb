# SPDX-License-Identifier: MIT
"""The outcome: for a terminal, for a pull request (Markdown), for CI's list of tests (JUnit), for programs (JSON)."""

import json
import re
from xml.sax.saxutils import escape, quoteattr

from godot_tools.judge import NOT_JUDGED, OVER
from godot_tools.programs import CANNOT_JUDGE, WITHIN, shown
from godot_tools.programs import OVER as STATUS_OVER

MOST_CHANGES = 12  # in the table
# Said, but no limit depends on them: single messages, as the last ones of a run; nodes that scripts make.
NO_GATE = ("undecided", "unknown_nodes")


class Outcome:
    """Everything that was judged."""

    def __init__(self, measured, checks=(), compared=None, allowed=(), failures=(), instances=(), projects=()):
        self.measured, self.checks, self.compared = measured, list(checks), compared
        self.projects = [str(project) for project in projects]
        self.failures = list(failures)  # of the run: (rule, sentence)
        self.instances = list(instances)
        reasons = measured["not_judged"] if measured else []
        allowed = (*allowed, *NO_GATE)
        self.open = [each for each in reasons if each["reason"] not in allowed]
        self.allowed = [each for each in reasons if each["reason"] in allowed]

    @property
    def over(self):
        return [check for check in self.checks if check.verdict == OVER]

    @property
    def not_judged(self):
        return [check for check in self.checks if check.verdict == NOT_JUDGED]

    @property
    def status(self):
        if self.over or self.failures:
            return STATUS_OVER
        left_out = self.compared.left_out if self.compared else []
        return CANNOT_JUDGE if self.not_judged or self.open or left_out else WITHIN

    @property
    def headline(self):
        parts = []
        if self.failures:
            parts.append(f"{len(self.failures)} of the run failed")
        if self.over:
            parts.append(f"{len(self.over)} of {len(self.checks)} limits exceeded")
        left = len(self.not_judged) + len(self.open) + (len(self.compared.left_out) if self.compared else 0)
        if left:
            parts.append(f"{left} not judged")
        if parts:
            return ", ".join(parts)
        if self.checks:
            return f"within budget: {len(self.checks)} limits"
        return "nothing was limited" if not self.compared else "compared with the baseline"

    def remedy(self, reason):
        if reason["reason"] != "no_project":
            return reason.get("what_to_do", "")
        if self.projects:
            return f"{', '.join(self.projects)}: do the projects belong to this game?"
        return 'Name the game\'s project (--project DIR, or project in the budget), or allow it: allow = ["no_project"]'

    def reasons(self):
        """Sentences: what was not judged."""
        found = [f"{check.rule}: {check.why}" for check in self.not_judged]
        found += [f"{each['what']} ({each['reason']}). {self.remedy(each)}".strip() for each in self.open]
        if self.compared:
            found += [f"baseline: the phase {phase} is too short in one of the recordings" for phase in self.compared.left_out]
        return found


def number(value):
    """Three digits, thousands apart."""
    if value is None:
        return ""
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def factor_of(check):
    if check.factor is None or check.verdict != OVER:
        return ""
    return f"{check.factor:.2f} x"


def checks_table(checks):
    order = {OVER: 0, NOT_JUDGED: 1}
    rows = [("verdict", "rule", "measured", "limit", "factor", "where")]
    for check in sorted(checks, key=lambda check: (order.get(check.verdict, 2), -(check.factor or 0))):
        measured = "" if check.figure is None else f"{number(check.figure.value)} {check.unit}".strip()
        rows.append((check.verdict, check.rule, measured, number(check.limit), factor_of(check), check.figure.of if check.figure else check.why))
    return rows


def changes_table(compared):
    rows = [("phase", "mark", "before", "after", "change", "row")]
    for change in compared.marked[:MOST_CHANGES]:
        name = " ".join(part for part in change.name if part)
        percent = f"{100 * change.change / change.before:+.0f} %" if change.before else ""
        rows.append((change.phase, change.mark, f"{number(change.before)} {change.unit}", f"{number(change.after)} {change.unit}", percent, name))
    return rows


def advice_rows(outcome):
    """What the game could save, the largest first: rows of godot,advice."""
    return outcome.measured.get("advice", []) if outcome.measured else []


def advice_table(outcome):
    rows = [("advice", "saves", "of the game", "for")]
    for row in advice_rows(outcome):
        rows.append((row["advice"], f"{number(row['saves'])} B", f"{number(row['percent'])} %", name_of_advice(row)))
    return rows


def name_of_advice(row):
    return " ".join(part for part in (row["node"], row["member"]) if part)


def aligned(rows):
    cells = [[shown(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells]


# How each of these files may begin, also that of a project's audit.
BEGINS = {
    "junit": ('<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="netcode" ',),
    "markdown": ("### Netcode: ", "### Netcode of the project\n"),
    "json": ('{\n "verdict": ', '{\n "findings": '),
}


def text_of(outcome):
    lines = [shown(outcome.headline)]
    lines += [f"  failed: {shown(rule)}: {shown(why)}" for rule, why in outcome.failures]
    if outcome.checks:
        lines += ["", *aligned(checks_table(outcome.checks))]
    if outcome.compared:
        more = len(outcome.compared.marked) - MOST_CHANGES
        lines += ["", *(aligned(changes_table(outcome.compared)) if outcome.compared.marked else ["baseline: no change above the noise"])]
        lines += [f"and {more} more"] if more > 0 else []
    lines += ["", *aligned(advice_table(outcome))] if advice_rows(outcome) else []
    lines += ["", *(f"not judged: {shown(each)}" for each in outcome.reasons())] if outcome.reasons() else []
    lines += [f"allowed: not judged: {shown(each['what'])}" for each in outcome.allowed]
    for instance in outcome.instances:
        lines += ["", f"{instance.name}: {instance.ending}", *(f"  {shown(line)}" for line in instance.last_lines)]
    return "\n".join(lines) + "\n"


def markdown_cell(text):
    """A cell that is nothing but text, whoever has chosen the name in it."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&])", r"\\\1", shown(text))


def markdown_table(rows):
    first, *others = [[markdown_cell(cell) for cell in row] for row in rows]
    return ["| " + " | ".join(row) + " |" for row in (first, ["---"] * len(first), *others)]


def markdown_advice(outcome):
    """A section with what the game could save, what that costs, and how it was computed."""
    if not advice_rows(outcome):
        return []
    rows = [("advice", "for", "saves", "of the game", "what it costs", "how it was computed")]
    for row in advice_rows(outcome):
        rows.append((row["advice"], name_of_advice(row), f"{number(row['saves'])} B", f"{number(row['percent'])} %", row["costs"], row["how"]))
    return ["#### What would be saved", "", *markdown_table(rows), ""]


def markdown_of(outcome):
    signs = {WITHIN: "Within budget", STATUS_OVER: "Over budget", CANNOT_JUDGE: "Cannot judge"}
    lines = [f"### Netcode: {signs[outcome.status]}", "", markdown_cell(outcome.headline), ""]
    lines += [f"* failed: {markdown_cell(rule)}: {markdown_cell(why)}" for rule, why in outcome.failures]
    lines += [""] if outcome.failures else []
    if outcome.checks:
        lines += [*markdown_table(checks_table(outcome.checks)), ""]
    if outcome.compared and outcome.compared.marked:
        lines += [*markdown_table(changes_table(outcome.compared)), ""]
    elif outcome.compared:
        lines += ["No change above the noise.", ""]
    lines += markdown_advice(outcome)
    lines += [f"* not judged: {markdown_cell(each)}" for each in outcome.reasons()]
    for instance in outcome.instances:
        lines += ["", f"<details><summary>{escape(shown(instance.name))}: {escape(shown(instance.ending))}</summary>", "", "```text"]
        lines += [re.sub("`{3,}", "'''", shown(line)) for line in instance.last_lines] + ["```", "", "</details>"]
    return "\n".join(lines).rstrip() + "\n"


def junit_of(outcome):
    """Each limit is a test; one that was not judged is an error, because readers take skipped ones for passed."""
    cases = []
    for check in outcome.checks:
        measured = "" if check.figure is None else f"{number(check.figure.value)} {check.unit}, limit {number(check.limit)} {factor_of(check)} {check.figure.of}"
        body = ""
        if check.verdict == OVER:
            body = f"<failure message={quoteattr(shown(measured.strip()))}/>"
        elif check.verdict == NOT_JUDGED:
            body = f"<error message={quoteattr(shown('not judged: ' + check.why))}/>"
        cases.append((check.rule, body))
    cases += [(rule, f"<failure message={quoteattr(shown(why))}/>") for rule, why in outcome.failures]
    others = [each for each in outcome.reasons() if not any(each.startswith(f"{check.rule}: ") for check in outcome.not_judged)]
    cases += [("everything was judged", f"<error message={quoteattr(shown(each))}/>") for each in others]
    failures, errors = (sum(body.startswith(f"<{kind} ") for _, body in cases) for kind in ("failure", "error"))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuite name="netcode" tests="{len(cases)}" failures="{failures}" errors="{errors}">']
    lines += [f"<testcase classname=\"netcode\" name={quoteattr(shown(name))}>{body}</testcase>" for name, body in cases]
    return "\n".join([*lines, "</testsuite>"]) + "\n"


def json_of(outcome):
    words = {WITHIN: "within", STATUS_OVER: "over", CANNOT_JUDGE: "cannot judge"}
    document = {
        "verdict": words[outcome.status],
        "checks": [check.document() for check in outcome.checks],
        "failures": [{"rule": rule, "why": why} for rule, why in outcome.failures],
        "changes": [change.document() for change in outcome.compared.marked] if outcome.compared else None,
        "advice": advice_rows(outcome),
        "not_judged": outcome.reasons(),
        "instances": [instance.document() for instance in outcome.instances],
        "measured": outcome.measured,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
