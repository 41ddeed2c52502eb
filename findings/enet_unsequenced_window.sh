#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): an unsequenced packet that arrives after a later one is delivered, as documented, but not if
# a multiple of 1024 lies between their numbers: the receiver's window jumps by 1024 numbers, it does not slide.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/window.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>
#include <string.h>

static ENetHost *server, *client;

/* What the server receives in 50 ms; the client's events are of no interest. */
static void receive(void) {
  ENetEvent event;
  for (int i = 0; i < 10; ++i) {
    while (enet_host_service(client, &event, 2) > 0) {}
    while (enet_host_service(server, &event, 3) > 0) {
      if (event.type == ENET_EVENT_TYPE_RECEIVE) printf(" %s", (char*)event.packet->data);
    }
  }
}

/* The number is what the packet has on the wire: that of the packet which the network delivered late. */
static void send_numbered(ENetPeer* peer, int number) {
  char text[8];
  snprintf(text, sizeof text, "%d", number);
  peer->outgoingUnsequencedGroup = (enet_uint16)(number - 1);
  enet_peer_send(peer, 0, enet_packet_create(text, strlen(text) + 1, ENET_PACKET_FLAG_UNSEQUENCED));
  enet_host_flush(client);
  receive();
}

int main(void) {
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24765;
  server = enet_host_create(&address, 1, 1, 0, 0);
  client = enet_host_create(NULL, 1, 1, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 1, 0);
  printf("delivered:");
  receive();
  const int numbers[] = {501, 500, 1022, 1024, 1023, 1025, 2047, 2046};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; ++i) send_numbered(peer, numbers[i]);
  printf("\n");
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/window.c" -o "$work/window" "$lib"/libenet.so.7
sees "numbers sent: 501 500 1022 1024 1023 1025 2047 2046; only 1023 is lost" \
    "delivered: 501 500 1022 1024 1025 2047 2046" "$(LD_LIBRARY_PATH=$lib "$work/window")"
exit "$wrong"
