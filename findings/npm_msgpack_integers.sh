#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: notepack.io 3.0.1, @msgpack/msgpack 3.1.3, msgpackr 2.1.3 (npm), python3-msgpack 1.0.3-2+b1 (Debian 12)
# MessagePack of a number of JavaScript that needs more than 32 bits, such as Date.now(): notepack.io and @msgpack/msgpack write an integer,
# msgpackr a float, so that Python has a float for what the others call an int. msgpackr reads the integers of the others as BigInt, to
# which no number can be added. notepack.io writes what is above 64 bits modulo 2 to the 64: 2**64 is 0, and 1e20 another number.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" notepack.io@3.0.1 @msgpack/msgpack@3.1.3 msgpackr@2.1.3 >&2
unpacked python3-msgpack 1.0.3-2+b1
cat > "$work/write.js" <<'JS'
const [library, number] = process.argv.slice(2);
const write = { "notepack.io": "encode", "@msgpack/msgpack": "encode", msgpackr: "pack" };
console.log(Buffer.from(require(library)[write[library]](Number(number))).toString("hex"));
JS
cat > "$work/read.py" <<'PY'
import sys, msgpack

value = msgpack.unpackb(bytes.fromhex(sys.argv[1]))
print(type(value).__name__, value)
PY
# The library for Python is of Debian's Python, in its version without compiled parts.
read_by_python() { MSGPACK_PUREPYTHON=1 PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages python3 "$work/read.py" "$1"; }
sees "numbers as bytes, and what Python reads" "\
1700000000000 by notepack.io: cf0000018bcfe56800, int 1700000000000
1700000000000 by @msgpack/msgpack: cf0000018bcfe56800, int 1700000000000
1700000000000 by msgpackr: cb4278bcfe56800000, float 1700000000000.0
18446744073709551616 by notepack.io: cf0000000000000000, int 0
18446744073709551616 by @msgpack/msgpack: cb43f0000000000000, float 1.8446744073709552e+19
18446744073709551616 by msgpackr: cb43f0000000000000, float 1.8446744073709552e+19
100000000000000000000 by notepack.io: cf6bc75e2d63100000, int 7766279631452241920
100000000000000000000 by @msgpack/msgpack: cb4415af1d78b58c40, float 1e+20
100000000000000000000 by msgpackr: cb4415af1d78b58c40, float 1e+20" "$(cd "$work" && for number in 1700000000000 18446744073709551616 100000000000000000000; do
    for library in notepack.io @msgpack/msgpack msgpackr; do
        bytes=$(node write.js "$library" "$number")
        echo "$number by $library: $bytes, $(read_by_python "$bytes")"
    done
done)"
sees "what msgpackr reads of the others, and what it is with 1 added" "\
bigint: Cannot mix BigInt and other types, use explicit conversions" "$(cd "$work" && node -e '
const time = require("msgpackr").unpack(require("@msgpack/msgpack").encode(1700000000000));
try { console.log(typeof time + ":", time + 1); } catch (error) { console.log(typeof time + ":", error.message); }')"
exit "$wrong"
