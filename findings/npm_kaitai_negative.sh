#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: kaitai-struct 0.11.0 (npm)
# kaitai-struct 0.11.0, the library of parsers that Kaitai Struct makes for JavaScript: a negative integer of 64 bits is too large by
# 4,294,967,296, in both byte orders, if its lower half is below 2**31. -3000000000 is read as a positive number, -4294967296 as 0; all
# these are far from 2**53, up to which JavaScript's numbers are exact. Integers of 32 bits and those that are not negative are right.
# shellcheck disable=SC1091,SC2154,SC2016
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" kaitai-struct@0.11.0 >&2
sees "integers of 64 bits as they were written, and as readS8le() and readS8be() read them" "\
-1: -1, -1
-2147483648: -2147483648, -2147483648
-2147483649: 2147483647, 2147483647
-3000000000: 1294967296, 1294967296
-4294967296: 0, 0
-4294967297: -4294967297, -4294967297
-1700000000000: -1695705032704, -1695705032704
3000000000: 3000000000, 3000000000" "$(cd "$work" && node -e '
const Stream = require("kaitai-struct/KaitaiStream");
for (const value of [-1n, -2147483648n, -2147483649n, -3000000000n, -4294967296n, -4294967297n, -1700000000000n, 3000000000n]) {
	const view = new DataView(new ArrayBuffer(16));
	view.setBigInt64(0, value, true);
	view.setBigInt64(8, value, false);
	const stream = new Stream(view.buffer);
	console.log(`${value}: ${stream.readS8le()}, ${stream.readS8be()}`);
}')"
exit "$wrong"
