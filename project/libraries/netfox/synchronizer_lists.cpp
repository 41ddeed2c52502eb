// SPDX-License-Identifier: MIT
#include "project/libraries/netfox/synchronizer_lists.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "project/text/gdscript_text.h"

namespace godot::analysis::project {
namespace {

constexpr std::string_view call = "set_schema";

/// Reads the dictionary whose bracket is at `at`: quoted keys followed by a colon; skips others.
void read_dictionary(std::string_view text, std::size_t at, std::vector<NetfoxSchemaEntry>& entries) {
  ++at;
  while (entries.size() < NetfoxSchemaLimits::entries) {
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] == '}') return;
    std::string_view key;
    if (text[at] == '"' || text[at] == '\'') {
      const std::size_t end = end_of_quoted(text, at);
      key = text.substr(at + 1, end - at - 2);
      at = skip_blanks(text, end);
      if (at >= text.size() || text[at] != ':') key = {};
      else ++at;
    }
    const std::size_t end = end_of_value(text, at);
    if (end >= text.size()) return;
    const std::string_view value = without_blanks(text.substr(at, end - at));
    const bool fits = key.size() <= NetfoxSchemaLimits::text && value.size() <= NetfoxSchemaLimits::text;
    if (!key.empty() && !value.empty() && fits) entries.push_back({std::string(key), std::string(value)});
    if (text[end] != ',') return;
    at = end + 1;
  }
}

/// The beginning of the dictionary that was last assigned to a variable of this name before `until`.
std::size_t dictionary_of(std::string_view text, std::string_view name, std::size_t until) {
  for (std::size_t at = text.substr(0, until).rfind(name); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : text.rfind(name, at - 1)) {
    const std::size_t end = at + name.size();
    if ((at != 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]))) continue;
    std::size_t next = skip_blanks(text, end);
    // A type is declared before the value.
    if (text.substr(next).starts_with(':') && !text.substr(next).starts_with(":=")) {
      next = skip_blanks(text, next + 1);
      while (next < text.size() && is_word(text[next])) ++next;
      next = skip_blanks(text, next);
    }
    if (text.substr(next).starts_with(":=")) ++next;
    if (!text.substr(next).starts_with('=') || text.substr(next).starts_with("==")) continue;
    next = skip_blanks(text, next + 1);
    return next < text.size() && text[next] == '{' ? next : std::string_view::npos;
  }
  return std::string_view::npos;
}

}  // namespace

void set_list(NetfoxLists& lists, std::string_view name, std::string_view text,
              const std::vector<std::string>& strings) {
  if (name == "root") lists.root = text;
  else if (name == "state_properties") lists.state = strings;
  else if (name == "input_properties") lists.input = strings;
  else if (name == "properties") lists.sync = strings;
}

bool is_netfox_synchronizer(std::string_view script) {
  constexpr std::string_view names[] = {"/rollback-synchronizer.gd", "/state-synchronizer.gd",
                                        "/predictive-synchronizer.gd"};
  return script.find("netfox") != std::string_view::npos &&
         std::any_of(std::begin(names), std::end(names), [&](std::string_view name) { return script.ends_with(name); });
}

std::vector<NetfoxSchemaEntry> read_netfox_schemas(std::string_view script) {
  std::vector<NetfoxSchemaEntry> entries;
  if (script.find(call) == std::string_view::npos) return entries;
  const std::string plain = without_comments(script);
  const std::string_view text = plain;
  std::size_t calls = 0;
  for (std::size_t at = text.find(call); at != std::string_view::npos && calls < NetfoxSchemaLimits::calls;
       at = text.find(call, at + 1), ++calls) {
    std::size_t next = skip_blanks(text, at + call.size());
    if ((at != 0 && is_word(text[at - 1])) || next >= text.size() || text[next] != '(') continue;
    next = skip_blanks(text, next + 1);
    std::size_t word = next;
    while (word < text.size() && is_word(text[word])) ++word;
    if (word != next) next = dictionary_of(text, text.substr(next, word - next), at);
    if (next < text.size() && text[next] == '{') read_dictionary(text, next, entries);
  }
  return entries;
}

}  // namespace godot::analysis::project
