#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: flatbuffers 25.9.23 (npm)
# FlexBuffers of flatbuffers 25.9.23 for JavaScript: of an object or an array that has one number of 64 bits, such as 0.1, those that would
# fit 32 bits come back wrong: { x: 0.1, y: 2.5 } has another y, and with integers beside floats an array cannot be read. If all need 64
# bits, or none, they are right. An array of four or more equal types cannot be read as the outermost value; in an object it can. Integers
# from 2**31 on come back as BigInt, to which no number can be added.
# shellcheck disable=SC1091,SC2154,SC2016
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" flatbuffers@25.9.23 >&2
sees "values, and what is read of what is written of them" "\
{\"x\":0.1,\"y\":0.2}: {\"x\":0.1,\"y\":0.2}
{\"x\":0.5,\"y\":2.5}: {\"x\":0.5,\"y\":2.5}
{\"x\":0.1,\"y\":2.5}: {\"x\":0.1,\"y\":5.315350785e-315}
[0.1,2.5]: [0.1,5.315350785e-315]
[0.5,1]: [0.5,1]
[0.1,1]: Cannot mix BigInt and other types, use explicit conversions
[1,2,3]: [1,2,3]
[1,2,3,4]: Offset is outside the bounds of the DataView
{\"list\":[1,2,3,4]}: {\"list\":[1,2,3,4]}
{\"n\":2147483647}: {\"n\":2147483647}
{\"n\":2147483648}: {\"n\":\"BigInt 2147483648\"}" "$(cd "$work" && node -e '
const { encode, toObject } = require("flatbuffers/js/flexbuffers.js");
const text = (value) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `BigInt ${each}` : each));
const values = [{ x: 0.1, y: 0.2 }, { x: 0.5, y: 2.5 }, { x: 0.1, y: 2.5 }, [0.1, 2.5], [0.5, 1], [0.1, 1], [1, 2, 3], [1, 2, 3, 4], { list: [1, 2, 3, 4] },
	{ n: 2147483647 }, { n: 2147483648 }];
for (const value of values) {
	let read;
	try { read = text(toObject(encode(value).buffer)); } catch (error) { read = error.message; }
	console.log(`${text(value)}: ${read}`);
}')"
exit "$wrong"
