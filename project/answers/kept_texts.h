// SPDX-License-Identifier: MIT
// Keeps texts that answers are composed of, each once.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text_hash.h"

namespace godot::analysis::project {

class KeptTexts {
 public:
  /// The text lives until forget().
  const char* keep(std::string text) {
    auto& place = kept_[text];
    if (place == nullptr) place = std::make_unique<std::string>(std::move(text));
    return place->c_str();
  }

  void forget() noexcept { kept_.clear(); }

 private:
  std::unordered_map<std::string, std::unique_ptr<std::string>, TextHash> kept_;
};

}  // namespace godot::analysis::project
