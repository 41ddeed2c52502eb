// SPDX-License-Identifier: MIT
// Not a game: libenet on both ends, which log what they send and receive.
//
//   lab ROLE SCENARIO TRUTH [--port=24680] [--local=0] [--ticks=180] [--clients=1] [--number=0] [--crc32] [--range-coder]
//
// ROLE is `server` or `client`. The server leaves when all clients have left, and when none has been there for ten
// seconds. Scenarios:
//   mix        both ends send on four channels, every kind of message, a tick each 16 ms
//   fragments  the client sends 100 KB reliable, 100 KB unreliable and 20 KB reliable at the same time
//   reconnect  three connections one after the other from the same port (--local)
//   unsequenced  the client sends messages that are not in order, eight a tick, each in a datagram of its own
//   silent     the client stays until it is killed; the server sends every 250 ms until the connection times out
#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { tick_ms = 16, settle_ms = 1500, channel_count = 5, large = 102400 };

static FILE *truth;
static const char *role = "";
static const char *scenario = "";
static int number = 0;   // of this client
static int sent = 0;

static unsigned option(int argc, char **argv, const char *name, unsigned otherwise) {
  const size_t length = strlen(name);
  for (int i = 4; i < argc; ++i) {
    if (strncmp(argv[i], name, length) != 0) continue;
    return argv[i][length] == '=' ? (unsigned)strtoul(argv[i] + length + 1, NULL, 10) : 1;
  }
  return otherwise;
}

static void begin_line(const char *kind) {
  struct timeval now;
  gettimeofday(&now, NULL);
  fprintf(truth, "{\"kind\": \"%s\", \"t_us\": %lld, \"engine\": \"libenet\", \"proc\": \"%s%d\"", kind,
          (long long)now.tv_sec * 1000000 + now.tv_usec, role, number);
}

static void event(const char *what, const ENetPeer *peer) {
  begin_line("event");
  fprintf(truth, ", \"event\": \"%s\", \"peer\": %u}\n", what, (unsigned)(peer->connectID));
  fflush(truth);
}

static void message(const char *kind, const ENetPeer *peer, unsigned channel, const char *flags,
                    const unsigned char *bytes, size_t length) {
  begin_line(kind);
  const int to_server = (strcmp(role, "client") == 0) == (strcmp(kind, "enet_sent") == 0);
  fprintf(truth, ", \"dir\": \"%s\", \"client\": %u, \"channel\": %u", to_server ? "c2s" : "s2c", peer->eventData,
          channel);
  if (flags[0] != 0) fprintf(truth, ", \"transfer\": \"%s\"", flags);
  fprintf(truth, ", \"len\": %zu, \"hex\": \"", length);
  for (size_t i = 0; i < length; ++i) fprintf(truth, "%02x", bytes[i]);
  fprintf(truth, "\"}\n");
  fflush(truth);
}

static const char *name_of(unsigned flags) {
  if (flags & ENET_PACKET_FLAG_RELIABLE) return "reliable";
  if (flags & ENET_PACKET_FLAG_UNSEQUENCED) return "unsequenced";
  return flags & ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT ? "unreliable_fragment" : "unreliable";
}

/// Text that differs for each message and can be compressed.
static void send_text(ENetPeer *peer, unsigned channel, unsigned flags, size_t length) {
  static unsigned char bytes[large];
  char words[64];
  const int width = snprintf(words, sizeof words, "%s%d %d/%zu ", role, number, ++sent, length);
  for (size_t i = 0; i < length; ++i) bytes[i] = (unsigned char)words[i % (size_t)width];
  message("enet_sent", peer, channel, name_of(flags), bytes, length);
  if (enet_peer_send(peer, (enet_uint8)channel, enet_packet_create(bytes, length, flags)) != 0) abort();
}

static void send_tick(ENetPeer *peer, int tick) {
  if (strcmp(scenario, "fragments") == 0) {
    if (tick != 5 || strcmp(role, "client") != 0) return;
    send_text(peer, 0, ENET_PACKET_FLAG_RELIABLE, large);
    send_text(peer, 1, ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT, large);
    send_text(peer, 2, ENET_PACKET_FLAG_RELIABLE, 20000);
    send_text(peer, 3, 0, 3000);  // sent reliably: the flag for unreliable fragments is missing
    return;
  }
  if (strcmp(scenario, "unsequenced") == 0) {
    if (strcmp(role, "client") != 0) return;
    // The link lets datagrams overtake others, at which the throttle would drop messages before they are sent.
    if (tick == 1) enet_peer_throttle_configure(peer, 5000, 2, 0);
    for (int i = 0; i < 8; ++i) {
      send_text(peer, 1, ENET_PACKET_FLAG_UNSEQUENCED, 12);
      enet_host_flush(peer->host);
    }
    return;
  }
  if (strcmp(scenario, "silent") == 0) {
    if (strcmp(role, "server") == 0 && tick % 16 == 0) send_text(peer, 0, ENET_PACKET_FLAG_RELIABLE, 40);
    return;
  }
  send_text(peer, 1, 0, 24);
  if (tick % 3 == 0) send_text(peer, 1, ENET_PACKET_FLAG_UNSEQUENCED, 30);
  if (tick % 4 == 0) send_text(peer, 0, ENET_PACKET_FLAG_RELIABLE, 20 + (size_t)tick % 100);
  if (tick % 10 == 0) send_text(peer, 2, ENET_PACKET_FLAG_RELIABLE, 50);
  if (tick % 5 == 0) send_text(peer, 2, 0, 60);
  if (tick % 45 == 20) send_text(peer, 3, ENET_PACKET_FLAG_RELIABLE, 5000);
  if (tick % 45 == 40) send_text(peer, 4, ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT, 4000);
  // From here on nothing is dropped before it is sent.
  if (tick == 2) enet_peer_throttle_configure(peer, 5000, 2, 0);
  if (tick == 30 && strcmp(role, "server") == 0) enet_host_bandwidth_limit(peer->host, 400000, 0);
  // The range coder of 1.3.17 reads beyond the end of an empty message.
  if (tick == 7 && peer->host->compressor.context == NULL) send_text(peer, 0, ENET_PACKET_FLAG_RELIABLE, 0);
}

