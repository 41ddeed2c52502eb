#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: protobufjs 7.6.6 and 8.8.1 (npm)
# protobufjs 7.6.6 (npm): two messages one behind the other are to be read as one that has the fields of both, so that a change can be
# appended to a state. An embedded message that is in both is replaced instead of merged, and loses what only the first had; of a oneof,
# both members stay. 8.8.1 merges, and keeps the last member.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
appended() {
    npm install --silent --no-audit --no-fund --prefix "$work/$1" "protobufjs@$1" >&2
    (cd "$work/$1" && node -e '
const protobuf = require("protobufjs");
const schema = `syntax = "proto3";
message Place { int32 x = 1; int32 y = 2; }
message Player { Place place = 1; oneof does { int32 walks = 2; int32 waits = 3; } }`;
const Player = protobuf.parse(schema).root.lookupType("Player");
const parts = [{ place: { x: 1 }, walks: 5 }, { place: { y: 2 }, waits: 6 }];
const bytes = Buffer.concat(parts.map(part => Player.encode(part).finish()));
console.log(bytes.toString("hex"), JSON.stringify(Player.decode(bytes)));')
}
sees "a state and a change behind it, in 7.6.6" "\
0a02080110050a0210021806 {\"place\":{\"y\":2},\"walks\":5,\"waits\":6}" "$(appended 7.6.6)"
sees "the same in 8.8.1" "\
0a02080110050a0210021806 {\"place\":{\"x\":1,\"y\":2},\"waits\":6}" "$(appended 8.8.1)"
exit "$wrong"
