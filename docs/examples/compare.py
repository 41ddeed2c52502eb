#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a change to a game has saved: compares two profiles, row by row.

    tshark -2 -q -r before.pcapng -z godot,profile,csv > before.csv
    tshark -2 -q -r after.pcapng -z godot,profile,csv > after.csv
    compare.py before.csv after.csv

Works with every table of the profile. Rows come by what they have saved, most first; `each` is the mean cost of one.
"""

import argparse
import csv
import sys

FIGURES = "count own protocol share again total".split()
NOTHING = dict.fromkeys(FIGURES, 0)


def load(path):
    """The rows of a CSV file by their names, which are the columns in front of `count`."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames is None or "total" not in reader.fieldnames:
            raise ValueError(f"{path}: no profile: its first line has no `total`")
        names = reader.fieldnames[: reader.fieldnames.index("count")]
        return {
            tuple(row[name] for name in names): {figure: int(row[figure]) for figure in FIGURES} for row in reader
        }


def each(row):
    return f"{row['total'] / row['count']:.1f}" if row["count"] else ""


def compare(before, after):
    """For each row of either: its name, its figures before and after."""
    names = {**before, **after}
    rows = [(name, before.get(name, NOTHING), after.get(name, NOTHING)) for name in names]
    return sorted(rows, key=lambda row: (row[2]["total"] - row[1]["total"], row[0]))


def show(rows, out):
    """A table of tab-separated columns."""
    print("saved", "before", "after", "each before", "each after", "row", sep="\t", file=out)
    totals = [0, 0]
    for name, before, after in rows:
        totals[0] += before["total"]
        totals[1] += after["total"]
        saved = before["total"] - after["total"]
        label = " ".join(part for part in name if part)
        print(saved, before["total"], after["total"], each(before), each(after), label, sep="\t", file=out)
    saved = totals[0] - totals[1]
    percent = f" ({100 * saved / totals[0]:.1f} %)" if totals[0] else ""
    print(saved, *totals, "", "", f"all{percent}", sep="\t", file=out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    chosen = parser.parse_args()
    try:
        show(compare(load(chosen.before), load(chosen.after)), sys.stdout)
    except (OSError, ValueError) as error:
        sys.exit(f"compare.py: {error}")


if __name__ == "__main__":
    main()
