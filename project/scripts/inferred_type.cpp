// SPDX-License-Identifier: MIT
#include "project/scripts/inferred_type.h"

#include <algorithm>

#include "codec/variant/dialect.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

bool has_digits_of(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

/// `0x1F`, `0b11`, `1_000`, `1.5`, `.5`, `1e5`
std::string_view number_type(std::string_view text) {
  if (text.starts_with("0x")) return has_digits_of(text.substr(2), "0123456789abcdefABCDEF_") ? "int" : "";
  if (text.starts_with("0b")) return has_digits_of(text.substr(2), "01_") ? "int" : "";
  if (has_digits_of(text, "0123456789_")) return "int";
  const bool is_number =
      has_digits_of(text, "0123456789_.eE+-") && text.find_first_of("0123456789") != std::string_view::npos;
  return is_number && (is_digit(text.front()) || text.front() == '.') ? "float" : "";
}

/// Constants of a type have that type, except the numbers of axes and planes.
bool is_constant(std::string_view type, std::string_view name) {
  const bool is_upper = has_digits_of(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  const bool is_number = name.starts_with("AXIS_") || (type == "Projection" && name.starts_with("PLANE_"));
  return is_upper && !is_number;
}

}  // namespace

bool is_sent_as_declared(std::string_view name) noexcept {
  const auto& types = variant::dialect(variant::Generation::godot4).types;
  return name != "Object" && name != "Nil" &&
         std::any_of(types.begin(), types.end(), [&](const variant::TypeRow& row) { return row.name == name; });
}

std::string_view inferred_type(std::span<const Token> expression, std::string_view source) noexcept {
  while (!expression.empty() && (expression.front().is('-') || expression.front().is('+'))) {
    const bool before_number = expression.size() > 1 && !expression[1].text.empty() &&
                               (is_digit(expression[1].text.front()) || expression[1].is('.') ||
                                expression[1].is('-') || expression[1].is('+'));
    if (!before_number) return {};
    expression = expression.subspan(1);
  }
  if (expression.empty()) return {};
  const Token& first = expression.front();
  const Token& last = expression.back();
  if (first.kind == Token::Kind::string) {
    if (expression.size() != 1) return {};
    switch (source[first.begin]) {
      case '"':
      case '\'':
      case 'r': return "String";
      case '&': return "StringName";
      case '^':
      case '@': return "NodePath";
      default: return {};
    }
  }
  if (first.kind == Token::Kind::name) {
    const std::string_view name = first.text;
    if (expression.size() == 1) {
      if (name == "true" || name == "false") return "bool";
      return name == "PI" || name == "TAU" || name == "INF" || name == "NAN" ? "float" : "";
    }
    if (expression.size() != 3 || !is_sent_as_declared(name)) return {};
    if (expression[1].is('(') && last.is(')')) return name;
    return expression[1].is('.') && is_constant(name, last.text) ? name : "";
  }
  if (expression.size() == 2 && first.is('[') && last.is(']')) return "Array";
  if (expression.size() == 2 && first.is('{') && last.is('}')) return "Dictionary";
  // A number is one token or two: `-1`, `.5`, `1.`.
  const std::string_view text = source.substr(first.begin, last.finish - first.begin);
  const bool is_digits = is_digit(first.text.front()) || first.is('.');
  return is_digits && expression.size() <= 2 ? number_type(text) : "";
}

}  // namespace godot::analysis::project
