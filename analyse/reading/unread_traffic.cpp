// SPDX-License-Identifier: MIT
#include "analyse/reading/unread_traffic.h"

#include <cstdint>
#include <string>

#include "analyse/output/printing.h"
#include "engine/engine.h"

namespace godot::analyse {

void say_what_was_not_read(const Passes& passes) {
  const std::string fault = engine::Game::current().project_fault();
  if (!fault.empty()) say(fault);
  if (passes.sealed() != 0)
    say(std::to_string(passes.sealed()) +
        " bytes are encrypted (TLS, DTLS) and were not read; if they are the game's, record it with the mirror (the "
        "addon), or give Wireshark the keys");
  if (const Passes::OtherLinks& others = passes.other_links(); others.packets != 0)
    say(std::to_string(others.packets) + " packets are of a link layer that is not read here (number " +
        std::to_string(others.first) + " of tcpdump.org/linktypes.html); tshark with the plugin may read it");
  const auto say_bytes = [](std::uint64_t bytes, const char* what) {
    if (bytes != 0) say(std::to_string(bytes) + " bytes over TCP are " + what);
  };
  say_bytes(passes.http().unanswered, "requests for a WebSocket, without an answer in the capture");
  say_bytes(passes.http().refused, "requests for a WebSocket that were refused, and the answers");
  say_bytes(passes.other(), "no protocol of Godot");
  say_bytes(passes.incomplete(), "of connections of which the capture lacks parts, and were not read");
}

}  // namespace godot::analyse
