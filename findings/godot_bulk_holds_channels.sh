#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): a transfer channel of its own does not let a reliable call pass a large one. 2 MB on channel 1 take more than
# three seconds at a round trip of 100 ms, for ENet has at most 65,536 bytes of reliable data under way to a peer, on all channels
# together; a reliable packet of 10 bytes that is sent after them on channel 2 arrives after them. Unreliable ones arrive at once.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
# Delays what goes from the port 24873 to 24872, and back, by 50 ms.
cat > "$work/delay.py" <<'PY'
import select, socket, time

door, inner = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
door.bind(("127.0.0.1", 24873))
inner.connect(("127.0.0.1", 24872))
client, under_way = None, []
while True:
    wait = max(0, under_way[0][0] - time.monotonic()) if under_way else 1
    for source in select.select([door, inner], [], [], wait)[0]:
        try:
            data, address = source.recvfrom(65536)
        except ConnectionRefusedError:  # the server is not there yet, or no more
            continue
        client = address if source is door else client
        under_way.append((time.monotonic() + 0.05, source, data))
    while under_way and under_way[0][0] <= time.monotonic():
        _, source, data = under_way.pop(0)
        try:
            inner.send(data) if source is door else door.sendto(data, client)
        except ConnectionRefusedError:
            pass
PY
python3 "$work/delay.py" &
delays=$!
seen=$(godot <<'GD'
extends SceneTree
func _initialize() -> void:
	Engine.max_fps = 500
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server(24872)
	client.create_client("127.0.0.1", 24873)
	var begin := Time.get_ticks_msec()
	var connected := [false]
	server.peer_connected.connect(func(_id: int) -> void: connected[0] = true)
	while not connected[0] or Time.get_ticks_msec() - begin < 4000:
		server.poll()
		client.poll()
		await process_frame
	begin = Time.get_ticks_msec()
	for part in [[1, 2000000, MultiplayerPeer.TRANSFER_MODE_RELIABLE], [2, 10, MultiplayerPeer.TRANSFER_MODE_RELIABLE],
			[3, 20, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE], [4, 30, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED]]:
		var bytes := PackedByteArray()
		bytes.resize(part[1])
		server.transfer_channel = part[0]
		server.transfer_mode = part[2]
		server.put_packet(bytes)
	for arrived in 4:
		while client.get_available_packet_count() == 0 and Time.get_ticks_msec() - begin < 60000:
			server.poll()
			client.poll()
			await process_frame
		var channel := client.get_packet_channel()
		var took := (Time.get_ticks_msec() - begin) / 1000.0
		print("channel ", channel, ", ", client.get_packet().size(), " bytes: ", "below 0.5 s" if took < 0.5 else "3 s or more" if took >= 3 else "%.2f s" % took)
	quit()
GD
)
kill "$delays"
sees "what arrives at a round trip of 100 ms, in this order" "\
channel 3, 20 bytes: below 0.5 s
channel 4, 30 bytes: below 0.5 s
channel 1, 2000000 bytes: 3 s or more
channel 2, 10 bytes: 3 s or more" "$seen"
exit "$wrong"
