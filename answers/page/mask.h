// SPDX-License-Identifier: MIT
// Masks texts of a report: replaces private ones by tokens.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace godot::analysis::page {

/// The token of a text: numbered in the order of first use.
class Mask {
 public:
  explicit Mask(bool is_on) : is_on_(is_on) {}

  [[nodiscard]] bool is_on() const noexcept { return is_on_; }

  /// Adds a peer's name: from now on it is masked in every path.
  void learn_peer(std::string_view name);

  /// A name of a peer, or the text that tables have without one ("server", "all but red", "ENet 0 client").
  [[nodiscard]] std::string peer(std::string_view text);

  /// A path of a node, a method, a scene: unchanged, except for names of peers in it.
  [[nodiscard]] std::string path(std::string_view text);

  /// An address with its port.
  [[nodiscard]] std::string address(std::string_view text);

  /// Masks the text of a message (`Main/Player.say("hello", 3)`): quoted texts become tokens, numbers and types stay.
  [[nodiscard]] std::string call(std::string_view text);
  /// The same for a single value.
  [[nodiscard]] std::string value(std::string_view text);

 private:
  std::string token(const char* kind, std::string_view text);

  bool is_on_;
  std::set<std::string, std::less<>> peers_;  // in lower case
  std::map<std::string, std::string, std::less<>> tokens_;
  std::map<std::string, unsigned, std::less<>> counts_;
};

}  // namespace godot::analysis::page
