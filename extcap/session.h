// SPDX-License-Identifier: MIT
// One game that talks to godotdump: its bytes, in whatever pieces they come, become packets. Nothing in here knows
// sockets; nothing that comes in is trusted.
//
// Memory: what has come of one record, at most mirror::max_record, and what waits until the game has said who it is.
#pragma once

#include <string>
#include <vector>

#include "codec/mirror/stream.h"
#include "extcap/pcapng.h"

namespace godotdump {

/// Which games are wanted: process ids, names of projects, roles. Empty: all.
using Wanted = std::vector<std::string>;

class Session {
 public:
  explicit Session(const Wanted& wanted) : wanted_(&wanted), is_wanted_(wanted.empty()) {}

  /// Takes what has come, and appends packets to `out`. False: there is no way to go on, and why() says why.
  bool feed(std::span<const std::uint8_t> bytes, Bytes& out);

  /// A sentence for people; empty if there is nothing to say.
  [[nodiscard]] const std::string& why() const { return why_; }

  /// The game has greeted.
  [[nodiscard]] bool has_greeted() const { return has_greeted_; }

  /// "Arena, server, process 12": as far as it has said.
  [[nodiscard]] std::string name() const;

 private:
  bool greet();
  bool records(Bytes& out);
  void look_at(std::span<const std::uint8_t> record);
  void decide(Bytes& out);
  bool refuse(std::string why);

  const Wanted* wanted_;
  Bytes in_;
  Bytes held_;  ///< packets of a game that has not said who it is
  std::string project_;
  std::string role_;
  std::string process_;
  std::string why_;
  bool has_greeted_ = false;
  bool is_wanted_;
  bool is_known_ = false;
};

}  // namespace godotdump
