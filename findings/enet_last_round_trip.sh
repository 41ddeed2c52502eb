#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17: lastRoundTripTime (PEER_LAST_ROUND_TRIP_TIME in Godot, last_round_trip_time() in LÖVE) is no measurement of the last round
# trip: it is the least mean of the five seconds before, and is set once in five seconds. Here the round trip rises from 17 to 84 ms, as a
# server looks less often, and falls again; both show after four to nine seconds. roundTripTime, the mean, follows within a second.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/last.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

static void turn(ENetHost* host) {
  ENetEvent event;
  while (enet_host_service(host, &event, 0) > 0)
    if (event.type == ENET_EVENT_TYPE_RECEIVE) enet_packet_destroy(event.packet);
}

int main(void) {
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24816;
  ENetHost* server = enet_host_create(&address, 1, 2, 0, 0);
  ENetHost* client = enet_host_create(NULL, 1, 2, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &address, 2, 0);
  unsigned last = 0;
  for (unsigned frame = 0; frame < 1500; ++frame) {
    enet_time_set(1000 + frame * 50 / 3); /* 60 frames a second, without waiting for them */
    if (peer->state == ENET_PEER_STATE_CONNECTED) enet_peer_send(peer, 0, enet_packet_create("call", 5, ENET_PACKET_FLAG_RELIABLE));
    turn(client);
    if (frame < 400 || frame >= 1000 || frame % 12 == 0) turn(server);
    if (frame == 400 || frame == 1000) printf("at %u ms the server looks %s\n", frame * 50 / 3, frame == 400 ? "5 times a second" : "60 times a second");
    if (frame == 460 || frame == 1060) printf("a second later the mean is %u ms, and the last one %u ms\n", peer->roundTripTime, peer->lastRoundTripTime);
    if (frame > 300 && peer->lastRoundTripTime != last) printf("at %u ms the last one becomes %u ms\n", frame * 50 / 3, peer->lastRoundTripTime);
    if (frame >= 300) last = peer->lastRoundTripTime;
  }
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/last.c" -o "$work/last" "$lib"/libenet.so.7
sees "the round trip times of a client" "\
at 6666 ms the server looks 5 times a second
a second later the mean is 84 ms, and the last one 17 ms
at 15216 ms the last one becomes 84 ms
at 16666 ms the server looks 60 times a second
a second later the mean is 23 ms, and the last one 84 ms
at 20216 ms the last one becomes 23 ms" "$(LD_LIBRARY_PATH=$lib "$work/last")"
exit "$wrong"
