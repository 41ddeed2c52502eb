#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: python3-pandas 1.5.3+dfsg-2 (Debian 12)
# pandas 1.5.3, read_json(): texts become numbers, if all of a column look like some. The ids "76561198000000001" and "...003", written as
# texts so that no digit is lost, are both 76561198000000000; the names "007" and "7" are both 7, the bytes "12e4" are 120000 and "00e1"
# are 0. Ids that were written as numbers keep their digits. One text that is no number, or dtype=False, keeps the column.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm python3-pandas 1.5.3+dfsg-2
cat > "$root/tmp/read.py" <<'PY'
import io, json
import pandas

for title, column, options in (
    ("ids as numbers", [76561198000000001, 76561198000000003], {}),
    ("ids as texts", ["76561198000000001", "76561198000000003"], {}),
    ("ids as texts, dtype=False", ["76561198000000001", "76561198000000003"], {"dtype": False}),
    ("names", ["007", "7"], {}),
    ("names, one no number", ["007", "7", "Ann"], {}),
    ("bytes", ["12e4", "00e1"], {}),
):
    lines = "".join(json.dumps({"value": value}) + "\n" for value in column)
    print(f"{title}:", *map(repr, pandas.read_json(io.StringIO(lines), lines=True, **options)["value"].tolist()))
PY
sees "columns that are read from JSON lines" "\
ids as numbers: 76561198000000001 76561198000000003
ids as texts: 76561198000000000 76561198000000000
ids as texts, dtype=False: '76561198000000001' '76561198000000003'
names: 7 7
names, one no number: '007' '7' 'Ann'
bytes: 120000 0" "$(chroot "$root" python3 /tmp/read.py)"
exit "$wrong"
