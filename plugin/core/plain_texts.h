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
  /// `size`: of the message.
  PlainTexts(packet_info* pinfo, std::size_t size, const Display& display)
      : pinfo_(pinfo),
        limits_{.characters = display.text_limit, .hex_bytes = display.hex_bytes},
        room_(variant::text_capacity(size, limits_)) {}

  /// The longest text, in characters.
  [[nodiscard]] std::uint32_t longest() const noexcept { return limits_.characters; }

  /// The text of a value that was read without a problem or a note.
  [[nodiscard]] const char* text(const Buffer& bytes, const variant::Options& options);

 private:
  const char* kept_in_place(const variant::Text& text);

  packet_info* pinfo_;
  variant::TextLimits limits_;
  std::size_t room_;  ///< for one text
  char* buffer_ = nullptr;
  std::size_t left_ = 0;  ///< of the buffer
};

}  // namespace godot::plugin
