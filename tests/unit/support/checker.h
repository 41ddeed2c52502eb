// SPDX-License-Identifier: MIT
// A sink that checks the guarantees of every walk: subtrees balance, offsets lie inside the buffer and inside their
// subtree, only closing events follow a problem, texts keep to their limit. Used by unit tests and fuzz targets.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "codec/core/sink.h"
#include "codec/core/utf8.h"
#include "codec/variant/fields.h"
#include "codec/variant/text.h"

namespace godot::test {

/// Characters of a text of valid UTF-8.
inline std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<std::uint8_t>(byte) & 0xC0) != 0x80; }));
}

class Checker : public Sink {
 public:
  /// `size`: bytes captured. `writer` may be null; `limit` is its limit.
  explicit Checker(Offset size, variant::TextWriter* writer = nullptr, std::uint32_t limit = variant::no_text_limit)
      : size_(size), writer_(writer), limit_(limit) {}

  /// Elements to request of each container, besides those that the text needs.
  void want(std::uint32_t elements) { wanted_ = elements; }

  /// The first violated guarantee, or an empty view.
  [[nodiscard]] std::string_view fault() const {
    if (!fault_.empty()) return fault_;
    return subtrees_.empty() ? std::string_view{} : "a subtree was left open";
  }
  [[nodiscard]] std::size_t events() const { return events_; }
  [[nodiscard]] bool saw_problem() const { return problem_; }
  [[nodiscard]] bool omitted() const { return omitted_; }

  void open(Field field, Offset begin, const Value& value) override {
    count();
    expect(begin <= size_, "a subtree begins outside the buffer");
    expect(subtrees_.empty() || begin >= subtrees_.back().begin, "a subtree begins before the one around it");
    subtrees_.push_back({field, begin, begin});
    check(value);
    if (writer_ != nullptr) writer_->open(field, value);
  }

  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    count();
    expect(begin <= size_ && length <= size_ - begin, "a leaf lies outside the buffer");
    expect(!subtrees_.empty(), "a leaf lies outside every subtree");
    if (!subtrees_.empty()) {
      expect(begin >= subtrees_.back().begin, "a leaf begins before its subtree");
      subtrees_.back().end = std::max(subtrees_.back().end, begin + length);
    }
    if (field == field::elements_omitted) omitted_ = true;
    check(value);
    if (writer_ != nullptr) writer_->leaf(field, value);
  }

  void close(Field field, Offset end) override {
    ++events_;
    expect(end <= size_, "a subtree ends outside the buffer");
    if (subtrees_.empty()) {
      expect(false, "more subtrees are closed than were opened");
      return;
    }
    const Subtree inner = subtrees_.back();
    subtrees_.pop_back();
    expect(inner.field == field, "another subtree is closed than the innermost one");
    expect(end >= inner.begin, "a subtree ends before it begins");
    expect(problem_ || end >= inner.end, "a subtree ends before its content");
    if (!subtrees_.empty()) subtrees_.back().end = std::max(subtrees_.back().end, end);
    if (writer_ == nullptr) return;
    const variant::Text text = writer_->close(field);
    expect(check_utf8(text.text).valid, "a text is no valid UTF-8");
    const std::size_t length = characters(text.text) + (text.cut ? 1 : 0);
    // An ellipsis does not fit into a limit of zero.
    expect(limit_ == variant::no_text_limit || length <= std::max(limit_, 1U), "a text is longer than its limit");
    expect(limit_ != variant::no_text_limit || !text.cut, "a text without a limit is cut");
    on_text(field, text);
  }

  void note(Note note, Offset begin, Offset length) override {
    count();
    expect(*info(note).filter != '\0', "there is no such note");
    expect(begin <= size_ && length <= size_ - begin, "a note lies outside the buffer");
  }

  void problem(const Problem& problem) override {
    count();
    problem_ = true;
    expect(static_cast<bool>(problem), "a problem without a code");
    if (writer_ != nullptr) writer_->problem();
  }

  std::uint32_t wanted_elements(std::uint32_t count) override {
    const std::uint32_t for_text = writer_ == nullptr ? 0 : writer_->wanted_elements();
    return std::min(count, std::max(wanted_, for_text));
  }

 protected:
  ~Checker() = default;
  virtual void on_text(Field, const variant::Text&) {}

 private:
  struct Subtree {
    Field field;
    Offset begin;
    Offset end;  ///< of the part seen so far
  };

  void expect(bool good, const char* message) {
    if (!good && fault_.empty()) fault_ = message;
  }
  void count() {
    ++events_;
    expect(!problem_, "something other than the end of a subtree follows a problem");
  }
  /// Touches every byte that the value points to, for AddressSanitizer.
  void check(const Value& value) {
    if (value.kind < Value::Kind::text) return;
    for (const char byte : value.view())
      touched_ = static_cast<std::uint8_t>(touched_ ^ static_cast<std::uint8_t>(byte));
  }

  Offset size_;
  variant::TextWriter* writer_;
  std::uint32_t limit_;
  std::uint32_t wanted_ = std::numeric_limits<std::uint32_t>::max();
  std::vector<Subtree> subtrees_;
  std::size_t events_ = 0;
  std::string fault_;
  volatile std::uint8_t touched_ = 0;
  bool problem_ = false;
  bool omitted_ = false;
};

/// For walks of which only the guarantees are checked.
class PlainChecker final : public Checker {
 public:
  using Checker::Checker;
};

}  // namespace godot::test
