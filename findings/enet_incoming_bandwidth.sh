#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): the incoming bandwidth of a host does not limit what is reliable. A server that takes 10 kB a second
# gets 100 kB of reliable packets in less than a second; of as many unreliable ones, its clients drop most before they send them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/bandwidth.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

static ENetHost *server, *client;
static size_t received;

static void turn(void) {
  ENetEvent event;
  while (enet_host_service(client, &event, 1) > 0) {}
  while (enet_host_service(server, &event, 1) > 0) {
    if (event.type != ENET_EVENT_TYPE_RECEIVE) continue;
    received += event.packet->dataLength;
    enet_packet_destroy(event.packet);
  }
}

int main(void) {
  static char content[1000];
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24769;
  server = enet_host_create(&address, 1, 1, 10000, 0);
  client = enet_host_create(NULL, 1, 1, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 1, 0);
  while (peer->state != ENET_PEER_STATE_CONNECTED) turn();
  enet_uint32 begin = enet_time_get();
  for (int i = 0; i < 100; ++i) enet_peer_send(peer, 0, enet_packet_create(content, sizeof content, ENET_PACKET_FLAG_RELIABLE));
  while (received < 100 * sizeof content && enet_time_get() - begin < 9000) turn();
  printf("reliable: %zu bytes, %s\n", received, enet_time_get() - begin < 1000 ? "in less than a second" : "later");
  /* The throttle follows once a second. */
  for (begin = enet_time_get(); enet_time_get() - begin < 2000;) turn();
  received = 0;
  for (int i = 0; i < 300; ++i) {
    enet_peer_send(peer, 0, enet_packet_create(content, sizeof content, 0));
    for (begin = enet_time_get(); enet_time_get() - begin < 10;) turn();
  }
  printf("unreliable: %s than half of 300 kB in three seconds\n", received < 150 * sizeof content ? "less" : "more");
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/bandwidth.c" -o "$work/bandwidth" "$lib"/libenet.so.7
sees "what a server gets that takes 10 kB a second" "\
reliable: 100000 bytes, in less than a second
unreliable: less than half of 300 kB in three seconds" "$(LD_LIBRARY_PATH=$lib "$work/bandwidth")"
exit "$wrong"
