// SPDX-License-Identifier: MIT
// Reads plain values directly from their bytes, for messages whose fields are not needed.
#pragma once

#include <cstdint>

#include "analysis/message/annotation/annotator.h"
#include "codec/core/number.h"
#include "codec/multiplayer/walk.h"
#include "codec/variant/numbers.h"
#include "codec/variant/plain_text.h"

namespace godot::analysis::annotation {

/// `Texts` writes a value's text from its bytes: text(bytes, options), of at most longest() characters;
/// numbers(bytes, options, text) reads a value of numbers once for its text and its end, 0: another value.
template <class Texts>
class PlainValues final : public multiplayer::PacketSink {
 public:
  /// `known`: a value that was read before. `lines`: texts are needed.
  PlainValues(Annotator& annotator, const Arena& arena, Texts& texts, const multiplayer::KnownValue& known,
              bool lines) noexcept
      : annotator_(annotator), arena_(arena), texts_(texts), known_(known), lines_(lines) {}

  Offset plain_value(const multiplayer::PlainValue& value) override {
    const char* text = "";
    Offset end = 0;
    const bool shows = annotator_.shows(value.role);
    const std::string_view type = variant::type_of(value.bytes, value.options);
    const bool writes = lines_ && annotator_.reads_text(type);
    if (shows && writes) {
      end = texts_.numbers(value.bytes, value.options, text);
    } else {
      end = variant::end_of_numbers(value.bytes, value.options.begin, variant::dialect_of(value.options),
                                    value.options.precision);
      if (end != 0 && !shows) text = nullptr;
    }
    if (end == 0) {
      end = end_of_good(value, known_);
      if (end == 0) return 0;  // the text would end at the problem
      if (writes) text = texts_.text(value.bytes, value.options);
    }
    if (!annotator_.reads(value.role)) return end;
    annotator_.value({.role = value.role,
                      .index = value.index,
                      .begin = value.options.begin,
                      .end = end,
                      .text = text,
                      .type = type.data(),
                      .item = nullptr});
    return end;
  }

  bool short_value(const multiplayer::ShortValue& value) override {
    if (!annotator_.reads(value.role)) return true;
    if (texts_.longest() < max_number_text) return false;  // the text may be too long
    const char* text = value.number != 0 ? "true" : "false";
    if (!value.is_bool && annotator_.reads_text("int")) {
      char* const digits = arena_.bytes(max_number_text + 1);
      *write_int(value.number, digits) = '\0';
      text = digits;
    }
    annotator_.value({.role = value.role,
                      .index = value.index,
                      .begin = value.begin,
                      .end = value.end,
                      .text = text,
                      .type = value.is_bool ? "bool" : "int",
                      .item = nullptr});
    return true;
  }

 private:
  Annotator& annotator_;
  Arena arena_;
  Texts& texts_;
  multiplayer::KnownValue known_;
  bool lines_;
};

}  // namespace godot::analysis::annotation
