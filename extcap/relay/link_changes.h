// SPDX-License-Identifier: MIT
// When a link changes:
//
//   at 10s: loss 5% for 2s; every 10s: freeze 500ms; down delay 80ms
//
// Steps are separated by semicolons or lines; `#` begins a comment. A step without a time holds from the beginning.
// With `for`, what was before holds again afterwards.
#pragma once

#include <string>
#include <vector>

#include "extcap/relay/change.h"

namespace godotdump::relay {

struct Step {
  Time at = 0;
  Time every = 0;  ///< the time between two beginnings; 0: once
  Time lasts = 0;  ///< the time until it ends; 0: for ever
  Change change;
};

inline constexpr std::size_t most_steps = 1000;

/// Appends the steps of `text`. False with a sentence in `error`.
bool read_script(std::string_view text, std::vector<Step>& steps, std::string& error);

/// A link that people know, as a script.
struct Preset {
  std::string_view name;
  std::string_view title;
  std::string_view script;
};
[[nodiscard]] const std::vector<Preset>& presets();
/// Null: there is none of this name.
[[nodiscard]] const Preset* find_preset(std::string_view name);

}  // namespace godotdump::relay
