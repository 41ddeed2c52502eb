// SPDX-License-Identifier: MIT
// The text of a value from a walk, and without one.
#pragma once

#include <string>
#include <vector>

#include "codec/core/sink.h"
#include "codec/variant/numbers.h"
#include "codec/variant/plain_text.h"

namespace godot::test {

/// The outermost text of a walk that asks for as many elements as its text has room for.
class OutermostText final : public Sink {
 public:
  explicit OutermostText(variant::TextWriter& writer) : writer_(writer) {}
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string_view type() const { return type_; }

  void open(Field field, Offset, const Value& value) override { writer_.open(field, value); }
  void leaf(Field field, Offset, Offset, const Value& value) override {
    if (field == field::type_name && type_.empty()) type_ = value.view();
    writer_.leaf(field, value);
  }
  void close(Field field, Offset) override {
    const variant::Text text = writer_.close(field);
    if (text.text.data() != nullptr) text_ = std::string(text.text) + (text.cut ? "|cut" : "");
  }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { writer_.problem(); }
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, writer_.wanted_elements()); }

 private:
  variant::TextWriter& writer_;
  std::string text_;
  std::string_view type_;
};

/// The same about text_of_numbers(): it takes every value of numbers whose text is not cut, and no other.
inline std::string difference_of_numbers(const Buffer& buffer, variant::Options options,
                                         const variant::TextLimits& limits) {
  options.whole = false;
  std::vector<char> room(variant::TextWriter::capacity(buffer.captured.size(), limits.characters));
  variant::TextWriter writer(room, limits.characters, variant::dialect_of(options), limits.hex_bytes);
  OutermostText walked(writer);
  const variant::Result result = variant::walk(buffer, options, walked);
  std::vector<char> out(variant::text_capacity(buffer.captured.size(), limits));
  variant::Text text;
  const Offset end = variant::text_of_numbers(buffer, options, limits, out, text);
  const variant::Dialect& dialect = variant::dialect_of(options);
  const bool is_plain = !options.prefixed && options.forms == variant::forms::engine && !dialect.documented_forms;
  const Offset numbers = is_plain ? variant::end_of_numbers(buffer, options.begin, dialect, options.precision) : 0;
  const bool is_cut = walked.text().ends_with("|cut");
  if (end != (is_cut ? 0 : numbers)) return "numbers end at " + std::to_string(end);
  if (end == 0) return {};
  if (result.problem || result.notes.any() || result.consumed != end) return "numbers with a problem or a note";
  return text.text == walked.text() ? "" : "numbers \"" + std::string(text.text) + "\"";
}

/// Returns a sentence about how text_of() differs from the walk; nothing if it does not. AddressSanitizer checks that
/// the output stays in its bounds.
inline std::string difference(const Buffer& buffer, const variant::Options& options,
                              const variant::TextLimits& limits) {
  std::vector<char> room(variant::TextWriter::capacity(buffer.captured.size(), limits.characters));
  variant::TextWriter writer(room, limits.characters, variant::dialect_of(options), limits.hex_bytes);
  OutermostText walked(writer);
  variant::walk(buffer, options, walked);
  std::vector<char> out(variant::text_capacity(buffer.captured.size(), limits));
  const variant::Text alone = variant::text_of(buffer, options, limits, out);
  const std::string text = std::string(alone.text) + (alone.cut ? "|cut" : "");
  if (text != walked.text()) return "alone \"" + text + "\", walked \"" + walked.text() + "\"";
  if (out.data() + out.size() - (alone.text.data() + alone.text.size()) < 4) return "no room behind the text";
  const std::string_view type = variant::type_of(buffer, options);
  if (type != walked.type()) return "type alone " + std::string(type) + ", walked " + std::string(walked.type());
  return difference_of_numbers(buffer, options, limits);
}

}  // namespace godot::test
