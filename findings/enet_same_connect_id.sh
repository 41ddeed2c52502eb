#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): connect ids are not unique. A host that is made in the second and in the memory of one that was
# destroyed begins with the same id. If it also has the port, and the first one did not disconnect, the server takes its
# Connect for a repetition and does not answer it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/ids.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>
#include <time.h>

static ENetHost *server, *client;

/* Makes a client that connects, and runs both for so many milliseconds. Returns the connect id. */
static enet_uint32 connect_for(enet_uint32 ms) {
  ENetAddress own, to;
  ENetEvent event;
  enet_address_set_host_ip(&own, "127.0.0.1");
  to = own;
  own.port = 24772;
  to.port = 24771;
  client = enet_host_create(&own, 1, 1, 0, 0);
  ENetPeer* peer = enet_host_connect(client, &to, 1, 0);
  const enet_uint32 begin = enet_time_get();
  while (enet_time_get() - begin < ms) {
    enet_host_service(client, &event, 1);
    enet_host_service(server, &event, 1);
  }
  printf(", %s", peer->state == ENET_PEER_STATE_CONNECTED ? "connected" : "not answered");
  return peer->connectID;
}

int main(void) {
  ENetAddress address;
  enet_initialize();
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = 24771;
  server = enet_host_create(&address, 4, 1, 0, 0);
  for (const time_t now = time(NULL); time(NULL) == now;) {}
  printf("first");
  const enet_uint32 first = connect_for(400);
  enet_host_destroy(client);
  printf("; second");
  const enet_uint32 second = connect_for(3000);
  printf("; %s id\n", first == second ? "the same" : "another");
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/ids.c" -o "$work/ids" "$lib"/libenet.so.7
sees "two clients one after the other, within a second" "first, connected; second, not answered; the same id" "$(LD_LIBRARY_PATH=$lib "$work/ids")"
exit "$wrong"
