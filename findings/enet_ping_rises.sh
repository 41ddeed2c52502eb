#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): when the round trip rises for good, here because a server that looked 60 times a second looks 12 times, the
# client drops nine of ten unreliable packets before it sends them, for about four seconds. Nothing is lost on the way, little is sent,
# and no limit of bandwidth is set. The throttle compares each round trip with the best of an interval of five seconds, widened by the
# variance of the one before. Had the client connected within a millisecond, as in a test on one machine, it would drop nothing.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/rises.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

static ENetHost *server, *client;
static size_t reliable, unreliable;

static void turn(ENetHost* host) {
  ENetEvent event;
  while (enet_host_service(host, &event, 0) > 0) {
    if (event.type != ENET_EVENT_TYPE_RECEIVE) continue;
    ++*(event.channelID == 0 ? &reliable : &unreliable);
    enet_packet_destroy(event.packet);
  }
}

int main(int count, char** arguments) {
  (void)arguments;
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24815;
  server = enet_host_create(&address, 1, 2, 0, 0);
  client = enet_host_create(NULL, 1, 2, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 2, 0);
  enet_time_set(1000);
  while (count > 1 && peer->lastReceiveTime == 0) {
    turn(client);
    turn(server);
  }
  for (unsigned frame = 0; frame < 840; ++frame) {
    enet_time_set(1000 + frame * 50 / 3); /* 60 frames a second, without waiting for them */
    enet_peer_send(peer, 0, enet_packet_create("call", 5, ENET_PACKET_FLAG_RELIABLE));
    enet_peer_send(peer, 1, enet_packet_create("state", 6, 0));
    turn(client);
    if (frame < 360 || frame % 5 == 0) turn(server);
    if (frame % 120 < 119) continue;
    if (frame > 120) printf("%2u s: %zu, %zu\n", frame / 60 + 1, reliable, unreliable);
    reliable = unreliable = 0;
  }
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/rises.c" -o "$work/rises" "$lib"/libenet.so.7
sees "what arrives in two seconds of 120 reliable packets and of 120 unreliable ones; from second 6 on the server looks less often" "\
 4 s: 120, 120
 6 s: 120, 120
 8 s: 116, 30
10 s: 120, 11
12 s: 120, 110
14 s: 120, 120" "$(LD_LIBRARY_PATH=$lib "$work/rises")"
sees "the same, if both look at once while they connect" "\
 4 s: 120, 120
 6 s: 120, 120
 8 s: 116, 116
10 s: 120, 120
12 s: 120, 120
14 s: 120, 120" "$(LD_LIBRARY_PATH=$lib timeout 20 "$work/rises" at once)"
exit "$wrong"
