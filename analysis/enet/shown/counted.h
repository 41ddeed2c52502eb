// SPDX-License-Identifier: MIT
// A datagram as Statistics > ENet counts it, and its commands.
#pragma once

#include "analysis/enet/order/command_findings.h"
#include "analysis/facts/counts.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/fields.h"

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

  // Service response times: commands until they are acknowledged.
  static constexpr ResponseTimes response_times = {"ENet: commands until acknowledged", "ENet", "Command",
                                                   "enet.command"};
  static unsigned response_rows() noexcept { return godot::enet::command_type_count; }
  static const char* response_row(unsigned row) noexcept { return value_name(field::enet_command, row).data(); }
  template <class Add>
  void each_response(Add add) const {
    Findings findings(analysis);
    godot::enet::CommandReader reader = commands;
    for (Command command; reader.next(command);) {
      const Finding* finding = findings.next();
      if (finding == nullptr || !finding->has(Event::has_ack_rtt)) continue;
      // Verify connect counts as the acknowledgement of Connect.
      const bool is_acknowledgement = command.type == CommandType::acknowledge;
      add(static_cast<unsigned>(is_acknowledgement ? finding->type : CommandType::connect), finding->ack_rtt());
    }
  }
};

}  // namespace godot::analysis::enet
