// SPDX-License-Identifier: MIT
#include "analyse/unread_traffic.h"

#include <cstdint>
#include <cstdio>
#include <string>

#include "engine/engine.h"

namespace godot::analyse {

void say_what_was_not_read(const Passes& passes) {
  const std::string fault = engine::Game::current().project_fault();
  if (!fault.empty()) std::fprintf(stderr, "godot-analyse: %s\n", fault.c_str());
  if (passes.sealed() != 0)
    std::fprintf(stderr,
                 "godot-analyse: %llu bytes are encrypted (TLS, DTLS) and were not read; if they are the game's, "
                 "record it with the mirror (the addon), or give Wireshark the keys\n",
                 static_cast<unsigned long long>(passes.sealed()));
  if (const Passes::OtherLinks& others = passes.other_links(); others.packets != 0)
    std::fprintf(stderr,
                 "godot-analyse: %llu packets are of a link layer that is not read here (number %u of "
                 "tcpdump.org/linktypes.html); tshark with the plugin may read it\n",
                 static_cast<unsigned long long>(others.packets), static_cast<unsigned>(others.first));
  const auto say = [](std::uint64_t bytes, const char* what) {
    if (bytes != 0)
      std::fprintf(stderr, "godot-analyse: %llu bytes over TCP are %s\n", static_cast<unsigned long long>(bytes), what);
  };
  say(passes.http().unanswered, "requests for a WebSocket that got no answer");
  say(passes.http().refused, "requests for a WebSocket that were refused, and the answers");
  say(passes.other(), "no protocol of Godot");
}

}  // namespace godot::analyse
