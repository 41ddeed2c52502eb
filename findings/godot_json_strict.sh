#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid), JSON between Godot and other programs. JSON.stringify() writes a vertical tab as \v, which JSON does not have:
# Python, Node.js and JSON.parse() itself refuse the whole text. Other control characters, such as the escape of a coloured line, stay as
# they are, which the first two refuse. The keys 1 and "1" become one key twice. JSON.parse() takes a comma before ] and }, 01, "1." and a
# line break in a text, which the others refuse: a server in Godot hears a client that one in Python does not.
# shellcheck disable=SC1091,SC2154,SC2016
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
godot > "$work/printed" <<'GD'
extends SceneTree
func shows(title: String, text: String) -> void:
	var json := JSON.new()
	print(title, "\t", text.to_utf8_buffer().hex_encode(), "\t", JSON.stringify(json.data) if json.parse(text) == OK else "refused")
func _initialize() -> void:
	var values := {
		"a tab": "a\tb", "a vertical tab": "a\u000bb", "an escape": "\u001b[31mred", "infinity": INF, "keys 1 and \"1\"": { 1: "a", "1": "b" },
	}
	for title: String in values:
		shows(title, JSON.stringify(values[title]))
	for text: String in ["[1,2,]", "{\"a\":1,}", "01", "1.", "\"a\nb\"", "[1 2]", "NaN"]:
		shows(text.c_escape(), text)
	quit()
GD
grep -v -e '^WARNING' -e '^ ' "$work/printed" > "$work/texts"
cat > "$work/read.py" <<'PY'
import json, sys

for line in open(sys.argv[1]):
    try:
        print(json.dumps(json.loads(bytes.fromhex(line.split("\t")[1]))))
    except ValueError:
        print("refused")
PY
cat > "$work/read.js" <<'JS'
for (const line of require("fs").readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
	try {
		const value = JSON.parse(Buffer.from(line.split("\t")[1], "hex").toString());
		console.log(value === Infinity ? "Infinity" : JSON.stringify(value));
	} catch {
		console.log("refused");
	}
}
JS
sees "texts of JSON, and what Godot, Python and Node.js read" "\
a tab|\"a\\tb\"|\"a\\tb\"|\"a\\tb\"
a vertical tab|refused|refused|refused
an escape|\"^[[31mred\"|refused|refused
infinity|1e99999|Infinity|Infinity
keys 1 and \"1\"|{\"1\":\"b\"}|{\"1\": \"b\"}|{\"1\":\"b\"}
[1,2,]|[1.0,2.0]|refused|refused
{\\\"a\\\":1,}|{\"a\":1.0}|refused|refused
01|1.0|refused|refused
1.|1.0|refused|refused
\\\"a\\nb\\\"|\"a\\nb\"|refused|refused
[1 2]|refused|refused|refused
NaN|refused|NaN|refused" "$(paste -d '|' <(cut -f 1 "$work/texts") <(cut -f 3 "$work/texts" | cat -v) <(python3 "$work/read.py" "$work/texts") <(node "$work/read.js" "$work/texts"))"
exit "$wrong"
