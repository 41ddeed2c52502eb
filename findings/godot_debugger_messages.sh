#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): EngineDebugger.send_message() drops what does not fit into a queue of 2048 messages, which a thread empties. Of
# 5000 in one frame some are missing; an error that comes after them says how many. send_message() returns nothing, and the game prints
# nothing.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# What an editor gets: the numbers of the messages "finding:number", and the text of the error.
cat > "$work/editor.py" <<'PY'
import re, socket, struct

with socket.create_server(("127.0.0.1", 24877)) as door:
    game = door.accept()[0]
data = b""
while chunk := game.recv(65536):
    data += chunk
numbers, errors, begin = [], [], 0
while begin < len(data):
    length = struct.unpack_from("<I", data, begin)[0]
    message = data[begin + 4 : begin + 4 + length]
    begin += 4 + length
    if b"finding:number" in message:
        numbers.append(struct.unpack("<i", message[-4:])[0])
    errors += re.findall(rb"Too many messages! (\d+) messages were dropped", message)
dropped = sum(map(int, errors))
print("at least 2000 arrived:", len(numbers) >= 2000)
print("some were dropped:", len(numbers) < 5000)
print("the first 2000 are among them, in order:", numbers == sorted(numbers) and numbers[:2000] == list(range(2000)))
print("errors:", len(errors), "that count the missing ones, and at most 20 of the engine:", 0 <= len(numbers) + dropped - 5000 <= 20)
PY
python3 "$work/editor.py" > "$work/seen" &
cat > "$root/tmp/finding.gd" <<'GD'
extends SceneTree
func _initialize() -> void:
	for number in 5000:
		EngineDebugger.send_message("finding:number", [number])
	await create_timer(1).timeout
	quit()
GD
sleep 1
printed=$(chroot "$root" godot --headless --remote-debug tcp://127.0.0.1:24877 --script /tmp/finding.gd 2>&1 | grep -v '^Godot Engine\|^$' || true)
wait
sees "what an editor gets of 5000 messages, and what the game prints" "\
at least 2000 arrived: True
some were dropped: True
the first 2000 are among them, in order: True
errors: 1 that count the missing ones, and at most 20 of the engine: True
printed: nothing" "$(cat "$work/seen"; echo "printed: ${printed:-nothing}")"
exit "$wrong"
