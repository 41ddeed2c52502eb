// SPDX-License-Identifier: MIT
// What a library of games derives, as text: "age=3; again=12; label: Ship: 7; ".
#pragma once

#include <span>
#include <string>

#include "analysis/message/calls/library_items.h"

namespace godot::analysis {

/// `Interface`: LibraryItems, or a library's class with more.
template <class Interface, class Field, class Problem>
class RecordedItems : public Interface {
 public:
  /// `names`: of the fields.
  explicit RecordedItems(std::span<const char* const> names) : names_(names) {}

  std::string recorded;
  std::string problems;  ///< texts of findings
  bool shows = true;

  [[nodiscard]] bool are_shown() const noexcept override { return shows; }
  [[nodiscard]] bool has_labels() const noexcept override { return shows; }
  void add(Field field, ByteRange, DerivedValue value) override {
    if (shows)
      recorded.append(names_[static_cast<std::size_t>(field)]).append("=").append(written(field, value)).append("; ");
  }
  void set_label(std::initializer_list<std::string_view> parts) override { label("label: ", parts); }
  void append_label(std::initializer_list<std::string_view> parts) override { label("label… ", parts); }
  const char* found(const analysis::problems::Findings<Problem>& findings, Offset) override {
    const char* first = nullptr;
    for (const auto* finding = findings.first(); finding != nullptr; finding = finding->next) {
      problems.append(finding->text).append("\n");
      if (first == nullptr && finding->counted) first = "problem";
    }
    return first;
  }

 private:
  static std::string written(Field field, const DerivedValue& value) {
    switch (derived_row(field).kind) {
      case DerivedKind::text: return value.text;
      case DerivedKind::boolean: return value.number != 0 ? "true" : "false";
      default: return std::to_string(value.number);
    }
  }
  void label(const char* begin, std::initializer_list<std::string_view> parts) {
    if (!shows) return;
    recorded += begin;
    for (const std::string_view part : parts) recorded += part;
    recorded += "; ";
  }

  std::span<const char* const> names_;
};

}  // namespace godot::analysis
