#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): an unreliable packet, or an unsequenced one, that is larger than the MTU is sent reliably, in
# fragments that are sent again until they are acknowledged. Only ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT makes it unreliable.
# With both flags, reliable and unsequenced, a packet is reliable and in order.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/large.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

static ENetHost *server, *client;

/* The number of the first command of each datagram that the server gets; those of the connection itself are not shown. */
static int ENET_CALLBACK show(ENetHost* host, ENetEvent* event) {
  (void)event;
  const enet_uint8* data = host->receivedData;
  const unsigned command = host->receivedDataLength > 4 ? data[(data[0] & 0x80) != 0 ? 4 : 2] & 15 : 0;
  if (command >= 6 && command != 10) printf(" %u", command);
  return 0;
}

static void receive(void) {
  ENetEvent event;
  for (int i = 0; i < 10; ++i) {
    while (enet_host_service(client, &event, 2) > 0) {}
    while (enet_host_service(server, &event, 3) > 0) {}
  }
}

int main(void) {
  static const struct { const char* name; size_t size; enet_uint32 flags; } packets[] = {
      {"unreliable, 3000 bytes", 3000, 0},
      {"unsequenced, 3000 bytes", 3000, ENET_PACKET_FLAG_UNSEQUENCED},
      {"unreliable fragments, 3000 bytes", 3000, ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT},
      {"reliable and unsequenced, 10 bytes", 10, ENET_PACKET_FLAG_RELIABLE | ENET_PACKET_FLAG_UNSEQUENCED}};
  static char content[3000];
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24766;
  server = enet_host_create(&address, 1, 1, 0, 0);
  server->intercept = show;
  client = enet_host_create(NULL, 1, 1, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 1, 0);
  receive();
  for (unsigned i = 0; i < sizeof packets / sizeof *packets; ++i) {
    printf("%s:", packets[i].name);
    enet_peer_send(peer, 0, enet_packet_create(content, packets[i].size, packets[i].flags));
    enet_host_flush(client);
    receive();
    printf("\n");
  }
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/large.c" -o "$work/large" "$lib"/libenet.so.7
sees "the command of each datagram: 6 reliable, 7 unreliable, 8 reliable fragment, 9 unsequenced, 12 unreliable fragment" "\
unreliable, 3000 bytes: 8 8 8
unsequenced, 3000 bytes: 8 8 8
unreliable fragments, 3000 bytes: 12 12 12
reliable and unsequenced, 10 bytes: 6" "$(LD_LIBRARY_PATH=$lib "$work/large")"
exit "$wrong"
