#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid), libenet 1.3.17+ds-2 (Debian 12)
# Godot 4.6.3 (Debian sid): a client that uses ENet itself (here libenet 1.3.17) has to give its id, 2 or more, as the data of
# enet_host_connect(). With 0, the usual, it gets ENet's event that it is connected, and the server has no such peer; the same with the
# id of another. With one channel it gets what is reliable only: put_packet() of the rest returns OK, and an error is printed.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/client.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char** arguments) {
  if (count < 3) return 1;
  const size_t channels = strtoul(arguments[1], NULL, 10);
  ENetAddress address;
  ENetEvent event;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24813;
  ENetHost* client = enet_host_create(NULL, 1, channels, 0, 0);
  enet_host_connect(client, &address, channels, (enet_uint32)strtoul(arguments[2], NULL, 10));
  printf("%zu channels, data %s:", channels, arguments[2]);
  for (int i = 0; i < 200; ++i) {
    while (enet_host_service(client, &event, 10) > 0) {
      if (event.type == ENET_EVENT_TYPE_CONNECT) printf(" connected");
      if (event.type == ENET_EVENT_TYPE_DISCONNECT) printf(" disconnected");
      if (event.type == ENET_EVENT_TYPE_RECEIVE) printf(", %.*s", (int)event.packet->dataLength, (const char*)event.packet->data);
    }
  }
  printf("\n");
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/client.c" -o "$work/client" "$lib"/libenet.so.7
godot > "$work/server.txt" <<'GD' &
extends SceneTree
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	server.create_server(24813)
	server.peer_connected.connect(func(id: int) -> void:
		var results := []
		server.set_target_peer(id)
		for mode in [MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED, MultiplayerPeer.TRANSFER_MODE_RELIABLE]:
			server.transfer_mode = mode
			results.append(error_string(server.put_packet(["unreliable", "ordered", "reliable"][mode].to_ascii_buffer())))
		print("peer ", id, ": ", ", ".join(results)))
	for i in 2400:
		server.poll()
		OS.delay_msec(5)
	quit()
GD
server=$!
sleep 2
clients=$(for client in "2 0" "2 70" "2 70" "1 71"; do
    # shellcheck disable=SC2086
    LD_LIBRARY_PATH=$lib "$work/client" $client
done)
wait "$server"
sees "clients, one after the other" "\
2 channels, data 0: connected
2 channels, data 70: connected, unreliable, ordered, reliable
2 channels, data 70: connected
1 channels, data 71: connected, reliable" "$clients"
sees "the server" "\
peer 70: OK, OK, OK
ERROR: Unable to send packet on channel 1, max channels: 1
ERROR: Unable to send packet on channel 1, max channels: 1
peer 71: OK, OK, OK" "$(grep -E '^(peer|ERROR: Unable)' "$work/server.txt")"
exit "$wrong"
