// SPDX-License-Identifier: MIT
// Passes over the frames of captures, which go to the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "analyse/reading/merged_frames.h"
#include "analyse/reading/tcp_pass.h"
#include "capture/frame/packet.h"
#include "engine/engine.h"

namespace godot::analyse {

class Passes {
 public:
  Passes(Source& source, engine::Engine& engine) : source_(source), engine_(engine) {}

  /// All frames from the first. `after_some`: is called now and then.
  void make(engine::Pass pass, const std::function<void()>& after_some);
  /// Behind the passes that answer: the items of a frame.
  void show(std::uint32_t frame, engine::Tree& tree);

  /// Bytes of TLS and DTLS, of the last pass.
  [[nodiscard]] std::uint64_t sealed() const noexcept { return streams_->sealed() + sealed_; }
  /// Bytes over TCP that are no protocol of Godot.
  [[nodiscard]] std::uint64_t other() const noexcept { return streams_->http().other + engine_.not_read(); }
  /// The same where the capture lacks parts of their connections.
  [[nodiscard]] std::uint64_t incomplete() const noexcept { return streams_->http().incomplete + engine_.incomplete(); }
  /// Bytes of requests for a WebSocket that was not made.
  [[nodiscard]] Streams::Http http() const noexcept { return streams_->http(); }
  /// Packets of link layers that are not read.
  struct OtherLinks {
    std::uint64_t packets = 0;
    capture::LinkType first = 0;  ///< of the first of them
  };
  [[nodiscard]] const OtherLinks& other_links() const noexcept { return other_links_; }

 private:
  void read(engine::Pass pass, std::uint32_t last, const std::function<void()>& after_some);
  void take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet);
  void take_datagram(const engine::Frame& known, const capture::Packet& packet);

  Source& source_;
  engine::Engine& engine_;
  std::unique_ptr<Streams> streams_;
  std::uint64_t sealed_ = 0;  ///< bytes of datagrams that DTLS has encrypted
  OtherLinks other_links_;
};

}  // namespace godot::analyse
