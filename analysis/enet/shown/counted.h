// SPDX-License-Identifier: MIT
// A datagram as Statistics > ENet counts it, and its commands.
#pragma once

#include "analysis/enet/order/analysis.h"
#include "analysis/facts/counts.h"
#include "codec/enet/reading.h"

namespace godot::analysis::enet {

struct CountedDatagram {
  Offset size;         ///< bytes of the whole datagram
  Offset header_size;  ///< bytes of its header
  Offset plain;        ///< size of its commands after decompression; 0: not compressed
  godot::enet::Compression compression;
  godot::enet::CommandReader commands;  ///< at the first one
  const Datagram* analysis;             ///< null: the datagram is not tracked
  bool malformed;
  std::uint32_t stream;  ///< number of its connection, or one that no connection has
  bool is_first;         ///< first datagram of its frame

  using Kind = CountedTitle::Kind;
  static constexpr CountedTitle titles[] = {
      {"Datagram size", Kind::sizes}, {"Commands by type"}, {"Messages by channel"},
      {"Retransmissions by channel"}, {"Events"},           {"Datagrams by compression"}};

  void count_in(Counts& counts) const;
};

}  // namespace godot::analysis::enet
