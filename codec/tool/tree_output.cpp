// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>

#include "codec/core/number.h"
#include "codec/core/problem.h"
#include "codec/core/utf8.h"
#include "codec/tool/output_forms.h"
#include "codec/variant/fields.h"

namespace godot::tool {
namespace {

/// Escape sequences of a terminal, or nothing.
struct Paint {
  const char* quiet;
  const char* note;
  const char* bad;
  const char* off;
};
constexpr Paint plain{"", "", "", ""};
constexpr Paint coloured{"\x1b[2m", "\x1b[33m", "\x1b[31m", "\x1b[0m"};

/// Deeper levels are not indented further: a thousand of them would be mostly spaces.
constexpr std::uint32_t deepest_indent = 40;

/// Text of the message may contain anything: control characters and invalid UTF-8 never reach a terminal.
std::string printable(std::string_view text) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_character(text);
    const auto code = static_cast<unsigned char>(text.front());
    const bool c1_control = length == 2 && code == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (length == 0 || c1_control) {
      out += replacement;
    } else if (code < 0x20 || code == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", code);
      out += escape;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
  return out;
}

std::string hex_text(std::string_view bytes) {
  constexpr std::size_t most = 64;
  std::string out;
  for (const char byte : bytes.substr(0, most)) {
    char pair[3];
    std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(byte));
    out += pair;
  }
  if (bytes.size() > most) out += "\xE2\x80\xA6";
  return out;
}

std::string number_text(const Node& node) {
  const FieldInfo& field = info(node.field);
  const std::uint64_t number = masked(node.field, node.value);
  if (field.type == FieldType::boolean) return number != 0 ? "true" : "false";
  char digits[max_number_text];
  if ((field.flags & is_hex) != 0) {
    std::snprintf(digits, sizeof digits, "0x%08x", static_cast<unsigned>(number));
    return digits;
  }
  std::string out{uint_text(number, digits)};
  const std::string_view value = value_name(node.field, static_cast<std::uint32_t>(number));
  if (!value.empty()) out.append(" (").append(value).append(")");
  return out;
}

std::string value_text(const Node& node, const variant::Dialect& dialect) {
  char digits[max_number_text];
  switch (node.value.kind) {
    case Value::Kind::none: return node.text;
    case Value::Kind::boolean:
    case Value::Kind::uint: return number_text(node);
    case Value::Kind::int_: return std::string{int_text(node.value.int_, digits)};
    case Value::Kind::float32: return std::string{float_text(static_cast<float>(node.value.real), false, digits)};
    case Value::Kind::float64: return std::string{float_text(node.value.real, false, digits)};
    case Value::Kind::text: return printable(node.value.view());
    case Value::Kind::bytes: return hex_text(node.value.view());
    case Value::Kind::node_path: return printable(path_text(node.value, dialect));
  }
  return {};
}

/// "Title: value", "Element 3: value"; generated fields in brackets.
std::string label(const Node& node, const variant::Dialect& dialect) {
  const FieldInfo& field = info(node.field);
  std::string out = field.title;
  std::string value = value_text(node, dialect);
  if (node.field == field::index) {
    out += ' ' + value;
    value = node.text;
  }
  if (!node.name.empty()) out += ' ' + printable(node.name);
  if (node.is_numbered) out += ' ' + std::to_string(node.number);
  if (!value.empty()) out += ": " + value;
  return (field.flags & is_generated) != 0 ? "[" + out + "]" : out;
}

}  // namespace

void write_tree(const Report& report, bool colours, std::string& out) {
  const Paint& paint = colours ? coloured : plain;
  for (const Node& node : report.nodes) {
    std::array<char, 32> place;
    std::snprintf(place.data(), place.size(), "%7u %6u  ", node.begin, node.length);
    const std::string indent(std::size_t{2} * std::min(node.depth, deepest_indent), ' ');
    out.append(paint.quiet)
        .append(place.data())
        .append(paint.off)
        .append(indent)
        .append(label(node, *report.options.dialect));
    out.append("  ").append(paint.quiet).append("[").append(info(node.field).filter).append("]").append(paint.off);
    out += '\n';
    for (const NotedBytes& noted : node.notes) {
      const NoteInfo& row = info(noted.note);
      std::snprintf(place.data(), place.size(), "%7u %6u  ", noted.begin, noted.length);
      out.append(paint.quiet).append(place.data()).append(paint.off).append(indent).append(paint.note).append("  ! ");
      out.append(row.text).append(paint.off).append("  ").append(paint.quiet).append("[").append(row.filter);
      out.append("]").append(paint.off) += '\n';
    }
  }
  if (!report.exact()) out.append(paint.bad).append(report.problem_text()).append(paint.off) += '\n';
}

std::string names_of_others(const Report& report) {
  std::string names;
  for (const variant::Dialect* other : report.others) names.append(names.empty() ? "" : ", ").append(other->name);
  return names;
}

std::string_view name(variant::Precision precision) noexcept {
  return precision == variant::Precision::double_ ? "double" : "single";
}

void write_table(std::span<const Report> reports, std::string& out) {
  std::array<char, 64> cells;
  std::snprintf(cells.data(), cells.size(), "%-10s  %-9s  %-5s  %8s  ", "dialect", "precision", "exact", "consumed");
  out.append(cells.data()).append("text, problem, notes\n");
  for (const Report& report : reports) {
    std::snprintf(cells.data(), cells.size(), "%-10s  %-9s  %-5s  %8u  ", report.options.dialect->name.data(),
                  name(report.options.precision).data(), report.exact() ? "yes" : "no", report.result.consumed);
    out.append(cells.data());
    out += report.result.problem ? report.problem_text() : report.text;
    for (std::size_t i = 0; i < note_numbers; ++i) {
      const auto note = static_cast<Note>(i);
      if (report.result.notes.has(note)) out.append("  [").append(info(note).filter).append("]");
    }
    out += '\n';
  }
}

}  // namespace godot::tool
