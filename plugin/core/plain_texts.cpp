// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/plain_texts.h"

#include <algorithm>

#include "plugin/core/longjmp.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(PlainTexts);

const char* PlainTexts::text(const Buffer& bytes, const variant::Options& options, Notes* notes) {
  if (left_ < room_) {
    left_ = values_ * room_;
    buffer_ = static_cast<char*>(wmem_alloc(pinfo_->pool, left_));
  }
  const variant::Text text = variant::text_of(bytes, options, limits_, {buffer_, room_}, notes);
  return text.ascii ? kept_in_place(text) : kept_text(pinfo_, text);
}

/// The text that begins in the buffer, which then continues behind it; text_of() leaves room for the mark and a NUL.
const char* PlainTexts::kept_in_place(const variant::Text& text) {
  const std::string_view mark = text.cut ? variant::ellipsis : std::string_view{};
  const char* kept = buffer_;
  const std::size_t size = text.text.size() + mark.size() + 1;
  *std::copy(mark.begin(), mark.end(), buffer_ + text.text.size()) = '\0';
  buffer_ += size;
  left_ -= size;
  return kept;
}

}  // namespace godot::plugin
