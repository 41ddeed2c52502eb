#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: gd-com 4.0.1 (npm)
# gd-com 4.0.1 (npm), a codec for StreamPeer.put_var(): it writes Godot 3's numbers of types, so that Godot 4 reads arrays and
# dictionaries as other types; a float has 4 bytes, and an int outside of 32 bits is an error.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" gd-com@4.0.1 >&2
sees "putVar() of [1], {a: 1}, 0.1, 2147483648" "\
130000000100000002000000 01000000
12000000 01000000040000000100000061000000 0200000001000000
03000000cdcccc3d
throws" "$(cd "$work" && node -e '
const { putVar } = require("gd-com");
const hex = value => putVar(value).toString("hex");
console.log(hex([1]).slice(0, 24), hex([1]).slice(24));
const dictionary = hex({ a: 1 });
console.log(dictionary.slice(0, 8), dictionary.slice(8, 40), dictionary.slice(40));
console.log(hex(0.1));
try { console.log(hex(2147483648)); } catch { console.log("throws"); }')"
exit "$wrong"