/// Handles received events. Returns whether a peer has left.
static int listen_for(ENetHost *host, enet_uint32 wait) {
  ENetEvent got;
  int left = 0;
  while (enet_host_service(host, &got, wait) > 0) {
    wait = 0;
    switch (got.type) {
      case ENET_EVENT_TYPE_CONNECT:
        if (strcmp(role, "server") != 0) got.peer->eventData = (enet_uint32)number;
        event("connect", got.peer);
        break;
      case ENET_EVENT_TYPE_RECEIVE:
        message("enet_received", got.peer, got.channelID, "", got.packet->data, got.packet->dataLength);
        enet_packet_destroy(got.packet);
        break;
      case ENET_EVENT_TYPE_DISCONNECT:
        event("disconnect", got.peer);
        left = 1;
        break;
      case ENET_EVENT_TYPE_NONE: break;
    }
  }
  return left;
}

static int serve(ENetHost *host, int ticks, int clients) {
  int left = 0;
  int ticked[8] = {0};
  enet_uint32 heard = enet_time_get();
  while (left < clients && enet_time_get() - heard < 10000) {
    const enet_uint32 next = enet_time_get() + tick_ms;
    while (enet_time_get() < next) left += listen_for(host, 1);
    for (size_t i = 0; i < host->peerCount; ++i) {
      ENetPeer *peer = &host->peers[i];
      if (peer->state != ENET_PEER_STATE_CONNECTED) {
        ticked[i] = 0;
        continue;
      }
      heard = enet_time_get();
      if (ticked[i]++ < ticks) send_tick(peer, ticked[i]);
    }
  }
  return 0;
}

static int visit(ENetHost *host, unsigned port, int ticks) {
  ENetAddress address = {.port = (enet_uint16)port};
  enet_address_set_host_ip(&address, "127.0.0.1");
  ENetPeer *peer = enet_host_connect(host, &address, channel_count, (enet_uint32)number);
  const enet_uint32 begin = enet_time_get();
  while (peer->state != ENET_PEER_STATE_CONNECTED) {
    if (listen_for(host, 5) || enet_time_get() - begin > 20000) return 1;
  }
  for (int tick = 1; tick <= ticks; ++tick) {
    const enet_uint32 next = enet_time_get() + tick_ms;
    send_tick(peer, tick);
    while (enet_time_get() < next)
      if (listen_for(host, 1)) return 1;
  }
  const enet_uint32 end = enet_time_get() + settle_ms;
  while (enet_time_get() < end) listen_for(host, 5);
  enet_peer_disconnect(peer, 7);
  // If the acknowledgement is lost, no end is left to retransmit it.
  for (const enet_uint32 bye = enet_time_get(); enet_time_get() - bye < 5000;)
    if (listen_for(host, 5)) break;
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 4 || enet_initialize() != 0) return 2;
  role = argv[1];
  scenario = argv[2];
  truth = fopen(argv[3], "w");
  const unsigned port = option(argc, argv, "--port", 24680);
  const int ticks = (int)option(argc, argv, "--ticks", 180);
  number = (int)option(argc, argv, "--number", 0);
  const int server = strcmp(role, "server") == 0;
  ENetAddress own = {.host = ENET_HOST_ANY, .port = (enet_uint16)(server ? port : option(argc, argv, "--local", 0))};
  enet_address_set_host_ip(&own, "127.0.0.1");
  ENetHost *host = enet_host_create(&own, server ? 8 : 1, channel_count, 0, 0);
  if (host == NULL || truth == NULL) return 2;
  if (option(argc, argv, "--crc32", 0)) host->checksum = enet_crc32;
  if (option(argc, argv, "--range-coder", 0)) enet_host_compress_with_range_coder(host);
  const int visits = strcmp(scenario, "reconnect") == 0 ? 3 : 1;
  if (server) return serve(host, ticks, visits * (int)option(argc, argv, "--clients", 1));
  int failed = 0;
  for (int i = 0; i < visits && !failed; ++i) failed = visit(host, port, ticks);
  return failed;
}
