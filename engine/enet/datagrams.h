// SPDX-License-Identifier: MIT
// The steps of a datagram of ENet: recognise its flow, read, track (first pass), by steps.h as the plugin does; then
// judge its commands, and hand its messages over.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/enet/capture/capture.h"
#include "analysis/relay/relayed.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/icmp.h"
#include "engine/enet/endpoints.h"
#include "engine/frame/frame.h"
#include "engine/message/messages.h"
#include "engine/values/lone_values.h"

namespace godot::engine {

/// A flow: two ends that exchange datagrams, in the order in which they appear.
struct Flow {
  std::uint32_t number = 0;  ///< in the order of the capture
};

class Datagrams {
 public:
  /// `arena`: lives as long as this. `relayed`: what a relay has said of frames so far.
  Datagrams(Game& game, Messages& messages, Values& values, const analysis::Arena& arena,
            const godot::enet::Decompressors& decompressors, const analysis::RelayedFrames& relayed);
  ~Datagrams();

  /// False: the datagram is not ENet's. `error`: the ICMP error that quotes it.
  bool take(Packet& packet, const Flow& flow, const Buffer& bytes, const std::optional<godot::enet::IcmpError>& error);

 private:
  class Viewer;
  class Host;

  [[nodiscard]] EnetPair* find(const Flow& flow) noexcept;
  EnetPair& begin(const Flow& flow);
  [[nodiscard]] analysis::enet::OtherSide other_side(const analysis::enet::Record& record, const Packet& packet) const;

  static constexpr analysis::enet::RecordKey key = 3;  ///< the layer of UDP's payload in a frame

  Game& game_;
  Messages& messages_;
  Values& values_;
  const analysis::RelayedFrames& relayed_;
  analysis::enet::Capture capture_;
  std::unique_ptr<godot::enet::DatagramReader> reader_;
  std::vector<std::unique_ptr<EnetPair>> conversations_;  ///< by the flow's number; null: not ENet's
  EnetEndpoints endpoints_;
  struct Refusals {
    std::uint8_t count = 0;
    std::uint8_t compressed = 0;
  };
  std::unordered_map<std::uint32_t, Refusals> refused_;
  analysis::enet::DecompressionAttempts attempts_;
};

}  // namespace godot::engine
