// SPDX-License-Identifier: MIT
// A text that is made when somebody reads it: each state of a game is judged, and hardly any needs its node's name.
#pragma once

namespace godot::analysis::account {

class LateText {
 public:
  using Make = const char* (*)(void* of);

  // NOLINTNEXTLINE(google-explicit-constructor): a text that is there is one, too
  constexpr LateText(const char* text) noexcept : text_(text) {}
  constexpr LateText(Make make, void* of) noexcept : make_(make), of_(of) {}

  // NOLINTNEXTLINE(google-explicit-constructor)
  operator const char*() const { return make_ != nullptr ? make_(of_) : text_; }

 private:
  const char* text_ = nullptr;
  Make make_ = nullptr;  ///< null: the text is there
  void* of_ = nullptr;
};

}  // namespace godot::analysis::account
