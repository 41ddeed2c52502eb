// SPDX-License-Identifier: MIT
// Records a walk: its texts, and its fields with a value as (filter name, value) text.
#pragma once

#include <bit>
#include <charconv>
#include <string>
#include <vector>

#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "codec/variant/walk.h"
#include "tests/unit/support/bytes.h"
#include "tests/unit/support/checker.h"

namespace godot::test {

/// A leaf's value as a test writes it: masked numbers in decimal, the shortest text of reals, bytes in hexadecimal.
inline std::string show(Field field, const Value& value) {
  const FieldInfo& row = info(field);
  const auto shortest = [](auto number) {
    char digits[64];
    return std::string(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
  };
  switch (value.kind) {
    case Value::Kind::none: return "";
    case Value::Kind::boolean: return value.uint != 0 ? "true" : "false";
    case Value::Kind::uint: {
      const std::uint64_t number = row.mask == 0 ? value.uint : (value.uint & row.mask) >> std::countr_zero(row.mask);
      if (row.type == FieldType::boolean) return number != 0 ? "true" : "false";
      return std::to_string(number);
    }
    case Value::Kind::int_: return std::to_string(value.int_);
    case Value::Kind::float32: return shortest(static_cast<float>(value.real));
    case Value::Kind::float64: return shortest(value.real);
    case Value::Kind::text: return std::string(value.view());
    case Value::Kind::bytes: return to_hex(value.view());
    case Value::Kind::node_path: break;
  }
  std::string path;
  variant::NodePathReader reader(value.view(), true);
  for (variant::NodePathReader::Part part; reader.next(part);) (path += part.separator) += part.name;
  return path;
}

/// The filter's name without "godot.variant.".
inline std::string_view short_filter(Field field) {
  constexpr std::string_view prefix = "godot.variant.";
  const std::string_view filter = info(field).filter;
  return filter.starts_with(prefix) ? filter.substr(prefix.size()) : filter;
}

class Recorder final : public Checker {
 public:
  struct Leaf {
    Field field;
    Offset begin;
    Offset length;
    std::string value;
  };
  /// The text of one value, with the texts of the values inside it.
  struct ValueText {
    std::string text;
    bool cut = false;
    std::size_t level = 0;  ///< number of values around it
  };

  using Checker::Checker;

  [[nodiscard]] const std::vector<Leaf>& leaves() const { return leaves_; }
  [[nodiscard]] const std::vector<ValueText>& texts() const { return texts_; }
  [[nodiscard]] const Problem& the_problem() const { return the_problem_; }
  [[nodiscard]] std::size_t notes() const { return notes_; }

  /// Text of the root, which is closed last.
  [[nodiscard]] ValueText text() const { return texts_.empty() ? ValueText{} : texts_.back(); }

  /// "filter=value; ..." without "godot.variant.", without the type, which every value has, and without a shared bit
  /// that is not set.
  [[nodiscard]] std::string leaf_text() const {
    std::string all;
    for (const Leaf& leaf : leaves_) {
      const std::string_view filter = short_filter(leaf.field);
      if (filter == "type" || filter == "type_name" || (filter == "shared" && leaf.value == "false")) continue;
      if (!all.empty()) all += "; ";
      ((all += filter) += '=') += leaf.value;
    }
    return all;
  }

  void open(Field field, Offset begin, const Value& value) override {
    level_ += is_value(field) ? 1 : 0;
    Checker::open(field, begin, value);
    if (has_own_bytes(field) && value.kind != Value::Kind::none)
      leaves_.push_back({field, begin, 0, show(field, value)});
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    Checker::leaf(field, begin, length, value);
    leaves_.push_back({field, begin, length, show(field, value)});
  }
  void close(Field field, Offset end) override {
    level_ -= is_value(field) ? 1 : 0;
    Checker::close(field, end);
  }
  void note(Note note, Offset begin, Offset length) override {
    ++notes_;
    Checker::note(note, begin, length);
  }
  void problem(const Problem& problem) override {
    Checker::problem(problem);
    the_problem_ = problem;
  }

 private:
  static bool is_value(Field field) { return (info(field).flags & is_variant) != 0; }
  /// Subtrees that are a field of their own, neither a place for other values (an element, a pair) nor the header.
  static bool has_own_bytes(Field field) {
    constexpr Field places[] = {field::header,          field::flags,           field::entry,
                                field::object_property, field::structure_field, field::packed_element};
    return !is_value(field) && std::count(std::begin(places), std::end(places), field) == 0;
  }
  void on_text(Field field, const variant::Text& text) override {
    if (is_value(field)) texts_.push_back({std::string(text.text), text.cut, level_});
  }

  std::vector<Leaf> leaves_;
  std::vector<ValueText> texts_;
  Problem the_problem_;
  std::size_t level_ = 0;
  std::size_t notes_ = 0;
};

/// A finished walk with all its events.
struct Reading {
  std::vector<char> text_buffer;
  variant::TextWriter writer;
  Recorder recorder;
  variant::Result result;

  Reading(const Buffer& buffer, const variant::Options& options, std::uint32_t limit = variant::no_text_limit,
          std::uint32_t wanted = std::numeric_limits<std::uint32_t>::max())
      : text_buffer(variant::TextWriter::capacity(buffer.captured.size(), limit)),
        writer(text_buffer, limit, *options.dialect),
        recorder(static_cast<Offset>(buffer.captured.size()), &writer, limit) {
    recorder.want(wanted);
    result = variant::walk(buffer, options, recorder);
  }
};

}  // namespace godot::test
