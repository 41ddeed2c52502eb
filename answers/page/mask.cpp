// SPDX-License-Identifier: MIT
#include "answers/page/mask.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "codec/core/utf8.h"
#include "codec/variant/dialect.h"

namespace godot::analysis::page {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' || !is_ascii(letter);
}

std::string lower(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 'a' - 'A') : letter;
  });
  return small;
}

/// The texts that tables have for a peer without a name.
bool is_role(std::string_view text) {
  constexpr std::string_view roles[] = {"server", "client", "all", "?", "all but server"};
  if (std::find(std::begin(roles), std::end(roles), text) != std::end(roles)) return true;
  constexpr std::string_view conversations[] = {"ENet ", "UDP ", "TCP "};
  return std::any_of(std::begin(conversations), std::end(conversations), [&](std::string_view begin) {
    if (text.substr(0, begin.size()) != begin) return false;
    const std::string_view rest = text.substr(begin.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view role = rest.substr(digits);
    return digits != 0 &&
           (role == " client" || role == " server" || role == " first" || role == " second" || role.empty());
  });
}

bool is_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

/// Whether this is a type of any dialect, as scripts or the engine's text spell it.
bool is_type(std::string_view word) {
  for (std::size_t at = 0; at != variant::generation_count; ++at) {
    const auto& types = variant::dialect(static_cast<variant::Generation>(at)).types;
    if (std::any_of(types.begin(), types.end(),
                    [&](const variant::TypeRow& type) { return word == type.name || word == type.text_name; }))
      return true;
  }
  return false;
}

/// Words of a value that are no text of the game's own.
bool is_known(std::string_view word) {
  constexpr std::string_view words[] = {"true", "false", "null", "nil", "Nil", "inf",    "inf_neg",
                                        "nan",  "INF",   "NAN",  "e",   "E",   "always", "change"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words) || is_type(word);
}

}  // namespace

void Mask::learn_peer(std::string_view name) {
  constexpr std::size_t shortest = 2;
  if (name.size() >= shortest && !is_number(name)) peers_.insert(lower(name));
}

std::string Mask::token(const char* kind, std::string_view text) {
  const auto [found, is_new] = tokens_.try_emplace(std::string(kind) + ' ' + std::string(text));
  if (is_new) found->second = std::string(kind) + '-' + std::to_string(++counts_[kind]);
  return found->second;
}

std::string Mask::peer(std::string_view text) {
  if (!is_on_ || text.empty() || is_role(text) || is_number(text)) return std::string(text);
  constexpr std::string_view all_but = "all but ";
  if (text.substr(0, all_but.size()) == all_but) return std::string(all_but) + peer(text.substr(all_but.size()));
  return token("peer", lower(text));
}

std::string Mask::path(std::string_view text) {
  if (!is_on_) return std::string(text);
  // Names may be parts of others (Player_red): names are found by their first letter, the longest match first.
  const std::string small = lower(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view longest;
    for (const std::string& name : peers_) {
      if (name.size() > longest.size() && small.compare(at, name.size(), name) == 0) longest = name;
    }
    if (longest.empty()) {
      out += text[at++];
      continue;
    }
    out += token("peer", longest);
    at += longest.size();
  }
  return out;
}

std::string Mask::address(std::string_view text) {
  if (!is_on_ || text.empty()) return std::string(text);
  return token("address", text);
}

std::string Mask::call(std::string_view text) {
  if (!is_on_) return std::string(text);
  const std::size_t arguments = std::min(text.find_first_of("(=\""), text.size());
  return path(text.substr(0, arguments)) + value(text.substr(arguments));
}

std::string Mask::value(std::string_view text) {
  if (!is_on_) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if (letter == '"') {
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end, text.size());
      out += '"' + token("text", text.substr(at + 1, end - at - 1)) + '"';
      at = std::min(end + 1, text.size());
    } else if (is_letter(letter)) {
      std::size_t end = at;
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
      const std::string_view word = text.substr(at, end - at);
      // An argument's name, which comes from the project, is before a colon.
      const bool is_name = end < text.size() && text[end] == ':';
      const bool is_ellipsis = word == "\u2026";
      if (is_name) out += path(word);
      else out += is_known(word) || is_ellipsis ? std::string(word) : token("text", word);
      at = end;
    } else if (is_digit(letter)) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789.eE", at), text.size());
      out += text.substr(at, end - at);
      at = end;
    } else {
      out += letter;
      ++at;
    }
  }
  return out;
}

}  // namespace godot::analysis::page
