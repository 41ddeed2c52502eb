// SPDX-License-Identifier: MIT
// A minimal reader of capture files for tests: classic pcap, Ethernet, IPv4 and IPv6, UDP. Other packets are counted.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/unit/support/bytes.h"

namespace godot::test {

struct Datagram {
  std::string flow;  ///< both ends in a fixed order, whichever of them sent it
  Bytes payload;
  Offset reported;   ///< payload on the wire
  std::string from;  ///< the sender's end of the flow
};

struct Capture {
  std::vector<Datagram> datagrams;
  std::size_t skipped = 0;  ///< packets that are no UDP
  bool readable = false;    ///< whether it is a classic pcap of Ethernet
};

Capture read_capture(const std::filesystem::path& path);

}  // namespace godot::test
