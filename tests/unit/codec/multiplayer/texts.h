// SPDX-License-Identifier: MIT
// The texts of a message's outermost values, in order: from a walk's events, or directly from the bytes of plain
// values.
#pragma once

#include <string>
#include <vector>

#include "codec/core/catalogue.h"
#include "codec/core/sink.h"
#include "codec/multiplayer/walk.h"
#include "codec/variant/plain_text.h"

namespace godot::test {

class ValueTexts final : public Sink, public multiplayer::PacketSink {
 public:
  /// `takes`: plain values are read here, so the walk has no events for them. `values_only`: by walk_values().
  ValueTexts(const Buffer& message, const multiplayer::Options& options, bool takes, bool values_only = false)
      : takes_(takes),
        room_(variant::text_capacity(message.captured.size(), limits)),
        writer_(room_, limits.characters, multiplayer::dialect_of(options), limits.hex_bytes) {
    result = values_only ? multiplayer::walk_values(message, options, *this, this)
                         : multiplayer::walk(message, options, *this, this);
  }

  void open(Field field, Offset begin, const Value& value) override {
    if (is_value(field) && open_++ == 0) begin_ = begin;
    if (open_ != 0) writer_.open(field, value);
    else has_others = true;
  }
  void leaf(Field field, Offset, Offset, const Value& value) override {
    if (open_ != 0) writer_.leaf(field, value);
    else has_others = true;
  }
  void close(Field field, Offset end) override {
    if (open_ == 0) return;
    const variant::Text text = writer_.close(field);
    if (is_value(field) && --open_ == 0) add(begin_, end, text);
  }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {
    if (open_ != 0) writer_.problem();
  }
  std::uint32_t wanted_elements(std::uint32_t count) override {
    return open_ == 0 ? count : std::min(count, writer_.wanted_elements());
  }

  Offset plain_value(const multiplayer::PlainValue& value) override {
    const Offset end = takes_ ? variant::end_of_good(value.bytes, value.options) : 0;
    if (end == 0) return 0;
    ++taken;
    add(value.options.begin, end, variant::text_of(value.bytes, value.options, limits, room_));
    return end;
  }
  bool short_value(const multiplayer::ShortValue& value) override {
    if (!takes_) return false;
    ++taken;
    const std::string text = value.is_bool ? (value.number != 0 ? "true" : "false") : std::to_string(value.number);
    add(value.begin, value.end, {text, false});
    return true;
  }

  multiplayer::Result result;
  std::vector<std::string> texts;  ///< "12-20 Vector2(1, 2)"
  unsigned taken = 0;
  bool has_others = false;  ///< fields that belong to no value

 private:
  static constexpr variant::TextLimits limits = {.characters = 240, .hex_bytes = 16};

  static bool is_value(Field field) { return (info(field).flags & is_variant) != 0; }
  void add(Offset begin, Offset end, const variant::Text& text) {
    texts.push_back(std::to_string(begin) + "-" + std::to_string(end) + " " + std::string(text.text) +
                    (text.cut ? "..." : ""));
  }

  bool takes_;
  std::vector<char> room_;
  variant::TextWriter writer_;
  unsigned open_ = 0;
  Offset begin_ = 0;
};

/// Compares texts and notes of two walks; returns what differs, or an empty text.
inline std::string text_fault_of(const ValueTexts& walked, const ValueTexts& taken) {
  if (walked.result.consumed != taken.result.consumed || walked.result.values != taken.result.values)
    return "the walks end at different places";
  for (std::size_t i = 0; i < note_numbers; ++i) {
    const auto note = static_cast<Note>(i);
    if (note != note::not_finite && walked.result.notes.has(note) != taken.result.notes.has(note))
      return "the walks have different notes";
  }
  for (std::size_t i = 0; i < std::max(walked.texts.size(), taken.texts.size()); ++i) {
    const std::string one = i < walked.texts.size() ? walked.texts[i] : "nothing";
    const std::string other = i < taken.texts.size() ? taken.texts[i] : "nothing";
    if (one != other) return "value " + std::to_string(i) + ": " + one + " is " + other;
  }
  return {};
}

/// Compares all ways of reading a message's values.
inline std::string text_fault_of(const Buffer& message, const multiplayer::Options& options) {
  const ValueTexts walked(message, options, false);
  std::string fault = text_fault_of(walked, ValueTexts(message, options, true));
  for (const bool takes : {false, true}) {
    const ValueTexts only(message, options, takes, true);
    if (fault.empty()) fault = text_fault_of(walked, only);
    if (fault.empty() && only.has_others) fault = "walk_values() reports other fields";
  }
  return fault;
}

}  // namespace godot::test
