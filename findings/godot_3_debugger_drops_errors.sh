#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: godot3-server 3.6.2+ds-1+b1 (Debian sid)
# Godot 3.6.2: of 150 errors in one second, the debugger gets 100, the limit of a new project, and nothing says that more were there; warnings
# have a limit of their own, and are dropped in the same way. The game prints all of them. Output that is dropped is announced,
# as Godot 4 announces errors, too.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot3-server 3.6.2+ds-1+b1
# What an editor gets: how often each message, and each text that tells of a limit.
cat > "$work/editor.py" <<'PY'
import re, socket, struct

with socket.create_server(("127.0.0.1", 24879)) as door:
    game = door.accept()[0]
data = b""
while chunk := game.recv(65536):
    data += chunk
errors, begin = 0, 0
while begin < len(data):
    length = struct.unpack_from("<I", data, begin)[0]
    errors += data[begin + 4 : begin + 4 + length].startswith(struct.pack("<II", 4, 5) + b"error")
    begin += 4 + length
print("errors and warnings:", errors)
print("their numbers:", *(len(set(re.findall(rb"%s \d+" % kind, data))) for kind in (b"wrong", b"doubtful")))
print("the one two seconds later:", b"later" in data)
print("notices:", *sorted({text.decode() for text in re.findall(rb"\[output overflow[^]]*\]|TOO_MANY\w+", data)}))
PY
python3 "$work/editor.py" > "$work/seen" &
cat > "$root/tmp/finding.gd" <<'GD'
extends SceneTree
func _initialize():
	for number in 150:
		push_error("wrong %d" % number)
		push_warning("doubtful %d" % number)
	for number in 150:
		print("a line of more than twenty characters, number %d" % number)
	yield(create_timer(2.5), "timeout")
	push_error("later")
	quit()
GD
sleep 1
chroot "$root" godot3-server --remote-debug 127.0.0.1:24879 --script /tmp/finding.gd > "$work/printed" 2>&1 || true
wait
sees "what an editor gets of 150 errors and 150 warnings, and what the game prints" "\
errors and warnings: 201
their numbers: 100 100
the one two seconds later: True
notices: [output overflow, print less text!]
printed: 150 150" "$(
    cat "$work/seen"
    echo "printed: $(grep -c 'wrong [0-9]' "$work/printed") $(grep -c 'doubtful [0-9]' "$work/printed")"
)"
exit "$wrong"
