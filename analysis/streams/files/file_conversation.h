// SPDX-License-Identifier: MIT
// A conversation of a game with the editor's file server: where each direction stands, and which file each unit is
// about. It is learned on the first pass over a capture.
//
// Memory: an entry for each path on the wire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/number_hash.h"
#include "codec/files/walk.h"

namespace godot::analysis {

class FilesConversation {
 public:
  explicit FilesConversation(std::uint32_t number) noexcept : number_(number) {}

  /// Among those of the capture.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

  /// Sets the form, by the first bytes of the game.
  void begin(files::Form form) noexcept;
  [[nodiscard]] files::Form form() const noexcept { return form_; }

  bool refused = false;  ///< its beginning was another protocol's

  /// The state of a direction for bytes whose first one has this number of TCP; empty: another protocol carries them.
  /// Unknown after a gap, and for retransmitted bytes, which are not read again.
  [[nodiscard]] files::State at(files::Side from, std::optional<std::uint32_t> sequence) noexcept;
  /// These bytes were read up to there, with this state behind them.
  void advance(files::Side from, const files::State& after, std::optional<std::uint32_t> sequence,
               std::uint32_t consumed) noexcept;

  /// Learns the paths of a unit.
  void learn(const files::Facts& facts, std::uint32_t frame);

  /// The file of a unit, if the unit does not name it; null: unknown. `before`: the direction's state before it.
  [[nodiscard]] const char* path(const files::State& before, const files::Facts& facts, std::uint32_t frame) const;

 private:
  struct Direction {
    files::State state;
    std::optional<std::uint32_t> sequence;  ///< of TCP, the next one
  };
  [[nodiscard]] Direction& of(files::Side side) noexcept { return directions_[static_cast<std::size_t>(side)]; }

  std::uint32_t number_;
  files::Form form_ = files::Form::unknown;
  Direction directions_[2];
  /// By number, and by frame.
  std::unordered_map<std::uint32_t, std::map<std::uint32_t, std::string>, NumberHash> opened_;
  std::vector<std::string> announced_;  ///< files that have changed, in their order
};

/// The conversations of a capture.
class FilesConversations {
 public:
  FilesConversation& begin() { return all_.emplace_back(static_cast<std::uint32_t>(all_.size())); }
  void forget() noexcept { all_.clear(); }

 private:
  std::deque<FilesConversation> all_;
};

}  // namespace godot::analysis
