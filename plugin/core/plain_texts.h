// SPDX-License-Identifier: GPL-2.0-or-later
// The texts of the values of one message, straight from their bytes, in packet scope: for messages whose fields nobody
// needs. Nothing here has a destructor: epan may leave by longjmp.
#pragma once

#include <cstddef>

#include "codec/variant/plain_text.h"
#include "plugin/core/outermost_values.h"

namespace godot::plugin {

class PlainTexts {
 public:
  /// `size`: of the message. `values`: for how many texts memory is taken at once.
  PlainTexts(packet_info* pinfo, std::size_t size, const Display& display, std::size_t values = 4)
      : pinfo_(pinfo),
        values_(values),
        limits_{.characters = display.text_limit, .hex_bytes = display.hex_bytes},
        room_(variant::text_capacity(size, limits_)) {}

  /// The longest text, in characters.
  [[nodiscard]] std::uint32_t longest() const noexcept { return limits_.characters; }

  /// The text of a value that was read without a problem. `notes`: null if it was read without a note, too.
  [[nodiscard]] const char* text(const Buffer& bytes, const variant::Options& options, Notes* notes = nullptr);

 private:
  const char* kept_in_place(const variant::Text& text);

  packet_info* pinfo_;
  std::size_t values_;
  variant::TextLimits limits_;
  std::size_t room_;  ///< for one text
  char* buffer_ = nullptr;
  std::size_t left_ = 0;  ///< of the buffer
};

}  // namespace godot::plugin
