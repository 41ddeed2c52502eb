#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: @colyseus/schema 5.0.34 (npm)
# @colyseus/schema 5.0.34 (npm), the state of Colyseus: a field of the type "number" is rounded to 32 bits if the error is below 1/10000,
# however small the number is: 1e-50 arrives as 0, 1732.123456 as another number than the server goes on with. One whose error is larger
# keeps its 64 bits. The infinities become 9007199254740991 and its negative, NaN and -0 become 0. "float64" keeps them all.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" @colyseus/schema@5.0.34 >&2
cat > "$work/numbers.js" <<'JS'

const { Schema, Encoder, Decoder, defineTypes } = require("@colyseus/schema");
function arrived(type, value) {
  class State extends Schema {}
  defineTypes(State, { value: type });
  const sent = new State();
  const encoder = new Encoder(sent);
  sent.value = value;
  const received = new State();
  new Decoder(received).decode(encoder.encodeAll());
  return received.value;
}
const text = value => Object.is(value, -0) ? "-0" : value === 0.00001 ? "0.00001" : String(value);
for (const value of [0.1, 1732.123456, 123456789.123, 0.00001, 1e-50, -0, NaN, Infinity, -Infinity])
  console.log(`${text(value)}: ${text(arrived("number", value))}, ${text(arrived("float64", value))}`);
JS
sees "a number of the server: as number, as float64" "\
0.1: 0.10000000149011612, 0.1
1732.123456: 1732.1234130859375, 1732.123456
123456789.123: 123456789.123, 123456789.123
0.00001: 0.000009999999747378752, 0.00001
1e-50: 0, 1e-50
-0: 0, -0
NaN: 0, NaN
Infinity: 9007199254740991, Infinity
-Infinity: -9007199254740991, -Infinity" "$(cd "$work" && node numbers.js 2>/dev/null | grep ': ')"
exit "$wrong"
