#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3, jq 1.6-2.1+deb12u2 (Debian 12), @duckdb/node-api 1.5.6-r.1 (npm), Python's json
# tshark 4.0.17 writes a name twice into one JSON object wherever a packet has the field twice, and programs disagree on what it then is:
# jq and Python take the last, so that udp.port is where a packet goes; DuckDB 1.5.6 takes the first, where it comes from. Who counts
# a server's packets so gets one direction, each the other one. If DuckDB is to detect the columns, it refuses the file. With
# --no-duplicate-keys the name is there once, with a list.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 jq 1.6-2.1+deb12u2
npm install --silent --no-audit --no-fund --prefix "$work" @duckdb/node-api@1.5.6-r.1 >&2
cp "$here/../pcaps/situations/godot-4.6/bandwidth_revoked.pcap" "$root/tmp/game.pcap"
chroot "$root" tshark -r /tmp/game.pcap -Y udp -T json > "$work/game.json" 2>/dev/null
chroot "$root" tshark -r /tmp/game.pcap -Y udp -T json --no-duplicate-keys > "$work/lists.json" 2>/dev/null
cat > "$work/ask.mjs" <<'JS'
import { DuckDBInstance } from "@duckdb/node-api";
const connection = await (await DuckDBInstance.create(":memory:")).connect();
try {
  const answer = await connection.runAndReadAll(process.argv[2]);
  console.log(answer.getRows().flat().map(String).join(" "));
} catch (error) { console.log(/has duplicate key "[a-z._]*"/.exec(error.message)?.[0] ?? error.message); }
JS
ask() { (cd "$work" && node ask.mjs "$1"); }
frames() { chroot "$root" tshark -r /tmp/game.pcap -Y "$1" 2>/dev/null | wc -l; }
port=$(chroot "$root" tshark -r /tmp/game.pcap -T fields -e udp.dstport -c 1 2>/dev/null)
path="\$.layers.udp.\"udp.port\""
sees "packets of the server's port" "\
to it: 40, from it: 68
jq: 40
Python: 40
DuckDB: 68
jq, --no-duplicate-keys: 108" "\
to it: $(frames "udp.dstport == $port"), from it: $(frames "udp.srcport == $port")
jq: $(chroot "$root" jq "map(select(._source.layers.udp.\"udp.port\" == \"$port\")) | length" < "$work/game.json")
Python: $(python3 -c '
import json, sys
print(sum(frame["_source"]["layers"]["udp"]["udp.port"] == sys.argv[2] for frame in json.load(open(sys.argv[1]))))' "$work/game.json" "$port")
DuckDB: $(ask "select count(*) from read_json('game.json', columns = {_source: 'JSON'}) where _source ->> '$path' = '$port'")
jq, --no-duplicate-keys: $(chroot "$root" jq "map(select(._source.layers.udp.\"udp.port\" | index(\"$port\"))) | length" < "$work/lists.json")"
sees "DuckDB, which detects the columns" "\
-T json: has duplicate key \"udp.port\"
--no-duplicate-keys: 108" "\
-T json: $(ask "select count(_source.layers.udp.\"udp.port\") from read_json('game.json')")
--no-duplicate-keys: $(ask "select count(_source.layers.udp.\"udp.port\") from read_json('lists.json')")"
exit "$wrong"
