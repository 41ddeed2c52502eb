// SPDX-License-Identifier: MIT
// What a library of games derives, as text: "age=3; again=12; label: Ship: 7; ".
#pragma once

#include <span>
#include <string>

#include "analysis/message/calls/items.h"

namespace godot::analysis {

/// `Interface`: Items, or a library's class with more.
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
  void text(Field field, Offset, Offset, const char* text) override { add(field, text); }
  void number(Field field, Offset, Offset, std::uint32_t number) override { add(field, std::to_string(number)); }
  void integer(Field field, Offset, Offset, std::int32_t number) override { add(field, std::to_string(number)); }
  void boolean(Field field, Offset, Offset, bool value) override { add(field, value ? "true" : "false"); }
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
  void add(Field field, const std::string& value) {
    if (shows) recorded.append(names_[static_cast<std::size_t>(field)]).append("=").append(value).append("; ");
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
