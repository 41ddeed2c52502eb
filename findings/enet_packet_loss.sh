#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): packetLoss of a peer, which Godot's PEER_PACKET_LOSS is, is not the share of what gets lost. If every
# second unreliable command is lost, it stays below 1 %; if every second reliable one is, below 10 %: it counts those that were
# sent again in ten seconds, among all that were sent, and is the mean of many such spans.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/loss.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

enum { reliable = 6, unreliable = 7 };
static ENetHost *server, *client;
static int lost_kind, came;

/* Every second datagram that begins with a command of this kind gets lost. */
static int ENET_CALLBACK lose(ENetHost* host, ENetEvent* event) {
  (void)event;
  const enet_uint8* data = host->receivedData;
  const size_t head = (data[0] & 0x80) != 0 ? 4 : 2;
  if (host->receivedDataLength <= head || (data[head] & 15) != lost_kind) return 0;
  return ++came % 2;
}

static void turn(enet_uint32 ms) {
  ENetEvent event;
  for (const enet_uint32 begin = enet_time_get(); enet_time_get() - begin < ms;) {
    while (enet_host_service(client, &event, 1) > 0) {}
    while (enet_host_service(server, &event, 1) > 0)
      if (event.type == ENET_EVENT_TYPE_RECEIVE) enet_packet_destroy(event.packet);
  }
}

int main(void) {
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24770;
  server = enet_host_create(&address, 1, 1, 0, 0);
  server->intercept = lose;
  client = enet_host_create(NULL, 1, 1, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 1, 0);
  while (peer->state != ENET_PEER_STATE_CONNECTED) turn(1);
  for (lost_kind = unreliable; lost_kind >= reliable; --lost_kind) {
    enet_uint32 most = 0;
    came = 0;
    for (int i = 0; i < 600; ++i) {
      enet_peer_send(peer, 0, enet_packet_create("x", 1, lost_kind == reliable ? ENET_PACKET_FLAG_RELIABLE : 0));
      enet_host_flush(client);
      turn(20);
      if (peer->packetLoss > most) most = peer->packetLoss;
    }
    const double percent = most * 100.0 / ENET_PEER_PACKET_LOSS_SCALE;
    printf("%s: %s\n", lost_kind == reliable ? "reliable" : "unreliable",
           came < 400 ? "too few came" : percent < 1 ? "below 1 %" : percent < 10 ? "1 to 10 %" : "10 % or more");
  }
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/loss.c" -o "$work/loss" "$lib"/libenet.so.7
sees "the highest packetLoss in twelve seconds in which every second command is lost" "\
unreliable: below 1 %
reliable: 1 to 10 %" "$(LD_LIBRARY_PATH=$lib "$work/loss")"
exit "$wrong"
