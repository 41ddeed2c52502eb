#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the codec includes only the standard library and itself: check_includes.py DIRECTORY

Headers that can allocate, throw, block or print are not on the list.
"""

import re
import sys
from pathlib import Path

ALLOWED = {
    "algorithm", "array", "bit", "bitset", "cassert", "charconv", "cmath", "compare", "concepts", "cstddef", "cstdint", "cstring", "iterator",
    "limits", "numbers", "numeric", "optional", "span", "string_view", "tuple", "type_traits", "utility",
}  # fmt: skip
ALLOWED_IN = {
    "core/number.cpp": {"cstdlib"},  # std::strtod: not every standard library has std::from_chars for reals
    "enet/command_list.h": {"memory"},  # std::construct_at
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')


def main():
    codec = Path(sys.argv[1])
    kinds, others = {".h", ".cpp", ".def"}, {"tool", "examples"}
    files = [path for path in sorted(codec.rglob("*")) if path.suffix in kinds and not others & set(path.parts)]
    wrong = []
    for path in files:
        allowed = ALLOWED | ALLOWED_IN.get(path.relative_to(codec).as_posix(), set())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            system, own = match.groups()
            if system is not None and system not in allowed:
                wrong.append(f"{path}:{number}: <{system}>")
            if own is not None and not (own.startswith("codec/") and (codec.parent / own).is_file()):
                wrong.append(f'{path}:{number}: "{own}"')
    print("\n".join(wrong) if wrong else f"{len(files)} files include the standard library and the codec alone")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
