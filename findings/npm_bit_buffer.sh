#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: bit-buffer 0.3.0, 0.2.5 (npm)
# bit-buffer 0.3.0 for JavaScript loses bits where a number of 32 bits does not begin at a byte: after one bit, 1.5 is 1.500015, -5 is
# 2147483643 and 4000000000 another number. Both writing and reading lose what lies beyond four bytes from the first one that is touched;
# the numbers after it stand where they should. 16 bits, and 32 on a byte, are right. 0.2.5 had all of them right.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
for version in 0.3.0 0.2.5; do
    npm install --silent --no-audit --no-fund --prefix "$work/$version" "bit-buffer@$version" >&2
done
cat > "$work/round.js" <<'JS'
const versions = Object.fromEntries(["0.3.0", "0.2.5"].map((version) => [version, require(`./${version}/node_modules/bit-buffer`).BitStream]));
const play = (writer, reader, bits) => {
	const buffer = new ArrayBuffer(32);
	const written = new versions[writer](buffer);
	const read = new versions[reader](buffer);
	written.writeBits(0, bits);
	written.writeFloat32(1.5);
	written.writeInt32(-5);
	written.writeUint32(4000000000);
	written.writeUint16(65535);
	read.readBits(bits);
	const values = [read.readFloat32(), read.readInt32(), read.readUint32(), read.readUint16()];
	console.log(`${bits} bits before, ${writer} writes, ${reader} reads: ${values.join(", ")}`);
};
for (const bits of [8, 1]) for (const writer in versions) for (const reader in versions) play(writer, reader, bits);
JS
sees "1.5, -5 and 4000000000 in 32 bits each and 65535 in 16, after some bits" "\
8 bits before, 0.3.0 writes, 0.3.0 reads: 1.5, -5, 4000000000, 65535
8 bits before, 0.3.0 writes, 0.2.5 reads: 1.5, -5, 4000000000, 65535
8 bits before, 0.2.5 writes, 0.3.0 reads: 1.5, -5, 4000000000, 65535
8 bits before, 0.2.5 writes, 0.2.5 reads: 1.5, -5, 4000000000, 65535
1 bits before, 0.3.0 writes, 0.3.0 reads: 1.5000146627426147, 2147483643, 1852516479, 65535
1 bits before, 0.3.0 writes, 0.2.5 reads: 1.5, 2147483643, 1852516352, 65535
1 bits before, 0.2.5 writes, 0.3.0 reads: 1.5000146627426147, 2147483643, 1852516479, 65535
1 bits before, 0.2.5 writes, 0.2.5 reads: 1.5, -5, 4000000000, 65535" "$(node "$work/round.js")"
exit "$wrong"
