// SPDX-License-Identifier: MIT
// Forwards a walk to another sink, and records the position of bytes and the numbers of each outermost value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "analysis/message/annotation/annotations.h"
#include "codec/core/catalogue.h"
#include "codec/core/sink.h"
#include "codec/variant/fields.h"

namespace godot::analysis::annotation {

template <class Inner>
class LeafListener final : public Sink {
 public:
  /// `watched`: numbers are needed. `lines`: texts of properties' values are needed without a tree, too, of at most
  /// `max_elements`; 0: all.
  LeafListener(Inner& inner, Leaves& leaves, bool watched, bool lines, std::uint32_t max_elements) noexcept
      : inner_(inner), leaves_(leaves), max_elements_(max_elements), watched_(watched), lines_(lines) {}

  void open(Field field, Offset begin, const Value& value) override {
    if (is_value(field) && values_++ == 0) leaves_.numbers.count = 0;
    inner_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (field == field::packed_bytes) {
      leaves_.packed = {begin, length};
      leaves_.has_packed = true;
    }
    if (watched_ && values_ == 1) leaves_.numbers.add(field, value);
    inner_.leaf(field, begin, length, value);
  }
  void close(Field field, Offset end) override {
    if (is_value(field)) --values_;
    inner_.close(field, end);
  }
  void note(Note note, Offset begin, Offset length) override { inner_.note(note, begin, length); }
  void problem(const Problem& problem) override { inner_.problem(problem); }
  std::uint32_t wanted_elements(std::uint32_t count) override {
    if (lines_ && values_ == 0) return max_elements_ == 0 ? count : std::min(count, max_elements_);
    return inner_.wanted_elements(count);
  }

 private:
  static bool is_value(Field field) { return (info(field).flags & is_variant) != 0; }

  Inner& inner_;
  Leaves& leaves_;
  std::uint32_t values_ = 0;  ///< number of open values
  std::uint32_t max_elements_;
  bool watched_;
  bool lines_;
};

}  // namespace godot::analysis::annotation
