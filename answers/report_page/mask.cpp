// SPDX-License-Identifier: MIT
#include "answers/report_page/mask.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "codec/core/utf8.h"
#include "codec/variant/dialect.h"

namespace godot::analysis::page {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_of_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' || is_digit(letter) ||
         !is_ascii(letter);
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

/// Ids of peers have 31 bits.
bool is_id(std::string_view text) {
  constexpr std::size_t most_digits = 10;
  return !text.empty() && text.size() <= most_digits && std::all_of(text.begin(), text.end(), is_digit);
}

/// "12", "5e3"; "1e" of "1e-05".
bool is_number(std::string_view word) {
  const auto is_part = [](char letter) { return is_digit(letter) || letter == 'e'; };
  return is_digit(word.front()) && std::all_of(word.begin(), word.end(), is_part);
}

template <std::size_t size>
bool is_one_of(const std::string_view (&words)[size], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

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

constexpr std::string_view words_of_values[] = {"true", "false",   "null", "nil", "Nil",
                                                "inf",  "inf_neg", "nan",  "INF", "NAN"};

constexpr std::string_view words_of_paths[] = {"res", "user", "root", "tscn", "scn", "tres", "gd", "cs"};

/// Beside those of values.
constexpr std::string_view words_of_lines[] = {"path",   "is",    "confirm", "spawn",  "despawn", "scene",  "function",
                                               "res",    "tscn",  "scn",     "gd",     "cs",      "add",    "remove",
                                               "assign", "id",    "peer",    "server", "all",     "but",    "byte",
                                               "bytes",  "state", "tick",    "ticks",  "input",   "inputs", "hash",
                                               "hashes", "and",   "wants",   "again",  "differ",  "differs"};

/// Characters beyond ASCII that the program's lines have between words.
std::size_t separator_at(std::string_view text) {
  constexpr std::string_view separators[] = {"\u2026", "\u2013", "\u2192"};
  for (const std::string_view each : separators)
    if (text.starts_with(each)) return each.size();
  return 0;
}

/// The end of the word at the beginning.
std::size_t word_end(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_of_word(text[end]) && separator_at(text.substr(end)) == 0) ++end;
  return end;
}

/// The end of the quoted text at the beginning, with its quotes; it may have been cut.
std::size_t quoted_end(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// The size of the version with which the text begins: up to three numbers of two digits; 0: none.
std::size_t version_at(std::string_view text) {
  std::size_t end = 0;
  for (int part = 0; part != 3; ++part) {
    const std::size_t begin = part == 0 ? 0 : end + 1;
    if (part != 0 && (end >= text.size() || text[end] != '.')) break;
    std::size_t digits = 0;
    while (begin + digits < text.size() && is_digit(text[begin + digits])) ++digits;
    if (digits == 0 || digits > 2) break;
    end = begin + digits;
  }
  return end;
}

}  // namespace

void Mask::learn_peer(std::string_view name) {
  if (!name.empty()) peers_.insert(lower(name));
}

std::string Mask::token(const char* kind, std::string_view text) {
  const auto [found, is_new] = tokens_.try_emplace(std::string(kind) + ' ' + std::string(text));
  if (is_new) found->second = std::string(kind) + '-' + std::to_string(++counts_[kind]);
  return found->second;
}

std::string Mask::one_peer(std::string_view text) {
  constexpr std::string_view all_but = "all but ";
  const std::string small = lower(text);
  if (peers_.contains(small)) return token("peer", small);
  if (text.empty() || is_role(text) || is_id(text)) return std::string(text);
  if (text.starts_with(all_but)) return std::string(all_but) + one_peer(text.substr(all_but.size()));
  return token("peer", small);
}

std::string Mask::engine(std::string_view text) const {
  if (!is_on_) return std::string(text);
  constexpr std::array<std::string_view, 5> words = {"Godot", "Redot", "or", "to", "later"};
  std::string out;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    const std::size_t version = version_at(word);
    if (version == 0 && std::find(words.begin(), words.end(), word) == words.end()) break;
    if (!out.empty()) out += ' ';
    out += version != 0 ? word.substr(0, version) : word;
    if (version != 0 && version != word.size()) break;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

std::string Mask::peer(std::string_view text) {
  if (!is_on_) return std::string(text);
  constexpr std::string_view comma = ", ";
  if (text.find(comma) == std::string_view::npos || peers_.contains(lower(text))) return one_peer(text);
  std::string out;
  for (;;) {
    const std::size_t end = text.find(comma);
    out += one_peer(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += comma;
    text.remove_prefix(end + comma.size());
  }
}

std::string Mask::address(std::string_view text) {
  if (!is_on_ || text.empty()) return std::string(text);
  return token("address", text);
}

std::string Mask::word(std::string_view word, Words words) {
  if (words == Words::of_path && is_one_of(words_of_paths, word)) return std::string(word);
  if (words == Words::of_line && is_one_of(words_of_lines, word)) return std::string(word);
  if (words != Words::of_path && (is_one_of(words_of_values, word) || is_type(word))) return std::string(word);
  if (words != Words::of_path && is_number(word)) return "N";
  if (const std::string small = lower(word); peers_.contains(small)) return token("peer", small);
  return token("name", word);
}

std::string Mask::masked(std::string_view text, Words words) {
  if (!is_on_) return std::string(text);
  std::string out;
  while (!text.empty()) {
    std::size_t size = word_end(text);
    if (size != 0) {
      const std::string shown = word(text.substr(0, size), words);
      const bool has_decimals = shown == "N" && out.ends_with("N.");
      if (has_decimals) out.pop_back();
      else out += shown;
    } else if (text[0] == '"') {
      size = quoted_end(text);
      const bool is_whole = size > 1 && text[size - 1] == '"';
      out += '"' + token("text", text.substr(1, size - (is_whole ? 2 : 1))) + '"';
    } else {
      size = std::max<std::size_t>(separator_at(text), 1);
      out += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return out;
}

std::string Mask::path(std::string_view text) { return masked(text, Words::of_path); }
std::string Mask::call(std::string_view text) { return masked(text, Words::of_line); }
std::string Mask::value(std::string_view text) { return masked(text, Words::of_value); }

}  // namespace godot::analysis::page
