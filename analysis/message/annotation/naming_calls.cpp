// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/naming_calls.h"

#include <charconv>
#include <system_error>

namespace godot::analysis::annotation {
namespace {

std::string_view text_of(const char* cell) { return cell != nullptr ? cell : ""; }

/// The index of an argument; negative: it is none.
int index_of(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::uint8_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  return error == std::errc() && end == text.data() + text.size() ? index : -1;
}

/// The node may be given by the end of its path.
bool fits(std::string_view written, std::string_view node, std::string_view method) {
  const std::size_t dot = written.rfind('.');
  if (written.substr(dot + 1) != method) return false;
  const std::string_view wanted = written.substr(0, dot);
  if (!node.ends_with(wanted)) return false;
  return node.size() == wanted.size() || node[node.size() - wanted.size() - 1] == '/';
}

}  // namespace

const char* fault_of(const NamingRow& row) noexcept {
  const std::string_view id = text_of(row.id);
  if (text_of(row.method).find('.') == std::string_view::npos)
    return "Node and method must be given, as in Network.register";
  if (index_of(text_of(row.name)) < 0) return "The number of the argument with the name must be given; the first is 0";
  if (!id.empty() && index_of(id) < 0)
    return "The number of the argument with the peer's id, or nothing where it is the caller's";
  return nullptr;
}

NamingCall naming_call(std::span<const NamingRow> rows, const char* node, const char* method) noexcept {
  if (node == nullptr || method == nullptr) return {};
  for (const NamingRow& row : rows) {
    if (fits(text_of(row.method), node, method))
      return {.found = true,
              .name = static_cast<std::uint32_t>(index_of(text_of(row.name))),
              .id = index_of(text_of(row.id))};
  }
  return {};
}

const char* text_of_literal(std::string_view literal, const Arena& arena) {
  if (literal.starts_with('&')) literal.remove_prefix(1);
  if (literal.size() < 2 || literal.front() != '"') return nullptr;
  literal.remove_prefix(1);
  if (literal.ends_with('"')) literal.remove_suffix(1);
  char* const text = arena.bytes(literal.size() + 1);
  char* to = text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) ++i;
    *to++ = literal[i];
  }
  *to = '\0';
  return text;
}

}  // namespace godot::analysis::annotation
