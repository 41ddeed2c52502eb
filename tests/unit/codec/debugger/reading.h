// SPDX-License-Identifier: MIT
// A finished walk over a debugger's message with all its events. Used by unit tests and the fuzz target.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "codec/debugger/fields.h"
#include "codec/debugger/walk.h"
#include "codec/variant/fields.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {

/// Checks the walk's guarantees: subtrees balance, and offsets lie inside the buffer.
class DebugRecorder final : public Sink {
 public:
  explicit DebugRecorder(Offset size) : size_(size) {}

  struct Element {
    Field field;
    std::string value;
    Offset begin;
    Offset end;
  };

  void open(Field field, Offset begin, const Value& value) override {
    expect(begin <= size_, "a subtree begins outside of the buffer");
    open_.push_back({field, begin, elements_.size()});
    if (is_debugger(field)) elements_.push_back({field, shown(field, value), begin, begin});
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    expect(begin <= size_ && length <= size_ - begin, "a leaf lies outside of the buffer");
    expect(!open_.empty(), "a leaf lies outside of every subtree");
    if (value.kind >= Value::Kind::text) {
      for (const char byte : value.view()) touched_ = static_cast<char>(touched_ ^ byte);
    }
    if (field == field::type_name) types_.emplace_back(value.view());
  }
  void close(Field field, Offset end) override {
    expect(end <= size_, "a subtree ends outside of the buffer");
    expect(!open_.empty() && open_.back().field == field, "another subtree is closed than the innermost one");
    if (open_.empty()) return;
    expect(end >= open_.back().begin, "a subtree ends before it begins");
    if (is_debugger(field)) elements_[open_.back().element].end = end;
    open_.pop_back();
  }
  void note(Note note, Offset begin, Offset length) override {
    expect(begin <= size_ && length <= size_ - begin, "a note lies outside of the buffer");
    notes_.add(note);
  }
  void problem(const Problem& problem) override {
    expect(static_cast<bool>(problem), "a problem without a code");
    problems_.push_back(problem);
  }

  [[nodiscard]] std::string fault() const {
    if (!fault_.empty()) return fault_;
    return open_.empty() ? "" : "a subtree was left open";
  }
  [[nodiscard]] const std::vector<Element>& elements() const { return elements_; }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }
  [[nodiscard]] const Notes& notes() const { return notes_; }

  /// "name=value; ..." of all fields of the debugger but the envelope, without "godot.debug.".
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const Element& element : elements_) {
      constexpr Field left_out[] = {field::debugger, field::debug_list, field::debug_table};
      if (std::count(std::begin(left_out), std::end(left_out), element.field) != 0) continue;
      if (!all.empty()) all += "; ";
      all += std::string_view(info(element.field).filter).substr(12);
      if (!element.value.empty()) all += "=" + element.value;
    }
    return all;
  }

 private:
  struct Open {
    Field field;
    Offset begin;
    std::size_t element;
  };
  static bool is_debugger(Field field) { return std::string_view(info(field).filter).starts_with("godot.debug"); }
  static std::string shown(Field field, const Value& value) { return show(field, value); }
  void expect(bool good, const char* message) {
    if (!good && fault_.empty()) fault_ = message;
  }

  Offset size_;
  std::vector<Open> open_;
  std::vector<Element> elements_;
  std::vector<std::string> types_;
  std::vector<Problem> problems_;
  Notes notes_;
  std::string fault_;
  volatile char touched_ = 0;
};

struct DebugReading {
  ExactCopy copy;
  DebugRecorder recorder;
  debugger::Run run;
  std::array<char, 1024> line_buffer;
  debugger::Result result;
  std::string line;

  DebugReading(std::span<const std::uint8_t> bytes, const debugger::Options& options, const debugger::Run& before = {},
               Offset reported = 0, debugger::Listener* listener = nullptr)
      : copy(bytes, std::max(static_cast<Offset>(bytes.size()), reported)),
        recorder(static_cast<Offset>(bytes.size())),
        run(before),
        result(debugger::walk(copy.buffer(), options, run, line_buffer, recorder, listener)),
        line(result.line) {}
};

}  // namespace godot::test
