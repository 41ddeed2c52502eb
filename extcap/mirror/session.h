// SPDX-License-Identifier: MIT
// The connection of one game to godotdump: converts its bytes, in chunks of any size, to packets. Independent of
// sockets; all input is untrusted.
//
// Memory: an incomplete record, at most mirror::max_record and a quarter more, and the packets held until the game has
// identified itself: memory() bytes.
#pragma once

#include <string>
#include <vector>

#include "codec/mirror/record_stream.h"
#include "extcap/output/pcapng.h"

namespace godotdump {

/// The games to capture: process ids, names of projects, roles. Empty: all.
using GameSelection = std::vector<std::string>;

class Session {
 public:
  explicit Session(const GameSelection& wanted) : wanted_(&wanted), is_wanted_(wanted.empty()) {}

  /// Takes received bytes, and appends packets to `out`. False: the connection is to be closed, for the reason in
  /// why().
  bool feed(std::span<const std::uint8_t> bytes, Bytes& out);

  /// A sentence for users; empty: no error.
  [[nodiscard]] const std::string& why() const { return why_; }

  /// The game has sent its greeting.
  [[nodiscard]] bool has_greeted() const { return has_greeted_; }

  /// The game has described itself.
  [[nodiscard]] bool is_known() const { return is_known_; }

  /// Bytes that it holds.
  [[nodiscard]] std::size_t memory() const { return in_.capacity() + held_.capacity(); }

  /// "Arena, server, process 12", as far as known.
  [[nodiscard]] std::string name() const;

 private:
  bool greet();
  bool records(Bytes& out);
  [[nodiscard]] std::string whole_name() const;
  void make_room(std::size_t more);
  void look_at(std::span<const std::uint8_t> record);
  void decide(Bytes& out);
  bool refuse(std::string why);

  const GameSelection* wanted_;
  Bytes in_;
  Bytes held_;  ///< packets of a game that has not identified itself
  std::string project_;
  std::string role_;
  std::string process_;
  std::string why_;
  bool has_greeted_ = false;
  bool is_wanted_;
  bool is_known_ = false;
};

}  // namespace godotdump
