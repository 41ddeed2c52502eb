#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: libenet 1.3.17+ds-2 (Debian 12)
# libenet 1.3.17 (Debian 12): a server whose MTU is smaller than its client's takes the client's, and sends datagrams that are
# larger than its own MTU allows. A client takes the smaller one.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked libenet7 1.3.17+ds-2 libenet-dev 1.3.17+ds-2
cat > "$work/mtu.c" <<'C'
#include <enet/enet.h>
#include <stdio.h>

/* Connects ends with these MTUs; prints what each uses then. */
static void connect_with(enet_uint32 of_server, enet_uint32 of_client, enet_uint16 port) {
  ENetAddress address;
  ENetEvent event;
  enet_address_set_host_ip(&address, "127.0.0.1");
  address.port = port;
  ENetHost* server = enet_host_create(&address, 1, 1, 0, 0);
  ENetHost* client = enet_host_create(NULL, 1, 1, 0, 0);
  server->mtu = server->peers[0].mtu = of_server;  /* a peer has its host's MTU since the host was made */
  client->mtu = client->peers[0].mtu = of_client;
  ENetPeer* peer = enet_host_connect(client, &address, 1, 0);
  for (int i = 0; i < 10; ++i) {
    while (enet_host_service(client, &event, 2) > 0) {}
    while (enet_host_service(server, &event, 3) > 0) {}
  }
  printf("server %u, client %u: the server uses %u, the client %u\n", of_server, of_client, server->peers[0].mtu, peer->mtu);
  enet_host_destroy(client);
  enet_host_destroy(server);
}

int main(void) {
  enet_initialize();
  connect_with(600, 1392, 24767);
  connect_with(1392, 600, 24768);
  return 0;
}
C
lib=$(dirname "$(find "$work/unpacked" -name 'libenet.so.7*' -type l)")
cc -I"$work/unpacked/usr/include" "$work/mtu.c" -o "$work/mtu" "$lib"/libenet.so.7
sees "MTUs of both ends before and after they connect" "\
server 600, client 1392: the server uses 1392, the client 1392
server 1392, client 600: the server uses 600, the client 600" "$(LD_LIBRARY_PATH=$lib "$work/mtu")"
exit "$wrong"
