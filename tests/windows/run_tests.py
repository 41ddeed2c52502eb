# SPDX-License-Identifier: MIT
"""Runs modules of tests/dissection, all but those tests that not_run.txt names with a reason:

    run_tests.py MODULE...

Each skipped test is listed with its reason, and counts as neither passed nor failed. A name in not_run.txt that is no test is an
error."""

import importlib
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "dissection"))


def reasons():
    """Names of tests, or of whole modules, with the reason why they are not run."""
    rows = [line.split(None, 1) for line in (HERE / "not_run.txt").read_text(encoding="utf-8").splitlines()]
    return {row[0]: row[1] for row in rows if row and not row[0].startswith("#")}


def tests_of(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_of(part)
        else:
            yield part


def main(modules):
    why = reasons()
    chosen, left_out, known = unittest.TestSuite(), [], set(modules)
    for module in modules:
        if module in why:
            left_out.append((module, why[module]))
            continue
        names = getattr(importlib.import_module(f"test_{module}"), "CHOSEN", [f"test_{module}"])
        for test in tests_of(unittest.defaultTestLoader.loadTestsFromNames(names)):
            name = test.id().removeprefix("test_")
            known.add(name)
            if name in why:
                left_out.append((name, why[name]))
            else:
                chosen.addTest(test)
    lost = [name for name in why if name.split(".")[0] in modules and name.split(".")[0] not in why and name not in known]
    for name in lost:
        print(f"not_run.txt names {name}, which is no test", file=sys.stderr)
    result = unittest.TextTestRunner(verbosity=2, buffer=False).run(chosen)
    for name, reason in left_out:
        print(f"not run: {name}: {reason}")
    print(f"{result.testsRun} tests run, {len(result.failures) + len(result.errors)} failed; {len(left_out)} not run")
    return result.wasSuccessful() and (result.testsRun or left_out) and not result.skipped and not lost


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
