// SPDX-License-Identifier: MIT
// Masks texts of a report: replaces private ones by tokens.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace godot::analysis::page {

/// Nothing passes but what is known to be the program's own: separators, types, words of its lines, roles and ids of
/// peers. Every other word, number and quoted text is replaced. A token is numbered in the order of first use; equal
/// texts of one kind have the same one.
class Mask {
 public:
  explicit Mask(bool is_on) : is_on_(is_on) {}

  [[nodiscard]] bool is_on() const noexcept { return is_on_; }

  /// Adds a peer's name: from now on it is masked as one, even if it looks like an id or a role, in paths, too.
  void learn_peer(std::string_view name);

  /// A name of a peer, or the text that tables have without one ("server", "all but red", "ENet 0 client"); or several,
  /// with commas between.
  [[nodiscard]] std::string peer(std::string_view text);

  /// A path of a node, a method, a scene: its separators stay, and the endings of files.
  [[nodiscard]] std::string path(std::string_view text);

  /// Versions of an engine, which a recording's game names: "Godot 4.6.3"; what is behind that goes.
  [[nodiscard]] std::string engine(std::string_view text) const;

  /// An address with its port.
  [[nodiscard]] std::string address(std::string_view text);

  /// The line of a message (`Main/Player.say("hello", 3)`): words of the program's lines and types stay.
  [[nodiscard]] std::string call(std::string_view text);
  /// A value: its types stay.
  [[nodiscard]] std::string value(std::string_view text);

 private:
  enum class Words : std::uint8_t { of_path, of_value, of_line };

  std::string token(const char* kind, std::string_view text);
  std::string one_peer(std::string_view text);
  std::string word(std::string_view word, Words words);
  std::string masked(std::string_view text, Words words);

  bool is_on_;
  std::set<std::string, std::less<>> peers_;  // names of peers in lower case
  std::map<std::string, std::string, std::less<>> tokens_;
  std::map<std::string, unsigned, std::less<>> counts_;
};

}  // namespace godot::analysis::page
